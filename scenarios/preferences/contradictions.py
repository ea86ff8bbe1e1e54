"""Wishes of one driver that cannot both be kept: found before the run, with the one that is cheaper to break.

Only what follows from the words and the table of places: never from loads, and never from driving times.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from typing import Literal

from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import haversine_km
from scenarios.places import load_places
from scenarios.preferences.compiled import Context
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    Constraint,
    DaysOff,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import EVERY_DAY, Area, Box, Circle, Days, Place
from scenarios.preferences.place_names import known_names
from scenarios.records import Record


class Contradiction(Record):
    """Two constraints of one driver of which at most one can be kept."""

    first: int
    second: int
    """Their numbers among the driver's constraints; first < second."""
    why: str
    cheaper: Literal["first", "second"]
    """Which one to break: a soft one before a hard one, then the one that costs less over the run."""

    def sentence(self, constraints: Sequence[Constraint]) -> str:
        """The contradiction in words, with the drivers' own."""
        one, other = constraints[self.first], constraints[self.second]
        broken = one if self.cheaper == "first" else other
        return f'"{one.text}" and "{other.text}" cannot both be kept ({self.why}); cheaper to break: "{broken.text}"'


def contradictions(constraints: Sequence[Constraint], context: Context) -> tuple[Contradiction, ...]:
    """All pairs that contradict, in the order of the constraints."""
    found = []
    for (i, a), (k, b) in combinations(enumerate(constraints), 2):
        if isinstance(a, Unknown) or isinstance(b, Unknown) or not _at_once(a, b):
            continue
        why = _why(a, b, context) or _why(b, a, context)
        if why:
            price_a, price_b = ((c.hard, worst_fen(c, context.days)) for c in (a, b))
            found.append(Contradiction(first=i, second=k, why=why, cheaper="first" if price_a <= price_b else "second"))
    return tuple(found)


def worst_fen(c: Constraint, days: int) -> int:
    """The most that breaking it in a run of so many days can cost, as far as its unit tells: its cap, or every day."""
    times = 1 if c.unit == "month" else days
    total = c.penalty_fen * times
    if isinstance(c, Errand):
        total += sum(
            c.late_fen_per_min * max(0, step.stay_until_min - step.deadline_min)
            for step in c.steps[-1:]
            if step.stay_until_min is not None and step.deadline_min is not None
        )
    return min(total, c.cap_fen) if c.cap_fen else total  # a cap of 0 is none (contest section H)


def _at_once(a: Constraint, b: Constraint) -> bool:
    starts = [c.start_min for c in (a, b) if c.start_min is not None]
    ends = [c.end_min for c in (a, b) if c.end_min is not None]
    return not starts or not ends or max(starts) <= min(ends)


def _why(a: Constraint, b: Constraint, context: Context) -> str:
    if isinstance(a, AreaRule):
        return _area_why(a, b, context)
    match a, b:
        case Home(), Errand():
            return _home_why(a, b, context)
        case Home(), Home():
            return _homes_why(a, b, context)
        case QuietWindow(), FirstOrderBy():
            covers = a.days == EVERY_DAY and a.start < a.end and a.start == 0 and b.by <= a.end
            return "the first order is due while nothing may be done" if covers else ""
        case QuietWindow(), Errand():
            return _quiet_why(a, b, context)
        case DaysOff(), RegionDays() | Visits():
            if isinstance(b, RegionDays) and a.at_least + b.at_least > context.days:
                return "there are not as many days"
            return ""
        case Category(), CategoryQuota():
            both = a.hard and b.at_least is not None and set(b.names) <= set(a.names)
            return "the same goods are refused and required" if both else ""
        case Errand(), Errand():
            return _errands_why(a, b)
    return ""


def _area_why(a: AreaRule, b: Constraint, context: Context) -> str:
    """Keeping out of, or staying in, an area, beside a place where the other wish wants the truck."""
    if isinstance(b, AreaRule):
        if a.rule == "keep_out" and b.rule == "stay_in" and a.days == EVERY_DAY:
            covered = all(any(_inside(place, area) for area in a.areas) for place in b.areas)
            return "the only area that is left is forbidden" if covered else ""
        return ""
    for place, day in _places(b, context):
        if a.days != EVERY_DAY and (day is None or not a.days.has(day)):
            continue
        inside = [_place_inside(place, area) for area in a.areas]
        if a.rule == "keep_out" and True in inside:
            return "one forbids the place that the other requires"
        if a.rule == "stay_in" and inside and all(part is False for part in inside):
            return "one requires a place outside the area of the other"
    return ""


