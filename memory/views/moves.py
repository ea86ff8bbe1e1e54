"""Places to which a truck could move, as the decision is shown them: near, and usually offering more than others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory.observed import Observation
from memory.settings import MemorySettings
from memory.stores.market import bucket_of
from memory.stores.market_columns import Places, first_rows
from memory.stores.of_driver import Stores
from memory.views.select import region_tokens, tenths
from scenarios.cells import cell_of, parent, parents
from scenarios.geo import arcs_km, valid_point

MOST_MOVES = 3
"""Places shown, each of another region."""
MOVE_TOKENS = 20
"""Most tokens of the line of such a place."""
MOVE_KM = 60.0
MOVE_MIN = 30
"""A move takes about so long; what counts is the hour at which it arrives."""


def places_to_go(
    settings: MemorySettings, seen: Observation, stores: Stores, room: int
) -> tuple[Places | None, dict[int, NDArray[np.float64]], int]:
    """Places near enough to move to, what their regions and the truck's usually offer, and the tokens they take.

    The busiest place of each of the regions that usually offer most at the hour of arrival. Nothing where they would
    take more than half the room.
    """
    usual, places = stores.market.usual_offers(), stores.market.places()
    tokens = MOST_MOVES * MOVE_TOKENS + region_tokens(MOST_MOVES + 1, settings)
    if tokens > room // 2 or not usual or not valid_point(seen.lat, seen.lng):
        return None, {}, 0
    near = np.flatnonzero(arcs_km(places.x, places.y, places.z, seen.lat, seen.lng) <= MOVE_KM)
    bucket = bucket_of(seen.minute + MOVE_MIN, settings.bucket_min)
    regions = parents(places.cell[near], settings.region_resolution).tolist()
    offered = np.array([float(usual[region][bucket]) if region in usual else 0.0 for region in regions])
    best: dict[int, int] = {}
    for i in np.lexsort((places.cell[near], -places.traffic[near], -offered)).tolist():
        if len(best) < MOST_MOVES and offered[i] > 0.0:
            best.setdefault(regions[i], int(near[i]))
    here = parent(cell_of(seen.lat, seen.lng, settings.resolution), settings.region_resolution)
    told = {region: tenths(usual[region]) for region in sorted({here, *best}) if region in usual}
    return first_rows(places, np.array(list(best.values()), dtype=np.intp)), told, tokens
