"""MarketMemory: what one driver has learned of places and hours, per (H3 cell, hour bucket).

A fold over searches and sightings, kept as columns. Cells roll up to parents, and children's counts add up to the
parent's. Nothing here decides: `values` ranks cells by the design's formula, and that is all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.observed import Listing, Offers
from memory.settings import MemorySettings
from scenarios.cells import parent
from scenarios.clock import MINUTES_PER_DAY

_GROW = 64


def best_net_fen(listing: Listing, cost_per_km: float) -> float:
    """Best net income of a list for a driver at its point: price less pickup and haul kilometres; 0 if empty."""
    if len(listing.offers) == 0:
        return 0.0
    km = listing.distance_km + listing.offers.haul_km
    return float(np.max(listing.offers.price_fen - km * (cost_per_km * 100)))


def bucket_of(minute: int, bucket_min: int) -> int:
    """Hour bucket of a minute, 0 for the one that starts at midnight."""
    return minute % MINUTES_PER_DAY // bucket_min


@dataclass(frozen=True, slots=True, eq=False)
class CellStats:
    """Statistics by (cell, bucket), columns of shape (n,), in order of first observation."""

    cell: NDArray[np.int64]
    bucket: NDArray[np.int16]
    searches: NDArray[np.int32]
    items: NDArray[np.int64]
    """Loads returned, summed over the searches made in the cell."""
    best_net_fen: NDArray[np.float64]
    """Best net income that any search there showed; 0 before the first."""
    sum_best_fen: NDArray[np.float64]
    """Sum over searches of each one's best net income."""
    streak: NDArray[np.int32]
    """Low-yield searches in a row, up to now."""
    last_min: NDArray[np.int32]
    """Minute of the last search, -1 before the first."""
    fact: NDArray[np.int64]
    """Latest fact about the cell and bucket."""
    seen: NDArray[np.int32]
    """Different loads seen with their pickup in the cell."""
    sum_seen_fen: NDArray[np.float64]
    """Sum over those of price less haul cost."""
    sum_seen_min: NDArray[np.float64]
    """Sum over those of service minutes."""
    drops: NDArray[np.int32]
    """Different loads seen that end in the cell, wherever and whenever they were listed."""

    def __len__(self) -> int:
        return len(self.cell)

    @property
    def mean_items(self) -> NDArray[np.float64]:
        """Loads a search, 0 where none was made."""
        mean: NDArray[np.float64] = self.items / np.maximum(self.searches, 1)
        return mean


class MarketMemory:
    """One driver's statistics of cells and hours."""

    def __init__(self, settings: MemorySettings) -> None:
        self._settings = settings
        self._row: dict[tuple[int, int], int] = {}
        self._columns = _empty(_GROW)

    def __len__(self) -> int:
        return len(self._row)

    def _at(self, cell: int, bucket: int) -> int:
        row = self._row.get((cell, bucket))
        if row is None:
            row = self._row[(cell, bucket)] = len(self._row)
            if row == len(self._columns):
                self._columns = _grow(self._columns)
            self._columns.cell[row] = cell
            self._columns.bucket[row] = bucket
            self._columns.last_min[row] = -1
        return row

    # folding

    def searched(self, cell: int, minute: int, items: int, best_fen: float, fact: int) -> None:
        """Take in one search: `items` loads returned, the best of them netting `best_fen`."""
        row = self._at(cell, bucket_of(minute, self._settings.bucket_min))
        c = self._columns
        low = items == 0 or best_fen < self._settings.low_yield_fen
        c.best_net_fen[row] = max(c.best_net_fen[row], best_fen) if c.searches[row] else best_fen
        c.searches[row] += 1
        c.items[row] += items
        c.sum_best_fen[row] += best_fen
        c.streak[row] = c.streak[row] + 1 if low else 0
        c.last_min[row] = minute
        c.fact[row] = fact

    def sighted(self, offers: Offers, minute: int, cost_per_km: float, fact: int) -> None:
        """Take in loads seen for the first time; their fact ids run from `fact` on."""
        bucket = bucket_of(minute, self._settings.bucket_min)
        at = self._at
        rows = np.array([at(cell, bucket) for cell in offers.pickup_cell.tolist()], dtype=np.intp)
        ends = np.array([at(cell, bucket) for cell in offers.drop_cell.tolist()], dtype=np.intp)
        c = self._columns
        np.add.at(c.seen, rows, 1)
        np.add.at(c.drops, ends, 1)
        np.add.at(c.sum_seen_fen, rows, offers.price_fen - offers.haul_km * (cost_per_km * 100))
        np.add.at(c.sum_seen_min, rows, offers.service_min)
        facts = np.arange(fact, fact + len(rows), dtype=np.int64)
        c.fact[ends] = facts
        c.fact[rows] = facts

    # questions

    def stats(self) -> CellStats:
        """All statistics; arrays are views that the next observation changes, read them at once."""
        n = len(self._row)
        return CellStats(*[getattr(self._columns, name)[:n] for name in CellStats.__slots__])

    def values(self) -> NDArray[np.float64]:
        """Value of each row of `stats`: w_net s(best net) + w_items s(mean items) - w_streak min(streak, cap)/cap.

        s(x) = x / (x + median of x), 0 for x <= 0; medians over the rows that were searched (design section 5).
        """
        s, stats = self._settings, self.stats()
        penalty = np.minimum(stats.streak, s.streak_cap) / s.streak_cap
        searched = stats.searches > 0
        net = saturate(stats.best_net_fen, searched)
        items = saturate(stats.mean_items, searched)
        return s.weight_net * net + s.weight_items * items - s.weight_streak * penalty

    def rolled_up(self, resolution: int) -> dict[tuple[int, int], tuple[int, int, int]]:
        """(searches, items, seen) by (parent cell, bucket) at a coarser resolution."""
        out: dict[tuple[int, int], tuple[int, int, int]] = {}
        stats = self.stats()
        for i, cell in enumerate(stats.cell.tolist()):
            key = (parent(cell, resolution), int(stats.bucket[i]))
            old = out.get(key, (0, 0, 0))
            out[key] = (
                old[0] + int(stats.searches[i]),
                old[1] + int(stats.items[i]),
                old[2] + int(stats.seen[i]),
            )
        return out


def saturate(x: NDArray[np.float64], counted: NDArray[np.bool_]) -> NDArray[np.float64]:
    """x / (x + median), in [0, 1); rows that do not count, and x <= 0, give 0."""
    out = np.zeros(len(x))
    good = counted & (x > 0)
    if counted.any() and good.any():
        median = max(float(np.median(x[counted])), 1e-9)
        out[good] = x[good] / (x[good] + median)
    return out


_DTYPES = {
    "cell": np.int64,
    "bucket": np.int16,
    "searches": np.int32,
    "items": np.int64,
    "best_net_fen": np.float64,
    "sum_best_fen": np.float64,
    "streak": np.int32,
    "last_min": np.int32,
    "fact": np.int64,
    "seen": np.int32,
    "sum_seen_fen": np.float64,
    "sum_seen_min": np.float64,
    "drops": np.int32,
}


def _empty(n: int) -> CellStats:
    return CellStats(**{name: np.zeros(n, dtype=dtype) for name, dtype in _DTYPES.items()})


def _grow(columns: CellStats) -> CellStats:
    return CellStats(
        **{
            name: np.concatenate([getattr(columns, name), np.zeros(len(columns), dtype=dtype)])
            for name, dtype in _DTYPES.items()
        }
    )
