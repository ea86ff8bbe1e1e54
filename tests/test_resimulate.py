"""Re-simulation of logs: the official ones agree to the last row, and a forged one is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from contest_cases import CASES, NO_CASES, START, Case

from dispatch.action_logs.files import find_logs, read_log, write_logs
from dispatch.score.resimulate import resimulate
from dispatch.score.score import score_logs
from scenarios.open import open_scenario
from scenarios.records import Scenario

pytestmark = pytest.mark.skipif(not CASES, reason=NO_CASES)


def scenario_of(case: Case) -> Scenario:
    return open_scenario(case.folder, use_cache=False)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_official_logs_agree_row_by_row(case: Case) -> None:
    report = score_logs(case.folder, scenario_of(case))
    assert report.differences == []
    assert report.foreign_orders == 0
    assert report.rows == sum(len(case.log_lines(d)) for d in case.drivers)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_the_official_result_comes_out_but_for_penalties(case: Case) -> None:
    ours = {d["driver_id"]: d for d in score_logs(case.folder, scenario_of(case)).result["drivers"]}
    for official in case.official["drivers"]:
        mine = ours[official["driver_id"]]
        for key in ("gross_income", "distance_km", "cost"):
            assert mine["income"][key] == official["income"][key]
        assert mine["calculation_aborted"] is official["calculation_aborted"]


def forged(case: Case, driver_id: str, tmp_path: Path, at: int, **changes: object) -> Path:
    """A folder with one driver's log in which row `at` (from 1) was changed."""
    rows = read_log(find_logs(case.folder)[driver_id], driver_id, START)
    rows[at - 1] = replace(rows[at - 1], **changes)  # type: ignore[arg-type]  # any field may be forged
    write_logs(tmp_path, {driver_id: rows}, START, case.rules, "20260301_000000")
    return tmp_path


def test_a_lost_order_logged_as_accepted_is_the_first_difference(tmp_path: Path) -> None:
    """E001's row 3 asks a second time for A1, which it has had: refused, whatever the log says."""
    edges = next(c for c in CASES if c.name == "edges")
    folder = forged(edges, "E001", tmp_path, 3, accepted=True, pickup_km=0.0, haul_km=10.01, eligible=True)
    report = score_logs(folder, scenario_of(edges))
    assert report.differences == [
        {"driver": "E001", "row": 3, "field": "accepted", "logged": True, "ours": "already_taken"}
    ]
    assert not report.agrees


def test_forged_kilometres_are_named(tmp_path: Path) -> None:
    """Row 2 drives 10.0075 km to A1; the log claims 1 km, and the official scorer believes it (rule 50)."""
    edges = next(c for c in CASES if c.name == "edges")
    folder = forged(edges, "E001", tmp_path, 2, pickup_km=1.0)
    found = score_logs(folder, scenario_of(edges)).differences[0]
    assert (found["row"], found["field"], found["logged"], found["ours"]) == (2, "pickup_deadhead_km", 1.0, 10.01)


def test_a_load_that_the_file_lacks_is_taken_as_logged(tmp_path: Path) -> None:
    """Without A1 in the file, the rows after it still agree; the official rules reject the driver (rule 47)."""
    edges = next(c for c in CASES if c.name == "edges")
    world = tmp_path / "world"
    world.mkdir()
    lines = [line for line in edges.cargo_lines() if json.loads(line)["cargo_id"] != "A1"]
    (world / "cargo.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name in ("drivers.json", "config.json"):
        (world / name).write_bytes((edges.folder / name).read_bytes())
    logs = tmp_path / "logs"
    rows = read_log(find_logs(edges.folder)["E001"], "E001", START)
    write_logs(logs, {"E001": rows}, START, edges.rules, "20260301_000000")
    report = score_logs(logs, open_scenario(world, use_cache=False))
    assert report.differences == []
    assert report.foreign_orders == 1
    assert report.result["drivers"][0]["calculation_aborted"] is True


def test_two_winners_of_one_shared_load_cannot_both_be_right() -> None:
    """Under one shared pool the second log that claims the same load is the one that differs."""
    week = next(c for c in CASES if c.name == "week-greedy")
    shared = scenario_of(week)
    shared = shared.model_copy(update={"rules": shared.rules.model_copy(update={"pool": "shared"})})
    rows = {d: read_log(find_logs(week.folder)[d], d, START) for d in ("D002", "D003")}
    found = resimulate(rows, shared).differences
    assert [d.driver_id for d in found] == ["D003"]
    assert found[0].ours == "claimed_by_other"
