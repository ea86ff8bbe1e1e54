"""Judges the rests that the law asks for: each day's, with reduced and split ones, and each week's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from dispatch.audit.case import Case, Finding, Found
from dispatch.audit.duty import Duty, Stretch, rests_of, week_of, week_start
from scenarios.clock import MINUTES_PER_DAY
from scenarios.hours_of_service import DailyRestHours, WeeklyRest
from scenarios.words import counted


def judge_daily_rest_hours(limit: DailyRestHours, stretches: Sequence[Stretch], case: Case) -> Found:
    """A breach for each 24 hours without a new rest that is long enough within them."""
    found = Found()
    rests = rests_of(stretches)
    reduced = 0
    start = next((s.start_min for s in stretches if s.duty != Duty.REST), case.end_min)
    shown = stretches[-1].end_min if stretches else 0
    while start < shown:
        end = start + limit.within_min
        rest, kind = _rest_in(limit, rests, start, end)
        if rest is None and end > shown:
            found.unjudged.append((start, end, "the 24 hours go on after what the run shows"))
            break
        if kind == "reduced":
            reduced += 1
        if rest is None or (kind == "reduced" and reduced > limit.reduced_most):
            longest = max((min(b, end) - max(a, start) for a, b in rests if a < end and b > start), default=0)
            asked = limit.reduced_min if rest is None else limit.rest_min
            _add(found, start, end, f"longest rest {longest} min in 24 hours, {asked} asked for", asked - longest, case)
        if rest is not None and rest[1] - rest[0] >= limit.weekly_min:
            reduced = 0
        # Without a rest in time the next 24 hours follow at once, or after the rest that came late.
        late = next((b for a, b in rests if a < end <= b - 1 and b - a >= limit.reduced_min), end)
        start = rest[1] if rest is not None else late
        start = next((max(start, s.start_min) for s in stretches if s.end_min > start and s.duty != Duty.REST), shown)
    return found


def _rest_in(
    limit: DailyRestHours, rests: Sequence[tuple[int, int]], start: int, end: int
) -> tuple[tuple[int, int] | None, str]:
    """The rest that ends the day, and whether it is whole or reduced: the first whole one, else the first reduced."""
    best: tuple[int, int] | None = None
    earlier = 0
    for a, b in rests:
        if a < start or a >= end:
            continue
        inside = min(b, end) - a
        enough = b - a >= limit.weekly_min or earlier >= limit.split_first_min
        if inside >= limit.rest_min or (inside >= limit.reduced_min and enough):
            return (a, b), "whole"
        if inside >= limit.reduced_min and best is None:
            best = (a, b)
        earlier = max(earlier, inside)
    return best, "reduced"


def judge_weekly_rest(limit: WeeklyRest, stretches: Sequence[Stretch], case: Case) -> Found:
    """A breach for each weekly rest that begins late, and for each two weeks in a row that lack one, or a whole one."""
    found = Found()
    weekly = rests_of(stretches, limit.reduced_min)
    _begins_in_time(limit, weekly, stretches, case, found)
    _two_weeks(limit, weekly, stretches, case, found)
    return found


def _begins_in_time(
    limit: WeeklyRest, weekly: Sequence[tuple[int, int]], stretches: Sequence[Stretch], case: Case, found: Found
) -> None:
    shown = stretches[-1].end_min if stretches else 0
    at = 0
    for a, b in weekly:
        due = at + limit.within_min
        if a > due:
            _add(found, due, a, f"weekly rest begins {a - due} min late", a - due, case)
        at = b
    due = at + limit.within_min
    resting = stretches[-1] if stretches and stretches[-1].duty == Duty.REST else None
    if shown <= due or (resting is not None and resting.start_min <= due):
        found.unjudged.append((at, due, "the week goes on after what the run shows"))
    else:
        _add(found, due, shown, f"no weekly rest since minute {at}", shown - due, case)


def _two_weeks(
    limit: WeeklyRest, weekly: Sequence[tuple[int, int]], stretches: Sequence[Stretch], case: Case, found: Found
) -> None:
    """In two weeks in a row there are two weekly rests, one of them whole; the driver had a whole one before the run.

    One that falls in two weeks counts in either, but not in both: in the first if that would lack it else.
    """
    shown = stretches[-1].end_min if stretches else 0
    of_week: defaultdict[int, list[int]] = defaultdict(list)
    first = week_of(-1, case)
    of_week[first].append(limit.rest_min)
    for a, b in weekly:
        early, late = week_of(a, case), week_of(b - 1, case)
        lacks = early > first and not _enough(limit, of_week[early - 1] + of_week[early])
        of_week[early if lacks else early + 1 if late > early else early].append(b - a)
        for week in range(early + 2, late + 1):  # it goes on for weeks
            of_week[week].append(min(b, week_start(week + 1, case)) - week_start(week, case))
    for week in range(first, week_of(shown - 1, case)):
        lengths = of_week[week] + of_week[week + 1]
        if _enough(limit, lengths):
            continue
        start, end = max(0, week_start(week, case)), week_start(week + 2, case)
        if end > shown or (end == shown and stretches[-1].duty == Duty.REST):
            found.unjudged.append((start, end, "the second of two weeks goes on after what the run shows"))
            continue
        said = f"{counted(len(lengths), 'weekly rest')} in two weeks, the longest of {max(lengths, default=0)} min"
        _add(found, start, end, said, limit.rest_min - max(lengths, default=0), case)


def _enough(limit: WeeklyRest, lengths: Sequence[int]) -> bool:
    return len(lengths) > 1 and max(lengths) >= limit.rest_min


def _add(found: Found, start: int, end: int, said: str, minutes: int, case: Case) -> None:
    key, day = len(found.findings), start // MINUTES_PER_DAY
    place = case.path.at(start)
    found.findings.append(Finding(start, end, day, said, key, place=place, minutes=max(0, minutes)))
