"""The loop: who is served when, what a failure does to the others, and why a driver's month ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from contest_cases import CASES, NO_CASES
from scripted_team import Do, ScriptedTeam, move, replayed, run_scripts, steps, steps_by_driver, stops, take, wait
from small_world import LNG, Row, busy_scenario, make_drivers, make_loads, make_scenario

from agents.protocols import AgentSet
from agents.records import Options
from agents.rule.greedy import GREEDY, GreedyAnalyst
from dispatch.engine import Engine
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Listing, Observation
from memory.settings import MemorySettings
from memory.views.records import CargoView
from scenarios.cells import CellIndex
from scenarios.open import open_scenario
from scenarios.records import Scenario
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529, WorldRules
from scenarios.streams import draw

HERE, NEAR, FAR = 23.0, 23.09, 23.18
"""10.0075 km apart: 11 minutes."""
PRIVATE = STANDARD.model_copy(update={"pool": "private"})
CONTEST = pytest.mark.parametrize("rules", [TIANCHI_R0509, TIANCHI_R0529], ids=lambda r: r.profile)


def small(*rows: Row, drivers: str = "D1", rules: WorldRules = STANDARD, days: int = 1) -> Scenario:
    """Drivers D1, D2, … in the order of that text, all at HERE."""
    fleet = make_drivers([(driver_id, HERE) for driver_id in drivers.split()])
    return make_scenario(make_loads(rows), fleet, days=days, rules=rules)


def served(engine: Engine, minute: int) -> list[str]:
    """Driver ids in the order in which their actions of a minute were done."""
    rows = engine.log.rows
    return [engine.driver_ids[d] for d in rows["driver"][rows["start_min"] + rows["scan_min"] == minute].tolist()]


# one step


def test_a_step_looks_reads_decides_and_acts() -> None:
    """12 loads take 2 minutes to read, a list of 3 a third; then 60 minutes of service at once."""
    rows = [Row(f"L{i:02d}", 0, 500, HERE, HERE, 100, 60) for i in range(12)]
    engine, team, failures = run_scripts(small(*rows), {"D1": [take(5, (HERE, LNG, None), (FAR, LNG, 3)), wait(10)]})
    assert failures == []
    assert [(x.minute, x.read_min, len(x.offers)) for x in team.listings["D1"]] == [(0, 2, 12), (2, 3, 3)]
    assert team.calls[:3] == [(0, "begin", "D1"), (3, "decide", "D1"), (3, "finish", "D1")]
    assert steps(engine, "D1") == [
        ("TAKE_ORDER", "DONE", 0, 3, 60),
        ("WAIT", "DONE", 63, 0, 10),
        ("WAIT", "DONE", 73, 0, 1440 - 73),
    ]
    first = engine.log.rows[0]
    assert (first["searches"], first["listed"]) == (2, 15)
    assert stops(engine) == {"D1": "HORIZON"}


def test_a_decision_meets_the_market_at_the_minute_when_the_lists_are_read() -> None:
    """Contest rule 19: 11 loads are listed at 99, read by 101; the one that leaves after 100 is not there any more."""
    rows = [Row(f"L{i:02d}", 0, 100 if i == 3 else 500, HERE, HERE, 100, 60) for i in range(11)]
    engine, team, _ = run_scripts(small(*rows), {"D1": [wait(99), take(3, (HERE, LNG, None))]})
    assert 3 in team.listings["D1"][0].offers.load
    assert steps(engine, "D1")[1] == ("TAKE_ORDER", "EXPIRED", 99, 2, 1)
    # The decision is made in the knowledge of the later minute.
    assert team.calls[3:5] == [(99, "begin", "D1"), (101, "decide", "D1")]


def test_reading_may_cross_the_horizon_and_the_action_is_done_in_full() -> None:
    """Contest rules 11, 25: a list begun in the last minute, an order after it, unpaid; the log passes the horizon."""
    rows = [Row(f"L{i:02d}", 0, 2000, NEAR, FAR, 100, 60) for i in range(30)]
    engine, _, _ = run_scripts(small(*rows), {"D1": [wait(1439), take(0, (HERE, LNG, None))]})
    assert steps(engine, "D1") == [("WAIT", "DONE", 0, 0, 1439), ("TAKE_ORDER", "CUT_OFF", 1439, 3, 71)]
    assert stops(engine) == {"D1": "HORIZON"}


def test_more_lists_than_a_byte_counts() -> None:
    look = (HERE, LNG, 1)
    engine, _, _ = run_scripts(small(), {"D1": [Do(wait(5).action, (look,) * 300)]})
    assert engine.log.rows["searches"].tolist() == [300, 0]


@pytest.mark.parametrize("minutes", [10**30, -(10**30)])
def test_a_wait_that_no_clock_holds_is_a_refused_step(minutes: int) -> None:
    engine, _, failures = run_scripts(small(), {"D1": [wait(minutes)]})
    assert failures == []
    assert steps(engine, "D1")[0] == ("WAIT", "BAD_TARGET", 0, 0, 1)


def test_a_row_that_is_no_load_is_a_refused_step() -> None:
    engine, _, failures = run_scripts(small(Row("A", 0, 99, HERE, HERE, 1, 1)), {"D1": [take(10**12), take(1)]})
    assert failures == []
    assert [row[1] for row in steps(engine, "D1")] == ["UNKNOWN_LOAD", "UNKNOWN_LOAD", "DONE"]
    assert engine.log.rows["load"].tolist() == [-1, -1, -1]
    assert engine.log.foreign_ids == {0: "row 1000000000000", 1: "row 1"}


def test_one_may_look_where_no_map_reaches() -> None:
    looks = ((-89.0, 500.0, None), (float("nan"), LNG, None), (float("inf"), LNG, 2))
    engine, team, failures = run_scripts(small(Row("A", 0, 99, HERE, HERE, 1, 1)), {"D1": [Do(wait(5).action, looks)]})
    assert failures == []
    assert [x.offers.load.tolist() for x in team.listings["D1"]] == [[0], [0], [0]]
    assert steps(engine, "D1")[0] == ("WAIT", "DONE", 0, 3, 5)


# order within a minute


def test_within_a_minute_loads_go_and_come_then_lists_then_decisions_then_claims() -> None:
    """At minute 60 OLD has left and NEW has come. D1 claims NEW at once; D2's list is made before claims are served.

    D2 reads until 61 and asks for a load that is gone. D3's decision, a wait, comes before the claim.
    """
    old, new = Row("OLD", 0, 59, HERE, HERE, 100, 60), Row("NEW", 60, 99, HERE, HERE, 100, 60)
    scripts = {"D1": [wait(60), take(1)], "D2": [wait(60), take(1, (HERE, LNG, None))], "D3": [wait(60), wait(30)]}
    engine, team, _ = run_scripts(small(old, new, drivers="D1 D2 D3"), scripts)
    assert [call for call in team.calls if call[0] in (60, 61)] == [
        (60, "begin", "D1"),
        (60, "begin", "D2"),
        (60, "begin", "D3"),
        (60, "decide", "D1"),
        (60, "decide", "D3"),
        (60, "finish", "D3"),
        (60, "finish", "D1"),
        (61, "decide", "D2"),
        (61, "finish", "D2"),
    ]
    assert team.listings["D2"][0].offers.load.tolist() == [1]
    assert steps(engine, "D1")[1] == ("TAKE_ORDER", "DONE", 60, 0, 60)
    assert steps(engine, "D2")[1] == ("TAKE_ORDER", "CLAIMED_BY_OTHER", 60, 1, 1)


def test_a_truck_that_arrives_looks_in_that_minute() -> None:
    """D1 arrives at minute 11, when the load appears, and has it before D2, who begins to look at minute 12."""
    scripts = {"D1": [move(NEAR, LNG), take(0)], "D2": [wait(12), take(0)]}
    engine, _, _ = run_scripts(small(Row("A", 11, 99, NEAR, FAR, 100, 60), drivers="D1 D2"), scripts)
    assert steps(engine, "D1")[1] == ("TAKE_ORDER", "DONE", 11, 0, 60)
    assert steps(engine, "D2")[1] == ("TAKE_ORDER", "CLAIMED_BY_OTHER", 12, 0, 1)


def test_claims_of_a_minute_are_served_in_the_drawn_order() -> None:
    """Whoever's draw from (seed, minute, driver id) is lowest is first, and has the load."""
    names = ["D1", "D2", "D3", "D4"]
    scenario = small(Row("A", 0, 99, HERE, HERE, 100, 60), drivers=" ".join(names))
    orders = set()
    for seed in range(8):
        for minute in (5, 6):
            engine, _, _ = run_scripts(scenario, {name: [wait(minute), take(0)] for name in names}, seed)
            drawn = sorted(names, key=lambda name: draw(seed, "claim", minute, name))
            assert served(engine, minute) == drawn
            results = {name: steps(engine, name)[1][1] for name in drawn}
            assert results == dict.fromkeys(drawn, "CLAIMED_BY_OTHER") | {drawn[0]: "DONE"}
            orders.add(tuple(drawn))
    assert len(orders) > 8  # the draw does draw


