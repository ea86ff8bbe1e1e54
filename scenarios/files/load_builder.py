"""Columns of a load file, checked and packed into a LoadTable. Reads no file.

A reader hands over batches: plain ones as Arrow columns (`columns_of_arrow`), the others row by row
(`columns_of_rows`). What values must satisfy (ranges, order of times, unique ids) is checked here, over whole
columns, for both. Kept, though a strict reading refuses it, when reading is tolerant (contest rules 3, 7, 34, 49):
any finite coordinate, a negative or fractional price, remove before create; a reversed window or a negative
service time marks the load unusable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scenarios.clock import wall_text
from scenarios.files.load_problems import PROBLEMS_MAX, Problem, Reading
from scenarios.files.load_rows import BAD_SERVICE_TIME, BAD_WINDOW, PRICE_FEN_MAX, UNUSABLE_NAMES, USABLE, Row
from scenarios.files.wall import HELD_MIN, minutes_of_texts
from scenarios.loads import NO_WINDOW, LoadTable

FLAT_SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("cargo_id", "create_time", "remove_time", "cargo_name")]
    + [("start_city", pa.string()), ("start_lat", pa.float64()), ("start_lng", pa.float64())]
    + [("end_city", pa.string()), ("end_lat", pa.float64()), ("end_lng", pa.float64())]
    + [("load_start", pa.string()), ("load_end", pa.string())]
    + [("cost_time_minutes", pa.float64()), ("price", pa.float64()), ("truck_length", pa.string())]
)
"""The Arrow form of a plain batch; only load_start, load_end (together) and truck_length may be null."""


@dataclass(slots=True)
class LoadColumns:
    """Some rows by column, each shape (n,): values typed, not yet checked. Names as in LoadTable."""

    line: NDArray[np.int32]
    ids: pa.Array
    create_min: NDArray[np.int32]
    remove_min: NDArray[np.int32]
    start_lat: NDArray[np.float64]
    start_lng: NDArray[np.float64]
    end_lat: NDArray[np.float64]
    end_lng: NDArray[np.float64]
    price_fen: NDArray[np.float64]
    service_min: NDArray[np.int32]
    open_min: NDArray[np.int32]
    close_min: NDArray[np.int32]
    category: pa.Array
    start_place: pa.Array
    end_place: pa.Array
    truck: pa.Array
    unusable: NDArray[np.int8]


def columns_of_rows(rows: Sequence[Row]) -> LoadColumns:
    """The rows by column."""
    by_field = zip(*rows, strict=True) if rows else ((),) * len(Row._fields)
    (line, ids, create, remove, s_lat, s_lng, e_lat, e_lng, price, service, opens, closes, *texts, unusable) = by_field
    category, start_place, end_place, truck = (pa.array(text, pa.string()) for text in texts)
    return LoadColumns(
        line=np.array(line, np.int32),
        ids=pa.array(ids, pa.string()),
        create_min=np.array(create, np.int32),
        remove_min=np.array(remove, np.int32),
        start_lat=np.array(s_lat, np.float64),
        start_lng=np.array(s_lng, np.float64),
        end_lat=np.array(e_lat, np.float64),
        end_lng=np.array(e_lng, np.float64),
        price_fen=np.array(price, np.float64),
        service_min=np.array(service, np.int32),
        open_min=np.array(opens, np.int32),
        close_min=np.array(closes, np.int32),
        category=category,
        start_place=start_place,
        end_place=end_place,
        truck=truck,
        unusable=np.array(unusable, np.int8),
    )


def columns_of_arrow(table: pa.Table, line: NDArray[np.int32], reading: Reading) -> LoadColumns | None:
    """The columns of a batch in FLAT_SCHEMA; None unless it is plain, so that the exact reader must look at it.

    Plain: no value is missing, all times are plain, windows have both ends, numbers are finite, ids are not empty,
    and service times are whole unless reading is tolerant (contest rule 34: 60.9 counts as 60).
    """
    col = {name: table.column(name).combine_chunks() for name in FLAT_SCHEMA.names}
    opens, closes = col.pop("load_start"), col.pop("load_end")
    truck = pc.fill_null(col.pop("truck_length"), "")
    if any(column.null_count for column in col.values()):
        return None
    windowed = opens.is_valid()
    if not windowed.equals(closes.is_valid()):
        return None
    texts = (col["create_time"], col["remove_time"], opens.drop_null(), closes.drop_null())
    minutes = [minutes_of_texts(text, reading.start) for text in texts]
    create, remove, open_min, close_min = minutes
    if create is None or remove is None or open_min is None or close_min is None:
        return None
    ids = pc.utf8_trim_whitespace(col["cargo_id"])
    numbers = {n: col[n].to_numpy() for n in ("start_lat", "start_lng", "end_lat", "end_lng", "price")}
    service = col["cost_time_minutes"].to_numpy()
    plain = (
        all(np.isfinite(number).all() for number in numbers.values())
        and bool((np.abs(numbers["price"]) <= PRICE_FEN_MAX).all())
        and bool((np.abs(service) <= HELD_MIN).all())
        and (not reading.strict or bool((service == np.trunc(service)).all()))
        and not pc.any(pc.equal(pc.binary_length(ids), 0), min_count=0).as_py()
    )
    if not plain:
        return None
    at = np.asarray(windowed)
    opened = np.full(len(at), NO_WINDOW, np.int32)
    closed = opened.copy()
    opened[at], closed[at] = open_min, close_min
    return LoadColumns(
        line=line,
        ids=ids,
        create_min=create,
        remove_min=remove,
        start_lat=numbers["start_lat"],
        start_lng=numbers["start_lng"],
        end_lat=numbers["end_lat"],
        end_lng=numbers["end_lng"],
        price_fen=numbers["price"],
        service_min=service.astype(np.int32),
        open_min=opened,
        close_min=closed,
        category=col["cargo_name"],
        start_place=col["start_city"],
        end_place=col["end_city"],
        truck=truck,
        unusable=np.zeros(len(at), np.int8),
    )


def build_table(parts: Sequence[LoadColumns], reading: Reading, problems: list[Problem]) -> LoadTable:
    """The batches as one table, in order; what breaks a rule is added to `problems`, which are then in file order.

    With problems the table is of no use. Strict reading also refuses a file without a load (contest rule 9
    lets it pass: every driver ends at once).
    """
    columns = _joined(parts)
    if reading.strict and not problems and not len(columns.line):
        problems.append(Problem(0, "", "<no loads>", "leaves nothing to do", "put a load into the file", True))
    problems += _id_problems(columns, reading)
    problems += _strict_problems(columns, reading) if reading.strict else []
    problems.sort(key=lambda problem: problem.line)
    if not reading.strict:
        _mark_unusable(columns)
    category, category_names = _coded(columns.category)
    place, place_names = _coded(pa.concat_arrays([columns.start_place, columns.end_place]))
    truck, truck_names = _coded(columns.truck)
    for names, field in ((category_names, "cargo_name"), (truck_names, "truck_length")):
        if len(names) > np.iinfo(np.int16).max:
            rule = "different values are more than a simulation holds (32,767)"
            problems.append(Problem(0, field, len(names), rule, "group them"))
    n = len(columns.line)
    marked = np.flatnonzero(columns.unusable)
    return LoadTable(
        ids=columns.ids.to_pylist(),
        create_min=columns.create_min,
        remove_min=columns.remove_min,
        start_lat=columns.start_lat,
        start_lng=columns.start_lng,
        end_lat=columns.end_lat,
        end_lng=columns.end_lng,
        price_fen=columns.price_fen,
        service_min=columns.service_min,
        window_open_min=columns.open_min,
        window_close_min=columns.close_min,
        category=category.astype(np.int16),
        start_place=place[:n],
        end_place=place[n:],
        truck=truck.astype(np.int16),
        category_names=category_names,
        place_names=place_names,
        truck_names=truck_names,
        unusable={int(row): UNUSABLE_NAMES[columns.unusable[row]] for row in marked},
    )


def _joined(parts: Sequence[LoadColumns]) -> LoadColumns:
    if not parts:
        return columns_of_rows([])
    joined = {}
    for spec in fields(LoadColumns):
        pieces = [getattr(part, spec.name) for part in parts]
        texts = isinstance(pieces[0], pa.Array)
        joined[spec.name] = pa.concat_arrays(pieces) if texts else np.concatenate(pieces)
    return LoadColumns(**joined)


def _coded(texts: pa.Array) -> tuple[NDArray[np.int32], list[str]]:
    """Numbers of the texts in order of first appearance, and the texts of the numbers."""
    encoded = texts.dictionary_encode()
    names: list[str] = encoded.dictionary.to_pylist()
    return encoded.indices.to_numpy(), names


def _id_problems(columns: LoadColumns, reading: Reading) -> list[Problem]:
    """Ids that stand twice. 77 and "77" are one id (contest rule 6)."""
    if pc.count_distinct(columns.ids).as_py() == len(columns.ids):
        return []
    first: dict[str, int] = {}
    found: list[Problem] = []
    for line, load_id in zip(columns.line.tolist(), columns.ids.to_pylist(), strict=True):
        before = first.setdefault(load_id, line)
        if before != line and len(found) < PROBLEMS_MAX:
            rule = f"stands at {reading.unit} {before} already, and an id names one load"
            found.append(Problem(line, "cargo_id", load_id, rule, "give each load its own id"))
    return found


def _strict_problems(columns: LoadColumns, reading: Reading) -> list[Problem]:
    found: list[Problem] = []
    for end in ("start", "end"):
        lat, lng = getattr(columns, f"{end}_lat"), getattr(columns, f"{end}_lng")
        bad = (np.abs(lat) > 90) | (np.abs(lng) > 180)
        for row in np.flatnonzero(bad)[:PROBLEMS_MAX]:
            value = (float(lat[row]), float(lng[row]))
            found.append(Problem(int(columns.line[row]), end, value, *point_fault(*value), True))

    def look(bad: NDArray[np.bool_], field: str, values: NDArray[np.generic], rule: str, remedy: str) -> None:
        found.extend(
            Problem(int(columns.line[row]), field, values[row].item(), rule, remedy, True)
            for row in np.flatnonzero(bad)[:PROBLEMS_MAX]
        )

    def look_at_times(first: NDArray[np.int32], last: NDArray[np.int32], field: str, rule: str, remedy: str) -> None:
        for row in np.flatnonzero(last < first)[:PROBLEMS_MAX]:
            value = " to ".join(wall_text(int(minute), reading.start) for minute in (first[row], last[row]))
            found.append(Problem(int(columns.line[row]), field, value, rule, remedy, True))

    price, service = columns.price_fen, columns.service_min
    swap = "exchange the two or correct one"
    look_at_times(columns.create_min, columns.remove_min, "remove_time", "has the load removed before it appears", swap)
    look_at_times(columns.open_min, columns.close_min, "load_time", "is a window that ends before it starts", swap)
    look(price < 0, "price", price, "is negative, and a price is 0 fen or more", "correct the price")
    if reading.whole_fen:
        look(price != np.floor(price), "price", price, "is no whole number of fen", "write fen, not yuan")
    look(service < 0, "cost_time_minutes", service, "is negative, and a service takes 0 minutes or more", "correct it")
    return found


def point_fault(lat: float, lng: float) -> tuple[str, str]:
    """The rule that a point off the earth breaks, and what to do. For points that valid_point refuses."""
    if abs(lat) <= 180 and abs(lng) <= 90:
        return "is no place on earth: latitude and longitude look swapped", "exchange lat and lng"
    return "is no place on earth (lat within 90, lng within 180 degrees)", "correct lat and lng"


def _mark_unusable(columns: LoadColumns) -> None:
    """A reversed window or a negative service time makes a load unusable; the window is looked at first (rule 35)."""
    negative = columns.service_min < 0
    columns.unusable[negative & (columns.unusable == USABLE)] = BAD_SERVICE_TIME
    columns.service_min[negative] = 0
    columns.unusable[columns.close_min < columns.open_min] = BAD_WINDOW
