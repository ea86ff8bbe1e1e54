"""Hexagonal map cells: which cell a point is in, which cells lie around it. The one file that imports h3.

A cell is H3's 64-bit index as an int. Nothing here keeps state but a `CellIndex` that its owner holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import h3.api.basic_int as h3
import numpy as np
from numpy.typing import NDArray

from scenarios.geo import unit_vector, valid_point

RESOLUTION = 6
"""Default resolution: hexagons of about 36 square kilometres, 3.7 km a side."""


def cell_of(lat: float, lng: float, resolution: int = RESOLUTION) -> int:
    """The cell that holds a point in degrees.

    Raises ValueError for a point that is no place on earth and for a resolution outside 0..15.
    """
    if not (-90.0 <= lat <= 90.0 and -180.0 <= lng <= 180.0):
        raise ValueError(f"no place on earth: {lat}, {lng}")
    if not 0 <= resolution <= 15:
        raise ValueError(f"a cell resolution is 0 to 15, not {resolution}")
    return int(h3.latlng_to_cell(lat, lng, resolution))


def resolution_of(cell: int) -> int:
    """The resolution of a cell, 0 (largest) to 15."""
    return int(h3.get_resolution(cell))


def parent(cell: int, resolution: int) -> int:
    """The cell of a coarser resolution that counts this one as its child; the cell itself at its own.

    Raises ValueError when the resolution is finer than the cell's.
    """
    if not 0 <= resolution <= resolution_of(cell):
        raise ValueError(f"a parent of {cell_text(cell)} has resolution 0 to {resolution_of(cell)}, not {resolution}")
    return int(h3.cell_to_parent(cell, resolution))


def parents(cells: NDArray[np.int64], resolution: int) -> NDArray[np.int64]:
    """`parent` of many cells of one finer resolution, shape (n,), by H3's bit layout.

    Bits 52-55 hold the resolution, and three bits a level below them the path; levels not used are all ones
    (H3 documentation, "H3 index bit layout").
    """
    unused = (1 << (3 * (15 - resolution))) - 1
    return (cells & ~np.int64(0xF << 52)) | np.int64(resolution << 52) | np.int64(unused)


def center(cell: int) -> tuple[float, float]:
    """Latitude and longitude of a cell's middle, in degrees."""
    lat, lng = h3.cell_to_latlng(cell)
    return float(lat), float(lng)


def neighbours(cell: int, rings: int = 1) -> tuple[int, ...]:
    """The cells within so many steps, the cell itself left out, in ascending order: 6 for one ring, 18 for two.

    Fewer beside one of the twelve pentagons of the grid, all of which lie in the sea.
    """
    if rings < 0:
        raise ValueError(f"rings cannot be negative: {rings}")
    return tuple(sorted(int(c) for c in h3.grid_disk(cell, rings) if c != cell))


def cell_text(cell: int) -> str:
    """The usual hexadecimal spelling of a cell, 15 characters."""
    return str(h3.int_to_str(cell))


class Middle(NamedTuple):
    """A point in degrees, and the same on the unit sphere."""

    lat: float
    lng: float
    x: float
    y: float
    z: float


@dataclass(slots=True)
class CellIndex:
    """Looks cells up once a point, and middles once a cell: they are few thousand, asked for again and again."""

    resolution: int = RESOLUTION
    _seen: dict[tuple[float, float], int] = field(default_factory=dict)
    _middles: dict[int, Middle] = field(default_factory=dict)

    def cell_of(self, lat: float, lng: float) -> int:
        """The cell that holds a point, remembered. Raises ValueError as the function of that name does."""
        point = (lat, lng)
        found = self._seen.get(point)
        if found is None:
            found = self._seen[point] = cell_of(lat, lng, self.resolution)
        return found

    def cells_of(self, lat: NDArray[np.float64], lng: NDArray[np.float64]) -> NDArray[np.int64]:
        """The cells of many points, shape (n,), remembered; 0 for one that is no place on earth."""
        points = list(zip(lat.tolist(), lng.tolist(), strict=True))
        seen = self._seen
        for point in points:
            if point not in seen:
                seen[point] = cell_of(*point, self.resolution) if valid_point(*point) else 0
        return np.array([seen[point] for point in points], dtype=np.int64)

    def middle(self, cell: int) -> Middle:
        """A cell's middle to two decimals (about a kilometre), as fine as the platform's own places; remembered."""
        found = self._middles.get(cell)
        if found is None:
            lat, lng = (round(degrees, 2) for degrees in center(cell))
            found = self._middles[cell] = Middle(lat, lng, *unit_vector(lat, lng))
        return found
