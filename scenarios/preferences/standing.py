"""Constraints as they stand in one scenario: names become codes, dates become days, home becomes a point. Once a run.

It looks up what the words name, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from scenarios.clock import MINUTES_PER_DAY
from scenarios.counting import Counting
from scenarios.preferences.areas import Ground, district_places, ground
from scenarios.preferences.goods_names import is_meant
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    Errand,
    ErrandStep,
    FirstOrderBy,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
)
from scenarios.preferences.parts import Area, Place
from scenarios.preferences.whereabouts import Point, Whereabouts, places_of
from scenarios.records import Driver, Scenario

AFTER_DAYS = 32
"""Days after the run that a month may still have."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One constraint of one driver in one scenario."""

    number: int
    """Its place among the driver's constraints, from 0."""
    constraint: Constraint
    days: NDArray[np.bool_]
    """On which days from the start it applies, its own days and its span taken together; shape (days + 32,): a month
    may end after the run."""
    from_min: int
    until_min: int
    """In force in [from_min, until_min)."""
    due_min: int
    """By when a duty without a time of its own has to be done: before `until_min`, and before the run's end where what
    the run does not show counts as not done."""
    last_day: int
    """The last day that is judged."""
    points: tuple[Point, ...] = ()
    """Of its place, or of each of its steps."""
    codes: frozenset[int] = frozenset()
    """Of its categories, or of the places of its region."""
    load: int = -1
    """Row of the load that it names, -1 for none known."""
    grounds: tuple[Ground, ...] = ()
    touched: Ground | None = None
    months: tuple[tuple[int, int], ...] = ()
    """First and last day of each month that the judged days touch."""
    weekday: int = 0
    """Of the first day; 0 is Monday."""
    first_night: bool = False
    """A night that began on the day before the first is minded too (day -1)."""
    late_from_start: bool = False
    """An errand's minutes late count from when its first step may begin, not from its last deadline."""

    by_row_ends: bool = False
    """A stay at an errand's stop counts from the first step that ends there in its time: what began before, and is over
    then, is the arrival."""
    ends_at_home: bool = False
    """Once an errand's time has begun, whatever ends at its last stop is taken for its end (contest rule 67)."""
    overlap: bool = False
    """An order concerns the wish if it is in force at any minute of it."""

    def applies(self, day: int) -> bool:
        """Whether it applies on a day; False for days outside the scenario, but for a first night's."""
        if day == -1:
            return self.first_night
        return 0 <= day < len(self.days) and bool(self.days[day])

    def in_force(self, minute: int) -> bool:
        """Whether it is in force at a minute, as far as its span goes."""
        return self.from_min <= minute < self.until_min

    def concerned(self, start: int, end: int) -> bool:
        """Whether an action of these minutes, taken at the first, is one of those that the wish is about."""
        return self.in_force(start) or (self.overlap and max(start, self.from_min) < min(end, self.until_min))

    def late_from(self, deadline: int) -> int:
        """From which minute an errand's lateness counts."""
        begin = self.constraint.steps[0].earliest_min if isinstance(self.constraint, Errand) else None
        return begin if self.late_from_start and begin is not None else deadline

    def stay_from(self, step: ErrandStep) -> int:
        """The first minute at which a wait at an errand's stop may begin and count."""
        return (step.earliest_min or 0) if self.by_row_ends else 0

    def period_of(self, day: int, per: str) -> tuple[int, int]:
        """First and last day of the day, calendar week or month of a day."""
        if per == "day":
            return day, day
        if per == "week":
            monday = day - (day + self.weekday) % 7
            return max(0, monday), monday + 6
        return self.month_of(day)

    def month_of(self, day: int) -> tuple[int, int]:
        """First and last judged day of the month of a day; the last month for days after it."""
        for first, last in self.months:
            if day <= last:
                return first, last
        return self.months[-1]


