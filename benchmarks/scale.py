"""How a step's cost grows with live loads and drivers, and what share of a step the search kernel is.

    python benchmarks/scale.py [--quick]

Rule agents, memory `rule`, a shared pool, records on, in a market that is in full swing at the first minute. Each line
runs so many simulated hours in a process of its own. CPU seconds of the one process are counted, without the making
of the market. "kernel" is the time of the lists alone: the board's nearest 100 loads at as many places and minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = (
    # live loads, drivers, hours
    (2_000, 10, 24),
    (20_000, 10, 24),
    (200_000, 10, 24),
    (2_000, 1_000, 6),
    (20_000, 1_000, 6),
    (200_000, 1_000, 6),
    (20_000, 10_000, 2),
    (100_000, 10_000, 2),
)
"""A market of L live loads lists about 4.2 L a day: a load lives for some six hours."""

_RUN = """
import json, resource, sys, time
from dataclasses import replace
from datetime import datetime
import numpy as np
from dispatch.board import Board
from dispatch.record.recorder import RunRecorder
from dispatch.run import build
from dispatch.settings import RunSettings
from dispatch.record.store import open_store
from scenarios.market.driver_generator import DriverSpec, generate_drivers
from scenarios.market.generator import MarketSpec, generate_loads
from scenarios.loads import NO_WINDOW
from scenarios.records import Scenario
from scenarios.rules import STANDARD

live, drivers, hours, db = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
start = datetime(2026, 3, 1)
table = generate_loads(MarketSpec(loads=int(4.2 * live) * 2), start=start, days=2, seed=1)
back = np.int32(36 * 60)  # the run begins at noon of the second day

def earlier(minutes):
    return np.where(minutes == NO_WINDOW, minutes, minutes - back).astype(np.int32)

table = replace(table, create_min=table.create_min - back, remove_min=table.remove_min - back,
                window_open_min=earlier(table.window_open_min), window_close_min=earlier(table.window_close_min))
fleet = generate_drivers(DriverSpec(count=drivers), seed=1)
scenario = Scenario(name="bench", start=start, days=1, rules=STANDARD, drivers=fleet, loads=table)

class Enough(Exception):
    pass

def on_hour(minute):
    if minute >= hours * 60:
        raise Enough

settings = RunSettings(scenario="bench", seed=1)
with open_store(db) as store:
    recorder = RunRecorder(store, "r", scenario, settings)
    engine = build(scenario, settings, recorder=recorder, on_hour=on_hour)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    try:
        engine.run()
    except Enough:
        pass
    spent = time.process_time() - begin
rows = engine.log.rows
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
board = Board(table)
board.advance(0)
shown = board.live
looks = rows[rows["searches"] > 0]
begin = time.process_time()
for row in looks[:2000]:
    board.advance(int(row["start_min"]))
    board.nearest(float(row["lat"]), float(row["lng"]), 100)
kernel = (time.process_time() - begin) / max(1, len(looks[:2000]))
print(json.dumps([shown, len(rows), int(rows["searches"].sum()), spent, kernel, engine.log.rows.itemsize,
                  (after - before) / 1024, after / 1024]))
"""


def main(quick: bool) -> None:
    """Print a line for each market and fleet."""
    print(f"{'live':>8} {'drivers':>7} {'hours':>5} {'steps':>7} {'lists':>7} {'steps/s':>8} {'lists/s':>8}", end=" ")
    print(f"{'kernel':>9} {'share':>6} {'log B/step':>10} {'grown MB':>8} {'peak MB':>8}")
    for live, drivers, hours in CASES[: 2 if quick else len(CASES)]:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", _RUN, str(live), str(drivers), str(hours), str(Path(folder) / "runs.db")]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
        shown, steps, lists, spent, kernel, row, grown, peak = json.loads(done.stdout)
        print(f"{shown:>8,} {drivers:>7,} {hours:>5} {steps:>7,} {lists:>7,} {steps / spent:>8,.0f}", end=" ")
        print(f"{lists / spent:>8,.0f} {1 / kernel:>7,.0f}/s {kernel * lists / spent:>6.1%} {row:>10}", end=" ")
        print(f"{grown:>8,.0f} {peak:>8,.0f}", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv[1:])
