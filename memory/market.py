"""MarketMemory: what one driver has learned of places and hours, per (H3 cell, hour bucket).

A fold over searches and sightings, kept as columns. Cells roll up to parents, and children's counts add up to the
parent's. Nothing here decides: `values` ranks cells by the design's formula, and that is all.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.observed import Listing, Offers
from memory.settings import MemorySettings
from scenarios.cells import CellIndex, parent, parents
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
    fact: NDArray[np.int64]
    """Latest fact about the cell and bucket."""
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
    """Latest fact about the cell."""
    last_search_min: NDArray[np.int32]
    """Minute of the last search, NEVER before the first."""
    last_low: NDArray[np.bool_]
    """Whether that search was low-yield."""

    def __len__(self) -> int:
        return len(self.cell)


NEVER = -(2**31)


class MarketMemory:
    """One driver's statistics of cells and hours."""

    def __init__(self, settings: MemorySettings, cells: CellIndex) -> None:
        """`cells` may be shared: it says where cells are, and learns nothing."""
        self._settings = settings
        self._cells = cells
        self._row: dict[tuple[int, int], int] = {}
        self._place_of: dict[int, int] = {}
        self._stats = _empty(CellStats, _GROW)
        self._places = _empty(Places, _GROW)
        self._usual: dict[int, NDArray[np.float64]] | None = None

    def __len__(self) -> int:
        """Number of (cell, bucket) pairs known."""
        return len(self._row)

    def _at(self, cell: int, bucket: int) -> int:
        """Row of a cell and bucket, made when it is new."""
        row = self._row.get((cell, bucket))
        if row is None:
            row = self._row[(cell, bucket)] = len(self._row)
            if row == len(self._stats):
                self._stats = _grown(self._stats)
            self._stats.place[row] = self._place(cell)
            self._stats.bucket[row] = bucket
        return row

    def _place(self, cell: int) -> int:
        """Row of a cell, made when it is new."""
        row = self._place_of.get(cell)
        if row is None:
            row = self._place_of[cell] = len(self._place_of)
            if row == len(self._places):
                self._places = _grown(self._places)
            p = self._places
            p.cell[row], p.last_search_min[row] = cell, NEVER
            p.lat[row], p.lng[row], p.x[row], p.y[row], p.z[row] = self._cells.middle(cell)
        return row

    # folding

    def searched(self, cell: int, minute: int, items: int, best_fen: float, fact: int, *, own: bool = True) -> None:
        """Take in one search: `items` loads returned, the best of them netting `best_fen`.

        Of a search of another driver's its list is not in the own memory, so the place does not count as read.
        """
        row = self._at(cell, bucket_of(minute, self._settings.bucket_min))
        place = self._place_of[cell]
        c, p = self._stats, self._places
        low = items == 0 or best_fen < self._settings.low_yield_fen
        c.best_net_fen[row] = max(c.best_net_fen[row], best_fen) if c.searches[row] else best_fen
        c.searches[row] += 1
        c.items[row] += items
        c.streak[row] = c.streak[row] + 1 if low else 0
        c.fact[row] = p.fact[place] = fact
        if own:
            p.last_search_min[place] = minute
            p.last_low[place] = low

    def sighted(self, offers: Offers, minute: int, cost_per_km: float, fact: int | NDArray[np.int64]) -> None:
        """Take in loads seen for the first time; their fact ids run from `fact` on, or are these.

        A load with an end that is no place on earth, which tolerant input keeps, is in no cell and teaches nothing.
        """
        self._usual = None
        somewhere = (offers.pickup_cell != 0) & (offers.drop_cell != 0)
        facts = (np.arange(fact, fact + len(offers)) if isinstance(fact, int) else fact)[somewhere]
        if len(facts) < len(offers):
            offers = offers.take(somewhere)
        bucket = bucket_of(minute, self._settings.bucket_min)
        pickups, drops = offers.pickup_cell.tolist(), offers.drop_cell.tolist()
        row_of = {cell: self._at(cell, bucket) for cell in dict.fromkeys(pickups)}  # a list shares few cells
        rows = np.array([row_of[cell] for cell in pickups], dtype=np.intp)
        end_of = {cell: self._place(cell) for cell in dict.fromkeys(drops)}
        ends = np.array([end_of[cell] for cell in drops], dtype=np.intp)
        c, p = self._stats, self._places
        starts = c.place[rows]
        np.add.at(c.seen, rows, 1)
        np.add.at(c.sum_seen_fen, rows, offers.price_fen - offers.haul_km * (cost_per_km * 100))
        np.add.at(c.sum_seen_min, rows, offers.service_min)
        np.add.at(p.traffic, starts, 1)
        np.add.at(p.traffic, ends, 1)
        np.maximum.at(p.fact, ends, facts)  # a cell may be both: its latest fact is the greater id
        np.maximum.at(p.fact, starts, facts)
        c.fact[rows] = facts

    # questions

    def stats(self) -> CellStats:
        """Statistics by cell and bucket; arrays are views that the next observation changes, read them at once."""
        return _first(self._stats, len(self._row))

    def places(self) -> Places:
        """Statistics by cell; views like those of `stats`."""
        return _first(self._places, len(self._place_of))

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

    def usual_offers(self) -> dict[int, NDArray[np.float64]]:
        """For each region seen, how much it usually offers in each hour bucket: s(loads seen there), in [0, 1).

        Regions are cells of `region_resolution`; s is that of `values`, its median over the pairs that offered any.
        """
        if self._usual is None:
            stats, cells = self.stats(), self.places().cell
            seen = stats.seen > 0
            regions = parents(cells[stats.place[seen]], self._settings.region_resolution)
            names, where = np.unique(regions, return_inverse=True)
            buckets = MINUTES_PER_DAY // self._settings.bucket_min
            counts = np.zeros((len(names), buckets))
            np.add.at(counts, (where, stats.bucket[seen]), stats.seen[seen])
            share = saturate(counts.ravel(), counts.ravel() > 0).reshape(counts.shape)
            self._usual = dict(zip(names.tolist(), share, strict=True))
        return self._usual

    def rolled_up(self, resolution: int) -> dict[tuple[int, int], tuple[int, int, int]]:
        """(searches, items, seen) by (parent cell, bucket) at a coarser resolution."""
        out: dict[tuple[int, int], tuple[int, int, int]] = {}
        stats, cells = self.stats(), self.places().cell
        for i, place in enumerate(stats.place.tolist()):
            key = (parent(int(cells[place]), resolution), int(stats.bucket[i]))
            old = out.get(key, (0, 0, 0))
            out[key] = (
                old[0] + int(stats.searches[i]),
                old[1] + int(stats.items[i]),
                old[2] + int(stats.seen[i]),
            )
        return out


