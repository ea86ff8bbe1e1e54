"""A run that is killed leaves a database that opens, with all its committed hours whole, and goes on to its end."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from small_world import busy_scenario

from dispatch.engine import Engine
from dispatch.record.fact_blob import decode_facts
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.record.tables import STARTED
from dispatch.replay.read_back import recorded_part
from dispatch.run import simulate
from dispatch.settings import RunSettings

TESTS = Path(__file__).parent


SETTINGS = RunSettings(scenario="busy", agents="greedy", seed=7)


def _child(*args: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(TESTS / "kill_run.py"), *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def uninterrupted() -> Engine:
    """The run that the children below do not finish."""
    engine, _ = simulate(busy_scenario(6, 20), SETTINGS)
    return engine


@pytest.mark.parametrize("kill_at_hour", [3, 30, 90])
def test_a_run_that_is_killed_leaves_its_first_whole_hours(
    tmp_path: Path, kill_at_hour: int, uninterrupted: Engine
) -> None:
    path = tmp_path / "runs.db"
    with _child("greedy", 6, 20, path) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if int(line.removeprefix("hour ")) >= kill_at_hour:
                break
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL

    with open_store(path, create=False) as store:
        run = store.run("child")
        rows, _ = store.log_rows("child")
        steps = [store.step("child", s.driver_id, s.step) for s in store.steps("child", "D000")]
    log = uninterrupted.log.rows
    assert (run.status, run.ended_at) == (STARTED, None)
    # What is there are the first rows of the whole run, up to an hour's end that is not before the one we saw.
    assert rows.tobytes() == log[: len(rows)].tobytes()
    assert len(rows) < len(log)
    decided = log["start_min"] + log["scan_min"]
    first_missing_hour = decided[len(rows)] // 60
    assert decided[: len(rows)].max() < first_missing_hour * 60
    assert first_missing_hour >= kill_at_hour
    # Nothing is torn: each step's bytes can be read.
    for step in steps:
        assert orjson.loads(step.detail)["saw"]
        block = decode_facts(step.facts)
        assert block is not None
        assert len(block) == step.fact_count

    scenario = busy_scenario(6, 20)
    with open_store(path) as store:
        recording, torn = recorded_part(store, "child", scenario)
        recorder = RunRecorder(store, "child", scenario, SETTINGS, recording=recording)
        _, result = simulate(scenario, SETTINGS, run_id="child", recorder=recorder, recording=recording)
        all_rows, _ = store.log_rows("child")
    assert (torn, len(recording)) == (None, len(rows))
    assert result.digest == uninterrupted.log.digest(uninterrupted.driver_ids, scenario.loads.ids)
    assert all_rows.tobytes() == log.tobytes()
