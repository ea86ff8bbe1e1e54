"""The columns of MarketMemory: what is known by (cell, hour bucket), of a cell at any hour, and of whole regions.

Arrays and their types, no more; what they mean together, and how they change, is in `memory.stores.market`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.columns import Columns, Packed, dtype_of
from memory.stores.rows import RowIndex


@dataclass(frozen=True, slots=True, eq=False)
class CellStats(Columns):
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
    """Minute of the last search, NEVER before the first."""
    fact: NDArray[np.int64]
    """Latest fact about the cell and bucket, and its minute."""
    fact_min: NDArray[np.int32]
    seen: NDArray[np.int32]
    """Different loads seen with their pickup in the cell."""

    def __len__(self) -> int:
        return len(self.place)

    @property
    def mean_items(self) -> NDArray[np.float64]:
        """Loads a search, 0 where none was made."""
        mean: NDArray[np.float64] = self.items / np.maximum(self.searches, 1)
        return mean


@dataclass(frozen=True, slots=True, eq=False)
class Learned(Columns):
    """What was learned of a cell at any hour, columns of shape (m,), in order of first observation."""

    traffic: NDArray[np.int32]
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
        return len(self.fact)


@dataclass(frozen=True, slots=True, eq=False)
class Places(Learned):
    """What was learned of cells, and where they are (see `memory.stores.books.Middles`); columns of shape (m,)."""

    cell: NDArray[np.int64]
    lat: NDArray[np.float64]
    lng: NDArray[np.float64]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    z: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """What whole regions usually offer, in order of first observation."""

    index: RowIndex
    """By the region's cell."""
    cell: NDArray[np.int64]
    """The region, a cell of the coarser resolution; shape (r,)."""
    share: NDArray[np.float64]
    """How much it usually offers in each hour bucket, in [0, 1); shape (r, buckets)."""
    fact: NDArray[np.int64]
    """The load last seen there; shape (r,)."""

    def __len__(self) -> int:
        return len(self.cell)

    def find(self, cells: NDArray[np.int64]) -> NDArray[np.int32]:
        """The row of each region, -1 for one never seen."""
        return self.index.find(cells)


NEVER = -(2**31)
"""A minute before every other: that of what has not happened."""

_TYPES: dict[str, type[np.generic]] = {
    **dict.fromkeys(("fact_min", "last_search_min", "place", "searches", "streak", "seen"), np.int32),
    **dict.fromkeys(("traffic", "last_items"), np.int32),
    **dict.fromkeys(("items", "fact", "cell"), np.int64),
    "bucket": np.int16,
    "last_low": np.bool_,
}


def _blank(kind: type[Columns]) -> Packed:
    """A row of which nothing is known yet."""
    row = np.zeros(1, dtype=dtype_of(kind, _TYPES))
    row["fact_min"] = row["last_search_min"] = NEVER
    return row


BLANK_STATS = _blank(CellStats)
BLANK_PLACE = _blank(Learned)
