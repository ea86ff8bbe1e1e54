"""The command line as a user meets it: what it prints, what its JSON holds, how it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.testing import CliRunner, Result

from agents.sets import AGENT_SETS
from dispatch.cli import app
from dispatch.cli_options import AgentSetName, MemoryMode
from dispatch.store import open_store
from memory.settings import Mode
from scenarios.open import library_names
from scenarios.rules import PROFILES

RUN_KEYS = {
    "run", "scenario", "seed", "rules", "agents", "memory", "days", "stop", "digest", "steps", "total", "drivers",
    "tokens", "calls", "wall_s", "steps_per_s", "peak_rss_mb",
}  # fmt: skip
FIGURE_KEYS = {
    "net_yuan": None,
    "gross_yuan": None,
    "cost_yuan": None,
    "penalty_yuan": None,
    "km": {"haul", "pickup", "reposition"},
    "minutes": {"scan", "drive", "wait", "service"},
    "orders": {"done", "cut_off", "refused"},
    "searches": {"all", "barren_again"},
    "dead_proposals": None,
}
"""What the contract promises of the total and of each driver; more keys are allowed."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


def dispatch(*args: str) -> Result:
    return CliRunner().invoke(app, list(args), prog_name="dispatch")


def answer(*args: str) -> Any:
    """The JSON that a command gives, which ends well and prints nothing else on stdout."""
    end = dispatch(*args, "--json")
    assert end.exit_code == 0, end.output
    return json.loads(end.stdout)


