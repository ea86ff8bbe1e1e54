"""Judges errands: steps in their order, each at its place and in its time.

Along the truck's path, as the words say; the contest's way of counting is in `dispatch.audit.errands_by_ends`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from dispatch.audit.case import Case, Finding, Found
from dispatch.audit.errands_by_ends import homeward, round_trip
from dispatch.audit.path import joined, outside
from dispatch.audit.stops import Stop, first_lost_min, missed, stops_of
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.kinds import Errand


def judge_errand(c: Errand, case: Case) -> Found:
    """One finding if a step is missed, out of order or left early, and one for minutes late, if they have a price."""
    found = Found()
    try:
        stops = stops_of(c, case)
    except LookupError as error:
        found.unjudged.append((0, case.end_min, f"nothing says where {error.args[0]!r} is"))
        return found
    if case.counting.places == "path":
        _along_path(c, stops, case, found)
    elif c.late_fen_per_min:
        homeward(c, stops, case, found)
    else:
        round_trip(c, stops, case, found)
    return found


def _along_path(c: Errand, stops: Sequence[Stop], case: Case, found: Found) -> None:
    first, dones = max(0, case.force(c)[0]), list[int]()
    arrivals: list[int | None] = []
    for number, stop in enumerate(stops, start=1):
        step = stop.step
        name, due = f"step {number}, {stop.name}", stop.due_min
        earliest = max(dones[-1] if dones else first, step.earliest_min or 0)
        stay = _stay(stop, earliest, due, case)
        arrivals.append(stay.arrival)
        if stay.done is not None:
            dones.append(stay.done)
            continue
        if stay.arrival is None:
            if due > case.seen_min:
                found.unjudged.append((earliest, due, f"{name}: the run ends before it is due"))
            else:
                lost = first_lost_min(c, stops, dones, case)
                found.findings.append(missed(f"{name}: not reached in time", earliest, due, lost_min=lost))
        elif stay.left >= case.seen_min:
            found.unjudged.append((stay.arrival, stay.needed, f"{name}: the run ends before the stay is over"))
        else:
            said = f"{name}: there from minute {stay.arrival}, left at {stay.left}, {stay.needed - stay.left} min early"
            latest = due if step.deadline_min is None else step.deadline_min
            in_time = step.stay_until_min is None or stay.left < latest  # who left may come back
            lost = first_lost_min(c, stops, dones, case) if in_time else stay.left
            place = case.path.at(stay.left)
            found.findings.append(missed(said, stay.left, stay.needed, place, lost_min=lost))
        break
    found.figures |= {"arrivals": arrivals}
    if c.late_fen_per_min:
        came = arrivals[-1] if len(arrivals) == len(stops) else None
        _late(c, stops[-1], came, case, found)


@dataclass(frozen=True, slots=True)
class _Stay:
    """The stay at a stop that came nearest to what was asked."""

    arrival: int | None = None
    left: int = 0
    needed: int = 0
    """Minute until which the truck had to stand there."""
    done: int | None = None
    """Minute from which on the step is done."""


def _stay(stop: Stop, earliest: int, due: int, case: Case) -> _Stay:
    """The first stay, begun in time, that is long enough; else the longest. Who leaves a stay until a minute may come
    back by the deadline; the first that is left after it is the one."""
    step, best = stop.step, _Stay()
    latest = due if step.deadline_min is None else step.deadline_min
    for a, b in case.path.spans_in(stop.circle):
        arrival, leaves = max(ceil(a), earliest), floor(b)
        if arrival > leaves or arrival > due or arrival >= case.seen_min:
            continue
        if not step.stay_min and step.stay_until_min is None:
            return _Stay(arrival, leaves, arrival, arrival)
        for x, y in _standing(case, arrival, leaves):
            if x > due:
                break
            needed = max(x + step.stay_min, step.stay_until_min or 0)
            if min(y, case.seen_min) >= needed:
                return _Stay(x, y, needed, needed)
            if step.stay_until_min is not None and y >= latest:
                return _Stay(x, y, needed)
            longer = best.arrival is None or y - x > best.left - best.arrival
            if longer or step.stay_until_min is not None:
                best = _Stay(x, y, needed)
    return best


def _standing(case: Case, start: int, end: int) -> list[tuple[int, int]]:
    """When the truck stood in between, reading and waiting alike; an order under way is no standing, nor is a drive."""
    out: list[tuple[int, int]] = []
    for leg in case.path.legs:
        a, b = max(leg.start_min, start), min(leg.end_min, end)
        if a >= b or leg.drives:
            continue
        deed = case.deeds[leg.deed]
        if leg.start_min >= deed.act_min and (deed.order or deed.missed or deed.act == Act.REPOSITION):
            continue
        if out and out[-1][1] == a:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def _late(c: Errand, last: Stop, came: int | None, case: Case, found: Found) -> None:
    """The minutes after the last deadline in which the driver does not stand there: until the stay was to be over, or,
    where none is asked for, until the driver came."""
    deadline, until = last.step.deadline_min, last.step.stay_until_min
    if deadline is None:
        return
    if until is None:
        until = case.force(c)[1] if came is None else came
    end = min(until, case.seen_min)
    if until > case.seen_min:
        found.unjudged.append((max(deadline, case.seen_min), until, "minutes late after what the run shows"))
    if end <= deadline:
        return
    there = joined(
        span
        for a, b in case.path.spans_in(last.circle)
        for span in _standing(case, max(ceil(a), deadline), min(floor(b), end))
    )
    away = [(floor(a), floor(b)) for a, b in outside(there, deadline, end)]
    minutes = sum(b - a for a, b in away)
    found.figures["minutes_late"] = minutes
    if minutes:
        start, stop, said = (
            away[0][0],
            away[-1][1],
            f"{minutes} min not standing at {last.step.place.name or 'the place'}",
        )
        day, price = start // MINUTES_PER_DAY, c.late_fen_per_min
        found.findings.append(Finding(start, stop, day, said, key=-2, minutes=minutes, fen_per_min=price))