def test_the_files_order_serves_nobody_first() -> None:
    load = Row("A", 0, 99, HERE, HERE, 100, 60)
    scripts = {name: [take(0)] for name in ("D1", "D2", "D3")}
    logs = [
        steps_by_driver(run_scripts(small(load, drivers=" ".join(order)), scripts, seed=3)[0])
        for order in permutations(("D1", "D2", "D3"))
    ]
    assert all(log == logs[0] for log in logs)


def test_one_more_driver_changes_nobody_elses_draw() -> None:
    """D0, D15 and Z claim in the same minute, the first two another load, and come before, between and after."""
    loads = Row("A", 0, 99, HERE, HERE, 100, 60), Row("B", 0, 99, NEAR, HERE, 100, 60)
    scripts = {"D1": [take(0)], "D2": [take(0)], "D0": [take(1)], "D15": [take(1)], "Z": [take(0)]}
    for seed in range(8):
        pair = served(run_scripts(small(*loads, drivers="D1 D2"), scripts, seed)[0], 0)
        for others in ("D0", "D15", "Z", "D0 D15 Z"):
            more = served(run_scripts(small(*loads, drivers=f"D1 D2 {others}"), scripts, seed)[0], 0)
            assert [name for name in more if name in pair] == pair


# failures


class FailsFor(GreedyAnalyst):
    """The greedy analyst, but for one driver from one minute on."""

    def __init__(self, driver_id: str, from_min: int = 0) -> None:
        self._driver_id = driver_id
        self._from_min = from_min

    def analyse(self, seen: Observation, view: CargoView, listings: list[Listing] | tuple[Listing, ...]) -> Options:
        if seen.driver_id == self._driver_id and seen.minute >= self._from_min:
            raise KeyError("no such column")
        return GREEDY.analyst.analyse(seen, view, listings)


