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
from scenarios.files.load_builder import FLAT_SCHEMA, LoadColumns, columns_of_arrow, columns_of_rows
from scenarios.files.load_problems import PROBLEMS_MAX, Problem, Reading, RowError
from scenarios.files.load_rows import FLAT_FIELDS, Row, read_row, refuse_unknown
from scenarios.files.text_files import encoding_fault, no_file, read_bytes, shown

if TYPE_CHECKING:
    from _csv import Reader

OPTIONAL_FIELDS = ("load_start", "load_end", "truck_length")
SPREAD_FIELDS = {
    "start": "start_city, start_lat and start_lng",
    "end": "end_city, end_lat and end_lng",
    "load_time": "load_start and load_end",
}
"""Fields of a JSON row that a table spreads over columns of their own; a column of this name would be lost."""
SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars", "，": "Chinese commas"}
INT_DIGITS = 18
"""Numbers of more digits are read as doubles: none is in range, and Python may refuse to read them."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")
_TIMES = ("create_time", "remove_time", "load_start", "load_end")
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
    fault = next((fault for spec in table.schema if (fault := _type_problem(spec))), None)
    if fault:
        problems.append(fault)
        return []
    table = pa.table({name: _plain_column(table.column(name), name) for name in FLAT_SCHEMA.names})
    try:
        part = columns_of_arrow(table.cast(FLAT_SCHEMA), np.arange(1, len(table) + 1, dtype=np.int32), reading)
    except pa.ArrowException:
        part = None
    if part is None:
        dicts = ({key: value for key, value in row.items() if value is not None} for row in table.to_pylist())
        part = _exact_rows(enumerate(dicts, start=1), reading, problems)
    return [part]


def _type_problem(column: pa.Field) -> Problem | None:
    """What is wrong with a column that is of another type than its field in JSON lines would be."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    types = pa.types
    text = _is_text(kind) or types.is_null(kind)
    number = types.is_integer(kind) or types.is_floating(kind)
    if column.name in _NUMERIC:
        good, wanted = number or types.is_decimal(kind) or types.is_null(kind), "numbers"
    elif column.name in _TIMES:
        good, wanted = text or types.is_timestamp(kind), "naive local times, or texts such as 2026-03-01 08:30:00"
        if types.is_timestamp(kind) and kind.tz is not None:
            rule = "is a column of times with a zone, and a scenario's times are local"
            return Problem(0, column.name, f"<{kind}>", rule, "store naive local times")
    elif column.name == "truck_length":
        listed = types.is_list(kind) or types.is_large_list(kind)
        good, wanted = text or (listed and _is_text(kind.value_type)), "texts or lists of texts"
    else:
        good, wanted = text or (number and column.name == "cargo_id"), "texts"
    if good:
        return None
    return Problem(0, column.name, f"<{kind}>", "is a type that this column cannot have", f"store {wanted}")


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _header_problem(header: Sequence[str], line: int, reading: Reading) -> Problem | None:
    """The first fault of the column names."""
    if line and not header:
        rule = "stands where the names of the columns must be"
        return Problem(line, "", "<nothing>", rule, f"begin with {','.join(FLAT_FIELDS[:3])},...")
    nested = next((name for name in header if name in SPREAD_FIELDS), None)
    if nested is not None:
        rule = "is one column for what has columns of its own in a table"
        return Problem(line, nested, nested, rule, f"write flat columns: {SPREAD_FIELDS[nested]}")
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
        fault = _separator_problem(header) or _header_problem(header, 1, reading)
        if fault:
            problems.append(fault)
            return columns_of_rows([])
        return _exact_rows(_csv_rows(lines, header, problems), reading, problems)
    except csv.Error as error:
        problems.append(Problem(lines.line_num, "", "<the line>", f"is not CSV ({error})", "correct it"))
        return columns_of_rows([])


def _separator_problem(header: Sequence[str]) -> Problem | None:
    """A header that is one name because its columns are separated by something else."""
    for mark, name in SEPARATORS.items() if len(header) == 1 else ():
        if mark in header[0]:
            rule = f"has its columns separated by {name}, and in CSV commas separate them"
            return Problem(1, "", f"<{shown(header[0].encode())}>", rule, "write the file with commas")
    return None


def _csv_rows(lines: Reader, header: Sequence[str], problems: list[Problem]) -> Iterable[tuple[int, dict[str, object]]]:
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
                real = re.search("[.eE]", cell) or len(cell) > INT_DIGITS
                row[key] = float(cell) if real else int(cell)
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


def _plain_column(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """The column with naive timestamps, dictionaries and lists as text, decimals as doubles, "" for no time as null."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    kind = column.type
    if pa.types.is_timestamp(kind):
        return pc.strftime(column.cast(pa.timestamp("s"), safe=False), format="%Y-%m-%d %H:%M:%S")
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return pc.binary_join(column.cast(pa.list_(pa.string())), "/")
    if pa.types.is_decimal(kind):
        return column.cast(pa.float64())
    if _is_text(kind):
        column = column.cast(pa.string())
        if name in ("load_start", "load_end"):
            return pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column)
    return column
