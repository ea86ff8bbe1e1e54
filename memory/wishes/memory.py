"""Turns one action into the facts of wishes: what it meant for each, what it broke, what it made impossible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory.facts import FactKind, FactWriter
from memory.observed import Act, Observation, Outcome
from memory.offers import Offers
from memory.wishes.broken import NO_KEY, broken
from memory.wishes.courses import Courses, move, still
from memory.wishes.days import shut_spans
from memory.wishes.heed import Done, amounts
from memory.wishes.progress import Progress
from scenarios.preferences.standing import Standing


def course_of(seen: Observation, outcome: Outcome, load: Offers | None) -> Courses:
    """What was done from the action's minute on; a load that was never listed has no category and no place."""
    now, end = outcome.start_min, max(outcome.end_min, outcome.start_min)
    if outcome.action.act == Act.WAIT or (outcome.refused and not outcome.drive_min):
        return still(now, seen.lat, seen.lng, seen.speed_kmh, [end], waits=outcome.action.act == Act.WAIT)
    to, empty = (outcome.lat, outcome.lng), outcome.pickup_km + outcome.reposition_km
    course = move(now, seen.lat, seen.lng, seen.speed_kmh, to, empty, end)
    if outcome.action.act == Act.REPOSITION or outcome.refused:
        return course
    course.order = np.array([True])
    course.haul_km = np.array([outcome.haul_km])
    course.load = np.array([outcome.action.load])
    course.arrive = course.arrive + outcome.drive_min
    course.loading = course.arrive + outcome.window_wait_min
    if load is not None:
        course.pickup_lat, course.pickup_lng = load.pickup_lat, load.pickup_lng
        course.category = load.category.astype(np.int64)
        course.pickup_place = load.pickup_place.astype(np.int64)
        course.drop_place = load.drop_place.astype(np.int64)
    return course


def add_wish_facts(
    facts: FactWriter, wishes: Sequence[Standing], progress: Sequence[Progress], done: Done, seen: Observation
) -> None:
    """Add the facts of one action, wish by wish: what it broke, then what it meant."""
    done.course.shut = shut_spans(wishes, done.outcome.start_min)
    for standing, so_far in zip(wishes, progress, strict=True):
        in_force = standing.in_force(done.outcome.start_min)
        for breach in broken(standing, so_far, done.course) if in_force else ():
            units = float(breach.units[0])
            if units <= 0:
                continue
            if breach.key == NO_KEY:
                facts.add(FactKind.BREACH, done.outcome.start_min, count=standing.number, value=units)
            else:
                minute = first_lost_min(standing, so_far, breach.key, done, seen)
                facts.add(FactKind.WISH_LOST, minute, count=standing.number, value=float(breach.key))
        for minute, amount in amounts(standing, so_far, done):
            facts.add(FactKind.HEEDED, minute, count=standing.number, value=amount)


def first_lost_min(standing: Standing, progress: Progress, key: int, done: Done, seen: Observation) -> int:
    """The first minute from which nothing could keep the wish: while the driver stood, or when it began to act."""
    start = done.step_start_min
    stood = done.outcome.end_min if done.outcome.action.act == Act.WAIT else done.outcome.start_min

    def lost_at(minute: int) -> bool:
        stay = still(start, seen.lat, seen.lng, seen.speed_kmh, [minute], waits=True)
        stay.read_from, stay.shut = start, done.course.shut
        return any(b.key == key and b.units[0] > 0 for b in broken(standing, progress, stay))

    if not lost_at(stood):
        return done.outcome.start_min
    low, high = start, stood  # lost at high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if lost_at(middle) else (middle + 1, high)
    return high
