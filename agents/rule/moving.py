"""Moving empty: where a truck without a good order would rather stand, by what memory knows of places and hours.

It weighs; whether to move is the decision's. Without memory of the market there is nowhere to go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.rule.analyst import BUSY_FEN
from memory.observed import Observation
from memory.views.records import DecisionView
from scenarios.cells import cell_of, parent, parents, resolution_of
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import arcs_km, drive_minutes_many, valid_point

MARGIN_FEN = 2_000.0
"""By so much a place must be better: what it usually offers is known from few lists, the kilometres are certain."""
MOST_GAIN_FEN = BUSY_FEN
"""No move gains more: from a place where nothing was ever seen to the busiest, next door."""


@dataclass(frozen=True, slots=True)
class Move:
    """A place to move to, and what that is worth."""

    lat: float
    lng: float
    gain_fen: float
    """More than waiting here, the drive paid for."""
    fact: int
    """The latest fact about the place."""


def best_move(seen: Observation, view: DecisionView, rate_fen: float, wait_min: int) -> Move | None:
    """The place that beats waiting here for `wait_min` minutes by most, or None where none beats it by MARGIN_FEN."""
    best = ranked_moves(seen, view, rate_fen, wait_min, 1)
    return best[0] if best and best[0].gain_fen > MARGIN_FEN else None


def ranked_moves(seen: Observation, view: DecisionView, rate_fen: float, wait_min: int, most: int) -> list[Move]:
    """The places in reach that gain most against waiting here for `wait_min` minutes, best first.

    Waiting and driving both pass time in which loads appear, so a move costs its kilometres, the minutes by which it
    is longer than the wait (at `rate_fen` each), and gains what the place usually offers at the minute of arrival
    over what is usual here then, on the scale of the analyst. Of equals the nearer place, then the lower row.
    """
    places, usual = view.places, view.usual
    if places is None or not usual or not valid_point(seen.lat, seen.lng):
        return []
    fen_per_km = seen.cost_per_km * 100
    km = arcs_km(places.x, places.y, places.z, seen.lat, seen.lng)
    near = np.flatnonzero(km * fen_per_km < BUSY_FEN - MARGIN_FEN)
    if len(near) == 0:
        return []
    km = km[near]
    minutes = np.maximum(drive_minutes_many(km, seen.speed_kmh), 1)
    buckets = (seen.minute + minutes) % MINUTES_PER_DAY // view.bucket_min
    here = parent(cell_of(seen.lat, seen.lng, resolution_of(int(places.cell[0]))), view.region_resolution)
    there = parents(places.cell[near], view.region_resolution).tolist()
    gain = BUSY_FEN * (_usual(usual, there, buckets) - _usual(usual, [here] * len(near), buckets))
    gain -= km * fen_per_km + rate_fen * np.maximum(0, minutes - wait_min)
    return [
        Move(float(places.lat[near[i]]), float(places.lng[near[i]]), float(gain[i]), int(places.fact[near[i]]))
        for i in np.lexsort((near, km, -gain))[:most].tolist()
    ]


def _usual(
    usual: dict[int, NDArray[np.float64]], regions: list[int], buckets: NDArray[np.int32]
) -> NDArray[np.float64]:
    """What each region usually offers in the bucket beside it; 0 where nothing was ever seen."""
    pairs = zip(regions, buckets.tolist(), strict=True)
    return np.array([float(usual[region][bucket]) if region in usual else 0.0 for region, bucket in pairs])
