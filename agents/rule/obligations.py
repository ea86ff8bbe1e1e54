"""What a driver's wishes ask for now: what is due and when it has to be begun, and the actions that would serve.

It proposes; what is done is the decision's. A proposal is any action that may keep a wish, however unattractive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from agents.rule.pricing import Prices, Pricing
from memory.observed import Act, Action, Observation
from memory.wishes.areas import is_closing
from memory.wishes.broken import broken
from memory.wishes.courses import Courses, move, near_km, still
from memory.wishes.days import home_span, quiet_span, rests_since
from memory.wishes.needs import busy_with, prepare
from memory.wishes.progress import Progress, leave_min
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.geo import drive_minutes, haversine_km
from scenarios.preferences.kinds import (
    AreaRule,
    DailyRest,
    DaysOff,
    Errand,
    FirstOrderBy,
    Home,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point

SOON_MIN = 180
"""What has to be begun within so many minutes is due."""
STEP_MIN = 5
SLACK_MIN = 2
"""Minutes kept in hand: a claim that is refused costs one."""
READ_LISTS = 5
"""Lists that are read in a step, at most."""
LONGEST_WAIT_MIN = 3 * MINUTES_PER_DAY


@dataclass(frozen=True, slots=True)
class Due:
    """A wish that asks for something now."""

    number: int
    begin_by_min: int | None
    """Until then the driver may stay as it is; None: it cannot be kept any more, whatever is done."""
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """An action that may keep a wish."""

    action: Action
    why: str
    course: Courses
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """What a driver's wishes say of a step: prices of the options, what is due, and actions that would serve."""

    pricing: Pricing
    """Prices any further course by the same wishes."""
    options: Prices
    due: tuple[Due, ...]
    proposals: tuple[Proposal, ...]
    read_from: int
    """When the step began, with the reading of lists."""


def dues(pricing: Pricing, seen: Observation, read_from: int) -> tuple[Due, ...]:
    """Wishes for which something has to be begun within SOON_MIN, or that are lost if one stays, in their order."""
    ends = list(range(seen.minute, seen.minute + SOON_MIN + 1, STEP_MIN))
    stays = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, ends, waits=True, slack_min=SLACK_MIN)
    stays.read_from = read_from
    prepare(pricing.wishes, stays)
    busy = busy_with(pricing.wishes, pricing.progress, stays, pricing.on_offer)
    out: list[Due] = []
    for standing, progress in zip(pricing.wishes, pricing.progress, strict=True):
        for breach in broken(standing, progress, stays, busy):
            bad = breach.units.nonzero()[0]
            if len(bad) == 0:
                continue
            by = ends[int(bad[0]) - 1] if bad[0] else None
            said = f"wish {standing.number} ({standing.constraint.kind})"
            text = f"{said}: begin by minute {by}" if by is not None else f"{said}: cannot be kept by staying here"
            out.append(Due(standing.number, by, text))
    return tuple(out)


def proposals(pricing: Pricing, seen: Observation, read_from: int) -> Iterator[Proposal]:
    """Waits and moves that wishes may ask for, wish by wish."""
    for standing, progress in zip(pricing.wishes, pricing.progress, strict=True):
        for until, why in _waits(standing, progress, seen, read_from):
            if seen.minute < until <= seen.minute + LONGEST_WAIT_MIN:
                yield wait_until(seen, until, why, standing.number)
        for to, why in _moves(standing, progress, seen):
            if haversine_km(seen.lat, seen.lng, *to) > 0.0:
                yield go(seen, to, why, standing.number)


def wait_until(seen: Observation, until: int, why: str, number: int = -1) -> Proposal:
    """Waiting here until a minute."""
    course = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, [until], waits=True, slack_min=SLACK_MIN)
    return Proposal(Action(Act.WAIT, minutes=until - seen.minute), why, course, number)


def go(seen: Observation, to: Point, why: str, number: int = -1) -> Proposal:
    """Driving empty to a point."""
    km = haversine_km(seen.lat, seen.lng, *to)
    end = seen.minute + drive_minutes(km, seen.speed_kmh)
    course = move(seen.minute, seen.lat, seen.lng, seen.speed_kmh, to, km, end)
    return Proposal(Action(Act.REPOSITION, lat=to[0], lng=to[1]), why, course, number)


