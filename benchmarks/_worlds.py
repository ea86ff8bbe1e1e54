"""Contest folders made by the market generator, for benchmarks: the files that an entrant would unpack."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import orjson

from scenarios.clock import wall_of
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.market.driver_generator import DriverSpec, generate_drivers
from scenarios.market.generator import MarketSpec, generate_loads

START = datetime(2026, 3, 1)


def write_contest_folder(folder: Path, loads: int, days: int, drivers: int = 10, release: str = "r0509") -> int:
    """Write a generated market of `loads` loads over `days` days; gives the size of the load file in bytes."""
    table = generate_loads(MarketSpec(loads=loads), start=START, days=days, seed=1)
    path = folder / "cargo_dataset.jsonl"
    with path.open("wb") as stream:
        for row in range(len(table)):
            stream.write(orjson.dumps(_official(table, row)) + b"\n")
    trucks = [
        {
            "driver_id": d.driver_id,
            "name": d.name,
            "vehicle_no": d.vehicle_no,
            "truck_length": d.truck_length,
            "cost_per_km": d.cost_per_km,
            "current_lat": d.lat,
            "current_lng": d.lng,
            "preferences": [],
        }
        for d in generate_drivers(DriverSpec(count=drivers), seed=1)
    ]
    (folder / "drivers.json").write_text(json.dumps(trucks, ensure_ascii=False), encoding="utf-8")
    config = {"simulation_duration_days": days, "reposition_speed_km_per_hour": 60.0, "release": release}
    (folder / "config.json").write_text(json.dumps(config))
    return path.stat().st_size


def _official(table: LoadTable, row: int) -> dict[str, object]:
    load = table.load(row)
    window = None
    if int(table.window_open_min[row]) != NO_WINDOW:
        window = [_wall(int(table.window_open_min[row])), _wall(int(table.window_close_min[row]))]
    return {
        "cargo_id": load.load_id,
        "create_time": _wall(load.create_min),
        "remove_time": _wall(load.remove_min),
        "cargo_name": load.category,
        "start": {"city": load.start_place, "lat": load.start_lat, "lng": load.start_lng},
        "end": {"city": load.end_place, "lat": load.end_lat, "lng": load.end_lng},
        "load_time": window,
        "cost_time_minutes": load.service_min,
        "price": int(load.price_fen),
        "truck_length": list(load.truck_lengths),
    }


def _wall(minute: int) -> str:
    return f"{wall_of(minute, START):%Y-%m-%d %H:%M:%S}"
