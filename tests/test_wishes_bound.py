"""The bound of what can be earned with wishes kept, in a month of one load that is listed for half an hour."""

from __future__ import annotations

import pytest
from small_world import Row, make_loads, make_scenario
from wish_world import month

from benchmarks.wishes_bound import bound_yuan, haul_km
from scenarios.preferences.kinds import Constraint, DailyRest, LongestHaul, QuietWindow
from scenarios.preferences.standing import stand


def bound(*wishes: Constraint, service_min: int = 60) -> float:
    """100 yuan for 10.0075 km, at midnight: 100 - 1.5 x 10.0075 = 84.99."""
    driver = month().drivers[0]
    loads = make_loads([Row("L0", 0, 29, 23.0, 23.09, 100, service_min)])
    scenario = make_scenario(loads, [driver], days=2)
    return bound_yuan(scenario, stand(wishes, scenario, driver), haul_km(scenario))


def test_an_order_counts_once_and_less_its_kilometres() -> None:
    assert bound() == pytest.approx(84.99, abs=0.01)


def test_what_hard_wishes_forbid_earns_nothing_and_soft_ones_forbid_nothing() -> None:
    assert bound(LongestHaul(km=5)) == 0.0
    assert bound(LongestHaul(km=5, hard=False)) == pytest.approx(84.99, abs=0.01)
    assert bound(QuietWindow(start=0, end=360)) == 0.0


def test_a_day_without_its_rest_does_not_end() -> None:
    rest = DailyRest(rest_min=480, counted="calendar_day")
    # Sixteen hours leave eight of the day for its rest; seventeen do not.
    assert bound(rest, service_min=16 * 60) == pytest.approx(84.99, abs=0.01)
    assert bound(rest, service_min=17 * 60) == 0.0
