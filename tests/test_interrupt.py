"""Ctrl-C, once and twice: the program ends with 130 and one sentence, and what it recorded is whole."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import orjson
import pytest

from dispatch.interrupt import at_once
from dispatch.record.store import open_store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals as POSIX has them")

TIDYING = """
import time
from dispatch.interrupt import end_at_second_ctrl_c, last_word_is_said

end_at_second_ctrl_c()
try:
    print("works", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    if {told}:
        last_word_is_said()
    print("tidies up", flush=True)
    time.sleep({seconds})
"""


def _child(code: str, before: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", before + code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_second_ctrl_c_waits_for_nothing() -> None:
    """The first is on its way to an orderly end, which would take a minute."""
    with _child(TIDYING.format(told=False, seconds=60)) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "works\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "tidies up\n"
        child.send_signal(signal.SIGINT)
        assert child.stderr.read() == f"{at_once()}\n"
    assert child.returncode == 130


def test_once_the_user_is_told_ctrl_c_adds_no_second_sentence() -> None:
    with _child(TIDYING.format(told=True, seconds=0.2)) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "works\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "tidies up\n"
        child.send_signal(signal.SIGINT)
        assert child.stderr.read() == ""
    assert child.returncode == 0


def test_who_was_started_deaf_to_ctrl_c_stays_so() -> None:
    deaf = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    with _child(TIDYING.replace("sleep(60)", "sleep(0.2)").format(told=False, seconds=0), deaf) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "works\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == ""
    assert child.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("pause_s", [0.0, 0.001, 0.004, 0.015, 0.06])
def test_ctrl_c_twice_is_one_sentence_and_leaves_whole_records(pause_s: float, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    command = [sys.executable, "-m", "dispatch", "run", "guangdong-week", "--db", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        run_id = child.stderr.readline().split()[1]
        time.sleep(10 * pause_s)
        child.send_signal(signal.SIGINT)
        time.sleep(pause_s)
        child.send_signal(signal.SIGINT)
        said = child.stderr.read()
        assert child.stdout.read() == ""
    assert (child.returncode, said.count("\n")) == (130, 1)
    assert said.startswith("Stopped from the keyboard ")
    with open_store(path, create=False) as store:
        assert store.run(run_id).status in ("started", "interrupted")
        steps = [s for c in store.driver_counts(run_id) for s in store.steps(run_id, c.driver_id)]
        assert all(orjson.loads(store.step(run_id, s.driver_id, s.step).detail) for s in steps)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
