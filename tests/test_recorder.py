"""The recorder: whole hours in the database while a run goes on, and what agents saw as they saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest
from small_world import LNG, Row, busy_scenario, make_drivers, make_loads, make_scenario

from agents.protocols import AgentSet
from agents.records import Assessment, Decision, Options, SearchPlan
from agents.rule.greedy import GREEDY, GreedyAnalyst
from dispatch.engine import Engine
from dispatch.record.fact_blob import decode_facts
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import Store, open_store
from dispatch.record.tables import COMPLETED, INTERRUPTED, STARTED
from dispatch.run import build, simulate
from dispatch.run_result import RunResult
from dispatch.seats import StepRecord
from dispatch.settings import RunSettings
from dispatch.show.explain import show_step
from dispatch.show.step_text import relied_on, shown_facts
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.digests.counts import DigestCounts
from memory.facts import FactBlock
from memory.observed import Act, Action, Listing, Observation, Result
from memory.settings import MemorySettings
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView
from scenarios.cells import CellIndex
from scenarios.records import Scenario
from scenarios.rules import STANDARD


class KeepsFacts(RunRecorder):
    """A recorder that also keeps each step's facts for comparison."""

    blocks: list[FactBlock | None]

    def step(self, record: StepRecord) -> None:
        self.blocks.append(self._facts)
        super().step(record)


def recorded(store: Store, scenario: Scenario, run_id: str = "r", agents: str = "rule") -> tuple[KeepsFacts, RunResult]:
    settings = RunSettings(scenario=scenario.name, agents=agents, seed=7)
    recorder = KeepsFacts(store, run_id, scenario, settings)
    recorder.blocks = []
    _, result = simulate(scenario, settings, run_id=run_id, recorder=recorder, report_failure=recorder.failed)
    return recorder, result


def record_with(agents: AgentSet, store: Store, scenario: Scenario, run_id: str = "r") -> Engine:
    """A finished run of an agent set that the command line does not know."""
    settings = RunSettings(scenario=scenario.name)
    cells, memory = CellIndex(), MemorySettings()
    recorder = RunRecorder(store, run_id, scenario, settings)
    team = AgentTeam(agents, MemoryAgent(memory, len(scenario.drivers), cells), recorder)
    engine = Engine(
        scenario, team, seed=0, memory=memory, cells=cells, recorder=recorder, report_failure=recorder.failed
    )
    recorder.follow(engine.log, DigestCounts())
    engine.run()
    return engine


def test_a_run_is_started_then_completed(tmp_path: Path) -> None:
    scenario = busy_scenario(days=1, drivers=2)
    settings = RunSettings(scenario="busy", agents="greedy", seed=7)
    with open_store(tmp_path / "runs.db") as store:
        recorder = RunRecorder(store, "r", scenario, settings)
        run = store.run("r")
        assert (run.status, run.scenario, run.seed, run.days, run.drivers) == (STARTED, "busy", "7", 1, 2)
        assert run.settings["memory"]["mode"] == "rule"
        assert run.rules == STANDARD.model_dump(mode="json")

        _, result = simulate(scenario, settings, run_id="r", recorder=recorder)
        assert store.run("r").status == STARTED
        recorder.completed(result)
        run = store.run("r")
        assert (run.status, run.digest) == (COMPLETED, result.digest)
        assert run.totals == result.model_dump(mode="json")
        assert run.ended_at is not None
        assert run.ended_at >= run.started_at


def test_the_record_holds_the_step_log(tmp_path: Path) -> None:
    scenario = busy_scenario(days=2, drivers=3)
    settings = RunSettings(scenario="busy", seed=7)
    with open_store(tmp_path / "runs.db") as store:
        recorder = RunRecorder(store, "r", scenario, settings)
        engine, _ = simulate(scenario, settings, run_id="r", recorder=recorder)
        rows, load_ids = store.log_rows("r")
        seqs = [step.seq for driver in engine.driver_ids for step in store.steps("r", driver)]

    assert len(rows) > 50
    assert rows.tobytes() == engine.log.rows.tobytes()
    assert load_ids == [scenario.loads.ids[row] if row >= 0 else "" for row in rows["load"].tolist()]
    assert sorted(seqs) == list(range(len(rows)))


