"""Recorded steps taken again: also those in which agents failed, before or after a plan, or moved to nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from small_world import busy_scenario

from agents.protocols import AgentSet
from agents.records import Assessment, Decision, Options, SearchPlan
from agents.rule.rule_set import RULE
from dispatch.engine import Engine
from dispatch.record.parts import copy_until
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import RecordedStep, Recording, StoredStep, recording_of, torn_from
from dispatch.record.store import open_store
from dispatch.replayed_team import ReplayedTeam
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Act, Action, Listing, Observation, Result
from memory.settings import MemorySettings
from memory.views.records import CargoView, DecisionView, SearchView
from scenarios.cells import CellIndex
from scenarios.records import Scenario


def hour(seen: Observation) -> int:
    return seen.minute // 60


@dataclass(frozen=True)
class Stumbling:
    """The rule agents' search, analysis and decision, each failing or odd at some hours; counts what it is asked."""

    asked: list[int]

    def search(self, seen: Observation, view: SearchView) -> SearchPlan:
        self.asked.append(seen.minute)
        if hour(seen) % 6 == 2:
            raise KeyError("no idea")
        return RULE.search.search(seen, view)

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        if hour(seen) % 6 == 3:
            raise ValueError("a list: too long")
        return RULE.analyst.analyse(seen, view, listings)

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        return RULE.analyst.judge(seen, view, options)

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
        if hour(seen) % 6 == 4:
            return Decision(Action(Act.REPOSITION, lat=float("inf"), lng=0.0), "off the map")
        if hour(seen) % 6 == 5:
            return Decision(Action(Act.TAKE_ORDER, load_id="no such load"), "a dream", plan="sleep on")
        return RULE.decision.decide(seen, view, options, assessment)


def run(
    scenario: Scenario, asked: list[int], path: Path, recording: Recording | None = None, *, run_id: str = "r"
) -> Engine:
    settings = RunSettings(scenario="busy", seed=7)
    cells, agents = CellIndex(settings.memory.resolution), Stumbling(asked)
    memory = MemoryAgent(settings.memory, len(scenario.drivers), cells)
    with open_store(path) as store:
        recorder = RunRecorder(store, run_id, scenario, settings, recording=recording)
        team = AgentTeam(AgentSet("stumbling", agents, agents, RULE.preference, agents), memory, recorder)
        engine = Engine(
            scenario,
            team if recording is None else ReplayedTeam(recording, team, memory),
            seed=7,
            memory=MemorySettings(),
            cells=cells,
            recorder=recorder,
            report_failure=recorder.failed,
        )
        recorder.follow(engine.log, memory.digest_counts)
        engine.run()
    return engine


def test_failed_and_odd_steps_are_taken_again_as_they_were(tmp_path: Path) -> None:
    scenario, path, asked = busy_scenario(2, 4), tmp_path / "runs.db", list[int]()
    first = run(scenario, asked, path)
    results = set(first.log.rows["result"].tolist())
    assert {Result.FAILED_STEP, Result.BAD_TARGET, Result.UNKNOWN_LOAD, Result.DONE} <= results
    with open_store(path) as store:
        errors = [f.error for f in store.failures("r")]
        steps = store.stored_steps("r")
        assert {"KeyError: 'no idea'", "ValueError: a list: too long"} <= set(errors)
        recording = recording_of(steps, scenario.loads.row_of, len(errors))

    asked_again: list[int] = []
    again = run(scenario, asked_again, path, recording)
    assert asked_again == []
    assert again.log.rows.tobytes() == first.log.rows.tobytes()
    with open_store(path) as store:
        assert [f.error for f in store.failures("r")] == errors
        assert store.stored_steps("r") == steps


def test_a_copy_of_the_first_day_goes_on_live(tmp_path: Path) -> None:
    """What a fork does: another run gets the first steps, and agents decide from there."""
    scenario, path, asked = busy_scenario(2, 4), tmp_path / "runs.db", list[int]()
    first = run(scenario, asked, path)
    with open_store(path) as store:
        RunRecorder(store, "fork", scenario, RunSettings(scenario="busy", seed=7))
        copy_until(store, "r", "fork", 1440)
        failures = len(store.failures("fork"))
        assert 0 < failures < len(store.failures("r"))
        recording = recording_of(store.stored_steps("fork"), scenario.loads.row_of, failures)
    asked_again: list[int] = []
    again = run(scenario, asked_again, path, recording, run_id="fork")
    # The live agents are asked for the steps that were not closed before minute 1440, and for no other.
    assert len(recording) > 0
    assert len(asked_again) == len(asked) - len(recording)
    assert again.log.rows.tobytes() == first.log.rows.tobytes()
    with open_store(path) as store:
        assert store.stored_steps("fork") == store.stored_steps("r")
        assert len(store.failures("fork")) == len(store.failures("r"))


def stored_step(seq: int, start_min: int, detail: bytes = b"{}") -> StoredStep:
    row = (0, seq + 1, start_min, 10, 30, *[0] * 18)
    return StoredStep(seq, row, "", "", detail)


@pytest.mark.parametrize(
    ("steps", "torn"),
    [
        ([], None),
        ([stored_step(0, 0), stored_step(1, 40)], None),
        # Step 1 is missing; step 0 was closed at minute 10 + 65 = 75, so hour 1 is in doubt.
        ([stored_step(0, 65), stored_step(2, 200)], 60),
        # The first is missing: nothing is sure.
        ([stored_step(1, 65)], 0),
        # Step 1, closed at minute 130, cannot be read.
        ([stored_step(0, 65), stored_step(1, 120, b"{")], 120),
    ],
)
def test_where_a_record_is_torn(steps: list[StoredStep], torn: int | None) -> None:
    assert torn_from(steps) == torn


def test_a_step_whose_detail_tells_too_little_is_left_to_the_live_agents() -> None:
    odd = stored_step(0, 0, b'{"fault":"IndexError: 9"}')
    recording = recording_of([odd], {})
    assert (len(recording), dict(recording.steps)) == (1, {})
    failed = replace(odd, row=(*odd.row[:6], int(Result.FAILED_STEP), *odd.row[7:]), failure="E: x", detail=b"{}")
    assert dict(recording_of([failed], {}).steps) == {(0, 1): RecordedStep(None, None, "E: x")}