def process(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dispatch", *args],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


# run


def test_run_json_keeps_the_contract() -> None:
    result = answer("run", "tiny", "--seed", "3")
    assert set(result) == RUN_KEYS
    assert result["scenario"] == "tiny"
    assert (result["seed"], result["days"], result["rules"]) == (3, 1, "standard")
    assert (result["agents"], result["memory"], result["stop"]) == ("rule", "rule", "completed")
    assert result["digest"].startswith("sha256:")
    assert len(result["digest"]) == len("sha256:") + 64
    assert set(result["tokens"]) == {"view", "prompt", "cached", "completion", "compressor"}
    assert set(result["tokens"]["view"]) == {"search", "cargo", "preference", "decision"}
    assert set(result["calls"]) == {"ok", "failed", "fallback"}
    assert [driver["driver"] for driver in result["drivers"]] == ["D001", "D002"]
    for figures in (result["total"], *result["drivers"]):
        for key, parts in FIGURE_KEYS.items():
            assert key in figures
            assert parts is None or set(figures[key]) == parts, key
        assert all(isinstance(n, int) for n in figures["minutes"].values())
        yuan = [figures[f"{name}_yuan"] for name in ("gross", "cost", "penalty", "net")]
        assert yuan == [round(value, 2) for value in yuan]
        assert round(yuan[0] - yuan[1] - yuan[2], 2) == pytest.approx(yuan[3], abs=0.011 * len(result["drivers"]))


def test_totals_are_the_sum_of_the_drivers() -> None:
    result = answer("run", "tiny", "--no-db")
    drivers, total = result["drivers"], result["total"]
    assert total["net_yuan"] == round(sum(driver["net_yuan"] for driver in drivers), 2)
    assert total["orders"]["done"] == sum(driver["orders"]["done"] for driver in drivers)
    assert result["steps"] == sum(driver["steps"] for driver in drivers)


def test_the_same_run_twice_has_one_digest_and_two_ids() -> None:
    first, second = answer("run", "tiny"), answer("run", "tiny")
    assert first["digest"] == second["digest"]
    assert first["run"] != second["run"]


def test_a_run_says_its_id_when_it_starts_and_records_where_it_was_started(tmp_path: Path) -> None:
    end = dispatch("run", "tiny", "--json")
    assert end.stderr == f"run {json.loads(end.stdout)['run']}\n"
    assert (tmp_path / "dispatch.db").is_file()


def test_without_a_database_nothing_is_left_behind(tmp_path: Path) -> None:
    end = dispatch("run", "tiny", "--no-db")
    assert (end.exit_code, end.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_the_table_has_a_line_for_each_driver_and_one_for_all() -> None:
    result = answer("run", "tiny", "--no-db")
    lines = dispatch("run", "tiny", "--no-db").stdout.splitlines()
    assert lines[0].strip() == "tiny, 1 day, seed 0: agents rule, memory rule, rules standard"
    for driver in result["drivers"]:
        (line,) = [line for line in lines if line.split()[:1] == [driver["driver"]]]
        assert line.split()[1] == f"{driver['net_yuan']:,.2f}"
    (line,) = [line for line in lines if line.split()[:1] == ["all"]]
    assert line.split()[1] == f"{result['total']['net_yuan']:,.2f}"
    assert f"digest {result['digest']}" in lines


def test_fewer_drivers_longer_month_and_the_baseline() -> None:
    result = answer("run", "tiny", "--no-db", "--drivers", "1", "--days", "2", "--agents", "greedy", "--memory", "none")
    assert (len(result["drivers"]), result["days"]) == (1, 2)
    assert (result["agents"], result["memory"]) == ("greedy", "none")


def test_contention_is_private_net_less_shared_net() -> None:
    result = answer("run", "tiny", "--no-db", "--contention")
    assert set(result) == RUN_KEYS | {"contention"}
    private = result["contention"]["private_net_yuan"]
    assert result["contention"]["cost_yuan"] == round(private - result["total"]["net_yuan"], 2)
    assert "sharing one pool costs" in dispatch("run", "tiny", "--no-db", "--contention").stdout


def test_names_from_files_are_neither_markup_nor_terminal_control(tmp_path: Path) -> None:
    """A driver called [red]x[/red] and a scenario with an escape sequence are printed as they are written."""
    dispatch("scenario", "new", "odd", "--name", "[bold]odd[/bold] \x1b[31m")
    drivers = json.loads((tmp_path / "odd" / "drivers.json").read_text(encoding="utf-8"))
    drivers[0]["driver_id"] = "[red]x[/red]"
    (tmp_path / "odd" / "drivers.json").write_text(json.dumps(drivers), encoding="utf-8")
    end = dispatch("run", "odd", "--no-db")
    assert end.exit_code == 0, end.output
    assert "[red]x[/red]" in end.stdout
    assert "[bold]odd[/bold] \\x1b[31m" in end.stdout
    assert "\x1b" not in end.output


# show


def test_show_goes_from_all_runs_to_one_step() -> None:
    first, second = answer("run", "tiny", "--seed", "1"), answer("run", "tiny", "--seed", "2")
    assert {line["run"]: line["digest"] for line in answer("show")} == {
        first["run"]: first["digest"],
        second["run"]: second["digest"],
    }
    run = answer("show", first["run"])
    assert (run["run"], run["status"], run["seed"], run["digest"]) == (first["run"], "completed", 1, first["digest"])
    assert run["recorded_steps"] == first["steps"]
    steps = answer("show", first["run"], "--driver", "D001")["steps"]
    assert [step["step"] for step in steps] == list(range(1, first["drivers"][0]["steps"] + 1))
    taken = next(step for step in steps if step["load"])
    step = answer("show", first["run"], "--driver", "D001", "--step", str(taken["step"]))
    assert [part["agent"] for part in step["agents"]] == ["search", "cargo", "preference", "decision"]
    assert all({"saw", "said", "relied_on"} <= set(part) for part in step["agents"])
    assert step["load"] == taken["load"]


def test_show_prints_what_each_agent_saw_said_and_relied_on() -> None:
    run = answer("run", "tiny")["run"]
    assert run in dispatch("show").stdout
    assert "driver D002: " in dispatch("show", run).stdout
    assert dispatch("show", run, "--driver", "D001").stdout.startswith("step 1  2026-03-01 00:00  ")
    text = dispatch("show", run, "--driver", "D001", "--step", "2").stdout
    assert all(heading in text for heading in ("search saw:", "cargo said:", "decision said:", "decision relied on: "))


# score

TIANCHI = ("--scenario", "tiny", "--rules", "tianchi-r0529")


def test_logs_of_a_run_score_what_the_run_earned() -> None:
    run = dispatch("run", "tiny", "--rules", "tianchi-r0529", "--write-logs", "logs", "--no-db", "--json")
    assert run.stderr == "2 action logs in logs\n"
    report = answer("score", "logs", *TIANCHI, "--out", "out/official.json")
    assert set(report) == {"scenario", "rules", "result", "differences", "foreign_orders", "rows", "agrees"}
    assert (report["agrees"], report["differences"]) == (True, [])
    official = json.loads(Path("out/official.json").read_text(encoding="utf-8"))
    assert official == report["result"]
    total = json.loads(run.stdout)["total"]["net_yuan"]
    assert official["summary"]["total_net_income_all_drivers"] == total
    text = dispatch("score", "logs", *TIANCHI).stdout
    assert f"{total:,.2f}" in text
    assert "Every row is as our world makes it." in text


def test_a_changed_row_is_named_and_ends_with_1() -> None:
    """The first row of D001 claims a minute of reading more than before, so its parts no longer add up to the step."""
    dispatch("run", "tiny", "--rules", "tianchi-r0529", "--write-logs", "logs", "--no-db")
    (path,) = Path("logs").glob("actions_*_D001_*.jsonl")
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    row = json.loads(first)
    row["query_scan_cost_minutes"] += 1
    path.write_text("\n".join([json.dumps(row), *rest]), encoding="utf-8")
    end = dispatch("score", "logs", *TIANCHI)
    assert (end.exit_code, end.stderr) == (1, "")
    elapsed = row["step_elapsed_minutes"]
    difference = f"driver D001, row 1, step_elapsed_minutes: logged {elapsed}, re-simulated {elapsed + 1}"
    assert f"First difference: {difference}\n" in end.stdout


# the help names what there is


def test_choices_are_those_of_the_code() -> None:
    assert set(get_args(AgentSetName)) == {agents.name for agents in AGENT_SETS}
    assert set(get_args(MemoryMode)) == set(get_args(Mode))
    help_text = " ".join(dispatch("run", "--help").stdout.split())
    assert all(name in help_text for name in PROFILES)


def test_version_and_bare_call() -> None:
    assert dispatch("--version").stdout.startswith("freight-dispatch ")
    bare = dispatch()
    assert bare.exit_code == 2
    assert "Usage: dispatch [OPTIONS] COMMAND" in bare.stdout


def test_starting_imports_nothing_heavy() -> None:
    heavy = ["numpy", "pyarrow", "pydantic", "sqlmodel", "sqlalchemy", "h3", "orjson", "yaml", "openai", "rich"]
    code = f"import sys, dispatch.cli; print([name for name in {heavy!r} if name in sys.modules])"
    end = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (end.stdout, end.stderr) == ("[]\n", "")


# scenario


def test_the_library_is_listed() -> None:
    listed = answer("scenario", "list")
    assert [row["scenario"] for row in listed] == library_names()
    assert all(set(row) == {"scenario", "days", "rules", "about"} for row in listed)
    table = dispatch("scenario", "list").stdout
    assert all(name in table for name in library_names())


def test_a_new_scenario_is_faultless_and_runs(tmp_path: Path) -> None:
    assert answer("scenario", "new", "mine") == {
        "scenario": "mine",
        "files": ["drivers.json", "loads.jsonl", "scenario.yaml"],
    }
    assert answer("scenario", "check", "mine") == {"scenario": "mine", "ok": True, "problems": []}
    assert dispatch("scenario", "check", "mine").stdout == "mine: no fault found.\n"
    assert answer("run", "mine", "--no-db")["scenario"] == "mine"
    again = dispatch("scenario", "new", "mine")
    assert again.exit_code == 2
    assert "nothing is overwritten" in again.stderr


def test_check_tells_every_fault_and_ends_with_1(tmp_path: Path) -> None:
    """Two lines of the load file are broken: a negative price, and a window that ends before it starts."""
    dispatch("scenario", "new", "mine")
    path = tmp_path / "mine" / "loads.jsonl"
    loads = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    loads[0]["price"] = -5
    loads[1]["load_time"] = loads[1]["load_time"][::-1]
    path.write_text("".join(json.dumps(load) + "\n" for load in loads), encoding="utf-8")
    end = dispatch("scenario", "check", "mine")
    assert end.exit_code == 1
    assert [line.partition(",")[0] for line in end.stdout.splitlines()] == ["mine/loads.jsonl:1", "mine/loads.jsonl:2"]
    faulty = dispatch("scenario", "check", "mine", "--json")
    assert faulty.exit_code == 1
    assert json.loads(faulty.stdout)["problems"] == end.stdout.splitlines()


def test_describe_puts_the_market_beside_the_published_one() -> None:
    market = answer("scenario", "describe", "guangdong-week", "--days", "1", "--seed", "5")
    assert (market["scenario"], market["seed"], market["drivers"], market["days"]) == ("guangdong-week", 5, 10, 1)
    assert len(market["hours"]) == 24
    text = dispatch("scenario", "describe", "guangdong-week", "--days", "1", "--seed", "5").stdout
    assert f"{market['loads']:,} loads over 1 day" in text
    assert "Share of the loads by hour" in text
    assert "largest difference: hour" in text


def test_the_schema_is_json_with_or_without_the_option() -> None:
    schema = answer("scenario", "schema")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(dispatch("scenario", "schema").stdout) == schema


# what cannot be done is said in one sentence

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
    "unknown agents": (["run", "tiny", "--agents", "clever"], "'clever' is not one of 'rule', 'greedy'"),
    "unknown memory": (["run", "tiny", "--memory", "all"], "'all' is not one of 'rule', 'none'"),
    "unknown option": (["run", "tiny", "--fast"], "No such option: --fast"),
    "unknown command": (["rum"], "No such command 'rum'. Did you mean 'run'?"),
    "no scenario": (["run"], "Missing argument 'scenario'"),
    "no command of a group": (["scenario"], "Missing command"),
    "pools that are private already": (
        ["run", "tiny", "--rules", "tianchi-r0529", "--contention"],
        "each driver has a pool of its own already",
    ),
    "a database below no folder": (["run", "tiny", "--db", "nowhere/x.db"], "nowhere/x.db: cannot be opened"),
    "a database that is none": (["run", "tiny", "--db", "a-file"], "a-file: is no database"),
    "logs below a file": (["run", "tiny", "--write-logs", "a-file/logs"], "nothing can be written into a-file/logs"),
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


# the real program


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
