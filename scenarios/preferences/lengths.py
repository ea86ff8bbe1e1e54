"""Lengths of time found in normal text: 8个钟, 一个半小时, 480分钟, half an hour. No times of day, no days."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scenarios.preferences.numbers import NUMBER, is_range_end, number

_HOURS = r"(?:小时|钟头|钟(?!意)|hours?(?![a-z])|hrs?(?![a-z])|h(?![a-z]))"
_LENGTH = re.compile(
    rf"(?P<hours>{NUMBER})\s*-?\s*(?:个)?(?P<half>半)?(?:多)?\s*(?:consecutive\s|straight\s|uninterrupted\s|"
    rf"continuous\s|unbroken\s|solid\s|full\s|whole\s|整|完整的)*\s*{_HOURS}(?P<half_after>半|\s*and a half)?"
    rf"(?:\s*(?:零|and\s+)?(?P<rest>{NUMBER})\s*(?:分钟?|min(?:ute)?s?(?![a-z])))?"
    rf"|(?P<halves>{NUMBER}) and a half {_HOURS}"
    rf"|(?P<cantonese>(?<![\d零一二两三四五六七八九十百])个半钟(?!头))"
    rf"|(?P<half_hour>(?<!个)半个?{_HOURS}|\bhalf an? hour)"
    rf"|(?P<hour_half>\ban hour and a half|\bone and a half hours?)|(?P<an_hour>\ban hour\b)"
    rf"|(?P<quarters>{NUMBER})个?刻钟"
    rf"|(?P<minutes>{NUMBER})\s*-?\s*(?:分钟?|min(?:ute)?s?(?![a-z]))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time at text[start:end]."""

    start: int
    end: int
    minutes: int


def find_lengths(text: str) -> list[Length]:
    """All lengths of time: 8个钟, 一个半小时, 两小时半, 480分钟, 三刻钟, half an hour."""
    lengths = []
    for match in _LENGTH.finditer(text):
        groups = match.groupdict()
        minutes: float | None = None
        if groups["hours"]:
            hours = number(groups["hours"])
            if hours is not None:
                minutes = 60 * hours + (30 if groups["half"] or groups["half_after"] else 0)
                minutes += (number(groups["rest"]) or 0) if groups["rest"] else 0
        elif groups["halves"]:
            minutes = 60 * (number(groups["halves"]) or 0) + 30
        elif groups["half_hour"]:
            minutes = 30
        elif groups["hour_half"] or groups["cantonese"]:
            minutes = 90
        elif groups["an_hour"]:
            minutes = 60
        elif groups["quarters"]:
            minutes = 15 * (number(groups["quarters"]) or 0)
        else:
            minutes = number(groups["minutes"])
        if minutes and minutes == int(minutes) and not is_range_end(text, match.start()):
            lengths.append(Length(match.start(), match.end(), int(minutes)))
    return lengths
