"""What an action that was done meant for each wish: amounts, as facts. It adds up nothing; `progress` does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from memory.observed import Act, Outcome
from memory.wishes.courses import Courses, near_km
from memory.wishes.orders import ONE_METRE_KM
from memory.wishes.progress import Progress
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import (
    BanAfterTouch,
    CategoryQuota,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    FirstOrderBy,
    LongHauls,
    MustTake,
    OrdersPerDay,
    RegionDays,
    Visits,
)
from scenarios.preferences.standing import Standing

LEFT = -1.0
"""Amount of an errand's fact: the driver left the place before its time."""


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """An action that was done, with the minute at which its step began."""

    step_start_min: int
    outcome: Outcome
    course: Courses
    """The same as a course of length 1."""

    @property
    def order(self) -> bool:
        return bool(self.course.order[0])


def amounts(standing: Standing, progress: Progress, done: Done) -> Iterator[tuple[int, float]]:
    """Pairs (minute, amount) that the wish's progress takes in, in time."""
    wish, out, course = standing.constraint, done.outcome, done.course
    if not standing.concerned(out.start_min, out.end_min) and not isinstance(wish, DailyRest):
        return
    if isinstance(wish, DailyRest):
        yield from _rests(wish, done)
    elif isinstance(wish, DaysOff):
        if done.order or (wish.forbids == "movement" and course.active[0]):
            yield from _each_day(done)
    elif isinstance(wish, Deadhead):
        if course.empty_km[0] and standing.in_force(out.start_min):
            yield out.start_min, float(course.empty_km[0])
    elif isinstance(wish, Errand):
        yield from _steps(standing, progress, done)
    elif isinstance(wish, Visits):
        new_day = day_of(out.end_min) not in progress.by_day
        if new_day and standing.points and _ends_at(done, standing.points[0], wish.place.radius_km):
            yield out.end_min, 1.0
    elif isinstance(wish, BanAfterTouch):
        if _touches(standing, course):  # perhaps on the first of its days, perhaps on the last
            yield from _each_day(done)
    elif done.order and _counts(standing, done):
        yield out.start_min, 1.0


def _each_day(done: Done) -> Iterator[tuple[int, float]]:
    """One for each day that the action lasts."""
    start, last = done.outcome.start_min, max(done.outcome.end_min - 1, done.outcome.start_min)
    for day in range(day_of(start), day_of(last) + 1):
        yield max(start, day * MINUTES_PER_DAY), 1.0


def _touches(standing: Standing, course: Courses) -> bool:
    """Whether the truck came through the area, on the way to a pickup or from there."""
    assert standing.touched is not None
    pickup = course.pickup_lat, course.pickup_lng
    empty = standing.touched.touched(np.array([course.lat]), np.array([course.lng]), *pickup)
    return bool((empty | standing.touched.touched(*pickup, course.end_lat, course.end_lng))[0])


def _counts(standing: Standing, done: Done) -> bool:
    """Whether an order is one of those that the wish counts."""
    wish, course = standing.constraint, done.course
    if isinstance(wish, FirstOrderBy | OrdersPerDay):
        return True
    if isinstance(wish, MustTake):
        return int(course.load[0]) == standing.load
    if isinstance(wish, RegionDays):
        return int(course.pickup_place[0]) in standing.codes or int(course.drop_place[0]) in standing.codes
    if isinstance(wish, CategoryQuota):
        return int(course.category[0]) in standing.codes
    return isinstance(wish, LongHauls) and float(course.haul_km[0]) > wish.over_km - ONE_METRE_KM


def _rests(wish: DailyRest, done: Done) -> Iterator[tuple[int, float]]:
    out = done.outcome
    if out.action.act == Act.WAIT:
        start = done.step_start_min if wish.reading_is_rest else out.start_min
        if out.end_min > start:
            yield start, float(out.end_min - start)
    elif out.window_wait_min and wish.window_wait_is_rest:
        yield out.start_min + out.drive_min, float(out.window_wait_min)


def _steps(standing: Standing, progress: Progress, done: Done) -> Iterator[tuple[int, float]]:
    """Standing at the place of the present step, and leaving it."""
    wish, out = standing.constraint, done.outcome
    assert isinstance(wish, Errand)
    if not standing.points or progress.step >= len(wish.steps):
        return
    step, point = wish.steps[progress.step], standing.points[progress.step]
    if done.course.active[0] and progress.there_since is not None:
        yield out.start_min, LEFT
    if _ends_at(done, point, step.place.radius_km):
        arrives = done.course.active[0] or done.step_start_min < standing.stay_from(step)
        begin = out.end_min if arrives else out.start_min
        yield begin, float(out.end_min - begin)


def _ends_at(done: Done, point: tuple[float, float], radius_km: float) -> bool:
    return haversine_km(done.outcome.lat, done.outcome.lng, *point) <= near_km(radius_km)