def greedy_run(scenario: Scenario, agents: AgentSet = GREEDY) -> tuple[Engine, list[tuple[str, int, str]]]:
    cells, settings = CellIndex(), MemorySettings()
    failures: list[tuple[str, int, str]] = []
    team = AgentTeam(agents, MemoryAgent(settings, len(scenario.drivers), cells))
    engine = Engine(
        scenario,
        team,
        seed=7,
        memory=settings,
        cells=cells,
        report_failure=lambda driver_id, minute, failure: failures.append((driver_id, minute, failure)),
    )
    engine.run()
    return engine, failures


def failing(driver_id: str, from_min: int = 0) -> AgentSet:
    return replace(GREEDY, analyst=FailsFor(driver_id, from_min))  # type: ignore[arg-type]  # narrower than a Sequence


def test_a_driver_whose_analyst_fails_waits_and_the_others_go_on_as_without_it() -> None:
    scenario = busy_scenario(days=1, drivers=3, rules=PRIVATE)
    whole, none = greedy_run(scenario)
    broken, failures = greedy_run(scenario, failing("D001"))
    assert none == []
    before, after = steps_by_driver(whole), steps_by_driver(broken)
    assert (after["D000"], after["D002"]) == (before["D000"], before["D002"])
    assert stops(broken) == dict.fromkeys(before, "HORIZON")

    # The failing driver reads a list, fails, waits an hour, and tries again, 23 times a day.
    mine = steps(broken, "D001")
    assert {(act, result, minutes) for act, result, _, _, minutes in mine} == {("WAIT", "FAILED_STEP", 60)}
    starts = [start for _, _, start, _, _ in mine]
    scans = [scan for _, _, _, scan, _ in mine]
    assert starts == [sum(scans[:i]) + 60 * i for i in range(len(mine))]
    assert len(mine) == len(failures) == 23
    assert failures[0] == ("D001", scans[0], "KeyError: 'no such column'")


