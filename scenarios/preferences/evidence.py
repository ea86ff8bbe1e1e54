"""What a stretch of words holds: its numbers with their units, times, days, places, and which ideas its words touch.

Each number is given to one reading only: 23.15 of a point is no distance, the 12 of 3月12号 no hour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Protocol, TypeVar

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import lexicon
from scenarios.preferences.compiled import Context
from scenarios.preferences.dates import find_dates, find_weekdays
from scenarios.preferences.lengths import find_lengths
from scenarios.preferences.measures import (
    find_boxes,
    find_days,
    find_distances,
    find_money,
    find_orders,
    find_points,
    find_turns,
)
from scenarios.preferences.parts import EVERY_DAY, Days
from scenarios.preferences.place_names import find_names
from scenarios.preferences.times import Window, find_times

_AS_WELL = re.compile("也(?:一样|如此|不例外|照样|照旧|同样|是这样)")
"""周末也一样: it restricts nothing."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


class Found(Protocol):
    """What has a place in the text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


T = TypeVar("T", bound=Found)
GONE = "□"


class Evidence:
    """The reading of one stretch of normal text."""

    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.asides = [
            match.span()
            for match in _ASIDE.finditer(text)
            if not _is_point(match.group()) and not _is_dates(match.group(), context)
        ]
        self.main = text
        """The text without what stands in brackets, of the same length."""
        for start, end in self.asides:
            self.main = self.main[:start] + GONE * (end - start) + self.main[end:]
        rest = text
        self.boxes, rest = _taken(rest, find_boxes(rest))
        self.points, rest = _taken(rest, find_points(rest))
        self.ids = _ids(rest)
        self.dates, rest = _taken(rest, find_dates(rest, context.start.date()))
        self.weekdays, rest = _taken(rest, find_weekdays(rest))
        self.weekdays = [named for named in self.weekdays if not _AS_WELL.match(text, named.end)]
        times, windows = find_times(rest)
        self.times, rest = _taken(rest, times)
        self.windows: list[Window] = windows
        self.lengths, rest = _taken(rest, find_lengths(rest))
        self.km, rest = _taken(rest, find_distances(rest))
        self.days, rest = _taken(rest, find_days(rest, {date.end for date in self.dates}))
        self.orders, rest = _taken(rest, find_orders(rest))
        self.turns = find_turns(rest)
        self.money, rest = _taken(rest, find_money(rest))
        self.names = find_names(rest)
        self.rest = rest
        """The text with its numbers blanked out."""

    def has(self, idea: re.Pattern[str]) -> bool:
        """Whether the words outside brackets touch the idea."""
        return idea.search(self.main) is not None

    @cached_property
    def refuses(self) -> bool:
        """Whether something is refused."""
        return lexicon.REFUSE.search(lexicon.cleaned(self.main)) is not None

    @cached_property
    def unnamed(self) -> str:
        """The text with its numbers and its names of places blanked out."""
        words = self.rest
        for named in self.names:
            words = words[: named.start] + GONE * (named.end - named.start) + words[named.end :]
        return words

    def outside(self, found: list[T]) -> list[T]:
        """Those that stand outside brackets."""
        return [item for item in found if not any(start <= item.start < end for start, end in self.asides)]

    def any_of(self, *kinds: Sequence[Found]) -> bool:
        """Whether one of any of these kinds stands outside brackets."""
        return any(self.outside(list(found)) for found in kinds)

    @cached_property
    def applies(self) -> Days:
        """The days that the words name; every day where they name none."""
        dates: list[date] = []
        first = last = None
        for named in self.outside(self.dates):
            if named.first:
                first = named.days[0]
            elif named.last:
                last = named.days[0]
            else:
                dates += named.days
        weekdays = sorted({day for named in self.outside(self.weekdays) for day in named.days})
        if dates and all(day.weekday() in weekdays for day in dates):
            weekdays = []  # 13号星期五: said twice
        if not (dates or weekdays or first or last):
            return EVERY_DAY
        return Days(dates=tuple(sorted(set(dates))) or None, weekdays=tuple(weekdays) or None, first=first, last=last)

    def minute(self, day: date, minute_of_day: int) -> int:
        """Minutes since the scenario's start of a time on a day."""
        delta = datetime.combine(day, time()) + timedelta(minutes=minute_of_day) - self.context.start
        return int(delta.total_seconds()) // 60

    def day_start(self, day: date) -> int:
        """Minutes since the scenario's start of a day's first minute."""
        return (day - self.context.start.date()).days * MINUTES_PER_DAY


def _taken(text: str, found: list[T]) -> tuple[list[T], str]:
    for item in found:
        text = text[: item.start] + GONE * (item.end - item.start) + text[item.end :]
    return found, text


def _is_point(aside: str) -> bool:
    return bool(find_points(aside) or find_boxes(aside))


def _is_dates(aside: str, context: Context) -> bool:
    """最后三天(29、30、31号): which days are meant."""
    inner = aside[1:-1].strip()
    return any(named.start == 0 and named.end == len(inner) for named in find_dates(inner, context.start.date()))


def _ids(text: str) -> list[str]:
    """Numbers of loads: an id behind 编号, 货源号, load, order and the like."""
    pattern = (
        r"(?:编号|货源号|订单号|单号|货号|号码|货源|订单|load|order|cargo|id|no\.|number|#)\s*(?:为|是|:|#|no\.?|"
        r"number|id|编号)*\s*"
        r"「?(?P<id>(?!\d+(?:kms?|h|min)\b)(?=[A-Za-z0-9_-]*\d)[A-Za-z]{0,4}[-_]?\d{3,}[A-Za-z0-9_-]*)(?![.:\d]|公里|千米|\s*(?:km|yuan|"
        r"元|号|点))」?"
    )
    return [match["id"] for match in re.finditer(pattern, text, re.IGNORECASE)]
