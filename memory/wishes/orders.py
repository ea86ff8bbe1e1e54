"""What courses of action break of the wishes about single orders and kilometres.

Each function gives breaches for each course, shape (n,), in the constraint's unit; 0: none.
"""

from __future__ import annotations

import numpy as np

from memory.wishes.busy import FREE, Busy
from memory.wishes.courses import Bools, Courses, Floats
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.kinds import (
    Category,
    CategoryQuota,
    Deadhead,
    FirstOrderBy,
    LongestHaul,
    LongestPickup,
    LongHauls,
    OrdersPerDay,
)
from scenarios.preferences.standing import Standing

MOST_KEPT = 0.8
"""Share of a limit on empty kilometres that is kept for ways that may never be driven empty."""
ONE_METRE_KM = 0.002
"""Judged kilometres are good to a metre or two."""


def concerned(standing: Standing, courses: Courses) -> Bools:
    """Which courses have a minute on a day and within the span in which the wish applies."""
    out = (courses.end > standing.from_min) & (courses.now < standing.until_min)
    first, last = day_of(courses.now), np.maximum(courses.end - 1, courses.now) // 1440
    on_day = np.zeros(len(courses), dtype=np.bool_)
    for day in range(first, int(last.max(initial=first)) + 1):
        if standing.applies(day):
            on_day |= last >= day
    concerns: Bools = out & on_day
    return concerns


def single_order(standing: Standing, progress: Progress, courses: Courses) -> Floats:
    """Breaches of wishes that one order keeps or breaks by itself."""
    constraint = standing.constraint
    if isinstance(constraint, Category):
        bad = _listed(courses, standing)
    elif isinstance(constraint, LongestHaul):
        bad = courses.haul_km > constraint.km - ONE_METRE_KM
    else:
        assert isinstance(constraint, LongestPickup)
        bad = courses.empty_km > constraint.km - ONE_METRE_KM
    return (courses.order & bad & concerned(standing, courses)).astype(np.float64)


def _listed(courses: Courses, standing: Standing) -> Bools:
    """Courses whose category is one of the wish's."""
    if not standing.codes:
        return np.zeros(len(courses), dtype=np.bool_)
    listed: Bools = np.isin(courses.category, list(standing.codes))
    return listed


def counted(standing: Standing, progress: Progress, courses: Courses) -> Floats:
    """Breaches of a limit on the number of orders in a day, a week or a month."""
    constraint, today = standing.constraint, day_of(courses.now)
    if not standing.applies(today) or not standing.in_force(courses.now):
        return np.zeros(len(courses))
    if isinstance(constraint, OrdersPerDay):
        of_kind, most, per = courses.order, constraint.at_most, "day"
    elif isinstance(constraint, LongHauls):
        of_kind = courses.order & (courses.haul_km > constraint.over_km - ONE_METRE_KM)
        most, per = constraint.at_most, constraint.per
    else:
        assert isinstance(constraint, CategoryQuota)
        if constraint.at_most is None:
            return np.zeros(len(courses))
        of_kind, most, per = courses.order & _listed(courses, standing), constraint.at_most, constraint.per
    first, last = standing.period_of(today, per)
    full = progress.between(first, last) >= most
    return (of_kind & full).astype(np.float64)


def first_order(standing: Standing, progress: Progress, courses: Courses) -> Floats:
    """1 for an order that would be the day's first, and late."""
    constraint, today = standing.constraint, day_of(courses.now)
    assert isinstance(constraint, FirstOrderBy)
    late = courses.now - today * 1440 > constraint.by - constraint.strict
    if not late or not standing.applies(today) or progress.by_day.get(today) or today in progress.lost:
        return np.zeros(len(courses))
    return courses.order.astype(np.float64)


def deadhead(standing: Standing, progress: Progress, courses: Courses, busy: Busy = FREE) -> Floats:
    """Kilometres over the limit that each course adds, with those that it leaves for what other wishes ask for."""
    constraint, today = standing.constraint, day_of(courses.now)
    assert isinstance(constraint, Deadhead)
    if not standing.applies(today) or not standing.in_force(courses.now):
        return np.zeros(len(courses))
    first, last = standing.period_of(today, constraint.per)
    driven = progress.between(first, last)
    empty, perhaps = courses.empty_km, np.zeros(len(courses))
    for way in busy.empty_ways:
        if first <= way.day <= last:
            empty, perhaps = empty + way.km, perhaps + way.perhaps_km
    # What may have to be driven is no reason to stand still.
    kept = driven + empty + np.minimum(perhaps, constraint.km * MOST_KEPT)
    over: Floats = np.maximum(0.0, kept - constraint.km) - max(0.0, driven - constraint.km)
    return over
