"""What cannot be done is said in one sentence on stderr, with exit code 2 and never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_calls import dispatch

from dispatch.cli.errors import INTERRUPTED, OneSentenceGroup
from dispatch.record.store import open_store


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


WRONG = {
    "unknown scenario": (["run", "tny"], "'tny' is neither a folder nor a scenario of the library"),
    "unknown profile": (["run", "tiny", "--rules", "r0529"], "'r0529' is no rules profile"),
    "no days": (["run", "tiny", "--days", "0"], "--days: 0 is no number of days from 1 to"),
    "days in words": (
        ["run", "tiny", "--days", "two"],
        "unable to parse string as an integer; it was 'two'",
    ),
    "no drivers": (["run", "tiny", "--drivers", "0"], "--drivers: 0 is no number of drivers"),
    "more drivers than there are": (["run", "tiny", "--drivers", "3"], "is more than the 2 drivers of"),
    "negative seed": (["run", "tiny", "--seed", "-1"], "Invalid value for '--seed'"),
    "a seed beyond 63 bits": (
        ["run", "tiny", "--seed", str(2**63)],
        "less than or equal to 9223372036854775807; it was",
    ),
    "a seed beyond 63 bits to score": (["score", ".", "--scenario", "tiny", "--seed", "9" * 30], "'--seed'"),
    "a seed beyond 63 bits to describe": (["scenario", "describe", "tiny", "--seed", str(2**63)], "'--seed'"),
    "a seed beyond 63 bits to compare": (
        ["compare", "tiny", "--seeds", f"0,{2**63}"],
        "--seeds: 9223372036854775808 goes beyond 9223372036854775807",
    ),
    "unknown agents": (["run", "tiny", "--agents", "clever"], "'clever' is no set of agents; known: rule, greedy, llm"),
    "unknown memory": (
        ["run", "tiny", "--memory", "all"],
        "'all' is not one of 'rule', 'digest', 'llm', 'auto', 'full', 'none'",
    ),
    "unknown option": (["run", "tiny", "--fast"], "No such option: --fast"),
    "unknown command": (["rum"], "No such command 'rum'. Did you mean 'run'"),
    "no scenario": (["run"], "Missing argument 'scenario'"),
    "no command of a group": (["scenario"], "Missing command"),
    "pools that are private already": (
        ["run", "tiny", "--rules", "tianchi-r0529", "--contention"],
        "each driver has a pool of its own already",
    ),
    "a database below no folder": (["run", "tiny", "--db", "nowhere/x.db"], "nowhere/x.db: cannot be opened"),
    "a database that is none": (["run", "tiny", "--db", "a-file"], "a-file: is no database"),
    "logs below a file": (["run", "tiny", "--write-logs", "a-file/logs"], "nothing can be written into a-file/logs"),
    "logs nowhere": (["run", "tiny", "--write-logs", ""], "--write-logs: '' names no folder"),
    "a record nowhere": (["run", "tiny", "--db", ""], "--db: '': names no file"),
    "a record in memory": (["run", "tiny", "--db", ":memory:"], "--db: ':memory:': names no file"),
    "a record in memory by url": (["run", "tiny", "--db", "sqlite://"], "--db: 'sqlite://': names no file"),
    "a record by url that is not there": (["show", "--db", "sqlite:///no.db"], "no.db: there is no such record"),
    "logs in a file": (["score", "a-file", "--scenario", "tiny"], "a-file: <a file> stands where a folder of logs"),
    "logs in no folder": (["score", "no", "--scenario", "tiny"], "no: <nothing> is where a folder of logs should be"),
    "nothing recorded": (["show"], "dispatch.db: there is no such record"),
    "nothing recorded there": (["show", "0a", "--db", "a-file"], "a-file: is no database"),
    "a run that is not there": (["show", "0a", "--db", "own.db"], "own.db: holds no run '0a'"),
    "a step of nobody": (["show", "0a", "--step", "1"], "--step belongs to a driver"),
    "a driver of no run": (["show", "--driver", "D001"], "--driver and --step belong to a run"),
    "no logs": (["score", ".", "--scenario", "tiny"], "<nothing> is there to score"),
    "logs of no scenario": (["score", "."], "Missing option '--scenario'"),
    "a folder without a scenario": (["scenario", "describe", "."], "holds neither scenario.yaml nor cargo_dataset"),
    "a file for a folder": (["run", "a-file"], "is no scenario, which is a folder"),
    "a folder for a file": (["run", "broken"], "loads.jsonl: <a folder> stands where a file should be"),
}


@pytest.mark.parametrize(("args", "expected"), WRONG.values(), ids=WRONG)
def test_wrong_usage_is_one_sentence_and_code_2(args: list[str], expected: str, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("some text that is no database")
    dispatch("scenario", "new", "broken")
    (tmp_path / "broken" / "loads.jsonl").unlink()
    (tmp_path / "broken" / "loads.jsonl").mkdir()
    open_store("own.db").close()
    end = dispatch(*args)
    assert (end.exit_code, end.stdout) == (2, "")
    assert end.stderr.count("\n") == 1
    assert expected in end.stderr
    assert "Traceback" not in end.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
@pytest.mark.parametrize("option", ["--db", "--write-logs"])
def test_a_read_only_folder_is_refused_before_the_first_step(option: str, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    end = dispatch("run", "tiny", option, "closed/x")
    assert (end.exit_code, end.stdout, end.stderr.count("\n")) == (2, "", 1)


def test_an_error_that_came_of_ctrl_c_is_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    """A library that is stopped in the middle of its work may trip over its own half-done state."""

    class Group(OneSentenceGroup):
        def invoke(self, ctx: object) -> None:
            try:
                raise KeyboardInterrupt
            finally:
                raise AssertionError

    with pytest.raises(SystemExit) as end:
        Group(name="dispatch", no_args_is_help=False, invoke_without_command=True).main([])
    assert end.value.code == INTERRUPTED
    assert capsys.readouterr().err.startswith("Stopped from the keyboard before the end; ")
