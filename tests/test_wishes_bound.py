"""The bound of what can be earned with wishes kept: months of one load, and a market in which nobody earns more.

Places lie on a meridian: 0.09 degrees of latitude are 10.0075 km, 1.08 are 120.09 km, two hours of driving.
"""

from __future__ import annotations

import pytest
from small_world import Row, busy_scenario, make_loads, make_scenario
from wish_world import HOME, clock, month

from benchmarks._hindsight import Hindsight
from benchmarks.wishes_bound import haul_km, limits_of
from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.loads import NO_WINDOW
from scenarios.preferences.kinds import Constraint, DailyRest, Home, LongestHaul, LongestPickup, QuietWindow
from scenarios.preferences.standing import stand
from scenarios.rules import PROFILES

NEAR = Row("L0", 0, 29, 23.0, 23.09, 100, 60)
"""100 yuan for 10.0075 km, at midnight: 100 - 1.5 x 10.0075 = 84.99."""
FAR = Row("L0", 0, 29, 24.08, 24.17, 400, 60)
"""400 yuan for the same way 120.09 km off: 400 - 1.5 x 130.10 = 204.85."""


def bound(*wishes: Constraint, row: Row = NEAR) -> float:
    driver = month().drivers[0]
    scenario = make_scenario(make_loads([row]), [driver], days=2)
    km = haul_km(scenario)
    hindsight = Hindsight(scenario, km)
    limits = limits_of(scenario, stand(wishes, scenario, driver), km, hindsight)
    return float(hindsight.bounds_fen(limits)[0]) / 100


def test_an_order_counts_once_and_less_its_kilometres() -> None:
    assert bound() == pytest.approx(84.99, abs=0.01)
    assert bound(row=FAR) == pytest.approx(204.85, abs=0.01)


@pytest.mark.parametrize(("close", "earned"), [(119, 0.0), (120, 204.85)])
def test_a_load_is_reached_before_its_window_closes(close: int, earned: float) -> None:
    assert bound(row=FAR._replace(window=(0, close))) == pytest.approx(earned, abs=0.01)
    assert FAR.window[1] == NO_WINDOW


def test_what_hard_wishes_forbid_earns_nothing_and_soft_ones_forbid_nothing() -> None:
    assert bound(LongestHaul(km=5)) == 0.0
    assert bound(LongestHaul(km=5, hard=False)) == pytest.approx(84.99, abs=0.01)
    assert bound(QuietWindow(start=0, end=360)) == 0.0
    assert bound(LongestPickup(km=120), row=FAR) == 0.0
    assert bound(LongestPickup(km=121), row=FAR) == pytest.approx(204.85, abs=0.01)


def test_a_day_without_its_rest_does_not_end() -> None:
    rest = DailyRest(rest_min=480, counted="calendar_day", window_wait_is_rest=False)
    # Sixteen hours leave eight of the day for its rest; seventeen do not.
    assert bound(rest, row=NEAR._replace(service_min=16 * 60)) == pytest.approx(84.99, abs=0.01)
    assert bound(rest, row=NEAR._replace(service_min=17 * 60)) == 0.0
    # From 23:00 on: sixteen hours leave the next day nine, twenty-four leave it one.
    late = NEAR._replace(create_min=clock(0, 23), remove_min=clock(0, 23, 29))
    assert bound(rest, row=late._replace(service_min=16 * 60)) == pytest.approx(84.99, abs=0.01)
    assert bound(rest, row=late._replace(service_min=24 * 60)) == 0.0


@pytest.mark.parametrize(("service_min", "earned"), [(18 * 60, 9.71), (20 * 60, 0.0)])
def test_nights_are_spent_at_home(service_min: int, earned: float) -> None:
    # Two hours there, and 130.10 km back, four half hours at least: an order that ends at 20:00 leaves time for it, one
    # that ends at 22:00 does not. 400 - 1.5 x (130.10 + 130.10) = 9.71.
    nights = Home(place=HOME, by=23 * 60, stay_until=8 * 60)
    row = FAR._replace(create_min=clock(1, 0), remove_min=clock(1, 0, 29), service_min=service_min)
    assert bound(nights, row=row) == 0.0  # it begins at night
    row = FAR._replace(service_min=service_min)
    assert bound(nights, row=row) == pytest.approx(earned, abs=0.01)


@pytest.mark.parametrize("agents", ["greedy", "rule"])
def test_nobody_earns_more(agents: str) -> None:
    scenario = busy_scenario(days=4, drivers=6, rules=PROFILES["tianchi-r0509"])
    km = haul_km(scenario)
    hindsight = Hindsight(scenario, km)
    most = hindsight.bounds_fen(limits_of(scenario, (), km, hindsight)) / 100
    memory = MemorySettings(mode="rule" if agents == "rule" else "none")
    settings = RunSettings(scenario="busy", seed=0, rules="tianchi-r0509", agents=agents, memory=memory)
    earned = {d.driver: d.net_yuan for d in simulate(scenario, settings)[1].drivers}
    for i, driver in enumerate(scenario.drivers):
        assert 0.0 < earned[driver.driver_id] <= most[i]
