"""Places to which a truck could move, as the decision is shown them: near, and usually offering more than others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory.observed import Observation
from memory.settings import MemorySettings
from memory.stores.market import bucket_of
from memory.stores.market_columns import Places, Regions
from memory.views.select import region_tokens
from scenarios.cells import cell_of, parent, parents
from scenarios.geo import valid_point

MOST_MOVES = 3
"""Places shown, each of another region."""
MOVE_TOKENS = 20
"""Most tokens of the line of such a place."""
MOVE_KM = 60.0
MOVE_MIN = 30
"""A move takes about so long; what counts is the hour at which it arrives."""


def places_to_go(
    settings: MemorySettings, seen: Observation, places: Places, km: NDArray[np.float64], regions: Regions, room: int
) -> tuple[Places | None, NDArray[np.intp], int]:
    """Places near enough to move to, the rows of their regions and of the truck's, and the tokens that both take.

    The busiest place of each of the regions that usually offer most at the hour of arrival; `km` is how far each place
    is. Nothing where they would take more than half the room.
    """
    tokens = MOST_MOVES * MOVE_TOKENS + region_tokens(MOST_MOVES + 1, settings)
    if tokens > room // 2 or not len(regions) or not valid_point(seen.lat, seen.lng):
        return None, np.empty(0, dtype=np.intp), 0
    near = (km <= MOVE_KM).nonzero()[0]
    there = regions.find(parents(places.cell[near], settings.region_resolution))
    bucket = bucket_of(seen.minute + MOVE_MIN, settings.bucket_min)
    offered = np.where(there >= 0, regions.share[there, bucket], 0.0)
    best: dict[int, int] = {}
    for i in np.lexsort((places.cell[near], -places.traffic[near], -offered)).tolist():
        if len(best) == MOST_MOVES or offered[i] <= 0.0:
            break
        best.setdefault(int(there[i]), int(near[i]))
    here = regions.find(
        np.array([parent(cell_of(seen.lat, seen.lng, settings.resolution), settings.region_resolution)])
    )
    told = np.array(sorted({*best, *here[here >= 0].tolist()}, key=regions.cell.item), dtype=np.intp)
    return places.take(np.array(list(best.values()), dtype=np.intp)), told, tokens
