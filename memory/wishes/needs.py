"""What a driver's wishes together need of the time and the kilometres that are left, for wishes that share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from memory.wishes.busy import Busy, OnOffer
from memory.wishes.courses import Courses, Ints, staying
from memory.wishes.days import home_span, rest_due, shut_spans
from memory.wishes.empty_ways import Pairs, empty_ways
from memory.wishes.errands import driving_days
from memory.wishes.months import free_days, region_days_missing
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.kinds import DailyRest, DaysOff, Errand, Forbids, Home, RegionDays
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point


def prepare(wishes: Sequence[Standing], courses: Courses) -> None:
    """Tell courses what the wishes ask for together: when nobody drives, and where to be at night."""
    courses.shut = shut_spans(wishes, courses.now)
    courses.back_to, courses.back_by = _home(wishes, courses.now)


def _home(wishes: Sequence[Standing], minute: int) -> tuple[Point | None, int]:
    """Where the driver has to be next by a hard wish for nights at home, and by when; None where there is none."""
    for standing in wishes:
        wish = standing.constraint
        if isinstance(wish, Home) and wish.hard and standing.points:
            days = (day for day in range(day_of(minute), day_of(minute) + 8) if standing.applies(day))
            by = next((by for day in days if (by := home_span(wish, day)[0]) > minute), None)
            if by is not None:
                return standing.points[0], by
    return None, 0


def busy_with(
    wishes: Sequence[Standing],
    progress: Sequence[Progress],
    courses: Courses,
    on_offer: Mapping[int, OnOffer] = MappingProxyType({}),
) -> Busy:
    """What wishes for rest and days off, errands, and places to be at need after each course."""
    pairs = tuple(zip(wishes, progress, strict=True))
    errands = tuple(pair for pair in pairs if isinstance(pair[0].constraint, Errand) and pair[0].constraint.hard)
    return Busy(
        days=_days_off(pairs, courses.now, ("movement",)),
        days_without_orders=_days_off(pairs, courses.now, ("movement", "orders")),
        driving=frozenset(day for s, p in errands for day in driving_days(s, p, courses.lat, courses.lng)),
        order_days=int(_order_days(pairs, staying(courses))[0]),
        order_days_after=_order_days(pairs, courses),
        minutes=_rest(pairs, courses),
        errands=errands,
        empty_ways=empty_ways(pairs, courses),
        on_offer=on_offer,
    )


def _order_days(pairs: Pairs, courses: Courses) -> Ints:
    """Days with an order in a district that hard wishes still ask for after each course."""
    needed = np.zeros(len(courses), dtype=np.int64)
    for standing, progress in pairs:
        if isinstance(standing.constraint, RegionDays) and standing.constraint.hard:
            needed += np.maximum(0, region_days_missing(standing, progress, courses))
    return needed


def _rest(pairs: Pairs, courses: Courses) -> Ints:
    """Minutes of the day on which each course ends that hard wishes for rest still need."""
    due = np.zeros(len(courses), dtype=np.int64)
    for standing, progress in pairs:
        if isinstance(standing.constraint, DailyRest) and standing.constraint.hard:
            due = np.maximum(due, rest_due(standing, progress, courses))
    return due


def _days_off(pairs: Pairs, minute: int, forbids: tuple[Forbids, ...]) -> int:
    """Days of this month that have to stay free, by the wishes that forbid one of these."""
    needed, today = 0, day_of(minute)
    for standing, progress in pairs:
        wish = standing.constraint
        if isinstance(wish, DaysOff) and wish.forbids in forbids:
            first, _ = standing.month_of(today)
            needed = max(needed, wish.at_least - free_days(standing, progress, first, today - 1))
    return needed
