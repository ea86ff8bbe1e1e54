"""What no driver can earn more than while keeping its hard wishes: a bound with hindsight, driver by driver.

    python -m benchmarks.wishes_bound [SCENARIO [RULES [SEED]]]
        guangdong-month-wishes, tianchi-r0509 and 0 by default

The bound is that of an easier month: every load of the market is known, reading takes no time, no kilometre is driven
empty, a truck is at any pickup at once, and one load may be taken again and again while it is listed. Of the wishes
only those are kept that such a truck can break: goods, areas, longest hauls, quiet hours, nights and daily rest; the
others, and all soft ones, are left out. Times are rounded in the truck's favour to half hours. So nobody earns more,
and most of it nobody can earn. Prints for each driver the bound with its wishes and without, and what the greedy agents
earn after penalties.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from benchmarks.preferences_income import month
from dispatch.wishes import compile_wishes, constraints_of
from memory.wishes.courses import Courses
from memory.wishes.days import home_span, quiet_span
from memory.wishes.orders import area, single_order
from memory.wishes.progress import Progress
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import arcs_between_km, unit_vectors
from scenarios.loads import NO_WINDOW
from scenarios.open import open_scenario
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import AreaRule, Category, DailyRest, Home, LongestHaul, QuietWindow
from scenarios.preferences.standing import Standing, stand
from scenarios.records import Scenario

SLOT_MIN = 30
SLOTS_A_DAY = MINUTES_PER_DAY // SLOT_MIN


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


def bound_yuan(scenario: Scenario, wishes: tuple[Standing, ...], km: NDArray[np.float64]) -> float:
    """Most that can be earned with the wishes kept: backwards over half hours and whether the day's rest is had."""
    loads = scenario.loads
    days = min(scenario.days, scenario.rules.paid_days_max or scenario.days)
    rows = np.flatnonzero(kept(scenario, wishes, km))
    fen = loads.price_fen[rows] - km[rows] * (scenario.drivers[0].cost_per_km * 100)
    first, last = np.maximum(loads.create_min[rows], 0), loads.remove_min[rows]
    windowed = loads.window_open_min[rows] != NO_WINDOW
    opens = np.where(windowed, loads.window_open_min[rows], 0)
    last = np.where(windowed, np.minimum(last, loads.window_close_min[rows]), last)
    service = loads.service_min[rows]
    daily = _longest_rest(wishes)
    rest = daily.constraint.rest_min if daily is not None and isinstance(daily.constraint, DailyRest) else 0
    fresh = np.array([0 if _applies(daily, day) else 1 for day in range(days + 1)])
    shut = [span for s in wishes if s.constraint.hard for span in _shut(s, days)]
    slots = days * SLOTS_A_DAY
    worth = np.full((slots + 1, 2), 0.0)  # column 1: the day's rest is had, or none is asked for
    order = np.argsort(first, kind="stable")
    upto = np.searchsorted(first[order], SLOT_MIN * np.arange(1, slots + 1))
    live: NDArray[np.intp] = np.empty(0, dtype=np.intp)
    lives = []
    begin = 0
    for k in range(slots):  # loads on the board in each half hour
        live = np.concatenate([live, order[begin : upto[k]]])
        live = live[last[live] >= k * SLOT_MIN]
        begin = int(upto[k])
        lives.append(live)
    for k in range(slots - 1, -1, -1):
        now, day = k * SLOT_MIN, k // SLOTS_A_DAY
        idle = _passed(worth[k + 1], day, daily, (k + 1) % SLOTS_A_DAY == 0)
        if rest and k % SLOTS_A_DAY + rest // SLOT_MIN <= SLOTS_A_DAY:
            rested = k + rest // SLOT_MIN
            had = worth[rested, 1] if rested % SLOTS_A_DAY else _passed(worth[rested], day, daily, True)[1]
            idle[0] = max(idle[0], had)
        i = lives[k]
        end = np.maximum(now, opens[i]) + service[i]
        ok = end <= days * MINUTES_PER_DAY
        for a, b in shut:
            ok &= (now + SLOT_MIN > b) | (end <= a)
        i, to = i[ok], end[ok] // SLOT_MIN
        nights = to // SLOTS_A_DAY - day
        for had_rest in (0, 1):
            state = np.where(nights == 0, had_rest, fresh[day + nights])
            value = fen[i] + worth[to, state]
            if not had_rest and _applies(daily, day):
                value[nights > 0] = -np.inf
            worth[k, had_rest] = max(idle[had_rest], float(value.max(initial=-np.inf)))
    return float(worth[0, 0 if _applies(daily, 0) else 1]) / 100


def _longest_rest(wishes: tuple[Standing, ...]) -> Standing | None:
    """The hard wish for the longest rest each day."""
    best, most = None, 0
    for standing in wishes:
        wish = standing.constraint
        if isinstance(wish, DailyRest) and wish.hard and wish.rest_min > most:
            best, most = standing, wish.rest_min
    return best


def _applies(daily: Standing | None, day: int) -> bool:
    return daily is not None and daily.applies(day)


def _passed(then: NDArray[np.float64], day: int, daily: Standing | None, midnight: bool) -> NDArray[np.float64]:
    """Worth of letting a half hour pass; a day without its rest must not end."""
    if not midnight:
        return then.copy()
    fresh = float(then[0 if _applies(daily, day + 1) else 1])
    return np.array([-np.inf if _applies(daily, day) else fresh, fresh])


def _shut(standing: Standing, days: int) -> list[tuple[int, int]]:
    wish = standing.constraint
    if isinstance(wish, QuietWindow):
        return [quiet_span(wish, day) for day in range(days) if standing.applies(day)]
    if isinstance(wish, Home):
        return [home_span(wish, day) for day in range(days) if standing.applies(day)]
    return []


def main(scenario: str = "guangdong-month-wishes", rules: str = "tianchi-r0509", seed: str = "0") -> None:
    """A line a driver, then all."""
    opened = open_scenario(scenario, seed=int(seed), rules=rules)
    wishes, km = compile_wishes(opened, GrammarCompiler()), haul_km(opened)
    greedy = {d.driver: d.net_yuan for d in month(scenario, rules, int(seed), "greedy").drivers}
    free, total = bound_yuan(opened, (), km), 0.0
    for driver in sorted(opened.drivers, key=lambda d: d.driver_id):
        standing = stand(constraints_of(wishes, driver.driver_id), opened, driver)
        bound = bound_yuan(opened, standing, km)
        total += bound
        print(
            f"{driver.driver_id}: at most {bound:>9,.0f} with its wishes, {free:>9,.0f} without; "
            f"greedy {greedy[driver.driver_id]:>8,.0f}",
            flush=True,
        )
    print(f"all: at most {total:,.0f} with their wishes; greedy {sum(greedy.values()):,.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
