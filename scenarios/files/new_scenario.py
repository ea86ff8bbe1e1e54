"""A small scenario that runs, for a user to change: three files in a new folder. It overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import orjson
import yaml

from scenarios.errors import ScenarioError
from scenarios.files.scenario_file import SCENARIO_FILE

_FRAME = """\
# A scenario of freight-dispatch. `dispatch scenario check FOLDER` tells what is wrong with it.
format: 1
name: {name}
start: 2026-03-01          # midnight of the first day, local time
timezone: Asia/Shanghai
days: 1
rules: standard            # or {{profile: standard, speed_kmh: 55}}, or tianchi-r0509, tianchi-r0529
loads: {{file: loads.jsonl}} # or {{generator: {{loads_per_day: 2000}}}}
drivers: {{file: drivers.json}} # or {{generator: {{count: 10}}}}
"""

# id, appears, leaves, category, from (city, lat, lng), to, loading window, service minutes, price in fen
_LOADS = (
    ("L1", "06:00", "10:00", "食品饮料", ("广州市天河区", 23.13, 113.36), ("佛山市南海区", 23.05, 113.14),
     ("08:00", "11:00"), 150, 26_000),
    ("L2", "07:30", "12:00", "家具家居", ("佛山市顺德区", 22.81, 113.29), ("深圳市宝安区", 22.56, 113.88),
     ("09:00", "14:00"), 260, 52_000),
    ("L3", "09:00", "16:00", "机械设备", ("东莞市", 23.02, 113.75), ("广州市白云区", 23.16, 113.27),
     None, 200, 39_000),
    ("L4", "12:00", "18:00", "服饰纺织皮革", ("深圳市龙岗区", 22.72, 114.25), ("惠州市惠城区", 23.08, 114.38),
     ("13:00", "19:00"), 180, 34_500),
)  # fmt: skip
_DRIVERS: tuple[dict[str, object], ...] = (
    {
        "driver_id": "D001",
        "name": "first driver",
        "truck_length": "4.2米",
        "cost_per_km": 1.5,
        "current_lat": 23.1,
        "current_lng": 113.3,
        "preferences": [],
    },
    {
        "driver_id": "D002",
        "name": "second driver",
        "truck_length": "4.2米",
        "cost_per_km": 1.4,
        "current_lat": 22.6,
        "current_lng": 114.0,
        "preferences": [{"content": "不接货源品类为「机械设备」的订单。", "penalty_amount": 300, "penalty_cap": 900}],
    },
)


def write_new_scenario(folder: Path, name: str) -> None:
    """Puts scenario.yaml, loads.jsonl and drivers.json into the folder, which is made if need be.

    The current folder is refused: an empty text, which is a slip, names it too.
    Raises ScenarioError for it, for a name that scenario.yaml refuses, when one of the three files is there
    already, and when the folder cannot be written.
    """
    if folder == Path() or not str(folder).strip():
        rule = "names no folder, and a new scenario has one of its own"
        raise ScenarioError("scenario new", str(folder), rule, "name a folder that does not exist yet, such as my-town")
    if not name.strip():
        raise ScenarioError("name", name, "is empty, and a scenario has a name", "give one")
    if not name.isprintable():
        raise ScenarioError("name", name, "holds a control character, and a name is shown in one line", "leave it out")
    # A quoted scalar: a name such as "7" or "no: way" stays text.
    frame = _FRAME.format(name=yaml.safe_dump(name, default_style='"', allow_unicode=True, width=10_000).strip())
    files = {
        SCENARIO_FILE: frame.encode(),
        "loads.jsonl": b"".join(orjson.dumps(_load(*row)) + b"\n" for row in _LOADS),
        "drivers.json": orjson.dumps(list(_DRIVERS), option=orjson.OPT_INDENT_2) + b"\n",
    }
    for file_name in files:
        if (folder / file_name).exists():
            rule = "is there already, and nothing is overwritten"
            raise ScenarioError(str(folder), file_name, rule, "choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file_name, content in files.items():
            (folder / file_name).write_bytes(content)
    except OSError as error:
        reason = f"<{error.strerror}>"
        raise ScenarioError(str(folder), reason, "is what writing there gave", "choose another folder") from None


def _load(
    load_id: str,
    appears: str,
    leaves: str,
    category: str,
    start: tuple[str, float, float],
    end: tuple[str, float, float],
    window: tuple[str, str] | None,
    service_min: int,
    price_fen: int,
) -> dict[str, object]:
    def at(time: str) -> str:
        return f"2026-03-01 {time}:00"

    return {
        "cargo_id": load_id,
        "create_time": at(appears),
        "remove_time": at(leaves),
        "cargo_name": category,
        "start": dict(zip(("city", "lat", "lng"), start, strict=True)),
        "end": dict(zip(("city", "lat", "lng"), end, strict=True)),
        "load_time": None if window is None else [at(time) for time in window],
        "cost_time_minutes": service_min,
        "price": price_fen,
        "truck_length": ["4.2米"],
    }
