"""The places that a scenario and its drivers' words know: which district a point is in, and where a named place lies.

A point belongs to the known place that it is nearest to, where a known place is a text that loads give, at the mean of
its loads' points. That approximates borders that no file holds; orders are told by their own texts and need none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.parts import Box, Circle, District, Place

AnyArea = Circle | Box | District


class Gazetteer:
    """The place texts of a load table with their middles, and the loads' own ends."""

    def __init__(self, loads: LoadTable) -> None:
        self.loads = loads

    @cached_property
    def _middles(self) -> tuple[list[str], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Texts, mean latitudes and longitudes, and kilometres of a degree east in those of a degree north."""
        loads, n = self.loads, len(self.loads.place_names)
        rows = np.concatenate([loads.start_place, loads.end_place])
        counts = np.bincount(rows, minlength=n)
        used = np.flatnonzero(counts)
        lat, lng = (
            np.bincount(rows, weights=np.concatenate(columns), minlength=n)[used] / counts[used]
            for columns in ((loads.start_lat, loads.end_lat), (loads.start_lng, loads.end_lng))
        )
        # By Python's cosine, the same on every processor.
        east = np.array([cos(radians(x)) for x in lat.tolist()])
        return [loads.place_names[i] for i in used.tolist()], lat, lng, east

    def in_places_of(self, name: str, lat: NDArray[np.float64], lng: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Whether the place nearest to each point has the name in its text, shape (n,); nearest as on a map that is
        true at each place."""
        texts, middle_lat, middle_lng, east = self._middles
        if not texts:
            return np.zeros(len(lat), dtype=bool)
        north_off = lat[:, None] - middle_lat
        east_off = (lng[:, None] - middle_lng) * east
        named = np.array([name in text for text in texts])
        found: NDArray[np.bool_] = named[np.argmin(north_off * north_off + east_off * east_off, axis=1)]
        return found

    def has(self, name: str) -> bool:
        """Whether a load's place holds the name in its text."""
        return any(name in text for text in self._middles[0])

    def km_to(self, name: str, lat: float, lng: float, *, of_it: bool) -> float | None:
        """Kilometres to the nearest place whose text holds the name, or to the nearest whose text does not."""
        texts, middle_lat, middle_lng, _ = self._middles
        rows = [i for i, text in enumerate(texts) if (name in text) is of_it]
        ways = (haversine_km(lat, lng, float(middle_lat[i]), float(middle_lng[i])) for i in rows)
        return min(ways, default=None)

    def middle_of(self, name: str) -> tuple[float, float] | None:
        """The mean of the places whose text holds a name."""
        texts, lat, lng, _ = self._middles
        rows = [i for i, text in enumerate(texts) if name in text]
        return (float(lat[rows].mean()), float(lng[rows].mean())) if rows else None


class KnownPlaces:
    """Districts by boxes where the rules give them, else by the nearest known place."""

    def __init__(
        self,
        gazetteer: Gazetteer,
        boxes: Mapping[str, tuple[float, float, float, float]],
        named: Sequence[Place] = (),
    ) -> None:
        """`named` are places that the driver's own wishes name."""
        self._gazetteer = gazetteer
        self._boxes = boxes
        self._named = [(p.name, (p.lat, p.lng)) for p in named if p.name and p.lat is not None and p.lng is not None]

    def box(self, area: District) -> Box | None:
        """The box that the rules give a district."""
        edges = self._boxes.get(area.name)
        if edges is None:
            return None
        south, north, west, east = edges
        return Box(south=south, north=north, west=west, east=east)

    def knows(self, area: AnyArea) -> bool:
        """Whether anything says where an area lies; False for a district of a name that no load's place has."""
        return not isinstance(area, District) or self.box(area) is not None or self._gazetteer.has(area.name)

    def inside(self, area: AnyArea, lat: float, lng: float) -> bool:
        """Whether a point lies in an area, the rim included."""
        if isinstance(area, District):
            box = self.box(area)
            if box is None:
                return bool(self.inside_district(area, np.array([lat]), np.array([lng]))[0])
            area = box
        if isinstance(area, Box):
            return area.south <= lat <= area.north and area.west <= lng <= area.east
        return haversine_km(lat, lng, area.lat, area.lng) <= area.radius_km

    def inside_district(self, area: District, lat: NDArray[np.float64], lng: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Whether the known place nearest to each point is of the district."""
        return self._gazetteer.in_places_of(area.name, lat, lng)

    def way_in_km(self, area: AnyArea, lat: float, lng: float) -> float | None:
        """Kilometres from a point outside to the nearest point inside; of a district, to its nearest known place. None
        where none is known."""
        area = (isinstance(area, District) and self.box(area)) or area
        if isinstance(area, Circle):
            return max(0.0, haversine_km(lat, lng, area.lat, area.lng) - area.radius_km)
        if isinstance(area, Box):
            nearest = (min(max(lat, area.south), area.north), min(max(lng, area.west), area.east))
            return haversine_km(lat, lng, *nearest)
        return self._gazetteer.km_to(area.name, lat, lng, of_it=True)

    def way_out_km(self, area: AnyArea, lat: float, lng: float) -> float | None:
        """Kilometres from a point inside to the nearest point outside; of a district, to the nearest known place of
        another. None where none is known."""
        area = (isinstance(area, District) and self.box(area)) or area
        if isinstance(area, Circle):
            return area.radius_km - haversine_km(lat, lng, area.lat, area.lng)
        if isinstance(area, Box):
            edges = ((area.south, lng), (area.north, lng), (lat, area.west), (lat, area.east))
            return min(haversine_km(lat, lng, *edge) for edge in edges)
        return self._gazetteer.km_to(area.name, lat, lng, of_it=False)

    def end_inside(self, area: AnyArea, load: int, end: str) -> bool:
        """Whether a load's `start` or `end` lies in an area: a district by the load's own text. False for a load that
        the scenario lacks."""
        if load < 0:
            return False
        loads = self._gazetteer.loads
        if isinstance(area, District):
            places = loads.start_place if end == "start" else loads.end_place
            return area.name in loads.place_names[places[load]]
        lat, lng = (loads.start_lat, loads.start_lng) if end == "start" else (loads.end_lat, loads.end_lng)
        return self.inside(area, float(lat[load]), float(lng[load]))

    def point(self, name: str) -> tuple[float, float] | None:
        """Where a place of that name lies: as the driver's wishes say, else in the middle of the known places whose
        text holds the name; None for neither."""
        for known, point in self._named:
            if name in known or known in name:
                return point
        return self._gazetteer.middle_of(name)
