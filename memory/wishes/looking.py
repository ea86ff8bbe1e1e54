"""What wishes ask of the search for loads: until when lists may be read, and where a promised load has to be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from memory.observed import Observation
from memory.wishes.broken import broken
from memory.wishes.busy import Busy
from memory.wishes.courses import Bools, Floats, still
from memory.wishes.needs import busy_with, prepare
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import AreaRule, Deadhead, LongestHaul, LongestPickup, MustTake
from scenarios.preferences.parts import Area, Box, Circle
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point

MOST_READ_MIN = 60
"""Reading takes no longer in any step."""
STEP_MIN = 5
DAYS_AT_ONCE = 3.0
"""So many days' share of the empty kilometres that are left may go into one way."""
READ_SLACK_MIN = 5
"""Minutes left over after reading, more than an agent keeps in hand when it acts."""


def reading_limit(wishes: Sequence[Standing], progress: Sequence[Progress], seen: Observation) -> int | None:
    """The latest minute, in steps of five, to which reading here breaks nothing that is still whole; None: no limit."""
    if not wishes:
        return None
    ends = list(range(seen.minute, seen.minute + MOST_READ_MIN + 1, STEP_MIN))
    reads = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, ends, waits=False, slack_min=READ_SLACK_MIN)
    prepare(wishes, reads)
    busy = busy_with(wishes, progress, reads)
    latest = len(ends) - 1
    for standing, so_far in zip(wishes, progress, strict=True):
        if not standing.in_force(seen.minute):
            continue
        for breach in broken(standing, so_far, reads, busy):
            worse = ((breach.units > breach.units[0]) | (breach.fen > breach.fen[0])).nonzero()[0]
            if breach.units[0] == 0 and len(worse):
                latest = min(latest, int(worse[0]) - 1)
            elif breach.units[0] > 0 and _waiting_keeps(standing, so_far, seen, breach.key, busy):
                latest = 0
    return None if latest == len(ends) - 1 else ends[latest]


def _waiting_keeps(standing: Standing, progress: Progress, seen: Observation, key: int, busy: Busy) -> bool:
    """Whether what reading breaks at once, waiting would keep."""
    waits = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, [seen.minute], waits=True)
    waiting = replace(busy, minutes=int(np.min(busy.minutes)))
    return not any(b.key == key and b.units[0] > 0 for b in broken(standing, progress, waits, waiting))


def places_to_look(
    wishes: Sequence[Standing], progress: Sequence[Progress], minute: int, here: Point
) -> tuple[Point, ...]:
    """Pickups of loads that have to be taken and may be on offer now; where the words name none, the truck's place."""
    points = [
        standing.points[0] if standing.points else here
        for standing, so_far in zip(wishes, progress, strict=True)
        if isinstance(standing.constraint, MustTake)
        and standing.in_force(minute)
        and not so_far.by_day
        and minute >= (standing.constraint.listed_min or 0)
    ]
    return tuple(dict.fromkeys(points))


def reach_km(wishes: Sequence[Standing], progress: Sequence[Progress], minute: int) -> float:
    """How far away a load may be picked up, in whole kilometres: as far as hard wishes let the truck go there empty,
    not farther than they let it carry anything, and not farther than half through the area in which they keep it.

    Infinite where they say nothing of it.
    """
    reach = float("inf")
    for standing, so_far in zip(wishes, progress, strict=True):
        wish = standing.constraint
        if not (wish.hard and standing.in_force(minute)):
            continue
        if isinstance(wish, LongestPickup | LongestHaul):
            reach = min(reach, wish.km)
        elif isinstance(wish, Deadhead):
            first, last = standing.period_of(day_of(minute), wish.per)
            left = max(0.0, wish.km - so_far.between(first, last))
            reach = min(reach, left, DAYS_AT_ONCE * left / (last - day_of(minute) + 1))
        elif isinstance(wish, AreaRule) and wish.rule == "stay_in" and len(wish.areas) == 1:
            reach = min(reach, _half_through(wish.areas[0]))
    return float(np.floor(reach))


def _half_through(area: Area) -> float:
    """From the middle of an area to its farthest point; infinite for a district, whose shape is not known."""
    if isinstance(area, Circle):
        return area.radius_km
    if isinstance(area, Box):
        return haversine_km(area.south, area.west, area.north, area.east) / 2
    return float("inf")


def out_of_bounds(wishes: Sequence[Standing], minute: int, lat: Floats, lng: Floats) -> Bools:
    """Which points hard wishes put out of bounds, shape (n,)."""
    out = np.zeros(len(lat), dtype=np.bool_)
    for standing in wishes:
        wish = standing.constraint
        if not (isinstance(wish, AreaRule) and wish.hard and standing.in_force(minute) and standing.grounds):
            continue
        inside = np.zeros(len(lat), dtype=np.bool_)
        for ground in standing.grounds:
            inside |= ground.inside(lat, lng)
        out |= inside if wish.rule == "keep_out" else ~inside
    return out


def looking_texts(read_until_min: int | None, look_at: Sequence[Point], reach: float) -> list[str]:
    """The same in words."""
    out = [] if read_until_min is None else [f"read no lists after minute {read_until_min}"]
    out += [f"no loads from farther than {reach:.0f} km"] if reach < float("inf") else []
    return out + [f"look at {lat:.2f},{lng:.2f} for a load that must be taken" for lat, lng in look_at]
