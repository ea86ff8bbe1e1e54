"""The contest's case folders, read for tests: rules, drivers, loads, logs and the official result.

The folders are shared data that a checkout may lack; `CASES` is then empty and tests skip. The load reader here is
tolerant and small on purpose: it knows the files of the cases and nothing else.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from scenarios.clock import minute_of, parse_wall
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.records import Driver
from scenarios.rules import PROFILES, WorldRules

START = datetime(2026, 3, 1)
_FOLDER = Path(__file__).resolve().parents[2] / "shared" / "contest" / "cases"
NO_CASES = "the shared contest cases are not here"


@dataclass(frozen=True)
class Case:
    """One case folder: inputs and what the official programs gave for them."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def config(self) -> dict[str, Any]:
        return self._json("config.json")

    @cached_property
    def official(self) -> dict[str, Any]:
        return self._json("monthly_income.json")

    @property
    def days(self) -> int:
        days: int = self.config["simulation_duration_days"]
        return days

    @cached_property
    def rules(self) -> WorldRules:
        rules = PROFILES[f"tianchi-{self.config['release']}"]
        return rules.model_copy(update={"speed_kmh": self.config["reposition_speed_km_per_hour"]})

    @cached_property
    def drivers(self) -> dict[str, Driver]:
        found = [
            Driver(
                driver_id=item["driver_id"],
                cost_per_km=item["cost_per_km"],
                lat=item["current_lat"],
                lng=item["current_lng"],
            )
            for item in self._json("drivers.json")
        ]
        return {driver.driver_id: driver for driver in found}

    @cached_property
    def loads(self) -> LoadTable:
        return load_table([json.loads(line) for line in self.cargo_lines() if line.strip()])

    def log_lines(self, driver_id: str) -> list[str]:
        """The lines of a driver's official log, as they stand."""
        return _lines(next(self.folder.glob(f"actions_202603_{driver_id}.jsonl*")))

    def trace(self, driver_id: str) -> list[dict[str, Any]]:
        """What the driver's agent asked and was told; empty where no trace was kept."""
        return [json.loads(line) for path in self.folder.glob(f"trace_{driver_id}.jsonl*") for line in _lines(path)]

    def cargo_lines(self) -> list[str]:
        """The lines of the load file, as they stand."""
        return _lines(next(self.folder.glob("cargo.jsonl*")))

    def _json(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text(encoding="utf-8"))


def _lines(path: Path) -> list[str]:
    raw = path.read_bytes()
    return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode().splitlines()


def _cases() -> Iterator[Case]:
    for path in sorted(_FOLDER.glob("*/monthly_income.json")):
        yield Case(path.parent)


CASES = list(_cases())


def load_table(items: Sequence[dict[str, Any]]) -> LoadTable:
    """A LoadTable of loads in the contest's own form; broken windows and times are marked unusable."""
    columns: dict[str, list[Any]] = {name: [] for name in ("create", "remove", "open", "close", "service")}
    unusable: dict[int, str] = {}
    for row, item in enumerate(items):
        window = item.get("load_time")
        opens, closes = (_minute(text) for text in window) if window else (NO_WINDOW, NO_WINDOW)
        service = int(item["cost_time_minutes"])
        if closes < opens:
            unusable[row], opens, closes = "bad_window", NO_WINDOW, NO_WINDOW
        if service < 0:
            unusable[row] = "bad_service_time"
        values = (_minute(item["create_time"]), _minute(item["remove_time"]), opens, closes, service)
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    n = len(items)
    ends = {key: np.array([[i[key]["lat"], i[key]["lng"]] for i in items]).reshape(n, 2) for key in ("start", "end")}
    minutes = {name: np.array(column, dtype=np.int32) for name, column in columns.items()}
    return LoadTable(
        ids=[str(item["cargo_id"]).strip() for item in items],
        create_min=minutes["create"],
        remove_min=minutes["remove"],
        start_lat=ends["start"][:, 0],
        start_lng=ends["start"][:, 1],
        end_lat=ends["end"][:, 0],
        end_lng=ends["end"][:, 1],
        price_fen=np.array([float(item.get("price", 0.0)) for item in items]),
        service_min=minutes["service"],
        window_open_min=minutes["open"],
        window_close_min=minutes["close"],
        category=np.zeros(n, dtype=np.int16),
        start_place=np.zeros(n, dtype=np.int32),
        end_place=np.zeros(n, dtype=np.int32),
        truck=np.zeros(n, dtype=np.int16),
        category_names=[""],
        place_names=[""],
        truck_names=[""],
        unusable=unusable,
    )


def _minute(text: str) -> int:
    return minute_of(parse_wall(text), START)
