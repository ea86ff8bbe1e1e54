"""Judges daily rest: the truck's stands, and whether each day has one that is long enough."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.audit.case import FOREVER, Case, Finding, Found
from dispatch.audit.path import joined
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.kinds import DailyRest

IntSpan = tuple[int, int]


def stands(case: Case, *, reading: bool, window_wait: bool) -> list[IntSpan]:
    """When the truck stood and nothing was done: waits, the reading before them and waits for a window if asked."""
    spans: list[IntSpan] = []
    for deed in case.deeds:
        if deed.act == Act.WAIT:
            if deed.end_min > deed.act_min:
                spans.append((deed.start_min if reading else deed.act_min, deed.end_min))
        elif deed.order and window_wait:
            spans.append((deed.act_min + deed.drive_min, deed.loading_min))
    return joined((a, b) for a, b in spans if b > a)


def judge_daily_rest(c: DailyRest, case: Case) -> Found:
    """A breach for each day without a rest that is long enough, with the longest that there was."""
    counting, found = case.counting, Found()
    counted = "calendar_day" if counting.rest_by_calendar_day else c.counted
    rests = stands(
        case,
        reading=c.reading_is_rest or counting.reading_is_rest,
        window_wait=c.window_wait_is_rest and counting.window_wait_is_rest,
    )
    hungry = _days_without(rests, c.rest_min, case) if counted == "rolling_24h" else frozenset()
    for day in case.whole_days(c):
        if not c.days.has(case.date(day)):
            continue
        start, end = day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY
        parts = _parts(rests, start, end, counted)
        longest = max((b - a for a, b in parts), default=0)
        if day not in hungry if counted == "rolling_24h" else longest >= c.rest_min:
            continue
        if end > case.seen_min or _goes_on(parts, case.seen_min, counted):
            found.unjudged.append((start, end, "what was done then, or how long the last stop went on, is not shown"))
            continue
        a, b = max(parts, key=lambda span: (span[1] - span[0], -span[0]), default=(start, start))
        found.findings.append(
            Finding(
                start,
                end,
                day,
                f"longest stop {longest} of {c.rest_min} min, from minute {a}"
                if b > a
                else f"no stop of {c.rest_min} min",
                key=day,
                minutes=c.rest_min - longest if longest < c.rest_min else 0,
                place=case.path.at(a),
            )
        )
    found.figures["violations"] = len(found.findings)
    return found


def _parts(rests: Sequence[IntSpan], start: int, end: int, counted: str) -> list[IntSpan]:
    """The rests of a day as the count sees them."""
    cut = [(max(a, start), b) for a, b in rests if a < end and b > start]
    return [(a, min(b, end)) for a, b in cut] if counted == "calendar_day" else cut


def _goes_on(parts: Sequence[IntSpan], seen_min: int, counted: str) -> bool:
    """Whether a rest of the day reaches the end of what is shown, where it may have gone on."""
    return counted == "start_of_rest" and any(b >= seen_min for _, b in parts)


def _days_without(rests: Sequence[IntSpan], rest_min: int, case: Case) -> frozenset[int]:
    """Days with a minute at which more than 24 hours are over since the last rest ended, and no new one is complete."""
    days: set[int] = set()
    due = MINUTES_PER_DAY
    for a, b in [*rests, (FOREVER, FOREVER + rest_min)]:
        if b - a < rest_min:
            continue
        complete = min(a + rest_min, case.end_min)
        if complete > due:
            days.update(range(due // MINUTES_PER_DAY, (complete - 1) // MINUTES_PER_DAY + 1))
        due = max(due, b + MINUTES_PER_DAY)
    return frozenset(days)
