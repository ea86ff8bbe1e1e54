"""The loads that one driver believes to be on offer: when it saw each of them last, and on what terms.

Terms are in the book that all drivers share. What a load's absence means is in `memory.stores.cargo`, how loads end in
`memory.stores.ends`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.columns import Columns, dtype_of, joined
from memory.stores.books import OfferBook
from memory.stores.rows import RowIndex


@dataclass(frozen=True, slots=True, eq=False)
class Sightings(Columns):
    """Loads and the facts behind each, columns of shape (n,), in the order in which they became known."""

    row: NDArray[np.int32]
    """In the book."""
    first_fact: NDArray[np.int64]
    """The sighting that made it known."""
    fact: NDArray[np.int64]
    """Its latest sighting, the list's fact; `first_fact` until it was seen again."""
    last_seen_min: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.row)


SIGHTING_DTYPE = dtype_of(
    Sightings, {"row": np.int32, "last_seen_min": np.int32, "first_fact": np.int64, "fact": np.int64}
)


class KnownLoads:
    """One driver's sightings, one a load."""

    __slots__ = ("_book", "_place_of", "_rows")

    def __init__(self, book: OfferBook) -> None:
        self._book = book
        self._place_of = RowIndex()
        """By load."""
        self._rows = np.empty(0, dtype=SIGHTING_DTYPE)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def sightings(self) -> Sightings:
        """All of them, for reading, until one is added or dropped."""
        return Sightings.of(self._rows)

    def places(self, loads: NDArray[np.int32]) -> NDArray[np.int32]:
        """The place of each load among the sightings, -1 for one that is not known."""
        return self._place_of.find(loads)

    def place(self, load: int) -> int:
        """The same of one load."""
        return self._place_of.row(load)

    @property
    def loads(self) -> NDArray[np.int32]:
        """The loads, in order."""
        return self._book.column("load", self._rows["row"])

    @property
    def remove_min(self) -> NDArray[np.int32]:
        """The minute until which each is on offer."""
        return self._book.column("remove_min", self._rows["row"])

    def add(self, loads: NDArray[np.int32], rows: NDArray[np.int32], minute: int, first_fact: int) -> None:
        """Take in different loads that were not known, at rows of the book, with a fact each from `first_fact` on."""
        self._book.hold(rows)
        self._place_of.append(loads)
        new = np.empty(len(rows), dtype=SIGHTING_DTYPE)
        new["row"], new["last_seen_min"] = rows, minute
        new["first_fact"] = new["fact"] = np.arange(first_fact, first_fact + len(rows))
        self._rows = joined(self._rows, new)

    def confirm(self, places: NDArray[np.int32], rows: NDArray[np.int32], minute: int, fact: int) -> NDArray[np.int32]:
        """Take in that known loads were seen again, at rows of the book.

        Gives the last minute, up to now, of each of those whose terms are others now.
        """
        seen = self.sightings
        moved = (seen.row[places] != rows).nonzero()[0]
        changed = np.empty(0, dtype=np.int32)
        if len(moved):
            at, now = places[moved], rows[moved]
            changed = seen.last_seen_min[at][self._book.differ(seen.row[at], now)]
            self._book.hold(now)
            self._book.release(seen.row[at])
            seen.row[at] = now
        seen.last_seen_min[places] = minute
        seen.fact[places] = fact
        return changed

    def forget(self, load: int) -> None:
        """Forget the sighting of a load, if there is one."""
        place = self.place(load)
        if place >= 0:
            self.drop(np.arange(len(self)) == place)

    def drop(self, gone: NDArray[np.bool_]) -> None:
        """Forget the sightings that a mask marks."""
        if gone.any():
            self._book.release(self._rows["row"][gone])
            kept = ~gone
            self._rows = self._rows.take(kept.nonzero()[0])
            self._place_of.keep(kept)
