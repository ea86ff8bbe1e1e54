"""How long a contest folder takes to open, cold and warm, and the memory that takes.

    python benchmarks/load_speed.py [ROWS ...]        500,000 rows by default

Each start is a process of its own, so that the seconds hold everything from the first import of the program's
modules to the opened scenario, and the peak of memory is that of one start. The files lie in a temporary folder
and were just written, so "cold" means without kept columns, not without the system's file cache.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from _worlds import write_contest_folder

_START = """
import json, resource, sys, time
begin = time.perf_counter()
from scenarios.open import open_scenario
imported = time.perf_counter()
scenario = open_scenario(sys.argv[1])
end = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([len(scenario.loads), imported - begin, end - imported, peak]))
"""


def main(sizes: list[int]) -> None:
    """Prints one line a start: the first of each size is cold, the next two are warm."""
    print(f"{'rows':>9} {'MB':>6} {'start':>6} {'import s':>9} {'open s':>7} {'peak MB':>8}")
    for rows in sizes:
        with tempfile.TemporaryDirectory() as name:
            size_mb = write_contest_folder(Path(name), rows, days=31) / 1e6
            for start in ("cold", "warm", "warm"):
                command = [sys.executable, "-c", _START, name]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                found, import_s, open_s, peak_mb = json.loads(done.stdout)
                print(f"{found:>9,} {size_mb:>6.1f} {start:>6} {import_s:>9.2f} {open_s:>7.2f} {peak_mb:>8.0f}")


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [500_000])
