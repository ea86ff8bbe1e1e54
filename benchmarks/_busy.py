"""A market that is in full swing at the first minute, and a recorded run of some of its hours, for measuring speed."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dispatch.engine import Engine
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.run import build
from dispatch.settings import RunSettings
from scenarios.loads import NO_WINDOW
from scenarios.market.driver_generator import DriverSpec, generate_drivers
from scenarios.market.generator import MarketSpec, generate_loads
from scenarios.records import Scenario
from scenarios.rules import STANDARD

START = datetime(2026, 3, 1)
LOADS_A_DAY = 4.2
"""A market of L live loads lists about 4.2 L a day: a load lives for some six hours."""


class _EnoughError(Exception):
    """The hours are over."""


def busy_scenario(live: int, drivers: int) -> Scenario:
    """A day of about so many live loads under standard rules; it begins at noon of the generated second day."""
    table = generate_loads(MarketSpec(loads=int(LOADS_A_DAY * live) * 2), start=START, days=2, seed=1)
    back = np.int32(36 * 60)

    def earlier(minutes: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(minutes == NO_WINDOW, minutes, minutes - back).astype(np.int32)

    table = replace(
        table,
        create_min=table.create_min - back,
        remove_min=table.remove_min - back,
        window_open_min=earlier(table.window_open_min),
        window_close_min=earlier(table.window_close_min),
    )
    fleet = generate_drivers(DriverSpec(count=drivers), seed=1)
    return Scenario(name="bench", start=START, days=1, rules=STANDARD, drivers=fleet, loads=table)


def run_hours(scenario: Scenario, hours: int, before: Callable[[], None] = lambda: None) -> tuple[Engine, float]:
    """Run the first hours by rule agents with memory `rule`, recorded; gives the engine and its CPU seconds.

    `before` is called when all is set up, and what it does is not counted.
    """

    def on_hour(minute: int) -> None:
        if minute >= hours * 60:
            raise _EnoughError

    settings = RunSettings(scenario=scenario.name, seed=1)
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "runs.db")) as store:
        engine = build(scenario, settings, recorder=RunRecorder(store, "r", scenario, settings), on_hour=on_hour).engine
        before()
        begin = time.process_time()
        with suppress(_EnoughError):
            engine.run()
        return engine, time.process_time() - begin
