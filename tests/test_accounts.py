"""A run's figures, re-added from its steps: by hand, beside the official results, and beside the logs of the run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from contest_cases import CASES, NO_CASES, Case
from scripted_team import replayed, run_scripts
from small_world import Row, busy_scenario, make_drivers, make_loads, make_scenario

from dispatch.action_logs.of_run import write_run_logs
from dispatch.engine import Engine
from dispatch.measures.accounts import DriverFigures, all_figures, total_figures
from dispatch.run import simulate
from dispatch.score.score import score_logs
from dispatch.settings import RunSettings
from dispatch.steps import StepLog
from memory.observed import Act, Action, Outcome, Result
from scenarios.open import open_scenario
from scenarios.records import Scenario
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529, WorldRules

LOADS = make_loads(
    [
        Row("A", 0, 999, 23.0, 23.0, 300, 45),
        Row("B", 0, 999, 23.0, 23.0, 200, 45),
        Row("C", 0, 999, 23.0, 23.0, 500, 100),
    ]
)
WAIT, MOVE = Act.WAIT, Act.REPOSITION


def scenario(rules: WorldRules, drivers: str = "D1", days: int = 1) -> Scenario:
    fleet = make_drivers([(name, 23.0) for name in drivers.split()])
    return make_scenario(LOADS, fleet, days=days, rules=rules)


def took(load: int, result: Result, start: int, end: int, **km_and_minutes: float) -> Outcome:
    return Outcome(Action(Act.TAKE_ORDER, load=load), result, start, end, 23.0, 113.0, **km_and_minutes)  # type: ignore[arg-type]  # minutes are whole


def figures(
    outcomes: Sequence[Outcome], rules: WorldRules = STANDARD, days: int = 1, scan_min: Sequence[int] = ()
) -> DriverFigures:
    """The figures of one driver's steps; each began `scan_min` before its action."""
    log = StepLog()
    for number, outcome in enumerate(outcomes, start=1):
        scan = scan_min[number - 1] if scan_min else 0
        dead = outcome.result == Result.CLAIMED_BY_OTHER
        log.append(
            0,
            number,
            outcome.start_min - scan,
            (23.0, 113.0),
            outcome,
            searches=scan,
            listed=10 * scan,
            dead_proposal=dead,
            failed=outcome.result == Result.FAILED_STEP,
            barren_again=scan // 2,
        )
    (found,) = all_figures(log, scenario(rules, days=days), {"D1": "horizon"})
    return found


MONTH = [
    Outcome(Action(WAIT, minutes=60), Result.DONE, 2, 62, 23.0, 113.0),
    took(0, Result.DONE, 63, 123, pickup_km=10.0, haul_km=20.0, drive_min=10, window_wait_min=5, service_min=45),
    Outcome(Action(MOVE), Result.DONE, 123, 154, 23.0, 113.0, reposition_km=30.5, drive_min=31),
    took(1, Result.WINDOW_MISSED, 154, 158, pickup_km=4.0, drive_min=4),
    took(2, Result.CLAIMED_BY_OTHER, 158, 159),
    Outcome(Action(WAIT, minutes=60), Result.FAILED_STEP, 159, 219, 23.0, 113.0),
    Outcome(Action(WAIT, minutes=0), Result.BAD_TARGET, 219, 220, 23.0, 113.0),
    Outcome(Action(MOVE, lat=99.0), Result.BAD_TARGET, 220, 221, 23.0, 113.0),
    took(2, Result.CUT_OFF, 1400, 1501, pickup_km=1.0, haul_km=99.0, drive_min=1, service_min=100),
]
"""One step of each kind; the first was begun 2 minutes before, the second one."""
SCANS = [2, 1, 0, 0, 0, 0, 0, 0, 0]


def test_a_month_with_a_step_of_each_kind() -> None:
    found = figures(MONTH, scan_min=SCANS)
    assert found.driver == "D1"
    assert found.stop == "horizon"
    # A is paid, C ends after the day. 30 + 30.5 + 4 + 100 = 164.5 km at 1.5 yuan = 246.75.
    assert (found.gross_yuan, found.cost_yuan, found.penalty_yuan, found.net_yuan) == (300.0, 246.75, 0.0, 53.25)
    assert found.km == {"haul": 119.0, "pickup": 15.0, "reposition": 30.5}
    # drive 10 + 31 + 4 + 1; service 45 + 100; all else of 60 + 60 + 31 + 4 + 1 + 60 + 1 + 1 + 101 = 319 is waiting.
    assert found.minutes == {"scan": 3, "drive": 46, "wait": 319 - 46 - 145, "service": 145}
    assert found.orders == {
        "done": 1,
        "cut_off": 1,
        "refused": {"bad_target": 2, "claimed_by_other": 1, "window_missed": 1},
    }
    assert found.searches == {"all": 3, "barren_again": 1}
    assert (found.dead_proposals, found.steps, found.failed_steps) == (1, 9, 1)


