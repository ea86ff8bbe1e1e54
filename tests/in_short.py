"""Constraints in short: their kinds with what the words fix, for tables of texts and what they ask for."""

from __future__ import annotations

from datetime import timedelta

from preference_labels import CONTEXT

from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import EVERY_DAY, Area, Box, Circle, Days, Place

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def in_short(constraints: tuple[Constraint, ...]) -> str:
    """Kinds with what the words fix, in the order of the words."""
    return "; ".join(
        _one(c)
        + _days(getattr(c, "days", EVERY_DAY))
        + _span(c)
        + ("" if c.hard or c.kind == "unknown_soft" else " soft")
        for c in constraints
    )


def _one(c: Constraint) -> str:
    match c:
        case DailyRest():
            return f"rest {c.rest_min // 60}:{c.rest_min % 60:02d}"
        case QuietWindow():
            return f"quiet {_clock(c.start)}-{_clock(c.end)}"
        case Home():
            return f"home {_clock(c.by)}" + ("" if c.stay_until is None else f"-{_clock(c.stay_until)}") + _at(c.place)
        case DaysOff():
            return f"off {c.at_least}"
        case Category():
            return "no " + "+".join(c.names)
        case AreaRule():
            return ("out " if c.rule == "keep_out" else "in ") + _areas(c.areas)
        case LongestHaul():
            return f"haul {c.km:g}"
        case LongestPickup():
            return f"pickup {c.km:g}"
        case Deadhead():
            return f"deadhead {c.km:g}/{c.per}"
        case FirstOrderBy():
            return f"first {'<' if c.strict else ''}{_clock(c.by)}"
        case OrdersPerDay():
            return f"orders {c.at_most}"
        case MustTake():
            return f"take {c.load_id}"
        case Visits():
            return f"visits {c.at_least}" + (_at(c.place) or f" {c.place.name}")
        case RegionDays():
            return f"days {c.at_least} {c.region}"
        case Errand():
            return "errand " + "; ".join(_step(step) for step in c.steps)
        case CategoryQuota():
            return f"quota {f'>={c.at_least}' if c.at_least else c.at_most}/{c.per} {'+'.join(c.names)}"
        case LongHauls():
            return f"long >{c.over_km:g} {c.at_most}/{c.per}"
        case BanAfterTouch():
            return f"after {_areas((c.touched,))} out {_areas(c.banned)} {c.until.removeprefix('end_of_')}"
    return "?" if c.hard else "~?"


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _at(place: Place) -> str:
    return "" if place.lat is None else f" @{place.lat:g},{place.lng:g}"


def _areas(areas: tuple[Area, ...]) -> str:
    return "+".join(_area(area) for area in areas)


def _area(area: Area) -> str:
    if isinstance(area, Circle):
        return f"circle {area.lat:g},{area.lng:g} r{area.radius_km:g}"
    if isinstance(area, Box):
        return f"box {area.south:g},{area.north:g},{area.west:g},{area.east:g}"
    return area.name


def _step(step: ErrandStep) -> str:
    words = _at(step.place).removeprefix(" @") or step.place.name or "home"
    moments = [("from", step.earliest_min), ("by", step.deadline_min), ("until", step.stay_until_min)]
    for name, minute in moments:
        whole = name != "until" and minute is not None and minute % 1440 == 0
        if minute is not None and not whole:
            words += f" {name} {1 + minute // 1440}/{_clock(minute % 1440)}"
    return words + (f" stay {step.stay_min}" if step.stay_min else "")


def _days(days: Days) -> str:
    words = [WEEK[day] for day in days.weekdays or ()] + [str(day.day) for day in days.dates or ()]
    out = f" on {','.join(words)}" if words else ""
    out += f" from {days.first.day}" if days.first else ""
    return out + (f" until {days.last.day}" if days.last else "")


def _span(c: Constraint) -> str:
    def day(minute: int) -> int:
        return (CONTEXT.start + timedelta(minutes=minute)).day

    out = "" if c.start_min is None else f" from {day(c.start_min)}"
    return out + ("" if c.end_min is None else f" until {day(c.end_min)}")
