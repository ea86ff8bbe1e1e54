"""What a run wasted, judged from what each driver had been shown, and independent of any agent's memory.

A dead proposal takes a load that the driver's own earlier observations showed to be gone or out of reach; a
barren search repeats a search in a cell whose last one, a short while ago, was low-yield (design section 5).
"""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.world import World
from memory.observed import Act, Action, Listing, Outcome, Result
from memory.settings import MemorySettings
from memory.stores.market import best_net_fen
from scenarios.cells import CellIndex
from scenarios.geo import haversine_km, pickup_minutes, valid_point
from scenarios.loads import NO_WINDOW


class Meter:
    """Counts of waste for every driver of one world, under one set of thresholds."""

    def __init__(self, world: World, settings: MemorySettings, cells: CellIndex) -> None:
        self._world = world
        self._settings = settings
        self._cells = cells
        self._refused: list[set[int]] = [set() for _ in world.trucks]
        self._last: list[dict[int, tuple[int, bool]]] = [{} for _ in world.trucks]
        """By driver: cell -> (minute of the last search there, whether it was low-yield)."""

    def is_dead(self, driver: int, action: Action) -> bool:
        """Whether taking this load now is hopeless by what the driver could know. False for other acts."""
        load, world = action.load, self._world
        if action.act != Act.TAKE_ORDER or not 0 <= load < len(world.loads):
            return False
        truck, loads = world.trucks[driver], world.loads
        if load in truck.gone or load in self._refused[driver] or world.minute > world.board.last_min[load]:
            return True
        closes = int(loads.window_close_min[load])
        if closes == NO_WINDOW:
            return False
        km = haversine_km(truck.lat, truck.lng, float(loads.start_lat[load]), float(loads.start_lng[load]))
        return world.minute + pickup_minutes(km, world.rules.speed_kmh) > closes

    def searched(self, driver: int, listings: Sequence[Listing]) -> int:
        """Take in a step's lists; gives how many of them were barren repeats."""
        repeats = 0
        last = self._last[driver]
        cost = self._world.trucks[driver].driver.cost_per_km
        for listing in listings:
            if not valid_point(listing.lat, listing.lng):  # anyone may look anywhere (contest rule 18)
                continue
            cell = self._cells.cell_of(listing.lat, listing.lng)
            if cell in last:
                minute, low = last[cell]
                repeats += low and listing.minute - minute < self._settings.barren_min
            best = best_net_fen(listing, cost)
            low = len(listing.offers) == 0 or best < self._settings.low_yield_fen
            last[cell] = (listing.minute, low)
        return repeats

    def acted(self, driver: int, outcome: Outcome) -> None:
        """Take in an outcome: a refused load is known to be gone from now on."""
        if outcome.action.act == Act.TAKE_ORDER and outcome.refused and outcome.result != Result.WINDOW_MISSED:
            self._refused[driver].add(outcome.action.load)
