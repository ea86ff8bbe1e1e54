"""What one driver did, step by step, as the auditor reads it: from a run's step log, or from an action log.

Facts only: minutes, places, kilometres and answers. Whether something was allowed is said elsewhere, and no agent's own
account is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dispatch.action_logs.row import LogRow
from memory.observed import Act, Result
from scenarios.geo import haversine_km, pickup_minutes
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.rules import WorldRules


@dataclass(frozen=True, slots=True)
class Deed:
    """One step: lists were read from `start_min`, the action began at `act_min` and ended at `end_min`.

    Intervals are half open: a step that ends at minute 480 occupies minutes up to 479.
    """

    step: int
    start_min: int
    act_min: int
    end_min: int
    act: Act
    order: bool
    """An order that was had: driven to its end, paid or not."""
    missed: bool
    """Driven to a pickup whose window was over."""
    refused: bool
    """Refused where the truck stood."""
    load: int
    """Row of the load, -1 for none or for one that the scenario lacks."""
    load_id: str
    lat: float
    lng: float
    end_lat: float
    end_lng: float
    pickup_km: float
    empty_km: float
    """Kilometres of a reposition."""
    drive_min: int
    """Minutes of the empty way: a reposition's, or to the pickup."""
    window_wait_min: int
    haul_min: int = 0
    """Minutes of driving from pickup to drop: at the world's speed, as far as the order's minutes allow."""

    @property
    def loading_min(self) -> int:
        """Minute at which the loading of an order begins."""
        return self.act_min + self.drive_min + self.window_wait_min

    @property
    def haul_start_min(self) -> int:
        """Minute at which an order leaves its pickup. Nothing says how long loading takes: half of what its minutes
        leave beside the haul, and unloading the other half."""
        return self.loading_min + (self.end_min - self.loading_min - self.haul_min) // 2

    @property
    def haul_end_min(self) -> int:
        """Minute at which an order arrives at its drop."""
        return self.haul_start_min + self.haul_min


def deeds_of_steps(
    rows: NDArray[np.void], loads: LoadTable, rules: WorldRules, foreign_ids: Sequence[str] = ()
) -> list[Deed]:
    """One driver's rows of the step log, in order. Places and kilometres are rounded where the rules' logs are."""
    places = 2 if rules.log_positions_rounded else None
    kilometres = 2 if rules.money_from_log else None
    names = rows.dtype.names or ()
    deeds = []
    for number, values in enumerate(rows.tolist()):
        row = dict(zip(names, values, strict=True))
        act, result = Act(row["act"]), Result(row["result"])
        foreign = foreign_ids[number] if foreign_ids else ""
        deeds.append(
            Deed(
                step=row["step"],
                start_min=row["start_min"],
                act_min=row["start_min"] + row["scan_min"],
                end_min=row["start_min"] + row["scan_min"] + row["exec_min"],
                act=act,
                order=act == Act.TAKE_ORDER and result in (Result.DONE, Result.CUT_OFF),
                missed=result == Result.WINDOW_MISSED,
                refused=result >= Result.UNKNOWN_LOAD and result != Result.WINDOW_MISSED,
                load=row["load"],
                load_id=loads.ids[row["load"]] if row["load"] >= 0 else foreign,
                lat=_rounded(row["lat"], places),
                lng=_rounded(row["lng"], places),
                end_lat=_rounded(row["end_lat"], places),
                end_lng=_rounded(row["end_lng"], places),
                pickup_km=_rounded(row["pickup_km"], kilometres),
                empty_km=_rounded(row["reposition_km"], kilometres),
                drive_min=row["drive_min"],
                window_wait_min=row["window_wait_min"],
                haul_min=haul_minutes(row["load"], row["service_min"], loads, rules),
            )
        )
    return deeds


def _rounded(value: float, digits: int | None) -> float:
    return value if digits is None else round(value, digits)


def haul_minutes(load: int, service_min: int, loads: LoadTable, rules: WorldRules) -> int:
    """Minutes of an order's service that are driving; all of them for a load that the scenario lacks."""
    if load < 0:
        return service_min
    ends = (loads.start_lat[load], loads.start_lng[load], loads.end_lat[load], loads.end_lng[load])
    km = haversine_km(*(float(x) for x in ends))
    return min(service_min, pickup_minutes(km, rules.speed_kmh))


_ACTS = {"wait": Act.WAIT, "take_order": Act.TAKE_ORDER, "reposition": Act.REPOSITION}


def deeds_of_log(rows: Sequence[LogRow], loads: LoadTable, rules: WorldRules) -> list[Deed]:
    """The rows of a valid action log, in order. A step begins where the one before it ended.

    What a log does not hold is worked out again: how long the way to a pickup took, and the wait for its window.
    """
    deeds, start = [], 0
    for row in rows:
        act = _ACTS[row.name]
        load = loads.row_of.get(row.load_id, -1) if act == Act.TAKE_ORDER else -1
        order, missed = act == Act.TAKE_ORDER and row.accepted is True, row.window_missed
        drive, window_wait = 0, 0
        if (act == Act.REPOSITION and row.accepted is not False) or missed:
            drive = row.exec_min
        elif order:
            drive, window_wait = _way_to_pickup(row, start + row.scan_min, load, loads, rules)
        deeds.append(
            Deed(
                step=row.step,
                start_min=start,
                act_min=start + row.scan_min,
                end_min=row.end_min,
                act=act,
                order=order,
                missed=missed,
                refused=row.accepted is False and not missed,
                load=load,
                load_id=row.load_id if act == Act.TAKE_ORDER else "",
                lat=row.before_lat,
                lng=row.before_lng,
                end_lat=row.after_lat,
                end_lng=row.after_lng,
                pickup_km=row.pickup_km or 0.0,
                empty_km=row.distance_km or 0.0,
                drive_min=drive,
                window_wait_min=window_wait,
                haul_min=haul_minutes(load, row.exec_min - drive - window_wait, loads, rules) if order else 0,
            )
        )
        start = row.end_min
    return deeds


def _way_to_pickup(row: LogRow, act_min: int, load: int, loads: LoadTable, rules: WorldRules) -> tuple[int, int]:
    """Minutes to the pickup and of waiting there; of a load that the scenario lacks, as far as the log tells."""
    if load < 0:
        return min(row.exec_min, pickup_minutes(row.pickup_km or 0.0, rules.speed_kmh)), 0
    km = haversine_km(row.before_lat, row.before_lng, float(loads.start_lat[load]), float(loads.start_lng[load]))
    drive = pickup_minutes(km, rules.speed_kmh)
    opens, closes = int(loads.window_open_min[load]), int(loads.window_close_min[load])
    waits = 0 if opens == NO_WINDOW or closes < opens else max(0, opens - act_min - drive)
    return drive, waits
