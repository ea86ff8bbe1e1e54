"""Judges hours of service: each limit of the law against the driver's minutes.

A driver is taken to come rested to minute 0. A breach begins with the first minute beyond the limit; minutes up to the
limit are within it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from dispatch.audit.case import Case, Finding, Found
from dispatch.audit.duty import Duty, Stretch, duties, minute_of_excess, minutes_of, rests_of, week_of, week_start
from dispatch.audit.hours_rest import judge_daily_rest_hours, judge_weekly_rest
from scenarios.clock import MINUTES_PER_DAY
from scenarios.hours_of_service import (
    AnyLimit,
    ContinuousDriving,
    Cycle,
    DailyDriving,
    DailyRestHours,
    Shift,
    WeeklyDriving,
    WeeklyRest,
)


def judge_limit(limit: AnyLimit, case: Case) -> Found:
    """What goes against a limit of the law, unpriced."""
    stretches = duties(case.deeds, min(case.end_min, case.seen_min))
    match limit:
        case ContinuousDriving():
            found = _continuous(limit, stretches)
        case DailyDriving():
            found = _daily(limit, stretches, case)
        case DailyRestHours():
            return judge_daily_rest_hours(limit, stretches, case)
        case WeeklyRest():
            return judge_weekly_rest(limit, stretches, case)
        case WeeklyDriving():
            found = _weekly(limit, stretches, case)
        case Shift():
            found = _shifts(limit, stretches)
        case Cycle():
            found = _cycle(limit, stretches)
    out = Found()
    for start, end, minutes, said in found:
        steps = tuple(d.step for d in case.deeds if d.act_min < end and d.end_min > start)
        day, key = start // MINUTES_PER_DAY, len(out.findings)
        out.findings.append(Finding(start, end, day, said, key, steps, place=case.path.at(start), minutes=minutes))
    return out


Excess = tuple[int, int, int, str]
"""First minute over, the end of the last, minutes at fault, and what it is."""


def _too_much(stretches: Sequence[Stretch], start: int, end: int, most: int, where: str) -> Iterator[Excess]:
    """The driving in [start, end), if it is more than allowed."""
    driven = minutes_of(stretches, Duty.DRIVE, start, end)
    if driven > most:
        over = minute_of_excess(stretches, Duty.DRIVE, start, end, most)
        yield over, _last_drive(stretches, end), driven - most, f"{driven} min of driving {where}, {most} at most"


def _continuous(limit: ContinuousDriving, stretches: Sequence[Stretch]) -> Iterator[Excess]:
    """One breach from break to break."""
    for start, end in _between(stretches, _breaks(limit, stretches)):
        yield from _too_much(stretches, start, end, limit.drive_min, f"without a break of {limit.break_min} min")


def _breaks(limit: ContinuousDriving, stretches: Sequence[Stretch]) -> Iterator[tuple[int, int]]:
    """Breaks as spans; of one in two pieces the second."""
    first_piece = False
    for start, end in _stands(limit, stretches):
        length = end - start
        whole = length >= limit.break_min
        second = limit.split is not None and first_piece and length >= limit.split[1]
        if whole or second:
            yield start, end
            first_piece = False
        elif limit.split is not None and length >= limit.split[0]:
            first_piece = True


def _stands(limit: ContinuousDriving, stretches: Sequence[Stretch]) -> Iterator[tuple[int, int]]:
    """Stretches that can be a break, joined."""
    fits: Callable[[Stretch], bool]
    fits = (lambda s: s.duty != Duty.DRIVE) if limit.break_is == "any_stand" else (lambda s: s.duty == Duty.REST)
    start: int | None = None
    for s in stretches:
        if fits(s) and start is None:
            start = s.start_min
        elif not fits(s) and start is not None:
            yield start, s.start_min
            start = None
    if start is not None:
        yield start, stretches[-1].end_min


def _between(stretches: Sequence[Stretch], rests: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans before, between and after rests."""
    at = 0
    for start, end in rests:
        if start > at:
            yield at, start
        at = end
    if stretches and stretches[-1].end_min > at:
        yield at, stretches[-1].end_min


