"""Loads from JSON lines in the contest's form, plain or .gz. Checks of value are load_builder.py's.

The file is read in blocks of whole lines. A block goes through Arrow's JSON reader first; where that, or what
it read, is not plain, the block's lines are read again one by one, exactly. One odd line so costs one block.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from scenarios.files.load_builder import LoadColumns, columns_of_arrow, columns_of_rows
from scenarios.files.load_problems import PROBLEMS_MAX, Problem, Reading, RowError
from scenarios.files.load_rows import Row, flatten, read_row
from scenarios.files.text_files import doubled_key, encoding_fault, json_fault, line_blocks, shown

BLOCK_BYTES = 8 << 20
_PARSE_BYTES = 2 << 20
"""Arrow parses pieces of this size side by side."""

_PLACE = pa.struct([("city", pa.string()), ("lat", pa.float64()), ("lng", pa.float64())])
_FIELDS = {
    "cargo_id": pa.string(),
    "create_time": pa.string(),
    "remove_time": pa.string(),
    "cargo_name": pa.string(),
    "start": _PLACE,
    "end": _PLACE,
    "load_time": pa.list_(pa.string()),
    "cost_time_minutes": pa.float64(),
    "price": pa.float64(),
    "truck_length": pa.list_(pa.string()),
}


def read_jsonl(
    path: Path, reading: Reading, problems: list[Problem], *, block_bytes: int = BLOCK_BYTES
) -> list[LoadColumns]:
    """The file's rows in batches, in file order; lines that cannot be read are added to `problems`.

    Stops early after PROBLEMS_MAX problems. Raises ScenarioError when the file cannot be opened or unpacked.
    """
    parts: list[LoadColumns] = []
    first_line = 1
    for block in line_blocks(path, block_bytes):
        lines = block.count(b"\n") + (not block.endswith(b"\n"))
        part = _quick(block, first_line, lines, reading)
        if part is None:
            part = _exact(block, first_line, reading, problems)
        parts.append(part)
        first_line += lines
        if len(problems) >= PROBLEMS_MAX:
            break
    return parts


def _quick(block: bytes, first_line: int, lines: int, reading: Reading) -> LoadColumns | None:
    """The block's columns by Arrow; None unless every line holds one plain row."""
    unknown = "error" if reading.strict else "ignore"
    try:
        table = pj.read_json(
            pa.BufferReader(block),
            read_options=pj.ReadOptions(block_size=_PARSE_BYTES),
            parse_options=pj.ParseOptions(explicit_schema=_schema(block), unexpected_field_behavior=unknown),
        )
        table.validate(full=True)
    except pa.ArrowInvalid:
        return None
    # Blank lines, and two rows on one line, would shift the line numbers.
    if table.num_rows != lines:
        return None
    windows = table.column("load_time").combine_chunks()
    if not pc.all(pc.equal(pc.list_value_length(windows), 2), min_count=0).as_py():
        return None
    flat = {name: table.column(name) for name in _FIELDS if name not in ("start", "end", "load_time")}
    flat["cargo_id"] = flat["cargo_id"].cast(pa.string())
    for end in ("start", "end"):
        # flatten() carries a missing place over to its parts as nulls.
        for key, part in zip(("city", "lat", "lng"), table.column(end).combine_chunks().flatten(), strict=True):
            flat[f"{end}_{key}"] = part
    flat["load_start"] = pc.list_element(windows, 0)
    flat["load_end"] = pc.list_element(windows, 1)
    trucks = flat["truck_length"]
    if pa.types.is_list(trucks.type):
        flat["truck_length"] = pc.binary_join(trucks, "/")
    if flat["load_start"].null_count != windows.null_count or flat["truck_length"].null_count != trucks.null_count:
        return None
    line = np.arange(first_line, first_line + lines, dtype=np.int32)
    return columns_of_arrow(pa.table(flat), line, reading)


def _schema(block: bytes) -> pa.Schema:
    """The types to read a block with: those of the contest, but ids and truck lengths as the first line has them."""
    types = dict(_FIELDS)
    try:
        first = orjson.loads(block[: block.find(b"\n") + 1 or None])
    except orjson.JSONDecodeError:
        first = None
    if isinstance(first, dict):
        if type(first.get("cargo_id")) is int:
            types["cargo_id"] = pa.int64()
        if isinstance(first.get("truck_length"), str):
            types["truck_length"] = pa.string()
    return pa.schema(list(types.items()))


def _exact(block: bytes, first_line: int, reading: Reading, problems: list[Problem]) -> LoadColumns:
    """The block's columns line by line; faults go to `problems`."""
    rows: list[Row] = []
    lines = block.split(b"\n")
    for line, raw in enumerate(lines, start=first_line):
        if not raw.strip():
            continue
        try:
            value = orjson.loads(raw)
            # The quick reader declines a row in which a key stands twice, so this one sees them all.
            twice = doubled_key(raw) if reading.strict else None
            if twice is not None:
                rule = "stands twice in the row, and only the last would count"
                raise RowError(twice[0], twice[0], rule, "keep one of the two", strict_only=True)
            rows.append(read_row(line, flatten(value, strict=reading.strict), reading))
        except orjson.JSONDecodeError as error:
            cut_off = line == first_line + len(lines) - 1
            problems.append(_json_problem(line, raw, error, cut_off=cut_off))
        except RowError as error:
            problems.append(error.at(line))
        if len(problems) >= PROBLEMS_MAX:
            break
    return columns_of_rows(rows)


def _json_problem(line: int, raw: bytes, error: orjson.JSONDecodeError, *, cut_off: bool) -> Problem:
    """What is wrong with a line that is no JSON. `cut_off`: it is the file's last and has no line end."""
    fault = encoding_fault(raw)
    if fault is None:
        text = raw.decode("utf-8")
        fault = json_fault(error, text)
        if cut_off and not text.rstrip().endswith("}"):
            fault = "is the last line and breaks off in the middle", "get the whole file, or delete the line"
    return Problem(line, "", f"<{shown(raw)}>", *fault)
