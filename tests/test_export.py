"""`dispatch export`: the files hold what the record holds, and the dictionary names every column."""

from __future__ import annotations

import csv
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pyarrow.parquet
import pytest
from cli_calls import answer, dispatch

from dispatch.export.columns import TABLES
from scenarios.open import LIBRARY


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read_csv(path: str) -> list[dict[str, str]]:
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_both_forms_hold_what_the_run_did() -> None:
    run = answer("run", "tiny", "--seed", "3")
    told = answer("export", run["run"], "--to", "out")
    assert sorted(told["files"]) == sorted(
        [f"out/{name}.{form}" for name in TABLES for form in ("csv", "parquet")] + ["out/DICTIONARY.md"]
    )
    assert told["rows"]["steps"] == run["steps"]
    steps = pyarrow.parquet.read_table("out/steps.parquet").to_pylist()
    assert [(s["driver"], str(s["step"]), s["act"]) for s in steps] == [
        (s["driver"], s["step"], s["act"]) for s in read_csv("out/steps.csv")
    ]
    assert sum(s["haul_km"] for s in steps) == pytest.approx(run["total"]["km"]["haul"], abs=0.01)
    orders = pyarrow.parquet.read_table("out/orders.parquet").to_pylist()
    assert sum(o["result"] == "done" for o in orders) == run["total"]["orders"]["done"]
    assert sum(o["paid_yuan"] for o in orders) == pytest.approx(run["total"]["gross_yuan"])
    # The first step of a run begins when the scenario does.
    assert str(steps[0]["start_at"]) == "2026-03-01 00:00:00"


def test_breaches_are_written_with_their_price() -> None:
    Path("law").mkdir()
    sources = "loads: {generator: {loads_per_day: 500}}\ndrivers: {generator: {count: 2}}\n"
    head = "format: 1\nname: law\nstart: 2026-03-01\ndays: 3\nhours_of_service: {rules: eu, penalty_fen: 20000}\n"
    Path("law/scenario.yaml").write_text(head + sources, encoding="utf-8")
    run = answer("run", "./law", "--seed", "3")
    answer("export", run["run"], "--to", "out")
    rows = read_csv("out/breaches.csv")
    assert len(rows) == run["total"]["breaches"]["all"] > 0
    assert sum(float(row["penalty_yuan"]) for row in rows) == run["total"]["penalty_yuan"] == 200 * len(rows)
    assert {(row["preference"], row["left_yuan"], row["avoidable"]) for row in rows} == {("-1", "", "true")}


def test_digests_have_a_row_for_each_bullet() -> None:
    run = answer("run", "guangdong-week", "--memory", "digest", "--days", "3")
    answer("export", run["run"], "--to", "out")
    rows = read_csv("out/digests.csv")
    assert len({(r["driver"], r["store"], r["number"]) for r in rows}) == run["digests"]["made"]
    assert sum(r["kind"] != "" for r in rows) == run["digests"]["kept"] > 0


def test_the_dictionary_names_every_column_of_every_file() -> None:
    run = answer("run", "tiny")["run"]
    assert dispatch("export", run, "--to", "out").stdout.endswith("out/DICTIONARY.md\n")
    sections = re.split(r"^## ", Path("out/DICTIONARY.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    named = {part.split("\n")[0]: re.findall(r"^\| `(\w+)`", part, re.MULTILINE) for part in sections}
    assert named == {name: pyarrow.parquet.read_schema(f"out/{name}.parquet").names for name in TABLES}


def test_without_the_scenario_prices_are_left_empty_and_that_is_said() -> None:
    shutil.copytree(LIBRARY / "tiny", "town")
    run = answer("run", "town")["run"]
    shutil.rmtree("town")
    end = dispatch("export", run, "--to", "out")
    assert (end.exit_code, end.stderr.count("\n")) == (0, 1)
    assert end.stderr.startswith("Prices are left empty: ")
    assert {row["price_yuan"] for row in read_csv("out/orders.csv")} == {""}


def test_a_run_that_broke_off_is_told_to_be_one() -> None:
    run = answer("run", "tiny")["run"]
    with closing(sqlite3.connect("dispatch.db")) as connection, connection:
        connection.execute("UPDATE run SET status = 'interrupted', ended_at = NULL, digest = NULL, totals = NULL")
        connection.execute("DELETE FROM step WHERE start_min + scan_min >= 600")
    end = dispatch("export", run, "--to", "out")
    told = f"Run {run} has not come to its end: its steps are those so far, and no breach is judged yet.\n"
    assert (end.exit_code, end.stderr) == (0, told)
    assert 0 < max(int(row["start_min"]) for row in read_csv("out/steps.csv")) < 600


def test_nothing_is_written_over() -> None:
    run = answer("run", "tiny")["run"]
    answer("export", run, "--to", "out")
    end = dispatch("export", run, "--to", "out")
    assert (end.exit_code, end.stderr) == (2, "--to: out holds DICTIONARY.md already; name another folder.\n")
    end = dispatch("export", run, "--to", "")
    assert (end.exit_code, end.stderr) == (2, "--to: '' names no folder; name one, as in --to out.\n")
    Path("file").write_text("")
    assert (
        "--to: file cannot be made (File exists); name another folder" in dispatch("export", run, "--to", "file").stderr
    )
    assert "holds no run 'nothing'" in dispatch("export", "nothing", "--to", "other").stderr
