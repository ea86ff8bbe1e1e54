"""The districts and towns of Guangdong: where they are and how far they reach. Nothing about freight.

The table is `data/guangdong_places.csv`; `data/README.md` says where each figure comes from.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import EARTH_RADIUS_KM

KM_PER_DEGREE = EARTH_RADIUS_KM * radians(1.0)
"""Kilometres of one degree of latitude, 111.19."""

GUANGDONG_BOX = (20.10, 25.60, 109.60, 117.40)
"""South, north, west and east end of the province with a margin of a few kilometres, in degrees."""


@dataclass(frozen=True, slots=True)
class Places:
    """Places in the table's order; arrays of shape (n,), degrees and kilometres."""

    names: tuple[str, ...]
    lat: NDArray[np.float64]
    lng: NDArray[np.float64]
    radius_km: NDArray[np.float64]
    """How far from the centre a point of the place may lie, along each axis."""
    sources: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    def rows(self, names: tuple[str, ...]) -> NDArray[np.int64]:
        """Row of each name, in their order. Raises KeyError for a place that the table lacks."""
        row_of = {name: row for row, name in enumerate(self.names)}
        return np.array([row_of[name] for name in names], dtype=np.int64)


def load_places() -> Places:
    """The places of Guangdong that the load market names."""
    text = resources.files("scenarios").joinpath("data/guangdong_places.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    return Places(
        names=tuple(row["place"] for row in rows),
        lat=np.array([float(row["lat"]) for row in rows]),
        lng=np.array([float(row["lng"]) for row in rows]),
        radius_km=np.array([float(row["radius_km"]) for row in rows]),
        sources=tuple(row["source"] for row in rows),
    )


def city_of(place: str) -> str:
    """The city that a place belongs to: 广东省东莞市 for 广东省东莞市大朗镇; the whole text where it names none."""
    province_end = place.find("省") + 1
    city_end = place.find("市", province_end) + 1
    return place[:city_end] if city_end else place


def points_in(
    places: Places, rows: NDArray[np.int64], north: NDArray[np.float64], east: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A point in each of the places named by `rows`, in degrees rounded to two decimals (some 1.1 km).

    `north` and `east` in [-1, 1] say where between the edges and the centre, shape (n,). Two decimals are what the
    contest's points have, and what its older release needs to check a log (contest rule 42).
    """
    reach_lat = places.radius_km / KM_PER_DEGREE
    # Rounded, so that the cosine's last place, which differs between processors, cannot move a point.
    km_per_degree_east = np.array([round(KM_PER_DEGREE * cos(radians(lat)), 6) for lat in places.lat.tolist()])
    reach_lng = places.radius_km / km_per_degree_east
    south, north_end, west, east_end = GUANGDONG_BOX
    lat = np.clip(places.lat[rows] + north * reach_lat[rows], south, north_end)
    lng = np.clip(places.lng[rows] + east * reach_lng[rows], west, east_end)
    return np.round(lat, 2), np.round(lng, 2)


def distances_km(
    lat1: NDArray[np.float64], lng1: NDArray[np.float64], lat2: NDArray[np.float64], lng2: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Great-circle kilometres, elementwise with numpy's broadcasting; for statistics and for making worlds.

    Differs from `geo.haversine_km`, which is the distance that is charged, in the last places only.
    """
    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    h = (
        np.sin((phi2 - phi1) / 2) ** 2
        + np.cos(phi1) * np.cos(phi2) * np.sin((np.radians(lng2) - np.radians(lng1)) / 2) ** 2
    )
    km: NDArray[np.float64] = 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.clip(h, 0.0, 1.0)))
    return km