def _places(c: Constraint, context: Context) -> list[tuple[Place, date | None]]:
    """Where a wish wants the truck, with the day if it is one."""
    match c:
        case RegionDays():
            return [(Place(name=c.region), None)]
        case Visits():
            return [(c.place, None)]
        case Home():
            return [(_home(c.place, context), None)]
        case MustTake() if c.place is not None:
            return [(c.place, None)]
        case Errand():
            return [(_home(step.place, context), _day_of(step, context)) for step in c.steps]
    return []


def _day_of(step: ErrandStep, context: Context) -> date | None:
    if step.deadline_min is not None:
        return (context.start + timedelta(minutes=step.deadline_min - 1)).date()
    return None if step.earliest_min is None else (context.start + timedelta(minutes=step.earliest_min)).date()


def _home(place: Place, context: Context) -> Place:
    if place.lat is None and not place.name:
        return Place(lat=context.lat, lng=context.lng)
    return place


def _place_inside(place: Place, area: Area) -> bool | None:
    """None where the words and the table of places do not tell."""
    match area:
        case Circle():
            if place.lat is None or place.lng is None:
                return None
            return haversine_km(place.lat, place.lng, area.lat, area.lng) <= area.radius_km
        case Box():
            if place.lat is None or place.lng is None:
                return None
            return area.south <= place.lat <= area.north and area.west <= place.lng <= area.east
        case _:
            return _named_inside(place.name, area.name) if place.name else None


def _inside(inner: Area, outer: Area) -> bool:
    if inner == outer:
        return True
    if inner.shape == "district" and outer.shape == "district":
        return _named_inside(inner.name, outer.name) is True
    return False


@cache
def _named_inside(name: str, area: str) -> bool | None:
    if name == area:
        return True
    if any(area in text and name in text and text.index(area) < text.index(name) for text in load_places().names):
        return True
    return False if {name, area} <= set(known_names()) else None


def _home_why(home: Home, errand: Errand, context: Context) -> str:
    if home.stay_until is None:
        return ""
    for step in errand.steps:
        if step.place == home.place or step.stay_until_min is None or step.deadline_min is None:
            continue
        for day in range(context.days + 1):
            start, end = _at_home(home, day)
            if _applies(home.days, context, day) and max(start, step.deadline_min) < min(end, step.stay_until_min):
                return "both want the truck at the same time at different places"
    return ""


def _homes_why(a: Home, b: Home, context: Context) -> str:
    """Two homes out of each other's reach, where an evening at one is a time to be at the other."""
    one, other = _home(a.place, context), _home(b.place, context)
    if one.lat is None or one.lng is None or other.lat is None or other.lng is None:
        return ""
    apart = haversine_km(one.lat, one.lng, other.lat, other.lng) > one.radius_km + other.radius_km
    for day in range(context.days) if apart else ():
        if not (_applies(a.days, context, day) and _applies(b.days, context, day)):
            continue
        (start, end), (begin, until) = _at_home(a, day), _at_home(b, day)
        if max(start, begin) <= min(end, until):
            return "both want the truck at the same time at different places"
    return ""


def _at_home(home: Home, day: int) -> tuple[int, int]:
    """The minutes of an evening at home, both ends included."""
    by = day * MINUTES_PER_DAY + home.by
    if home.stay_until is None:
        return by, by
    return by, by - home.by + home.stay_until + (MINUTES_PER_DAY if home.stay_until <= home.by else 0)


def _quiet_why(quiet: QuietWindow, errand: Errand, context: Context) -> str:
    """A step that can only be reached while nothing may move: both its earliest minute and its deadline are in it."""
    for step in errand.steps:
        if step.earliest_min is None or step.deadline_min is None:
            continue
        for day in range(-1, context.days + 1):
            start = day * MINUTES_PER_DAY + quiet.start
            end = day * MINUTES_PER_DAY + quiet.end + (MINUTES_PER_DAY if quiet.end <= quiet.start else 0)
            inside = start < step.earliest_min <= step.deadline_min < end
            if _applies(quiet.days, context, day) and inside:
                return "a place is to be reached while nothing may move"
    return ""


def _errands_why(a: Errand, b: Errand) -> str:
    for one in a.steps:
        for other in b.steps:
            if one.place == other.place:
                continue
            here, there = _stands(one), _stands(other)
            if here and there and max(here[0], there[0]) < min(here[1], there[1]):
                return "both want the truck at the same time at different places"
    return ""


def _stands(step: ErrandStep) -> tuple[int, int] | None:
    """The minutes in which the truck must stand there: from the deadline until its stay ends."""
    if step.deadline_min is None:
        return None
    return None if step.stay_until_min is None else (step.deadline_min, step.stay_until_min)


def _applies(days: Days, context: Context, day: int) -> bool:
    return days.has((context.start + timedelta(days=day)).date())