def test_how_long_a_failed_driver_waits_is_a_rule() -> None:
    rules = STANDARD.model_copy(update={"failure_wait_min": 500})
    engine, _, failures = run_scripts(small(rules=rules), {"D1": [Do(fails="begin"), Do(fails="decide")]})
    assert failures == [
        ("D1", 0, "RuntimeError: scripted to fail in begin"),
        ("D1", 500, "RuntimeError: scripted to fail in decide"),
    ]
    assert steps(engine, "D1") == [
        ("WAIT", "FAILED_STEP", 0, 0, 500),
        ("WAIT", "FAILED_STEP", 500, 0, 500),
        ("WAIT", "DONE", 1000, 0, 440),
    ]


def test_an_agent_that_answers_nothing_has_failed() -> None:
    engine, _, failures = run_scripts(small(), {"D1": [Do(fails="silence")]})
    assert failures == [("D1", 0, "ValueError: the agents gave no answer")]
    assert steps(engine, "D1") == [("WAIT", "FAILED_STEP", 0, 0, 60), ("WAIT", "DONE", 60, 0, 1380)]


def test_in_the_contest_the_driver_ends_and_its_rows_before_are_kept() -> None:
    """Contest rule 28, as the newer release has it."""
    scenario = busy_scenario(days=1, drivers=3, rules=TIANCHI_R0529)
    whole, _ = greedy_run(scenario)
    broken, failures = greedy_run(scenario, failing("D001", from_min=300))
    assert stops(broken) == {"D000": "HORIZON", "D001": "ERROR", "D002": "HORIZON"}
    before, after = steps_by_driver(whole), steps_by_driver(broken)
    assert (after["D000"], after["D002"]) == (before["D000"], before["D002"])
    assert len(after["D001"]) > 0
    assert before["D001"].startswith(after["D001"])
    assert len(failures) == 1
    assert failures[0][1] >= 300


def test_an_action_that_was_done_stands_though_the_agents_fail_after_it() -> None:
    """The load is his and the truck has moved; what could not be learned is lost."""
    loads = Row("A", 0, 99, NEAR, FAR, 100, 60)
    engine, _, failures = run_scripts(small(loads), {"D1": [replace(take(0), fails="finish"), take(0)]})
    assert failures == [("D1", 0, "RuntimeError: scripted to fail in finish")]
    assert steps(engine, "D1")[:2] == [("TAKE_ORDER", "DONE", 0, 0, 71), ("TAKE_ORDER", "ALREADY_TAKEN", 71, 0, 1)]


# why a month ends