def test_every_hour_is_committed_before_the_next_begins(tmp_path: Path) -> None:
    scenario = busy_scenario(days=1, drivers=4)
    settings = RunSettings(scenario="busy", agents="greedy")
    path = tmp_path / "runs.db"
    hours: list[int] = []
    with open_store(path) as store, open_store(path, create=False) as reader:
        recorder = RunRecorder(store, "r", scenario, settings)

        def look(minute: int) -> None:
            rows, _ = reader.log_rows("r")
            log = engine.log.rows
            # Whatever the loop has logged, another process can read; and of the hour that begins, nothing is logged.
            assert rows.tobytes() == log.tobytes()
            if minute < scenario.horizon_min:  # the last call comes at the end, in the middle of an hour
                assert (log["start_min"] + log["scan_min"] < minute // 60 * 60).all()
            hours.append(minute // 60)

        engine = build(scenario, settings, recorder=recorder, on_hour=look).engine
        engine.run()
    assert len(hours) > 12


def test_facts_come_back_as_memory_made_them(tmp_path: Path) -> None:
    scenario = busy_scenario(days=1, drivers=2)
    with open_store(tmp_path / "runs.db") as store:
        recorder, result = recorded(store, scenario)
        steps = [store.step("r", s.driver_id, s.step) for d in ("D000", "D001") for s in store.steps("r", d)]
    assert len(steps) == result.steps == len(recorder.blocks)
    for step in steps:
        block, made = decode_facts(step.facts), recorder.blocks[step.seq]
        assert block is not None
        assert made is not None
        assert (block.first_id, block.driver) == (made.first_id, made.driver) == (step.first_fact, step.driver)
        assert block.rows.tobytes() == made.rows.tobytes()
        assert step.fact_count == len(made)
        assert [fact for fact, _ in block.listed] == [fact for fact, _ in made.listed]
        for (_, loads), (_, listed) in zip(block.listed, made.listed, strict=True):
            assert loads.tolist() == listed.tolist()


def test_a_view_is_recorded_as_the_agent_saw_it_and_not_as_it_was_afterwards(tmp_path: Path) -> None:
    """Memory changes views' figures in place when it learns from the step; the record must not show that."""
    # One driver at the pickup of A (60 min, 300 yuan), which ends at the pickup of B (60 min, 200 yuan).
    loads = make_loads([Row("A", 0, 1400, 23.0, 23.09, 300, 60), Row("B", 0, 1400, 23.09, 23.0, 200, 60)])
    scenario = make_scenario(loads, make_drivers([("D1", 23.0)]))
    with open_store(tmp_path / "runs.db") as store:
        recorded(store, scenario, agents="greedy")
        first, second, third = (orjson.loads(store.step("r", "D1", n).detail) for n in (1, 2, 3))

    # Step 1 saw an empty memory; it read 2 loads in 1 minute and took A, the better by far.
    assert first["saw"]["search"] == {"bucket": 0, "cells": 0, "best": [], "barren": [], "plan": ""}
    assert first["saw"]["preference"]["takes"] == 0
    assert first["saw"]["decision"]["recent"] == []
    assert first["lists"] == [[0, 1, 23.0, LNG, 100, 2]]
    assert (first["said"]["cargo"]["seen"], first["said"]["cargo"]["feasible"]) == (2, 2)
    # A nets 300 yuan less 10.0075 km at 1.5 yuan = 28,498.9 fen, in 60 min from minute 1.
    name, net, minutes, value, penalty, _ = first["said"]["cargo"]["best"][0]
    assert (name, round(net, 1), minutes, value, penalty) == ("A", 28498.9, 60, 0.0, 0.0)
    assert (first["said"]["decision"]["act"], first["said"]["decision"]["load"]) == (Act.TAKE_ORDER, "A")
    assert first["fact_loads"] == ["", "A", "B", "A", "A"]  # listed, two seen, taken, completed

    # Step 2 saw what step 1 left: one order today, one action, and the search of step 1 (fact 0).
    assert second["saw"]["preference"]["takes"] == 1
    assert second["saw"]["decision"]["recent"] == [[1, Act.TAKE_ORDER, Result.DONE, "A", 60, 3]]
    assert second["saw"]["cargo"]["dearest"][0][:3] == ["B", 20000, 0]
    assert third["saw"]["preference"]["takes"] == 2


def test_no_agent_is_shown_a_fact_of_its_own_step_or_later(tmp_path: Path) -> None:
    with open_store(tmp_path / "runs.db") as store:
        recorded(store, busy_scenario(days=2, drivers=2))
        mentioned = 0
        for s in store.steps("r", "D000"):
            step = store.step("r", "D000", s.step)
            detail = orjson.loads(step.detail)
            assert "fault" not in detail
            for agent in ("search", "cargo", "preference", "decision"):
                facts = shown_facts(detail, agent) + relied_on(detail, agent)
                assert all(fact < step.first_fact for fact in facts)
                mentioned += len(facts)
    assert mentioned > 100


def test_the_option_that_was_taken_is_always_kept(tmp_path: Path) -> None:
    class TakesTheWorst:
        def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
            if not len(options):
                return Decision(Action(Act.WAIT, minutes=30))
            return Decision(Action(Act.TAKE_ORDER, load=int(options.offers.load[np.argmin(options.net_fen)])))

    # Eight loads in one place, 100 to 170 yuan: five are kept for their worth, and the 100 yuan for being taken.
    loads = make_loads([Row(f"L{yuan}", 0, 60, 23.0, 23.09, yuan, 60) for yuan in range(100, 180, 10)])
    with open_store(tmp_path / "runs.db") as store:
        record_with(
            replace(GREEDY, decision=TakesTheWorst()), store, make_scenario(loads, make_drivers([("D1", 23.0)]))
        )
        best = orjson.loads(store.step("r", "D1", 1).detail)["said"]["cargo"]["best"]
    assert [option[0] for option in best] == ["L170", "L160", "L150", "L140", "L130", "L100"]


def test_a_driver_whose_agents_fail_has_the_failure_on_record(tmp_path: Path) -> None:
    class FailsAfterNoon(GreedyAnalyst):
        def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
            if seen.driver_id == "D000" and seen.minute > 720:
                raise RuntimeError("half a character \ud83d and a NUL \0")
            return GREEDY.analyst.analyse(seen, view, listings)

    with open_store(tmp_path / "runs.db") as store:
        engine = record_with(replace(GREEDY, analyst=FailsAfterNoon()), store, busy_scenario(days=1, drivers=2))
        rows, _ = store.log_rows("r")
        failures, steps = store.failures("r"), store.steps("r", "D000")
        failed = [step for step in steps if step.failure]
        detail = orjson.loads(store.step("r", "D000", failed[0].step).detail)

    error = r"RuntimeError: half a character \ud83d and a NUL \x00"
    assert rows.tobytes() == engine.log.rows.tobytes()
    assert {(f.driver_id, f.error) for f in failures} == {("D000", error)}
    assert [f.number for f in failures] == list(range(1, len(failures) + 1))
    assert {step.failure for step in failed} == {error}
    assert all(step.result == Result.FAILED_STEP and step.start_min + step.scan_min > 720 for step in failed)
    assert (failed[0].first_fact, failed[0].fact_count) == (-1, 0)
    assert detail["said"].keys() == {"search"}
    assert len(detail["lists"]) == 1


def test_words_that_no_database_takes_are_spelled_out(tmp_path: Path) -> None:
    class Mutters:
        def search(self, seen: Observation, view: SearchView) -> SearchPlan:
            return SearchPlan(why="\ud800 nowhere")

        def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
            return Decision(Action(Act.WAIT, minutes=720), why="等\0", plan="\udfff")

    class WeighsNothing(GreedyAnalyst):
        def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
            return GREEDY.analyst.analyse(seen, view, [nothing])

    mutters = Mutters()
    agents = replace(GREEDY, search=mutters, analyst=WeighsNothing(), decision=mutters)
    scenario = busy_scenario(days=1, drivers=1)
    nothing = _empty_listing(scenario)
    with open_store(tmp_path / "runs.db") as store:
        record_with(agents, store, scenario)
        step = store.step("r", "D000", 1)
    assert (step.why, step.plan) == ("等\\x00", r"\udfff")
    assert orjson.loads(step.detail)["said"]["search"]["why"] == r"\ud800 nowhere"


def _empty_listing(scenario: Scenario) -> Listing:
    from dispatch.world import World

    return World(scenario.model_copy(update={"loads": make_loads([])}), CellIndex()).query(0, 23.0, LNG)


def test_an_answer_that_cannot_be_recorded_changes_nothing_of_the_run(tmp_path: Path) -> None:
    class Miscounts:
        def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment:
            return Assessment(np.zeros(len(options) + 2))  # nobody but the recorder looks at it where nothing is listed

    scenario = make_scenario(make_loads([]), make_drivers([("D1", 23.0)]))
    with open_store(tmp_path / "runs.db") as store:
        engine = record_with(replace(GREEDY, preference=Miscounts()), store, scenario)
        view = show_step(store, "r", "D1", 1)
    assert set(engine.log.rows["result"].tolist()) == {Result.DONE}
    assert view.lines()[1].startswith("what the agents saw and said could not be recorded (ValueError: operands")
    assert view.learned


def test_a_step_budget_for_the_whole_run_cuts_the_record_too(tmp_path: Path) -> None:
    rules = STANDARD.model_copy(update={"pool": "private", "max_steps": 30, "max_steps_scope": "run"})
    scenario = busy_scenario(days=2, drivers=3, rules=rules)
    settings = RunSettings(scenario="busy", agents="greedy")
    with open_store(tmp_path / "runs.db") as store:
        recorder = RunRecorder(store, "r", scenario, settings)
        engine, result = simulate(scenario, settings, run_id="r", recorder=recorder)
        rows, _ = store.log_rows("r")
    assert result.steps == 30
    assert rows.tobytes() == engine.log.rows.tobytes()


def test_an_interrupted_run_keeps_whole_hours_only(tmp_path: Path) -> None:
    scenario = busy_scenario(days=1, drivers=8)
    settings = RunSettings(scenario="busy", agents="greedy")

    class StopsAtTwenty(RunRecorder):
        def step(self, record: StepRecord) -> None:
            super().step(record)
            if record.row == 20:
                raise KeyboardInterrupt

    with open_store(tmp_path / "runs.db") as store:
        recorder = StopsAtTwenty(store, "r", scenario, settings)
        engine = build(scenario, settings, recorder=recorder).engine
        with pytest.raises(KeyboardInterrupt):
            engine.run()
        recorder.interrupted()
        rows, _ = store.log_rows("r")
        run = store.run("r")
    decided = engine.log.rows["start_min"] + engine.log.rows["scan_min"]
    whole = int(np.count_nonzero(decided < decided[20] // 60 * 60))
    assert (run.status, run.digest, run.totals) == (INTERRUPTED, None, None)
    assert len(rows) == whole < 20
    assert rows.tobytes() == engine.log.rows[:whole].tobytes()
