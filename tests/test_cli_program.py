"""The program as a process of its own: encodings, pipes, terminals and Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import answer, process

from dispatch.record.store import open_store


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


def test_the_program_itself() -> None:
    end = process("run", "tiny", "--json", "--db", "own.db")
    result = json.loads(end.stdout)
    assert (end.returncode, end.stderr) == (0, f"run {result['run']}\n")
    assert Path("own.db").is_file()
    assert result["digest"] == answer("run", "tiny", "--no-db")["digest"]


def test_the_program_itself_refuses_in_one_sentence() -> None:
    end = process("run", "nowhere")
    assert (end.returncode, end.stdout, end.stderr.count("\n")) == (2, "", 1)
    assert end.stderr.startswith("scenario: 'nowhere' is neither a folder nor")


@pytest.mark.parametrize("command", [["scenario", "list"], ["scenario", "describe", "tiny"]])
def test_a_terminal_of_few_characters_gets_its_tables(command: list[str]) -> None:
    end = process(*command, PYTHONIOENCODING="ascii")
    assert (end.returncode, end.stderr) == (0, "")
    assert end.stdout.isascii()


def test_json_is_json_in_any_encoding() -> None:
    wide, narrow = (
        process("scenario", "describe", "tiny", "--json", PYTHONIOENCODING=encoding) for encoding in ("utf-8", "ascii")
    )
    assert "广东省佛山市" in wide.stdout
    assert narrow.stdout.isascii()
    assert json.loads(narrow.stdout) == json.loads(wide.stdout)


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    """`dispatch scenario schema | head -1` closes the pipe after one line."""
    with subprocess.Popen(
        [sys.executable, "-m", "dispatch", "scenario", "describe", "tiny"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["run tiny --db own.db", "run tiny --no-db --json", "scenario list"])
def test_what_a_closed_stream_would_hold_is_dropped_and_the_work_is_done(command: str, closed: str) -> None:
    """A closed stream's number must not go to the database, nor what is meant for stderr to stdout."""
    call = f"exec {shlex.quote(sys.executable)} -m dispatch {command}"
    end = subprocess.run(["/bin/sh", "-c", f"{call} {closed}"], capture_output=True, text=True, timeout=60)
    assert end.returncode == 0
    assert end.stderr == "" or re.fullmatch(r"run [0-9a-f]{8}\n", end.stderr)
    assert (end.stdout == "") is (">&- " in f"{closed} ".replace("2>&- ", ""))
    assert "run " not in end.stdout.splitlines()[:1]
    if "own.db" in command:
        with open_store("own.db", create=False) as store:
            assert [run.status for run in store.runs()] == ["completed"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_goes_to_a_terminal_on_stderr_and_leaves_stdout_alone() -> None:
    import pty

    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "dispatch", "run", "tiny", "--no-db", "--json"],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
        text=True,
    ) as child:
        os.close(follower)
        assert child.stdout is not None
        result = json.loads(child.stdout.read())
    seen = os.read(leader, 100_000).decode()
    os.close(leader)
    assert result["scenario"] == "tiny"
    assert "opening tiny" in seen
    assert "%" in seen


@pytest.mark.slow
def test_ctrl_c_ends_a_run_in_a_sentence_and_marks_it_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dispatch", "run", "fleet", "--db", "own.db"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        run = child.stderr.readline().split()[1]
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == ""
        assert child.stderr.read().startswith("Stopped from the keyboard before the end; what was recorded")
    assert child.returncode == 130
    with open_store("own.db", create=False) as store:
        assert store.run(run).status == "interrupted"
