"""Distances on the sphere and the minutes it takes to drive them.

`haversine_km` (Python's math) is the distance that is recorded and charged. `unit_vectors` serve a fast
nearest-first selection only: numpy's sine differs in the last place between processors.
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
    A NaN coordinate gives 0, as clamping to [0, 1] does in the contest's simulator (rule 17).
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


def unit_vectors(lat: NDArray[np.float64], lng: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on the unit sphere, shape (3, n), from degrees of shape (n,); for selection only."""
    phi = np.radians(lat)
    lam = np.radians(lng)
    out = np.empty((3, len(lat)), dtype=np.float64)
    np.multiply(np.cos(phi), np.cos(lam), out=out[0])
    np.multiply(np.cos(phi), np.sin(lam), out=out[1])
    np.sin(phi, out=out[2])
    return out


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
        self._cos_lat = np.array([cos(phi) for phi in self._lat.tolist()], dtype=np.float64)

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
        return [
            2 * EARTH_RADIUS_KM * asin(sqrt(h if 0.0 <= h <= 1.0 else min(1.0, max(0.0, h)))) for h in clamped
        ]
