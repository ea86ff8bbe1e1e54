"""Areas as geometry: which points lie inside, and which straight ways touch them. For judging ahead, not for charging.

To circles and boxes a way is straight on a map whose east-west scale is that of the area's middle; over a province this
is within a tenth of a kilometre of the great circle. Districts are `scenarios.preferences.districts`'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import EARTH_RADIUS_KM, haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.districts import Bools, Cells, Floats, Ways
from scenarios.preferences.parts import Area, Box, Circle

KM_PER_DEGREE = radians(EARTH_RADIUS_KM)
BEYOND_KM = 1.0
"""Who leaves an area goes so far beyond its rim: positions may be rounded to half a kilometre."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """One area in one scenario: its shape, or the ground of a district."""

    shape: Circle | Box | None
    """None: a district that is known by its places alone."""
    places: frozenset[int] | None = None
    """Codes of a district's places: its loads are told by their texts, and not by their points. None: no district."""
    cells: Cells | None = None
    """Of a district without a shape."""

    def middle(self) -> tuple[float, float] | None:
        """A point inside; None where none is known."""
        if isinstance(self.shape, Circle):
            return self.shape.lat, self.shape.lng
        if isinstance(self.shape, Box):
            return (self.shape.south + self.shape.north) / 2, (self.shape.west + self.shape.east) / 2
        assert self.cells is not None
        if not self.cells.own.any():
            return None
        first = int(np.flatnonzero(self.cells.own)[0])
        return float(self.cells.places.lat[first]), float(self.cells.places.lng[first])

    def way_out(self, lat: float, lng: float) -> tuple[float, float] | None:
        """A point outside, BEYOND_KM from the nearest rim, for one inside; of a district without a shape, the nearest
        known place of another. None where none is known."""
        if isinstance(self.shape, Circle):
            north, east = _north_east(np.array([lat]), np.array([lng]), self.shape.lat, self.shape.lng)
            km = float(np.hypot(north, east)[0])
            share = (self.shape.radius_km + BEYOND_KM) / km if km else 0.0
            if not km:  # from the middle all ways are equal
                return self.shape.lat + (self.shape.radius_km + BEYOND_KM) / KM_PER_DEGREE, lng
            return self.shape.lat + share * (lat - self.shape.lat), self.shape.lng + share * (lng - self.shape.lng)
        if isinstance(self.shape, Box):
            south, north_, west, east_ = _degrees(self.shape, BEYOND_KM)
            width = cos(radians(lat))
            return min(
                ((south, lng), (north_, lng), (lat, west), (lat, east_)),
                key=lambda point: abs(point[0] - lat) + abs(point[1] - lng) * width,
            )
        assert self.cells is not None
        others, places = np.flatnonzero(~self.cells.own), self.cells.places
        if not len(others):
            return None
        points = zip(places.lat[others].tolist(), places.lng[others].tolist(), strict=True)
        return min(points, key=lambda point: haversine_km(lat, lng, *point))

    def holds(self, place: NDArray[np.integer], lat: Floats, lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which ends of loads lie in it: a district's by the codes of their places, others by their points."""
        if self.places is None:
            return self.inside(lat, lng, margin_km)
        held: Bools = np.isin(place, list(self.places))
        return held

    def inside(self, lat: Floats, lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which points lie inside or within `margin_km` of it; a district holds points whose nearest place is its."""
        if isinstance(self.shape, Circle):
            north, east = _north_east(lat, lng, self.shape.lat, self.shape.lng)
            within: Bools = np.hypot(north, east) <= self.shape.radius_km + margin_km
            return within
        if isinstance(self.shape, Box):
            south, north_, west, east_ = _degrees(self.shape, margin_km)
            return (lat >= south) & (lat <= north_) & (lng >= west) & (lng <= east_)
        assert self.cells is not None
        mine, rim_km = self.cells.inside(lat, lng)
        near: Bools = mine | (rim_km < margin_km) if margin_km >= 0 else mine & (rim_km >= -margin_km)
        return near

    def touched(self, lat: Floats, lng: Floats, to_lat: Floats, to_lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which straight ways have a point inside; all arrays of shape (n,)."""
        if isinstance(self.shape, Circle):
            north, east = _north_east(lat, lng, self.shape.lat, self.shape.lng)
            along_north, along_east = _north_east(to_lat, to_lng, self.shape.lat, self.shape.lng)
            along_north, along_east = along_north - north, along_east - east
            square = along_north**2 + along_east**2
            share = -(north * along_north + east * along_east) / np.where(square > 0, square, 1.0)
            share = np.clip(share, 0.0, 1.0)
            nearest = np.hypot(north + share * along_north, east + share * along_east)
            near: Bools = nearest <= self.shape.radius_km + margin_km
            return near
        if isinstance(self.shape, Box):
            return _crosses(_degrees(self.shape, margin_km), lat, lng, to_lat, to_lng)
        assert self.cells is not None
        return self.cells.met(Ways(lat, lng, to_lat, to_lng), margin_km)

    def left(self, lat: Floats, lng: Floats, to_lat: Floats, to_lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which straight ways between points inside have a point outside, or within `margin_km` of the rim."""
        if self.shape is not None:  # convex
            return np.zeros(len(lat), dtype=np.bool_)
        assert self.cells is not None
        others = Cells(self.cells.places, ~self.cells.own)
        return others.met(Ways(lat, lng, to_lat, to_lng), margin_km)


def _north_east(lat: Floats, lng: Floats, lat0: float, lng0: float) -> tuple[Floats, Floats]:
    """Kilometres north and east of a point."""
    return (lat - lat0) * KM_PER_DEGREE, (lng - lng0) * (KM_PER_DEGREE * cos(radians(lat0)))


def _degrees(box: Box, margin_km: float) -> tuple[float, float, float, float]:
    north = margin_km / KM_PER_DEGREE
    east = north / max(cos(radians((box.south + box.north) / 2)), 0.01)
    return box.south - north, box.north + north, box.west - east, box.east + east


def _crosses(box: tuple[float, float, float, float], lat: Floats, lng: Floats, to_lat: Floats, to_lng: Floats) -> Bools:
    """Liang and Barsky's clipping of ways to a box: something of the way is left."""
    south, north, west, east = box
    first, last = np.zeros(len(lat)), np.ones(len(lat))
    met = np.ones(len(lat), dtype=np.bool_)
    for begin, end, low, high in ((lat, to_lat, south, north), (lng, to_lng, west, east)):
        step = end - begin
        flat = step == 0
        safe = np.where(flat, 1.0, step)
        one, other = (low - begin) / safe, (high - begin) / safe
        first = np.where(flat, first, np.maximum(first, np.minimum(one, other)))
        last = np.where(flat, last, np.minimum(last, np.maximum(one, other)))
        met &= ~flat | ((begin >= low) & (begin <= high))
    crossed: Bools = met & (first <= last)
    return crossed


def district_places(name: str, place_names: list[str]) -> frozenset[int]:
    """Codes of the places whose text holds the district's name."""
    return frozenset(code for code, text in enumerate(place_names) if name in text)


def box_of(edges: tuple[float, float, float, float]) -> Box:
    """The box of a south, a north, a west and an east end."""
    south, north, west, east = edges
    return Box(south=south, north=north, west=west, east=east)


def ground(area: Area, loads: LoadTable, boxes: Mapping[str, tuple[float, float, float, float]]) -> Ground:
    """The area in a scenario that has these loads; `boxes` are those that its rules give districts."""
    if isinstance(area, Circle | Box):
        return Ground(area)
    codes = district_places(area.name, loads.place_names)
    if area.name in boxes:
        return Ground(box_of(boxes[area.name]), codes)
    return Ground(None, codes, Cells(loads.known_places, loads.known_places.of(area.name)))