@CONTEST
def test_waiting_no_minute_for_ever_ends(rules: WorldRules) -> None:
    """30 steps in a row without progress: stuck. A minute in between starts the count anew."""
    rules = rules.model_copy(update={"stuck_steps": 30, "max_steps": 500})
    load = Row("A", 0, 9999, HERE, HERE, 1, 1)
    engine, _, _ = run_scripts(small(load, rules=rules), {"D1": [wait(0)] * 1000})
    assert (stops(engine), len(engine.log)) == ({"D1": "STUCK"}, 30)
    engine, _, _ = run_scripts(small(load, rules=rules), {"D1": ([wait(0)] * 29 + [wait(1)]) * 10 + [wait(0)] * 99})
    assert (stops(engine), len(engine.log)) == ({"D1": "STUCK"}, 330)


@CONTEST
def test_steps_are_bounded(rules: WorldRules) -> None:
    rules = rules.model_copy(update={"max_steps": 20})
    engine, _, _ = run_scripts(small(Row("A", 0, 9999, HERE, HERE, 1, 1), rules=rules), {"D1": [wait(0)] * 1000})
    assert (stops(engine), len(engine.log)) == ({"D1": "MAX_STEPS"}, 20)


def test_orders_of_no_minute_are_no_progress_either() -> None:
    """Loads from here to here with no service: each step ends in the minute in which it began."""
    rules = STANDARD.model_copy(update={"stuck_steps": 5})
    loads = [Row(f"L{i}", 0, 99, HERE, HERE, 1, 0) for i in range(9)]
    engine, _, _ = run_scripts(small(*loads, rules=rules), {"D1": [take(i) for i in range(9)]})
    assert (stops(engine), len(engine.log)) == ({"D1": "STUCK"}, 5)


def test_by_the_standard_nothing_takes_no_time() -> None:
    """wait(0) costs a minute: a driver that asks for it all day makes 1,440 steps and is done."""
    engine, _, _ = run_scripts(small(), {"D1": [wait(0)] * 2000})
    assert (stops(engine), len(engine.log)) == ({"D1": "HORIZON"}, 1440)


@pytest.mark.parametrize(
    ("order", "budget", "kept"),
    [
        ("D1 D2 D3", 5, {"D1": 4, "D2": 1, "D3": 0}),
        ("D3 D1 D2", 5, {"D3": 2, "D1": 3, "D2": 0}),
        ("D1 D2 D3", 4, {"D1": 4, "D2": 0, "D3": 0}),
        ("D1 D2 D3", 8, {"D1": 4, "D2": 2, "D3": 2}),
    ],
)
def test_one_budget_of_steps_is_used_up_in_file_order(order: str, budget: int, kept: dict[str, int]) -> None:
    """Contest rule 10, r0509; left alone, D1 has 4 steps, D2 and D3 two each."""
    rules = TIANCHI_R0509.model_copy(update={"max_steps": budget})
    scripts = {"D1": [wait(10)] * 3, "D2": [wait(10)], "D3": [wait(10)]}
    engine, _, _ = run_scripts(small(Row("A", 0, 9999, HERE, HERE, 1, 1), drivers=order, rules=rules), scripts)
    assert {name: len(steps(engine, name)) for name in kept} == kept
    assert stops(engine) == {
        name: "HORIZON" if n == {"D1": 4, "D2": 2, "D3": 2}[name] else "MAX_STEPS" for name, n in kept.items()
    }


def test_each_driver_has_a_budget_of_its_own_in_the_newer_release() -> None:
    rules = TIANCHI_R0529.model_copy(update={"max_steps": 3})
    scripts = {"D1": [wait(10)] * 3, "D2": [wait(10)]}
    engine, _, _ = run_scripts(small(Row("A", 0, 9999, HERE, HERE, 1, 1), drivers="D1 D2", rules=rules), scripts)
    assert {name: len(steps(engine, name)) for name in ("D1", "D2")} == {"D1": 3, "D2": 2}
    assert stops(engine) == {"D1": "MAX_STEPS", "D2": "HORIZON"}


