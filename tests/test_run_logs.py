"""Runs of ours leave official action logs that the official checks accept and pay alike."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from contest_cases import CASES, NO_CASES, Case

from agents.records import Decision, SearchPlan
from dispatch.action_logs.files import read_logs
from dispatch.action_logs.of_run import write_run_logs
from dispatch.engine import Engine
from dispatch.run import simulate
from dispatch.score.official_result import score_rows
from dispatch.score.score import score_logs
from dispatch.settings import RunSettings
from memory.observed import Act, Action, Listing, Observation, Outcome
from memory.settings import MemorySettings
from scenarios.cells import CellIndex
from scenarios.open import open_scenario

STAMP = "20260301_120000"


@pytest.mark.parametrize("agents", ["rule", "greedy"])
@pytest.mark.parametrize("rules", ["standard", "tianchi-r0509", "tianchi-r0529"])
def test_logs_of_a_run_are_valid_and_earn_what_the_run_says(rules: str, agents: str, tmp_path: Path) -> None:
    scenario = open_scenario("tiny", rules=rules)
    engine, result = simulate(scenario, RunSettings(scenario="tiny", agents=agents))
    paths = write_run_logs(tmp_path, engine, STAMP)
    assert [path.name for path in paths] == [f"actions_202603_{who}_{STAMP}.jsonl" for who in ("D001", "D002")]
    logs = read_logs(tmp_path, scenario.start)
    assert sum(len(rows) for rows in logs.values()) == result.steps
    for driver, figures in zip(scenario.drivers, result.drivers, strict=True):
        score = score_rows(logs[driver.driver_id], driver, scenario.loads, scenario.rules, scenario.days)
        assert score.error is None
        assert (score.gross_yuan, score.net_yuan) == (figures.gross_yuan, figures.net_yuan)
        assert score.distance_km == pytest.approx(sum(figures.km.values()), abs=0.05)


def test_a_summary_stands_beside_the_logs_in_the_official_form(tmp_path: Path) -> None:
    scenario = open_scenario("tiny", rules="tianchi-r0529")
    engine, result = simulate(scenario, RunSettings(scenario="tiny", seed=7))
    write_run_logs(tmp_path, engine, STAMP, seed=7, wall_s=1.234)
    steps = {driver.driver: driver.steps for driver in result.drivers}
    assert json.loads((tmp_path / "run_summary_202603.json").read_text(encoding="utf-8")) == {
        "month": "2026-03",
        "simulate_time_seconds": 1.23,
        "simulation_duration_days": 1,
        "completed_steps": result.steps,
        "driver_completed_steps": steps,
        "scenario": "tiny",
        "rules": "tianchi-r0529",
        "seed": 7,
    }
    report = score_logs(tmp_path, scenario)
    assert report.agrees
    assert report.result["simulate_time_seconds"] == 1.23


def test_an_empty_log_is_whole_if_the_summary_says_so(tmp_path: Path) -> None:
    """Under the older release one budget of steps is used up in file order: D001 uses up all five."""
    scenario = open_scenario("tiny", rules="tianchi-r0509")
    few = scenario.model_copy(update={"rules": scenario.rules.model_copy(update={"max_steps": 5})})
    engine, result = simulate(few, RunSettings(scenario="tiny"))
    assert [driver.steps for driver in result.drivers] == [5, 0]
    write_run_logs(tmp_path, engine, STAMP)
    assert score_logs(tmp_path, few).missing == []
    (tmp_path / "run_summary_202603.json").unlink()
    report = score_logs(tmp_path, few)
    assert (report.missing, report.agrees, report.warnings) == (["D002"], False, [])


@pytest.mark.parametrize("text", ["[]", "{", '{"driver_completed_steps": {"D001": "many"}}', '{"seed": 1.5}'])
def test_a_summary_that_cannot_be_read_is_told_and_passed_over(text: str, tmp_path: Path) -> None:
    scenario = open_scenario("tiny")
    engine, _ = simulate(scenario, RunSettings(scenario="tiny"))
    write_run_logs(tmp_path, engine, STAMP)
    (tmp_path / "run_summary_202603.json").write_text(text)
    report = score_logs(tmp_path, scenario)
    assert report.agrees
    (told,) = report.warnings
    assert re.match(r"run_summary_202603\.json, .* is no part of a run's summary; mend it, or take it away\.", told)


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_official_summaries_fit_their_logs(case: Case) -> None:
    report = score_logs(case.folder, open_scenario(case.folder, use_cache=False))
    assert (report.missing, report.warnings, report.agrees) == ([], [], not report.result["summary"]["failed_drivers"])
    assert report.result["simulate_time_seconds"] == case.official["simulate_time_seconds"]


class _Script:
    """A team that does the given actions in turn, and waits the month out after them."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = list(actions)
        self.outcomes: list[Outcome] = []

    def begin(self, seen: Observation) -> SearchPlan:
        return SearchPlan()

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        wait = Action(Act.WAIT, minutes=seen.horizon_min - seen.minute)
        return Decision(self._actions.pop(0) if self._actions else wait)

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def test_each_kind_of_step_is_logged_as_it_happened(tmp_path: Path) -> None:
    """A move of 0.09 degrees of latitude (10.0075 km, 11 minutes), a load that is nowhere, a wait."""
    scenario = open_scenario("tiny", drivers=1)
    (driver,) = scenario.drivers
    north = Action(Act.REPOSITION, lat=driver.lat + 0.09, lng=driver.lng)
    team = _Script([north, Action(Act.TAKE_ORDER, load_id="no-such-load"), Action(Act.WAIT, minutes=30)])
    engine = Engine(scenario, team, seed=0, memory=MemorySettings(), cells=CellIndex(6))
    engine.run()
    write_run_logs(tmp_path, engine, STAMP)
    rows = read_logs(tmp_path, scenario.start)[driver.driver_id]
    assert [(row.name, row.exec_min, row.end_min) for row in rows] == [
        ("reposition", 11, 11),
        ("take_order", 1, 12),
        ("wait", 30, 42),
        ("wait", 1440 - 42, 1440),
    ]
    assert rows[0].params == {"latitude": north.lat, "longitude": north.lng}
    assert rows[0].distance_km == 10.01
    assert (rows[1].accepted, rows[1].load_id) == (False, "no-such-load")
    assert rows[1].reason == "load_not_on_board: no-such-load"
