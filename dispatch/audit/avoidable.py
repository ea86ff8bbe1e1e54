"""Whether a breach of a hard wish could have been avoided when it was decided.

It could, if at the beginning of some step of the driver, with the wish in force (it is not shown before), a plain other
course would have kept what was breached: to wait where the truck stood; to drive straight to where the wish wants the
truck, or out of where it does not, and wait there; to take the load that must be taken. The wish is looked at by
itself, but for one thing: an order that another hard wish demands is no fault of its driver, and for a day after it
only what was decided since counts. Where the truck is, what was on the board, and who had claimed it, is the world's
knowledge and not the agents'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dispatch.audit.case import Case, Finding
from dispatch.audit.deeds import Deed
from dispatch.audit.orders import is_of
from dispatch.audit.pricing import Charge
from dispatch.audit.stops import last_arrival, stops_of
from dispatch.audit.windows import days_unshown
from scenarios.clock import MINUTES_PER_DAY
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
    RegionDays,
    Visits,
)


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which the driver could begin something else."""

    minute: int
    lat: float
    lng: float


def avoidable(c: Constraint, charge: Charge, case: Case, demanded: Sequence[Deed]) -> bool | None:
    """Whether the breach could be avoided; None for a wish that is not hard.

    `demanded` are the orders that a hard wish demands (`demanded_orders`).
    """
    if not c.hard:
        return None
    return any(_finding_avoidable(c, f, case, demanded) for f in charge.findings)


def demanded_orders(constraints: Sequence[Constraint], case: Case) -> list[Deed]:
    """The orders that a hard wish demands."""
    wanted = {c.load_id for c in constraints if isinstance(c, MustTake) and c.hard}
    return [d for d in case.deeds if d.order and d.load_id in wanted]


def _finding_avoidable(c: Constraint, f: Finding, case: Case, demanded: Sequence[Deed]) -> bool:
    if f.steps and {d.step for d in demanded}.issuperset(f.steps):
        return False
    before = [d.end_min for d in demanded if d.end_min <= f.start_min < d.end_min + MINUTES_PER_DAY]
    decisions = list(_decisions(c, case, max(before, default=0)))
    match c:
        case DailyRest():
            last = f.end_min - (c.rest_min if c.counted == "calendar_day" or case.counting.rest_by_calendar_day else 1)
            return any(max(d.minute, f.start_min) <= last for d in decisions)
        case Home():
            return _reaches_home(c, f, decisions, case)
        case AreaRule() if c.applies_to == "position":
            return _stays_clear(c, f, decisions, case)
        case DaysOff():
            return _days_left(c, f, decisions, case) >= c.at_least
        case Visits():
            return _could_visit(c, f, decisions, case)
        case RegionDays():
            return _days_with_a_load(c, f, case) >= c.at_least
        case CategoryQuota() if c.at_least is not None and not f.steps:
            return _loads_of(c, f, case) >= c.at_least and (c.at_most is None or c.at_most >= c.at_least)
        case MustTake():
            return any(_could_take(c, d, case) for d in decisions)
        case Errand():
            return _errand_avoidable(c, f, decisions, case)
        case _:  # what an action breaks, waiting instead of it keeps
            return any(d.minute <= max(f.start_min, _begun(f, case)) for d in decisions)


def _decisions(c: Constraint, case: Case, since: int) -> Iterator[Decision]:
    """The beginnings of steps from a minute on, with the wish in force."""
    first, last = case.force(c)
    for d in case.deeds:
        if max(first, since) <= d.start_min < last:
            yield Decision(d.start_min, d.lat, d.lng)


def _begun(f: Finding, case: Case) -> int:
    """When the step at fault began."""
    return next((d.start_min for d in case.deeds if d.step in f.steps), f.start_min)


def _drive_min(start: tuple[float, float], end: tuple[float, float], case: Case) -> int:
    return pickup_minutes(haversine_km(*start, *end), case.speed_kmh)


def _reaches_home(c: Home, f: Finding, decisions: Sequence[Decision], case: Case) -> bool:
    """Some decision left time to be home by the hour."""
    point = case.locate(c.place)
    assert point is not None  # else nothing was judged
    by = f.day * MINUTES_PER_DAY + c.by
    return any(d.minute + _drive_min((d.lat, d.lng), point, case) <= by for d in decisions)


# areas


def _stays_clear(c: AreaRule, f: Finding, decisions: Sequence[Decision], case: Case) -> bool:
    """At some decision before it went wrong the truck was clear of it, or could still be in time."""

    def wrong(lat: float, lng: float) -> bool:
        inside = any(case.places.inside(area, lat, lng) for area in c.areas)
        return inside if c.rule == "keep_out" else not inside

    for d in decisions:
        if d.minute > f.start_min:
            break
        if not wrong(d.lat, d.lng):
            return True
        way = _way_out(c, (d.lat, d.lng), case)
        if way is not None and d.minute + way < f.start_min:
            return True
    return False


