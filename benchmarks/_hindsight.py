"""Most that a truck can earn with hindsight: every load known before it is listed, places and empty kilometres counted.

Backwards over half hours and squares of a tenth of a degree: the worth of being free in a square at a time is the best
of waiting, driving empty, and each load on the board then. All is rounded in the truck's favour: it is free when its
half hour begins, squares are as far apart as their nearest points, a load may be taken again and again. So what comes
out bounds what anybody earns (a relaxation in the sense of dynamic programming: fewer constraints, more worth).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import EARTH_RADIUS_KM
from scenarios.loads import NO_WINDOW
from scenarios.records import Scenario

SLOT_MIN = 30
SLOTS_A_DAY = MINUTES_PER_DAY // SLOT_MIN
SQUARE_DEG = 0.1
FARTHEST_SLOTS = 10
"""A longer empty way counts as one of so many half hours, with all its kilometres."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Squares:
    """The squares in which loads start and end and drivers stand, and how far they are apart at least."""

    def __init__(self, scenario: Scenario) -> None:
        loads = scenario.loads
        lat = np.concatenate([loads.start_lat, loads.end_lat, [d.lat for d in scenario.drivers]])
        lng = np.concatenate([loads.start_lng, loads.end_lng, [d.lng for d in scenario.drivers]])
        key = np.floor(lat / SQUARE_DEG) * 10_000 + np.floor(lng / SQUARE_DEG)
        names, of = np.unique(key, return_inverse=True)
        n = len(loads)
        self.start, self.end, self.home = of[:n], of[n : 2 * n], of[2 * n :]
        self._south, self._north = _ranges(lat, of, len(names))
        self._west, self._east = _ranges(lng, of, len(names))
        self.km = self._apart(self._south, self._north, self._west, self._east)

    def __len__(self) -> int:
        return len(self.km)

    def within(self, lat: float, lng: float, km: float) -> Bools:
        """Which squares have a point so near, shape (squares,)."""
        point = np.array([lat]), np.array([lat]), np.array([lng]), np.array([lng])
        near: Bools = self._apart(*point)[:, 0] <= km
        return near

    def _apart(self, south: Floats, north: Floats, west: Floats, east: Floats) -> Floats:
        """At least so many kilometres between each of ours and each of these, shape (squares, these).

        hav = sin2(dlat / 2) + cos(lat) cos(lat') sin2(dlng / 2), each part at its least.
        """
        lat_gap = np.maximum(0.0, np.maximum(self._south[:, None] - north, south - self._north[:, None]))
        lng_gap = np.maximum(0.0, np.maximum(self._west[:, None] - east, west - self._east[:, None]))
        highest = np.maximum(
            np.maximum(np.abs(self._south), np.abs(self._north))[:, None], np.maximum(np.abs(south), np.abs(north))
        )
        part = np.cos(np.radians(highest)) * np.sin(np.radians(lng_gap) / 2)
        km: Floats = 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.sin(np.radians(lat_gap) / 2) ** 2 + part**2))
        return km * (1 - 1e-9)


def _ranges(values: Floats, of: NDArray[np.intp], n: int) -> tuple[Floats, Floats]:
    low, high = np.full(n, np.inf), np.full(n, -np.inf)
    np.minimum.at(low, of, values)
    np.maximum.at(high, of, values)
    return low, high


@dataclass(frozen=True, slots=True)
class Limits:
    """What wishes forbid such a truck; without any, all is allowed."""

    carried: Bools
    """Loads that may be carried at all, shape (loads,)."""
    pickup_km: float = np.inf
    shut: tuple[tuple[int, int], ...] = ()
    """Spans of minutes in which no order may be under way."""
    parked: tuple[tuple[int, int], ...] = ()
    """Spans of minutes in which the truck may not drive empty either."""
    places: dict[int, Bools] = field(default_factory=dict)
    """By slot: the squares in which the truck has to be."""
    rest_min: int = SLOT_MIN
    rest_days: frozenset[int] = frozenset()
    """Days, from 0, with a rest of so many minutes, at least SLOT_MIN, in one piece between midnight and midnight."""


