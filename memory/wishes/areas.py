"""What courses of action break of the wishes about areas: by where an order loads and unloads, by the truck's way, and
by where it stands when an area is closed.
"""

from __future__ import annotations

import numpy as np

from memory.wishes.courses import Bools, Courses, Floats
from memory.wishes.days import Lost
from memory.wishes.orders import ONE_METRE_KM, concerned
from memory.wishes.progress import Progress
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.areas import Ground
from scenarios.preferences.kinds import AreaRule, BanAfterTouch
from scenarios.preferences.standing import Standing

RIM_KM = 0.3
"""A way is drawn straight on a map; so near a rim counts as over it."""
LEAVE_MIN = 12 * 60
"""So long before an area is closed it is looked at whether the truck can still leave it."""
CLOSES_DAYS = 5
"""Areas that are closed later are no matter yet."""


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


def caught(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """The day on which an area is closed, and the courses after which the truck cannot be out of it in time."""
    constraint, closes = standing.constraint, closing_min(standing, courses.now)
    assert isinstance(constraint, AreaRule)
    if closes is None or day_of(closes) in progress.lost:
        return
    bad = np.zeros(len(courses), dtype=np.bool_)
    for ground in standing.grounds:
        inside = ground.inside(courses.end_lat, courses.end_lng) & (courses.end + LEAVE_MIN > closes)
        for i in np.flatnonzero(inside & ~bad).tolist():
            out = ground.way_out(float(courses.end_lat[i]), float(courses.end_lng[i]))
            if out is not None:
                bad[i] = (courses.arrival(*out, 0.0) + courses.slack_min)[i] > closes
    yield day_of(closes), bad


def is_closing(standing: Standing, minute: int) -> bool:
    """Whether nobody may stand in the area at a minute, or LEAVE_MIN later."""
    closes = closing_min(standing, minute)
    return (standing.in_force(minute) and standing.applies(day_of(minute))) or (
        closes is not None and minute + LEAVE_MIN > closes
    )


def closing_min(standing: Standing, minute: int) -> int | None:
    """When the truck has next to be out of an area of which it is allowed to be inside now; None: not soon."""
    wish, today = standing.constraint, day_of(minute)
    if not isinstance(wish, AreaRule) or wish.rule != "keep_out" or wish.applies_to != "position":
        return None
    if standing.in_force(minute) and standing.applies(today):
        return None
    for day in range(today, today + CLOSES_DAYS):
        closes = max(day * MINUTES_PER_DAY, standing.from_min)
        if standing.applies(day) and minute < closes < standing.until_min:
            return closes
    return None


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
