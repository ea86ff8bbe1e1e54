"""A run that was broken off anywhere goes on to the end that it would have had: same steps, same facts, same digest."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from small_world import busy_scenario

from dispatch.failures import Failures
from dispatch.record.errors import StoreError, TakenError
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import DifferenceError
from dispatch.record.store import open_store
from dispatch.replay.read_back import recorded_part, settings_of
from dispatch.replay.resume import check_program
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.session import simulate_recorded
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.records import Scenario

RUN = "r"
DAYS, DRIVERS = 2, 4
KINDS: list[tuple[str, Literal["none", "rule", "digest", "full"]]] = [
    ("greedy", "none"),
    ("rule", "none"),
    ("rule", "rule"),
    ("rule", "digest"),
    ("rule", "full"),
]
POINTS = 10
"""Kill points of each kind: 50 in all."""

Steps = list[tuple[Any, ...]]


def the_scenario() -> Scenario:
    return busy_scenario(DAYS, DRIVERS)


def settings(agents: str, mode: Literal["none", "rule", "digest", "full"], **more: Any) -> RunSettings:
    # Thresholds so low that digests are made within two days.
    memory = MemorySettings(mode=mode, digest_loads=20, digest_searches=5, digest_actions=5)
    return RunSettings(scenario="busy", seed=7, agents=agents, memory=memory, **more)


def record(path: Path, asked: RunSettings) -> RunResult:
    """The whole run, recorded."""
    scenario = the_scenario()
    with open_store(path) as store:
        recorder = RunRecorder(store, RUN, scenario, asked)
        _, result = simulate(scenario, asked, run_id=RUN, recorder=recorder, report_failure=recorder.failed)
        recorder.completed(result)
    return result


def go_on(path: Path) -> tuple[RunResult, int | None]:
    """What `dispatch resume` does, with a scenario that is in no library."""
    scenario = the_scenario()
    with open_store(path) as store:
        asked = settings_of(store, store.run(RUN))
        recording, torn = recorded_part(store, RUN, scenario)
        recorder = RunRecorder(store, RUN, scenario, asked, recording=recording)
        _, result = simulate(
            scenario, asked, run_id=RUN, recorder=recorder, report_failure=recorder.failed, recording=recording
        )
        recorder.completed(result)
    return result, torn


def stored(path: Path) -> dict[str, Steps]:
    """All that the record holds of a run's steps, failures and digests, bytes included."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            "steps": connection.execute("SELECT * FROM step ORDER BY seq").fetchall(),
            "failures": connection.execute("SELECT * FROM failure ORDER BY number").fetchall(),
            "digests": connection.execute("SELECT * FROM memory_digest ORDER BY driver_id, store, number").fetchall(),
        }


def spoil(path: Path, *statements: str) -> None:
    """A copy of a record as a process that was killed leaves it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE run SET status = 'started', ended_at = NULL, digest = NULL, totals = NULL")
        for statement in statements:
            connection.execute(statement)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Any], tuple[Path, RunResult]]:
    """The uninterrupted run of each kind, made once."""
    folder = tmp_path_factory.mktemp("whole")
    made: dict[tuple[str, str], tuple[Path, RunResult]] = {}

    def of(agents: str, mode: Any) -> tuple[Path, RunResult]:
        if (agents, mode) not in made:
            path = folder / f"{agents}-{mode}.db"
            made[agents, mode] = path, record(path, settings(agents, mode))
        return made[agents, mode]

    return of


@pytest.mark.parametrize("point", range(POINTS))
@pytest.mark.parametrize(("agents", "mode"), KINDS)
def test_from_any_hour_a_run_goes_on_to_the_same_end(
    agents: str, mode: Any, point: int, whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path
) -> None:
    path, result = whole(agents, mode)
    before = stored(path)
    # A process is killed in some minute; what it had committed are the steps of the hours before.
    hour = random.Random(f"{agents} {mode} {point}").randrange(DAYS * 24 + 1)
    copy = Path(shutil.copy(path, tmp_path))
    spoil(copy, f"DELETE FROM step WHERE start_min + scan_min >= {60 * hour}")
    assert len(stored(copy)["steps"]) < len(before["steps"]) or hour == DAYS * 24

    resumed, torn = go_on(copy)
    assert (resumed.digest, torn) == (result.digest, None)
    assert resumed.total == result.total
    assert stored(copy) == before
    assert bool(before["digests"]) is (mode == "digest")


@pytest.mark.parametrize("point", range(8))
def test_a_torn_record_is_cut_to_its_last_whole_hour(
    point: int, whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path
) -> None:
    path, result = whole("rule", "rule")
    before = stored(path)
    rng = random.Random(point)
    seq = rng.randrange(len(before["steps"]) - 1)
    copy = Path(shutil.copy(path, tmp_path))
    spoil(copy, rng.choice([f"DELETE FROM step WHERE seq = {seq}", f"UPDATE step SET detail = '{{' WHERE seq = {seq}"]))
    resumed, torn = go_on(copy)
    assert torn is not None
    assert torn % 60 == 0
    assert resumed.digest == result.digest
    assert stored(copy) == before


def test_a_step_limit_that_had_cut_steps_cuts_them_again(tmp_path: Path) -> None:
    """Killed between the cut and the run's end: the record has gaps where steps were taken away."""
    rules = the_scenario().rules.model_copy(update={"pool": "private", "max_steps": 40, "max_steps_scope": "run"})
    scenario = the_scenario().model_copy(update={"rules": rules})
    asked = settings("greedy", "none")
    path = tmp_path / "runs.db"
    with open_store(path) as store:
        recorder = RunRecorder(store, RUN, scenario, asked)
        _, result = simulate(scenario, asked, run_id=RUN, recorder=recorder)
        recorder.completed(result)
    before = stored(path)
    assert len(before["steps"]) == 40
    spoil(path)
    with open_store(path) as store:
        recording, _ = recorded_part(store, RUN, scenario)
        recorder = RunRecorder(store, RUN, scenario, asked, recording=recording)
        _, again = simulate(scenario, asked, run_id=RUN, recorder=recorder, recording=recording)
    assert again.digest == result.digest
    assert stored(path) == before


