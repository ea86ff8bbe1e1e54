"""Single wishes that nothing the driver does can keep, or that leave no work: found before the run.

What is told follows from the words, the driver's start, straight drives at the world's speed, and the scenario's loads
as a whole, not from what other drivers take. That nothing is told promises nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scenarios.clock import MINUTES_PER_DAY, wall_text
from scenarios.geo import haversine_km, pickup_minutes
from scenarios.loads import NO_WINDOW
from scenarios.preferences.kinds import (
    AreaRule,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Errand,
    Home,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.orders_left import why_no_orders
from scenarios.preferences.parts import EVERY_DAY, District
from scenarios.preferences.standing import Standing, stand
from scenarios.preferences.whereabouts import Point, places_of
from scenarios.records import Driver, Record, Scenario
from scenarios.words import counted

NEVER = "cannot be kept"
IDLE = "can only be kept by doing nothing"
HARDLY = "leaves hardly any time for work"
NO_ORDERS = "can only be kept without orders"
UNJUDGED = "cannot be judged in this run"

Fault = tuple[str, str]
"""What cannot be done with a wish, and why."""


class Impossible(Record):
    """What is impossible about one constraint of a driver."""

    number: int
    """Its place among the driver's constraints, from 0."""
    what: str
    """NEVER, IDLE, HARDLY, NO_ORDERS or UNJUDGED."""
    why: str

    def sentence(self, constraints: Sequence[Constraint]) -> str:
        """The same in words, with the driver's own."""
        return f'"{constraints[self.number].text}" {self.what} ({self.why})'


def impossible(constraints: Sequence[Constraint], scenario: Scenario, driver: Driver) -> tuple[Impossible, ...]:
    """What is impossible about each constraint by itself, in their order; then quiet times that fill the day."""
    alone = tuple(
        Impossible(number=standing.number, what=what, why=why)
        for standing in stand(constraints, scenario, driver)
        if not isinstance(standing.constraint, Unknown)
        for what, why in _faults(standing, scenario, driver)
    )
    return alone + tuple(_quiet_together(constraints))


def _quiet_together(constraints: Sequence[Constraint]) -> Iterator[Impossible]:
    """The quiet time, of those of every day, that with those before it leaves no minute of the day."""
    left = np.ones(MINUTES_PER_DAY, dtype=np.bool_)
    for number, c in enumerate(constraints):
        if not isinstance(c, QuietWindow) or c.days != EVERY_DAY or (c.end - c.start) % MINUTES_PER_DAY == 0:
            continue
        minutes = (np.arange(c.start, c.end + (MINUTES_PER_DAY if c.end <= c.start else 0))) % MINUTES_PER_DAY
        had = left.any()
        left[minutes] = False
        if had and not left.any():
            yield Impossible(number=number, what=IDLE, why="with the other quiet times no minute of the day is left")


