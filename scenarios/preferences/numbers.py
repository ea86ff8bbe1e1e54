"""Numbers as drivers write them: digits, Chinese numerals, English words. Vague ones are no numbers."""

from __future__ import annotations

import re

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "俩": 2, "仨": 3}
_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_WORDS = {
    word: i
    for i, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    word: 10 * i
    for i, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}

_WORD = "|".join(sorted([*_WORDS, *_TENS], key=len, reverse=True))
ENGLISH = rf"\b(?:an?\s+hundred|(?:(?:{_WORD})(?:[\s-]+|\b))+(?:hundred)?(?:\s*(?:and\s+)?(?:(?:{_WORD})(?:-|\b))+)?)"
CHINESE = "[零一二两俩仨三四五六七八九十百千万廿卅]+(?!(?<=千)米)"
VAGUE = r"(?<![几数\d.零一二两俩仨三四五六七八九十百千万廿卅])(?<!\d[eE])(?<!\d[eE][-+])"
"""In front of a number: nothing that makes it vague, and no part of a longer number, as in 1e999."""
EXACT_DIGITS = 15
"""More of them than this would be rounded, and be another number than the words hold."""
NUMBER = rf"(?:{VAGUE}(?:\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|{CHINESE})|(?i:{ENGLISH}))"
"""A pattern without groups; what it matches need not be a number, which `number` tells."""


_FROM = re.compile(rf"(?:\d|{CHINESE})\s*(?:到|至|~|-+|或者?)\s*$")


def is_range_end(text: str, start: int) -> bool:
    """Whether a bare number and "to" stand right before text[start]: 七到八个小时 is no exact number."""
    return _FROM.search(text, 0, start) is not None


def number(text: str) -> float | None:
    """The value; None for what is no exact number: 七八, 几, 三五."""
    text = text.strip().lower()
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?", text):
        digits = text.replace(",", "")
        return float(digits) if len(digits) <= EXACT_DIGITS else None
    if re.fullmatch(CHINESE, text):
        return _chinese(text)
    return _english(text)


def _chinese(text: str) -> float | None:
    text = text.replace("廿", "二十").replace("卅", "三十")
    if text[0] in "百千万":  # 百五 is 150; 上百, 数千 are no numbers
        short = len(text) == 2 and text[1] in _DIGITS and text[1] != "零"
        return float(_UNITS[text[0]] + _DIGITS[text[1]] * _UNITS[text[0]] // 10) if short else None
    if all(c in _DIGITS for c in text):
        if len(text) == 1:
            return float(_DIGITS[text])
        # 二零二六 is read digit by digit; 七八 is "seven or eight"
        return float("".join(str(_DIGITS[c]) for c in text)) if len(text) >= 4 or "零" in text else None
    total, part, digit, last = 0, 0, None, 1
    for c in text:
        if c in _DIGITS:
            if digit not in (None, 0):
                return None
            digit = _DIGITS[c]
            if c == "零":
                last = 1
        elif c == "万":
            total, part, digit, last = (total + part + (digit or 0)) * 10_000, 0, None, 10_000
        else:
            unit = _UNITS[c]
            part, digit, last = part + (1 if digit is None else digit) * unit, None, unit
    if digit and last >= 100:  # 一百二 is 120
        digit = digit * last // 10
    return float(total + part + (digit or 0))


def _english(text: str) -> float | None:
    text = re.sub(r"\b(?:and|an?)\b", " ", text.replace("-", " "))
    words = text.split()
    if not words:
        return None
    total, part = 0, None
    for word in words:
        if word == "hundred":
            total, part = total + (1 if part is None else part) * 100, None
        elif word in _TENS and not part:
            part = _TENS[word]
        elif word in _WORDS and (part is None or (part % 10 == 0 and part >= 20 and _WORDS[word] < 10)):
            part = (part or 0) + _WORDS[word]
        else:
            return None
    return float(total + (part or 0))
