"""MarketMemory: what one driver has learned of places and hours, per (H3 cell, hour bucket).

A fold over searches and sightings, kept as columns. Cells roll up to parents, and children's counts add up to the
parent's. Where a search that was made earlier is told late, counts take it in, and what the last search said stands
(`memory.stores.revise`). Nothing here decides: `values` ranks cells by the design's formula, and that is all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory.columns import joined
from memory.observed import Listing
from memory.settings import MemorySettings
from memory.stores.books import NOWHERE, CellBook
from memory.stores.market_columns import BLANK_PLACE, BLANK_STATS, CellStats, Learned, Places, Regions
from memory.stores.rows import RowIndex
from scenarios.cells import parent, parents
from scenarios.clock import MINUTES_PER_DAY


def best_net_fen(listing: Listing, cost_per_km: float) -> float:
    """Best net income of a list for a driver at its point: price less pickup and haul kilometres; 0 if empty."""
    if len(listing.offers) == 0:
        return 0.0
    km = listing.distance_km + listing.offers.haul_km
    return float(np.max(listing.offers.price_fen - km * (cost_per_km * 100)))


def bucket_of(minute: int, bucket_min: int) -> int:
    """Hour bucket of a minute, 0 for the one that starts at midnight."""
    return minute % MINUTES_PER_DAY // bucket_min


class MarketMemory:
    """One driver's statistics of cells and hours."""

    def __init__(self, settings: MemorySettings, book: CellBook) -> None:
        """The `book` may be shared: it says where cells are, and learns nothing."""
        self._settings = settings
        self._book = book
        self._buckets = MINUTES_PER_DAY // settings.bucket_min
        self._numbers = np.empty(0, dtype=np.int32)
        """The number in the book of each place."""
        self._place_of = RowIndex()
        """By those numbers."""
        self._learned = BLANK_PLACE[:0]
        self._row_of = RowIndex()
        """By place and hour bucket, see `_rows`."""
        self._stats = BLANK_STATS[:0]
        self._region_of = RowIndex()
        """By the region's cell."""
        self._regions = np.empty(0, dtype=np.int64)
        self._offered = np.zeros((0, self._buckets))
        """Loads seen in each region, by hour bucket."""
        self._region_fact = np.empty(0, dtype=np.int64)

    def __len__(self) -> int:
        """Number of (cell, bucket) pairs known."""
        return len(self._stats)

    def _places(self, numbers: NDArray[np.int32]) -> NDArray[np.int32]:
        """The row of each cell, by its number in the book; made when it is new."""
        places, new = self._place_of.add(numbers)
        if len(new):
            self._numbers = np.concatenate([self._numbers, new.astype(np.int32)])
            self._learned = joined(self._learned, BLANK_PLACE.repeat(len(new)))
        return places

    def _rows(self, places: NDArray[np.int32], bucket: int) -> NDArray[np.int32]:
        """The row of each place in an hour bucket, made when it is new."""
        rows, new = self._row_of.add(places * np.int64(self._buckets) + bucket)
        if len(new):
            stats = BLANK_STATS.repeat(len(new))
            stats["place"], stats["bucket"] = new // self._buckets, bucket
            self._stats = joined(self._stats, stats)
        return rows

    def _at(self, number: int, bucket: int) -> tuple[int, int]:
        """The place of one cell, and its row in an hour bucket."""
        place = self._place_of.row(number)
        row = self._row_of.row(place * self._buckets + bucket) if place >= 0 else -1
        if row < 0:
            places = self._places(np.array([number], dtype=np.int32))
            place, row = places.item(), self._rows(places, bucket).item()
        return place, row

    # folding

    def searched(self, cell: int, minute: int, items: int, best_fen: float, fact: int, *, own: bool = True) -> None:
        """Take in one search: `items` loads returned, the best of them netting `best_fen`.

        The same search told again is one more source, and no search more. Of a search of another driver's its list is
        not in the own memory, so the place does not count as read.
        """
        place, row = self._at(self._book.number(cell), bucket_of(minute, self._settings.bucket_min))
        c, p = self.stats(), Learned.of(self._learned)
        told = minute == p.last_search_min[place] and items == p.last_items[place] and best_fen == p.last_net_fen[place]
        if not (own and told):
            low = items == 0 or best_fen < self._settings.low_yield_fen
            c.best_net_fen[row] = max(c.best_net_fen[row], best_fen) if c.searches[row] else best_fen
            c.searches[row] += 1
            c.items[row] += items
            if minute >= c.last_search_min[row]:
                c.last_search_min[row] = minute
                c.streak[row] = c.streak[row] + 1 if low else 0
            if own and minute >= p.last_search_min[place]:
                p.last_search_min[place], p.last_low[place] = minute, low
                p.last_items[place], p.last_net_fen[place] = items, best_fen
        for columns, at in ((c, row), (p, place)):
            if minute >= columns.fact_min[at]:
                columns.fact[at], columns.fact_min[at] = fact, minute

    def sighted(self, ends: NDArray[np.int32], minute: int, facts: NDArray[np.int64]) -> None:
        """Take in loads seen for the first time, with the facts that tell of them.

        `ends` has the cells of their pickups and drops, numbers of the book, shape (2, n). A load with an end that is
        no place on earth, which tolerant input keeps, teaches nothing.
        """
        somewhere = (ends != NOWHERE).all(axis=0)
        if not somewhere.all():
            ends, facts = ends[:, somewhere], facts[somewhere]
        bucket = bucket_of(minute, self._settings.bucket_min)
        places = self._places(ends.ravel())
        rows = self._rows(places[: len(facts)], bucket)
        c, p = self.stats(), Learned.of(self._learned)
        c.seen[:] += np.bincount(rows, minlength=len(c))
        p.traffic[:] += np.bincount(places, minlength=len(p))
        # A cell may be both, and of the facts of one minute the latest is the one with the greater id.
        for columns, at, told in ((c, rows, facts), (p, places, np.concatenate([facts, facts]))):
            new = columns.fact_min[at] <= minute
            np.maximum.at(columns.fact, at[new], told[new])
            columns.fact_min[at[new]] = minute
        self._offer(self._book.middles.cell[ends[0]], bucket, facts)

    def _offer(self, pickups: NDArray[np.int64], bucket: int, facts: NDArray[np.int64]) -> None:
        """Count loads in the regions where they start."""
        at, new = self._region_of.add(parents(pickups, self._settings.region_resolution))
        if len(new):
            self._regions = np.concatenate([self._regions, new])
            self._offered = np.concatenate([self._offered, np.zeros((len(new), self._buckets))])
            self._region_fact = np.concatenate([self._region_fact, np.zeros(len(new), dtype=np.int64)])
        self._offered[:, bucket] += np.bincount(at, minlength=len(self._regions))
        np.maximum.at(self._region_fact, at, facts)

    # questions

    def stats(self) -> CellStats:
        """Statistics by cell and bucket; arrays that the next observation changes, read them at once."""
        return CellStats.of(self._stats)

    def places(self) -> Places:
        """Statistics by cell; those that were learned are like those of `stats`."""
        return Places(*Learned.of(self._learned).arrays, *self._book.middles.take(self._numbers).arrays)

    def values(self) -> NDArray[np.float64]:
        """Value of each row of `stats`: w_net s(best net) + w_items s(mean items) - w_streak min(streak, cap)/cap.

        s(x) = x / (x + median of x), 0 for x <= 0; medians over the rows that were searched (design section 5).
        """
        s, stats, values = self._settings, self.stats(), np.zeros(len(self))
        searched = stats.searches.nonzero()[0]
        net, items = saturate(stats.best_net_fen[searched]), saturate(stats.mean_items[searched])
        penalty = np.minimum(stats.streak[searched], s.streak_cap) / s.streak_cap
        values[searched] = s.weight_net * net + s.weight_items * items - s.weight_streak * penalty
        return values

    def regions(self) -> Regions:
        """What each region seen usually offers in each hour bucket: s(loads seen there), in [0, 1).

        Regions are cells of `region_resolution`; s is that of `values`, its median over the pairs that offered any.
        """
        share = np.zeros(self._offered.shape)
        offering = self._offered > 0
        share[offering] = saturate(self._offered[offering])
        return Regions(self._region_of, self._regions, share, self._region_fact)

    def rolled_up(self, resolution: int) -> dict[tuple[int, int], tuple[int, int, int]]:
        """(searches, items, seen) by (parent cell, bucket) at a coarser resolution."""
        out: dict[tuple[int, int], tuple[int, int, int]] = {}
        stats, cells = self.stats(), self._book.middles.cell[self._numbers]
        for i, place in enumerate(stats.place.tolist()):
            key = (parent(int(cells[place]), resolution), int(stats.bucket[i]))
            old = out.get(key, (0, 0, 0))
            out[key] = (
                old[0] + int(stats.searches[i]),
                old[1] + int(stats.items[i]),
                old[2] + int(stats.seen[i]),
            )
        return out


