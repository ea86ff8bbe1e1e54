"""What a driver's wishes together need of the time that is left, for wishes that have to share it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory.wishes.busy import Busy
from memory.wishes.courses import Courses, Ints
from memory.wishes.days import rest_due
from memory.wishes.months import free_days
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.kinds import DailyRest, DaysOff, Errand
from scenarios.preferences.standing import Standing


def busy_with(wishes: Sequence[Standing], progress: Sequence[Progress], courses: Courses) -> Busy:
    """What wishes for rest and days off, and errands, need after each course."""
    pairs = tuple(zip(wishes, progress, strict=True))
    errands = tuple(pair for pair in pairs if isinstance(pair[0].constraint, Errand) and pair[0].constraint.hard)
    return Busy(_days_off(pairs, courses.now), _rest(pairs, courses), errands)


Pairs = Sequence[tuple[Standing, Progress]]


def _rest(pairs: Pairs, courses: Courses) -> Ints:
    """Minutes of the day on which each course ends that hard wishes for rest still need."""
    due = np.zeros(len(courses), dtype=np.int64)
    for standing, progress in pairs:
        if isinstance(standing.constraint, DailyRest) and standing.constraint.hard:
            due = np.maximum(due, rest_due(standing, progress, courses))
    return due


def _days_off(pairs: Pairs, minute: int) -> int:
    """Days of this month that have to stay free of driving."""
    needed, today = 0, day_of(minute)
    for standing, progress in pairs:
        wish = standing.constraint
        if isinstance(wish, DaysOff) and wish.forbids == "movement":
            first, _ = standing.month_of(today)
            needed = max(needed, wish.at_least - free_days(standing, progress, first, today - 1))
    return needed
