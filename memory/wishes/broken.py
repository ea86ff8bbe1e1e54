"""What courses of action break, wish by wish: the one door to the arithmetic of all kinds.

A course breaks a wish by what is done in it, or by making a day, a month or an errand impossible to keep. Probable
breaches are no breaches here; what to make of either is the agents' business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from memory.wishes import areas, days, errands, months, orders
from memory.wishes.busy import FREE, Busy
from memory.wishes.courses import Bools, Courses, Floats
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.standing import Standing

NO_KEY = -2
"""Below every day: the first night began on day -1."""


@dataclass(frozen=True, slots=True, eq=False)
class Broken:
    """Breaches of one wish by each course: `key` is the day or month (by its first day) lost, NO_KEY for an act."""

    key: int
    units: Floats
    fen: Floats
    """Their price, before any cap."""


def broken(standing: Standing, progress: Progress, courses: Courses, busy: Busy = FREE) -> Iterator[Broken]:
    """The breaches of one wish. `busy`: what other wishes need of what is left."""
    wish = standing.constraint
    match wish:
        case DailyRest():
            yield from _lost(standing, days.rest(standing, progress, courses), courses)
        case QuietWindow():
            yield from _lost(standing, days.quiet(standing, progress, courses), courses)
        case Home():
            yield from _lost(standing, days.home(standing, progress, courses), courses)
        case DaysOff():
            yield from _lost(standing, months.days_off(standing, progress, courses), courses)
        case Visits():
            yield from _lost(standing, months.visits(standing, progress, courses, busy), courses)
        case RegionDays():
            yield from _lost(standing, months.region_days(standing, progress, courses), courses)
        case MustTake():
            yield from _lost(standing, months.must_take(standing, progress, courses, busy), courses)
        case Errand():
            ahead = errands.ahead(standing, progress, courses)
            if 0 not in progress.lost:
                yield from _lost(standing, [(0, ahead.lost)], courses)
            yield Broken(NO_KEY, np.zeros(len(courses)), ahead.late_min * wish.late_fen_per_min)
        case Category() | LongestHaul() | LongestPickup():
            yield _acts(standing, orders.single_order(standing, progress, courses))
        case OrdersPerDay() | LongHauls() | CategoryQuota():
            yield _acts(standing, orders.counted(standing, progress, courses))
        case FirstOrderBy():
            yield _acts(standing, orders.first_order(standing, progress, courses))
        case Deadhead():
            yield _acts(standing, orders.deadhead(standing, progress, courses, busy))
        case AreaRule():
            yield _acts(standing, areas.area(standing, progress, courses))
            yield from _lost(standing, areas.caught(standing, progress, courses), courses)
        case BanAfterTouch():
            yield _acts(standing, areas.after_touch(standing, progress, courses))


def _acts(standing: Standing, units: Floats) -> Broken:
    return Broken(NO_KEY, units, units * standing.constraint.penalty_fen)


def _lost(standing: Standing, lost: Iterable[tuple[int, Bools]], courses: Courses) -> Iterator[Broken]:
    for key, bad in lost:
        units = bad.astype(np.float64)
        yield Broken(key, units, units * standing.constraint.penalty_fen)


Purse = tuple[int, int]
"""A preference and its cap, 0 for none: what constraints share that have both in common."""


def purse(standing: Standing) -> Purse:
    return standing.constraint.preference, standing.constraint.cap_fen or 0  # a cap of 0 is none (contest section H)


def cap_left(standings: Sequence[Standing], progress: Sequence[Progress], of: Purse) -> float:
    """What is left of the cap that some constraints of one preference share, by the driver's own reckoning."""
    if not of[1]:
        return float("inf")
    mine = (p.used_fen for s, p in zip(standings, progress, strict=True) if purse(s) == of)
    return max(0.0, of[1] - sum(mine))
