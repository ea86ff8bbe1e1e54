"""Runs of ours leave official action logs that the official checks accept and pay alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.records import Decision, SearchPlan
from dispatch.engine import Engine
from dispatch.log_files import read_logs
from dispatch.official_result import score_rows
from dispatch.run import RunSettings, simulate
from dispatch.run_logs import write_run_logs
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
        score = score_rows(logs[driver.driver_id], driver, scenario.load_table, scenario.rules, scenario.days)
        assert score.error is None
        assert (score.gross_yuan, score.net_yuan) == (figures.gross_yuan, figures.net_yuan)
        assert score.distance_km == pytest.approx(sum(figures.km.values()), abs=0.05)


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
