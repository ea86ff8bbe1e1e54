"""What lies in an area, and how far it is into or out of one, in one market and by one way of counting.

Loads are told by their own texts; where a truck is in a district, by `scenarios.preferences.districts`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scenarios.geo import haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.areas import box_of
from scenarios.preferences.districts import Cells
from scenarios.preferences.parts import Box, Circle, District

AnyArea = Circle | Box | District


class Surroundings:
    """Areas of one scenario: districts by boxes where the rules give them, else by the nearest known place."""

    def __init__(self, loads: LoadTable, boxes: Mapping[str, tuple[float, float, float, float]]) -> None:
        self._loads = loads
        self._boxes = boxes

    def shape(self, area: AnyArea) -> Circle | Box | Cells:
        """An area's ground: a district's box where the rules give one."""
        if not isinstance(area, District):
            return area
        edges = self._boxes.get(area.name)
        known = self._loads.known_places
        return Cells(known, known.of(area.name)) if edges is None else box_of(edges)

    def knows(self, area: AnyArea) -> bool:
        """Whether anything says where an area lies; False for a district of a name that no load's place has."""
        shape = self.shape(area)
        return not isinstance(shape, Cells) or bool(shape.own.any())

    def inside(self, area: AnyArea, lat: float, lng: float) -> bool:
        """Whether a point lies in an area, the rim included."""
        shape = self.shape(area)
        if isinstance(shape, Cells):
            return bool(shape.inside(np.array([lat]), np.array([lng]))[0][0])
        if isinstance(shape, Box):
            return shape.south <= lat <= shape.north and shape.west <= lng <= shape.east
        return haversine_km(lat, lng, shape.lat, shape.lng) <= shape.radius_km

    def way_in_km(self, area: AnyArea, lat: float, lng: float) -> float | None:
        """Kilometres from a point outside to the nearest point inside; of a district, to its nearest known place. None
        where none is known."""
        shape = self.shape(area)
        if isinstance(shape, Circle):
            return max(0.0, haversine_km(lat, lng, shape.lat, shape.lng) - shape.radius_km)
        if isinstance(shape, Box):
            nearest = (min(max(lat, shape.south), shape.north), min(max(lng, shape.west), shape.east))
            return haversine_km(lat, lng, *nearest)
        return self._km_to(shape, lat, lng, of_it=True)

    def way_out_km(self, area: AnyArea, lat: float, lng: float) -> float | None:
        """Kilometres from a point inside to the nearest point outside; of a district, to the nearest known place of
        another. None where none is known."""
        shape = self.shape(area)
        if isinstance(shape, Circle):
            return shape.radius_km - haversine_km(lat, lng, shape.lat, shape.lng)
        if isinstance(shape, Box):
            edges = ((shape.south, lng), (shape.north, lng), (lat, shape.west), (lat, shape.east))
            return min(haversine_km(lat, lng, *edge) for edge in edges)
        return self._km_to(shape, lat, lng, of_it=False)

    @staticmethod
    def _km_to(cells: Cells, lat: float, lng: float, *, of_it: bool) -> float | None:
        """Kilometres to the nearest place of a district, or to the nearest of another."""
        rows = np.flatnonzero(cells.own == of_it)
        points = zip(cells.places.lat[rows].tolist(), cells.places.lng[rows].tolist(), strict=True)
        return min((haversine_km(lat, lng, *point) for point in points), default=None)

    def end_inside(self, area: AnyArea, load: int, end: str) -> bool:
        """Whether a load's `start` or `end` lies in an area: a district by the load's own text. False for a load that
        the scenario lacks."""
        if load < 0:
            return False
        loads = self._loads
        if isinstance(area, District):
            places = loads.start_place if end == "start" else loads.end_place
            return area.name in loads.place_names[places[load]]
        lat, lng = (loads.start_lat, loads.start_lng) if end == "start" else (loads.end_lat, loads.end_lng)
        return self.inside(area, float(lat[load]), float(lng[load]))