def saturate(x: NDArray[np.float64], counted: NDArray[np.bool_]) -> NDArray[np.float64]:
    """x / (x + median of x), in [0, 1); rows that do not count, and x <= 0, give 0."""
    out = np.zeros(len(x))
    good = counted & (x > 0)
    if good.any():
        median = max(_median(x[counted]), 1e-9)
        out[good] = x[good] / (x[good] + median)
    return out


def _median(x: NDArray[np.float64]) -> float:
    """That of `np.median`, which takes ten times as long to find it for some hundred numbers."""
    half = len(x) // 2
    if len(x) % 2:
        return float(np.partition(x, half)[half])
    parted = np.partition(x, [half - 1, half])
    return float((parted[half - 1] + parted[half]) / 2)


_DTYPES: dict[str, type[np.generic]] = {
    "place": np.int32,
    "bucket": np.int16,
    "searches": np.int32,
    "items": np.int64,
    "streak": np.int32,
    "fact": np.int64,
    "seen": np.int32,
    "cell": np.int64,
    "traffic": np.int64,
    "last_search_min": np.int32,
    "last_low": np.bool_,
}
"""Column types; columns not named hold doubles."""

Columns = TypeVar("Columns", CellStats, Places)


def _empty(kind: type[Columns], n: int) -> Columns:
    return kind(*[np.zeros(n, dtype=_DTYPES.get(f.name, np.float64)) for f in fields(kind)])


def _grown(columns: Columns) -> Columns:
    """The same rows with as much room again."""
    kind = type(columns)
    return kind(*[np.concatenate([c, np.zeros_like(c)]) for c in _arrays(columns)])


def _first(columns: Columns, n: int) -> Columns:
    return type(columns)(*[c[:n] for c in _arrays(columns)])


def first_rows(columns: Columns, rows: NDArray[np.intp]) -> Columns:
    """The given rows, in the given order, as arrays of their own."""
    return type(columns)(*[c[rows] for c in _arrays(columns)])


def _arrays(columns: Columns) -> list[Any]:
    return [getattr(columns, f.name) for f in fields(columns)]
