"""The world: where drivers are, which loads they may see and take, and what every action does.

Time is handed in and never goes back. All that differs between rule profiles is read from `WorldRules`.
Nothing here knows an agent, a memory or a record.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isinf

import numpy as np
from numpy.typing import NDArray

from dispatch.board import Board
from memory.observed import Act, Action, Listing, Observation, Outcome, Result
from memory.offers import OFFER_DTYPE, Offers
from scenarios.cells import CellIndex
from scenarios.clock import LONGEST_MIN
from scenarios.geo import (
    arcs_between_km,
    drive_minutes,
    haversine_km,
    pickup_minutes,
    unit_vectors,
    valid_point,
)
from scenarios.loads import NO_WINDOW
from scenarios.records import Driver, Scenario

_ROOM = 1024


@dataclass(slots=True)
class Truck:
    """A driver's state in the world."""

    driver: Driver
    lat: float
    lng: float
    orders_done: int = 0
    gone: dict[int, Result] = field(default_factory=dict)
    """Loads this driver took or lost, with the answer to a further attempt."""
    hidden: set[int] = field(default_factory=set)
    """Private pools: those of `gone` that may still be live, and are not listed to this driver again."""


class World:
    """One market and its trucks. Drivers are indexed in the order of their ids, whatever the file's order."""

    def __init__(self, scenario: Scenario, cells: CellIndex | None = None) -> None:
        """`cells` None: nobody asks in which cells loads lie, and those columns of `Offers` hold 0."""
        self.rules = scenario.rules
        self.loads = scenario.loads
        self.horizon_min = scenario.horizon_min
        self.minute = 0
        self._board = Board(self.loads)
        self.trucks = [Truck(d, d.lat, d.lng) for d in sorted(scenario.drivers, key=lambda d: d.driver_id)]
        self._owner: dict[int, int] = {}
        self._cells = cells
        self._shown = Offers(np.empty(_ROOM, dtype=OFFER_DTYPE))
        """What the platform shows of loads, in the order in which they were listed first, since most never are."""
        self._shown_count = 0
        self._place_of = np.full(len(self.loads), -1, dtype=np.int32)
        """By load: its place among those, -1 before it is listed."""
        self._shared = self.rules.pool == "shared"
        self._last_mins: NDArray[np.int32] | None = None
        """Last minutes of all loads, ascending; made when first asked for."""

    def advance(self, minute: int) -> None:
        """Move to a minute: loads expire, loads appear. Raises ValueError when asked to go back."""
        if minute < self.minute:
            raise ValueError(f"the world is at minute {self.minute} and cannot go back to {minute}")
        self.minute = minute

    @property
    def board(self) -> Board:
        """The board as of now. It is brought up to the minute when somebody looks, since most events need no list."""
        self._board.advance(self.minute)
        return self._board

    def loads_left(self, driver: int) -> int:
        """Loads that are live or still to come, as this driver's pool counts them (contest rule 9)."""
        return self.board.pending + self.board.live - len(self._hidden(driver))

    def _hidden(self, driver: int) -> set[int]:
        """Live loads that this driver's own pool lacks; those that expired are forgotten here."""
        hidden = self.trucks[driver].hidden
        if hidden:
            board = self.board
            hidden.difference_update([row for row in hidden if not board.is_live(row)])
        return hidden

    def surely_has_loads(self, driver: int, minute: int) -> bool:
        """True when some load is live or still to come for this driver at a later minute, whatever others do."""
        if self._shared:
            return False
        if self._last_mins is None:
            self._last_mins = np.sort(self._board.last_min)
        later = len(self._last_mins) - int(self._last_mins.searchsorted(np.int32(minute)))
        return later > len(self.trucks[driver].gone)

    def observe(self, driver: int, minute: int, step: int = 0) -> Observation:
        """What the driver knows of itself at this minute or, if it does nothing until then, at a later one."""
        truck, rules = self.trucks[driver], self.rules
        return Observation(
            minute=minute,
            driver=driver,
            driver_id=truck.driver.driver_id,
            lat=truck.lat,
            lng=truck.lng,
            cost_per_km=truck.driver.cost_per_km,
            speed_kmh=rules.speed_kmh,
            horizon_min=self.horizon_min,
            orders_done=truck.orders_done,
            items_per_scan_minute=rules.items_per_scan_minute,
            query_k=rules.query_k_default,
            preferences=tuple(
                p.text
                for p in truck.driver.preferences
                if p.start_min is None or p.end_min is None or p.start_min <= minute <= p.end_min
            ),
            step=step,
        )

    def query(self, driver: int, lat: float, lng: float, k: int | None = None) -> Listing:
        """The nearest pickups around a point as of now; reading them takes until `read_min` (rules 18-21)."""
        rules = self.rules
        if k is None or rules.query_k_fixed:
            k = rules.query_k_default
        k = max(1, min(k, rules.query_k_max))
        rows, distances = self.board.nearest(lat, lng, k, self._hidden(driver))
        return Listing(
            minute=self.minute,
            read_min=self.minute + -(-len(rows) // rules.items_per_scan_minute),
            lat=lat,
            lng=lng,
            k=k,
            offers=self._offers(rows),
            distance_km=np.array(distances),
        )

    def _offers(self, rows: NDArray[np.intp]) -> Offers:
        new = rows[self._place_of[rows] < 0]
        if len(new):
            self._list_first(new)
        return self._shown.take(self._place_of[rows])

    def _list_first(self, rows: NDArray[np.intp]) -> None:
        """Write out what the platform shows of loads that are listed for the first time."""
        first, end = self._shown_count, self._shown_count + len(rows)
        if end > len(self._shown):
            self._shown = Offers.concat([self._shown, Offers(np.empty(end, dtype=OFFER_DTYPE))])
        self._place_of[rows] = np.arange(first, end)
        self._shown_count = end
        loads, new = self.loads, self._shown.rows[first:end]
        new["load"] = rows
        new["pickup_lat"], new["pickup_lng"] = loads.start_lat[rows], loads.start_lng[rows]
        new["drop_lat"], new["drop_lng"] = loads.end_lat[rows], loads.end_lng[rows]
        new["price_fen"] = loads.shown_price_fen[rows]
        new["service_min"], new["remove_min"] = loads.service_min[rows], loads.remove_min[rows]
        new["window_open_min"], new["window_close_min"] = loads.window_open_min[rows], loads.window_close_min[rows]
        new["category"] = loads.category[rows]
        new["pickup_place"], new["drop_place"] = loads.start_place[rows], loads.end_place[rows]
        pickups, drops = self._board.units(rows), unit_vectors(loads.end_lat[rows], loads.end_lng[rows])
        new["pickup_x"], new["pickup_y"], new["pickup_z"] = pickups
        new["drop_x"], new["drop_y"], new["drop_z"] = drops
        new["haul_km"] = arcs_between_km(pickups, drops)
        new["pickup_cell"] = new["drop_cell"] = 0
        if self._cells is not None:
            new["pickup_cell"] = self._cells.cells_of(loads.start_lat[rows], loads.start_lng[rows])
            new["drop_cell"] = self._cells.cells_of(loads.end_lat[rows], loads.end_lng[rows])

    def apply(self, driver: int, action: Action) -> Outcome:
        """Do one action from now on and move the truck; a refusal is an outcome too. Never raises."""
        if action.act == Act.WAIT:
            return self._wait(driver, action)
        if action.act == Act.REPOSITION:
            return self._reposition(driver, action)
        return self._take(driver, action)

    def _wait(self, driver: int, action: Action) -> Outcome:
        if not self.rules.min_wait_min <= action.minutes <= LONGEST_MIN:
            return self._refuse(driver, action, Result.BAD_TARGET)
        truck = self.trucks[driver]
        return Outcome(action, Result.DONE, self.minute, self.minute + action.minutes, truck.lat, truck.lng)

    def _reposition(self, driver: int, action: Action) -> Outcome:
        nowhere = isinf(action.lat) or isinf(action.lng)  # no distance to it; the contest's simulator fails (rule 28)
        if nowhere or not (self.rules.any_coordinate or valid_point(action.lat, action.lng)):
            return self._refuse(driver, action, Result.BAD_TARGET)
        truck = self.trucks[driver]
        km = haversine_km(truck.lat, truck.lng, action.lat, action.lng)
        minutes = drive_minutes(km, self.rules.speed_kmh)
        truck.lat, truck.lng = action.lat, action.lng
        return Outcome(
            action,
            Result.DONE,
            self.minute,
            self.minute + minutes,
            truck.lat,
            truck.lng,
            reposition_km=km,
            drive_min=minutes,
        )

    def _refuse(self, driver: int, action: Action, reason: Result) -> Outcome:
        truck = self.trucks[driver]
        return Outcome(action, reason, self.minute, self.minute + self.rules.refusal_min, truck.lat, truck.lng)

    def _why_not(self, driver: int, row: int) -> Result | None:
        """The first reason why a driver cannot have a load now, or None."""
        if row < 0:
            return Result.UNKNOWN_LOAD
        gone = self.trucks[driver].gone.get(row)
        if gone is not None:
            return gone
        if self._shared and row in self._owner:
            return Result.CLAIMED_BY_OTHER
        if self.minute < self.loads.create_min[row]:
            return Result.NOT_YET_LISTED
        if self.minute > self._board.last_min[row]:
            return Result.EXPIRED
        return None

    def _take(self, driver: int, action: Action) -> Outcome:
        """Contest rules 30-36: the load leaves the pool for good, whether or not the truck then comes in time."""
        if not -1 <= action.load < len(self.loads):
            action = replace(action, load=-1, load_id=action.load_id or f"row {action.load}")
        row, truck, loads = action.load, self.trucks[driver], self.loads
        reason = self._why_not(driver, row)
        if reason is not None:
            return self._refuse(driver, action, reason)
        truck.gone[row] = Result.ALREADY_TAKEN
        if self._shared:
            self._owner[row] = driver
            self.board.remove(row)
        else:
            truck.hidden.add(row)
        if row in loads.unusable:
            return self._refuse(driver, action, Result.UNUSABLE_LOAD)
        return self._drive(driver, action)

    def _drive(self, driver: int, action: Action) -> Outcome:
        """Go to the pickup, wait for the window and deliver; a window that is over when the truck comes is missed."""
        row, truck, loads = action.load, self.trucks[driver], self.loads
        start_lat, start_lng = float(loads.start_lat[row]), float(loads.start_lng[row])
        pickup_km = haversine_km(truck.lat, truck.lng, start_lat, start_lng)
        drive_min = pickup_minutes(pickup_km, self.rules.speed_kmh)
        arrival = self.minute + drive_min
        opens, closes = int(loads.window_open_min[row]), int(loads.window_close_min[row])
        if opens == NO_WINDOW:
            opens = closes = arrival
        if arrival > closes:
            truck.lat, truck.lng = start_lat, start_lng
            return Outcome(
                action,
                Result.WINDOW_MISSED,
                self.minute,
                arrival,
                start_lat,
                start_lng,
                pickup_km=pickup_km,
                drive_min=drive_min,
            )
        window_wait = max(0, opens - arrival)
        service = int(loads.service_min[row])
        end = arrival + window_wait + service
        truck.lat, truck.lng = float(loads.end_lat[row]), float(loads.end_lng[row])
        truck.orders_done += 1
        paid = end <= self.horizon_min
        return Outcome(
            action,
            Result.DONE if paid else Result.CUT_OFF,
            self.minute,
            end,
            truck.lat,
            truck.lng,
            pickup_km=pickup_km,
            haul_km=haversine_km(start_lat, start_lng, truck.lat, truck.lng),
            drive_min=drive_min,
            window_wait_min=window_wait,
            service_min=service,
            price_fen=int(loads.shown_price_fen[row]) if paid else 0,
        )
