"""The empty ways that a driver's wishes still ask for: what of a limit on empty kilometres has to be kept in hand.

Home, an errand's stops, a place to visit and a promised load may have to be driven to empty. Soon before one is due the
whole way from where a course ends is kept for it. Long before, an order may still lead there, and only the last
kilometres are kept, as where an errand leaves time for an order between two stops.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from memory.wishes.busy import EmptyWay
from memory.wishes.courses import Courses, Ints, near_km
from memory.wishes.days import HOME_KM
from memory.wishes.errands import deadline
from memory.wishes.months import SPARE_DAYS, visits_missing
from memory.wishes.progress import Progress, leave_min
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.geo import drive_minutes, haversine_km
from scenarios.preferences.kinds import Deadhead, Errand, MustTake, Visits
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point

SOON_MIN = 36 * 60
"""What is due so long after a course's end may have to be driven to from there: an order and a rest take a day."""
LAST_KM = 15.0
"""The last kilometres to what is due later: orders of a good market end about so near."""
ORDER_MIN = 480
"""Minutes beside the way that let an order be done between two stops: most take seven hours and more."""
Pairs = Sequence[tuple[Standing, Progress]]


@dataclass(frozen=True, slots=True)
class _Stop:
    due: int
    point: Point
    radius_km: float
    tied_to: Point | None = None
    """The stop before it, if it is due so soon after that no order fits in between."""


def empty_ways(pairs: Pairs, courses: Courses) -> tuple[EmptyWay, ...]:
    """The ways of hard wishes in the order in which they are due; none where no wish minds them."""
    if not any(isinstance(standing.constraint, Deadhead) for standing, _ in pairs):
        return ()
    stops = sorted(_stops(pairs, courses), key=lambda stop: stop.due)
    before: Ints = np.full(len(courses), -1, dtype=np.int64)
    ways = []
    for number, stop in enumerate(stops):
        soon = (stop.due <= courses.end + SOON_MIN) & (stop.due >= courses.end)
        from_end = courses.km_to(*stop.point)
        from_stops = np.array([haversine_km(*other.point, *stop.point) for other in stops[:number]] + [0.0])
        km = np.where(before < 0, from_end, from_stops[before])
        km[km <= near_km(stop.radius_km)] = 0.0
        surely = soon & ((before < 0) | (stop.tied_to is not None))
        later = np.minimum(km, LAST_KM) if stop.tied_to is None else haversine_km(*stop.tied_to, *stop.point)
        ways.append(EmptyWay(day_of(stop.due), np.where(surely, km, 0.0), np.where(surely, 0.0, later)))
        before = np.where(soon & (km > 0), number, before)  # who is there goes on from where it stands
    return tuple(ways)


def _stops(pairs: Pairs, courses: Courses) -> Iterator[_Stop]:
    if courses.back_to is not None:
        yield _Stop(courses.back_by, courses.back_to, HOME_KM)
    for standing, progress in pairs:
        wish, points = standing.constraint, standing.points
        if not wish.hard or not points:
            continue
        match wish:
            case Errand() if 0 not in progress.lost:
                for k, step in enumerate(wish.steps):
                    if k >= progress.step:
                        tied = k > progress.step and _tied(standing, k, courses.speed_kmh)
                        tied_to = points[k - 1] if tied else None
                        yield _Stop(deadline(standing, k), points[k], step.place.radius_km, tied_to)
            case MustTake() if wish.place is not None and not progress.by_day and 0 not in progress.lost:
                listed = wish.listed_min or 0
                due = listed if courses.now < listed else standing.due_min - 1
                yield _Stop(due, points[0], wish.place.radius_km)
            case Visits():
                first, last = standing.month_of(day_of(courses.now))
                need = visits_missing(standing, progress, courses.now)
                if need and first not in progress.lost:
                    day = max(day_of(courses.now), last - (need - 1) - SPARE_DAYS)
                    yield _Stop((day + 1) * MINUTES_PER_DAY - 1, points[0], wish.place.radius_km)


def _tied(standing: Standing, k: int, speed_kmh: float) -> bool:
    """Whether the way to step k leaves no time for an order, even for who did the step before it as early as can be."""
    wish, points = standing.constraint, standing.points
    assert isinstance(wish, Errand)
    left = leave_min(wish.steps[k - 1], 0, 0)
    drive = drive_minutes(haversine_km(*points[k - 1], *points[k]), speed_kmh)
    return deadline(standing, k) - left < drive + ORDER_MIN
