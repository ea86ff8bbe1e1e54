"""One driver's three stores, and how facts change them: the only place where stores are written.

What observes (`memory.agent`) and what rebuilds (`memory.rebuild`) both come through here, so a store is a function
of its facts. It makes no fact and reads no clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.facts import Fact, FactKind
from memory.observed import Result
from memory.offers import Offers
from memory.settings import MemorySettings
from memory.stores.books import Books, OfferBook
from memory.stores.cargo import CargoMemory
from memory.stores.driver import DriverMemory
from memory.stores.ends import Status
from memory.stores.market import MarketMemory
from memory.wishes.progress import Progress
from scenarios.preferences.standing import Standing


@dataclass(slots=True)
class Stores:
    """What one driver knows of loads, of the market and of itself."""

    cargo: CargoMemory
    market: MarketMemory
    driver: DriverMemory
    book: OfferBook
    heard: set[int] | None = None
    """Loads that the market has counted, where drivers share what they see; None where nobody tells anybody."""

    @classmethod
    def empty(cls, settings: MemorySettings, books: Books, wishes: tuple[Standing, ...] = ()) -> Stores:
        """Stores of a driver with these wishes that have seen no fact; all drivers' may share the `books`."""
        driver = DriverMemory(deque(maxlen=settings.recent_actions), wishes=wishes)
        driver.progress = tuple(Progress() for _ in wishes)
        heard: set[int] | None = set() if settings.share == "fleet" else None
        return cls(CargoMemory(books.offers), MarketMemory(settings, books.cells), driver, books.offers, heard)

    def learn_search(
        self, search: Fact, search_id: int, offers: Offers, gone: Sequence[int], first_seen: int
    ) -> NDArray[np.int32]:
        """Take in a SEARCH_DONE fact, the loads it listed, and those it should have listed.

        Gives the rows in the book of the new loads. The CARGO_GONE facts follow the search's; the new loads' CARGO_SEEN
        facts have the ids from `first_seen` on.
        """
        minute = search.minute
        self.cargo.expire(minute)
        for fact, load in enumerate(gone, start=search_id + 1):
            self.cargo.miss(load, minute, fact)
        new = self.cargo.see(offers, minute, first_seen, search_id)
        self.hear_search(search, search_id, new, first_seen, own=True)
        return new

    def hear_search(
        self, search: Fact, search_id: int, new: NDArray[np.int32], first_seen: int, *, own: bool = False
    ) -> None:
        """Take in what a list showed of the market, by default another driver's: its yield, and the loads new to that
        driver, by their rows in the book.
        """
        facts = np.arange(first_seen, first_seen + len(new), dtype=np.int64)
        if self.heard is not None:  # a load counts once, whoever saw it first
            loads = self.book.column("load", new).tolist()
            unheard = np.array([load not in self.heard for load in loads], dtype=np.bool_)
            self.heard.update(loads)
            new, facts = new[unheard], facts[unheard]
        if search.cell:  # anyone may look anywhere; what is no place on earth is in no cell
            self.market.searched(search.cell, search.minute, search.count, search.value, search_id, own=own)
        if len(new):
            self.market.sighted(self.book.ends[:, new], search.minute, facts)

    def learn_action(self, acted: Sequence[Fact], first_id: int, cost_per_km: float) -> None:
        """Take in the facts of one action, the action's own first; they have the ids from `first_id` on."""
        head = acted[0]
        if head.kind == FactKind.ORDER_TAKEN:
            self.cargo.take(head.load, head.minute, first_id)
            self.cargo.close(head.load, Status.COMPLETED, head.minute, first_id)
        elif head.kind == FactKind.ORDER_REFUSED:
            self.cargo.refuse(head.load, Result(head.count), head.minute, first_id)
        self.driver.learn(acted, first_id, cost_per_km)
