"""Broken agents and broken load files: what we make of each input that the contest's programs were tried with.

An agent that fails ends its own driver's month, as in the newer release; the older one loses the whole run, and that
is not copied (contest rule 28). A file that the contest's loader refuses is refused here too, and so is one whose
load has no place, no service time or no price: in the contest the driver that meets it fails, or its scorer does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from scripted_team import Do, run_scripts, stops, wait

from dispatch.action_logs.files import read_logs
from dispatch.action_logs.of_run import write_run_logs
from dispatch.engine import Engine
from dispatch.score.score import score_logs
from scenarios.errors import ScenarioError
from scenarios.open import open_scenario
from scenarios.records import Scenario

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "contest" / "cases" / "edges-crash"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared contest cases are not here")
RELEASES = pytest.mark.parametrize("release", ["r0509", "r0529"])

AGENTS = [
    "action fly",
    "wait -5",
    "wait 'abc'",
    "wait '15.5'",
    "wait None",
    "params list",
    "params null",
    "no action key",
    "not a dict",
    "None",
    "reposition no longitude",
    "take no cargo_id",
    "take numeric id",
    "agent raises",
    "query as other driver",
    "history -2",
    "wait 0 x100 with max_steps 50",
    "wait 1e6",
]
KEPT = [
    "numeric id 77",
    "create before epoch",
    "cost 'abc'",
    "cost '60'",
    "cost 60.9",
    "cost '60.9'",
    "load_time []",
    "load_time string",
    "load_time ['','']",
    "price negative",
    "lat 123",
    "blank line",
    "empty file",
]
REFUSED = {
    "duplicate id": r"cargo_id: 'A1' .*",
    "no id": r"cargo_id: '' is empty",
    "no create_time": r"create_time: <nothing> stands where a value must be",
    "date only": r"create_time: '2026-03-01' is a date without a time of day",
    "cost missing": r"cost_time_minutes: <nothing> stands where a value must be",
    "price 'abc'": r"price: 'abc' is no price",
    "price null": r"price: null is no price",
    "no start": r"start: <nothing> stands where a value must be",
    "end missing": r"end: <nothing> stands where a value must be",
}
STRICT_KEEPS = {"numeric id 77", "create before epoch", "blank line"}
"""What the standard's strict reading lets pass."""


