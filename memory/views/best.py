"""What a driver's stores rank highest, for a digest to carry over: cells worth a list, loads still to be had."""

from __future__ import annotations

import numpy as np

from memory.observed import Observation
from memory.stores.market import mean_value, typical_traffic, worth_of_searching
from memory.stores.of_driver import Stores
from memory.views.select import loads_worth_showing, spread


def best_loads(stores: Stores, seen: Observation, most: int) -> list[int]:
    """Loads still to be had, best first; a digest carries them over."""
    offers = stores.cargo.active(seen.minute).offers
    everything = np.ones(len(offers), dtype=np.bool_)
    rows = loads_worth_showing(offers, np.zeros(len(offers), dtype=np.int64), seen, everything, 0)
    best: list[int] = offers.load[rows[:most]].tolist()
    return best


def best_cells(stores: Stores, most: int) -> list[int]:
    """Cells of which a list was read or a load seen, best first, so that there is one near wherever the truck may be.

    The best of all, the best of those that are not close to it, and so on; then the second best in the same way. A
    digest carries them over.
    """
    market = stores.market
    stats, places, values = market.stats(), market.places(), market.values()
    value, tried = np.full(len(places), -np.inf), stats.searches > 0
    np.maximum.at(value, stats.place[tried], values[tried])
    value[np.isinf(value)] = mean_value(values[tried])
    left = worth_of_searching(places, value, typical_traffic(places), np.zeros(len(places), dtype=np.bool_))
    known = np.zeros(len(places), dtype=np.bool_)
    known[stats.place] = True
    left[~known] = 0.0
    rows: list[int] = []
    while len(rows) < most and left.any():
        rows += spread(places, left)
        left[rows] = 0.0
    cells: list[int] = places.cell[rows[:most]].tolist()
    return cells
