"""Validation of an action log against the load file, as the official scorer does it (contest rules 45-50).

The first row that fails rejects the whole log of its driver. Only what the scorer looks at is looked at: that a
load is taken once, or was ever listed, is for a re-simulation to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from dispatch.action_logs.row import LogRow
from scenarios.geo import drive_minutes, haversine_km, pickup_minutes
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.rules import WorldRules

_NEAR_DEG = 1e-4
"""Two coordinates this near are the same place."""
_TAKE, _MOVE, _WAIT = "take_order", "reposition", "wait"


@dataclass(frozen=True, slots=True)
class RowError:
    """Why a log is rejected: the row, a code, a sentence. A row is its line in the file that it was read from, else
    counted from 1; 0 stands for the log as a whole.

    Codes: unreadable, unknown_action, negative_minutes, step_sum, clock_gap, bad_params, wait_minutes, wait_moved,
    move_end, move_minutes, unknown_load, not_listed, order_end, window_missed, order_minutes.
    """

    row: int
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Fault:
    code: str
    sentence: str


def first_error(rows: Sequence[LogRow], loads: LoadTable, rules: WorldRules) -> RowError | None:
    """The first row that breaks a rule, in the scorer's order of checks, or None for a valid log."""
    previous_end = 0
    for number, row in enumerate(rows, start=1):
        fault = _clock_fault(row, previous_end, rules) or _action_fault(row, loads, rules)
        if fault is not None:
            return RowError(row.line or number, fault.code, fault.sentence)
        previous_end = row.end_min
    return None


def _clock_fault(row: LogRow, previous_end: int, rules: WorldRules) -> _Fault | None:
    """Contest rule 45."""
    if row.name not in (_WAIT, _MOVE, _TAKE):
        return _Fault("unknown_action", f"the action {row.name!r} is none of wait, reposition and take_order")
    if rules.check_step_sum:
        if min(row.end_min, row.elapsed_min, row.scan_min, row.exec_min) < 0:
            return _Fault("negative_minutes", "the step counts minutes below zero")
        if row.elapsed_min != row.scan_min + row.exec_min:
            return _Fault(
                "step_sum",
                f"the step lasts {row.elapsed_min} min, reading and acting {row.scan_min} + {row.exec_min} min",
            )
    passed = row.end_min - previous_end
    if passed != row.elapsed_min:
        return _Fault("clock_gap", f"the clock moves {passed} min in a step of {row.elapsed_min} min")
    return None


def _action_fault(row: LogRow, loads: LoadTable, rules: WorldRules) -> _Fault | None:
    if row.name == _TAKE:
        return _take_fault(row, loads, rules)
    if row.accepted is False and _may_refuse(row, rules):
        return None
    return _wait_fault(row) if row.name == _WAIT else _move_fault(row, rules)


def _may_refuse(row: LogRow, rules: WorldRules) -> bool:
    """Whether a wait or a move can be refused at all; in the contest neither can (rules 17, 27)."""
    return rules.min_wait_min > 0 if row.name == _WAIT else not rules.any_coordinate


def _wait_fault(row: LogRow) -> _Fault | None:
    """Contest rule 46; a missing duration is one minute (rule 27)."""
    asked = row.params.get("duration_minutes", 1)
    minutes = _whole(asked)
    if minutes is None:
        return _Fault("bad_params", f"the duration {asked!r} is no number of minutes")
    if row.exec_min != minutes:
        return _Fault("wait_minutes", f"a wait of {minutes} min takes {row.exec_min} min")
    if not _same_place(row.before_lat, row.before_lng, row.after_lat, row.after_lng):
        return _Fault("wait_moved", "the truck moves while it waits")
    return None


def _move_fault(row: LogRow, rules: WorldRules) -> _Fault | None:
    """Contest rule 46: minutes follow from the logged place and the target."""
    lat, lng = _degrees(row.params.get("latitude")), _degrees(row.params.get("longitude"))
    if lat is None or lng is None:
        return _Fault("bad_params", "the target has no latitude and longitude")
    if rules.check_end_positions and not _same_place(row.after_lat, row.after_lng, lat, lng):
        return _Fault("move_end", f"the move ends at ({row.after_lat}, {row.after_lng}), not at its target")
    minutes = drive_minutes(haversine_km(row.before_lat, row.before_lng, lat, lng), rules.speed_kmh)
    if row.exec_min != minutes:
        return _Fault("move_minutes", f"a move of {minutes} min takes {row.exec_min} min")
    return None


def _take_fault(row: LogRow, loads: LoadTable, rules: WorldRules) -> _Fault | None:
    """Contest rules 47 and 48. The load's life on the board is taken as the file has it, even when reversed."""
    accepted = row.accepted is True
    if not (accepted or rules.check_refused_ids):
        return None
    if not row.load_id:
        return _Fault("bad_params", "the order names no load")
    load = loads.row_of.get(row.load_id)
    if load is None:
        return _Fault("unknown_load", f"the load {row.load_id!r} is not in the load file")
    if not accepted:
        return None
    act_min = row.end_min - row.elapsed_min + row.scan_min
    created, removed = int(loads.create_min[load]), int(loads.remove_min[load])
    if not created <= act_min <= removed:
        return _Fault(
            "not_listed",
            f"the load {row.load_id!r} is taken at minute {act_min}, on the board from {created} to {removed}",
        )
    end_lat, end_lng = float(loads.end_lat[load]), float(loads.end_lng[load])
    if rules.check_end_positions and not _same_place(row.after_lat, row.after_lng, end_lat, end_lng):
        return _Fault("order_end", f"the order ends at ({row.after_lat}, {row.after_lng}), not at the load's drop")
    return _order_minutes_fault(row, act_min, load, loads, rules)


def _order_minutes_fault(row: LogRow, act_min: int, load: int, loads: LoadTable, rules: WorldRules) -> _Fault | None:
    """Contest rules 48 and 49: a reversed window counts as none."""
    start_lat, start_lng = float(loads.start_lat[load]), float(loads.start_lng[load])
    drive = pickup_minutes(haversine_km(row.before_lat, row.before_lng, start_lat, start_lng), rules.speed_kmh)
    arrival = act_min + drive
    opens, closes = int(loads.window_open_min[load]), int(loads.window_close_min[load])
    if opens == NO_WINDOW or closes < opens:
        opens = closes = arrival
    if arrival > closes:
        return _Fault("window_missed", f"the truck arrives at minute {arrival}, the window closed at {closes}")
    minutes = drive + max(0, opens - arrival) + int(loads.service_min[load])
    if row.exec_min != minutes:
        return _Fault("order_minutes", f"an order of {minutes} min takes {row.exec_min} min")
    return None


def _same_place(lat: float, lng: float, other_lat: float, other_lng: float) -> bool:
    """False for a place that is not a number, which is nowhere."""
    return abs(lat - other_lat) <= _NEAR_DEG and abs(lng - other_lng) <= _NEAR_DEG


def _whole(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _degrees(value: Any) -> float | None:
    try:
        degrees = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isinf(degrees) else degrees
