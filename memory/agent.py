"""MemoryAgent: turns what a driver observed into facts, folds them into stores, and makes each agent's view.

`observe` is the only write to memory. Drivers' memories are apart; fact ids are run-wide. It calls no model and
reads no clock: every fact carries the world's minute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from memory.digests.counts import DigestCounts
from memory.digests.digest import MOST_BEST
from memory.digests.writer import BulletWriter
from memory.facts import FactBlock, FactKind, FactWriter
from memory.journal import Journal
from memory.observed import Act, Listing, Observation, Outcome, Result
from memory.offers import Offers
from memory.settings import MemorySettings, StoreName
from memory.stores.books import Books
from memory.stores.market import best_net_fen
from memory.stores.of_driver import Stores
from memory.views.best import best_cells, best_loads
from memory.views.records import Views
from memory.views.show import empty_views, make_views
from memory.views.without import leave_out
from memory.wishes.heed import Done
from memory.wishes.memory import add_wish_facts, course_of
from scenarios.cells import CellIndex
from scenarios.geo import valid_point
from scenarios.preferences.standing import Standing


class MemoryAgent:
    """The memories of all drivers of one run, under one set of settings.

    A `writer` words the digests of a mode that makes them; without one they are the deterministic ones.
    """

    def __init__(
        self,
        settings: MemorySettings,
        drivers: int,
        cells: CellIndex,
        writer: BulletWriter | None = None,
        wishes: Sequence[tuple[Standing, ...]] = (),
    ) -> None:
        """`wishes` are each driver's, in the order of drivers; none at all: nobody wishes anything."""
        self.settings = settings
        self.cells = cells
        self._next_fact = 0
        self.digest_counts = DigestCounts()
        self._wishes = wishes or [()] * drivers
        books = Books.empty(cells)
        self.stores = [Stores.empty(settings, books, own) for own in self._wishes]
        self.journals = [Journal(settings, driver, self.digest_counts, writer) for driver in range(drivers)]

    def views(self, seen: Observation) -> Views:
        """The four agents' views for one driver, of every fact committed before this step."""
        if self.settings.mode == "none":
            return empty_views(seen.minute, self._wishes[seen.driver])
        stores, journal = self.stores[seen.driver], self.journals[seen.driver]
        return leave_out(make_views(self.settings, seen, stores, journal), self.settings.without)

    def observe(
        self, seen: Observation, listings: Sequence[Listing], outcome: Outcome, plan: str, step_start_min: int
    ) -> FactBlock | None:
        """Turn one step into facts and fold them in. Gives the block, or None when this memory keeps nothing."""
        if self.settings.mode == "none":
            return None
        s = self.stores[seen.driver]
        facts = FactWriter(self._next_fact, seen.driver)
        for listing in listings:
            self._listed(s, facts, listing, seen.cost_per_km)
        acted = facts.next_id
        self._acted(facts, outcome, step_start_min, seen.cost_per_km)
        load = offers_of(outcome.action.load, listings, s) if s.driver.wishes else None
        s.learn_action(facts.since(acted), acted, seen.cost_per_km)
        if s.driver.wishes:
            done = Done(step_start_min, outcome, course_of(seen, outcome, load))
            done.course.read_from = step_start_min
            heeded = facts.next_id
            add_wish_facts(facts, s.driver.wishes, s.driver.progress, done, seen)
            for i, fact in enumerate(facts.since(heeded)):
                s.driver.heed(fact, heeded + i)
        if plan != s.driver.plan:
            s.driver.replan(plan, facts.add_plan(outcome.start_min, plan), outcome.start_min)
        block = facts.seal()
        self._next_fact += len(block)
        journal = self.journals[seen.driver]
        journal.take(block)
        if self.settings.makes_digests:
            journal.take_up()
            best: dict[StoreName, Callable[[], list[int]]] = {
                "market": lambda: best_cells(s, MOST_BEST),
                "cargo": lambda: best_loads(s, seen, MOST_BEST),
                "driver": list,
            }
            journal.ask_if_due(outcome.start_min, self._next_fact - 1, best)
        return block

    def finish(self) -> DigestCounts:
        """What the run's digests came to, when it is over; waits for those still being written, which cost as much."""
        for journal in self.journals:
            journal.take_up()
        return self.digest_counts

    def _listed(self, s: Stores, facts: FactWriter, listing: Listing, cost_per_km: float) -> None:
        """One list: a search fact, one for each load that should be there and is not, and one for each new load."""
        offers, minute = listing.offers, listing.minute
        cell = self._cell_of(listing.lat, listing.lng)
        search_id = facts.add_search(minute, cell, offers.load.copy(), best_net_fen(listing, cost_per_km))
        search = facts.since(search_id)[0]
        gone = s.cargo.missing(listing)
        for load in gone:
            facts.add(FactKind.CARGO_GONE, minute, load=load)
        new = s.learn_search(search, search_id, offers, gone, facts.next_id)
        if self.settings.share == "fleet":
            for other in self.stores:
                if other is not s:
                    other.hear_search(search, search_id, new, facts.next_id)
        loads, cells, prices = (s.book.column(name, new) for name in ("load", "pickup_cell", "price_fen"))
        facts.add_many(FactKind.CARGO_SEEN, minute, loads, cells, prices)

    def _acted(self, facts: FactWriter, outcome: Outcome, step_start_min: int, cost_per_km: float) -> None:
        """The facts of one action, the action's own first."""
        action, start, end, result = outcome.action, outcome.start_min, outcome.end_min, outcome.result
        spent = end - start
        if action.act == Act.WAIT:
            facts.add(FactKind.WAITED, start, count=spent, value=float(result) if outcome.refused else 0.0)
            facts.add(FactKind.RESTED, step_start_min, count=end - step_start_min)
        elif outcome.refused:
            load = action.load if action.act == Act.TAKE_ORDER else -1
            facts.add(FactKind.ORDER_REFUSED, start, load=load, count=result, value=float(spent))
            self._visited(facts, outcome)
        elif action.act == Act.REPOSITION:
            cell = self._cell_of(outcome.lat, outcome.lng)
            facts.add(FactKind.REPOSITIONED, start, cell=cell, count=spent, value=outcome.reposition_km)
        else:
            paid = outcome.price_fen if result == Result.DONE else 0
            facts.add(FactKind.ORDER_TAKEN, start, load=action.load, count=result, value=float(paid))
            self._visited(facts, outcome)
            net = paid - (outcome.pickup_km + outcome.haul_km) * cost_per_km * 100
            cell = self._cell_of(outcome.lat, outcome.lng)
            facts.add(FactKind.ORDER_COMPLETED, end, cell=cell, load=action.load, count=spent, value=net)

    def _visited(self, facts: FactWriter, outcome: Outcome) -> None:
        """The drive to the pickup of a load, where there was one."""
        if outcome.drive_min or outcome.pickup_km:
            arrival = outcome.start_min + outcome.drive_min
            load, km = outcome.action.load, outcome.pickup_km
            facts.add(FactKind.VISITED, arrival, load=load, count=outcome.drive_min, value=km)

    def _cell_of(self, lat: float, lng: float) -> int:
        """The cell of a point; 0 for one that is no place on earth."""
        return self.cells.cell_of(lat, lng) if valid_point(lat, lng) else 0


def offers_of(load: int, listings: Sequence[Listing], stores: Stores) -> Offers | None:
    """What was shown of a load, in this step's lists or before; None for one that was never listed."""
    for offers in [*(listing.offers for listing in listings), stores.cargo.active(0).offers]:
        row = np.flatnonzero(offers.load == load)[:1]
        if len(row):
            return offers.take(row)
    return None
