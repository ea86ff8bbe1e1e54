"""One driver's three stores, and how facts change them: the only place where stores are written.

What observes (`memory.agent`) and what rebuilds (`memory.rebuild`) both come through here, so a store is a function
of its facts. It makes no fact and reads no clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memory.facts import Fact, FactKind
from memory.observed import Offers, Result
from memory.settings import MemorySettings
from memory.stores.cargo import CargoMemory, Status
from memory.stores.driver import DriverMemory
from memory.stores.market import MarketMemory
from memory.wishes.progress import Progress
from scenarios.cells import CellIndex
from scenarios.preferences.standing import Standing


@dataclass(slots=True)
class Stores:
    """What one driver knows of loads, of the market and of itself."""

    cargo: CargoMemory
    market: MarketMemory
    driver: DriverMemory
    heard: set[int] | None = None
    """Loads that the market has counted, where drivers share what they see; None where nobody tells anybody."""

    @classmethod
    def empty(cls, settings: MemorySettings, cells: CellIndex, wishes: tuple[Standing, ...] = ()) -> Stores:
        """Stores of a driver with these wishes that have seen no fact; all drivers' may share the `cells`."""
        driver = DriverMemory(deque(maxlen=settings.recent_actions), wishes=wishes)
        driver.progress = tuple(Progress() for _ in wishes)
        heard: set[int] | None = set() if settings.share == "fleet" else None
        return cls(CargoMemory(), MarketMemory(settings, cells), driver, heard)

    def learn_search(
        self, search: Fact, search_id: int, offers: Offers, gone: Sequence[int], first_seen: int, cost_per_km: float
    ) -> Offers:
        """Take in a SEARCH_DONE fact, the loads it listed, and those it should have listed. Gives the new loads.

        Their CARGO_GONE facts follow the search's; the new loads' CARGO_SEEN facts have the ids from `first_seen` on.
        """
        minute = search.minute
        self.cargo.expire(minute)
        for fact, load in enumerate(gone, start=search_id + 1):
            self.cargo.miss(load, minute, fact)
        new = offers.take(self.cargo.see(offers, minute, first_seen, search_id))
        if search.cell:  # anyone may look anywhere; what is no place on earth is in no cell
            self.market.searched(search.cell, minute, search.count, search.value, search_id)
        self._sighted(new, minute, first_seen, cost_per_km)
        return new

    def hear_search(self, search: Fact, search_id: int, new: Offers, first_seen: int, cost_per_km: float) -> None:
        """Take in what another driver's list showed of the market: its yield, and the loads new to that driver."""
        if search.cell:
            self.market.searched(search.cell, search.minute, search.count, search.value, search_id, own=False)
        self._sighted(new, search.minute, first_seen, cost_per_km)

    def _sighted(self, new: Offers, minute: int, first_seen: int, cost_per_km: float) -> None:
        """Count loads in the market once, whoever saw them first."""
        facts = np.arange(first_seen, first_seen + len(new), dtype=np.int64)
        if self.heard is not None:
            unheard = np.array([load not in self.heard for load in new.load.tolist()], dtype=np.bool_)
            self.heard.update(new.load.tolist())
            new, facts = new.take(unheard), facts[unheard]
        if len(new):
            self.market.sighted(new, minute, cost_per_km, facts)

    def learn_action(self, acted: Sequence[Fact], first_id: int, cost_per_km: float) -> None:
        """Take in the facts of one action, the action's own first; they have the ids from `first_id` on."""
        head = acted[0]
        if head.kind == FactKind.ORDER_TAKEN:
            self.cargo.take(head.load, head.minute, first_id)
            self.cargo.close(head.load, Status.COMPLETED, head.minute, first_id)
        elif head.kind == FactKind.ORDER_REFUSED:
            self.cargo.refuse(head.load, Result(head.count), head.minute, first_id)
        self.driver.learn(acted, first_id, cost_per_km)
