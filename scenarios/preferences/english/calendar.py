"""Dates and weekdays in English words. What is not said exactly ("mid-March", "every other Sunday", 10/3) is vague.

A date without a month is of the month in which the scenario begins, or of the next where that day comes before it.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from scenarios.preferences.english.tokens import Dates, DayCount, Token, Vague, Weekdays
from scenarios.preferences.numbers import number

_NAMES = "january february march april may june july august september october november december"
_MONTHS = _NAMES.split()
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)}|(?:{'|'.join(name[:3] for name in _MONTHS)}|sept)\b\.?)(?![a-z])"
_RANKS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
_ORDINALS = {word: i for i, word in enumerate(_RANKS.split(), 1)}
_WORD = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_DAY = rf"(?:the\s+)?(?:\d{{1,2}}(?!\d)(?:st|nd|rd|th)?|(?:{_WORD}))(?![\d:.]\d|[a-z])"
_RUN = r"\s*(?:-+|to|till?|until|through|thru|up to)\s*(?:and including\s+)?"
_GLUE = rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s*(?:and|or|&|\+)\s*|{_RUN})"
_LIST = rf"(?P<days>{_DAY}(?:{_GLUE}{_DAY})*)"
_UNIT_NEXT = r"(?!\s*(?:km|kilo|hour|hr|min|order|load|trip|job|haul|[ap]\.?m\b|o'clock|days?\b|yuan|full|:\d))"
_YEAR = r"(?:,?\s*(?P<year>20\d\d))?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s*{_LIST}{_UNIT_NEXT}{_YEAR}", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"(?<![\d:.])\b{_LIST}\s*(?:of\s+)?{_MONTH}{_YEAR}", re.IGNORECASE)
_NO_RANK = (
    r"(?!\s*(?:load|order|job|trip|haul|run|delivery|pick|time|hour|floor|km|kilo|ring|street|road|avenue|"
    r"one\b|stop|and (?:last|final)))"
)
_SUFFIXED = re.compile(
    rf"(?<![\d:.])(?P<days>(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)(?![a-z])(?:{_GLUE}(?:{_DAY}))*){_NO_RANK}", re.IGNORECASE
)
_WORDED = re.compile(
    rf"(?P<days>the\s+(?:{_WORD})(?:{_GLUE}(?:the\s+)?(?:{_WORD}))*)(?=\s*(?:[,.;:!?)]|$|and\b|or\b|on\b|onwards?\b|"
    rf"i\b|i'|my\b|"
    r"the\b|we\b|no\b|is\b|be\b|keep\b|don|at\b|by\b|from\b|of this\b))",
    re.IGNORECASE,
)
"""The tenth; "the second load" is none."""
_ISO = re.compile(r"(?<!\d)(?P<year>20\d\d)-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)")
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEK_NAME = r"mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_WEEKDAY = re.compile(
    rf"\b(?P<a>{_WEEK_NAME})(?:s|\.)?(?![a-z])(?:(?:\s*-+\s*|\s+(?:to|through|thru|till|until)\s+)(?P<b>{_WEEK_NAME})"
    r"(?:s|\.)?(?![a-z]))?",
    re.IGNORECASE,
)
_WEEKEND = re.compile(r"\bweek-?\s?ends?\b", re.IGNORECASE)
_WORKDAYS = re.compile(r"\b(?:week-?\s?(?:days?|nights?)|working days?(?=[^a-z]|$))\b", re.IGNORECASE)
_INEXACT = re.compile(
    r"\b(?:every (?:other|second|third) (?:day|week)|(?:mid|early|late)[- ](?:month|january|february|march|april|may|"
    r"june)|(?:end|middle|beginning|start|last week|first week|second week|first half|second half|last days?|"
    r"first (?:few )?days) of (?:the |this |each |every |next )?(?:month|january|february|march|april|week)|"
    r"tomorrow|today|next week|this week|"
    r"(?<![\d.])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d.])|(?:some|a few|several) (?:days?|nights?)|now and then|"
    r"the day before|the day after|one of these days|sometimes?|alternate \w+)\b",
    re.IGNORECASE,
)
_VAGUE_BEFORE = re.compile(
    r"(?:every other|every second|first|second|third|fourth|last|one|two|three|four|a|alternate|some|next|this)\s+$",
    re.IGNORECASE,
)
_COUNTED_BEFORE = re.compile(r"\b(?P<n>one|two|three|four|five|\d)\s+(?:full |whole |complete )?$", re.IGNORECASE)
_FROM_BEFORE = re.compile(
    r"(?:\bfrom|\bafter|\bsince|\bas of|\bas from|\bstarting(?: from| on)?|\bbeginning(?: on)?|"
    r"\beffective)\s+(?:on\s+)?"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
_FROM_AFTER = re.compile(
    r"\s*(?:on(?:wards?)?(?=[\s,.;]|$)(?!\s+(?:i|my)\b)|and (?:after|later)|forward)", re.IGNORECASE
)
_UNTIL_BEFORE = re.compile(r"\b(?:until|till?|'til|before|up to|through)\s+(?:the\s+)?$", re.IGNORECASE)
_TO = re.compile(rf"{_RUN}", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_MOST_DAYS = 366


def find_calendar(text: str, start: date) -> list[Token]:
    """All dates and weekdays in the order of the text, for a scenario that begins on `start`."""
    found: list[Token] = []

    def keep(begin: int, end: int, value: Dates | Weekdays | DayCount | Vague | None) -> None:
        if value is not None and not any(begin < token.end and token.start < end for token in found):
            found.append(Token(begin, end, value))

    for match in _ISO.finditer(text):
        keep(*match.span(), _dates([_date(int(match["year"]), int(match["m"]), int(match["d"]))]))
    for pattern in (_DAY_FIRST, _MONTH_FIRST, _SUFFIXED, _WORDED):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            name = (groups.get("month") or "").lower().rstrip(".")
            if name == "may" and pattern is _MONTH_FIRST and match["month"][0] != "M":
                continue  # the pickup may 40 km away
            month = next((i for i, full in enumerate(_MONTHS, 1) if name and full.startswith(name[:3])), None)
            year = int(groups["year"]) if groups.get("year") else None
            days = match["days"]
            if _BETWEEN.search(text[: match.start("days")]) or (
                groups.get("month") and _BETWEEN.search(text[: match.start()])
            ):
                days = _AND.sub(" to ", days)  # between the 5th and the 8th
            keep(*match.span(), _listed(days, start, month, year))
    for match in _INEXACT.finditer(text):
        keep(*match.span(), Vague())
    for match in _WEEKDAY.finditer(text):
        if match["a"].lower() in ("sun", "sat", "mon", "wed", "thu", "fri", "tue") and match["a"][0].islower():
            continue  # "I sat", "in the sun"
        first = _day_of_week(match["a"])
        weekdays: tuple[int, ...] = (first,)
        if match["b"]:
            weekdays = tuple(sorted((first + i) % 7 for i in range((_day_of_week(match["b"]) - first) % 7 + 1)))
        counted = _COUNTED_BEFORE.search(text[: match.start()])
        count = number(counted["n"]) if counted else None
        if counted and count:
            keep(*counted.span(), DayCount(int(count)))
        keep(*_inexact(text, match, Weekdays(weekdays)))
    for match in _WEEKEND.finditer(text):
        keep(*_inexact(text, match, Weekdays((5, 6))))
    for match in _WORKDAYS.finditer(text):
        keep(*_inexact(text, match, Weekdays((0, 1, 2, 3, 4))))
    return _runs(text, sorted(found, key=lambda token: token.start))


def _inexact(text: str, match: re.Match[str], value: Weekdays) -> tuple[int, int, Weekdays | Vague]:
    """ "every other Sunday" and "one weekend" are vague; in "two Sundays a month" the count stands by itself."""
    before = _VAGUE_BEFORE.search(text[: match.start()])
    if before is None or _COUNTED_BEFORE.search(text[: match.start()]):
        return *match.span(), value
    return before.start(), match.end(), Vague()


def _day_of_week(name: str) -> int:
    return next(i for i, day in enumerate(_WEEK) if day.startswith(name.lower()[:3]))


def _runs(text: str, found: list[Token]) -> list[Token]:
    """Two dates with "to" between them are one run, a weekday beside a date is that date; then what each is for."""
    out: list[Token] = []
    for token in found:
        last = out[-1] if out else None
        if last is not None and isinstance(last.value, Dates) and isinstance(token.value, Dates):
            between, a, b = text[last.end : token.start], last.value.days, token.value.days
            run = _TO.fullmatch(between) or (_AND.fullmatch(between) and _BETWEEN.search(text[: last.start]))
            if run and a[-1] < b[0] and (b[0] - a[-1]).days <= _MOST_DAYS:
                days = (*a, *(a[-1] + timedelta(i) for i in range(1, (b[0] - a[-1]).days)), *b)
                out[-1] = Token(last.start, token.end, Dates(days))
                continue
        weekday_before = last is not None and isinstance(last.value, Weekdays) and isinstance(token.value, Dates)
        if last is not None and weekday_before and re.fullmatch(r",?\s*(?:the\s+)?", text[last.end : token.start]):
            out[-1] = Token(last.start, token.end, token.value)
            continue
        out.append(token)
    return [_with_role(text, token) for token in out]


def _with_role(text: str, token: Token) -> Token:
    value = token.value
    if not isinstance(value, Dates) or len(value.days) > 1:
        return token
    if _FROM_AFTER.match(text, token.end) or _FROM_BEFORE.search(text[: token.start]):
        return Token(token.start, token.end, Dates(value.days, role="from"))
    if _UNTIL_BEFORE.search(text[: token.start]):
        return Token(token.start, token.end, Dates(value.days, role="until"))
    return token


_ITEM = re.compile(rf"(?P<glue>{_GLUE})?(?P<day>{_DAY})", re.IGNORECASE)


def _listed(text: str, start: date, month: int | None, year: int | None) -> Dates | None:
    """The dates of a list such as "3, 4 and 5", "the 10th to the 12th"."""
    days: list[date] = []
    either = False
    for match in _ITEM.finditer(text):
        glue, word = (match["glue"] or "").lower(), match["day"].lower().removeprefix("the").strip()
        day = _ORDINALS.get(word) or int(re.sub(r"\D", "", word) or 0)
        found = _resolved(start, year, month, day)
        if found is None or (days and found <= days[-1] and re.fullmatch(_RUN, glue)):
            return None
        if days and re.fullmatch(_RUN, glue):
            days += [days[-1] + timedelta(i) for i in range(1, (found - days[-1]).days)]
        either = either or re.search(r"\bor\b", glue) is not None
        days.append(found)
    return Dates(tuple(days), either=either) if days else None


def _dates(days: list[date | None]) -> Dates | None:
    known = tuple(day for day in days if day is not None)
    return Dates(known) if known else None


def _resolved(start: date, year: int | None, month: int | None, day: int) -> date | None:
    if month is None:
        here = _date(start.year, start.month, day)
        if here is not None and here >= start:
            return here
        following = (start.replace(day=1) + timedelta(days=32)).replace(day=1)
        return _date(following.year, following.month, day)
    if year is not None:
        return _date(year, month, day)
    this_year = _date(start.year, month, day)
    return _date(start.year + 1, month, day) if this_year is not None and (start - this_year).days > 180 else this_year


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