def _way_out(c: AreaRule, place: tuple[float, float], case: Case) -> int | None:
    """Minutes of the shortest way to where the wish is kept; None where it is not known."""
    if c.rule == "stay_in":
        known = [km for area in c.areas if (km := case.places.way_in_km(area, *place)) is not None]
        return pickup_minutes(min(known), case.speed_kmh) if known else None
    ways = [case.places.way_out_km(area, *place) for area in c.areas if case.places.inside(area, *place)]
    known = [km for km in ways if km is not None]
    return pickup_minutes(max(known), case.speed_kmh) if known and len(known) == len(ways) else None


# counts


def _days_left(c: DaysOff, f: Finding, decisions: Sequence[Decision], case: Case) -> int:
    """Days of the month, of those that count, from the first decision on, those that the run does not show as well."""
    first = max(f.start_min, next((d.minute for d in decisions), f.end_min))
    mine = (day for day in case.whole_days(c) if first <= day * MINUTES_PER_DAY < f.end_min)
    unshown = next(
        days_unshown(c, case, p) for p in case.periods(c, "month") if p.first * MINUTES_PER_DAY == f.start_min
    )
    return unshown + sum(c.days.has(case.date(day)) for day in mine)


def _could_visit(c: Visits, f: Finding, decisions: Sequence[Decision], case: Case) -> bool:
    """Driving there at the first decision and staying gives enough days of the month."""
    point = case.locate(c.place)
    assert point is not None  # else nothing was judged
    for d in decisions[:1]:
        arrival = max(f.start_min, d.minute + _drive_min((d.lat, d.lng), point, case))
        return f.end_min // MINUTES_PER_DAY - arrival // MINUTES_PER_DAY >= c.at_least
    return False


def _days_with_a_load(c: RegionDays, f: Finding, case: Case) -> int:
    """Days of the month on which a load of the district was on the board."""
    loads = case.loads
    of_it = np.array([c.region in text for text in loads.place_names])
    rows = np.flatnonzero(of_it[loads.start_place] | of_it[loads.end_place])
    first, last = case.force(c)
    firsts = np.maximum(max(f.start_min, first), loads.create_min[rows]) // MINUTES_PER_DAY
    lasts = np.minimum(min(f.end_min, last) - 1, loads.remove_min[rows]) // MINUTES_PER_DAY
    listed = zip(firsts.tolist(), lasts.tolist(), strict=True)
    return len({day for first, last in set(listed) for day in range(first, last + 1)})


def _loads_of(c: CategoryQuota, f: Finding, case: Case) -> int:
    """Loads of the categories that were on the board in the time of the finding."""
    loads = case.loads
    of_them = np.array([is_of(c, name) for name in loads.category_names])[loads.category]
    return int(np.count_nonzero(of_them & (loads.create_min < f.end_min) & (loads.remove_min >= f.start_min)))


def _could_take(c: MustTake, d: Decision, case: Case) -> bool:
    """Asking for the load as soon as it is on the board, from where the truck stands, and being at the pickup in time;
    or going there before, where the words say where that is."""
    row = case.loads.row_of.get(c.load_id, -1)
    if row < 0 or row in case.loads.unusable:
        return False
    loads = case.loads
    pickup = float(loads.start_lat[row]), float(loads.start_lng[row])
    drive, asked = _drive_min((d.lat, d.lng), pickup, case), max(d.minute, int(loads.create_min[row]))
    arrival = asked + drive if c.place is None else max(asked, d.minute + drive)
    window = int(loads.window_close_min[row])
    in_window = window == NO_WINDOW or arrival <= window
    claimed = case.claimed.get(row)
    free = claimed is None or asked < claimed
    last = min(int(loads.remove_min[row]), case.force(c)[1] - 1, case.run_days * MINUTES_PER_DAY - 1)
    return asked <= last and in_window and free


# errands


def _errand_avoidable(c: Errand, f: Finding, decisions: Sequence[Decision], case: Case) -> bool:
    stops = stops_of(c, case)
    ends = [last_arrival(stops, d.minute, (d.lat, d.lng), case) for d in decisions if d.minute <= f.end_min]
    reached = [minute for minute in ends if minute is not None]
    if not reached:
        return False
    if f.fen_per_min is None:
        return True
    return (f.minutes or 0) > max(0, min(reached) - f.start_min)  # some minutes late may be nobody's fault