class Hindsight:
    """Bounds for the drivers of one scenario."""

    def __init__(self, scenario: Scenario, haul_km: Floats) -> None:
        self._scenario, self._squares = scenario, Squares(scenario)
        self._days = min(scenario.days, scenario.rules.paid_days_max or scenario.days)
        self._slots = self._days * SLOTS_A_DAY
        self._fen_per_km = min(driver.cost_per_km for driver in scenario.drivers) * 100
        self._fen = scenario.loads.price_fen - haul_km * self._fen_per_km
        km = self._squares.km
        drive = np.floor(km / scenario.rules.speed_kmh * 60 / SLOT_MIN).astype(np.int64)
        self._drive = np.minimum(drive, FARTHEST_SLOTS - 1)
        self._empty_fen = km * self._fen_per_km

    @property
    def days(self) -> int:
        """Days that are paid."""
        return self._days

    def squares_near(self, lat: float, lng: float, km: float) -> Bools:
        """Where a truck is that stands so near a point."""
        return self._squares.within(lat, lng, km)

    def bounds_fen(self, limits: Limits) -> Floats:
        """Most that each of the scenario's drivers can earn who has these limits, shape (drivers,)."""
        worth: Floats = self._backwards(limits)[0, 0 if 0 in limits.rest_days else 1]
        return worth[self._squares.home]

    def _backwards(self, limits: Limits) -> Floats:
        """Worth by slot, rest (0: the day's rest is to be had yet, 1: not) and square."""
        n, slots = len(self._squares), self._slots
        worth = np.full((slots + FARTHEST_SLOTS + 1, 2, n), -np.inf)
        worth[slots] = 0.0
        fresh = np.array([0 if day in limits.rest_days else 1 for day in range(self._days + 1)])
        board = self._board(limits)
        pickup_fen = np.where(self._squares.km > limits.pickup_km, np.inf, self._empty_fen)
        later = np.maximum(self._drive, 1)
        states = (0, 1) if limits.rest_days else (1,)
        everywhere = np.arange(n)
        for k in range(slots - 1, -1, -1):
            day, slot = divmod(k, SLOTS_A_DAY)
            best = _passed(worth, k, 1, fresh)
            if day in limits.rest_days and slot + limits.rest_min // SLOT_MIN <= SLOTS_A_DAY:
                best[0] = np.maximum(best[0], _passed(worth, k, limits.rest_min // SLOT_MIN, fresh)[1])
            if len(board[k]):
                squares, orders = self._orders(worth, k, board[k], fresh, limits)
                way = np.arange(len(squares)), self._drive[:, squares]
                for rested in states:
                    taken = orders[rested][way] - pickup_fen[:, squares]
                    best[rested] = np.maximum(best[rested], taken.max(axis=1))
            to, arrive = k + later, (k + self._drive) * SLOT_MIN
            driven = np.where(_meets(k, arrive, limits.parked), np.inf, self._empty_fen)
            for rested in states:
                over = to // SLOTS_A_DAY > day
                state = np.where(over, fresh[np.minimum(to // SLOTS_A_DAY, self._days)], rested)
                moved = worth[to, state, everywhere] - driven
                if not rested and day in limits.rest_days:
                    moved[over] = -np.inf
                best[rested] = np.maximum(best[rested], moved.max(axis=1))
            if k in limits.places:
                best[:, ~limits.places[k]] = -np.inf
            worth[k] = best
        return worth

    def _orders(
        self, worth: Floats, k: int, rows: Ints, fresh: Ints, limits: Limits
    ) -> tuple[NDArray[np.intp], dict[int, Floats]]:
        """Squares with pickups; by rest what the best order of each is worth, shape (those, half hours of way)."""
        loads, now, day = self._scenario.loads, k * SLOT_MIN, k // SLOTS_A_DAY
        reached = now + SLOT_MIN * np.arange(FARTHEST_SLOTS)
        opens, closes = loads.window_open_min[rows][:, None], loads.window_close_min[rows][:, None]
        begin = np.maximum(np.maximum(reached, loads.create_min[rows][:, None]), opens)  # NO_WINDOW is long past
        end = begin + loads.service_min[rows][:, None]
        can = ((reached <= closes) | (closes == NO_WINDOW)) & (end <= self._days * MINUTES_PER_DAY)
        can &= ~_meets(k, end, limits.shut)
        to = np.minimum(end // SLOT_MIN, self._slots)
        last = to // SLOTS_A_DAY
        asked = np.cumsum(1 - fresh)  # days up to each that ask for a rest
        between = np.where(last > day, asked[np.maximum(last - 1, day)] - asked[day], 0)
        can &= between == 0  # a whole day in an order has no rest
        fen, drop = self._fen[rows][:, None], self._squares.end[rows][:, None]
        starts = self._squares.start[rows]
        heads = np.flatnonzero(np.r_[True, starts[1:] != starts[:-1]])
        out = {}
        for rested in (0, 1) if limits.rest_days else (1,):
            state = np.where(last == day, rested, fresh[last])
            value = np.where(can, fen + worth[to, state, drop], -np.inf)
            if not rested and day in limits.rest_days:
                value[last > day] = -np.inf
            out[rested] = np.maximum.reduceat(value, heads, axis=0)
        return starts[heads], out

    def _board(self, limits: Limits) -> list[Ints]:
        """Loads on the board in each half hour, by the square of their pickup."""
        loads = self._scenario.loads
        rows = np.flatnonzero(limits.carried)
        rows = rows[np.argsort(self._squares.start[rows], kind="stable")]
        first = np.maximum(loads.create_min[rows], 0) // SLOT_MIN
        last = np.minimum(loads.remove_min[rows] // SLOT_MIN, self._slots - 1)
        listed = first <= last
        rows, first, last = rows[listed], first[listed].astype(np.int64), last[listed].astype(np.int64)
        length = last - first + 1
        each = np.repeat(np.arange(len(rows)), length)
        slot = first[each] + np.arange(len(each)) - np.repeat(np.cumsum(length) - length, length)
        order = np.argsort(slot, kind="stable")
        cuts = np.searchsorted(slot[order], np.arange(1, self._slots))
        return np.split(rows[each[order]].astype(np.int64), cuts)


def _meets(k: int, end: Ints, spans: tuple[tuple[int, int], ...]) -> Bools:
    """Whether what begins in half hour k and ends at a minute, or later, meets one of the spans; shaped as `end`."""
    met, now, last = np.zeros(end.shape, dtype=np.bool_), k * SLOT_MIN, int(end.max(initial=0))
    for first, until in spans:
        if now + SLOT_MIN <= until and first < last:
            met |= end > first
    return met


def _passed(worth: Floats, k: int, slots: int, fresh: Ints) -> Floats:
    """Worth of standing still for so many slots from k on: no day ends without its rest."""
    then: Floats = worth[k + slots].copy()
    day = k // SLOTS_A_DAY
    if (k + slots) // SLOTS_A_DAY > day:
        begun = then[fresh[day + 1]]
        then = np.stack([np.full_like(begun, -np.inf) if fresh[day] == 0 else begun, begun])
    return then