def _faults(standing: Standing, scenario: Scenario, driver: Driver) -> Iterator[Fault]:
    c, start = standing.constraint, (driver.lat, driver.lng)
    if standing.until_min <= standing.from_min:
        yield NEVER, "its time is over before it begins"
        return
    row_ends = scenario.rules.counting.places == "row_ends"  # by which of districts only activity counts
    by_run = scenario.rules.counting.unseen == "breach"  # what the run does not reach was not done
    if standing.from_min >= scenario.horizon_min and not by_run:
        yield UNJUDGED, "it applies at no time of the run"
        return
    unknown = _unknown_place(standing)
    if unknown:
        yield UNJUDGED, f"nothing says where {unknown!r} is"
        return
    why = ""
    match c:
        case Errand():
            why = _errand(standing, c, scenario, start)
            after = "" if why else _errand_after(standing, c, scenario, start)
            if after:
                yield NEVER if by_run else UNJUDGED, after
        case MustTake():
            why = _must_take(standing, c, scenario, start)
        case Home():
            if c.stay_until is not None and (c.stay_until - c.by) % MINUTES_PER_DAY == 0 and c.days == EVERY_DAY:
                yield IDLE, "the stay at home lasts until the next evening"
            why = _first_evening(standing, c, scenario, start)
        case DailyRest() if c.rest_min >= MINUTES_PER_DAY:
            yield from _rest(c)
        case QuietWindow() if c.days == EVERY_DAY and (c.end - c.start) % MINUTES_PER_DAY == 0:
            yield IDLE, "the quiet time is the whole day"
        case DaysOff():
            yield from _days(standing, scenario, c.at_least, "days off", 0)
        case Visits():
            day = _drive_min(start, standing.points[0], c.place.radius_km, scenario) // MINUTES_PER_DAY
            yield from _days(standing, scenario, c.at_least, "days there", day)
        case RegionDays():
            yield from _days(standing, scenario, c.at_least, "days with an order there", 0)
            why = _too_few_loads(standing, scenario, 1)
        case CategoryQuota() if c.at_least is not None:
            why = _too_few_loads(standing, scenario, c.at_least)
            if c.at_most is not None and c.at_most < c.at_least:
                why = f"at least {c.at_least} and at most {c.at_most} are asked for"
        case AreaRule() if not (row_ends and any(isinstance(area, District) for area in c.areas)):
            why = _start_at_fault(standing, c, start)
    if why:
        yield NEVER, why
    no_orders = why_no_orders(standing, scenario.loads)
    if no_orders:
        yield NO_ORDERS, no_orders


def _unknown_place(standing: Standing) -> str:
    """The name of a place, or of a district to stay in, that nothing locates; empty if all are found."""
    c = standing.constraint
    names = [place.name for place in places_of(c) if place.name and place.lat is None]
    if names and not standing.points:
        return names[0]
    if isinstance(c, AreaRule) and c.applies_to == "position":
        for area, ground in zip(c.areas, standing.grounds, strict=True):
            if isinstance(area, District) and ground.middle() is None:
                return area.name
    return ""


def _drive_min(start: Point, to: Point, radius_km: float, scenario: Scenario) -> int:
    """Minutes of the straight way to the rim of a place."""
    return pickup_minutes(max(0.0, haversine_km(*start, *to) - radius_km), scenario.rules.speed_kmh)


def _errand(standing: Standing, c: Errand, scenario: Scenario, start: Point) -> str:
    """The first step that comes too late for who drives from the start of the run, stop by stop."""
    minute, place, left_km = 0, start, 0.0
    for number, (step, point) in enumerate(zip(c.steps, standing.points, strict=True), start=1):
        name = step.place.name or f"({point[0]}, {point[1]})"
        deadline = standing.until_min if step.deadline_min is None else step.deadline_min
        if step.earliest_min is not None and step.earliest_min > deadline:
            return f"step {number}, {name}: it is not to be reached before it is due"
        # Who stands at a rim may be nearer to the next stop by the radius.
        arrival = max(
            minute + _drive_min(place, point, step.place.radius_km + left_km, scenario), step.earliest_min or 0
        )
        if arrival > deadline:
            due, there = (wall_text(m, scenario.start) for m in (deadline, arrival))
            return f"step {number}, {name}: due {due}, and driving straight there it is {there}"
        minute, place, left_km = max(arrival + step.stay_min, step.stay_until_min or 0), point, step.place.radius_km
    return ""


def _errand_after(standing: Standing, c: Errand, scenario: Scenario, start: Point) -> str:
    """The first step for which the truck would have to leave after the end of the run."""
    minute, place = 0, start
    for number, (step, point) in enumerate(zip(c.steps, standing.points, strict=True), start=1):
        drive = _drive_min(place, point, step.place.radius_km, scenario)
        if drive and minute >= scenario.horizon_min:
            name = step.place.name or f"({point[0]}, {point[1]})"
            return f"the run is over before step {number}, {name}, can be begun"
        arrival = max(minute + drive, step.earliest_min or 0)
        minute, place = max(arrival + step.stay_min, step.stay_until_min or 0), point
    return ""