def worth_of_searching(
    places: Places, value: NDArray[np.float64], typical_traffic: float, barren: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Worth of searching each place now: its traffic at any hour, saturating, times 0.5 + `value`, what searching there
    was worth at this hour; 0 where it was in vain of late.
    """
    traffic = places.traffic.astype(np.float64)
    worth = traffic / np.maximum(traffic + typical_traffic, 1e-9) * (0.5 + value)
    worth[barren] = 0.0
    return worth


def mean_value(values: NDArray[np.float64]) -> float:
    """The mean, the same whatever their order; 0 of none."""
    return float(np.sort(values).mean()) if len(values) else 0.0


def typical_traffic(places: Places) -> float:
    """Median traffic of the places that have any."""
    busy = places.traffic[places.traffic > 0]
    return median(busy) if len(busy) else 0.0


def saturate(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """x / (x + median of x), in [0, 1); 0 for x <= 0."""
    out = np.zeros(len(x))
    good = x > 0
    if good.any():
        half = max(median(x), 1e-9)
        out[good] = x[good] / (x[good] + half)
    return out


def median(x: NDArray[np.floating] | NDArray[np.integer]) -> float:
    """That of `np.median`, which takes ten times as long to find it for some hundred numbers."""
    half = len(x) // 2
    if len(x) % 2:
        return float(np.partition(x, half)[half])
    parted = np.partition(x, [half - 1, half])
    return float((parted[half - 1] + parted[half]) / 2)
