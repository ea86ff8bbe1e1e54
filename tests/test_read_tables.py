"""Loads from CSV and Parquet say the same as the same loads in JSON lines."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from load_files import START, assert_equal, read, row, write_lines

from scenarios.errors import ScenarioError
from scenarios.files.load_problems import Reading
from scenarios.files.read_loads import read_loads
from scenarios.loads import LoadTable


def flat(item: dict[str, Any]) -> dict[str, Any]:
    """A row of the contest's form with its places and its window in columns of their own."""
    window = item["load_time"] or [None, None]
    places = {f"{end}_{key}": item[end][key] for end in ("start", "end") for key in ("city", "lat", "lng")}
    rest = {key: item[key] for key in ("create_time", "remove_time", "cargo_name", "cost_time_minutes", "price")}
    return {
        "cargo_id": item["cargo_id"],
        **rest,
        **places,
        "load_start": window[0],
        "load_end": window[1],
        "truck_length": "/".join(item["truck_length"]),
    }


def write_csv(path: Path, rows: list[dict[str, Any]], encoding: str = "utf-8") -> Path:
    with path.open("w", newline="", encoding=encoding) as stream:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def read_file(path: Path, *, strict: bool = True) -> tuple[LoadTable, list[str]]:
    problems: list[ScenarioError] = []
    unit = "row" if path.suffix == ".parquet" else "line"
    table, _ = read_loads(path, Reading(path.name, START, strict, unit=unit), problems)
    return table, [str(problem) for problem in problems]


ROWS = [
    row("A1"),
    row("A2", load_time=None, cargo_name='a "quoted", name', truck_length=["4.2米"]),
    row("A3", create_time="2026-03-01 01:30", price=0),
]


def test_all_forms_give_the_same_table(tmp_path: Path) -> None:
    wanted, problems = read(write_lines(tmp_path / "l.jsonl", *ROWS))
    assert problems == []
    rows = [flat(item) for item in ROWS]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "l.parquet")
    write_csv(tmp_path / "l.csv", rows)
    write_csv(tmp_path / "marked.csv", rows, "utf-8-sig")
    # A blank line sends the file to the exact reader.
    (tmp_path / "exact.csv").write_text((tmp_path / "l.csv").read_text() + "\n")
    for name in ("l.parquet", "l.csv", "marked.csv", "exact.csv"):
        table, problems = read_file(tmp_path / name)
        assert problems == [], name
        assert_equal(table, wanted)


def test_parquet_may_hold_times_numbers_and_lists_as_such(tmp_path: Path) -> None:
    items = [row("7"), row("8", load_time=None)]
    wanted, _ = read(write_lines(tmp_path / "l.jsonl", *items))
    table = pa.Table.from_pylist([flat(item) for item in items])
    for name in ("create_time", "remove_time", "load_start", "load_end"):
        stamps = table.column(name).cast(pa.timestamp("s")).cast(pa.timestamp("us"))
        table = table.set_column(table.column_names.index(name), name, stamps)
    table = table.set_column(0, "cargo_id", table.column("cargo_id").cast(pa.int64()))
    names = table.column("cargo_name").combine_chunks().dictionary_encode()
    table = table.set_column(table.column_names.index("cargo_name"), "cargo_name", names)
    trucks = pa.array([item["truck_length"] for item in items])
    table = table.set_column(table.column_names.index("truck_length"), "truck_length", trucks)
    pq.write_table(table, tmp_path / "l.parquet")
    found, problems = read_file(tmp_path / "l.parquet")
    assert problems == []
    assert_equal(found, wanted)


def test_parquet_takes_an_empty_text_for_no_window_as_csv_does(tmp_path: Path) -> None:
    items = [row("A1"), row("A2", load_time=None)]
    wanted, _ = read(write_lines(tmp_path / "l.jsonl", *items))
    rows = [{key: "" if value is None else value for key, value in flat(item).items()} for item in items]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "l.parquet")
    found, problems = read_file(tmp_path / "l.parquet")
    assert problems == []
    assert_equal(found, wanted)
    # One end alone is no window, in either form.
    half = [rows[0] | {"load_end": ""}]
    pq.write_table(pa.Table.from_pylist(half), tmp_path / "l.parquet")
    write_csv(tmp_path / "l.csv", half)
    for name in ("l.parquet", "l.csv"):
        _, (problem,) = read_file(tmp_path / name)
        assert "load_time: '' is no time of the form" in problem


