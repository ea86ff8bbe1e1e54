"""SearchAgent by rule: look around the truck, and at places in reach whose lists show other loads.

Reading a list costs minutes, and two lists close together show mostly the same loads. So it spreads its points: where
loads were seen to start and end, weighed by what searching there was worth, and never where it looked in vain a short
while ago.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import LookAt, SearchPlan
from memory.market import saturate
from memory.observed import Observation
from memory.views import SearchView
from scenarios.cells import center
from scenarios.geo import haversine_km

MOST_POINTS = 3
REACH_KM = 150.0
"""A load farther away loses to a nearer one more often than its list is worth reading."""
APART_KM = 80.0
"""Lists of 100 loads nearer to each other than this overlap in most hours of a provincial market."""


class RuleSearch:
    """Own place first, then up to two busy and rewarding places in reach."""

    def search(self, seen: Observation, view: SearchView) -> SearchPlan:
        points = [LookAt(seen.lat, seen.lng)]
        facts: list[int] = []
        for cell, fact in self._ranked(view):
            if len(points) == MOST_POINTS:
                break
            lat, lng = (round(degrees, 2) for degrees in center(cell))
            near = haversine_km(seen.lat, seen.lng, lat, lng) <= REACH_KM
            if near and cell not in view.barren and all(haversine_km(p.lat, p.lng, lat, lng) > APART_KM for p in points):
                points.append(LookAt(lat, lng))
                facts.append(fact)
        why = "around the truck" if len(points) == 1 else "around the truck, and where other loads start and end"
        return SearchPlan(tuple(points), why, tuple(facts))

    def _ranked(self, view: SearchView) -> list[tuple[int, int]]:
        """Known cells with the latest fact about each, best first: traffic at any hour, times value at this one."""
        stats, values = view.stats, view.values
        if stats is None or values is None or len(stats) == 0:
            return []
        cells, where = np.unique(stats.cell, return_inverse=True)
        traffic = np.bincount(where, weights=stats.seen + stats.drops)
        worth = saturate(traffic, traffic > 0) * (0.5 + self._value(view, values, where, len(cells)))
        latest = np.zeros(len(cells), dtype=np.int64)
        np.maximum.at(latest, where, stats.fact)
        best = np.argsort(-worth, kind="stable")
        return list(zip(cells[best].tolist(), latest[best].tolist(), strict=True))

    def _value(
        self, view: SearchView, values: NDArray[np.float64], where: NDArray[np.intp], cells: int
    ) -> NDArray[np.float64]:
        """Value of searching each cell at this hour; cells never searched at it get the mean of those that were."""
        assert view.stats is not None
        tried = (view.stats.bucket == view.bucket) & (view.stats.searches > 0)
        out = np.full(cells, float(values[tried].mean()) if tried.any() else 0.0)
        out[where[tried]] = values[tried]
        return out
