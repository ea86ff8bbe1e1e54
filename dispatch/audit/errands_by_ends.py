"""Judges errands by the steps' ends, as the contest's scorer does (rules 67 and 70), traps included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from dispatch.audit.case import FOREVER, Case, Finding, Found
from dispatch.audit.deeds import Deed
from dispatch.audit.stops import Stop, first_lost_min, missed
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.kinds import Errand


def homeward(c: Errand, stops: Sequence[Stop], case: Case, found: Found) -> None:
    """Contest rule 67: stays on the way, then home, reached when the first step ends there, in order or not."""
    home, begin = stops[-1], stops[0].step.earliest_min or 0
    waited = [_waited_at(stop, begin, case.deeds) for stop in stops[:-1]]
    dones = [None if ends is None else ends[0] for ends in waited]
    arrival = next((d.end_min for d in case.deeds if d.end_min >= begin and home.near(d.end_lat, d.end_lng)), None)
    in_order = arrival is not None and all(done is not None and done < arrival for done in dones)
    until = home.step.stay_until_min or begin
    away = (
        d.start_min for d in case.deeds if d.act != Act.WAIT and arrival is not None and arrival <= d.start_min < until
    )
    left = next(away, None)
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
        "left_after_arrival": left is not None,
    }
    day = begin // MINUTES_PER_DAY
    if minutes:
        said = f"{minutes} min not waiting at home"
        found.findings.append(Finding(*window, day, said, key=-2, minutes=minutes, fen_per_min=c.late_fen_per_min))
    if arrival is None:
        enough = [ends[1] for ends in takewhile(lambda ends: ends is not None, waited) if ends is not None]
        lost = first_lost_min(c, stops, enough, case)
        found.findings.append(missed("never at home", begin, until, lost_min=lost))
    elif not in_order:
        found.findings.append(missed("home before the stops were done", begin, until, lost_min=arrival))
    elif left is not None:
        found.findings.append(missed("left home early", begin, until, lost_min=left))


def _waited_at(stop: Stop, begin: int, deeds: Sequence[Deed]) -> tuple[int, int] | None:
    """The end of the wait with which the waits at a stop first add up to the stay, and the minute at which they do; the
    reading before a wait is none of it."""
    waited = 0
    for d in deeds:
        if d.end_min <= begin:
            continue
        if d.act == Act.WAIT and stop.near(d.end_lat, d.end_lng):
            waited += d.end_min - d.act_min
            if waited >= stop.step.stay_min:
                return d.end_min, d.end_min - (waited - stop.step.stay_min)
        elif d.act == Act.WAIT or not (stop.near(d.lat, d.lng) and stop.near(d.end_lat, d.end_lng)):
            waited = 0
    return None


def round_trip(c: Errand, stops: Sequence[Stop], case: Case, found: Found) -> None:
    """Contest rule 70: each stop is reached by its deadline, and waited at afterwards, on its day."""
    after = 0
    arrivals: list[int] = []
    dones: list[int] = []
    for number, stop in enumerate(stops, start=1):
        step = stop.step
        end = FOREVER if step.deadline_min is None else step.deadline_min
        begin = stop.begin_min
        arrival = next(
            (
                d.end_min
                for d in case.deeds
                if d.end_min > after and begin <= d.end_min <= end and stop.near(d.end_lat, d.end_lng)
            ),
            None,
        )
        stay = max(step.stay_min, (step.stay_until_min or 0) - end)
        if arrival is None:
            why = f"step {number}, {stop.name}: not reached in time"
            lost = first_lost_min(c, stops, dones, case)
            found.findings.append(missed(why, begin, min(end, case.end_min), lost_min=lost))
            break
        arrivals.append(arrival)
        last = max(begin, end, (step.stay_until_min or 0) - 1)
        day_end = (last // MINUTES_PER_DAY + 1) * MINUTES_PER_DAY
        waited = _best_wait(stop, arrival, day_end, case.deeds) if stay > 0 else 0
        if waited < stay:
            why = f"step {number}, {stop.name}: waited {waited} of {stay} min"
            back = replace(stop, due_min=day_end - stay)  # who came in time may come back and wait
            lost = first_lost_min(c, (*stops[: number - 1], back, *stops[number:]), dones, case)
            found.findings.append(missed(why, arrival, day_end, lost_min=lost))
            break
        after = max(after, arrival + max(0, stay))
        dones.append(after)
    found.figures |= {"satisfied": not found.findings, "arrivals": arrivals}


def _best_wait(stop: Stop, arrival: int, day_end: int, deeds: Sequence[Deed]) -> int:
    """The most minutes that waits there add up to, between actions that are not waits there."""
    run = best = 0
    for d in deeds:
        if d.end_min <= arrival or d.start_min >= day_end:
            continue
        run = run + d.end_min - d.act_min if d.act == Act.WAIT and stop.near(d.end_lat, d.end_lng) else 0
        best = max(best, run)
    return best
