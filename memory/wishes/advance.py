"""Progress as it would stand after a course of action: the same fold as of what was done, on copies."""

from __future__ import annotations

from copy import copy

import numpy as np

from memory.facts import Fact, FactKind
from memory.observed import Act, Action, Outcome, Result
from memory.wishes.broken import NO_KEY, broken
from memory.wishes.courses import COLUMNS, Courses
from memory.wishes.heed import Done, amounts
from memory.wishes.progress import Progress, break_wish, heed
from scenarios.preferences.standing import Standing


def row_of(courses: Courses, i: int) -> Courses:
    """One of the courses, alone."""
    one = copy(courses)
    for name in COLUMNS:
        setattr(one, name, getattr(courses, name)[i : i + 1])
    if isinstance(courses.slack_min, np.ndarray):
        one.slack_min = courses.slack_min[i : i + 1]
    one.forget()
    return one


def as_done(course: Courses) -> Done:
    """A course of length 1 as if it had been done."""
    act = Act.TAKE_ORDER if course.order[0] else Act.REPOSITION if course.active[0] else Act.WAIT
    outcome = Outcome(
        action=Action(act),
        result=Result.DONE,
        start_min=course.now,
        end_min=int(course.end[0]),
        lat=float(course.end_lat[0]),
        lng=float(course.end_lng[0]),
        drive_min=int(course.arrive[0]) - course.now,
        window_wait_min=int(course.loading[0] - course.arrive[0]),
    )
    return Done(course.since, outcome, course)


def advanced(standing: Standing, progress: Progress, done: Done) -> Progress:
    """How far the wish would be kept."""
    out = copy(progress)
    out.by_day, out.lost = dict(progress.by_day), dict(progress.lost)
    minute, number = done.outcome.start_min, standing.number
    for breach in broken(standing, out, done.course):
        if breach.units[0] > 0:
            keyed = breach.key != NO_KEY
            kind = FactKind.WISH_LOST if keyed else FactKind.BREACH
            value = float(breach.key) if keyed else float(breach.units[0])
            break_wish(standing, out, Fact(kind, minute, 0, -1, number, value, 1.0), -1)
    for at, amount in amounts(standing, out, done):
        heed(standing, out, Fact(FactKind.HEEDED, at, 0, -1, number, amount, 1.0), -1)
    return out
