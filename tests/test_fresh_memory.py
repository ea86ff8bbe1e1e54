"""A memory belongs to one run: what another run learned, or began to, steers nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_calls import answer, process
from small_world import busy_scenario

from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.settings import MemorySettings, Mode


def breaks_off(minute: int) -> None:
    """To be called each simulated hour; ends the run after half a day."""
    if minute > 720:
        raise KeyboardInterrupt


@pytest.mark.parametrize("mode", ["full", "rule", "digest"])
def test_a_run_after_one_that_broke_off_is_the_run_without_it(mode: Mode) -> None:
    """The same seed, the same scenario object: the other run saw the same loads, and had another half day with them."""
    scenario = busy_scenario(days=2, drivers=3)
    memory = MemorySettings(mode=mode, digest_searches=5, digest_loads=20, digest_actions=15)
    settings = RunSettings(scenario="busy", seed=7, memory=memory, count_tokens=True)
    _, before = simulate(scenario, settings)
    with pytest.raises(KeyboardInterrupt):
        simulate(scenario, settings.model_copy(update={"seed": 5}), on_hour=breaks_off)
    _, after = simulate(scenario, settings)
    assert (after.digest, after.tokens, after.digests) == (before.digest, before.tokens, before.digests)


def test_the_second_run_of_a_process_is_the_first_of_another() -> None:
    answer("run", "tiny", "--seed", "3", "--no-db")
    second = answer("run", "tiny", "--seed", "7", "--no-db", "--memory", "digest")
    fresh = process("run", "tiny", "--seed", "7", "--no-db", "--memory", "digest", "--json")
    assert fresh.returncode == 0, fresh.stderr
    assert f'"digest": "{second["digest"]}"' in fresh.stdout


def test_a_record_that_holds_an_interrupted_run_steers_no_run(tmp_path: Path) -> None:
    """The same command with an empty record, and with one in which its own run broke off after half a day."""
    scenario, settings = busy_scenario(days=2, drivers=3), RunSettings(scenario="busy", seed=7)
    digests = []
    for name in ("empty.db", "torn.db"):
        with open_store(tmp_path / name) as store:
            if name == "torn.db":
                torn = RunRecorder(store, "torn", scenario, settings)
                with pytest.raises(KeyboardInterrupt):
                    simulate(scenario, settings, run_id="torn", recorder=torn, on_hour=breaks_off)
                torn.interrupted()
            recorder = RunRecorder(store, "whole", scenario, settings)
            _, result = simulate(scenario, settings, run_id="whole", recorder=recorder)
            digests.append((result.digest, len(store.log_rows("whole")[0])))
    assert digests[0] == digests[1]
