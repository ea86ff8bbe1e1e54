"""Distances on the sphere and the minutes it takes to drive them.

`haversine_km` (Python's math) is the distance that is recorded and charged. The vector forms select and judge;
they use no sine of numpy's, which differs in the last place between processors.
"""

from __future__ import annotations

from math import asin, ceil, cos, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

EARTH_RADIUS_KM = 6371.0
SAME_PLACE_KM = 1e-6
"""A pickup this near costs no time (contest rule 14)."""


def haversine_km(lat1: float, lng1: float, lat2: float, lng2: float) -> float:
    """Great-circle kilometres between two points in degrees, R = 6371 (contest rule 12).

    Degrees become radians before the difference is taken: the last digits depend on it.
    A NaN coordinate gives 0, as clamping to [0, 1] does in the contest's simulator (rule 17); an infinite one
    raises ValueError, as there.
    """
    phi1, lam1, phi2, lam2 = radians(lat1), radians(lng1), radians(lat2), radians(lng2)
    h = sin((phi2 - phi1) / 2) ** 2 + cos(phi1) * cos(phi2) * sin((lam2 - lam1) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(min(1.0, max(0.0, h))))


def drive_minutes(km: float, speed_kmh: float) -> int:
    """Whole minutes of a drive, at least 1 (contest rule 13; the order of operations is part of it)."""
    if km <= 0:
        return 1
    return max(1, ceil((km / speed_kmh) * 60))


def pickup_minutes(km: float, speed_kmh: float) -> int:
    """Whole minutes to a pickup; 0 when the truck is there already (contest rule 14)."""
    return 0 if km <= SAME_PLACE_KM else drive_minutes(km, speed_kmh)


def unit_vector(lat: float, lng: float) -> tuple[float, float, float]:
    """A point in degrees on the unit sphere, by Python's math."""
    phi, lam = radians(lat), radians(lng)
    return cos(phi) * cos(lam), cos(phi) * sin(lam), sin(phi)


_FEW = 100
"""So few angles are computed one by one as fast as looked up."""
_TABLE_MOST = 36_000
"""Hundredths of a degree up to which a table of all angles is small; files may hold any number (contest rule 7)."""


def _sines(degrees: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cosines and sines by Python's math, once for each different angle (places repeat)."""
    if len(degrees) == 0:
        return np.empty(0), np.empty(0)
    if len(degrees) <= _FEW:
        few = [radians(a) for a in degrees.tolist()]
        return np.array([cos(t) for t in few]), np.array([sin(t) for t in few])
    hundredths = np.rint(degrees * 100)
    where: NDArray[np.integer]
    if (np.abs(hundredths) <= _TABLE_MOST).all() and (hundredths / 100 == degrees).all():  # the platform's places
        lowest, highest = int(hundredths.min()), int(hundredths.max())
        where = hundredths.astype(np.int32) - np.int32(lowest)
        angles = [i / 100 for i in range(lowest, highest + 1)]
    else:
        unique, where = np.unique(degrees, return_inverse=True)
        angles = unique.tolist()
    turns = [radians(a) for a in angles]
    return np.array([cos(t) for t in turns])[where], np.array([sin(t) for t in turns])[where]


def unit_vectors(lat: NDArray[np.float64], lng: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on the unit sphere, shape (3, n), from degrees of shape (n,); the same on every processor."""
    cos_lat, sin_lat = _sines(lat)
    cos_lng, sin_lng = _sines(lng)
    return np.stack([cos_lat * cos_lng, cos_lat * sin_lng, sin_lat])


def arcs_km(
    x: NDArray[np.float64], y: NDArray[np.float64], z: NDArray[np.float64], lat: float, lng: float
) -> NDArray[np.float64]:
    """Kilometres from a point in degrees to points on the unit sphere, for judging; see `arcs_between_km`."""
    return arcs_between_km((x, y, z), unit_vector(lat, lng))


Triple = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def arcs_between_km(
    points: Triple | NDArray[np.float64], others: Triple | NDArray[np.float64] | tuple[float, float, float]
) -> NDArray[np.float64]:
    """Kilometres between points on the unit sphere, pair by pair, for judging, not for recording.

    Only products, sums and square roots, which every processor rounds alike: 2R asin(c/2) by its series in the
    chord c, within 1 m up to 1,900 km.
    """
    dx, dy, dz = points[0] - others[0], points[1] - others[1], points[2] - others[2]
    square = dx * dx + dy * dy + dz * dz
    arcs: NDArray[np.float64] = np.sqrt(square) * (1.0 + square * (1.0 / 24.0 + square * (3.0 / 640.0)))
    return EARTH_RADIUS_KM * arcs


def drive_minutes_many(km: NDArray[np.float64], speed_kmh: float) -> NDArray[np.int32]:
    """`pickup_minutes` of many distances, shape (n,)."""
    minutes = np.maximum(1, np.ceil((km / speed_kmh) * 60)).astype(np.int32)
    minutes[km <= SAME_PLACE_KM] = 0
    return minutes


def valid_point(lat: float, lng: float) -> bool:
    """True for a finite point with latitude in [-90, 90] and longitude in [-180, 180]."""
    return -90.0 <= lat <= 90.0 and -180.0 <= lng <= 180.0


class Points:
    """Points in degrees, prepared for many distances: radians and cosines as Python floats.

    `distances_km` gives exactly what `haversine_km` gives, at a third of its cost.
    """

    __slots__ = ("_cos_lat", "_lat", "_lng")

    def __init__(self, lat: NDArray[np.float64], lng: NDArray[np.float64]) -> None:
        to_radians = radians(1.0)  # math.radians multiplies by this double too
        self._lat = lat * to_radians
        self._lng = lng * to_radians
        self._cos_lat = _sines(lat)[0]

    def distances_km(self, lat: float, lng: float, rows: NDArray[np.intp]) -> list[float]:
        """Kilometres from one point in degrees to the points of the given rows, in their order."""
        phi, lam = radians(lat), radians(lng)
        cos_phi = cos(phi)
        clamped = [
            sin((p - phi) / 2) ** 2 + cos_phi * c * sin((g - lam) / 2) ** 2
            for p, g, c in zip(
                self._lat[rows].tolist(), self._lng[rows].tolist(), self._cos_lat[rows].tolist(), strict=True
            )
        ]
        return [2 * EARTH_RADIUS_KM * asin(sqrt(h if 0.0 <= h <= 1.0 else min(1.0, max(0.0, h)))) for h in clamped]
