"""Small worlds for tests: loads written as rows of plain numbers, and drivers as points.

Places lie on the meridian of 113 degrees east near Guangzhou, where 0.09 degrees of latitude are 10.01 km.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.records import Driver, Scenario
from scenarios.rules import STANDARD, WorldRules

START = datetime(2026, 3, 1)
LNG = 113.0


class Row(NamedTuple):
    """One load: on the board from create to remove, from a latitude to another, for yuan, in service minutes."""

    load_id: str
    create_min: int
    remove_min: int
    start_lat: float
    end_lat: float
    yuan: int
    service_min: int
    window: tuple[int, int] = (NO_WINDOW, NO_WINDOW)


def make_loads(rows: Sequence[Row]) -> LoadTable:
    """A load table of those rows, all of one category and without places."""
    n = len(rows)

    def whole(values: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        return np.array(values, dtype=np.int32)

    return LoadTable(
        ids=[row.load_id for row in rows],
        create_min=whole([row.create_min for row in rows]),
        remove_min=whole([row.remove_min for row in rows]),
        start_lat=np.array([row.start_lat for row in rows]),
        start_lng=np.full(n, LNG),
        end_lat=np.array([row.end_lat for row in rows]),
        end_lng=np.full(n, LNG),
        price_fen=np.array([row.yuan * 100.0 for row in rows]),
        service_min=whole([row.service_min for row in rows]),
        window_open_min=whole([row.window[0] for row in rows]),
        window_close_min=whole([row.window[1] for row in rows]),
        category=np.zeros(n, dtype=np.int16),
        start_place=np.zeros(n, dtype=np.int32),
        end_place=np.zeros(n, dtype=np.int32),
        truck=np.zeros(n, dtype=np.int16),
        category_names=[""],
        place_names=[""],
        truck_names=[""],
    )


def make_drivers(places: Sequence[tuple[str, float]], cost_per_km: float = 1.5) -> tuple[Driver, ...]:
    """Drivers by id and latitude."""
    return tuple(Driver(driver_id=name, lat=lat, lng=LNG, cost_per_km=cost_per_km) for name, lat in places)


def make_scenario(
    loads: LoadTable, drivers: Sequence[Driver], *, days: int = 1, rules: WorldRules = STANDARD, name: str = "small"
) -> Scenario:
    """A scenario that starts at midnight of 1 March 2026."""
    return Scenario(name=name, start=START, days=days, rules=rules, drivers=tuple(drivers), loads=loads)


def busy_market(days: int, per_hour: int = 6) -> LoadTable:
    """Loads all around the clock, between places 0 to 60 km apart, made by arithmetic alone."""
    rows = []
    for i in range(days * 24 * per_hour):
        create = i * 60 // per_hour
        start, end = 22.6 + 0.01 * (i * 37 % 61), 22.6 + 0.01 * (i * 53 % 61)
        yuan = 120 + i * 71 % 400
        window = (create + 30, create + 400) if i % 3 == 0 else (NO_WINDOW, NO_WINDOW)
        rows.append(Row(f"L{i:05d}", create, create + 90 + i * 29 % 300, start, end, yuan, 40 + i * 13 % 200, window))
    return make_loads(rows)


def busy_scenario(days: int, drivers: int, *, rules: WorldRules = STANDARD, per_hour: int = 6) -> Scenario:
    """A busy market with so many drivers spread over it."""
    fleet = make_drivers([(f"D{i:03d}", 22.6 + 0.01 * (i * 17 % 61)) for i in range(drivers)])
    return make_scenario(busy_market(days, per_hour), fleet, days=days, rules=rules, name="busy")
