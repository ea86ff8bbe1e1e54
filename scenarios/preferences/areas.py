"""Areas as geometry: which points lie inside, and which straight ways touch them. For judging ahead, not for charging.

A way is straight on a map whose east-west scale is that of the area's middle; over a province this is within a
tenth of a kilometre of the great circle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import EARTH_RADIUS_KM
from scenarios.preferences.parts import Area, Box, Circle

KM_PER_DEGREE = radians(EARTH_RADIUS_KM)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ground:
    """One area in one scenario: its shape, or the places that loads of a district name."""

    shape: Circle | Box | None
    """None: a district, of which only `places` are known."""
    places: frozenset[int] = frozenset()
    centres: Floats = field(default_factory=lambda: np.empty((2, 0)))
    """Latitude and longitude of every known place, shape (2, n); for a district."""
    own: Bools = field(default_factory=lambda: np.empty(0, dtype=np.bool_))
    """Which of them lie in the district, shape (n,)."""

    def middle(self) -> tuple[float, float] | None:
        """A point inside; None where none is known."""
        if isinstance(self.shape, Circle):
            return self.shape.lat, self.shape.lng
        if isinstance(self.shape, Box):
            return (self.shape.south + self.shape.north) / 2, (self.shape.west + self.shape.east) / 2
        if not self.own.any():
            return None
        first = int(np.flatnonzero(self.own)[0])
        return float(self.centres[0, first]), float(self.centres[1, first])

    def inside(self, lat: Floats, lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which points lie inside or within `margin_km` of it; a district holds points whose nearest place is its."""
        if isinstance(self.shape, Circle):
            north, east = _north_east(lat, lng, self.shape.lat, self.shape.lng)
            within: Bools = np.hypot(north, east) <= self.shape.radius_km + margin_km
            return within
        if isinstance(self.shape, Box):
            south, north_, west, east_ = _degrees(self.shape, margin_km)
            return (lat >= south) & (lat <= north_) & (lng >= west) & (lng <= east_)
        if not self.own.any():
            return np.zeros(len(lat), dtype=np.bool_)
        middle = cos(radians(float(self.centres[0].mean())))
        north = lat[:, np.newaxis] - self.centres[0]
        east = (lng[:, np.newaxis] - self.centres[1]) * middle
        own: Bools = self.own[np.argmin(north * north + east * east, axis=1)]
        return own

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
        met = np.zeros(len(lat), dtype=np.bool_)
        for share in np.linspace(0.0, 1.0, 9).tolist():
            met |= self.inside(lat + share * (to_lat - lat), lng + share * (to_lng - lng))
        return met


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


def ground(area: Area, place_names: list[str], centres: Floats) -> Ground:
    """The area in a scenario that has these places, `centres` of shape (2, n) with NaN where none is known."""
    if isinstance(area, Circle | Box):
        return Ground(area)
    codes = district_places(area.name, place_names)
    known = np.flatnonzero(~np.isnan(centres[0]))
    own = np.array([code in codes for code in known.tolist()], dtype=np.bool_)
    return Ground(None, codes, centres[:, known], own)
