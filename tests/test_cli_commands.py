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