@cache
def shared(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def folder_of(case: str, release: str, tmp_path: Path, max_steps: int | None = None) -> Path:
    """A folder in the contest's form, one day long, with the case's loads; agents were tried with the plain two."""
    loads = shared("tables")["extra_load"][case]
    folder = tmp_path / "world"
    folder.mkdir()
    lines = [json.dumps(load, ensure_ascii=False) if load is not None else "" for load in loads]
    (folder / "cargo.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "drivers.json").write_bytes((FOLDER / "drivers.json").read_bytes())
    config = {"simulation_duration_days": 1, "release": release, "simulation_max_steps": max_steps}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def script(agent: str) -> list[Do]:
    """What an agent of the table does. Another driver's list, or a history of -2 steps, cannot even be asked for
    here: such an agent meets an error of its own."""
    steps: list[Do] = []
    for verb, value in shared("tables")["agent_scripts"][agent]:
        if verb == "wait":
            steps.append(wait(value))
        elif verb == "raw" and value != "raise":
            steps.append(Do(value))
        else:
            steps.append(Do(fails="decide"))
    return steps


@dataclass
class Seen:
    """A run in the form of the table."""

    steps: dict[str, int]
    first_rows: dict[str, list[list[Any]]]
    income: dict[str, list[Any]]
    ends: dict[str, str]
    agrees: bool


def outcome(scenario: Scenario, mine: list[Do], tmp_path: Path) -> Seen:
    """Run E001 by a script and E002 as the table does, write the logs, and score them."""
    engine, _, _ = run_scripts(scenario, {"E001": mine, "E002": [wait(7)]})
    write_run_logs(tmp_path / "logs", engine, "20260301_000000")
    logs = read_logs(tmp_path / "logs", scenario.start)
    report = score_logs(tmp_path / "logs", scenario)
    income = {d["driver_id"]: d for d in report.result["drivers"]}
    return Seen(
        steps={driver_id: len(rows) for driver_id, rows in logs.items()},
        first_rows={d: [[r.name, r.exec_min, r.accepted, r.eligible] for r in rows[:3]] for d, rows in logs.items()},
        income={d: income_of(found) for d, found in income.items()},
        ends=ends(engine),
        agrees=report.differences == [],
    )


def income_of(found: dict[str, Any]) -> list[Any]:
    """Gross, kilometres, net, and whether the log was rejected."""
    money = found["income"]
    return [money["gross_income"], money["distance_km"], money["net_income"], found["calculation_aborted"]]


def ends(engine: Engine) -> dict[str, str]:
    """Why drivers ended, in the official words."""
    words = {"HORIZON": "normal", "NO_LOADS": "normal", "ERROR": "error", "MAX_STEPS": "max_steps"}
    return {driver_id: words[stop] for driver_id, stop in stops(engine).items()}


def official(case: str, release: str) -> dict[str, Any]:
    """The table's outcome; in place of a run that was lost whole, what the newer release makes of it."""
    found: dict[str, dict[str, Any]] = shared("outcomes")[case]
    return found["r0529"] if found[release]["main_rc"] else found[release]


def assert_official(seen: Seen, table: dict[str, Any]) -> None:
    assert seen.steps == table["steps"]
    assert seen.first_rows == {
        driver_id: [[name, minutes, accepted, eligible] for name, minutes, accepted, _, eligible in rows]
        for driver_id, rows in table["first_rows"].items()
    }
    if table["income"]:  # the official scorer stumbles over some files, and gives none
        assert seen.income == {
            driver_id: [gross, km, net, error is not None]
            for driver_id, (gross, km, net, error) in table["income"].items()
        }
    if table["end_reasons"]:
        assert seen.ends == table["end_reasons"]


@RELEASES
@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_that_fails_ends_its_own_month_and_no_other(agent: str, release: str, tmp_path: Path) -> None:
    max_steps = 50 if "max_steps 50" in agent else None
    scenario = open_scenario(folder_of("blank line", release, tmp_path, max_steps), use_cache=False)
    seen = outcome(scenario, script(agent), tmp_path)
    assert_official(seen, official(f"agent: {agent}", release))
    assert seen.agrees


def asks_for_the_last(case: str) -> list[Do]:
    """What the table's E001 does first: it takes the load in question."""
    loads = [load for load in shared("tables")["extra_load"][case] if load is not None]
    last = loads[-1]["cargo_id"] if len(loads) == 3 else "X1"
    return [Do({"action": "take_order", "params": {"cargo_id": last}})]


@RELEASES
@pytest.mark.parametrize("case", KEPT)
def test_a_load_that_the_contest_keeps_is_kept_and_does_the_same(case: str, release: str, tmp_path: Path) -> None:
    scenario = open_scenario(folder_of(case, release, tmp_path), use_cache=False)
    seen = outcome(scenario, asks_for_the_last(case), tmp_path)
    assert_official(seen, official(f"data: {case}", release))
    assert seen.agrees


@RELEASES
@pytest.mark.parametrize("case", REFUSED)
def test_a_file_of_no_use_is_refused_with_a_sentence(case: str, release: str, tmp_path: Path) -> None:
    folder = folder_of(case, release, tmp_path)
    with pytest.raises(ScenarioError, match=r"cargo\.jsonl:3, " + REFUSED[case]):
        open_scenario(folder, use_cache=False)


@pytest.mark.parametrize("case", [*KEPT, *REFUSED])
def test_the_standard_refuses_whatever_is_odd(case: str, tmp_path: Path) -> None:
    folder = folder_of(case, "r0529", tmp_path)
    if case in STRICT_KEEPS:
        open_scenario(folder, rules="standard", use_cache=False)
        return
    with pytest.raises(ScenarioError, match=r"cargo\.jsonl:3, |cargo\.jsonl: <no loads> leaves nothing to do"):
        open_scenario(folder, rules="standard", use_cache=False)


def test_every_input_of_the_table_is_answered_for() -> None:
    tables = shared("tables")
    assert set(tables["agent_scripts"]) == set(AGENTS)
    assert set(tables["extra_load"]) == {*KEPT, *REFUSED}
    assert set(shared("outcomes")) == {f"agent: {a}" for a in AGENTS} | {f"data: {d}" for d in (*KEPT, *REFUSED)}
