"""What goes wrong around a run: each ends in a clear sentence, and leaves a record that opens and goes on."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_calls import answer, dispatch
from small_world import busy_scenario

from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.show.explain import show_runs
from dispatch.workers import Failed, do_each

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits as POSIX has them")

RUN = ("run", "guangdong-month", "--days", "6", "--seed", "5")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def uninterrupted() -> str:
    """The digest of the run that is broken off below."""
    return str(answer(*RUN, "--no-db")["digest"])


def program(*args: str, **how: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "dispatch", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)


def opens_whole(path: str = "dispatch.db") -> str:
    """The status of the only run in a record that is beyond doubt."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (status,) = connection.execute("SELECT status FROM run").fetchone()
    return str(status)


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [(signal.SIGINT, 130, "Stopped from the keyboard"), (signal.SIGTERM, 143, "Stopped by SIGTERM")],
)
def test_one_signal_lets_the_hour_be_finished(
    number: signal.Signals, code: int, words: str, uninterrupted: str
) -> None:
    with program(*RUN) as child:
        assert child.stderr is not None
        run_id = child.stderr.readline().split()[1]
        time.sleep(0.3)
        child.send_signal(number)
        said, told = child.communicate(timeout=60)
    assert (child.returncode, said) == (code, "")
    assert told == f"{words} before the end; what was recorded until then is kept.\n"
    assert opens_whole() == "interrupted"
    resumed = dispatch("resume", run_id, "--json")
    assert uninterrupted in resumed.stdout
    assert resumed.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_waits_for_nothing(number: signal.Signals, uninterrupted: str) -> None:
    with program(*RUN, "--agents", "rule", "--memory", "full", "--count-tokens") as child:
        assert child.stderr is not None
        run_id = child.stderr.readline().split()[1]
        time.sleep(0.3)
        child.send_signal(number)
        child.send_signal(number)
        told = child.communicate(timeout=60)[1]
    assert (child.returncode, told.count("\n")) == (128 + number, 1)
    assert opens_whole() in ("started", "interrupted")
    with open_store("dispatch.db", create=False) as store:
        assert store.run(run_id).digest is None


def limit_files(size: int) -> Callable[[], None]:
    """As a disk with so many bytes of room: a write beyond them fails."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_disk_that_fills_up_ends_the_run_in_a_sentence_and_it_goes_on_later(uninterrupted: str) -> None:
    with program(*RUN, preexec_fn=limit_files(1_000_000)) as child:
        said, told = child.communicate(timeout=60)
    assert (child.returncode, said) == (1, "")
    first, second = told.splitlines()
    assert second.startswith("dispatch.db: ")
    assert second.endswith(("check the disk and its free space.", "make room, then run again."))
    # That it was interrupted is written too, if there is room.
    assert opens_whole() in ("started", "interrupted")
    assert uninterrupted in dispatch("resume", first.split()[1], "--json").stdout


def test_a_disk_without_any_room_is_told_before_the_run() -> None:
    with program(*RUN, preexec_fn=limit_files(0)) as child:
        said, told = child.communicate(timeout=60)
    assert (child.returncode, said, told.count("\n")) == (2, "", 1)
    assert told.startswith("--db: dispatch.db: ")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even the superuser can write to")
def test_a_folder_that_cannot_be_written_to_is_told_before_the_run() -> None:
    end = dispatch(*RUN, "--db", "/proc/self/runs.db")
    assert (end.exit_code, end.stderr.count("\n")) == (2, 1)
    assert "cannot be opened; name a file in a folder that exists and can be written to" in end.stderr
    end = dispatch("export", "x", "--to", "/proc/self/out")
    assert end.exit_code == 2


def test_a_record_that_another_program_holds_is_told_and_opens_again() -> None:
    scenario, settings = busy_scenario(1, 2), RunSettings(scenario="busy", agents="greedy")
    with open_store("runs.db", wait_s=0.05) as store:
        recorder = RunRecorder(store, "r", scenario, settings)
        with closing(sqlite3.connect("runs.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=r"runs\.db: is in use by another program; wait until that is done"):
                simulate(scenario, settings, run_id="r", recorder=recorder)
    assert opens_whole("runs.db") == "started"


def test_a_clock_that_jumps_changes_nothing_but_the_dates() -> None:
    """Set back by a year in mid-run, as when a machine finds a time server."""
    times = iter([datetime(2027, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC) - timedelta(days=1)])
    scenario, settings = busy_scenario(1, 2), RunSettings(scenario="busy", agents="rule")
    with open_store("runs.db") as store:
        recorder = RunRecorder(store, "r", scenario, settings, now=lambda: next(times))
        _, result = simulate(scenario, settings, run_id="r", recorder=recorder)
        recorder.completed(result)
        run = store.run("r")
        assert (run.started_at, run.ended_at) == ("2027-01-01T00:00:00+00:00", "2025-12-31T00:00:00+00:00")
        assert show_runs(store)[0].line()
    assert result.digest == simulate(scenario, settings)[1].digest
    assert result.wall_s >= 0


def hungry(gigabytes: int) -> int:
    """Asks for so much memory in a process that may have 4 GB beyond what it has."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (used + 4 * 2**30, resource.RLIM_INFINITY))
    return int(np.ones(gigabytes * 2**27)[:8].sum())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's figures of memory")
def test_a_worker_out_of_memory_fails_alone() -> None:
    made = do_each(hungry, [0, 64, 0], jobs=2)
    assert made[0] == made[2] == 0
    assert isinstance(made[1], Failed)
    assert "MemoryError: Unable to allocate 64.0 GiB" in made[1].why
