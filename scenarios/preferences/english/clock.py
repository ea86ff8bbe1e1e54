"""Times of day and spans between two of them, as English speakers write them. What half of the day a bare hour means
is decided where it is used.
"""

from __future__ import annotations

import re

from scenarios.preferences.english.tokens import Clock, Span, Token
from scenarios.preferences.numbers import number

_WORD_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = rf"(?:\b(?:[01]?\d|2[0-4])(?!\d)|\b(?:{_WORD_HOUR})\b)"
_WORD_MINUTES = "five|ten|twenty[- ]five|twenty|fifteen"
_HALF = r"(?P<half>[ap])\.?\s?m(?![a-z])"
_PART = r"(?:in the (?:early |late |very early )?(?P<part>morning|afternoon|evening)|(?P<night>at night)|tonight)"
_SIDE = rf"(?:\s*{_HALF}|(?:\s*o'?clock)?(?:\s+{_PART})?)"
"""Which half of the day an hour is of; it may be empty."""

_NAMED = re.compile(r"\b(?:12\s+|twelve\s+)?(?P<name>noon|midday|midnight)\b", re.IGNORECASE)
_DIGITAL = re.compile(
    rf"(?<![\d.:])(?P<hour>[01]?\d|2[0-4])(?::(?P<min>[0-5]\d)(?::\d\d)?(?!\d)|\.(?P<dot>[0-5]\d)(?=\s*[ap]\.?m\b)|"
    rf"h(?P<aitch>[0-5]\d)(?!\d)){_SIDE}",
    re.IGNORECASE,
)
_MILITARY = re.compile(
    r"(?<![\d.:])(?P<hour>[01]\d|2[0-4])(?P<min>[0-5]\d)\s?(?:hrs|hours|h)\b"
    r"|(?<=\bby )(?P<hour2>[01]\d|2[0-4])(?P<min2>[0-5]\d)(?=[\s,.;]|$)",
    re.IGNORECASE,
)
_PAST = re.compile(
    rf"\b(?P<of>half|(?:a )?quarter|(?:{_WORD_MINUTES}|\d{{1,2}})(?:\s+minutes?)?)\s+(?P<way>past|after|to|before)\s+"
    rf"(?P<hour>{_HOUR}){_SIDE}",
    re.IGNORECASE,
)
"""Half past nine, a quarter to six; "ten to six" only where a word of the day or of a deadline stands with it."""
_SIDED = re.compile(rf"(?<![\d.:])(?P<hour>{_HOUR}){_SIDE}", re.IGNORECASE)
_UNIT_NEXT = (
    r"(?!\s*(?:%|km|kilo|k\b|mile|metre|meter|m\b|hour|hr|h\b|min|order|load|day|trip|job|haul|run|deliver|yuan|rmb|"
    r"ton|kg|\$|full|whole|entire|complete|different|separate|distinct|calendar|long|more|of\b|or less|times?\b|"
    r"piece|block|stretch|go\b|week|month|night|[:.]\d|\d|(?:[a-z]+\s)(?:loads?|orders?|trips?|jobs?)\b))"
)
_BARE = re.compile(
    rf"\b(?:by|before|after|until|till|til|at|past|from|than|around|about|between|is|and|to)\s+"
    rf"(?P<hour>{_HOUR})(?:h|hrs)?(?![a-z]){_UNIT_NEXT}",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:is|and|to)\s+$", re.IGNORECASE)
_PAIR = re.compile(
    rf"(?<![\d.:/-])(?P<a>{_HOUR})(?:h|hrs)?\s*(?:-+|to|till|til|until|through|thru)\s*(?P<b>{_HOUR})(?:h|hrs)?"
    rf"(?![a-z/-]){_UNIT_NEXT}",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"\.?\s*(?:-+|to|till?|'til|until|through|thru|up to|right through to|,?\s*(?:on\s+)?(?:un)?til)\s*"
    r"(?:(?:the\s+)?(?:next|following)\s+(?:day|morning)(?:\s+at)?\s*)?(?:at\s+)?",
    re.IGNORECASE,
)
_AND = re.compile(r"\.?\s+and\s+(?:(?:the\s+)?(?:next|following)\s+(?:day|morning)(?:\s+at)?\s*)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)


def find_clock(text: str) -> list[Token]:
    """All times of day and spans in the order of the text; in a span its two times are no tokens of their own."""
    found: list[Token] = []

    def keep(start: int, end: int, clock: Clock | None) -> None:
        if clock is not None and not any(start < token.end and token.start < end for token in found):
            found.append(Token(start, end, clock))

    for match in _NAMED.finditer(text):
        keep(*match.span(), Clock(0 if match["name"].lower() == "midnight" else 720))
    for match in _PAST.finditer(text):
        keep(*match.span(), _past(match))
    for match in _DIGITAL.finditer(text):
        keep(*match.span(), _sided(match, match["hour"], int(match["min"] or match["dot"] or match["aitch"])))
    for match in _MILITARY.finditer(text):
        hour, minute = int(match["hour"] or match["hour2"]), int(match["min"] or match["min2"])
        keep(*match.span(), Clock(60 * hour + minute) if 60 * hour + minute <= 1440 else None)
    for match in _SIDED.finditer(text):
        if match.group() != match["hour"]:
            keep(*match.span(), _sided(match, match["hour"], 0))
    for match in _PAIR.finditer(text):
        keep(*match.span("a"), _bare(match["a"]))
        keep(*match.span("b"), _bare(match["b"]))
    for match in _BARE.finditer(text):
        linked = _PREPOSITION.search(text[: match.start("hour")])
        if linked and not _joined_before(found, text, match.start("hour")):
            continue
        keep(*match.span("hour"), _bare(match["hour"]))
    found.sort(key=lambda token: token.start)
    return _spans(text, found)


def _joined_before(found: list[Token], text: str, at: int) -> bool:
    """Whether "to 6" or "and 6" ends a span that an earlier time begins."""
    before = [token for token in found if token.end <= at]
    if not before:
        return False
    last = max(before, key=lambda token: token.end)
    between = text[last.end : at]
    return bool(_JOIN.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(text[: last.start])))


