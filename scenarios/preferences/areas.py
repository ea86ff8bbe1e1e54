"""Areas as geometry: which points lie inside, and which straight ways touch them. For judging ahead, not for charging.

A way is straight on a map whose east-west scale is that of the area's middle; over a province this is within a
tenth of a kilometre of the great circle. A district is what lies nearer to one of its places than to any other, so its
borders are straight, and a way meets it or not exactly; it need not be convex.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
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
        return _meets(self.own, self.centres, (lat, lng), (lat, lng), margin_km)

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
        return _meets(self.own, self.centres, (lat, lng), (to_lat, to_lng), margin_km)

    def left(self, lat: Floats, lng: Floats, to_lat: Floats, to_lng: Floats, margin_km: float = 0.0) -> Bools:
        """Which straight ways between points inside have a point outside, or within `margin_km` of the rim."""
        if self.shape is not None:  # convex
            return np.zeros(len(lat), dtype=np.bool_)
        return _meets(~self.own, self.centres, (lat, lng), (to_lat, to_lng), margin_km)


def _meets(
    own: Bools, centres: Floats, start: tuple[Floats, Floats], end: tuple[Floats, Floats], margin_km: float
) -> Bools:
    """Which straight ways have a point that is nearest to one of the `own` places, or within a margin of such points.

    Along a way the square of the distance to a place, less what is the same for all places, grows evenly, so that to
    be nearer to one place than to another holds from or until one point of the way.
    """
    met = np.zeros(len(start[0]), dtype=np.bool_)
    if not own.any():
        return met
    lat0, lng0 = float(centres[0].mean()), float(centres[1].mean())
    north, east = _north_east(centres[0], centres[1], lat0, lng0)
    (y, x), (to_y, to_x) = _north_east(*start, lat0, lng0), _north_east(*end, lat0, lng0)
    for at_y, at_x in ((y, x), (to_y, to_x)):
        met |= own[np.argmin((at_y[:, np.newaxis] - north) ** 2 + (at_x[:, np.newaxis] - east) ** 2, axis=1)]
    ways = np.flatnonzero(~met)  # of the others only the cells at the rim matter
    y, x, to_y, to_x = y[ways], x[ways], to_y[ways], to_x[ways]
    found = np.zeros(len(ways), dtype=np.bool_)
    for i, others in _rim(own.tobytes(), north.tobytes(), east.tobytes()):
        # Nearer to i than to another where at + s * slope <= 0, for s from 0 to 1; borders with others give way.
        to_north, to_east = north[others] - north[i], east[others] - east[i]
        room = 2 * margin_km * np.hypot(to_north, to_east) * ~own[others]
        free = north[i] ** 2 + east[i] ** 2 - north[others] ** 2 - east[others] ** 2 - room
        at = 2 * (y[:, np.newaxis] * to_north + x[:, np.newaxis] * to_east) + free
        slope = 2 * ((to_y - y)[:, np.newaxis] * to_north + (to_x - x)[:, np.newaxis] * to_east)
        flat = slope == 0
        point = -at / np.where(flat, 1.0, slope)
        first = np.max(np.where(slope < 0, point, 0.0), axis=1, initial=0.0)
        last = np.min(np.where(slope > 0, point, 1.0), axis=1, initial=1.0)
        found |= (first <= last) & ~np.any(flat & (at > 0), axis=1)
    met[ways] = found
    return met


@lru_cache(maxsize=64)
def _rim(own: bytes, north: bytes, east: bytes) -> list[tuple[int, NDArray[np.intp]]]:
    """The own places whose cell has a border with another's, each with all places that its cell has a border with.

    Two cells have a border where some point of the line between them is nearest to both.
    """
    mine, y, x = np.frombuffer(own, dtype=np.bool_), np.frombuffer(north), np.frombuffer(east)
    out = []
    for i in np.flatnonzero(mine).tolist():
        dy, dx = y - y[i], x - x[i]
        square = dy**2 + dx**2
        # On the line half way to j, at (dy, dx) / 2 + s * (-dx, dy), nearer to i than to k: at + s * slope <= 0.
        at = dy[:, np.newaxis] * dy + dx[:, np.newaxis] * dx - square
        slope = 2 * (-dx[:, np.newaxis] * dy + dy[:, np.newaxis] * dx)
        flat = slope == 0
        point = -at / np.where(flat, 1.0, slope)
        first = np.max(np.where(slope < 0, point, -np.inf), axis=1)
        last = np.min(np.where(slope > 0, point, np.inf), axis=1)
        beside = np.flatnonzero((first <= last + 1e-9) & ~np.any(flat & (at > 1e-9), axis=1) & (square > 0))
        if not mine[beside].all():
            out.append((i, beside))
    return out


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
