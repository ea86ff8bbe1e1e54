"""`dispatch show`, `score` and `scenario …`, from question to answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import answer, dispatch

from scenarios.open import library_names


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


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


TIANCHI = ("--scenario", "tiny", "--rules", "tianchi-r0529")


def test_logs_of_a_run_score_what_the_run_earned() -> None:
    run = dispatch("run", "tiny", "--rules", "tianchi-r0529", "--write-logs", "logs", "--no-db", "--json")
    assert run.stderr == "2 action logs in logs\n"
    report = answer("score", "logs", *TIANCHI, "--out", "out/official.json")
    assert set(report) == {
        "scenario", "rules", "result", "differences", "missing", "foreign_orders", "rows", "warnings", "audit", "agrees"
    }  # fmt: skip
    assert (report["agrees"], report["differences"], report["missing"], report["warnings"]) == (True, [], [], [])
    official = json.loads(Path("out/official.json").read_text(encoding="utf-8"))
    assert official == report["result"]
    total = json.loads(run.stdout)["total"]["net_yuan"]
    assert official["summary"]["total_net_income_all_drivers"] == total
    text = dispatch("score", "logs", *TIANCHI).stdout
    assert f"{total:,.2f}" in text
    assert "Every row is as our world makes it." in text


def test_a_driver_without_a_log_or_with_an_empty_one_is_named_and_ends_with_1() -> None:
    dispatch("run", "tiny", "--rules", "tianchi-r0529", "--write-logs", "logs", "--no-db")
    one, two = sorted(Path("logs").glob("actions_*"))
    one.write_text("")
    end = dispatch("score", "logs", *TIANCHI)
    assert (end.exit_code, end.stderr) == (1, "")
    assert "No log, or an empty one: 1 driver, D001.\n" in end.stdout
    assert "Every row is as our world makes it." not in end.stdout
    two.unlink()
    report = json.loads(dispatch("score", "logs", *TIANCHI, "--json").stdout)
    assert (report["missing"], report["agrees"]) == (["D001", "D002"], False)


def test_logs_of_a_part_of_the_fleet_are_scored_with_that_part() -> None:
    dispatch("run", "tiny", "--rules", "tianchi-r0529", "--drivers", "1", "--write-logs", "logs", "--no-db")
    end = dispatch("score", "logs", *TIANCHI)
    assert end.exit_code == 1
    assert "made with drivers 1, and they are scored with drivers 2; name what they were made with.\n" in end.stderr
    assert "No log, or an empty one: 1 driver, D002.\n" in end.stdout
    assert answer("score", "logs", *TIANCHI, "--drivers", "1")["agrees"]


WEEK = ("--days", "1", "--drivers", "3")


def test_logs_of_another_seed_are_asked_after() -> None:
    """Seed 1 makes another market than seed 2: the first load that is asked for is another one, or nowhere."""
    dispatch("run", "guangdong-week", *WEEK, "--seed", "1", "--write-logs", "logs", "--no-db")
    score = ("score", "logs", "--scenario", "guangdong-week", *WEEK)
    assert answer(*score, "--seed", "1")["warnings"] == []
    told = dispatch(*score, "--seed", "2")
    assert told.exit_code == 1
    assert told.stderr == (
        "The run's summary says that the logs were made with seed 1, and they are scored with seed 2; "
        "name what they were made with.\n"
    )
    Path("logs/run_summary_202603.json").unlink()
    asked = dispatch(*score, "--seed", "2")
    assert (asked.exit_code, asked.stderr) == (1, "The market is generated: was this seed 2?\n")


def test_a_world_from_files_is_the_same_under_every_seed() -> None:
    dispatch("run", "tiny", "--rules", "tianchi-r0529", "--seed", "3", "--write-logs", "logs", "--no-db")
    assert answer("score", "logs", *TIANCHI)["warnings"] == []
    (told,) = json.loads(
        dispatch("score", "logs", "--scenario", "tiny", "--rules", "tianchi-r0509", "--days", "2", "--json").stdout
    )["warnings"]
    assert "made with rules tianchi-r0529, days 1, and they are scored with rules tianchi-r0509, days 2;" in told


def test_a_folder_with_logs_is_refused_before_the_run() -> None:
    """Two runs in one folder would be mixed: a scorer takes the newest log of each driver."""
    dispatch("run", "tiny", "--write-logs", "logs", "--no-db")
    before = sorted(path.name for path in Path("logs").iterdir())
    end = dispatch("run", "tiny", "--write-logs", "logs")
    assert (end.exit_code, end.stdout) == (2, "")
    assert end.stderr.startswith("--write-logs: logs: 'actions_202603_D001_")
    assert end.stderr.endswith(
        ".jsonl' is there already, a log of another run; name another folder, or take the logs away first.\n"
    )
    assert sorted(path.name for path in Path("logs").iterdir()) == before
    assert not Path("dispatch.db").exists()


def test_a_driver_that_no_log_can_be_named_after_is_told_before_the_run() -> None:
    dispatch("scenario", "new", "mine")
    path = Path("mine/drivers.json")
    path.write_text(path.read_text(encoding="utf-8").replace("D001", "D_1"), encoding="utf-8")
    end = dispatch("run", "mine", "--write-logs", "logs")
    assert (end.exit_code, end.stdout) == (2, "")
    assert "cannot be part of a log's file name; use letters and digits in driver ids" in end.stderr
    assert not Path("dispatch.db").exists()
    assert list(Path("logs").iterdir()) == []


def test_places_too_fine_for_the_older_release_s_logs_are_told_before_the_run() -> None:
    """One driver starts at 23.1004 instead of 23.1, and one load at 23.1299 instead of 23.13."""
    dispatch("scenario", "new", "mine")
    for name, known, fine in (("drivers.json", "23.1,", "23.1004,"), ("loads.jsonl", "23.13,", "23.1299,")):
        path = Path("mine", name)
        text = path.read_text(encoding="utf-8")
        assert text.count(known) == 1
        path.write_text(text.replace(known, fine), encoding="utf-8")
    call = ("run", "mine", "--no-db", "--rules")
    end = dispatch(*call, "tianchi-r0509", "--write-logs", "logs")
    assert end.exit_code == 0
    assert end.stderr == (
        "Logs under rules tianchi-r0509 hold places in two decimals, and those of 1 load and 1 driver have more: "
        "the official scorer would reject such logs.\n2 action logs in logs\n"
    )
    assert dispatch(*call, "tianchi-r0509").stderr == ""
    assert dispatch(*call, "tianchi-r0529", "--write-logs", "whole").stderr == "2 action logs in whole\n"
    dispatch("scenario", "new", "plain")
    plain = dispatch("run", "plain", "--no-db", "--rules", "tianchi-r0509", "--write-logs", "fit")
    assert plain.stderr == "2 action logs in fit\n"


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
