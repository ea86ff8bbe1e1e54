"""Loads of a file beside those of a generator: added at the end, with their own names, never under a known id."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenarios.errors import ScenarioError
from scenarios.open import check_scenario, open_scenario, scenario_fingerprint

SCENARIO = """\
format: 1
name: beside
start: 2026-03-01
days: 1
loads:
  generator: {loads: 20}
  also: more.jsonl
drivers:
  generator: {count: 1}
"""
LOAD = {
    "cargo_id": "X1",
    "create_time": "2026-03-01 06:00:00",
    "remove_time": "2026-03-01 10:00:00",
    "cargo_name": "ice",
    "start": {"city": "Foshan", "lat": 22.81, "lng": 113.29},
    "end": {"city": "Shenzhen", "lat": 22.56, "lng": 113.88},
    "load_time": None,
    "cost_time_minutes": 260,
    "price": 52000,
}


def folder(path: Path, *loads: dict[str, object], text: str = SCENARIO) -> Path:
    (path / "scenario.yaml").write_text(text, encoding="utf-8")
    (path / "more.jsonl").write_text("".join(json.dumps(load) + "\n" for load in loads), encoding="utf-8")
    return path


def test_they_are_the_last_rows_with_names_of_their_own(tmp_path: Path) -> None:
    source = folder(tmp_path, LOAD)
    assert check_scenario(source) == []
    opened = open_scenario(source)
    load = opened.loads.load(20)
    assert (load.load_id, load.category, load.start_place, load.end_place) == ("X1", "ice", "Foshan", "Shenzhen")
    assert opened.loads.load(3).category != "ice"
    assert scenario_fingerprint(source) == opened.fingerprint


def test_the_fingerprint_follows_their_file(tmp_path: Path) -> None:
    one = scenario_fingerprint(folder(tmp_path, LOAD))
    assert scenario_fingerprint(folder(tmp_path, LOAD | {"price": 1})) != one


def test_an_id_of_the_market_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"more\.jsonl, cargo_id: '?100003'? is the id of a generated load"):
        open_scenario(folder(tmp_path, LOAD | {"cargo_id": "100003"}))


def test_beside_a_file_there_is_no_other(tmp_path: Path) -> None:
    text = SCENARIO.replace("generator: {loads: 20}", "file: more.jsonl")
    (fault,) = check_scenario(folder(tmp_path, LOAD, text=text))
    assert "names also without generator; put those loads into the file" in fault
