"""Judges what the clock and the calendar forbid: quiet windows, home by a time, and days off."""

from __future__ import annotations

from collections.abc import Iterator

from dispatch.audit.case import Case, Finding, Found, Period
from dispatch.audit.deeds import Deed
from dispatch.audit.rests import stands
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import DaysOff, Home, QuietWindow

_MORNING, _EVENING = 6 * 60, 22 * 60
"""A quiet window between these minutes of the day is one of the daytime (contest rule 64)."""
_CLIPPED = "the window goes on after what the run shows"


def judge_quiet_window(c: QuietWindow, case: Case) -> Found:
    """A finding for each action that touches a window, or for each window that is not waited through."""
    found = Found()
    if case.counting.day_window_per_action and c.unit == "day" and _MORNING <= c.start < c.end <= _EVENING:
        found.unit = "breach"
    by_window = (found.unit or c.unit) in ("day", "month")
    touched: set[int] = set()
    for day, start, end in _windows(c, case):
        shown = min(end, case.last_min)
        findings = _not_waited(case, day, start, shown) if c.must_wait else list(_active(c, case, day, start, shown))
        if not findings and end > case.seen_min:
            found.unjudged.append((start, end, _CLIPPED))
        if not by_window:  # an action that touches two windows is one breach
            findings = [f for f in findings if f.key not in touched]
            touched.update(f.key for f in findings)
        found.findings += findings
    found.figures["violations"] = len({f.day if by_window else f.key for f in found.findings})
    return found


def _windows(c: QuietWindow, case: Case) -> Iterator[tuple[int, int, int]]:
    """Each window with the day on which it begins; the first night's began the day before."""
    crosses = c.end <= c.start
    first, last = case.force(c)
    for day in range(-1 if crosses and case.counting.first_night else 0, case.days):
        if not c.days.has(case.date(day)):
            continue
        midnight = day * MINUTES_PER_DAY
        start = max(0, first, midnight + c.start)
        end = min(last, midnight + c.end + (MINUTES_PER_DAY if crosses else 0))
        if start < end:
            yield day, start, end


def _active(c: QuietWindow, case: Case, day: int, start: int, end: int) -> Iterator[Finding]:
    for deed in case.deeds:
        for a, b in case.busy(deed, c.forbids):
            if max(a, start) < min(b, end):
                yield _finding(deed, day, max(a, start), min(b, end), case)
                break


def _finding(deed: Deed, day: int, start: int, end: int, case: Case) -> Finding:
    what = "an order under way" if deed.act == Act.TAKE_ORDER else "an empty drive"
    if deed.refused:
        what = "an order asked for"
    return Finding(
        start,
        end,
        day,
        f"{what} for {end - start} min of the quiet time",
        key=deed.step,
        steps=(deed.step,),
        load=deed.load_id,
        place=case.path.at(start),
    )


def _not_waited(case: Case, day: int, start: int, end: int) -> list[Finding]:
    """The minutes of a window that were not spent waiting, as one finding."""
    waits = stands(case, reading=case.counting.reading_is_rest, window_wait=False)
    waited = sum(max(0, min(b, end) - max(a, start)) for a, b in waits)
    if waited >= end - start:
        return []
    touching = [d for d in case.deeds if d.start_min < end and d.end_min > start and d.act != Act.WAIT]
    missing = end - start - waited
    steps = tuple(d.step for d in touching)
    return [Finding(start, end, day, f"{missing} min not spent waiting", -day, steps, minutes=missing)]


