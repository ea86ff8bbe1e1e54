"""Views: what each agent is shown of memory, as typed records with the fact ids behind every line.

A view is arrays and ids inside; text is made only when somebody reads `lines()`. The same record is what a rule
agent reads and what is rendered for a prompt, so what memory hides changes decisions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memory.driver import DayCounts, RecentAction
from memory.market import CellStats, Places, bucket_of
from memory.observed import Offers
from scenarios.cells import cell_text, parents

PLACES_SHOWN = 3
"""Lines of a decision's view on places to go."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a view, and the facts it says."""

    text: str
    fact_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SearchView:
    """Where searching paid. All None when memory holds nothing of the market."""

    minute: int
    bucket: int
    """Hour bucket of the minute."""
    stats: CellStats | None = None
    places: Places | None = None
    values: NDArray[np.float64] | None = None
    """Value of each row of `stats`."""
    barren: NDArray[np.bool_] | None = None
    """For each row of `places`: its last search was low-yield, and is under `barren_min` old."""
    lost_in_row: int = 0
    """Refused takes since the last order."""
    lost_share: float = 0.0
    """Share of all takes that were refused; one accepted take is assumed before the first."""
    plan: str = ""

    def lines(self, most: int = 8) -> list[Line]:
        """The most valuable cells of this hour bucket first, then the barren ones."""
        stats, places = self.stats, self.places
        if stats is None or places is None or self.values is None or self.barren is None:
            return []
        tried = np.flatnonzero((stats.bucket == self.bucket) & (stats.searches > 0))
        best = tried[np.argsort(-self.values[tried], kind="stable")][:most].tolist()
        out = [
            Line(
                f"cell {cell_text(int(places.cell[stats.place[i]]))}: value {self.values[i]:.2f}, "
                f"{stats.searches[i]} searches, {stats.mean_items[i]:.0f} loads a list, "
                f"best net {stats.best_net_fen[i] / 100:.0f} yuan",
                (int(stats.fact[i]),),
            )
            for i in best
        ]
        return out + [
            Line(f"cell {cell_text(int(places.cell[i]))}: searched in vain a short while ago", (int(places.fact[i]),))
            for i in np.flatnonzero(self.barren).tolist()
        ]


@dataclass(frozen=True, slots=True, eq=False)
class CargoView:
    """Loads remembered from earlier lists, loads known to be gone, and what places usually offer."""

    minute: int
    offers: Offers | None = None
    fact_ids: NDArray[np.int64] | None = None
    last_seen_min: NDArray[np.int32] | None = None
    unavailable: frozenset[int] = frozenset()
    usual: dict[int, NDArray[np.float64]] | None = None
    """By region, how much it usually offers in each hour bucket, in [0, 1); see `MarketMemory.usual_offers`."""
    region_resolution: int = 4
    bucket_min: int = 180

    def lines(self, most: int = 8) -> list[Line]:
        """Remembered loads, the dearest first."""
        if self.offers is None or self.fact_ids is None or self.last_seen_min is None:
            return []
        order = np.argsort(-self.offers.price_fen, kind="stable")[:most]
        return [
            Line(
                f"load #{self.offers.load[i]}: {self.offers.price_fen[i] / 100:.2f} yuan, "
                f"{self.offers.haul_km[i]:.0f} km, {self.offers.service_min[i]} min, "
                f"seen at minute {self.last_seen_min[i]}, listed until {self.offers.remove_min[i]}",
                (int(self.fact_ids[i]),),
            )
            for i in order.tolist()
        ]


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceView:
    """Progress from which preferences are judged."""

    minute: int
    today: DayCounts | None = None
    orders_done: int = 0
    days_without_order: int = 0
    deadhead_km: float = 0.0
    fact_ids: tuple[int, ...] = ()

    def lines(self, most: int = 8) -> list[Line]:
        """One line of today's figures."""
        if self.today is None or most < 1:
            return []
        text = (
            f"today: {self.today.takes} orders, longest rest {self.today.longest_rest_min} min, "
            f"deadhead {self.today.deadhead_km:.0f} km; so far {self.days_without_order} days off"
        )
        return [Line(text, self.fact_ids)]


@dataclass(frozen=True, slots=True, eq=False)
class DecisionView:
    """The driver's own record: plan, recent actions, income so far, loads not to be proposed again, places to go."""

    minute: int
    plan: str = ""
    plan_facts: tuple[int, ...] = ()
    recent: tuple[RecentAction, ...] = ()
    waits_in_row: int = 0
    earned_fen: float = 0.0
    elapsed_min: int = 0
    unavailable: frozenset[int] = frozenset()
    today: DayCounts = field(default_factory=DayCounts)
    places: Places | None = None
    """Places known, to which the truck could move."""
    usual: dict[int, NDArray[np.float64]] | None = None
    """As in `CargoView`: by region, how much it usually offers in each hour bucket."""
    region_resolution: int = 4
    bucket_min: int = 180

    def lines(self, most: int = 8) -> list[Line]:
        """Plan and income first, then the newest actions, then the places where loads usually are at this hour."""
        out: list[Line] = []
        if self.plan:
            out.append(Line(f"plan: {self.plan}", self.plan_facts))
        if self.elapsed_min:
            ids = tuple(a.fact for a in self.recent[-1:])
            out.append(Line(f"earned {self.earned_fen / 100:.0f} yuan net in {self.elapsed_min} min", ids))
        for a in list(reversed(self.recent))[:most]:
            load = f" load #{a.load}" if a.load >= 0 else ""
            text = f"minute {a.minute}: {a.act.name.lower()}{load}, {a.result.name.lower()}, {a.minutes} min"
            out.append(Line(text, (a.fact,)))
        return out + self._places_to_go()

    def _places_to_go(self) -> list[Line]:
        """The regions that usually offer most at this hour, each by its busiest place."""
        places, usual = self.places, self.usual
        if places is None or not usual or not len(places):
            return []
        bucket = bucket_of(self.minute, self.bucket_min)
        regions = parents(places.cell, self.region_resolution).tolist()
        offered = np.array([float(usual[region][bucket]) if region in usual else 0.0 for region in regions])
        busiest: dict[int, int] = {}
        for i in np.lexsort((-places.traffic, -offered)).tolist():
            if offered[i] > 0.0 and len(busiest) < PLACES_SHOWN:
                busiest.setdefault(regions[i], i)
        return [
            Line(
                f"around {places.lat[i]:.2f}, {places.lng[i]:.2f}: usual offer {offered[i]:.2f} (of 1) at this hour",
                (int(places.fact[i]),),
            )
            for i in busiest.values()
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """The four views of one step."""

    search: SearchView
    cargo: CargoView
    preference: PreferenceView
    decision: DecisionView