def _last_drive(stretches: Sequence[Stretch], end: int) -> int:
    """The end of the last driving before a minute."""
    return max(min(s.end_min, end) for s in stretches if s.duty == Duty.DRIVE and s.start_min < end)


def _daily(limit: DailyDriving, stretches: Sequence[Stretch], case: Case) -> Iterator[Excess]:
    """One breach from daily rest to daily rest; the longer limit is used up in the order of the days."""
    used: dict[int, int] = {}
    for start, end in _between(stretches, rests_of(stretches, limit.rest_min)):
        driven = minutes_of(stretches, Duty.DRIVE, start, end)
        if driven <= limit.drive_min:
            continue
        week = week_of(start, case)
        most = limit.drive_min
        if used.get(week, 0) < limit.longer_a_week:
            used[week] = used.get(week, 0) + 1
            most = limit.longer_min
        yield from _too_much(stretches, start, end, most, "between two daily rests")


def _weekly(limit: WeeklyDriving, stretches: Sequence[Stretch], case: Case) -> Iterator[Excess]:
    """A breach for each week, and for each two weeks in a row, with too much driving."""
    if not stretches:
        return
    weeks = range(week_of(stretches[-1].end_min - 1, case) + 1)
    for number, most, noun in ((1, limit.week_min, "a week"), (2, limit.two_weeks_min, "two weeks")):
        for week in weeks[: len(weeks) - number + 1]:
            start, end = max(0, week_start(week, case)), week_start(week + number, case)
            yield from _too_much(stretches, start, end, most, f"in {noun}")


def _shifts(limit: Shift, stretches: Sequence[Stretch]) -> Iterator[Excess]:
    """A breach for each shift with too much driving, and for each with driving too late."""
    for start, end in _between(stretches, rests_of(stretches, limit.off_min)):
        duty = next((s.start_min for s in stretches if start <= s.start_min < end and s.duty != Duty.REST), end)
        yield from _too_much(stretches, duty, end, limit.drive_min, "in a shift")
        late = duty + limit.window_min
        minutes = minutes_of(stretches, Duty.DRIVE, late, end) if late < end else 0
        if minutes:
            first = next(max(s.start_min, late) for s in stretches if s.duty == Duty.DRIVE and s.end_min > late)
            said = f"{minutes} min of driving later than {limit.window_min} min after duty began at minute {duty}"
            yield first, _last_drive(stretches, end), minutes, said


def _cycle(limit: Cycle, stretches: Sequence[Stretch]) -> Iterator[Excess]:
    """A breach for each day with driving beyond the hours on duty of the last days, that one included."""
    restarts = [end for _, end in rests_of(stretches, limit.restart_min)]
    faults: dict[int, list[tuple[int, int]]] = {}
    for s in stretches:
        if s.duty != Duty.DRIVE:
            continue
        for day in range(s.start_min // MINUTES_PER_DAY, (s.end_min - 1) // MINUTES_PER_DAY + 1):
            a, b = max(s.start_min, day * MINUTES_PER_DAY), min(s.end_min, (day + 1) * MINUTES_PER_DAY)
            since = max([(day - limit.days + 1) * MINUTES_PER_DAY, *(end for end in restarts if end <= a)])
            on_duty = sum(minutes_of(stretches, duty, since, a) for duty in (Duty.DRIVE, Duty.WORK, Duty.WINDOW))
            first = a + max(0, limit.duty_min - on_duty)
            if first < b:
                faults.setdefault(day, []).append((first, b))
    for spans in faults.values():
        minutes = sum(b - a for a, b in spans)
        said = f"{minutes} min of driving after {limit.duty_min} min on duty in {limit.days} days"
        yield spans[0][0], spans[-1][1], minutes, said
