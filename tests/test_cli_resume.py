"""`dispatch resume` as a user calls it: after a kill, after changes, and for a run that needs it no more."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli_calls import answer, dispatch

from scenarios.open import LIBRARY


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


def change(statement: str) -> None:
    with closing(sqlite3.connect("dispatch.db")) as connection, connection:
        connection.execute(statement)


def test_a_run_that_was_killed_goes_on() -> None:
    whole = answer("run", "tiny")
    change("UPDATE run SET status = 'started', digest = NULL, totals = NULL, ended_at = NULL")
    change("DELETE FROM step WHERE start_min + scan_min >= 600")
    resumed = answer("resume", whole["run"])
    assert {k: v for k, v in resumed.items() if k not in ("wall_s", "steps_per_s", "peak_rss_mb")} == {
        k: v for k, v in whole.items() if k not in ("wall_s", "steps_per_s", "peak_rss_mb")
    }
    assert answer("show", whole["run"])["status"] == "completed"


def test_a_completed_run_is_shown_as_it_stands() -> None:
    whole = answer("run", "tiny")
    end = dispatch("resume", whole["run"])
    assert (end.exit_code, whole["digest"] in end.stdout) == (0, True)
    assert end.stderr.startswith(f"run {whole['run']} was completed at ")


def test_what_changed_is_named() -> None:
    shutil.copytree(LIBRARY / "tiny", "town")
    run = answer("run", "town")["run"]
    change("UPDATE run SET status = 'started'")
    text = Path("town/scenario.yaml").read_text(encoding="utf-8")
    Path("town/scenario.yaml").write_text(text.replace("days: 1", "days: 2"), encoding="utf-8")
    end = dispatch("resume", run)
    assert (end.exit_code, end.stderr.count("\n")) == (1, 1)
    assert "was made in another scenario: days was 1 and is 2; bring the scenario back" in end.stderr

    Path("town/scenario.yaml").write_text(text + "# another word\n", encoding="utf-8")
    assert "the contents of its files were " in dispatch("resume", run).stderr

    change("UPDATE run SET program = '0.0.9'")
    assert "was made by version 0.0.9 of this program, and this is " in dispatch("resume", run).stderr


def test_a_step_that_comes_out_otherwise_is_a_failure() -> None:
    run = answer("run", "tiny")["run"]
    change("UPDATE run SET status = 'started'")
    change("UPDATE step SET exec_min = 7 WHERE driver_id = 'D001' AND step = 1")
    end = dispatch("resume", run)
    assert (end.exit_code, end.stdout) == (1, "")
    assert end.stderr.startswith(f"run {run}, driver D001, step 1: exec_min is 7 in the record and ")


def test_what_is_not_there_is_said() -> None:
    assert "there is no such record of runs" in dispatch("resume", "nothing").stderr
    answer("run", "tiny")
    end = dispatch("resume", "nothing")
    assert (end.exit_code, end.stderr.count("\n")) == (2, 1)
    assert "holds no run 'nothing'" in end.stderr