@pytest.mark.parametrize("text", [pa.large_string(), pa.string_view()])
def test_parquet_texts_may_be_of_any_kind(tmp_path: Path, text: pa.DataType) -> None:
    items = [row("A1"), row("A2", load_time=None)]
    wanted, _ = read(write_lines(tmp_path / "l.jsonl", *items))
    table = pa.Table.from_pylist([flat(item) for item in items])
    fields = [pa.field(spec.name, text if pa.types.is_string(spec.type) else spec.type) for spec in table.schema]
    trucks = pa.array([item["truck_length"] for item in items], pa.large_list(pa.large_string()))
    table = table.cast(pa.schema(fields)).set_column(table.column_names.index("truck_length"), "truck_length", trucks)
    pq.write_table(table, tmp_path / "l.parquet")
    found, problems = read_file(tmp_path / "l.parquet")
    assert problems == []
    assert_equal(found, wanted)


@pytest.mark.parametrize(
    ("name", "column", "sentence"),
    [
        ("price", pa.array([True]), "price: <bool> is a type that this column cannot have; store numbers."),
        ("price", pa.array(["5"]), "price: <string> is a type that this column cannot have; store numbers."),
        ("start_lat", pa.array([{"a": 1}]), "start_lat: <struct<a: int64>> is a type that this column cannot have"),
        ("cargo_id", pa.array([True]), "cargo_id: <bool> is a type that this column cannot have; store texts."),
        ("create_time", pa.array([20_000], pa.date32()), "create_time: <date32[day]> is a type that"),
        ("truck_length", pa.array([[4.2]]), "truck_length: <list<element: double>> is a type that"),
    ],
)
def test_a_parquet_column_of_another_type_is_named(tmp_path: Path, name: str, column: pa.Array, sentence: str) -> None:
    table = pa.Table.from_pylist([flat(row("A1"))])
    pq.write_table(table.set_column(table.column_names.index(name), name, column), tmp_path / "l.parquet")
    _, (problem,) = read_file(tmp_path / "l.parquet")
    assert problem.startswith(f"l.parquet, {sentence}")


@pytest.mark.parametrize("strict", [True, False])
def test_columns_of_the_json_form_are_not_taken_for_a_table_s(tmp_path: Path, strict: bool) -> None:
    pq.write_table(pa.Table.from_pylist([row("A1")]), tmp_path / "l.parquet")
    _, (problem,) = read_file(tmp_path / "l.parquet", strict=strict)
    rule = "is one column for what has columns of its own in a table; write flat columns:"
    assert problem == f"l.parquet, start: 'start' {rule} start_city, start_lat and start_lng."
    # A window in one column would be lost without a word, since load_start and load_end may be absent.
    path = write_csv(tmp_path / "l.csv", [flat(row("A1")) | {"load_time": "08:00-09:00"}])
    _, (problem,) = read_file(path, strict=strict)
    assert problem == f"l.csv:1, load_time: 'load_time' {rule} load_start and load_end."


def test_window_and_truck_columns_may_be_absent(tmp_path: Path) -> None:
    rows = [{key: value for key, value in flat(item).items() if "load_" not in key} for item in ROWS]
    rows = [{key: value for key, value in item.items() if key != "truck_length"} for item in rows]
    table, problems = read_file(write_csv(tmp_path / "l.csv", rows))
    assert problems == []
    assert table.load(0).window_min is None
    assert table.truck_names == [""]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"price": "-5"}, "l.csv:3, price: -5.0 is negative"),
        ({"price": "abc"}, "l.csv:3, price: 'abc' is no price"),
        ({"price": "nan"}, "l.csv:3, price: 'nan' is no price"),
        ({"price": ""}, "l.csv:3, price: <nothing> stands where a value must be"),
        ({"start_lat": "113", "start_lng": "23"}, "l.csv:3, start: (113.0, 23.0) is no place on earth: latitude"),
        ({"start_lat": "1" * 400}, "l.csv:3, start_lat: inf is no coordinate"),
        ({"price": "1" * 5000}, "l.csv:3, price: inf is no price"),
        ({"end_lat": "inf"}, "l.csv:3, end_lat: 'inf' is no coordinate"),
        ({"load_end": ""}, "l.csv:3, load_time: '' is no time"),
        ({"create_time": "2026/3/1 8:00"}, "l.csv:3, create_time: '2026/3/1 8:00' is no time of the form"),
        ({"cost_time_minutes": "1_0"}, "l.csv:3, cost_time_minutes: '1_0' is no service time"),
    ],
)
def test_a_bad_cell_is_named_by_line_and_column(tmp_path: Path, change: dict[str, str], sentence: str) -> None:
    _, problems = read_file(write_csv(tmp_path / "l.csv", [flat(row("A1")), flat(row("A2")) | change]))
    assert len(problems) == 1
    assert problems[0].startswith(sentence)


