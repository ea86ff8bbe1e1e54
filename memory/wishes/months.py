"""What courses of action make impossible of the wishes that a month asks for: days off, visits, days in a region.

Each function gives pairs (first day of the month, which courses lose it).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from memory.wishes.busy import FREE, Busy
from memory.wishes.courses import Bools, Courses, Ints, near_km, staying
from memory.wishes.days import Lost
from memory.wishes.errands import held_days
from memory.wishes.progress import Progress
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.kinds import CategoryQuota, DaysOff, MustTake, RegionDays, Visits
from scenarios.preferences.standing import Standing

SPARE_DAYS = 2
"""Hard visits, days off and orders in a district have so many days in hand: on the last possible one, rest or the way
home may ask for the hours."""
LOOK_MIN = 240
"""Minutes in a district in which an order of it is most likely found."""


def days_off(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """The month whose days off are too few after a course; every day that it touches is worked on."""
    wish = standing.constraint
    assert isinstance(wish, DaysOff)
    first, last = standing.month_of(day_of(courses.now))
    if first in progress.lost:
        return
    works = courses.order if wish.forbids == "orders" else courses.active
    left = free_days(standing, progress, first, last)
    touched = np.zeros(len(courses), dtype=np.int64)
    for day in range(day_of(courses.now), min(day_of(int(courses.end.max(initial=0))), last) + 1):
        if standing.applies(day) and day not in progress.by_day:
            touched += works & (courses.end > day * MINUTES_PER_DAY)
    yield first, left - touched < wish.at_least


def days_off_in_hand(standing: Standing, progress: Progress, courses: Courses, busy: Busy, spare_days: int) -> Bools:
    """Which courses leave less than `spare_days` in hand for days off, or less than there still are, when errands have
    the days on which they need driving, and orders in a district theirs."""
    wish = standing.constraint
    assert isinstance(wish, DaysOff)
    today = day_of(courses.now)
    first, last = standing.month_of(today)
    had = free_days(standing, progress, first, today - 1)
    if first in progress.lost or had >= wish.at_least or not len(courses):
        return np.zeros(len(courses), dtype=np.bool_)
    works = courses.order if wish.forbids == "orders" else courses.active
    driven = busy.driving if wish.forbids == "movement" else frozenset[int]()
    now, left = had - wish.at_least - busy.order_days, np.full(len(courses), had - wish.at_least)
    for day in range(today, last + 1):
        if standing.applies(day) and day not in progress.by_day:
            now += day not in driven
            left += ~((works & (courses.end > day * MINUTES_PER_DAY)) | (day in driven))
    in_hand: Bools = left - busy.order_days_after < min(spare_days, now)
    return in_hand


def free_days(standing: Standing, progress: Progress, first: int, last: int) -> int:
    """Days from first to last that can count as off and on which nothing was done, those to come included."""
    return sum(standing.applies(day) and day not in progress.by_day for day in range(first, last + 1))


def visits(standing: Standing, progress: Progress, courses: Courses, busy: Busy = FREE) -> Lost:
    """The month in which too few days are left for visits."""
    first = standing.month_of(day_of(courses.now))[0]
    need = visits_missing(standing, progress, courses.now)
    if need and first not in progress.lost and standing.points:
        yield first, need > _days_to_visit(standing, progress, courses, busy)


def visits_in_hand(
    standing: Standing, progress: Progress, courses: Courses, busy: Busy, spare_days: int
) -> NDArray[np.bool_]:
    """Which courses leave less than `spare_days` in hand for visits, or less than there still are."""
    need = visits_missing(standing, progress, courses.now)
    if not need or not standing.points or not len(courses):
        return np.zeros(len(courses), dtype=np.bool_)
    stays = staying(courses)
    stays.slack_min = int(np.max(courses.slack_min))
    at_least = replace(busy, minutes=int(np.min(busy.minutes)))
    now = int(_days_to_visit(standing, progress, stays, at_least)[0]) - need
    left: Ints = _days_to_visit(standing, progress, courses, busy) - need
    return left < min(spare_days, max(0, now))


def visits_missing(standing: Standing, progress: Progress, minute: int) -> int:
    """Visits that the month of a minute still asks for."""
    wish = standing.constraint
    assert isinstance(wish, Visits)
    return max(0, wish.at_least - progress.days_in(*standing.month_of(day_of(minute))))


def _days_to_visit(standing: Standing, progress: Progress, courses: Courses, busy: Busy) -> Ints:
    """Days left of the month after each course: those to come, less what other wishes need of them, and that on which
    it ends if the place is in reach."""
    wish, (_, last) = standing.constraint, standing.month_of(day_of(courses.now))
    assert isinstance(wish, Visits)
    point, radius = standing.points[0], wish.place.radius_km
    held = {d for pair in busy.errands for d in held_days(*pair, point, radius, courses.speed_kmh) if d <= last}
    day: Ints = np.minimum(courses.end // MINUTES_PER_DAY, last)
    there = courses.km_to(*point) <= near_km(radius)
    arrival = courses.arrival(*point, radius) + courses.slack_min + busy.minutes
    new_day = np.array([d not in progress.by_day for d in day.tolist()], dtype=np.bool_)
    taken = len(held) - np.searchsorted(np.array(sorted(held), dtype=np.int64), day, side="right")
    to_come = last - day - np.maximum(taken, busy.days)  # who stands at an errand's stop has the day off as well
    return to_come + (new_day & (there | (arrival < (day + 1) * MINUTES_PER_DAY)))


def region_days(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """The month in which too few days are left for orders in a district."""
    first, _ = standing.month_of(day_of(courses.now))
    if first not in progress.lost:
        yield first, region_days_missing(standing, progress, courses) > _days_for_orders(standing, progress, courses)


def region_days_in_hand(standing: Standing, progress: Progress, courses: Courses, busy: Busy, spare_days: int) -> Bools:
    """Which courses leave less than `spare_days` in hand for orders in a district, or less than there still are, when
    errands and days off have theirs."""
    need = region_days_missing(standing, progress, courses)
    if not len(courses) or not need.any():
        return np.zeros(len(courses), dtype=np.bool_)
    today = day_of(courses.now)
    _, last = standing.month_of(today)
    other = busy.days_without_orders + sum(today < day <= last for day in busy.driving)
    stays = staying(courses)
    days_now = _days_for_orders(standing, progress, stays, LOOK_MIN) - region_days_missing(standing, progress, stays)
    left: Ints = _days_for_orders(standing, progress, courses, LOOK_MIN) - need - other
    return left < min(spare_days, max(0, int(days_now[0]) - other))


def region_days_missing(standing: Standing, progress: Progress, courses: Courses) -> Ints:
    """Days with an order in the district that the month still asks for after each course."""
    wish = standing.constraint
    assert isinstance(wish, RegionDays)
    need = wish.at_least - progress.days_in(*standing.month_of(day_of(courses.now)))
    missing: Ints = np.maximum(0, need - in_region(standing, progress, courses).astype(np.int64))
    return missing


def _days_for_orders(standing: Standing, progress: Progress, courses: Courses, look_min: int = 0) -> Ints:
    """Days left of the month after each course: those to come, and that on which it ends if it does not count yet, and
    leaves `look_min` minutes in the district."""
    today = day_of(courses.now)
    _, last = standing.month_of(today)
    day: Ints = np.minimum(courses.end // MINUTES_PER_DAY, last)
    arrival = courses.arrival(*standing.points[0], 0.0) if standing.points else courses.end
    counts = np.array([d in progress.by_day for d in day.tolist()], dtype=np.bool_)
    counts |= (day == today) & in_region(standing, progress, courses)
    return last - day + (~counts & (arrival + look_min < (day + 1) * MINUTES_PER_DAY))


def falls_behind(standing: Standing, progress: Progress, courses: Courses) -> Bools:
    """Courses that bring none of the goods of which a period asks for more, where so few days are left of it that each
    should."""
    wish, today = standing.constraint, day_of(courses.now)
    assert isinstance(wish, CategoryQuota)
    first, last = standing.period_of(today, wish.per)
    need = (wish.at_least or 0) - progress.between(first, last)
    gains = courses.order & np.isin(courses.category, list(standing.codes))
    return ~gains if need > 0 and need > last - today - SPARE_DAYS else np.zeros(len(courses), dtype=np.bool_)


def in_region(standing: Standing, progress: Progress, courses: Courses) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Orders that load or unload in the district, on a day that does not count yet."""
    codes = list(standing.codes)
    touches = np.isin(courses.pickup_place, codes) | np.isin(courses.drop_place, codes)
    fresh = day_of(courses.now) not in progress.by_day
    gained: np.ndarray[tuple[int], np.dtype[np.bool_]] = courses.order & touches & fresh
    return gained


