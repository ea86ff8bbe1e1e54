"""Loads from JSON lines: what is read, what is refused in which words, and what the contest's rules keep."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from load_files import START, STRICT, TOLERANT, assert_equal, read, row, write_lines

from scenarios.files.load_problems import Reading
from scenarios.loads import NO_WINDOW

SHARED = Path(__file__).resolve().parents[2] / "shared" / "contest" / "cases" / "edges-crash" / "tables.json"


def test_a_row_becomes_a_load_with_times_in_minutes(tmp_path: Path) -> None:
    table, problems = read(write_lines(tmp_path / "l.jsonl", row(), row("A2", load_time=None)))
    assert problems == []
    load = table.load(0)
    # 01:30:45 is minute 90, floored; 05:00 is 300; the window 06:00-08:00:59 is [360, 480].
    assert (load.create_min, load.remove_min, load.window_min) == (90, 300, (360, 480))
    assert (load.start_lat, load.start_lng, load.end_lat, load.end_lng) == (23.09, 113.0, 23.0, 113.25)
    assert (load.price_fen, load.service_min) == (30_000.0, 90)
    assert (load.category, load.start_place, load.end_place) == ("蔬菜", "佛山市", "广州市")
    assert load.truck_lengths == ("4.2米", "6.8米")
    assert table.load(1).window_min is None
    assert table.unusable == {}


def test_order_is_the_files_and_texts_are_numbered_as_they_come(tmp_path: Path) -> None:
    rows = [row("B", cargo_name="煤炭"), row("A"), row("C", cargo_name="煤炭", truck_length=None)]
    table, _ = read(write_lines(tmp_path / "l.jsonl", *rows))
    assert table.ids == ["B", "A", "C"]
    assert table.category_names == ["煤炭", "蔬菜"]
    assert table.category.tolist() == [0, 1, 0]
    assert table.truck_names == ["4.2米/6.8米", ""]
    assert table.place_names == ["佛山市", "广州市"]


def test_packed_marked_and_unfinished_files_read_the_same(tmp_path: Path) -> None:
    text = json.dumps(row()) + "\n" + json.dumps(row("A2"))  # no line end after the last line
    (tmp_path / "plain.jsonl").write_bytes(text.encode())
    (tmp_path / "mark.jsonl").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "windows.jsonl").write_bytes(text.replace("\n", "\r\n").encode())
    (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    plain, problems = read(tmp_path / "plain.jsonl")
    assert problems == []
    for name in ("mark.jsonl", "windows.jsonl", "packed.jsonl.gz"):
        other, problems = read(tmp_path / name)
        assert problems == []
        assert_equal(plain, other)


def test_never_is_held_within_the_table(tmp_path: Path) -> None:
    table, problems = read(write_lines(tmp_path / "l.jsonl", row(remove_time="9999-12-31 23:59:59")))
    assert problems == []
    assert table.remove_min[0] == 2**29


BAD_ROWS: list[tuple[dict[str, Any] | str, str]] = [
    ({"start": {"city": "x", "lat": 113.0, "lng": 23.0}}, ":2, start: .*latitude and longitude look swapped"),
    ({"end": {"city": "x", "lat": 23.0, "lng": 200.0}}, ":2, end: .*no place on earth"),
    ({"load_time": ["2026-03-01 08:00:00", "2026-03-01 07:00:00"]}, ":2, load_time: .*ends before it starts"),
    ({"load_time": ["2026-03-01 08:00:00"]}, ":2, load_time: .*two times of day, or null"),
    ({"load_time": ["2026-03-01 08:00:00", "soon"]}, ":2, load_time: 'soon' is no time"),
    ({"remove_time": "2026-03-01 01:00:00"}, ":2, remove_time: .*removed before it appears"),
    ({"cargo_id": "A1"}, ":2, cargo_id: 'A1' stands at line 1 already"),
    ({"cargo_id": ""}, ":2, cargo_id: '' is empty"),
    ({"cargo_id": ...}, ":2, cargo_id: <nothing> stands where a value must be; give cargo_id"),
    ({"price": -1}, ":2, price: -1.0 is negative"),
    ({"price": 123.45}, ":2, price: 123.45 is no whole number of fen"),
    ({"price": "300"}, ":2, price: '300' is no price"),
    ({"price": ...}, ":2, price: <nothing> stands"),
    ({"cost_time_minutes": -5}, ":2, cost_time_minutes: -5 is negative"),
    ({"cost_time_minutes": "60"}, ":2, cost_time_minutes: '60' is no service time, which is a whole number"),
    ({"cost_time_minutes": 60.9}, ":2, cost_time_minutes: 60.9 is no service time"),
    ({"cost_time_minutes": ...}, ":2, cost_time_minutes: <nothing> stands"),
    ({"cost_time_minutes": 10**12}, ":2, cost_time_minutes: 1000000000000.* is longer than any simulation"),
    ({"end": ...}, ":2, end: <nothing> stands"),
    ({"start": [23.0, 113.0]}, r":2, start: \[23.0, 113.0\] is no place, which is an object"),
    ({"start": {"city": "x", "lat": 23.0}}, ":2, start.lng: <nothing> stands"),
    ({"start": {"city": "x", "lat": "23", "lng": 113.0}}, ":2, start.lat: '23' is no coordinate"),
    ({"start": {"city": "x", "lat": 23.0, "lng": 113.0, "lon": 1}}, ":2, start.lon: .*perhaps 'lng' is meant"),
    ({"prise": 5}, ":2, prise: 'prise' is no field of a load; perhaps 'price' is meant"),
    ({"cargo_name": ...}, ":2, cargo_name: <nothing>"),
    ({"truck_length": [4.2]}, ":2, truck_length: .*no list of truck lengths"),
    ({"create_time": "2026-03-01"}, ":2, create_time: '2026-03-01' is a date without a time of day"),
    ({"create_time": "2026-03-01T01:00:00+08:00"}, ":2, create_time: .*carries a UTC offset"),
    ({"create_time": "2026-03-01T01:00:00Z"}, ":2, create_time: .*carries a UTC offset"),
    ({"create_time": "2026-02-30 01:00:00"}, ":2, create_time: .*is no time of the form"),
    ({"create_time": 7}, ":2, create_time: 7 is no time"),
    ("[1, 2]", r":2: \[1, 2\] is no load, which is an object"),
    ('{"cargo_id": "A2", "price": NaN}', ":2: .*holds NaN, which is no JSON number"),
    ('{"cargo_id": "A2", "price": -Infinity}', ":2: .*holds -Infinity, which is no JSON number"),
    ('{"cargo_id": "A2", "price": 1e999}', ":2: .*is not JSON .*infinity"),
    ('{"cargo_id": "A2" "price": 1}', ":2: .*is not JSON .*column"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD_ROWS, ids=[sentence[:60] for _, sentence in BAD_ROWS])
def test_each_fault_is_one_sentence_with_its_line(tmp_path: Path, change: dict[str, Any] | str, sentence: str) -> None:
    second = change if isinstance(change, str) else row(**({"load_id": "A2"} | _as_arguments(change)))
    path = write_lines(tmp_path / "l.jsonl", row(), second, row("A3"))
    _, problems = read(path)
    assert len(problems) == 1
    assert re.search(sentence, problems[0]), problems[0]


def _as_arguments(change: dict[str, Any]) -> dict[str, Any]:
    return {"load_id" if key == "cargo_id" else key: value for key, value in change.items()}


def test_a_nan_that_slips_through_the_quick_reader_is_caught(tmp_path: Path) -> None:
    text = json.dumps(row(price=float("nan")), ensure_ascii=False)
    _, problems = read(write_lines(tmp_path / "l.jsonl", text))
    assert len(problems) == 1
    assert "loads.jsonl:1: <" in problems[0]
    assert problems[0].endswith(
        "holds NaN, which is no JSON number; write a finite number, or null where it is allowed."
    )


def test_gbk_text_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_bytes(json.dumps(row(), ensure_ascii=False).encode("gbk") + b"\n")
    _, problems = read(path)
    assert len(problems) == 1
    assert "loads.jsonl:1" in problems[0]
    assert "is not UTF-8 and looks like GBK; convert the file: iconv -f GBK -t UTF-8" in problems[0]


def test_a_last_line_that_breaks_off_is_called_that(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_text(json.dumps(row()) + "\n" + json.dumps(row("A2"))[:100])
    _, problems = read(path)
    assert len(problems) == 1
    assert "loads.jsonl:2" in problems[0]
    assert "is the last line and breaks off in the middle" in problems[0]


@pytest.mark.parametrize("block_bytes", [1, 1 << 20])
def test_a_key_that_stands_twice_is_refused_strictly_only(tmp_path: Path, block_bytes: int) -> None:
    text = json.dumps(row("A2"))
    outer = text.replace('"price": 30000', '"price": 1, "price": 2')
    inner = json.dumps(row("A3")).replace('"lat": 23.09', '"lat": 1.0, "lat": 2.0')
    path = write_lines(tmp_path / "l.jsonl", row("A1"), outer, inner)
    _, problems = read(path, block_bytes=block_bytes)
    rule = "stands twice in the row, and only the last would count; keep one of the two."
    assert problems == [f"loads.jsonl:2, price: 'price' {rule}", f"loads.jsonl:3, lat: 'lat' {rule}"]
    table, problems = read(path, TOLERANT, block_bytes=block_bytes)
    assert problems == []
    assert (table.price_fen[1], table.start_lat[2]) == (2.0, 2.0)


def test_a_file_without_loads_is_refused_strictly_only(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_text("\n")
    _, problems = read(path)
    assert problems == ["loads.jsonl: <no loads> leaves nothing to do; put a load into the file."]
    table, problems = read(path, TOLERANT)
    assert problems == []
    assert len(table) == 0


def test_all_faults_are_told_in_file_order_and_no_more_than_twenty(tmp_path: Path) -> None:
    rows = [row(str(n), price=-1 if n % 2 else 5, cost_time_minutes=90 if n % 2 else "x") for n in range(1, 61)]
    _, problems = read(write_lines(tmp_path / "l.jsonl", *rows))
    # Lines 2, 4, … cannot be read, and reading stops at the 20th of them; 1, 3, … break a rule.
    assert [problem.split(",")[0] for problem in problems[:4]] == [f"loads.jsonl:{n}" for n in (1, 2, 3, 4)]


def test_line_numbers_hold_across_blocks_and_blank_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any] | str] = [row(str(n)) for n in range(30)]
    rows[7:7] = ["", "  "]
    rows.append(row("last", price=-1))
    path = write_lines(tmp_path / "l.jsonl", *rows)
    for block_bytes in (1, 500, 1 << 20):
        table, problems = read(path, block_bytes=block_bytes)
        assert len(table) == 31
        # 30 rows and 2 blank lines come before it.
        assert problems == ["loads.jsonl:33, price: -1.0 is negative, and a price is 0 fen or more; correct the price."]


def test_a_fraction_of_a_fen_is_kept_where_the_reading_says_so(tmp_path: Path) -> None:
    reading = Reading("l", START, strict=True, whole_fen=False)
    table, problems = read(write_lines(tmp_path / "l.jsonl", row(price=12345.5)), reading)
    assert problems == []
    assert table.price_fen[0] == 12345.5


# What becomes of every broken load of the contest's table of broken inputs. A text: refused with these words
# under either check. Else the field that only strict reading refuses, and what tolerant reading keeps.
CONTEST_OUTCOMES: dict[str, str | tuple[str | None, dict[str, Any]]] = {
    "duplicate id": "cargo_id: 'A1' stands at line 1 already",
    "no id": "cargo_id: '' is empty",
    "numeric id 77": (None, {"load_id": "77"}),
    "no create_time": "create_time: <nothing>",
    "date only": "is a date without a time of day",
    "create before epoch": (None, {"create_min": -2880}),  # 27 February 00:00, two days early
    "cost 'abc'": ("cost_time_minutes", {"unusable": "bad_service_time"}),
    "cost missing": "cost_time_minutes: <nothing>",
    "cost '60'": ("cost_time_minutes", {"service_min": 60}),
    "cost 60.9": ("cost_time_minutes", {"service_min": 60}),
    "cost '60.9'": ("cost_time_minutes", {"unusable": "bad_service_time"}),
    "load_time []": ("load_time", {"unusable": "bad_window"}),
    "load_time string": ("load_time", {"unusable": "bad_window"}),
    "load_time ['','']": ("load_time", {"unusable": "bad_window"}),
    "price 'abc'": "price: 'abc' is no price",
    "price negative": ("price", {"price_fen": -500.0}),
    "price null": "price: null is no price",
    "no start": "start: <nothing>",
    "lat 123": ("start", {"start_lat": 123.0}),
    "end missing": "end: <nothing>",
    "blank line": (None, {}),
    "empty file": ("loads.jsonl: <no loads>", {}),
}


@pytest.mark.skipif(not SHARED.exists(), reason="the contest's cases are not beside the checkout")
@pytest.mark.parametrize("case", CONTEST_OUTCOMES)
def test_every_broken_load_of_the_contest_has_its_outcome(tmp_path: Path, case: str) -> None:
    cases = json.loads(SHARED.read_text(encoding="utf-8"))["extra_load"]
    assert sorted(cases) == sorted(CONTEST_OUTCOMES)
    lines = ["" if item is None else item for item in cases[case]]
    path = write_lines(tmp_path / "l.jsonl", *lines)
    outcome = CONTEST_OUTCOMES[case]
    table, tolerant = read(path, TOLERANT)
    _, strict = read(path, STRICT)
    if isinstance(outcome, str):
        assert len(tolerant) == 1
        assert tolerant[0].startswith("loads.jsonl:3, ")
        assert outcome in tolerant[0]
        assert strict
        return
    field, kept = outcome
    assert tolerant == []
    assert bool(strict) == (field is not None)
    if field is not None:
        assert strict[0].startswith((f"loads.jsonl:3, {field}", field))
    if kept:
        assert len(table) == 3
        found = table.load(2).model_dump() | {"unusable": table.unusable.get(2)}
        assert found == found | kept


def test_negative_times_and_reversed_windows_are_marked_when_tolerant(tmp_path: Path) -> None:
    reversed_window = ["2026-03-01 08:00:00", "2026-03-01 07:00:00"]
    rows = [row("A", cost_time_minutes=-1), row("B", load_time=reversed_window, cost_time_minutes=-1), row("C")]
    table, problems = read(write_lines(tmp_path / "l.jsonl", *rows), TOLERANT)
    assert problems == []
    assert table.unusable == {0: "bad_service_time", 1: "bad_window"}


def test_tolerant_reading_ignores_what_it_does_not_know(tmp_path: Path) -> None:
    rows = [row("A", note=5), row("B", note={"deep": [1]}, price=..., cargo_name=..., truck_length=None)]
    table, problems = read(write_lines(tmp_path / "l.jsonl", *rows), TOLERANT)
    assert problems == []
    assert table.price_fen.tolist() == [30_000.0, 0.0]
    assert table.load(1).category == ""


ODD = st.sampled_from(
    [
        {},
        {"load_time": None},
        {"cargo_id": 5},
        {"price": 10},
        {"price": 10.0},
        {"price": -10},
        {"price": 0.5},
        {"cost_time_minutes": 60.0},
        {"cost_time_minutes": 61.9},
        {"cost_time_minutes": "61"},
        {"load_time": []},
        {"create_time": "2026-03-01 01:30"},
        {"create_time": "2026-03-01T01:30:10"},
        {"create_time": "2025-12-31 23:59:59"},
        {"create_time": "2026-03-01"},
        {"truck_length": "4.2米"},
        {"truck_length": []},
        {"extra": 1},
        {"start": {"city": "", "lat": -23, "lng": 181.0}},
        {"start": None},
    ]
)


# The folder may be shared: every example writes both its files anew.
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.lists(ODD, max_size=2), min_size=1, max_size=6), strict=st.booleans())
def test_the_quick_and_the_exact_reader_agree(
    tmp_path: Path, changes: list[list[dict[str, Any]]], strict: bool
) -> None:
    rows = []
    for number, odd in enumerate(changes):
        item = row(f"A{number}")
        for change in odd:
            item |= change
        rows.append(item)
    reading = STRICT if strict else TOLERANT
    # A blank line at the end sends the whole block to the exact reader and moves no line number.
    exact, exact_problems = read(write_lines(tmp_path / "exact.jsonl", *rows, ""), reading)
    quick, quick_problems = read(write_lines(tmp_path / "quick.jsonl", *rows), reading, block_bytes=1)
    assert quick_problems == exact_problems
    if not exact_problems:
        assert_equal(quick, exact)


def test_a_load_without_a_window_carries_the_mark_in_both_columns(tmp_path: Path) -> None:
    table, _ = read(write_lines(tmp_path / "l.jsonl", row(load_time=...)))
    assert (table.window_open_min[0], table.window_close_min[0]) == (NO_WINDOW, NO_WINDOW)