def test_a_step_that_failed_uses_up_no_budget() -> None:
    """Budget 5: D1 has 2 rows and fails; D2 may have 3."""
    rules = TIANCHI_R0509.model_copy(update={"max_steps": 5})
    scripts = {"D1": [wait(10), wait(10), Do(fails="decide")], "D2": [wait(10)] * 9}
    engine, _, _ = run_scripts(small(Row("A", 0, 9999, HERE, HERE, 1, 1), drivers="D1 D2", rules=rules), scripts)
    assert {name: len(steps(engine, name)) for name in ("D1", "D2")} == {"D1": 2, "D2": 3}
    assert stops(engine) == {"D1": "ERROR", "D2": "MAX_STEPS"}


@CONTEST
def test_a_driver_stops_when_no_load_is_left(rules: WorldRules) -> None:
    """Contest rule 9: the last load is removed after 600; D1 begins no step at 640, D2 none after its own take."""
    scripts = {"D1": [wait(600), wait(40), wait(1)], "D2": [take(0), wait(1)]}
    load = Row("A", 0, 600, HERE, NEAR, 100, 60)
    engine, _, _ = run_scripts(small(load, drivers="D1 D2", rules=rules), scripts)
    assert stops(engine) == {"D1": "NO_LOADS", "D2": "NO_LOADS"}
    assert steps(engine, "D1") == [("WAIT", "DONE", 0, 0, 600), ("WAIT", "DONE", 600, 0, 40)]
    assert steps(engine, "D2") == [("TAKE_ORDER", "DONE", 0, 0, 60)]


@CONTEST
def test_without_a_load_nobody_starts(rules: WorldRules) -> None:
    engine, team, _ = run_scripts(small(rules=rules, drivers="D1 D2"), {})
    assert (len(engine.log), team.calls) == (0, [])
    assert stops(engine) == {"D1": "NO_LOADS", "D2": "NO_LOADS"}


@pytest.mark.skipif(not CASES, reason=NO_CASES)
def test_the_official_run_that_exhausts_its_loads() -> None:
    """Case edges-exhaust: E001 stops at 1040 after 3 rows, E002 at 660 after 6 (contest rule 9)."""
    case = next(c for c in CASES if c.name == "edges-exhaust")
    scenario = open_scenario(case.folder, use_cache=False)
    engine, _, _ = run_scripts(scenario, replayed(case))
    log = {driver_id: steps(engine, driver_id) for driver_id in ("E001", "E002")}
    assert {driver_id: len(rows) for driver_id, rows in log.items()} == {"E001": 3, "E002": 6}
    assert {driver_id: sum(rows[-1][2:]) for driver_id, rows in log.items()} == {"E001": 1040, "E002": 660}
    assert stops(engine) == {"E001": "NO_LOADS", "E002": "NO_LOADS"}


# hours


class Hours:
    """Notes the hours it is told, and how many steps it had before each."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []
        self.steps = 0

    def step(self, record: object) -> None:
        self.steps += 1

    def hour(self, minute: int) -> None:
        self.told.append((minute, self.steps))

    def keep_first(self, kept: dict[int, int]) -> None:
        raise AssertionError("nothing is cut here")


def test_a_recorder_hears_of_each_hour_before_anything_of_it_happens() -> None:
    """Steps begin at 0, 59, 60, 185: hour 1 is told at its first event, 60, hours 2 and 3 together at 185."""
    scenario, hours = small(), Hours()
    team = ScriptedTeam(scenario, {"D1": [wait(59), wait(1), wait(125)]})
    Engine(scenario, team, seed=0, memory=MemorySettings(), cells=CellIndex(), recorder=hours).run()
    assert hours.told == [(60, 2), (185, 3), (1440, 4), (1440, 4)]