@pytest.mark.parametrize("rules", [TIANCHI_R0509, TIANCHI_R0529], ids=lambda r: r.profile)
def test_the_contest_forgives_the_way_to_a_missed_window(rules: WorldRules) -> None:
    """Contest rule 52: 160.5 km x 1.5 = 240.75, though 164.5 were driven."""
    found = figures(MONTH, rules, scan_min=SCANS)
    assert (found.gross_yuan, found.cost_yuan, found.net_yuan) == (300.0, 240.75, 59.25)
    assert sum(found.km.values()) == 164.5


def test_a_driver_without_a_step_has_figures_of_nothing() -> None:
    found = figures([])
    assert (found.net_yuan, found.gross_yuan, found.cost_yuan, found.steps) == (0.0, 0.0, 0.0, 0)
    assert found.orders == {"done": 0, "cut_off": 0, "refused": {}}


@pytest.mark.parametrize(
    ("rules", "paid"),
    [(TIANCHI_R0509, 300.0), (TIANCHI_R0529, 500.0), (STANDARD, 500.0)],
    ids=lambda x: getattr(x, "profile", ""),
)
def test_the_older_release_pays_thirty_days(rules: WorldRules, paid: float) -> None:
    """Contest rule 44: 30 days are 43,200 minutes; A ends with them, B a minute later, both driven."""
    outcomes = [
        took(0, Result.DONE, 43_155, 43_200, haul_km=1.0),
        took(1, Result.DONE, 43_200, 43_201, haul_km=1.0),
    ]
    found = figures(outcomes, rules, days=31)
    assert (found.gross_yuan, found.cost_yuan, found.orders["done"]) == (paid, 3.0, 2)


def test_the_order_of_additions_shows_in_the_last_fen() -> None:
    """Contest rule 53: 2.96 + 1.81 + 2.36 + 1.38 = 8.51 km, 12.765 yuan; one by one the sum is a hair below."""
    outcomes = [
        took(0, Result.DONE, 0, 45, pickup_km=2.96, haul_km=1.81),
        took(1, Result.DONE, 45, 90, pickup_km=2.36, haul_km=1.38),
    ]
    assert figures(outcomes, TIANCHI_R0509).cost_yuan == 12.76
    assert figures(outcomes, TIANCHI_R0529).cost_yuan == 12.77


def test_the_contest_charges_kilometres_as_logged_and_the_standard_as_driven() -> None:
    """Contest rule 52: 1.004 km are logged as 1.00; a haul logged as 0.00 is charged whole. 1000 yuan a km."""
    outcomes = [took(0, Result.DONE, 0, 45, pickup_km=1.004, haul_km=0.004)]
    log = StepLog()
    log.append(0, 1, 0, (23.0, 113.0), outcomes[0])
    costs = []
    for rules in (TIANCHI_R0509, TIANCHI_R0529, STANDARD):
        world = make_scenario(LOADS, make_drivers([("D1", 23.0)], cost_per_km=1000.0), rules=rules)
        costs.append(all_figures(log, world, {"D1": "horizon"})[0].cost_yuan)
    assert costs == [1004.0, 1004.0, 1008.0]


def test_drivers_come_in_file_order_and_the_total_adds_their_rounded_figures() -> None:
    """Contest rule 56. Three drivers with 0.333 km at 1.5: each 0.4995, shown as 0.50; together 1.50, not 1.4985."""
    log = StepLog()
    for driver in (2, 0, 1):
        log.append(driver, 1, 0, (23.0, 113.0), MONTH[0])
        log.append(driver, 2, 62, (23.0, 113.0), took(0, Result.DONE, 62, 107, pickup_km=0.333, service_min=45))
        log.append(driver, 3, 107, (23.0, 113.0), took(2, Result.ALREADY_TAKEN, 107, 108))
    ends = {"D3": "horizon", "D1": "stuck", "D2": "no_loads"}
    found = all_figures(log, scenario(STANDARD, drivers="D3 D1 D2"), ends)
    assert [(d.driver, d.stop, d.cost_yuan, d.net_yuan) for d in found] == [
        ("D3", "horizon", 0.5, 299.5),
        ("D1", "stuck", 0.5, 299.5),
        ("D2", "no_loads", 0.5, 299.5),
    ]
    total = total_figures(found)
    assert (total.gross_yuan, total.cost_yuan, total.net_yuan) == (900.0, 1.5, 898.5)
    assert total.km == {"haul": 0.0, "pickup": 0.99, "reposition": 0.0}
    assert total.minutes == {"scan": 6, "drive": 0, "wait": 183, "service": 135}
    assert total.orders == {"done": 3, "cut_off": 0, "refused": {"already_taken": 3}}
    assert (total.steps, total.failed_steps, total.dead_proposals) == (9, 0, 0)


