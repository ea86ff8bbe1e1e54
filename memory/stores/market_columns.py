"""The columns of MarketMemory: what is known by (cell, hour bucket), and what is known of a cell at any hour.

Arrays and their types, no more; what they mean together, and how they change, is in `memory.stores.market`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class CellStats:
    """Statistics by (cell, hour bucket), columns of shape (n,), in order of first observation."""

    place: NDArray[np.int32]
    """Row of the cell in `Places`."""
    bucket: NDArray[np.int16]
    searches: NDArray[np.int32]
    items: NDArray[np.int64]
    """Loads returned, summed over the searches made in the cell."""
    best_net_fen: NDArray[np.float64]
    """Best net income that any search there showed; 0 before the first."""
    streak: NDArray[np.int32]
    """Low-yield searches in a row, up to now."""
    last_search_min: NDArray[np.int32]
    """Minute of the last search."""
    fact: NDArray[np.int64]
    """Latest fact about the cell and bucket, and its minute."""
    fact_min: NDArray[np.int32]
    seen_fact: NDArray[np.int64]
    """Latest fact of a load seen there."""
    seen: NDArray[np.int32]
    """Different loads seen with their pickup in the cell."""
    sum_seen_fen: NDArray[np.float64]
    """Sum over those of price less haul cost."""
    sum_seen_min: NDArray[np.float64]
    """Sum over those of service minutes."""

    def __len__(self) -> int:
        return len(self.place)

    @property
    def mean_items(self) -> NDArray[np.float64]:
        """Loads a search, 0 where none was made."""
        mean: NDArray[np.float64] = self.items / np.maximum(self.searches, 1)
        return mean


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """What is known of a cell at any hour, columns of shape (m,), in order of first observation."""

    cell: NDArray[np.int64]
    lat: NDArray[np.float64]
    lng: NDArray[np.float64]
    """The cell's middle, to two decimals (about a kilometre): as fine as the platform's own places."""
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    z: NDArray[np.float64]
    """The same point on the unit sphere, for `scenarios.geo.arcs_km`."""
    traffic: NDArray[np.int64]
    """Different loads seen to start here, and to end here."""
    fact: NDArray[np.int64]
    """Latest fact about the cell, and its minute."""
    fact_min: NDArray[np.int32]
    last_search_min: NDArray[np.int32]
    """Minute of the last search, NEVER before the first."""
    last_items: NDArray[np.int32]
    """Loads that it returned."""
    last_net_fen: NDArray[np.float64]
    """Best net income that it showed."""
    last_low: NDArray[np.bool_]
    """Whether it was low-yield."""

    def __len__(self) -> int:
        return len(self.cell)


NEVER = -(2**31)
"""A minute before every other: that of what has not happened."""

_DTYPES: dict[str, type[np.generic]] = {
    "place": np.int32,
    "bucket": np.int16,
    "searches": np.int32,
    "items": np.int64,
    "streak": np.int32,
    "fact": np.int64,
    "fact_min": np.int32,
    "seen_fact": np.int64,
    "seen": np.int32,
    "cell": np.int64,
    "traffic": np.int64,
    "last_search_min": np.int32,
    "last_items": np.int32,
    "last_low": np.bool_,
}
"""Column types; columns not named hold doubles."""

Columns = TypeVar("Columns", CellStats, Places)


def empty(kind: type[Columns], n: int) -> Columns:
    """Room for n rows."""
    return kind(*[np.zeros(n, dtype=_DTYPES.get(f.name, np.float64)) for f in fields(kind)])


def grown(columns: Columns) -> Columns:
    """The same rows with as much room again."""
    kind = type(columns)
    return kind(*[np.concatenate([c, np.zeros_like(c)]) for c in _arrays(columns)])


def first(columns: Columns, n: int) -> Columns:
    """The first n rows, as views of the same arrays."""
    return type(columns)(*[c[:n] for c in _arrays(columns)])


def first_rows(columns: Columns, rows: NDArray[np.intp]) -> Columns:
    """The given rows, in the given order, as arrays of their own."""
    return type(columns)(*[c[rows] for c in _arrays(columns)])


def _arrays(columns: Columns) -> list[Any]:
    return [getattr(columns, f.name) for f in fields(columns)]