def test_header_faults(tmp_path: Path) -> None:
    good = flat(row())
    _, problems = read_file(write_csv(tmp_path / "l.csv", [good | {"start_lon": 1.0}]))
    assert problems == ["l.csv:1, start_lon: 'start_lon' is no field of a load; perhaps 'start_lng' is meant."]
    _, problems = read_file(write_csv(tmp_path / "l.csv", [{k: v for k, v in good.items() if k != "end_lat"}]))
    assert problems == ["l.csv:1, end_lat: <no such column> stands where one must be; add end_lat."]
    for mark, name in ((";", "semicolons"), ("\t", "tabs")):
        path = write_csv(tmp_path / "l.csv", [good])
        path.write_text(path.read_text(encoding="utf-8").replace(",", mark), encoding="utf-8")
        _, (problem,) = read_file(path)
        assert problem.startswith("l.csv:1: <cargo_id")
        assert problem.endswith(f"separated by {name}, and in CSV commas separate them; write the file with commas.")
    (tmp_path / "l.csv").write_text("")
    _, (problem,) = read_file(tmp_path / "l.csv")
    assert problem.startswith("l.csv:1: <nothing> stands where the names of the columns must be; begin with cargo_id,")
    table, problems = read_file(write_csv(tmp_path / "l.csv", [good | {"note": "x"}]), strict=False)
    assert (len(table), problems) == (1, [])


def test_a_cut_off_line_and_gbk_text_are_recognised(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "l.csv", [flat(row("A1")), flat(row("A2"))])
    path.write_text(path.read_text(encoding="utf-8")[:-60], encoding="utf-8")
    _, problems = read_file(path)
    assert len(problems) == 1
    assert problems[0].startswith("l.csv:3: ")
    assert "cells stand in the line, and the header has 15; get the whole file" in problems[0]
    _, problems = read_file(write_csv(tmp_path / "l.csv", [flat(row("A1"))], "gbk"))
    assert len(problems) == 1
    assert problems[0].startswith("l.csv:2: ")
    assert "looks like GBK" in problems[0]


def test_parquet_faults_name_the_row(tmp_path: Path) -> None:
    path = tmp_path / "l.parquet"
    pq.write_table(pa.Table.from_pylist([flat(row("A1")), flat(row("A2")) | {"price": None}]), path)
    _, problems = read_file(path)
    assert problems == ["l.parquet, row 2, price: <nothing> stands where a value must be; give price."]
    table = pa.Table.from_pylist([flat(row("A1"))])
    zoned = table.column("create_time").cast(pa.timestamp("s")).cast(pa.timestamp("s", "UTC"))
    pq.write_table(table.set_column(table.column_names.index("create_time"), "create_time", zoned), path)
    _, problems = read_file(path)
    assert len(problems) == 1
    assert "is a column of times with a zone" in problems[0]
    path.write_bytes(b"PAR1 no more")
    with pytest.raises(ScenarioError, match=r"l\.parquet: <the file> is no Parquet table"):
        read_file(path)


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.xlsx"
    path.write_text("x")
    with pytest.raises(ScenarioError, match=r"has no form that loads are read from; give a file that ends in \.jsonl"):
        read_file(path)
    with pytest.raises(ScenarioError, match=r"none\.csv: <no such file> was found"):
        read_file(tmp_path / "none.csv")
