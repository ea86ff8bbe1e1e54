"""The contest's size from start to score: 500,000 loads, 31 days, ten drivers, cold and warm, records on.

    python benchmarks/contest_size.py [--quick]

The world is a contest folder written by the market generator. Each start is a process of its own; "cold" has no kept
columns of the load file, "warm" has. Seconds count everything from the start of the program to the score.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _worlds import write_contest_folder


def main(quick: bool) -> None:
    """Print a line for each kind of agents and start."""
    loads, days = (50_000, 3) if quick else (500_000, 31)
    print(f"{'agents':>7} {'start':>5} {'steps':>6} {'wall s':>7} {'CPU s':>6} {'simulated in':>12} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        write_contest_folder(Path(name), loads, days)
        for agents, start in (("rule", "cold"), ("rule", "warm"), ("greedy", "warm")):
            command = [sys.executable, "-m", "dispatch", "run", name, "--agents", agents, "--db", f"{name}/{start}.db"]
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            done = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True)
            wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            result = json.loads(done.stdout)
            print(f"{agents:>7} {start:>5} {result['steps']:>6,} {wall:>7.1f} {cpu:>6.1f}", end=" ")
            print(f"{result['wall_s']:>12.1f} {result['peak_rss_mb']:>8,.0f}", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv[1:])
