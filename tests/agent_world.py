"""What memory and agents are handed, made by hand: observations, offers, lists and outcomes as rows of plain numbers.

Places lie on the meridian of 113 degrees east, where 0.09 degrees of latitude are 10.0075 km and 11 minutes of
driving at 60 km/h. A load's number is its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from small_world import LNG

from memory.observed import Act, Action, Listing, Observation, Outcome, Result
from memory.offers import OFFER_COLUMNS, Offers
from memory.stores.books import Books
from memory.stores.cargo import CargoMemory
from memory.stores.market import MarketMemory
from scenarios.cells import CellIndex
from scenarios.geo import haversine_km, unit_vectors
from scenarios.loads import NO_WINDOW

CELLS = CellIndex()
"""Cells of points, which never change."""
COST_PER_KM = 1.5
LAST_MIN = 7 * 1440
"""A week's end, and the last minute of a load that is on offer all the time."""


def near(number: float) -> Any:
    """A number to a relative millionth, for comparison with ==."""
    return pytest.approx(number)


class Load(NamedTuple):
    """One load on offer: its row, from a latitude to another, for yuan, in service minutes."""

    load: int
    start_lat: float = 23.0
    end_lat: float = 23.0
    yuan: int = 100
    service_min: int = 60
    remove_min: int = LAST_MIN
    window: tuple[int, int] = (NO_WINDOW, NO_WINDOW)


def make_offers(loads: Sequence[Load]) -> Offers:
    """The loads as columns, in that order."""
    start, end = np.array([x.start_lat for x in loads]), np.array([x.end_lat for x in loads])
    lng = np.full(len(loads), LNG)
    x, y, z = unit_vectors(start, lng)
    drop_x, drop_y, drop_z = unit_vectors(end, lng)
    numbers = {
        "load": [x.load for x in loads],
        "service_min": [x.service_min for x in loads],
        "window_open_min": [x.window[0] for x in loads],
        "window_close_min": [x.window[1] for x in loads],
        "remove_min": [x.remove_min for x in loads],
    }
    columns: dict[str, Any] = {name: np.array(values, dtype=np.int32) for name, values in numbers.items()}
    columns |= {
        "pickup_lat": start,
        "pickup_lng": lng,
        "drop_lat": end,
        "drop_lng": lng,
        "price_fen": np.array([x.yuan * 100 for x in loads], dtype=np.int64),
        "category": np.zeros(len(loads), dtype=np.int16),
        "pickup_place": np.zeros(len(loads), dtype=np.int32),
        "drop_place": np.zeros(len(loads), dtype=np.int32),
        "haul_km": np.array([haversine_km(x.start_lat, LNG, x.end_lat, LNG) for x in loads], dtype=np.float64),
        "pickup_x": x,
        "pickup_y": y,
        "pickup_z": z,
        "drop_x": drop_x,
        "drop_y": drop_y,
        "drop_z": drop_z,
        "pickup_cell": np.array([CELLS.cell_of(x.start_lat, LNG) for x in loads], dtype=np.int64),
        "drop_cell": np.array([CELLS.cell_of(x.end_lat, LNG) for x in loads], dtype=np.int64),
    }
    return Offers.of(**columns)


def changed(offers: Offers, **columns: NDArray[np.generic]) -> Offers:
    """The same loads with other values in some columns."""
    return Offers.of(**{name: getattr(offers, name) for name in OFFER_COLUMNS} | columns)


def new_books() -> Books:
    """Books in which nothing is written yet."""
    return Books.empty(CELLS)


def new_cargo() -> CargoMemory:
    """A memory of loads that has seen none, with a book of its own."""
    return CargoMemory(new_books().offers)


def sight(market: MarketMemory, books: Books, loads: Sequence[Load], minute: int, first_fact: int) -> None:
    """Tell a market of loads seen for the first time, with facts from `first_fact` on."""
    offers = make_offers(loads)
    ends = np.stack([books.cells.numbers(cells) for cells in (offers.pickup_cell, offers.drop_cell)])
    market.sighted(ends, minute, np.arange(first_fact, first_fact + len(loads)))


def listing(minute: int, loads: Sequence[Load] = (), *, lat: float = 23.0, k: int = 100) -> Listing:
    """The list of the k nearest of those loads around a latitude: nearest first, ties by row; 10 a minute are read."""
    km = {x.load: haversine_km(lat, LNG, x.start_lat, LNG) for x in loads}
    shown = sorted(loads, key=lambda x: (km[x.load], x.load))[:k]
    distances = np.array([km[x.load] for x in shown], dtype=np.float64)
    return Listing(minute, minute + -(-len(shown) // 10), lat, LNG, k, make_offers(shown), distances)


def seen(minute: int, lat: float = 23.0, *, driver: int = 0, horizon_min: int = LAST_MIN) -> Observation:
    """What a driver at a latitude knows of itself."""
    return Observation(
        minute=minute,
        driver=driver,
        driver_id=f"D{driver}",
        lat=lat,
        lng=LNG,
        cost_per_km=COST_PER_KM,
        speed_kmh=60.0,
        horizon_min=horizon_min,
        orders_done=0,
        items_per_scan_minute=10,
        query_k=100,
        preferences=(),
    )


def waited(start: int, minutes: int = 30, lat: float = 23.0) -> Outcome:
    """A wait as the world answers it."""
    return Outcome(Action(Act.WAIT, minutes=minutes), Result.DONE, start, start + minutes, lat, LNG)


def moved(start: int, minutes: int, km: float, lat: float) -> Outcome:
    """A move to a latitude."""
    to = Action(Act.REPOSITION, lat=lat, lng=LNG)
    return Outcome(to, Result.DONE, start, start + minutes, lat, LNG, reposition_km=km, drive_min=minutes)


def took(
    load: int,
    start: int,
    minutes: int = 60,
    *,
    yuan: int = 100,
    pickup_km: float = 0.0,
    pickup_min: int = 0,
    haul_km: float = 0.0,
    lat: float = 23.0,
    result: Result = Result.DONE,
) -> Outcome:
    """An order taken and driven to its end."""
    return Outcome(
        Action(Act.TAKE_ORDER, load=load),
        result,
        start,
        start + minutes,
        lat,
        LNG,
        pickup_km=pickup_km,
        haul_km=haul_km,
        drive_min=pickup_min,
        service_min=minutes - pickup_min,
        price_fen=yuan * 100 if result == Result.DONE else 0,
    )


def refused(
    load: int, start: int, result: Result = Result.CLAIMED_BY_OTHER, minutes: int = 1, pickup_km: float = 0.0
) -> Outcome:
    """A take that the world refused; a missed window has cost its drive."""
    drive = minutes if result == Result.WINDOW_MISSED else 0
    action = Action(Act.TAKE_ORDER, load=load)
    return Outcome(action, result, start, start + minutes, 23.0, LNG, pickup_km=pickup_km, drive_min=drive)