# beside the official results


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_the_actions_of_an_official_run_earn_what_the_official_scorer_says(case: Case) -> None:
    """The loop is given what the official agents asked; penalties apart, each valid log's money comes out."""
    world = open_scenario(case.folder, use_cache=False)
    engine, _, failures = run_scripts(world, replayed(case))
    assert failures == []
    ours = {d.driver: d for d in finished(engine)}
    for official in case.official["drivers"]:
        mine, income = ours[official["driver_id"]], official["income"]
        assert mine.steps == len(case.log_lines(mine.driver))
        if official["calculation_aborted"]:
            continue
        assert (mine.gross_yuan, mine.cost_yuan) == (income["gross_income"], income["cost"])
        before_penalty = income["net_income"] + income["preference_penalty"]
        assert mine.net_yuan == pytest.approx(before_penalty, abs=1e-6)


@pytest.mark.skipif(not CASES, reason=NO_CASES)
def test_one_run_costs_a_fen_more_in_the_older_release() -> None:
    """Contest rule 53: E001's 130.13 km are 195.20 yuan in r0509 and 195.19 in r0529."""
    costs = {}
    for case in CASES:
        if case.name in ("edges", "edges-0529"):
            engine, _, _ = run_scripts(open_scenario(case.folder, use_cache=False), replayed(case))
            costs[case.name] = finished(engine)[0].cost_yuan
    assert costs == {"edges": 195.20, "edges-0529": 195.19}


def finished(engine: Engine) -> list[DriverFigures]:
    ends = {engine.driver_ids[d]: stop.name.lower() for d, stop in engine.stops.items()}
    return all_figures(engine.log, engine.scenario, ends)


# beside the logs of the run


@pytest.mark.parametrize("agents", ["greedy", "rule"])
@pytest.mark.parametrize("rules", ["standard", "tianchi-r0509", "tianchi-r0529"])
def test_the_logs_of_a_run_score_what_its_figures_say(rules: str, agents: str, tmp_path: Path) -> None:
    """Two days of the library's week: re-simulated without a difference, and paid alike to the fen."""
    week = open_scenario("guangdong-week", rules=rules, days=2)
    engine, result = simulate(week, RunSettings(scenario="guangdong-week", agents=agents, seed=3))
    assert_scored_alike(engine, result.drivers, tmp_path)
    assert result.total.orders["done"] > 5
    assert result.total == total_figures(result.drivers)


@pytest.mark.parametrize("rules", [STANDARD, TIANCHI_R0529.model_copy(update={"pool": "shared"})])
def test_so_do_those_of_a_market_where_drivers_lose_loads_to_each_other(rules: WorldRules, tmp_path: Path) -> None:
    engine, result = simulate(busy_scenario(2, 6, rules=rules), RunSettings(scenario="busy", agents="greedy", seed=3))
    assert_scored_alike(engine, result.drivers, tmp_path)
    assert result.total.orders["refused"]["claimed_by_other"] > 0


def assert_scored_alike(engine: Engine, drivers: Sequence[DriverFigures], tmp_path: Path) -> None:
    write_run_logs(tmp_path, engine, "20260301_000000")
    report = score_logs(tmp_path, engine.scenario)
    assert report.differences == []
    assert report.agrees
    assert report.rows == len(engine.log)
    scored = {d["driver_id"]: d["income"] for d in report.result["drivers"]}
    for mine in drivers:
        income = scored[mine.driver]
        assert (income["gross_income"], income["cost"], income["net_income"]) == (
            mine.gross_yuan,
            mine.cost_yuan,
            mine.net_yuan,
        )
    total = report.result["summary"]["total_net_income_all_drivers"]
    assert total == total_figures(list(drivers)).net_yuan
