"""Small load files for the reader tests: one good row, and the same row with something else in it."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from scenarios.files.load_builder import build_table
from scenarios.files.load_problems import Problem, Reading
from scenarios.files.read_jsonl import read_jsonl
from scenarios.loads import LoadTable

START = datetime(2026, 3, 1)
STRICT = Reading("loads.jsonl", START, strict=True)
TOLERANT = Reading("loads.jsonl", START, strict=False)


def row(load_id: object = "A1", **changes: Any) -> dict[str, Any]:
    """A good row in the contest's form; `changes` replace fields, and `...` takes one away.

    It is on the board from 01:30 to 05:00 of the first day, loads from 06:00 to 08:00, takes 90 minutes
    and pays 300.00 yuan.
    """
    good: dict[str, Any] = {
        "cargo_id": load_id,
        "create_time": "2026-03-01 01:30:45",
        "remove_time": "2026-03-01 05:00:00",
        "cargo_name": "蔬菜",
        "start": {"city": "佛山市", "lat": 23.09, "lng": 113.0},
        "end": {"city": "广州市", "lat": 23.0, "lng": 113.25},
        "load_time": ["2026-03-01 06:00:00", "2026-03-01 08:00:59"],
        "cost_time_minutes": 90,
        "price": 30000,
        "truck_length": ["4.2米", "6.8米"],
    }
    return {key: value for key, value in (good | changes).items() if value is not ...}


def write_lines(path: Path, *rows: dict[str, Any] | str) -> Path:
    """One line a row; a text stands as it is."""
    lines = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read(path: Path, reading: Reading = STRICT, **options: Any) -> tuple[LoadTable, list[str]]:
    """The table, and the sentences about what is wrong."""
    problems: list[Problem] = []
    table = build_table(read_jsonl(path, reading, problems, **options), reading, problems)
    return table, [str(reading.error(problem)) for problem in problems]


def assert_equal(one: LoadTable, other: LoadTable) -> None:
    """Every column and name list of the two tables is equal, types included."""
    for spec in fields(LoadTable):
        a, b = getattr(one, spec.name), getattr(other, spec.name)
        if isinstance(a, np.ndarray):
            assert a.dtype == b.dtype, spec.name
            assert a.tolist() == b.tolist(), spec.name
        else:
            assert a == b, spec.name
