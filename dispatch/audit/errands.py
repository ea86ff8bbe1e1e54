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
        earliest = max(done, step.earliest_min or 0)
        deadline = FOREVER if step.deadline_min is None else step.deadline_min
        late_is_priced = bool(c.late_fen_per_min) and number == len(stops)
        arrival, finished, left = _stay(stop, earliest, FOREVER if late_is_priced else deadline, case)
        arrivals.append(arrival)
        name = step.place.name or f"({stop.circle.lat}, {stop.circle.lng})"
        needed = max(step.stay_until_min or 0, (arrival or 0) + step.stay_min)
        if arrival is None or finished is None:
            limit = max(deadline if deadline < FOREVER else case.end_min, step.stay_until_min or 0)
            if limit > case.seen_min and deadline + step.stay_min > case.seen_min:
                found.unjudged.append((earliest, limit, f"step {number}, {name}: the run ends before it is due"))
            elif arrival is not None and left is not None and left >= case.seen_min and needed > case.seen_min:
                found.unjudged.append((arrival, needed, f"step {number}, {name}: the run ends before the stay is over"))
            elif arrival is None:
                found.findings.append(
                    _missed(c, f"step {number}, {name}: not reached in time", earliest, min(limit, case.end_min))
                )
            else:
                assert left is not None
                why = f"step {number}, {name}: there from minute {arrival}, left at {left}, {needed - left} min early"
                found.findings.append(_missed(c, why, left, needed, case.path.at(left)))
            break
        done = finished
    found.figures |= {"steps_done": len([a for a in arrivals if a is not None]), "arrivals": arrivals}
    if c.late_fen_per_min:
        _late(c, stops[-1], arrivals, len(stops), case, found)


def _stay(stop: _Stop, earliest: int, deadline: int, case: Case) -> tuple[int | None, int | None, int | None]:
    """Minute of arrival, minute when the stay was long enough, and minute of leaving; the first stay that does, else
    the longest one begun in time. None for what did not happen."""
    best: tuple[int | None, int | None, int | None] = (None, None, None)
    for a, b in case.path.spans_in(stop.circle):
        start, end = max(ceil(a), earliest), floor(b)
        if end < start or start > deadline or start > case.seen_min:
            continue
        stands = _standing(case, start, end)
        until = stop.step.stay_until_min
        for x, y in stands or [(start, start)]:
            x = max(x, start)
            if x > deadline:
                break
            needed = max(x + stop.step.stay_min, until or 0)
            if min(y, case.seen_min) >= needed or (not stop.step.stay_min and until is None):
                return start, max(needed, start), y
            if best[0] is None or y - x > (best[2] or 0) - (best[0] or 0):
                best = (x, None, y)
    return best


def _standing(case: Case, start: int, end: int) -> list[tuple[int, int]]:
    """When the truck stood in between, reading and waiting alike; loading and unloading is work."""
    out: list[tuple[int, int]] = []
    for leg in case.path.legs:
        a, b = max(leg.start_min, start), min(leg.end_min, end)
        deed = case.deeds[leg.deed] if leg.deed >= 0 else None
        stands = deed is None or deed.act == Act.WAIT or deed.refused or leg.end_min <= deed.act_min
        if deed is not None and deed.act == Act.TAKE_ORDER and not deed.refused and leg.start_min >= deed.act_min:
            stands = False
        if a >= b or not stands or leg.drives:
            continue
        if out and out[-1][1] == a:
            out[-1] = (out[-1][0], b)
        else:
            out.append((a, b))
    return out


def _late(c: Errand, last: _Stop, arrivals: Sequence[int | None], steps: int, case: Case, found: Found) -> None:
    """The minutes after the last deadline in which the driver does not stand there, having done the steps before."""
    deadline, until = last.step.deadline_min, last.step.stay_until_min
    if deadline is None or until is None:
        return
    end = min(until, case.seen_min)
    if until > case.seen_min:
        found.unjudged.append((max(deadline, case.seen_min), until, "minutes late after what the run shows"))
    if end <= deadline:
        return
    there = 0
    if len(arrivals) == steps and arrivals[-1] is not None:
        for a, b in case.path.spans_in(last.circle):
            start, stop = max(ceil(a), deadline, arrivals[-1]), min(floor(b), end)
            there += sum(y - x for x, y in _standing(case, start, stop)) if stop > start else 0
    minutes = end - deadline - there
    found.figures["minutes_late"] = minutes
    if minutes:
        said = f"{minutes} min not standing at {last.step.place.name or 'the place'} after the deadline"
        found.findings.append(
            Finding(
                deadline,
                end,
                deadline // MINUTES_PER_DAY,
                said,
                key=-2,
                minutes=minutes,
                fen_per_min=c.late_fen_per_min,
            )
        )


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
