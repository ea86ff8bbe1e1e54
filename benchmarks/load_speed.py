"""How long a contest folder takes to open, cold and warm, and the memory that takes.

    python benchmarks/load_speed.py [ROWS ...]        500,000 rows by default

Each start is a process of its own, so that the seconds hold everything from the first import of the program's
modules to the opened scenario, and the peak of memory is that of one start. The files lie in a temporary folder
and were just written, so "cold" means without kept columns, not without the system's file cache.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

_CITIES = ("广东省深圳市龙岗区", "广东省广州市白云区", "广东省佛山市南海区", "广东省惠州市惠城区", "广东省东莞市")
_CATEGORIES = ("空包装", "木材苗圃", "家具家居", "食品饮料", "机械设备", "快递快运搬家")
_FORMAT = "%Y-%m-%d %H:%M:%S"

_START = """
import json, resource, sys, time
begin = time.perf_counter()
from scenarios.open import open_scenario
imported = time.perf_counter()
scenario = open_scenario(sys.argv[1])
end = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([len(scenario.load_table), imported - begin, end - imported, peak]))
"""


def write_contest_folder(folder: Path, rows: int) -> int:
    """Puts a load file of so many rows and one driver into the folder; the size of the load file in bytes."""
    draw = random.Random(1)
    first = datetime(2026, 3, 1)
    path = folder / "cargo_dataset.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for number in range(rows):
            created = first + timedelta(seconds=draw.randrange(31 * 86_400))
            opens = created.replace(minute=0, second=0) + timedelta(hours=draw.randrange(2, 20))
            window = [opens.strftime(_FORMAT), (opens + timedelta(hours=4)).strftime(_FORMAT)]
            row = {
                "cargo_id": str(100_000 + number),
                "create_time": created.strftime(_FORMAT),
                "remove_time": (created + timedelta(seconds=draw.randrange(600, 36_000))).strftime(_FORMAT),
                "cargo_name": draw.choice(_CATEGORIES),
                "start": _place(draw),
                "end": _place(draw),
                "load_time": window if draw.random() < 0.8 else None,
                "cost_time_minutes": draw.randrange(60, 1200),
                "price": draw.randrange(8_000, 150_000),
                "truck_length": ["4.2米"],
            }
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    driver = {"driver_id": "D001", "current_lat": 23.1, "current_lng": 113.3}
    (folder / "drivers.json").write_text(json.dumps([driver]))
    return path.stat().st_size


def _place(draw: random.Random) -> dict[str, object]:
    lat, lng = round(draw.uniform(22.5, 23.5), 2), round(draw.uniform(112.8, 114.5), 2)
    return {"city": draw.choice(_CITIES), "lat": lat, "lng": lng}


def main(sizes: list[int]) -> None:
    """Prints one line a start: the first of each size is cold, the next two are warm."""
    print(f"{'rows':>9} {'MB':>6} {'start':>6} {'import s':>9} {'open s':>7} {'peak MB':>8}")
    for rows in sizes:
        with tempfile.TemporaryDirectory() as name:
            size_mb = write_contest_folder(Path(name), rows) / 1e6
            for start in ("cold", "warm", "warm"):
                command = [sys.executable, "-c", _START, name]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                found, import_s, open_s, peak_mb = json.loads(done.stdout)
                print(f"{found:>9,} {size_mb:>6.1f} {start:>6} {import_s:>9.2f} {open_s:>7.2f} {peak_mb:>8.0f}")


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [500_000])
