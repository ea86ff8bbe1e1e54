"""Which goods a wish names: quoted, known, or an unknown noun where only goods stand."""

from __future__ import annotations

import re
from functools import cache

from scenarios.market.data import load_aggregates
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.goods_names import ENGLISH, ENGLISH_OTHERS, OTHERS
from scenarios.preferences.goods_slot import NEIGHBOUR, goods_slot, is_noun

_ENGLISH = {word: name for name, words in ENGLISH.items() for word in words.split(", ")}
_QUOTED = re.compile(r"「([^「」]{1,14})」|\"([^\"]{1,24})\"|'([^']{1,24})'")
_AND = r"(?:、|和|与|跟|及|以及|或者|或|还有|/|,|，|同|也好|又或者)"
_SUCH = re.compile(r"(?:这|那)(?:种|一?类|些)|之类|一类|等(?:货|等)")
"""Behind a noun: X这种 says that X is what is meant."""
_LACKING = re.compile("(?:没有?|无|缺)$")
"""Before a noun: the driver has none of it: 没设备."""


@cache
def _known() -> re.Pattern[str]:
    names = {*load_aggregates().categories.keys, *OTHERS.split()} - {"其他", "车辆"}
    pattern = "|".join(sorted(names, key=lambda name: (-len(name), name)))
    pattern = pattern.replace("|手机|", "|(?<!关)(?<!关了)手机(?![关开静])|")
    return re.compile(pattern.replace("|易碎|", "|(?<!容)易碎|"))


def known_pattern() -> str:
    """A pattern of the nouns that are known to be goods."""
    return _known().pattern


def known_goods(text: str) -> bool:
    """Whether the text holds a noun that is known to be goods."""
    return _known().search(text) is not None


@cache
def market_categories() -> frozenset[str]:
    """The categories of the load market."""
    return frozenset(load_aggregates().categories.keys)


_KNOWN_ENGLISH = re.compile(
    r"(?<![a-zA-Z])(" + "|".join(sorted(_ENGLISH, key=len, reverse=True)) + r")(?![a-zA-Z])", re.IGNORECASE
)


_OTHER_ENGLISH = re.compile(
    r"(?<![a-zA-Z])(?:"
    + "|".join(sorted(ENGLISH_OTHERS.split(", "), key=len, reverse=True))
    + r")(?:e?s)?(?![a-zA-Z])",
    re.IGNORECASE,
)


_OWN = re.compile(r"\b(?:my|our|his|her|their)\s+(?:\w+\s+)?$", re.IGNORECASE)
"""Before a noun: it is the driver's own, and no load: my tyres are worn."""
_VERB_USE = re.compile(r"\s+(?:my|your|our|me|us|it|time|calls?|lines?)\b", re.IGNORECASE)
"""Behind a noun: it is a verb there, or part of another noun: don't waste my time."""


def find_goods_words(text: str) -> list[tuple[int, int, str]]:
    """Goods in English at text[start:end], by the market's name where it has one, else in singular as said."""
    market = [(*match.span(), _ENGLISH[match[1].lower()]) for match in _KNOWN_ENGLISH.finditer(text)]
    others = [(*match.span(), match.group().lower()) for match in _OTHER_ENGLISH.finditer(text)]
    chinese = [(*match.span(), match.group()) for match in _known().finditer(text)]
    return sorted(
        found
        for found in market + others + chinese
        if not _VERB_USE.match(text, found[1]) and not _OWN.search(text, 0, found[0])
    )


def english_goods(text: str) -> dict[str, str]:
    """The market's names of goods that the text has in English, by the English words."""
    return {match[1]: _ENGLISH[match[1].lower()] for match in _KNOWN_ENGLISH.finditer(text)}


def goods_named(e: Evidence, *, loose: bool = True) -> tuple[str, ...]:
    """Names of goods in the order of the words; loose: also an unknown noun where goods stand."""
    text = "".join(GONE if a == GONE else b for a, b in zip(e.rest, e.main, strict=True))
    for named in e.names:
        text = text[: named.start] + GONE * (named.end - named.start) + text[named.end :]
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(e.main)]
    quoted = [name for name in quoted if re.search(r"[\u4e00-\u9fffa-zA-Z]", name)]
    if quoted:
        names = [part for name in quoted for part in re.split(_AND, name) if part]
        return _unique([_ENGLISH.get(name.lower(), name) for name in names])
    known = list(_known().finditer(text))
    had = [match for match in known if not _LACKING.search(text, 0, match.start())]
    known = had or known
    such = next((i for i, match in enumerate(known) if _SUCH.match(text, match.end())), None)
    if such is not None:  # 蔬菜水果这些: with those that stand right before it
        first = such
        while first > 0 and re.fullmatch(f"{_AND}?", text[known[first - 1].end() : known[first].start()]):
            first -= 1
        known = known[first : such + 1]
    if known:
        return _unique(
            [name for match in known for name in (_with_neighbours(text, match) if loose else [match.group()])]
        )
    return goods_slot(text) if loose else ()


def _with_neighbours(text: str, match: re.Match[str]) -> list[str]:
    """The known noun, and an unknown one that "and" joins to it."""
    after = NEIGHBOUR.match(text, match.end())
    joined = after and not _known().search(after["noun"]) and is_noun(after["noun"])
    return [match.group(), after["noun"]] if after is not None and joined else [match.group()]


def _unique(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