def stand(constraints: Sequence[Constraint], scenario: Scenario, driver: Driver) -> tuple[Standing, ...]:
    """The constraints of a driver as they stand in a scenario, in their order; unknown ones stay, and ask for nothing.

    Where the scenario's rules count a kind in their own way (`WorldRules.counting`), the constraint is what they count.
    """
    counting = scenario.rules.counting
    whereabouts = Whereabouts(constraints, scenario.loads, (driver.lat, driver.lng))
    return tuple(
        _stand(number, as_counted(constraint, counting), scenario, whereabouts)
        for number, constraint in enumerate(constraints)
    )


def as_counted(constraint: Constraint, counting: Counting) -> Constraint:
    """The constraint with the fields that a way of counting decides for every wish of its kind."""
    update: dict[str, object] = {}
    if isinstance(constraint, DailyRest):
        update["reading_is_rest"] = constraint.reading_is_rest or counting.reading_is_rest
        update["window_wait_is_rest"] = constraint.window_wait_is_rest and counting.window_wait_is_rest
        update["counted"] = "calendar_day" if counting.rest_by_calendar_day else constraint.counted
    elif isinstance(constraint, FirstOrderBy):
        update["strict"] = constraint.strict or counting.first_order_at_limit_is_late
    elif isinstance(constraint, AreaRule):
        update["along_path"] = constraint.along_path and counting.places == "path"
    elif isinstance(constraint, Errand):
        of_its_day = counting.places == "row_ends" and not constraint.late_fen_per_min
        update["steps"] = tuple(_step_as_counted(step, counting, of_its_day) for step in constraint.steps)
    if constraint.kind in counting.uncapped:
        update["cap_fen"] = None
    return constraint.model_copy(update=update)


def _step_as_counted(step: ErrandStep, counting: Counting, of_its_day: bool) -> ErrandStep:
    """A step with the radius that counts; `of_its_day`: it is to be reached on the day of its deadline, and who is to
    stay until a minute has to wait as long as from the deadline on, reading not counted (contest rule 70)."""
    earliest, stay_min = step.earliest_min, step.stay_min
    if of_its_day and step.deadline_min is not None:
        if earliest is None:
            earliest = max(0, step.deadline_min - 1) // MINUTES_PER_DAY * MINUTES_PER_DAY
        stay_min = max(stay_min, (step.stay_until_min or 0) - step.deadline_min)
    radius_km = counting.stop_radius_km or step.place.radius_km
    place = step.place.model_copy(update={"radius_km": radius_km})
    return step.model_copy(update={"place": place, "earliest_min": earliest, "stay_min": stay_min})


def _stand(number: int, constraint: Constraint, scenario: Scenario, whereabouts: Whereabouts) -> Standing:
    loads, counting = scenario.loads, scenario.rules.counting
    judged = scenario.days if counting.days_max is None else min(scenario.days, counting.days_max)
    from_min = max(0, constraint.start_min or 0)
    until_min = scenario.horizon_min + AFTER_DAYS * MINUTES_PER_DAY
    if constraint.end_min is not None:
        until_min = min(until_min, constraint.end_min + 1)
    codes: frozenset[int] = frozenset()
    grounds: tuple[Ground, ...] = ()
    touched = None

    def on_ground(area: Area) -> Ground:
        return ground(area, loads, counting.district_boxes)

    if isinstance(constraint, Category | CategoryQuota):
        contains = isinstance(constraint, CategoryQuota) or constraint.match == "contains"
        codes = _category_codes(constraint.names, loads.category_names, contains=contains)
    elif isinstance(constraint, RegionDays):
        codes = district_places(constraint.region, loads.place_names)
    elif isinstance(constraint, AreaRule):
        grounds = tuple(map(on_ground, constraint.areas))
    elif isinstance(constraint, BanAfterTouch):
        grounds, touched = tuple(map(on_ground, constraint.banned)), on_ground(constraint.touched)
    row_ends = counting.places == "row_ends" and isinstance(constraint, Errand)
    homeward = isinstance(constraint, Errand) and constraint.late_fen_per_min > 0
    return Standing(
        number=number,
        constraint=constraint,
        days=_days(constraint, scenario, from_min, until_min),
        from_min=from_min,
        until_min=until_min,
        due_min=min(until_min, scenario.horizon_min) if counting.unseen == "breach" else until_min,
        last_day=judged - 1,
        points=_points(constraint, whereabouts),
        codes=codes,
        load=loads.row_of.get(constraint.load_id, -1) if isinstance(constraint, MustTake) else -1,
        grounds=grounds,
        touched=touched,
        months=_months_in_force(scenario, judged, from_min, until_min),
        first_night=counting.first_night and _has_first_night(constraint, scenario),
        late_from_start=counting.late_minutes == "from_start",
        by_row_ends=row_ends and not homeward,
        ends_at_home=row_ends and homeward,
        overlap=counting.in_force == "overlap",
        weekday=scenario.start.weekday(),
    )


