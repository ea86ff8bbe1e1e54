"""One row of a load file, read exactly: the slow way, which says what is wrong and with which field.

The quick way (load_builder.py) reads whole columns and hands over here whatever is not plain. Both give the
same values. This module reads values only; what values must satisfy together is checked in load_builder.py.

What becomes of a row under either check (contest rules 3 to 7, 17, 23, 34, 49); the last seven lines are checked in
load_builder.py:

| in the row | strict | tolerant |
|---|---|---|
| id empty, missing, or neither text nor number | refused | refused |
| id a number: 77 | "77" | "77" |
| create or remove time missing, ill-formed, with a UTC offset, or a bare date | refused | refused |
| create time before the start | kept: a negative minute | kept |
| start, end or a coordinate missing, or no finite number | refused | refused |
| price null or text | refused | refused |
| price missing | refused | 0 |
| service time missing or null | refused | refused |
| service time "60" / 60.9 | refused | 60 / 60 |
| service time "abc" or "60.9" | refused | kept, unusable: bad_service_time |
| load_time missing or null | no window | no window |
| load_time [], "x", ["", ""] or with an ill-formed time | refused | kept, unusable: bad_window |
| cargo_name or city missing | refused | empty |
| unknown key | refused | ignored |
| key that stands twice | refused | the last one counts |
| blank line | skipped | skipped |
| id of an earlier row | refused | refused |
| coordinate off the earth: lat 123 | refused | kept |
| price negative, or (but for contest folders) with a fraction of a fen | refused | kept |
| remove time before create time | refused | kept |
| window that ends before it starts | refused | kept, unusable: bad_window |
| service time negative | refused | kept, unusable: bad_service_time |
| no row at all | refused | an empty table |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from math import isfinite
from typing import NamedTuple

from scenarios.files.load_problems import Reading, RowError
from scenarios.files.text_files import near_match
from scenarios.files.wall import HELD_MIN, minute_of_text
from scenarios.loads import NO_WINDOW

NESTED_FIELDS = (
    "cargo_id", "create_time", "remove_time", "cargo_name", "start", "end",
    "load_time", "cost_time_minutes", "price", "truck_length",
)  # fmt: skip
"""The fields of a row in the contest's form (JSONL)."""
PLACE_FIELDS = ("city", "lat", "lng")
FLAT_FIELDS = (
    "cargo_id", "create_time", "remove_time", "cargo_name", "start_city", "start_lat", "start_lng",
    "end_city", "end_lat", "end_lng", "load_start", "load_end", "cost_time_minutes", "price", "truck_length",
)  # fmt: skip
"""The columns of a table in CSV or Parquet."""

USABLE, BAD_SERVICE_TIME, BAD_WINDOW = 0, 1, 2
UNUSABLE_NAMES = ("", "bad_service_time", "bad_window")
PRICE_FEN_MAX = 2.0**53
"""Beyond it a double cannot hold whole fen."""


class Row(NamedTuple):
    """The values of one row; times in world minutes."""

    line: int
    load_id: str
    create_min: int
    remove_min: int
    start_lat: float
    start_lng: float
    end_lat: float
    end_lng: float
    price_fen: float
    service_min: int
    open_min: int
    close_min: int
    category: str
    start_place: str
    end_place: str
    truck: str
    unusable: int


def flatten(raw: object, *, strict: bool) -> dict[str, object]:
    """A row of the contest's form with its places as `start_city`, `start_lat`, … Raises RowError."""
    if not isinstance(raw, dict):
        raise RowError("", raw, "is no load, which is an object with named fields", "write one object a line")
    if strict:
        refuse_unknown(raw, NESTED_FIELDS)
    row = dict(raw)
    for end in ("start", "end"):
        place = row.pop(end, None)
        if place is None:
            raise _missing(end)
        if not isinstance(place, dict):
            raise RowError(end, place, "is no place, which is an object with city, lat and lng")
        if strict:
            refuse_unknown(place, PLACE_FIELDS, f"{end}.")
        row.update((f"{end}_{key}", place[key]) for key in PLACE_FIELDS if key in place)
    return row


def refuse_unknown(keys: Iterable[str], known: tuple[str, ...], prefix: str = "") -> None:
    """Raises RowError for the first key that is not known, with the known one it resembles."""
    for key in keys:
        if key not in known:
            remedy = near_match(key, known, "leave it out")
            raise RowError(f"{prefix}{key}", key, "is no field of a load", remedy, strict_only=True)


