"""Wishes and their progress in words, as views show them: short, and with every number of the record."""

from __future__ import annotations

from datetime import date
from typing import Any

from memory.wishes.months import free_days
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.kinds import (
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    LongHauls,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.standing import Standing

_SAID_APART = {"kind", "text", "hard", "preference", "start_min", "end_min", "penalty_fen", "cap_fen", "unit"}


PROGRESS_TOKENS = 160
"""Most tokens of a line of progress."""


def wish_text(standing: Standing) -> str:
    """The constraint with all that differs from its kind's defaults, its price and its cap."""
    c = standing.constraint
    if isinstance(c, Unknown):
        return f"wish {standing.number}, not understood: {' '.join(c.text.split())}"
    what = c.model_dump(exclude_defaults=True, exclude=_SAID_APART)
    said = " ".join(f"{name} {_value(value)}" for name, value in what.items())
    cap = f", {c.cap_fen / 100:g} at most" if c.cap_fen else ""
    price = f"; {c.penalty_fen / 100:g} yuan a {c.unit}{cap}" if c.penalty_fen else ""
    return f"wish {standing.number}, {'must' if c.hard else 'if possible'}: {c.kind} {said}{price}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_value(inner)}" for name, inner in value.items()) + ")"
    if isinstance(value, list | tuple):
        return ", ".join(_value(inner) for inner in value)
    return value.isoformat() if isinstance(value, date) else f"{value:g}" if isinstance(value, float) else str(value)


def progress_text(standing: Standing, progress: Progress, minute: int) -> str:
    """How far it is kept at a minute."""
    said = f"wish {standing.number} so far: {_so_far(standing.constraint, standing, progress, minute)}"
    if progress.broken:
        said += f"; broken {progress.broken:g}, {progress.used_fen / 100:g} yuan"
    if progress.lost:
        said += f"; lost since minute {max(progress.lost.values())}"
    return said + (f"; last at minute {progress.last_min}" if progress.last_min >= 0 else "")


def _so_far(c: Constraint, standing: Standing, progress: Progress, minute: int) -> str:
    today = day_of(minute)
    if isinstance(c, DailyRest):
        now = f", resting since {progress.rest_from}" if progress.rest_to == minute > progress.rest_from else ""
        return f"longest rest today {progress.by_day.get(today, 0.0):g} min{now}"
    if isinstance(c, Errand):
        there = "" if progress.there_since is None else f", there since {progress.there_since}"
        return f"{progress.step} of {len(c.steps)} steps{there}"
    first, last = standing.month_of(today)
    if isinstance(c, DaysOff):
        off = sum(standing.applies(day) and day not in progress.by_day for day in range(first, today))
        left = free_days(standing, progress, today, last)
        return f"{off} of {c.at_least} days off, {left} days left that can be"
    if isinstance(c, Visits | RegionDays):
        return f"{progress.days_in(first, last)} of {c.at_least} days, {last - today} days after today"
    if isinstance(c, Deadhead):
        return f"{progress.between(*standing.period_of(today, c.per)):.1f} of {c.km:g} km empty"
    if isinstance(c, LongHauls):
        return f"{progress.between(*standing.period_of(today, c.per)):g} in the {c.per}"
    return f"{progress.by_day.get(today, 0.0):g} today, {progress.between(first, last):g} in the month"