def _must_take(standing: Standing, c: MustTake, scenario: Scenario, start: Point) -> str:
    """Why the load cannot be had: it does not exist, is not on offer in the wish's time, or its pickup is too far."""
    loads, row = scenario.loads, standing.load
    never = loads.why_never(c.load_id)
    if never:
        return never
    first = max(0, standing.from_min, int(loads.create_min[row]))
    if first > min(int(loads.remove_min[row]), standing.until_min - 1, scenario.horizon_min - 1):
        return f"load {c.load_id!r} is not on offer while the wish is in force"
    pickup = float(loads.start_lat[row]), float(loads.start_lng[row])
    there = max(first, _drive_min(start, pickup, 0.0, scenario))
    closes = int(loads.window_close_min[row])
    if closes != NO_WINDOW and there > closes:
        due, earliest = (wall_text(m, scenario.start) for m in (closes, there))
        return f"load {c.load_id!r} is loaded until {due}, and driving straight there it is {earliest}"
    return ""


def _first_evening(standing: Standing, c: Home, scenario: Scenario, start: Point) -> str:
    drive = _drive_min(start, standing.points[0], c.place.radius_km, scenario)
    for day in range(standing.last_day + 1):
        by = day * MINUTES_PER_DAY + c.by
        if standing.applies(day) and standing.in_force(by) and drive > by:
            return f"driving straight home takes {drive} min, and it is due {wall_text(by, scenario.start)}"
    return ""


def _rest(c: DailyRest) -> Iterator[Fault]:
    """A rest of a day or more; where it counts for the day on which it begins, and for those that it goes on over, an
    hour may be left between two of them."""
    said = f"a day has {MINUTES_PER_DAY} minutes, and the rest {c.rest_min}"
    if c.counted == "calendar_day" and c.rest_min > MINUTES_PER_DAY:
        yield NEVER, said
    elif c.days == EVERY_DAY:
        yield (HARDLY if c.counted == "start_of_rest" else IDLE), said


def _days(standing: Standing, scenario: Scenario, at_least: int, noun: str, from_day: int) -> Iterator[Fault]:
    """The first month with too few days from a day on, or of which the run shows too few."""
    by_calendar = scenario.rules.counting.month == "calendar"
    for first, last in standing.months:
        shown = sum(standing.applies(day) for day in range(max(first, from_day), min(last, standing.last_day) + 1))
        after = sum(standing.applies(day) for day in range(standing.last_day + 1, last + 1))
        before = scenario.start.day - 1 if by_calendar and first == 0 else 0  # days before the run may have served
        if shown + after + before < at_least:
            yield NEVER, f"{at_least} {noun} a month are asked for, and it has {shown + after + before}"
            return
        if shown < at_least:
            yield UNJUDGED, f"{at_least} {noun} a month are asked for, and the run shows {shown}"
            return


def _too_few_loads(standing: Standing, scenario: Scenario, at_least: int) -> str:
    loads, codes = scenario.loads, list(standing.codes)
    if isinstance(standing.constraint, CategoryQuota):
        having = np.isin(loads.category, codes)
    else:
        having = np.isin(loads.start_place, codes) | np.isin(loads.end_place, codes)
    number = int(np.count_nonzero(having & (loads.create_min < scenario.horizon_min) & (loads.remove_min >= 0)))
    return "" if number >= at_least else f"the scenario has {counted(number, 'such load')}"


def _start_at_fault(standing: Standing, c: AreaRule, start: Point) -> str:
    """Why the truck is where it must not be from the first minute on."""
    if c.applies_to != "position" or standing.from_min > 0 or not standing.applies(0):
        return ""
    lat, lng = np.array([start[0]]), np.array([start[1]])
    inside = any(bool(ground.inside(lat, lng)[0]) for ground in standing.grounds)
    if c.rule == "keep_out":
        return "the driver starts in it" if inside else ""
    return "" if inside else "the driver starts outside of it"
