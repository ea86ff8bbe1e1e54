"""Judges errands: steps in their order, each at its place and in its time.

Two ways of counting: along the truck's path, as the words say; or by the steps' ends, as the contest's scorer does
(rules 67 and 70), traps included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from dispatch.audit.case import FOREVER, Case, Finding, Found
from dispatch.audit.deeds import Deed
from dispatch.audit.path import outside
from dispatch.audit.rests import merged
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import Errand, ErrandStep
from scenarios.preferences.parts import Circle


@dataclass(frozen=True, slots=True)
class _Stop:
    """A step with its place found."""

    step: ErrandStep
    circle: Circle

    def near(self, lat: float, lng: float) -> bool:
        return haversine_km(lat, lng, self.circle.lat, self.circle.lng) <= self.circle.radius_km


def judge_errand(c: Errand, case: Case) -> Found:
    """One finding if a step is missed, out of order or left early, and one for minutes late, if they have a price."""
    found = Found()
    stops = []
    for step in c.steps:
        point = case.locate(step.place)
        if point is None:
            found.unjudged.append((0, case.end_min, f"nothing says where {step.place.name!r} is"))
            return found
        radius = case.counting.stop_radius_km or step.place.radius_km
        stops.append(_Stop(step, Circle(lat=point[0], lng=point[1], radius_km=radius)))
    if case.counting.places == "path":
        _along_path(c, stops, case, found)
    elif c.late_fen_per_min:
        _homeward(c, stops, case, found)
    else:
        _round_trip(c, stops, case, found)
    return found


def _missed(c: Errand, why: str, start: int, end: int, place: tuple[float, float] | None = None) -> Finding:
    return Finding(start, max(end, start + 1), max(0, start) // MINUTES_PER_DAY, why, key=-1, place=place)


# along the path


def _along_path(c: Errand, stops: Sequence[_Stop], case: Case, found: Found) -> None:
    done = 0
    arrivals: list[int | None] = []
    for number, stop in enumerate(stops, start=1):
        step = stop.step
        name = f"step {number}, {step.place.name or (stop.circle.lat, stop.circle.lng)}"
        earliest = max(done, step.earliest_min or 0)
        late_is_priced = bool(c.late_fen_per_min) and number == len(stops)
        due = _due(c, stops[number - 1 :], late_is_priced=late_is_priced, case=case)
        stay = _stay(stop, earliest, due, case)
        arrivals.append(stay.arrival)
        if stay.done is not None:
            done = stay.done
            continue
        if stay.arrival is None:
            if due > case.seen_min:
                found.unjudged.append((earliest, due, f"{name}: the run ends before it is due"))
            else:
                found.findings.append(_missed(c, f"{name}: not reached in time", earliest, due))
        elif stay.left >= case.seen_min:
            found.unjudged.append((stay.arrival, stay.needed, f"{name}: the run ends before the stay is over"))
        else:
            said = f"{name}: there from minute {stay.arrival}, left at {stay.left}, {stay.needed - stay.left} min early"
            found.findings.append(_missed(c, said, stay.left, stay.needed, case.path.at(stay.left)))
        break
    found.figures |= {"arrivals": arrivals}
    if c.late_fen_per_min:
        _late(c, stops[-1], case, found)


def _due(c: Errand, ahead: Sequence[_Stop], *, late_is_priced: bool, case: Case) -> int:
    """The latest minute of arrival at the first of the steps ahead: its own deadline, else that of a later one, else
    the end of the errand. Where lateness has a price of its own, it is late until the stay was to be over."""
    deadlines = [stop.step.deadline_min for stop in ahead if stop.step.deadline_min is not None]
    ends = [stop.step.stay_until_min for stop in ahead if stop.step.stay_until_min is not None]
    if late_is_priced and ends:
        return ends[-1]
    return min([*deadlines, *ends], default=case.force(c)[1])


@dataclass(frozen=True, slots=True)
class _Stay:
    """The stay at a stop that came nearest to what was asked."""

    arrival: int | None = None
    left: int = 0
    needed: int = 0
    """Minute until which the truck had to stand there."""
    done: int | None = None
    """Minute from which on the step is done."""


def _stay(stop: _Stop, earliest: int, due: int, case: Case) -> _Stay:
    """The first stay, begun in time, that is long enough; else the longest. A stay until a minute is the first one."""
    step, best = stop.step, _Stay()
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
            if step.stay_until_min is not None:  # having arrived, not to leave before it is over
                return _Stay(x, y, needed)
            if best.arrival is None or y - x > best.left - best.arrival:
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


def _late(c: Errand, last: _Stop, case: Case, found: Found) -> None:
    """The minutes after the last deadline in which the driver does not stand there."""
    deadline, until = last.step.deadline_min, last.step.stay_until_min
    if deadline is None or until is None:
        return
    end = min(until, case.seen_min)
    if until > case.seen_min:
        found.unjudged.append((max(deadline, case.seen_min), until, "minutes late after what the run shows"))
    if end <= deadline:
        return
    there = merged(
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


# by the steps' ends


def _homeward(c: Errand, stops: Sequence[_Stop], case: Case, found: Found) -> None:
    """Contest rule 67: stays on the way, then home, reached when the first step ends there, in order or not."""
    home, begin = stops[-1], stops[0].step.earliest_min or 0
    dones = [_waited_at(stop, begin, case.deeds) for stop in stops[:-1]]
    arrival = next((d.end_min for d in case.deeds if d.end_min >= begin and home.near(d.end_lat, d.end_lng)), None)
    in_order = arrival is not None and all(done is not None and done < arrival for done in dones)
    until = home.step.stay_until_min or begin
    left = arrival is not None and any(d.act != Act.WAIT and arrival <= d.start_min < until for d in case.deeds)
    deadline = home.step.deadline_min or begin
    window = (begin, begin + until - deadline) if case.counting.late_minutes == "from_start" else (deadline, until)
    minutes = sum(
        max(0, min(d.end_min, window[1]) - max(d.start_min, window[0]))
        for d in case.deeds
        if not (d.act == Act.WAIT and home.near(d.lat, d.lng) and home.near(d.end_lat, d.end_lng))
    )
    found.figures |= {
        "sequence_ok": in_order,
        "home_window": list(window),
        "minutes_not_home_in_window": minutes,
        "pickup_done_minute": dones[0] if dones else None,
        "first_home_minute": arrival,
        "penalty_absence_minutes": minutes * c.late_fen_per_min / 100,
        "never_arrived_home": arrival is None,
        "left_after_arrival": left,
    }
    day = begin // MINUTES_PER_DAY
    if minutes:
        said = f"{minutes} min not waiting at home"
        found.findings.append(Finding(*window, day, said, key=-2, minutes=minutes, fen_per_min=c.late_fen_per_min))
    if not in_order or left:
        why = (
            "never at home" if arrival is None else "left home early" if in_order else "home before the stops were done"
        )
        found.findings.append(_missed(c, why, begin, until))


def _waited_at(stop: _Stop, begin: int, deeds: Sequence[Deed]) -> int | None:
    """When the waits at a stop first add up to the stay; the reading before a wait is none of it."""
    waited = 0
    for d in deeds:
        if d.end_min <= begin:
            continue
        if d.act == Act.WAIT and stop.near(d.end_lat, d.end_lng):
            waited += d.end_min - d.act_min
            if waited >= stop.step.stay_min:
                return d.end_min
        elif d.act == Act.WAIT or not (stop.near(d.lat, d.lng) and stop.near(d.end_lat, d.end_lng)):
            waited = 0
    return None


def _round_trip(c: Errand, stops: Sequence[_Stop], case: Case, found: Found) -> None:
    """Contest rule 70: each stop is reached by its deadline, and waited at afterwards, on its day."""
    after = 0
    arrivals: list[int] = []
    for number, stop in enumerate(stops, start=1):
        step = stop.step
        end = FOREVER if step.deadline_min is None else step.deadline_min
        begin = (
            step.earliest_min if step.earliest_min is not None else max(0, end - 1) // MINUTES_PER_DAY * MINUTES_PER_DAY
        )
        arrival = next(
            (
                d.end_min
                for d in case.deeds
                if d.end_min > after and begin <= d.end_min <= end and stop.near(d.end_lat, d.end_lng)
            ),
            None,
        )
        stay = max(step.stay_min, (step.stay_until_min or 0) - end)
        name = step.place.name or f"({stop.circle.lat}, {stop.circle.lng})"
        if arrival is None:
            found.findings.append(
                _missed(c, f"step {number}, {name}: not reached in time", begin, min(end, case.end_min))
            )
            break
        arrivals.append(arrival)
        day_end = (begin // MINUTES_PER_DAY + 1) * MINUTES_PER_DAY
        waited = _best_wait(stop, arrival, day_end, case.deeds) if stay > 0 else 0
        if waited < stay:
            why = f"step {number}, {name}: waited {waited} of {stay} min"
            found.findings.append(_missed(c, why, arrival, day_end))
            break
        after = max(after, arrival + max(0, stay))
    found.figures |= {"satisfied": not found.findings, "arrivals": arrivals}


def _best_wait(stop: _Stop, arrival: int, day_end: int, deeds: Sequence[Deed]) -> int:
    """The most minutes that waits there add up to, between actions that are not waits there."""
    run = best = 0
    for d in deeds:
        if d.end_min <= arrival or d.start_min >= day_end:
            continue
        run = run + d.end_min - d.act_min if d.act == Act.WAIT and stop.near(d.end_lat, d.end_lng) else 0
        best = max(best, run)
    return best
