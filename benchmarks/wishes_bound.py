"""What no driver can earn more than while keeping its hard wishes: a bound with hindsight, driver by driver.

    python -m benchmarks.wishes_bound [SCENARIO [RULES [SEED]]]
        guangdong-month-wishes, tianchi-r0509 and 0 by default

The bound is that of an easier month (`benchmarks/_hindsight.py`): every load is known from the start, reading takes no
time, one load may be taken again and again while it is listed, and times and ways are rounded in the truck's favour. Of
the wishes only those are kept that such a truck can break: goods, areas, longest hauls and pickups, quiet hours, nights
and, where a day's rest ends at midnight, daily rest; the others, and all soft ones, are left out. So nobody earns
more, and most of it nobody can earn. Prints for each driver the bound with its wishes and without, and what the rule
agents and the greedy ones earn after penalties.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from benchmarks._hindsight import SLOT_MIN, Hindsight, Limits
from benchmarks.preferences_income import month
from dispatch.wishes import compile_wishes, constraints_of
from memory.wishes.areas import area
from memory.wishes.courses import Courses
from memory.wishes.days import home_span, quiet_span
from memory.wishes.orders import single_order
from memory.wishes.progress import Progress
from scenarios.geo import arcs_between_km, unit_vectors
from scenarios.open import open_scenario
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import AreaRule, Category, DailyRest, Home, LongestHaul, LongestPickup, QuietWindow
from scenarios.preferences.standing import Standing, stand
from scenarios.records import Scenario


def haul_km(scenario: Scenario) -> NDArray[np.float64]:
    """Kilometres of every load from pickup to drop."""
    loads = scenario.loads
    return arcs_between_km(unit_vectors(loads.start_lat, loads.start_lng), unit_vectors(loads.end_lat, loads.end_lng))


def kept(scenario: Scenario, wishes: tuple[Standing, ...], km: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which loads hard wishes let a truck carry, whenever it is."""
    loads, n = scenario.loads, len(scenario.loads)
    yes, no, zero = np.ones(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.int64)
    courses = Courses(
        0, 0.0, 0.0, 60.0, zero + 1, loads.end_lat, loads.end_lng, yes, yes, no, zero, zero, loads.start_lat,
        loads.start_lng, np.zeros(n), km, loads.category.astype(np.int64), loads.start_place.astype(np.int64),
        loads.end_place.astype(np.int64), np.arange(n),
    )  # fmt: skip
    out = yes.copy()
    for standing in wishes:
        wish = standing.constraint
        if not wish.hard:
            continue
        if isinstance(wish, Category | LongestHaul):
            out &= single_order(standing, Progress(), courses) == 0
        elif isinstance(wish, AreaRule):
            out &= area(standing, Progress(), courses) == 0
    return out


def limits_of(
    scenario: Scenario, wishes: tuple[Standing, ...], km: NDArray[np.float64], hindsight: Hindsight
) -> Limits:
    """What the hard ones of a driver's wishes forbid."""
    hard = [standing for standing in wishes if standing.constraint.hard]
    shut: list[tuple[int, int]] = []
    parked: list[tuple[int, int]] = []
    places: dict[int, NDArray[np.bool_]] = {}
    pickup_km, rest_min, rest_days = np.inf, SLOT_MIN, frozenset[int]()
    for standing in hard:
        wish = standing.constraint
        days = [day for day in range(hindsight.days) if standing.applies(day)]
        if isinstance(wish, LongestPickup):
            pickup_km = min(pickup_km, wish.km)
        elif isinstance(wish, QuietWindow):
            spans = [quiet_span(wish, day) for day in days]
            shut += spans
            parked += spans if wish.forbids == "movement" else []
        elif isinstance(wish, Home) and wish.stay_until is not None and standing.points:
            near = hindsight.squares_near(*standing.points[0], wish.place.radius_km)
            spans = [home_span(wish, day) for day in days]
            shut += spans
            parked += spans
            for slot, until in ((-(-by // SLOT_MIN), until) for by, until in spans):
                if slot * SLOT_MIN < until:
                    places[slot] = places.get(slot, near) & near
        elif isinstance(wish, DailyRest) and _ends_at_midnight(wish) and wish.rest_min > rest_min:
            rest_min, rest_days = wish.rest_min, frozenset(days)
    return Limits(kept(scenario, tuple(hard), km), pickup_km, tuple(shut), tuple(parked), places, rest_min, rest_days)


def _ends_at_midnight(wish: DailyRest) -> bool:
    return wish.counted == "calendar_day" and not wish.window_wait_is_rest


def main(scenario: str = "guangdong-month-wishes", rules: str = "tianchi-r0509", seed: str = "0") -> None:
    """A line a driver, then all."""
    opened = open_scenario(scenario, seed=int(seed), rules=rules)
    wishes, km = compile_wishes(opened, GrammarCompiler()), haul_km(opened)
    earned = {
        arm: {d.driver: d.net_yuan for d in month(scenario, rules, int(seed), arm).drivers}
        for arm in ("rule", "greedy")
    }
    hindsight, total = Hindsight(opened, km), 0.0
    free = hindsight.bounds_fen(limits_of(opened, (), km, hindsight)) / 100
    for i, driver in enumerate(opened.drivers):
        name = driver.driver_id
        standing = stand(constraints_of(wishes, name), opened, driver)
        bound = float(hindsight.bounds_fen(limits_of(opened, standing, km, hindsight))[i]) / 100
        total += bound
        print(_line(name, bound, float(free[i]), earned["rule"][name], earned["greedy"][name]), flush=True)
    print(_line("all", total, float(free.sum()), sum(earned["rule"].values()), sum(earned["greedy"].values())))


def _line(name: str, bound: float, without: float, rule: float, greedy: float) -> str:
    return (
        f"{name}: at most {bound:>9,.0f} with wishes kept, {without:>9,.0f} without wishes; "
        f"rule {rule:>8,.0f}, greedy {greedy:>8,.0f}"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
