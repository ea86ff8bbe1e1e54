"""The order after this one: what the loads known today are worth to a truck that comes free at an option's drop.

A load that stays listed until then may be taken next. How good the next order will be is uncertain, since most loads
of that hour are not known yet; the known ones set a floor.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from memory.observed import Observation
from memory.offers import Offers
from scenarios.geo import arcs_between_km, drive_minutes_many
from scenarios.loads import NO_WINDOW

SPREAD_FEN = 25_000.0
"""Spread of the worth of the next order about that of an average one."""
NONE_FEN = -1e9
"""Worth of a next order where none can be had."""


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
    """For each first order, shape (k,), the worth of the best load to take then; NONE_FEN for none."""
    free = options.finish_min[first][:, np.newaxis]
    drops = options.offers.take(first)
    rows = _lasting(options.offers, int(free.min()))
    offers = options.offers.take(rows)
    ends = (drops.drop_x[:, np.newaxis], drops.drop_y[:, np.newaxis], drops.drop_z[:, np.newaxis])
    km = arcs_between_km((offers.pickup_x, offers.pickup_y, offers.pickup_z), ends)
    arrive = free + drive_minutes_many(km, seen.speed_kmh)
    end = np.maximum(arrive, offers.window_open_min) + offers.service_min  # NO_WINDOW opens before every minute
    possible = (offers.remove_min >= free) & (end <= seen.horizon_min) & (rows != first[:, np.newaxis])
    possible &= (arrive <= offers.window_close_min) | (offers.window_close_min == NO_WINDOW)
    worth = offers.price_fen - (km + offers.haul_km) * (seen.cost_per_km * 100) - rate_fen * (end - free)
    best: NDArray[np.float64] = np.where(possible, worth, NONE_FEN).max(axis=1, initial=NONE_FEN)
    return best


def _lasting(offers: Offers, minute: int) -> NDArray[np.intp]:
    """Rows of loads that may be taken at a minute or later: most are gone when the first of the orders ends."""
    closes = offers.window_close_min
    return np.flatnonzero((offers.remove_min >= minute) & ((closes >= minute) | (closes == NO_WINDOW)))
