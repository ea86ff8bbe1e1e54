"""What courses of action break of the wishes about single orders and kilometres.

Each function gives breaches for each course, shape (n,), in the constraint's unit; 0: none.
"""

from __future__ import annotations

import numpy as np

from memory.wishes.busy import FREE, Busy
from memory.wishes.courses import Bools, Courses, Floats
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.areas import Ground
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
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
RIM_KM = 0.3
"""A way is drawn straight on a map; so near a rim counts as over it."""


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


def area(standing: Standing, progress: Progress, courses: Courses) -> Floats:
    """1 for each course that goes where it must not, by its order's ends or by its way."""
    constraint = standing.constraint
    assert isinstance(constraint, AreaRule)
    if constraint.rule == "keep_out":
        bad = np.zeros(len(courses), dtype=np.bool_)
        for ground in standing.grounds:
            bad |= ends_in(ground, courses)
            if constraint.applies_to == "position":
                bad |= courses.active & _enters(ground, courses, along=constraint.along_path)
    else:
        position = constraint.applies_to == "position"
        goes = courses.active if position else courses.order
        bad = goes & ~_all_within(standing.grounds, courses, along=position and constraint.along_path)
    return (bad & concerned(standing, courses)).astype(np.float64)


def stays_wrong(standing: Standing, courses: Courses) -> Bools:
    """Courses that leave the truck standing where it must not be."""
    constraint = standing.constraint
    assert isinstance(constraint, AreaRule)
    if constraint.applies_to == "orders" or courses.active.all():
        return np.zeros(len(courses), dtype=np.bool_)
    inside = np.zeros(len(courses), dtype=np.bool_)
    for ground in standing.grounds:
        inside |= ground.inside(courses.end_lat, courses.end_lng)
    wrong = inside if constraint.rule == "keep_out" else ~inside
    return ~courses.active & wrong & concerned(standing, courses)


def ends_in(ground: Ground, courses: Courses) -> Bools:
    """Orders with pickup or drop in an area."""
    inside = ground.holds(courses.pickup_place, courses.pickup_lat, courses.pickup_lng, RIM_KM)
    return courses.order & (inside | ground.holds(courses.drop_place, courses.end_lat, courses.end_lng, RIM_KM))


def _enters(ground: Ground, courses: Courses, *, along: bool) -> Bools:
    """Courses whose truck comes into an area; where it stands in it already, those that do not leave it. A truck that
    stands near the rim may go where it does not come in."""
    lat, lng = np.full(len(courses), courses.lat), np.full(len(courses), courses.lng)
    ends = ground.inside(courses.end_lat, courses.end_lng, RIM_KM)
    if not along or bool(ground.inside(lat[:1], lng[:1]).any()):
        return ends | (courses.order & ground.inside(courses.pickup_lat, courses.pickup_lng, RIM_KM))
    rim = 0.0 if bool(ground.inside(lat[:1], lng[:1], RIM_KM).any()) else RIM_KM
    met = ground.touched(lat, lng, courses.pickup_lat, courses.pickup_lng, rim)
    return ends | met | ground.touched(courses.pickup_lat, courses.pickup_lng, courses.end_lat, courses.end_lng, rim)


def _all_within(grounds: tuple[Ground, ...], courses: Courses, *, along: bool) -> Bools:
    """Courses that end, and load, in one of the areas, and do not leave it on a way that counts."""
    out = np.zeros(len(courses), dtype=np.bool_)
    lat, lng = np.full(len(courses), courses.lat), np.full(len(courses), courses.lng)
    for ground in grounds:
        loaded = ground.holds(courses.pickup_place, courses.pickup_lat, courses.pickup_lng, -ONE_METRE_KM)
        dropped = ground.holds(courses.drop_place, courses.end_lat, courses.end_lng, -ONE_METRE_KM)
        within: Bools = np.where(
            courses.order, loaded & dropped, ground.inside(courses.end_lat, courses.end_lng, -ONE_METRE_KM)
        )
        if along:
            loads, drops = (courses.pickup_lat, courses.pickup_lng), (courses.end_lat, courses.end_lng)
            within &= ~ground.left(*loads, *drops, RIM_KM)
            if not ground.left(lat[:1], lng[:1], lat[:1], lng[:1], RIM_KM).any():
                within &= ~ground.left(lat, lng, *loads, RIM_KM)
        out |= within
    return out


def after_touch(standing: Standing, progress: Progress, courses: Courses) -> Floats:
    """1 for an order with pickup or drop in a banned area, once the other has been touched."""
    constraint, today = standing.constraint, day_of(courses.now)
    assert isinstance(constraint, BanAfterTouch)
    assert standing.touched is not None
    per = "day" if constraint.until == "end_of_day" else "month"
    touched = np.full(len(courses), progress.days_in(*standing.period_of(today, per)) > 0)
    touched |= standing.touched.inside(courses.pickup_lat, courses.pickup_lng)
    banned = np.zeros(len(courses), dtype=np.bool_)
    for ground in standing.grounds:
        banned |= ends_in(ground, courses)
    hit: Floats = (banned & touched & concerned(standing, courses)).astype(np.float64)
    return hit