def test_counted_tokens_are_those_of_the_uninterrupted_run(tmp_path: Path) -> None:
    asked = settings("rule", "digest", count_tokens=True)
    path = tmp_path / "runs.db"
    result = record(path, asked)
    spoil(path, "DELETE FROM step WHERE start_min + scan_min >= 1200")
    resumed, _ = go_on(path)
    assert resumed.tokens == result.tokens
    assert resumed.tokens["view"]["search"] > 0


def test_recorded_steps_ask_no_agent(whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path) -> None:
    """The record says that rule agents made it; greedy ones would do otherwise, and are not asked before the cut."""
    path, result = whole("rule", "rule")
    scenario = the_scenario()
    with open_store(Path(shutil.copy(path, tmp_path))) as store:
        recording, _ = recorded_part(store, RUN, scenario)
    engine, _ = simulate(scenario, settings("greedy", "rule"), recording=recording)
    assert engine.log.digest(engine.driver_ids, scenario.loads.ids) == result.digest
    assert simulate(scenario, settings("greedy", "rule"))[1].digest != result.digest


def test_a_recorded_step_that_comes_out_otherwise_is_named(
    whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path
) -> None:
    path, _ = whole("rule", "rule")
    copy = Path(shutil.copy(path, tmp_path))
    spoil(copy, "UPDATE step SET exec_min = exec_min + 1 WHERE driver_id = 'D001' AND step = 2")
    with pytest.raises(DifferenceError, match=r"run r, driver D001, step 2: exec_min is \d+ in the record and \d+ now"):
        go_on(copy)


def test_of_two_that_go_on_with_one_run_the_slower_leaves_it_alone(
    whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path
) -> None:
    path, result = whole("rule", "rule")
    copy = Path(shutil.copy(path, tmp_path))
    spoil(copy, f"DELETE FROM step WHERE start_min + scan_min >= {60 * 12}")
    scenario, ends = the_scenario(), list[str]()

    def other_is_faster(minute: int) -> None:
        if not ends and minute >= 60 * 10:
            ends.append(go_on(copy)[0].digest)

    with open_store(copy) as store:
        recording, _ = recorded_part(store, RUN, scenario)
        asked = settings("rule", "rule")
        recorder = RunRecorder(store, RUN, scenario, asked, recording=recording)
        with pytest.raises(TakenError, match="run 'r' is being recorded by another program at the same time; leave it"):
            simulate_recorded(recorder, scenario, asked, Failures(), other_is_faster, None, recording)
        run = store.run(RUN)
    assert ends == [result.digest]
    assert (run.status, run.digest) == ("completed", result.digest)
    assert stored(copy) == stored(path)


def test_another_program_and_other_settings_are_refused(
    whole: Callable[[str, Any], tuple[Path, RunResult]], tmp_path: Path
) -> None:
    path, _ = whole("rule", "rule")
    copy = Path(shutil.copy(path, tmp_path))
    spoil(copy, "UPDATE run SET settings = json_set(settings, '$.memory.mode', 'dreams')")
    with open_store(copy) as store:
        run = store.run(RUN)
        with pytest.raises(StoreError, match=r"made by version \S+ of this program, and this is 99\.0; go on with"):
            check_program(store, run, "99.0")
        with pytest.raises(StoreError, match=r"has the setting memory\.mode = 'dreams', which this program does not"):
            settings_of(store, run)