def must_take(standing: Standing, progress: Progress, courses: Courses, busy: Busy = FREE) -> Lost:
    """Courses after which the load cannot be had any more, as far as the words, or the platform, say when it is on
    offer."""
    wish = standing.constraint
    assert isinstance(wish, MustTake)
    if progress.by_day or 0 in progress.lost:
        return
    late = courses.end + courses.slack_min >= standing.due_min
    offer = busy.on_offer.get(standing.load)
    if offer is not None:
        late |= courses.end + courses.slack_min > offer.last_min
        if offer.close_min is not None:
            late |= courses.arrival(offer.lat, offer.lng, 0.0) + courses.slack_min > offer.close_min
    elif standing.points and wish.listed_min is not None and wish.place is not None:
        there = courses.arrival(*standing.points[0], wish.place.radius_km)
        if courses.now < wish.listed_min:  # to be there and free when it comes
            late |= there + np.where(courses.active, courses.slack_min, 0) > wish.listed_min
        else:
            late |= courses.active & (courses.km_to(*standing.points[0]) > wish.place.radius_km)
    yield 0, _others(standing, courses) & late


def leaves_promised(standing: Standing, progress: Progress, courses: Courses, busy: Busy) -> Bools:
    """Courses that leave a promised load where it is, though it can be taken now."""
    left = standing.load in busy.on_offer and not progress.by_day and 0 not in progress.lost
    return _others(standing, courses) if left else np.zeros(len(courses), dtype=np.bool_)


def _others(standing: Standing, courses: Courses) -> Bools:
    others: Bools = ~(courses.order & (courses.load == standing.load))
    return others
