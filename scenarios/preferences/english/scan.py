"""All tokens of a text, each part given to one: 23.15 of a point is no distance, the 12 of March 12 no hour.

Words that point back ("there", "that day") become what they point to, where the text names it before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scenarios.preferences.compiled import Context
from scenarios.preferences.english import amounts
from scenarios.preferences.english.calendar import find_calendar
from scenarios.preferences.english.clock import find_clock
from scenarios.preferences.english.tokens import GONE, City, Dates, Goods, Spot, Token, Weekdays
from scenarios.preferences.goods import find_goods_words
from scenarios.preferences.place_names import find_names

_CAPITAL = r"(?-i:[A-Z][a-z']+(?:\s(?!I\b)[A-Z][a-z]+)?)"
_NO_PLACE = re.compile(
    r"^(?:I|I'?(?:m|d|ll|ve)|January|February|March|April|May|June|July|August|September|October|November|December|"
    r"The|My|No|Not|Please|Thanks|Hauls?|Loads?|Orders?|Home|Rest|Max|North|South|East|West|China|English|Also|And|"
    r"Or|"
    r"Then|If|When|We|You|It|Never|Only|Keep|Don't|Do|Daily|Each|Every|At|On|By)(?![a-z])"
)
_PLACE_SLOT = re.compile(
    rf"\b(?:in|into|to|from|near|around|of|outside|through|enter|avoid|leave|within|inside|visit|reach|for|via|"
    rf"touching|towards?|no|do|than)\s+(?:the\s+)?(?:city of\s+|town of\s+|area of\s+|"
    rf"area around\s+)?(?P<name>{_CAPITAL})"
    r"(?!\s*(?:am|pm)\b)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    rf"(?:\s*,\s*|\s+)(?:and|or|nor|,)\s+(?:in\s+|to\s+|from\s+)?(?P<name>{_CAPITAL})(?=\s*(?:[.,;!?]|$|or\b|and\b))"
)
_THERE = re.compile(
    r"\bthere\b(?! (?:is|are|was|were|be|will|has|and then)\b)(?!'s)|\b(?:that|this|the|the same) (?:city|area|town|"
    r"region|district)\b"
    r"(?! (?:of|around|between|within|in)\b)|\b(?:those|these|the) (?:two|three|cities|areas|places|"
    r"towns)\b(?! \w+s\b)|"
    r"(?<=\boutside )(?:of )?(?:it|them|that|those)\b|(?<=\bleave )(?:it|them)\b|(?<=\bleaving )(?:it|them)\b|"
    r"(?<=\binto )(?:it|them)\b|(?<=\bout of )(?:it|them)\b|(?<=\bbeyond )(?:it|them)\b|(?<=\bnear )(?:it|them)\b",
    re.IGNORECASE,
)
_THAT_DAY = re.compile(
    r"\b(?:that day|those (?:two |three )?days|these days|on those dates|both days|that date|then(?=\s*(?:[.,;!]|"
    r"$)))\b",
    re.I,
)
_HOME = re.compile(r"\b(?:home|house|my place)\b", re.IGNORECASE)
_WITH = re.compile(r"\s*(?:,\s*and|,|and|&|/)\s*", re.IGNORECASE)
_GLUE = re.compile(r"\s*(?:,|and|or|&|/|,\s*(?:and|or))\s*(?:in\s+|to\s+)?", re.IGNORECASE)


def scan(text: str, context: Context) -> list[Token]:
    """The tokens of a normal text in their order."""
    found: list[Token] = []
    rest = text.replace("\n", ";")  # nothing goes on behind a line: "on March 1", "On two days ..."

    def take(tokens: Iterable[Token]) -> None:
        nonlocal rest
        for token in tokens:
            if GONE not in rest[token.start : token.end]:
                found.append(token)
                rest = rest[: token.start] + GONE * (token.end - token.start) + rest[token.end :]

    take(amounts.find_places(rest))
    take(amounts.find_ids(rest))
    take(amounts.find_money(rest))
    take(amounts.find_rough(rest))
    take(find_calendar(rest, context.start.date()))
    take(amounts.find_lengths(rest))
    take(amounts.find_distances(rest))
    take(Token(start, end, Goods(name)) for start, end, name in find_goods_words(rest))
    take(amounts.find_counts(rest))
    take(find_clock(rest))
    take(Token(named.start, named.end, City((named.name,))) for named in find_names(rest))
    take(_capitals(rest, _PLACE_SLOT))
    take(_capitals(rest, _LISTED, after=found))
    found.sort(key=lambda token: token.start)
    found = _lists_of_weekdays(text, found)
    return _pointing_back(rest, found)


def _lists_of_weekdays(text: str, found: list[Token]) -> list[Token]:
    """The tokens, with weekdays that "and" or a comma joins as one."""
    out: list[Token] = []
    for token in found:
        last = out[-1] if out else None
        if (
            last is not None
            and isinstance(last.value, Weekdays)
            and isinstance(token.value, Weekdays)
            and len(token.value.days) == 1
            and _WITH.fullmatch(text, last.end, token.start)
        ):
            days = tuple(sorted({*last.value.days, *token.value.days}))
            out[-1] = Token(last.start, token.end, Weekdays(days))
        else:
            out.append(token)
    return out


def _capitals(text: str, slot: re.Pattern[str], after: list[Token] | None = None) -> list[Token]:
    """Names that no list knows, where a place must stand; or in a list behind a place."""
    tokens = []
    ends = None if after is None else {token.end for token in after if isinstance(token.value, City)}
    for match in slot.finditer(text):
        name = match["name"]
        if not _NO_PLACE.match(name) and (ends is None or match.start() in ends):
            tokens.append(Token(*match.span("name"), City((name,))))
    return tokens


def _pointing_back(text: str, found: list[Token]) -> list[Token]:
    out = list(found)
    for match in [*_THERE.finditer(text), *_THAT_DAY.finditer(text)]:
        before = [token for token in out if token.end <= match.start()]
        if match.re is _THAT_DAY:
            dates = [token.value for token in before if isinstance(token.value, Dates)]
            if dates and dates[-1].role == "on":
                out.append(Token(*match.span(), dates[-1]))
        elif names := _last_places(text, before, match.start()):
            out.append(Token(*match.span(), City(names, back=True)))
    return sorted(out, key=lambda token: token.start)


def _last_places(text: str, before: list[Token], at: int) -> tuple[str, ...]:
    """The cities named last before a place of the text, all of a list; none where a point or home was named later."""
    places = [token for token in before if isinstance(token.value, City | Spot)]
    if places and _HOME.search(text, places[-1].end, at):
        return ()
    names: tuple[str, ...] = ()
    following: Token | None = None
    for token in reversed(places):
        if not isinstance(token.value, City) or (following and not _GLUE.fullmatch(text, token.end, following.start)):
            break
        names, following = (*token.value.names, *names), token
    return tuple(dict.fromkeys(names))
