"""Driver-steps per second beside the public demo simulator's, with the same kind of greedy agent and records on.

    python benchmarks/sim_speed.py [--quick]

Ten drivers under the contest's rules. Each world is a contest folder written by the market generator. A start is a
process of its own; "cold" has no kept columns of the load file, "warm" has. "with loading" counts everything from the
call that opens the scenario to the finished, recorded run. The demo's figures were taken on another machine of two
cores, so the ratios, not the seconds, are what to look at. Its best figure of each range is used.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from _worlds import write_contest_folder

WORLDS = (
    # loads, days, the demo's best steps/s with and without loading, the factors to reach
    (10_000, 31, 252.0, 765.0, None, 5),
    (100_000, 3, 5.0, 288.0, 25, 15),
    (500_000, 3, 0.9, 74.0, 25, 20),
)

_RUN = """
import json, resource, sys, time
from dispatch.settings import RunSettings
from dispatch.failures import Failures
from dispatch.session import run_session
from memory.settings import MemorySettings
folder, db = sys.argv[1:]
settings = RunSettings(scenario=folder, seed=1, agents="greedy", memory=MemorySettings(mode="none"))
begin = time.perf_counter()
result = run_session(settings, Failures(), db=db, logs_folder=None, contention=False)
total = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([result.steps, result.wall_s, total, peak]))
"""


def run(folder: str, db: Path) -> tuple[int, float, float, float]:
    """Steps, seconds of the simulation, seconds with loading, peak megabytes of one process."""
    command = [sys.executable, "-c", _RUN, folder, str(db)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    steps, sim_s, total_s, peak_mb = json.loads(done.stdout)
    return steps, sim_s, total_s, peak_mb


def main(quick: bool) -> None:
    """Print a line for each world and start."""
    print(f"{'loads':>8} {'days':>4} {'start':>5} {'steps':>6} {'steps/s':>8} {'x demo':>7} {'bar':>4}", end=" ")
    print(f"{'with loading':>12} {'x demo':>7} {'bar':>4} {'peak MB':>8}")
    for loads, days, demo_all, demo_sim, bar_all, bar_sim in WORLDS[: 2 if quick else 3]:
        with tempfile.TemporaryDirectory() as name:
            write_contest_folder(Path(name), loads, days)
            for start in ("cold", "warm", "warm"):
                steps, sim_s, total_s, peak_mb = run(name, Path(name) / "runs.db")
                sim, everything = steps / sim_s, steps / total_s
                print(
                    f"{loads:>8,} {days:>4} {start:>5} {steps:>6} {sim:>8.0f} {sim / demo_sim:>7.1f} {bar_sim:>4}",
                    end=" ",
                )
                print(
                    f"{everything:>12.1f} {everything / demo_all:>7.1f} {bar_all or '-':>4} {peak_mb:>8.0f}", flush=True
                )


if __name__ == "__main__":
    main("--quick" in sys.argv[1:])
