"""How a step's cost grows with live loads and drivers, and what share of a step the search kernel is.

    python benchmarks/scale.py [--quick | --case LIVE DRIVERS HOURS]

Rule agents, memory `rule`, a shared pool, records on, in a market that is in full swing at the first minute. Each line
runs so many simulated hours in a process of its own. CPU seconds of the one process are counted, without the making
of the market. "kernel" is the time of the lists alone: the board's nearest 100 loads at as many places and minutes.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

from _busy import busy_scenario, run_hours

from dispatch.board import Board

CASES = (
    # live loads, drivers, hours
    (2_000, 10, 24),
    (20_000, 10, 24),
    (200_000, 10, 24),
    (2_000, 1_000, 6),
    (20_000, 1_000, 6),
    (200_000, 1_000, 6),
    (2_000, 10_000, 1),
    (20_000, 10_000, 1),
    (200_000, 10_000, 1),
)
MOST_LISTS = 2_000
"""Lists for which the kernel alone is timed."""


def peak_mb() -> float:
    """Largest resident memory of this process so far (Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def case(live: int, drivers: int, hours: int) -> dict[str, float]:
    """The figures of one line."""
    scenario = busy_scenario(live, drivers)
    before: list[float] = []
    engine, spent = run_hours(scenario, hours, lambda: before.append(peak_mb()))
    peak = peak_mb()
    rows = engine.log.rows
    board = Board(scenario.loads)
    board.advance(0)
    shown = board.live
    looks = rows[rows["searches"] > 0][:MOST_LISTS]
    begin = time.process_time()
    for row in looks:
        board.advance(int(row["start_min"]))
        board.nearest(float(row["lat"]), float(row["lng"]), 100)
    kernel = (time.process_time() - begin) / max(1, len(looks))
    return {
        "live": shown,
        "steps": len(rows),
        "lists": int(rows["searches"].sum()),
        "seconds": spent,
        "kernel_s": kernel,
        "log_bytes": rows.itemsize,
        "grown_mb": peak - before[0],
        "peak_mb": peak,
    }


def show_all(quick: bool) -> None:
    """Print a line for each market and fleet."""
    print(f"{'live':>8} {'drivers':>7} {'hours':>5} {'steps':>7} {'lists':>7} {'steps/s':>8} {'lists/s':>8}", end=" ")
    print(f"{'kernel':>9} {'share':>6} {'log B/step':>10} {'grown MB':>8} {'peak MB':>8}")
    for numbers in CASES[: 2 if quick else len(CASES)]:
        command = [sys.executable, __file__, "--case", *map(str, numbers)]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        _, drivers, hours = numbers
        steps, lists, spent, kernel = found["steps"], found["lists"], found["seconds"], found["kernel_s"]
        print(f"{found['live']:>8,} {drivers:>7,} {hours:>5} {steps:>7,} {lists:>7,} {steps / spent:>8,.0f}", end=" ")
        print(f"{lists / spent:>8,.0f} {1 / kernel:>7,.0f}/s {kernel * lists / spent:>6.1%}", end=" ")
        print(f"{found['log_bytes']:>10} {found['grown_mb']:>8,.0f} {found['peak_mb']:>8,.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="the first two lines only")
    parser.add_argument("--case", nargs=3, type=int, metavar=("LIVE", "DRIVERS", "HOURS"), help="one line, as JSON")
    asked = parser.parse_args()
    if asked.case:
        print(json.dumps(case(*asked.case)))
    else:
        show_all(asked.quick)


if __name__ == "__main__":
    main()
