"""What a sentence names - places, cells, loads, numbers - as far as its characters tell, in English and Chinese.

It reads digits and spellings, not meaning. Numbers are asked for in digits: one written in words, or in another
script's digits, cannot be held to facts and is reported as such. Words that also are parts of names and of common words
(one, 一, 两 and other single Chinese numerals: 三水, 九江) are not taken for numbers.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_CELL = re.compile(r"(?<![0-9a-z])8[0-9a-f]{14}(?![0-9a-z])", re.IGNORECASE)
_POINT = re.compile(r"(?<![\w.])-?\d+\.\d+, ?-?\d+\.\d+(?![\w%])", re.ASCII)
_LOAD = re.compile(r"(?:\b(?:load|order|cargo)s?|货源|货物|订单)[ :：]*(?:#|号)? *(\d+)", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"(?:(?<![\w%])[-−－])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?[%％‰]?", re.ASCII)
_SCALED = re.compile(r"\d ?(?:[kK](?![A-Za-z])|[eE][-+]?\d|[十百千万亿])", re.ASCII)
_WORDS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|dozen)s?\b"
    r"|[零一二两三四五六七八九十百千万亿]{2,}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """What one sentence names."""

    cells: frozenset[str]
    """H3 cells, 15 hexadecimal characters."""
    points: frozenset[str]
    """Pairs of decimal numbers as "lat,lng"."""
    loads: frozenset[int]
    """Numbers that stand behind a word for a load."""
    numbers: tuple[str, ...]
    """All other numbers and those of loads, thousands' commas left out; a minus and a per cent sign belong to it."""
    in_words: bool
    """Whether a number is written in words, scaled by one, or in other digits than 0 to 9."""


def named(text: str) -> Named:
    """Everything that a sentence names."""
    cells = frozenset(cell.lower() for cell in _CELL.findall(text))
    rest = _CELL.sub(" ", text)
    points = frozenset(point.replace(" ", "") for point in _POINT.findall(rest))
    rest = _POINT.sub(" ", rest)
    numbers = tuple(re.sub("[−－]", "-", number).replace(",", "") for number in _NUMBER.findall(rest))
    odd = any(unicodedata.category(c)[0] == "N" and c not in "0123456789" for c in rest)
    in_words = odd or bool(_SCALED.search(rest) or _WORDS.search(rest))
    return Named(cells, points, frozenset(map(int, _LOAD.findall(rest))), numbers, in_words)


def is_one_line(text: str) -> bool:
    """Whether a text is a line that shows as it is: something to see, no line break, no control or hidden sign."""
    return bool(text.strip()) and not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs") for c in text)