def _days(constraint: Constraint, scenario: Scenario, from_min: int, until_min: int) -> NDArray[np.bool_]:
    """Days on which it applies: its own, and those that its span touches."""
    own = getattr(constraint, "days", None)
    out = np.zeros(scenario.days + AFTER_DAYS, dtype=np.bool_)
    for day in range(len(out)):
        spanned = day * MINUTES_PER_DAY < until_min and (day + 1) * MINUTES_PER_DAY > from_min
        out[day] = spanned and (own is None or own.has((scenario.start + timedelta(days=day)).date()))
    return out


def _has_first_night(constraint: Constraint, scenario: Scenario) -> bool:
    """Whether quiet hours of the night before the first day reach into it."""
    eve = (scenario.start - timedelta(days=1)).date()
    return isinstance(constraint, QuietWindow) and constraint.end <= constraint.start and constraint.days.has(eve)


def _months_in_force(scenario: Scenario, judged: int, from_min: int, until_min: int) -> tuple[tuple[int, int], ...]:
    """The months as far as the wish is in force: by the calendar its whole days, of a run all days until it ends."""
    if scenario.rules.counting.month == "run":
        return ((0, max(0, min(judged, -(-until_min // MINUTES_PER_DAY)) - 1)),)
    end = until_min // MINUTES_PER_DAY - 1
    begin = -(-from_min // MINUTES_PER_DAY)
    months = _months(scenario, judged)
    return tuple((max(a, begin), min(b, end)) for a, b in months if max(a, begin) <= min(b, end)) or months


def _months(scenario: Scenario, judged: int) -> tuple[tuple[int, int], ...]:
    """The calendar's months; the last may end after the run, whose days can still serve."""
    out: list[tuple[int, int]] = []
    for day in range(judged + AFTER_DAYS):
        if not out or (scenario.start + timedelta(days=day)).day == 1:
            if day >= judged:
                break
            out.append((day, day))
        out[-1] = (out[-1][0], day)
    return tuple(out)


def _points(constraint: Constraint, whereabouts: Whereabouts) -> tuple[Point, ...]:
    """Where its places are, or the district in which orders are wanted; none, when one of them is not known."""
    places = places_of(constraint)
    if isinstance(constraint, RegionDays):
        places = (constraint.place or Place(name=constraint.region),)
    points = [whereabouts.point(place) for place in places]
    return tuple(point for point in points if point is not None) if None not in points else ()


def _category_codes(names: Sequence[str], known: list[str], *, contains: bool) -> frozenset[int]:
    return frozenset(
        code for code, text in enumerate(known) if any(is_meant(name, text, contains=contains) for name in names)
    )


def is_judged(standing: Standing) -> bool:
    """Whether the constraint says something that can be kept or broken."""
    return not isinstance(standing.constraint, Unknown)