def read_row(line: int, row: Mapping[str, object], reading: Reading, dot: str = ".") -> Row:
    """The values of a flat row. `dot` stands between a place and its part in messages. Raises RowError."""
    strict = reading.strict
    load_id = _id(row)
    create_min = _time(row, "create_time", reading.start)
    remove_min = _time(row, "remove_time", reading.start)
    window = _window(row, reading)
    service = _service(row, strict=strict)
    unusable = BAD_WINDOW if window is None else BAD_SERVICE_TIME if service is None else USABLE
    open_min, close_min = window or (NO_WINDOW, NO_WINDOW)
    return Row(
        line,
        load_id,
        create_min,
        remove_min,
        _degrees(row, "start_lat", f"start{dot}lat"),
        _degrees(row, "start_lng", f"start{dot}lng"),
        _degrees(row, "end_lat", f"end{dot}lat"),
        _degrees(row, "end_lng", f"end{dot}lng"),
        _price(row, strict=strict),
        service or 0,
        open_min,
        close_min,
        _text(row, "cargo_name", "cargo_name", strict=strict),
        _text(row, "start_city", f"start{dot}city", strict=strict),
        _text(row, "end_city", f"end{dot}city", strict=strict),
        _truck(row, strict=strict),
        unusable,
    )


def _missing(field: str, *, strict_only: bool = False) -> RowError:
    return RowError(field, "<nothing>", "stands where a value must be", f"give {field}", strict_only=strict_only)


def _id(row: Mapping[str, object]) -> str:
    value = row.get("cargo_id")
    if value is None:
        raise _missing("cargo_id")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowError("cargo_id", value, "is no id, which is text")
    load_id = str(value).strip()
    if not load_id:
        raise RowError("cargo_id", value, "is empty, and every load has an id")
    return load_id


def _time(row: Mapping[str, object], field: str, start: datetime) -> int:
    value = row.get(field)
    if value is None:
        raise _missing(field)
    if not isinstance(value, str):
        raise RowError(field, value, "is no time of the form 2026-03-01 08:30:00")
    try:
        return minute_of_text(value, start)
    except ValueError as fault:
        raise RowError(field, value, str(fault), "write YYYY-MM-DD HH:MM:SS in local time") from None


def _degrees(row: Mapping[str, object], key: str, field: str) -> float:
    value = row.get(key)
    if value is None:
        raise _missing(field)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise RowError(field, value, "is no coordinate, which is a finite number of degrees")
    return float(value)


def _price(row: Mapping[str, object], *, strict: bool) -> float:
    if "price" not in row:
        if strict:
            raise _missing("price", strict_only=True)
        return 0.0
    value = row["price"]
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not abs(value) <= PRICE_FEN_MAX:  # type: ignore[arg-type]  # `number` says so
        raise RowError("price", value, "is no price, which is a number of fen")
    return float(value)  # type: ignore[arg-type]  # as above


def _service(row: Mapping[str, object], *, strict: bool) -> int | None:
    """Minutes; None for a value that int() refuses, which makes a load unusable (contest rule 34)."""
    value = row.get("cost_time_minutes")
    if value is None:
        raise _missing("cost_time_minutes")
    if strict:
        whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
        if not whole:
            rule = "is no service time, which is a whole number of minutes"
            raise RowError("cost_time_minutes", value, rule, strict_only=isinstance(value, str | int | float))
    elif not isinstance(value, str | int | float):
        raise RowError("cost_time_minutes", value, "is no service time, which is a number of minutes")
    try:
        minutes = int(value)  # type: ignore[call-overload]  # text and numbers only, as checked above
    except ValueError:
        return None
    except OverflowError:
        minutes = HELD_MIN + 1
    if abs(minutes) > HELD_MIN:
        raise RowError("cost_time_minutes", value, "is longer than any simulation")
    return int(minutes)


def _window(row: Mapping[str, object], reading: Reading) -> tuple[int, int] | None:
    """Open and close in world minutes, NO_WINDOW twice for none; None for a window that cannot be read."""
    value = row.get("load_time")
    if value is None:
        return NO_WINDOW, NO_WINDOW
    if not isinstance(value, list) or len(value) != 2:
        if reading.strict:
            rule = "is no loading window, which is two times of day, or null"
            raise RowError("load_time", value, rule, strict_only=True)
        return None
    minutes = []
    for text in value:
        try:
            minutes.append(minute_of_text(text if isinstance(text, str) else "", reading.start))
        except ValueError as fault:
            if reading.strict:
                remedy = "write YYYY-MM-DD HH:MM:SS in local time"
                raise RowError("load_time", text, str(fault), remedy, strict_only=True) from None
            return None
    return minutes[0], minutes[1]


def _text(row: Mapping[str, object], key: str, field: str, *, strict: bool) -> str:
    value = row.get(key)
    if isinstance(value, str):
        return value
    if not strict:
        return "" if value is None else str(value)
    if value is None:
        raise _missing(field, strict_only=True)
    raise RowError(field, value, "is no text", strict_only=True)


def _truck(row: Mapping[str, object], *, strict: bool) -> str:
    value = row.get("truck_length")
    if value is None:
        return ""
    parts = value if isinstance(value, list) else [value]
    if strict and not all(isinstance(part, str) for part in parts):
        rule = 'is no list of truck lengths such as ["4.2米"]'
        raise RowError("truck_length", value, rule, strict_only=True)
    return "/".join(str(part) for part in parts)
