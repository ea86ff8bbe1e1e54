"""What English words hold besides words: numbers with their units, times, days, places and goods, each with its place.

A token stands as one mark in the masked text, so that patterns are about words: "no driving between «time» and "
"«time»".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal


@dataclass(frozen=True, slots=True)
class Km:
    value: float
    over: bool = False
    """ "250+ km"."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    minute: int
    """0 to 1440."""
    bare: bool = False
    """Of the twelve-hour clock, without a word for its half of the day: `minute` is the one before noon."""
    night: bool = False
    """ "at night", which may be before or after midnight."""


@dataclass(frozen=True, slots=True)
class Span:
    """From one time of day to another."""

    first: Clock
    last: Clock


@dataclass(frozen=True, slots=True)
class Dates:
    """Dates in their order."""

    days: tuple[date, ...]
    role: Literal["on", "from", "until"] = "on"
    either: bool = False
    """ "the 6th or the 13th": which one is open."""


@dataclass(frozen=True, slots=True)
class Weekdays:
    """Days of the week, 0 is Monday."""

    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DayCount:
    value: int
    free: bool = False
    """ "rest days", "days off"."""
    orders: bool = False
    """ "order days"."""
    apart: bool = False
    """ "four different days"."""


@dataclass(frozen=True, slots=True)
class OrderCount:
    """The number in front of orders, loads or trips; "twice" in front of "a week"."""

    value: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A point, degrees."""

    lat: float
    lng: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """A box, degrees."""

    south: float
    north: float
    west: float
    east: float


@dataclass(frozen=True, slots=True)
class LoadId:
    value: str


@dataclass(frozen=True, slots=True)
class City:
    """A city, district or town; several where a word points back to a list of them."""

    names: tuple[str, ...]
    back: bool = False
    """From a word that points back to it: "there"."""


@dataclass(frozen=True, slots=True)
class Goods:
    name: str


@dataclass(frozen=True, slots=True)
class Money:
    yuan: float


@dataclass(frozen=True, slots=True)
class Vague:
    """A number, time or day that is not said exactly, or in a unit that nothing is counted in."""


Value = (
    Km
    | Length
    | Clock
    | Span
    | Dates
    | Weekdays
    | DayCount
    | OrderCount
    | Spot
    | Bounds
    | LoadId
    | City
    | Goods
    | Money
    | Vague
)

MARKS: dict[str, type[Value]] = {
    "km": Km,
    "length": Length,
    "time": Clock,
    "span": Span,
    "date": Dates,
    "weekday": Weekdays,
    "days": DayCount,
    "count": OrderCount,
    "spot": Spot,
    "box": Bounds,
    "id": LoadId,
    "city": City,
    "goods": Goods,
    "money": Money,
    "vague": Vague,
}
"""By the name that patterns have for it."""

MARK: dict[type[Value], str] = {kind: chr(0xE100 + i) for i, kind in enumerate(MARKS.values())}
"""The character that stands for a token in masked text."""
GONE = "\ue000"
"""Stands for each character of a token while others are still looked for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A value at text[start:end]."""

    start: int
    end: int
    value: Value


@cache
def idea(*patterns: str) -> re.Pattern[str]:
    """One pattern over masked text, of lower case, out of several; «km» stands for a token of that kind."""
    text = "|".join(patterns)
    for name, kind in MARKS.items():
        text = text.replace(f"«{name}»", MARK[kind])
    return re.compile(text.replace(r"\W", rf"[^\w{MARK[Km]}-{MARK[Vague]}]"))