def judge_home(c: Home, case: Case) -> Found:
    """A finding for each evening away from home, and for each action in a night at home."""
    found = Found()
    point = case.locate(c.place)
    if point is None:
        found.unjudged.append((0, case.end_min, f"nothing says where {c.place.name!r} is"))
        return found
    first, last = case.force(c)
    for day in range(case.days):
        by = day * MINUTES_PER_DAY + c.by
        until = by
        if c.stay_until is not None:
            until = day * MINUTES_PER_DAY + c.stay_until + (MINUTES_PER_DAY if c.stay_until <= c.by else 0)
        if not (first <= by < last and c.days.has(case.date(day))):
            continue
        until = min(until, last)
        findings = [] if by > case.last_min else list(_away(c, case, day, by, point))
        for deed in case.deeds:
            for a, b in case.busy(deed, "movement"):
                start, end = max(a, by), min(b, until, case.last_min)
                if start < end:
                    what = "an order" if deed.act == Act.TAKE_ORDER else "an empty drive"
                    said = f"{what} for {end - start} min of the night"
                    steps, place = (deed.step,), case.path.at(start)
                    findings.append(Finding(start, end, day, said, day, steps, deed.load_id, place))
        if not findings and max(by, until) > case.seen_min:
            found.unjudged.append((by, until, _CLIPPED))
        found.findings += findings
    found.figures["violations"] = len({f.day for f in found.findings})
    return found


def _away(c: Home, case: Case, day: int, by: int, point: tuple[float, float]) -> Iterator[Finding]:
    """The evening, if the truck is not there at the minute."""
    if case.counting.places == "path":
        place = case.path.at(by)
        steps = tuple(d.step for d in case.deeds if d.start_min <= by < d.end_min)
    else:
        ended = [d for d in case.deeds if d.end_min <= by]
        place = (ended[-1].end_lat, ended[-1].end_lng) if ended else (case.deeds[0].lat, case.deeds[0].lng)
        steps = (ended[-1].step,) if ended else ()
    km = haversine_km(*place, *point)
    if not km <= c.place.radius_km:
        yield Finding(by, by + 1, day, f"{km:.2f} km from home at the time", day, steps, place=place)


def judge_days_off(c: DaysOff, case: Case) -> Found:
    """A finding for each day off that a month lacks."""
    found = Found()
    taken = 0
    worked = _worked_days(c, case)
    for period in case.periods(c, "month"):
        days = [d for d in range(period.first, period.last) if c.days.has(case.date(d))]
        shown = [d for d in days if (d + 1) * MINUTES_PER_DAY <= case.seen_min]
        off = sum(d not in worked for d in shown)
        taken += off
        short = c.at_least - off
        if short <= 0:
            continue
        if not period.whole and short <= days_unshown(c, case, period):
            why = f"{off} of {c.at_least} days off so far, and the month is not shown whole"
            found.unjudged.append((period.first * MINUTES_PER_DAY, period.last * MINUTES_PER_DAY, why))
            continue
        found.findings += shortfall(
            period, short, f"{off} of {c.at_least} days off", whole_cap=case.counting.days_off_fine_is_cap
        )
    found.figures["free_days" if c.forbids == "orders" else "off_days"] = taken
    return found


def days_unshown(c: DaysOff, case: Case, period: Period) -> int:
    """Days of a month that the run does not show, and that may have been off."""
    if period.whole:
        return 0
    shown = max(period.first, case.seen_min // MINUTES_PER_DAY)
    before = range(1 - case.start.day, 0) if period.first == 0 else range(0)
    return sum(c.days.has(case.date(day)) for days in (before, range(shown, period.end)) for day in days)


def _worked_days(c: DaysOff, case: Case) -> set[int]:
    """Days with activity."""
    if c.forbids == "orders" and case.counting.order_free_by_end:
        return {d.end_min // MINUTES_PER_DAY for d in case.deeds if d.order}
    worked: set[int] = set()
    for deed in case.deeds:
        for a, b in case.busy(deed, c.forbids):
            if a < b:
                worked.update(range(a // MINUTES_PER_DAY, (b - 1) // MINUTES_PER_DAY + 1))
    return worked


def shortfall(period: Period, short: int, said: str, *, whole_cap: bool = False) -> list[Finding]:
    """A finding for each day that a period lacks, the last days first to be counted for; where it lacks more than it
    has, its first day stands for the rest, so that all are of the one period."""
    start, end = period.first * MINUTES_PER_DAY, period.last * MINUTES_PER_DAY
    days = [max(period.first, period.last - 1 - i) for i in range(short)]
    return [Finding(start, end, day, said, key=period.last - 1 - i, whole_cap=whole_cap) for i, day in enumerate(days)]
