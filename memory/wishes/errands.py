"""What courses of action make of an errand: whether its steps can still be done in time, and how late the last is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memory.wishes.courses import Bools, Courses, Floats, Ints, near_km
from memory.wishes.progress import Progress, leave_min
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import drive_minutes, haversine_km
from scenarios.preferences.kinds import Errand, ErrandStep
from scenarios.preferences.standing import Standing

RIM_KM = 0.01
"""Judged distances are good to some metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """What is ahead of each course, shape (n,)."""

    lost: Bools
    """A step cannot be done in time any more."""
    late_min: Floats
    """Minutes after the last step's deadline until the driver stands there."""


def deadline(standing: Standing, k: int) -> int:
    """Latest minute of arrival at step k: its own; else the first deadline or end of a stay of it and the steps after
    it; else when an open duty is due."""
    wish = standing.constraint
    assert isinstance(wish, Errand)
    own = wish.steps[k].deadline_min
    if own is not None:
        return own
    limits = [minute for step in wish.steps[k:] for minute in (step.deadline_min, step.stay_until_min)]
    return min((minute for minute in limits if minute is not None), default=standing.due_min)


def ahead(standing: Standing, progress: Progress, courses: Courses) -> Ahead:
    """Goes through the steps that are left, from where each course ends."""
    wish = standing.constraint
    assert isinstance(wish, Errand)
    n = len(courses)
    lost, late = np.zeros(n, dtype=np.bool_), np.zeros(n)
    if not standing.points or progress.step >= len(wish.steps):
        return Ahead(lost, late)
    minute: Ints = courses.end.copy()
    last = wish.steps[-1]
    if standing.ends_at_home and progress.step < len(wish.steps) - 1:
        at_home = courses.km_to(*standing.points[-1]) <= last.place.radius_km + RIM_KM
        lost |= at_home & (courses.end >= (wish.steps[0].earliest_min or 0))
    for k in range(progress.step, len(wish.steps)):
        step, point = wish.steps[k], standing.points[k]
        if k == progress.step:
            arrive = courses.arrival(*point, step.place.radius_km)
            slack, stood = np.asarray(courses.slack_min), np.zeros(n, dtype=np.int64)
            stays = arrive
            if _here(courses, point, step):  # who stays here has arrived, and needs nothing in hand
                since = courses.since if progress.there_since is None else progress.there_since
                too_soon = courses.since < standing.stay_from(step)
                arrive = np.where(courses.active, arrive, courses.end if too_soon else since)
                slack = np.where(courses.active, slack, 0)
                counts = courses.waits & (not too_soon)
                stays = np.where(courses.active, stays, np.where(counts, courses.now, courses.end))
                stood = np.where(courses.active, 0, progress.stood_min)
        else:
            stays = arrive = minute + _between(standing, k, courses.speed_kmh)
            slack, stood = np.zeros((), dtype=np.int64), np.zeros(n, dtype=np.int64)
        standing_there = progress.there_since is not None and k == progress.step
        lost |= (arrive + slack > deadline(standing, k)) & ~(~courses.active & standing_there)
        if k == len(wish.steps) - 1:
            due = standing.due_min if step.deadline_min is None else step.deadline_min
            late = np.maximum(0, arrive - standing.late_from(due)).astype(np.float64)
        leave = np.array([leave_min(step, s, a) for s, a in zip(stood.tolist(), stays.tolist(), strict=True)])
        minute = np.maximum(minute, leave)
    return Ahead(lost, late)


def held_days(
    standing: Standing, progress: Progress, point: tuple[float, float], radius_km: float, speed_kmh: float
) -> list[int]:
    """Days on which the steps that are left let nobody be at another place: from the last minute to set out for a step
    until whoever has stayed there could be back."""
    wish = standing.constraint
    assert isinstance(wish, Errand)
    spans: list[tuple[int, int]] = []
    for step, there in list(zip(wish.steps, standing.points, strict=True))[progress.step :]:
        begin = step.earliest_min if step.deadline_min is None else step.deadline_min
        km = haversine_km(*there, *point)
        if begin is None or km <= radius_km:
            continue
        drive = drive_minutes(km, speed_kmh)
        until = max(begin + step.stay_min, step.stay_until_min or 0)
        span = begin - drive, until + drive
        if spans and span[0] <= spans[-1][1]:  # from one stop to the next
            span = spans.pop()[0], span[1]
        spans.append(span)
    held = (range(-(-a // MINUTES_PER_DAY), b // MINUTES_PER_DAY) for a, b in spans)
    return [day for days in held for day in days]


def driving_days(standing: Standing, progress: Progress, lat: float, lng: float) -> set[int]:
    """Days on which somebody who stands at a point now has to drive for the steps that are left, at the latest."""
    wish = standing.constraint
    assert isinstance(wish, Errand)
    days, here = set[int](), (lat, lng)
    for step, there in list(zip(wish.steps, standing.points, strict=False))[progress.step :]:
        due = step.earliest_min if step.deadline_min is None else step.deadline_min - 1
        if due is not None and haversine_km(*here, *there) > near_km(step.place.radius_km):
            days.add(due // MINUTES_PER_DAY)
        here = there
    return days


def _here(courses: Courses, point: tuple[float, float], step: ErrandStep) -> bool:
    """Whether the courses begin at the step's place."""
    return haversine_km(courses.lat, courses.lng, *point) <= near_km(step.place.radius_km)


def _between(standing: Standing, k: int, speed_kmh: float) -> int:
    return drive_minutes(haversine_km(*standing.points[k - 1], *standing.points[k]), speed_kmh)