def _waits(standing: Standing, progress: Progress, seen: Observation, read_from: int) -> Iterator[tuple[int, str]]:
    wish, now, today = standing.constraint, seen.minute, day_of(seen.minute)
    midnight = (today + 1) * MINUTES_PER_DAY
    match wish:
        case DailyRest():
            since = rests_since(wish, progress, now, read_from)
            yield since + wish.rest_min, "rest in one piece"
            if wish.counted == "calendar_day":
                yield max(since, today * MINUTES_PER_DAY) + wish.rest_min, "rest in one piece of this day"
                yield midnight + wish.rest_min, "rest through the night"
        case QuietWindow():
            for day in (today - 1, today, today + 1):
                start, end = quiet_span(wish, day)
                if standing.applies(day) and start - SOON_MIN * 3 <= now < end:
                    yield end, "quiet hours"
                    if not wish.must_wait:
                        yield end - _reading_min(seen), "quiet hours, but for reading lists before they end"
        case Home() if standing.points and _at(seen, standing.points[0], wish.place.radius_km):
            for day in (today - 1, today, today + 1):
                by, end = home_span(wish, max(day, 0))
                if standing.applies(day) and by - SOON_MIN * 3 <= now < max(end, by + 1):
                    yield max(end, by + 1), "stay at home"
                    yield end - _reading_min(seen), "stay at home, and read lists before it is time"
        case DaysOff():
            yield midnight, "day off"
            yield midnight + MINUTES_PER_DAY, "day off"
        case FirstOrderBy() | OrdersPerDay():
            yield midnight, "no more orders today"
        case MustTake() if wish.listed_min is not None and not progress.by_day:
            yield wish.listed_min, "wait for the promised load"
        case Errand() if standing.points and progress.step < len(wish.steps):
            step, point = wish.steps[progress.step], standing.points[progress.step]
            if _at(seen, point, step.place.radius_km):
                if read_from < standing.stay_from(step):
                    yield standing.stay_from(step), "wait at the errand's stop until the stay counts"
                yield leave_min(step, progress.stood_min, now), "stay for the errand"
        case Visits() if standing.points and _at(seen, standing.points[0], wish.place.radius_km):
            yield midnight, "stay at the place until tomorrow"


def _moves(standing: Standing, progress: Progress, seen: Observation) -> Iterator[tuple[Point, str]]:
    wish = standing.constraint
    match wish:
        case Home() if standing.points:
            yield standing.points[0], "go home"
        case Errand() if standing.points and progress.step < len(wish.steps):
            yield standing.points[progress.step], "go to the errand"
        case MustTake() if standing.points and not progress.by_day:
            yield standing.points[0], "go where the promised load is"
        case Visits() if standing.points:
            first, last = standing.month_of(day_of(seen.minute))
            if progress.days_in(first, last) < wish.at_least and day_of(seen.minute) not in progress.by_day:
                yield standing.points[0], "visit the place"
        case RegionDays() if standing.points:
            first, last = standing.month_of(day_of(seen.minute))
            if progress.days_in(first, last) < wish.at_least and day_of(seen.minute) not in progress.by_day:
                yield standing.points[0], "go where orders of the district are"
        case AreaRule(rule="stay_in"):
            for ground in standing.grounds:
                middle = ground.middle()
                here = ground.inside(np.array([seen.lat]), np.array([seen.lng]))
                if middle is not None and not here[0]:
                    yield middle, "go back into the area"
        case AreaRule(rule="keep_out", applies_to="position") if is_closing(standing, seen.minute):
            for ground in standing.grounds:
                if ground.inside(np.array([seen.lat]), np.array([seen.lng]))[0]:
                    out = ground.way_out(seen.lat, seen.lng)
                    if out is not None:
                        yield out, "leave the area"


def _reading_min(seen: Observation) -> int:
    """Minutes that a step's lists take."""
    return READ_LISTS * -(-seen.query_k // seen.items_per_scan_minute)


def _at(seen: Observation, point: Point, radius_km: float) -> bool:
    return haversine_km(seen.lat, seen.lng, *point) <= near_km(radius_km)
