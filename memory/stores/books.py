"""What is the same for all drivers of a run, written once: where cells are, and what lists showed of loads.

A driver's memory holds numbers of these rows, and what it learned itself. Books know no driver and no minute; what one
driver has not seen it cannot ask for, since it has no number of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.columns import Columns, joined, put
from memory.costs import load_tokens
from memory.offers import OFFER_DTYPE, Offers
from memory.stores.rows import RowIndex
from scenarios.cells import CellIndex


@dataclass(frozen=True, slots=True, eq=False)
class Middles(Columns):
    """Cells and their middles, columns of shape (n,)."""

    cell: NDArray[np.int64]
    lat: NDArray[np.float64]
    lng: NDArray[np.float64]
    """The cell's middle, to two decimals (about a kilometre): as fine as the platform's own places."""
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    z: NDArray[np.float64]
    """The same point on the unit sphere, for `scenarios.geo.arcs_km`."""


NOWHERE = -1
"""The number of no cell."""


class CellBook:
    """All cells that any driver has come across, by number."""

    def __init__(self, cells: CellIndex) -> None:
        self._cells = cells
        self._index = RowIndex()
        self.middles = Middles(np.empty(0, dtype=np.int64), *(np.empty(0) for _ in range(5)))
        """Row i is that of number i."""

    def number(self, cell: int) -> int:
        """The number of one cell."""
        number = self._index.row(cell)
        return number if number >= 0 else self.numbers(np.array([cell])).item()

    def numbers(self, cells: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of each cell, given to it when it is new."""
        numbers, new = self._index.add(cells)
        if len(new):
            middles = np.array([self._cells.middle(cell) for cell in new.tolist()]).T
            self.middles = Middles(*map(np.concatenate, zip(self.middles.arrays, (new, *middles), strict=True)))
        return numbers


class OfferBook:
    """All loads as lists showed them, each for as long as any memory holds its row; other terms make another row.

    A load's ends, goods and names never change, and are taken from the list that showed it first.
    """

    def __init__(self, cells: CellBook) -> None:
        self._cells = cells
        self._packed = np.empty(0, dtype=OFFER_DTYPE)
        """Row i is what was shown; only rows that somebody holds mean anything."""
        self._terms = np.empty((0, len(TERMS)), dtype=np.int64)
        self.tokens = np.empty(0, dtype=np.int16)
        """What a row's line costs, but for the minute in which it was seen last."""
        self.ends = np.empty((2, 0), dtype=np.int32)
        """Numbers of the cells of a row's pickup and drop; NOWHERE where an end is no place on earth."""
        self._holders = np.empty(0, dtype=np.int32)
        self._latest = np.empty(0, dtype=np.int32)
        """By load: the row of the latest terms, -1 for none."""
        self._free = np.empty(0, dtype=np.int32)
        """Rows that nobody holds: the first `_free_count` of these."""
        self._free_count = 0

    def column(self, name: str, rows: NDArray[np.integer]) -> NDArray[Any]:
        """One column of what these rows show."""
        values: NDArray[Any] = self._packed[name][rows]
        return values

    def take(self, rows: NDArray[np.integer]) -> Offers:
        """What these rows show, as arrays of their own."""
        return Offers(self._packed.take(rows))

    def rows(self, offers: Offers) -> NDArray[np.int32]:
        """The row of each load as it is shown now, different loads given. What the caller does not hold, it clears."""
        most = int(offers.load.max(initial=-1)) + 1
        if most > len(self._latest):
            room = np.full(max(most, 2 * len(self._latest)) - len(self._latest), -1, dtype=np.int32)
            self._latest = np.concatenate([self._latest, room])
        terms = np.stack([getattr(offers, name) for name in TERMS], axis=1)
        rows = self._latest[offers.load]
        known = rows >= 0
        if known.any():
            known &= (self._terms[rows] == terms).all(axis=1)
        new = (~known).nonzero()[0]
        if len(new):
            rows[new] = self._write(offers.take(new), terms[new])
        return rows

    def _write(self, offers: Offers, terms: NDArray[np.int64]) -> NDArray[np.int32]:
        if self._free_count < len(offers):
            self._grow(max(len(offers), len(self._holders), 64))
        left = self._free_count - len(offers)
        rows, self._free_count = self._free[left : self._free_count].copy(), left
        put(self._packed, rows, offers.rows)
        self._terms[rows] = terms
        self.tokens[rows] = load_tokens(offers)
        cells = np.concatenate([offers.pickup_cell, offers.drop_cell])
        numbers = np.full(len(cells), NOWHERE, dtype=np.int32)
        numbers[cells != 0] = self._cells.numbers(cells[cells != 0])
        self.ends[:, rows] = numbers.reshape(2, -1)
        self._latest[offers.load] = rows
        return rows

    def _grow(self, more: int) -> None:
        size = len(self._holders)
        self._packed = joined(self._packed, np.zeros(more, dtype=OFFER_DTYPE))
        self._terms = np.concatenate([self._terms, np.zeros((more, len(TERMS)), dtype=np.int64)])
        self.ends = np.concatenate([self.ends, np.zeros((2, more), dtype=np.int32)], axis=1)
        self.tokens = np.concatenate([self.tokens, np.zeros(more, dtype=np.int16)])
        self._holders = np.concatenate([self._holders, np.zeros(more, dtype=np.int32)])
        free = np.empty(size + more, dtype=np.int32)
        free[: self._free_count] = self._free[: self._free_count]
        free[self._free_count : self._free_count + more] = np.arange(size, size + more)
        self._free, self._free_count = free, self._free_count + more

    def differ(self, rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether two rows, pair by pair, show a load on other terms."""
        different: NDArray[np.bool_] = (self._terms[rows] != self._terms[others]).any(axis=1)
        return different

    def hold(self, rows: NDArray[np.int32]) -> None:
        """Keep different rows as they are until they are released."""
        self._holders[rows] += 1

    def release(self, rows: NDArray[np.int32]) -> None:
        """Let go of different rows that were held; what nobody holds is written over."""
        self._holders[rows] -= 1
        self.clear(rows)

    def clear(self, rows: NDArray[np.int32]) -> None:
        """Free those of different rows in use that nobody holds."""
        free = rows[self._holders[rows] == 0]
        if len(free):
            loads = self._packed["load"][free]
            self._latest[loads[self._latest[loads] == free]] = -1
            self._free[self._free_count : self._free_count + len(free)] = free
            self._free_count += len(free)


TERMS = ("price_fen", "service_min", "window_open_min", "window_close_min", "remove_min")
"""Columns of a load that a later list may show otherwise."""


@dataclass(frozen=True, slots=True)
class Books:
    """The books of one run."""

    cells: CellBook
    offers: OfferBook

    @classmethod
    def empty(cls, cells: CellIndex) -> Books:
        """Books in which nothing is written; `cells` says where a cell is."""
        book = CellBook(cells)
        return cls(book, OfferBook(book))
