"""MarketMemory: what one driver has learned of places and hours, per (H3 cell, hour bucket).

A fold over searches and sightings, kept as columns. Cells roll up to parents, and children's counts add up to the
parent's. Where a search that was made earlier is told late, counts take it in, and what the last search said stands
(`memory.stores.revise`). Nothing here decides: `values` ranks cells by the design's formula, and that is all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory.observed import Listing, Offers
from memory.settings import MemorySettings
from memory.stores.market_columns import NEVER, CellStats, Places, empty, first, grown
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


class MarketMemory:
    """One driver's statistics of cells and hours."""

    def __init__(self, settings: MemorySettings, cells: CellIndex) -> None:
        """`cells` may be shared: it says where cells are, and learns nothing."""
        self._settings = settings
        self._cells = cells
        self._row: dict[tuple[int, int], int] = {}
        self._place_of: dict[int, int] = {}
        self._stats = empty(CellStats, _GROW)
        self._places = empty(Places, _GROW)
        self._usual: tuple[dict[int, NDArray[np.float64]], dict[int, int]] | None = None

    def __len__(self) -> int:
        """Number of (cell, bucket) pairs known."""
        return len(self._row)

    def _at(self, cell: int, bucket: int) -> int:
        """Row of a cell and bucket, made when it is new."""
        row = self._row.get((cell, bucket))
        if row is None:
            row = self._row[(cell, bucket)] = len(self._row)
            if row == len(self._stats):
                self._stats = grown(self._stats)
            self._stats.place[row] = self._place(cell)
            self._stats.bucket[row] = bucket
            self._stats.last_search_min[row] = self._stats.fact_min[row] = NEVER
        return row

    def _place(self, cell: int) -> int:
        """Row of a cell, made when it is new."""
        row = self._place_of.get(cell)
        if row is None:
            row = self._place_of[cell] = len(self._place_of)
            if row == len(self._places):
                self._places = grown(self._places)
            p = self._places
            p.cell[row] = cell
            p.last_search_min[row] = p.fact_min[row] = NEVER
            p.lat[row], p.lng[row], p.x[row], p.y[row], p.z[row] = self._cells.middle(cell)
        return row

    # folding

    def searched(self, cell: int, minute: int, items: int, best_fen: float, fact: int, *, own: bool = True) -> None:
        """Take in one search: `items` loads returned, the best of them netting `best_fen`.

        The same search told again is one more source, and no search more. Of a search of another driver's its list is
        not in the own memory, so the place does not count as read.
        """
        row = self._at(cell, bucket_of(minute, self._settings.bucket_min))
        place = self._place_of[cell]
        c, p = self._stats, self._places
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
        # A cell may be both, and of the facts of one minute the latest is the one with the greater id.
        for columns, at in ((c, rows), (p, ends), (p, starts)):
            new = columns.fact_min[at] <= minute
            np.maximum.at(columns.fact, at[new], facts[new])
            columns.fact_min[at[new]] = minute
        np.maximum.at(c.seen_fact, rows, facts)

    # questions

    def stats(self) -> CellStats:
        """Statistics by cell and bucket; arrays are views that the next observation changes, read them at once."""
        return first(self._stats, len(self._row))

    def places(self) -> Places:
        """Statistics by cell; views like those of `stats`."""
        return first(self._places, len(self._place_of))

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
        return self._by_region()[0]

    def usual_facts(self) -> dict[int, int]:
        """For each of those regions, the fact of the load last seen there."""
        return self._by_region()[1]

    def _by_region(self) -> tuple[dict[int, NDArray[np.float64]], dict[int, int]]:
        if self._usual is None:
            stats, cells = self.stats(), self.places().cell
            seen = stats.seen > 0
            regions = parents(cells[stats.place[seen]], self._settings.region_resolution)
            names, where = np.unique(regions, return_inverse=True)
            buckets = MINUTES_PER_DAY // self._settings.bucket_min
            counts = np.zeros((len(names), buckets))
            np.add.at(counts, (where, stats.bucket[seen]), stats.seen[seen])
            share = saturate(counts.ravel(), counts.ravel() > 0).reshape(counts.shape)
            facts = np.zeros(len(names), dtype=np.int64)
            np.maximum.at(facts, where, stats.seen_fact[seen])
            by_name = names.tolist()
            self._usual = (
                dict(zip(by_name, share, strict=True)),
                dict(zip(by_name, facts.tolist(), strict=True)),
            )
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


def saturate(x: NDArray[np.float64], counted: NDArray[np.bool_]) -> NDArray[np.float64]:
    """x / (x + median of x), in [0, 1); rows that do not count, and x <= 0, give 0."""
    out = np.zeros(len(x))
    good = counted & (x > 0)
    if good.any():
        half = max(median(x[counted]), 1e-9)
        out[good] = x[good] / (x[good] + half)
    return out


def median(x: NDArray[np.float64] | NDArray[np.int64]) -> float:
    """That of `np.median`, which takes ten times as long to find it for some hundred numbers."""
    half = len(x) // 2
    if len(x) % 2:
        return float(np.partition(x, half)[half])
    parted = np.partition(x, [half - 1, half])
    return float((parted[half - 1] + parted[half]) / 2)
