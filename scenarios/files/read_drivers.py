"""Drivers from JSON in the contest's form: a list of objects, each with its preferences.

    {"driver_id", "name", "vehicle_no", "truck_length", "cost_per_km" (yuan), "current_lat", "current_lng",
     "preferences": ["plain text", {"content", "start_time", "end_time", "penalty_amount", "penalty_cap" (yuan)}]}

Only driver_id and the place must be there. This module understands the form of a preference, never its words.

Tolerant reading also keeps: unknown keys, the last of keys that stand twice, any finite place, times of a
preference that are ill-formed or single (it is then always in force, contest rule 39), and a reversed span (never in
force). A preference that is neither text nor an object with content is refused in either.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import isfinite
from pathlib import Path
from typing import Any

from scenarios.errors import ScenarioError
from scenarios.files.load_builder import point_fault
from scenarios.files.load_problems import Reading
from scenarios.files.text_files import near_match, parse_json
from scenarios.files.wall import minute_of_text
from scenarios.geo import valid_point
from scenarios.records import COST_YUAN_MAX, Driver, Preference

DRIVER_FIELDS = (
    "driver_id", "name", "vehicle_no", "truck_length", "cost_per_km", "current_lat", "current_lng", "preferences",
)  # fmt: skip
PREFERENCE_FIELDS = ("content", "start_time", "end_time", "penalty_amount", "penalty_cap")
AMOUNT_YUAN_MAX = 1e9


def read_drivers(path: Path, reading: Reading, problems: list[ScenarioError]) -> tuple[Driver, ...]:
    """The drivers of the file in its order; faults are added to `problems`, one a driver.

    Raises ScenarioError when the file cannot be opened, or holds no list of drivers.
    """
    raw = parse_json(path, "a list of drivers", last_counts=not reading.strict)
    if not isinstance(raw, list):
        raise ScenarioError(str(path), raw, "is no list of drivers", "write [{...}, {...}]")
    if not raw:
        raise ScenarioError(str(path), "<an empty list>", "leaves nobody to drive", "put a driver into it")
    drivers: list[Driver] = []
    places: dict[str, int] = {}
    for number, item in enumerate(raw, start=1):
        try:
            driver = _driver(item, f"{path}, driver {number}", reading)
            first = places.setdefault(driver.driver_id, number)
            if first != number:
                rule = f"is the id of driver {first} already, and an id names one driver"
                where = f"{path}, driver {number}, driver_id"
                raise ScenarioError(where, driver.driver_id, rule, "give each driver its own id")
            drivers.append(driver)
        except ScenarioError as error:
            problems.append(error)
    return tuple(drivers)


def _driver(item: object, where: str, reading: Reading) -> Driver:
    if not isinstance(item, dict):
        raise ScenarioError(where, item, "is no driver, which is an object with named fields", "write {...}")
    known_id = item.get("driver_id")
    if isinstance(known_id, bool) or not isinstance(known_id, str | int) or not str(known_id).strip():
        raise ScenarioError(f"{where}, driver_id", _shown(known_id), "is no id, which is text", "give driver_id")
    where = f"{where} ({str(known_id).strip()})"
    if reading.strict:
        _refuse_unknown(item, DRIVER_FIELDS, where, reading)
    lat, lng = (_number(item, key, where, None) for key in ("current_lat", "current_lng"))
    if reading.strict and not valid_point(lat, lng):
        rule, remedy = point_fault(lat, lng)
        raise ScenarioError(f"{where}, current_lat and current_lng", (lat, lng), rule, remedy + reading.hint)
    cost = _number(item, "cost_per_km", where, 1.5)
    if cost < 0:
        rule = "is negative, and a kilometre costs 0 yuan or more"
        raise ScenarioError(f"{where}, cost_per_km", cost, rule, "correct it")
    if cost > COST_YUAN_MAX:
        rule = f"is over {COST_YUAN_MAX:,.0f} yuan a kilometre"
        raise ScenarioError(f"{where}, cost_per_km", cost, rule, "give yuan a kilometre, such as 1.5")
    wishes = item.get("preferences")
    if not isinstance(wishes, list | None):
        raise ScenarioError(f"{where}, preferences", wishes, "is no list of preferences", "write [...]")
    preferences = tuple(
        _preference(wish, f"{where}, preference {number}", reading) for number, wish in enumerate(wishes or [], start=1)
    )
    texts = {key: _text(item, key, where) for key in ("name", "vehicle_no", "truck_length")}
    return Driver(driver_id=str(known_id).strip(), cost_per_km=cost, lat=lat, lng=lng, preferences=preferences, **texts)


def _preference(wish: object, where: str, reading: Reading) -> Preference:
    if isinstance(wish, str) and wish.strip():
        return Preference(text=wish)
    if not isinstance(wish, dict):
        rule = "is no preference, which is text or an object with content"
        raise ScenarioError(where, "<an empty text>" if wish == "" else _shown(wish), rule, "write the wish as text")
    text = wish.get("content")
    if not isinstance(text, str) or not text.strip():
        raise ScenarioError(f"{where}, content", _shown(text), "is no text", "write the wish as text")
    if reading.strict:
        _refuse_unknown(wish, PREFERENCE_FIELDS, where, reading)
    start_min, end_min = _span(wish, where, reading)
    cap = None if wish.get("penalty_cap") is None else _fen(wish, "penalty_cap", where)
    return Preference(
        text=text, start_min=start_min, end_min=end_min, penalty_fen=_fen(wish, "penalty_amount", where), cap_fen=cap
    )


def _span(wish: dict[str, Any], where: str, reading: Reading) -> tuple[int | None, int | None]:
    """First and last minute in force. The clock shows no seconds: 10:00:30 begins at 10:01 (contest rule 39)."""
    minutes: list[int | None] = []
    # A start of 10:00:30 shifted by 59 s and floored is the ceiling.
    for key, start in (("start_time", reading.start - timedelta(seconds=59)), ("end_time", reading.start)):
        value = wish.get(key)
        if value is None:
            minutes.append(None)
            continue
        try:
            minutes.append(_minute(value, start))
        except ValueError as fault:
            if not reading.strict:
                return None, None
            remedy = "write YYYY-MM-DD HH:MM:SS in local time" + reading.hint
            raise ScenarioError(f"{where}, {key}", value, str(fault), remedy) from None
    first, last = minutes
    if not reading.strict and (first is None or last is None):
        return None, None
    if reading.strict and first is not None and last is not None and last < first:
        shown = f"{wish['start_time']} to {wish['end_time']}"
        raise ScenarioError(where, shown, "is a span that ends before it starts", "exchange the two" + reading.hint)
    return first, last


def _minute(value: object, start: datetime) -> int:
    if not isinstance(value, str):
        raise ValueError("is no time of the form 2026-03-01 08:30:00")
    return minute_of_text(value, start)


def _fen(wish: dict[str, Any], key: str, where: str) -> int:
    """An amount in yuan as whole fen, 0 if absent."""
    yuan = _number(wish, key, where, 0.0)
    fen = round(yuan * 100) if 0 <= yuan <= AMOUNT_YUAN_MAX else -1
    if fen < 0 or abs(fen - yuan * 100) > 1e-6:
        rule = "is no amount, which is 0 yuan or more, under a billion, in whole fen"
        raise ScenarioError(f"{where}, {key}", yuan, rule, "correct the amount")
    return fen


def _number(item: dict[str, Any], key: str, where: str, absent: float | None) -> float:
    value = item.get(key, absent)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ScenarioError(f"{where}, {key}", _shown(value), "is no finite number", f"give {key} as a number")
    return float(value)


def _text(item: dict[str, Any], key: str, where: str) -> str:
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ScenarioError(f"{where}, {key}", value, "is no text", "write it between quotation marks")
    return value


def _refuse_unknown(keys: Iterable[str], known: tuple[str, ...], where: str, reading: Reading) -> None:
    for key in keys:
        if key not in known:
            remedy = near_match(key, known, "leave it out") + reading.hint
            raise ScenarioError(f"{where}, {key}", key, "is no field here", remedy)


def _shown(value: object) -> object:
    return "<nothing>" if value is None else value