def _spans(text: str, found: list[Token]) -> list[Token]:
    out: list[Token] = []
    for token in found:
        last = out[-1] if out else None
        if last is not None and isinstance(last.value, Clock) and isinstance(token.value, Clock):
            between = text[last.end : token.start]
            if _JOIN.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(text[: last.start])):
                out[-1] = Token(last.start, token.end, Span(last.value, token.value))
                continue
        out.append(token)
    return out


def _bare(words: str) -> Clock | None:
    hour = number(words)
    if hour is None or hour > 24:
        return None
    told = hour > 12 or hour == 0 or (words[0] == "0" and len(words) == 2)
    return Clock(int(hour) * 60, bare=not told)


def _sided(match: re.Match[str], words: str, minutes: int) -> Clock | None:
    """An hour with "pm", "in the morning" and the like; without any, 9:30 is bare and 09:30 is not."""
    hour = number(words)
    if hour is None:
        return None
    half, part, night = (match["half"] or "").lower(), (match["part"] or "").lower(), bool(match["night"])
    if hour > 12 or not (half or part or night or "tonight" in match.group().lower()):
        total = int(hour) * 60 + minutes
        bare = 1 <= hour <= 12 and not words.startswith("0")
        return Clock(total, bare=bare) if total <= 1440 else None
    if half == "a" or part == "morning":
        return Clock(int(hour) % 12 * 60 + minutes)
    if half == "p" or part in ("afternoon", "evening"):
        return Clock(int(hour) % 12 * 60 + 720 + minutes)
    late = 5 < hour < 12
    return Clock(int(hour) % 12 * 60 + (720 if late else 0) + minutes, night=True)


def _past(match: re.Match[str]) -> Clock | None:
    of = re.sub(r"\s*minutes?$|^a ", "", match["of"].lower())
    minutes = {"half": 30.0, "quarter": 15.0}.get(of, number(of))
    hour = _sided(match, match["hour"], 0)
    if minutes is None or not 0 < minutes < 60 or hour is None or (of == "half" and match["way"].lower() == "to"):
        return None
    plain = of not in ("half", "quarter") and "minute" not in match["of"]
    if plain and match["way"].lower() in ("to", "before", "after") and (hour.bare or of.isdigit()):
        return None  # "from ten to six" is a span
    step = int(minutes) if match["way"].lower() in ("past", "after") else -int(minutes)
    total = (hour.minute % 720 if hour.bare and hour.minute == 720 else hour.minute) + step
    if hour.bare:
        return Clock(720 + step if hour.minute == 720 and step > 0 else total % 720, bare=True)
    return Clock(total % 1440, night=hour.night)


def minutes_of(span: Span, *, night: bool, meal: str = "") -> tuple[int, int] | None:
    """Start and end in minutes of the day; None where the halves of the day stay open.

    `night`: the words are about sleep or the night; `meal`: "lunch" and "dinner" lie where meals do. An end without
    its half of the day takes the first such hour after the beginning, a beginning without it the last before the end.
    """
    a, b = span.first, span.last
    start, end = a.minute % 1440, b.minute
    if a.bare and b.night and not b.bare:
        return (a.minute % 720 + 720, b.minute % 720) if a.minute % 720 > b.minute % 720 else (start, end)
    if a.bare and b.bare:
        early, late = start % 720, end % 720
        if meal:
            noonish = 720 if meal == "dinner" or early < 600 else 0
            start = early + noonish if early else 720
            end = late + 720
            return (start, end) if start < end else None
        if start == 720 and not night:
            return 720, late + 720
        if early < late:
            # "sleep from 1 to 5" is as it stands; "sleep from 9 to 11" would be either half
            return (early, late) if not night or early < 360 else None
        return (early + 720, late) if night else None
    if b.bare:
        ahead = [(minute - start) % 1440 or 1440 for minute in (end % 720, end % 720 + 720)]
        end = (start + min(ahead)) % 1440
    elif a.bare:
        back = [(end - minute) % 1440 or 1440 for minute in (start % 720, start % 720 + 720)]
        start = (end - min(back)) % 1440
    return start, 1440 if end % 1440 == 0 and start else end


def evening(clock: Clock) -> int:
    """The minute of a time at which a day ends: a bare hour from four on is of the evening."""
    return clock.minute + 720 if clock.bare and 240 <= clock.minute < 720 else clock.minute
