"""Items done in several processes: order, failures, a process that dies, and the end of all by Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from dispatch.workers import DIED, Failed, do_each

TESTS = Path(__file__).parent


def half(item: int) -> int:
    """Half of an even item; odd ones fail, the item -2 kills its process, and lower ones take longer."""
    if item == -2:
        os._exit(3)
    if item % 2:
        raise ValueError(f"{item} is odd")
    time.sleep(0.02 * (10 - item) / 10)
    return item // 2


@pytest.mark.parametrize("jobs", [1, 2, 64])
def test_results_come_in_the_items_order_and_failures_stay_alone(jobs: int) -> None:
    counted: list[int] = []
    results = do_each(half, [0, 3, 8, 4], jobs, on_done=counted.append)
    assert results == [0, Failed("ValueError: 3 is odd"), 4, 2]
    assert counted == [1, 2, 3, 4]


def test_nothing_to_do_is_done() -> None:
    assert do_each(half, [], 2) == []


def test_a_process_that_dies_takes_only_its_own_item_along() -> None:
    assert do_each(half, [8, -2, 6, 4, 2], 2) == [4, Failed(DIED), 3, 2, 1]


_KEPT: list[bytes] = []


def grow(megabytes: int) -> int:
    """Keeps so much for ever; long enough that joblib looks at the memory of its processes, once a second."""
    _KEPT.append(b"x" * (megabytes * 2**20))
    time.sleep(1.1)
    return megabytes


def test_processes_that_grow_are_replaced_and_all_is_done() -> None:
    """joblib ends a process that has grown by 300 MB; its warning, an error in this suite, must not stop the rest."""
    assert do_each(grow, [350] * 6, 2) == [350] * 6


def sleep(seconds: float) -> None:
    time.sleep(seconds)


SLEEPERS = "import test_workers, dispatch.workers as w; w.do_each(test_workers.sleep, [60.0] * 3, 2)"


@pytest.fixture
def sleepers() -> Iterator[tuple[psutil.Popen, list[psutil.Process]]]:
    """A program of its own with two processes at work, and these."""
    with psutil.Popen(
        [sys.executable, "-c", SLEEPERS],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        workers: list[psutil.Process] = []
        until = time.monotonic() + 30
        while len(workers) < 2 and time.monotonic() < until:
            time.sleep(0.02)
            workers = [p for p in program.children() if "popen_loky_posix" in " ".join(p.cmdline())]
        yield program, workers
        if program.is_running():
            program.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_ends_all_and_only_the_program_says_so(
    sleepers: tuple[psutil.Popen, list[psutil.Process]],
) -> None:
    """A terminal sends it to every process of the program's group, the youngest included."""
    program, workers = sleepers
    assert len(workers) == 2
    time.sleep(0.1)  # the program is deaf for the moment in which it starts a process
    os.killpg(program.pid, 2)
    assert psutil.wait_procs(workers, timeout=20)[1] == []
    said = program.stderr.read()
    assert said.count("Traceback") == 1
    assert said.endswith("KeyboardInterrupt\n")
    assert program.wait(timeout=20) != 0


@pytest.mark.skipif(sys.platform == "win32", reason="a killed parent is another thing there")
def test_processes_end_when_their_parent_is_killed(sleepers: tuple[psutil.Popen, list[psutil.Process]]) -> None:
    program, workers = sleepers
    assert len(workers) == 2
    # Their first half second is spent on importing; only after it do they watch their parent.
    time.sleep(1.0)
    program.kill()
    assert psutil.wait_procs(workers, timeout=20)[1] == []
    assert program.stderr.read() == ""  # of none of them, nor of whoever clears up after them


def _told(name: str) -> str:
    return os.environ.get(name, "")


def test_processes_have_the_environment_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of an earlier call may still be there; they know nothing of what was set since."""
    for value in ("first", "second"):
        monkeypatch.setenv("FREIGHT_TEST", value)
        assert do_each(_told, ["FREIGHT_TEST"] * 2, jobs=2) == [value] * 2
