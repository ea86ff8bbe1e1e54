"""Loads from CSV and Parquet: one column a field, places and the window spread over columns of their own.

Columns: cargo_id, create_time, remove_time, cargo_name, start_city, start_lat, start_lng, end_city, end_lat,
end_lng, load_start, load_end (both empty: no window), cost_time_minutes, price (fen), truck_length (several
joined by "/"). Checks of value are load_builder.py's.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from scenarios.errors import ScenarioError
from scenarios.load_builder import FLAT_SCHEMA, LoadColumns, columns_of_arrow, columns_of_rows
from scenarios.load_problems import PROBLEMS_MAX, Problem, Reading, RowError
from scenarios.load_rows import FLAT_FIELDS, Row, read_row, refuse_unknown
from scenarios.text_files import encoding_fault, no_file, read_bytes, shown

if TYPE_CHECKING:
    from _csv import Reader

OPTIONAL_FIELDS = ("load_start", "load_end", "truck_length")
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")
_NUMERIC = ("start_lat", "start_lng", "end_lat", "end_lng", "cost_time_minutes", "price")


def read_csv(path: Path, reading: Reading, problems: list[Problem]) -> list[LoadColumns]:
    """The rows of a CSV file with a header line; what cannot be read is added to `problems`. Raises ScenarioError."""
    raw = read_bytes(path)
    part = _quick_csv(raw, reading)
    if part is not None:
        return [part]
    for line, text in enumerate(raw.split(b"\n"), start=1):
        fault = encoding_fault(text)
        if fault:
            problems.append(Problem(line, "", f"<{shown(text)}>", *fault))
            return []
    return [_exact_csv(raw.decode("utf-8"), reading, problems)]


def read_parquet(path: Path, reading: Reading, problems: list[Problem]) -> list[LoadColumns]:
    """The rows of a Parquet file; what cannot be read is added to `problems`. Raises ScenarioError.

    Texts may be dictionary columns, times naive timestamps, truck lengths lists. Rows count from 1.
    """
    try:
        table = pq.read_table(path)
    except OSError as error:
        raise no_file(path, error) from None
    except (pa.ArrowException, ValueError):
        raise ScenarioError(str(path), "<the file>", "is no Parquet table", "write it again") from None
    fault = _header_problem(table.column_names, 0, reading)
    if fault:
        problems.append(fault)
        return []
    table = _all_columns(table)
    zoned = [spec for spec in table.schema if pa.types.is_timestamp(spec.type) and spec.type.tz is not None]
    if zoned:
        rule = "is a column of times with a zone, and a scenario's times are local"
        problems.append(Problem(0, zoned[0].name, str(zoned[0].type), rule, "store naive local times"))
        return []
    table = pa.table({name: _plain_texts(table.column(name)) for name in FLAT_SCHEMA.names})
    try:
        part = columns_of_arrow(table.cast(FLAT_SCHEMA), np.arange(1, len(table) + 1, dtype=np.int32), reading)
    except pa.ArrowException:
        part = None
    if part is None:
        dicts = ({key: value for key, value in row.items() if value is not None} for row in table.to_pylist())
        part = _exact_rows(enumerate(dicts, start=1), reading, problems)
    return [part]


def _header_problem(header: Sequence[str], line: int, reading: Reading) -> Problem | None:
    """The first fault of the column names."""
    missing = [name for name in FLAT_FIELDS if name not in header and name not in OPTIONAL_FIELDS]
    twice = [name for name in header if header.count(name) > 1]
    try:
        if reading.strict:
            refuse_unknown(header, FLAT_FIELDS)
    except RowError as error:
        return error.at(line)
    if twice:
        return Problem(line, twice[0], twice[0], "names two columns", "rename one")
    if missing:
        return Problem(line, missing[0], "<no such column>", "stands where one must be", f"add {missing[0]}")
    return None


def _all_columns(table: pa.Table) -> pa.Table:
    """The known columns in their order, the optional ones empty where they are absent."""
    for name in OPTIONAL_FIELDS:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(table.num_rows, pa.string()))
    return table.select(FLAT_SCHEMA.names)


def _quick_csv(raw: bytes, reading: Reading) -> LoadColumns | None:
    """All rows by Arrow; None unless every line holds one plain row under a good header."""
    try:
        table = pcsv.read_csv(
            pa.BufferReader(raw),
            convert_options=pcsv.ConvertOptions(
                column_types=FLAT_SCHEMA, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=True
            ),
        )
    except pa.ArrowException:
        return None
    # Blank lines, and texts that span lines, would shift the line numbers.
    lines = raw.count(b"\n") + (not raw.endswith(b"\n"))
    if table.num_rows + 1 != lines or _header_problem(table.column_names, 1, reading):
        return None
    return columns_of_arrow(_all_columns(table), np.arange(2, table.num_rows + 2, dtype=np.int32), reading)


def _exact_csv(text: str, reading: Reading, problems: list[Problem]) -> LoadColumns:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(lines, [])
        fault = _header_problem(header, 1, reading)
        if fault:
            problems.append(fault)
            return columns_of_rows([])
        return _exact_rows(_csv_rows(lines, header, problems), reading, problems)
    except csv.Error as error:
        problems.append(Problem(lines.line_num, "", "<the line>", f"is not CSV ({error})", "correct it"))
        return columns_of_rows([])


def _csv_rows(
    lines: Reader, header: Sequence[str], problems: list[Problem]
) -> Iterable[tuple[int, dict[str, object]]]:
    """Line number and non-empty cells of each record; numbers as numbers where the text is one."""
    for cells in lines:
        if not cells:
            continue
        if len(cells) != len(header):
            rule = f"cells stand in the line, and the header has {len(header)}"
            remedy = "get the whole file, or give every column a cell"
            problems.append(Problem(lines.line_num, "", len(cells), rule, remedy))
            continue
        row: dict[str, object] = {key: cell for key, cell in zip(header, cells, strict=True) if cell != ""}
        for key in _NUMERIC:
            cell = row.get(key)
            if isinstance(cell, str) and _NUMBER.fullmatch(cell.strip()):
                row[key] = float(cell) if re.search("[.eE]", cell) else int(cell)
        yield lines.line_num, row


def _exact_rows(
    rows: Iterable[tuple[int, dict[str, object]]], reading: Reading, problems: list[Problem]
) -> LoadColumns:
    read: list[Row] = []
    for line, row in rows:
        if "load_start" in row or "load_end" in row:
            row["load_time"] = [row.get("load_start", ""), row.get("load_end", "")]
        try:
            read.append(read_row(line, row, reading, dot="_"))
        except RowError as error:
            problems.append(error.at(line))
        if len(problems) >= PROBLEMS_MAX:
            break
    return columns_of_rows(read)


def _plain_texts(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The column with naive timestamps, dictionaries and lists as text."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return column.cast(kind.value_type)
    if pa.types.is_timestamp(kind):
        return pc.strftime(column.cast(pa.timestamp("s"), safe=False), format="%Y-%m-%d %H:%M:%S")
    if pa.types.is_list(kind) and pa.types.is_string(kind.value_type):
        return pc.binary_join(column, "/")
    return column
