"""Where districts lie: a point is of the known place that it is nearest to, and a way may cross the ground of several.

That approximates borders that no file holds; loads are told by their own texts and need none. Nearest is by the great
circle; of places as near as each other the first counts. What charges and what judges ahead ask here, so that both
find the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import EARTH_RADIUS_KM, unit_vectors
from scenarios.known_places import KnownPlaces

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

APART_KM = 0.001
"""Points along a way are looked at until what lies between two cannot have another side, or they are so near each
other: of a district only what a way crosses in less than a metre can be missed."""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Straight ways on the map, linear in degrees; arrays of shape (n,)."""

    lat: Floats
    lng: Floats
    to_lat: Floats
    to_lng: Floats

    def at(self, way: Ints, share: Floats) -> tuple[Floats, Floats]:
        """Points of ways, at a share between 0 and 1 of each."""
        lat, lng = self.lat[way], self.lng[way]
        return lat + share * (self.to_lat[way] - lat), lng + share * (self.to_lng[way] - lng)

    def km(self) -> Floats:
        """A length that none exceeds: east and west as wide as where the way is nearest to the equator."""
        width = [
            1.0 if a * b <= 0 else cos(radians(min(abs(a), abs(b))))
            for a, b in zip(self.lat.tolist(), self.to_lat.tolist(), strict=True)
        ]
        north, east = self.to_lat - self.lat, (self.to_lng - self.lng) * np.array(width)
        length: Floats = radians(EARTH_RADIUS_KM) * np.hypot(north, east)
        return length


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The ground of a district: what is nearest to one of its `own` places, shape (n,)."""

    places: KnownPlaces
    own: Bools

    def inside(self, lat: Floats, lng: Floats) -> tuple[Bools, Floats]:
        """Whether each point lies in it, and a distance in kilometres that the border is surely not nearer than.

        Whoever goes from a point nearest to one place to ground of another crosses the line half way between the two.
        """
        own, places = self.own, self.places.vectors
        if not len(own):
            return np.zeros(len(lat), dtype=np.bool_), np.full(len(lat), np.inf)
        x, y, z = unit_vectors(lat, lng)
        near = x[:, np.newaxis] * places[0] + y[:, np.newaxis] * places[1] + z[:, np.newaxis] * places[2]
        first = np.argmax(near, axis=1)
        mine = own[first]
        across = places[:, first][:, :, np.newaxis] - places[:, np.newaxis, :]
        apart = np.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2)
        other = (own != mine[:, np.newaxis]) & (apart > 0)
        ahead = near[np.arange(len(first)), first][:, np.newaxis] - near
        rim = np.where(other, ahead / np.where(other, apart, 1.0), np.inf).min(axis=1)
        return mine, EARTH_RADIUS_KM * rim

    def met(self, ways: Ways, margin_km: float = 0.0) -> Bools:
        """Which ways have a point inside, or within `margin_km` of it; shape (n,)."""
        met = np.zeros(len(ways.lat), dtype=np.bool_)
        parts = _whole(ways)
        while len(parts.way):
            mine, rim_km = self.inside(*ways.at(parts.way, parts.middle))
            met[parts.way[mine | (rim_km < margin_km)]] = True
            half_km = parts.half_km
            parts = parts.halved(~met[parts.way] & (rim_km <= margin_km + half_km) & (2 * half_km > APART_KM))
        return met

    def along(self, ways: Ways) -> tuple[Ints, Floats, Bools]:
        """Points of ways, in order: which way, at what share of it, and whether it is inside; of each way at least one.

        Between two that follow each other on a way the side changes once, or not at all if it is the same.
        """
        found: list[tuple[Ints, Floats, Bools]] = []
        parts = _whole(ways)
        while len(parts.way):
            mine, rim_km = self.inside(*ways.at(parts.way, parts.middle))
            half_km = parts.half_km
            unsure = (rim_km <= half_km) & (2 * half_km > APART_KM)
            found.append((parts.way[~unsure], parts.middle[~unsure], mine[~unsure]))
            parts = parts.halved(unsure)
        way, share, mine = (np.concatenate(column) for column in zip(*found, strict=True)) if found else _NONE
        order = np.lexsort((share, way))
        return way[order], share[order], mine[order]


_NONE: tuple[Ints, Floats, Bools] = (np.empty(0, np.intp), np.empty(0), np.empty(0, np.bool_))


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Parts of ways, between two shares of each; arrays of shape (n,)."""

    km: Floats
    """Of all ways."""
    way: Ints
    low: Floats
    high: Floats

    @property
    def middle(self) -> Floats:
        return (self.low + self.high) / 2

    @property
    def half_km(self) -> Floats:
        """No point of a part is farther from its middle."""
        half: Floats = self.km[self.way] * (self.high - self.low) / 2
        return half

    def halved(self, chosen: Bools) -> _Parts:
        """The halves of the chosen ones."""
        way, low, middle, high = self.way[chosen], self.low[chosen], self.middle[chosen], self.high[chosen]
        return _Parts(
            self.km, np.concatenate([way, way]), np.concatenate([low, middle]), np.concatenate([middle, high])
        )


def _whole(ways: Ways) -> _Parts:
    n = len(ways.lat)
    return _Parts(ways.km(), np.arange(n), np.zeros(n), np.ones(n))
