"""The places that a scenario and its drivers' words know: which district a point is in, and where a named place lies.

A point belongs to the known place that it is nearest to, where a known place is a text that loads give, at the mean of
its loads' points. That approximates borders that no file holds; orders are told by their own texts and need none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from scenarios.geo import haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.parts import Box, Circle, District, Place

AnyArea = Circle | Box | District


class KnownPlaces:
    """Districts by boxes where the rules give them, else by the nearest known place."""

    def __init__(
        self,
        loads: LoadTable,
        boxes: Mapping[str, tuple[float, float, float, float]],
        named: Sequence[Place] = (),
    ) -> None:
        """`named` are places with coordinates that the driver's own wishes name."""
        self._loads = loads
        self._boxes = boxes
        self._named = [place for place in named if place.name and place.lat is not None and place.lng is not None]

    @cached_property
    def _centres(self) -> list[tuple[str, float, float]]:
        """Each text that loads give, with the mean of its points."""
        loads, n = self._loads, len(self._loads.place_names)
        rows = np.concatenate([loads.start_place, loads.end_place])
        sums = [
            np.bincount(rows, weights=np.concatenate(columns), minlength=n)
            for columns in ((loads.start_lat, loads.end_lat), (loads.start_lng, loads.end_lng))
        ]
        counts = np.bincount(rows, minlength=n)
        return [
            (loads.place_names[i], float(sums[0][i] / counts[i]), float(sums[1][i] / counts[i]))
            for i in np.flatnonzero(counts).tolist()
        ]

    def at(self, lat: float, lng: float) -> str:
        """The known place nearest to a point; of equals the first. Empty where no load says a place."""
        return min(self._centres, key=lambda c: haversine_km(lat, lng, c[1], c[2]), default=("", 0.0, 0.0))[0]

    def box(self, area: District) -> Box | None:
        """The box that the rules give a district."""
        edges = self._boxes.get(area.name)
        if edges is None:
            return None
        south, north, west, east = edges
        return Box(south=south, north=north, west=west, east=east)

    def inside(self, area: AnyArea, lat: float, lng: float) -> bool:
        """Whether a point lies in an area, the rim included."""
        if isinstance(area, District):
            box = self.box(area)
            return area.name in self.at(lat, lng) if box is None else self.inside(box, lat, lng)
        if isinstance(area, Box):
            return area.south <= lat <= area.north and area.west <= lng <= area.east
        return haversine_km(lat, lng, area.lat, area.lng) <= area.radius_km

    def end_inside(self, area: AnyArea, load: int, end: str) -> bool:
        """Whether a load's `start` or `end` lies in an area: a district by the load's own text."""
        if load < 0:
            return False
        loads = self._loads
        if isinstance(area, District):
            places = loads.start_place if end == "start" else loads.end_place
            return area.name in loads.place_names[places[load]]
        lat, lng = (loads.start_lat, loads.start_lng) if end == "start" else (loads.end_lat, loads.end_lng)
        return self.inside(area, float(lat[load]), float(lng[load]))

    def point(self, name: str) -> tuple[float, float] | None:
        """Where a place of that name lies: as the driver's wishes say, else in the middle of the known places whose
        text holds the name; None for neither."""
        for place in self._named:
            if name in place.name or place.name in name:
                assert place.lat is not None
                assert place.lng is not None
                return place.lat, place.lng
        found = [(lat, lng) for text, lat, lng in self._centres if name in text]
        if not found:
            return None
        return sum(lat for lat, _ in found) / len(found), sum(lng for _, lng in found) / len(found)
