"""The order after this one: what the loads known today are worth to a truck that comes free at an option's drop.

A load that stays listed until then may be taken next. How good the next order will be is uncertain, since most loads
of that hour are not known yet; the known ones set a floor.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from memory.observed import Observation
from scenarios.geo import arcs_between_km, drive_minutes_many, unit_vectors
from scenarios.loads import NO_WINDOW

SPREAD_FEN = 25_000.0
"""Spread of the worth of the next order about that of an average one."""


def next_order_fen(seen: Observation, options: Options, rows: list[int], rate_fen: float) -> NDArray[np.float64]:
    """Worth of the next order after each of the given options, in fen above an average minute's, at least 0.

    With b the worth of the best known next order and an average order worth 0, the better of the two is worth about
    (b + sqrt(b^2 + 4 s^2)) / 2 with s the spread: 0 for a hopeless b, b for a splendid one. Products, sums and square
    roots only, so it is the same on every processor.
    """
    if not rows:
        return np.empty(0)
    best = _best_next(seen, options, np.array(rows), rate_fen)
    return (best + np.sqrt(best * best + 4.0 * SPREAD_FEN * SPREAD_FEN)) / 2.0


def _best_next(seen: Observation, options: Options, first: NDArray[np.intp], rate_fen: float) -> NDArray[np.float64]:
    """For each first order, shape (k,), the worth of the best load to take on finishing it; -10^9 when none can be."""
    offers = options.offers
    free = options.finish_min[first][:, np.newaxis]
    drops = unit_vectors(offers.drop_lat[first], offers.drop_lng[first])[:, :, np.newaxis]
    km = arcs_between_km((offers.pickup_x, offers.pickup_y, offers.pickup_z), drops)
    arrive = free + drive_minutes_many(km, seen.speed_kmh)
    windowed = offers.window_open_min != NO_WINDOW
    end = np.where(windowed, np.maximum(arrive, offers.window_open_min), arrive) + offers.service_min
    possible = (offers.remove_min >= free) & (end <= seen.horizon_min)
    possible &= ~windowed | (arrive <= offers.window_close_min)
    possible[np.arange(len(first)), first] = False
    worth = offers.price_fen - (km + offers.haul_km) * (seen.cost_per_km * 100) - rate_fen * (end - free)
    best: NDArray[np.float64] = np.max(worth, axis=1, where=possible, initial=-1e9)
    return best
