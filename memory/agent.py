"""MemoryAgent: turns what a driver observed into facts, folds them into stores, and makes each agent's view.

`observe` is the only write to memory. Drivers' memories are apart; fact ids are run-wide. It calls no model and
reads no clock: every fact carries the world's minute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from memory.cargo import REFUSAL_STATUS, CargoMemory, Status
from memory.driver import DriverMemory
from memory.facts import FactBlock, FactKind, FactWriter
from memory.market import MarketMemory, best_net_fen, bucket_of
from memory.observed import Act, Listing, Observation, Outcome, Result
from memory.settings import MemorySettings
from memory.views import CargoView, DecisionView, PreferenceView, SearchView, Views
from scenarios.cells import CellIndex
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import arcs_km


@dataclass(slots=True)
class Stores:
    """One driver's three stores."""

    cargo: CargoMemory
    market: MarketMemory
    driver: DriverMemory


def empty_views(minute: int) -> Views:
    """What memory `none` shows: nothing."""
    return Views(SearchView(minute, 0), CargoView(minute), PreferenceView(minute), DecisionView(minute))


class MemoryAgent:
    """The memories of all drivers of one run, under one set of settings."""

    def __init__(self, settings: MemorySettings, drivers: int, cells: CellIndex) -> None:
        self.settings = settings
        self._cells = cells
        self._next_fact = 0
        self.stores = [
            Stores(CargoMemory(), MarketMemory(settings), DriverMemory(deque(maxlen=settings.recent_actions)))
            for _ in range(drivers)
        ]

    def views(self, seen: Observation) -> Views:
        """The four agents' views for one driver, of every fact committed before this step."""
        if self.settings.mode == "none":
            return empty_views(seen.minute)
        s, minute = self.stores[seen.driver], seen.minute
        s.cargo.expire(minute)
        active = s.cargo.active(minute)
        offers, fact_ids, last_seen = active if active else (None, None, None)
        unavailable = frozenset(s.cargo.unavailable_cargo_ids())
        stats, places = s.market.stats(), s.market.places()
        me = s.driver
        recent = tuple(me.recent)
        last_fact = tuple(a.fact for a in recent[-1:])
        barren = places.last_low & (places.last_search_min > minute - self.settings.barren_min)
        return Views(
            SearchView(
                minute,
                bucket_of(minute, self.settings.bucket_min),
                stats,
                places,
                s.market.values(),
                barren,
                me.lost_in_row,
                me.lost / (me.lost + me.orders_done + 1),
                me.plan,
            ),
            CargoView(
                minute,
                offers,
                fact_ids,
                last_seen,
                unavailable,
                s.market.usual_offers(),
                self.settings.region_resolution,
                self.settings.bucket_min,
            ),
            PreferenceView(minute, me.today, me.orders_done, me.days_without_order, me.deadhead_km, last_fact),
            DecisionView(
                minute,
                me.plan,
                (me.plan_fact,) if me.plan else (),
                recent,
                me.waits_in_row,
                me.earned_fen,
                me.busy_min,
                unavailable,
                me.today,
            ),
        )

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
        fact = self._acted(s, facts, outcome)
        s.driver.acted(outcome, step_start_min, seen.cost_per_km, fact)
        if plan and plan != s.driver.plan:
            s.driver.plan_fact = facts.add(FactKind.PLAN, outcome.start_min)
        s.driver.plan = plan
        block = facts.seal()
        self._next_fact += len(block)
        return block

    def _listed(self, s: Stores, facts: FactWriter, listing: Listing, cost_per_km: float) -> None:
        """One list: a search fact, a fact for each new load, and one for each that should be there and is not."""
        offers, minute = listing.offers, listing.minute
        cell = self._cells.cell_of(listing.lat, listing.lng)
        best = best_net_fen(listing, cost_per_km)
        search = facts.add_search(minute, cell, offers.load, best)
        s.cargo.expire(minute)
        columns = s.cargo.columns
        if columns is not None:
            near = arcs_km(columns.pickup_x, columns.pickup_y, columns.pickup_z, listing.lat, listing.lng)
            radius = float(listing.distance_km[-1]) if len(offers) else 0.0
            for load in s.cargo.missing(offers, radius, listing.complete, near):
                facts.add(FactKind.CARGO_GONE, minute, load=load)
                s.cargo.close(load, Status.DISCARDED, minute + MINUTES_PER_DAY)
        first = facts.next_id
        rows = s.cargo.see(offers, minute, first, search)
        s.market.searched(cell, minute, len(offers), best, search)
        if len(rows):
            new = offers.take(rows)
            cells, prices = new.pickup_cell.tolist(), new.price_fen.tolist()
            facts.add_many(FactKind.CARGO_SEEN, minute, new.load.tolist(), cells, prices)
            s.market.sighted(new, minute, cost_per_km, first)

    def _acted(self, s: Stores, facts: FactWriter, outcome: Outcome) -> int:
        """The action's fact; gives its id."""
        action, minute = outcome.action, outcome.start_min
        spent = outcome.end_min - outcome.start_min
        if action.act == Act.WAIT:
            return facts.add(FactKind.WAITED, minute, count=spent)
        if action.act == Act.REPOSITION:
            if outcome.refused:
                return facts.add(FactKind.ORDER_REFUSED, minute, count=outcome.result)
            cell = self._cells.cell_of(outcome.lat, outcome.lng)
            return facts.add(FactKind.REPOSITIONED, minute, cell=cell, count=spent, value=outcome.reposition_km)
        until = minute + MINUTES_PER_DAY
        status = s.cargo.status(action.load)
        if outcome.refused:
            if outcome.result in REFUSAL_STATUS and status in (None, Status.ACTIVE):
                s.cargo.close(action.load, REFUSAL_STATUS[outcome.result], until)
            return facts.add(FactKind.ORDER_REFUSED, minute, load=action.load, count=outcome.result)
        taken = facts.add(FactKind.ORDER_TAKEN, minute, load=action.load, value=float(outcome.price_fen))
        if status in (None, Status.ACTIVE):
            s.cargo.close(action.load, Status.TAKEN, until)
        s.cargo.close(action.load, Status.COMPLETED, until)
        paid = outcome.result == Result.DONE
        facts.add(
            FactKind.ORDER_COMPLETED,
            outcome.end_min,
            load=action.load,
            count=spent,
            value=float(outcome.price_fen) if paid else 0.0,
        )
        return taken
