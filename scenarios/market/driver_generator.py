"""Seeded drivers: a name, a truck and a place to start from. What their wishes mean is compiled elsewhere.

Drivers start where loads start: a place by its share of the origins, a point within it. Each driver's draws depend on
the seed and its number alone, so ten drivers are the first ten of a thousand.
"""

from __future__ import annotations

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from scenarios.market.data import load_aggregates
from scenarios.places import load_places, points_in
from scenarios.records import COST_YUAN_MAX, Driver, Preference
from scenarios.streams import SEED_MAX, pick, uniforms, whole

SURNAMES = tuple("陈李黄张梁林刘吴罗杨王何周叶郑谢曾钟彭邓冯蔡郭苏卢潘")
GIVEN_NAMES = tuple("伟强军勇杰涛明超辉鹏波斌健华平志文海峰龙林东荣坤亮")

WISHES: tuple[tuple[str, int, int], ...] = (
    ("每天至少连续休息6小时。", 200, 4000),
    ("不拉煤炭矿产。", 400, 4000),
    ("晚上11点到第二天早上5点不接单、不跑空车。", 150, 3000),
    ("单趟运距不超过200公里。", 200, 3000),
    ("去装货的空驶不超过60公里。", 100, 2000),
    ("整个月至少休息2天。", 1000, 2000),
)
"""Wishes in plain words with the price of a breach and its cap, in yuan."""


class DriverSpec(BaseModel):
    """The generator block of a scenario's drivers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(ge=1, le=100_000)
    seed: int | None = Field(None, ge=0, le=SEED_MAX)
    """Fixes the drivers, whatever the run's seed is; without it they follow the run's seed."""
    preferences: bool = False
    """Give each driver one to three wishes."""
    truck_length: str = "4.2米"
    cost_per_km: float = Field(1.5, ge=0, le=COST_YUAN_MAX, allow_inf_nan=False)
    """Yuan a kilometre."""


def generate_drivers(spec: DriverSpec, *, seed: int) -> tuple[Driver, ...]:
    """Drivers D001, D002, … at points of Guangdong, equal for equal arguments. `spec.seed` wins over `seed`."""
    seed = spec.seed if spec.seed is not None else seed
    origins = load_aggregates().origins
    places = load_places()
    rows = places.rows(origins.keys)[pick(origins.share_ppm, uniforms(seed, "driver/place", spec.count))]
    north = uniforms(seed, "driver/north", spec.count) * 2 - 1
    east = uniforms(seed, "driver/east", spec.count) * 2 - 1
    lat, lng = points_in(places, rows, north, east)
    surname = whole(uniforms(seed, "driver/surname", spec.count), len(SURNAMES))
    given = whole(uniforms(seed, "driver/given", spec.count), len(GIVEN_NAMES))
    plate = whole(uniforms(seed, "driver/plate", spec.count), 100_000)
    return tuple(
        Driver(
            driver_id=f"D{number + 1:03d}",
            name=SURNAMES[surname[number]] + GIVEN_NAMES[given[number]],
            vehicle_no=f"粤A{plate[number]:05d}",
            truck_length=spec.truck_length,
            cost_per_km=spec.cost_per_km,
            lat=float(lat[number]),
            lng=float(lng[number]),
            preferences=_wishes(seed, number) if spec.preferences else (),
        )
        for number in range(spec.count)
    )


def _wishes(seed: int, number: int) -> tuple[Preference, ...]:
    """One to three different wishes of the driver with this number, in the order of the list."""
    draws = uniforms(seed, f"driver/{number}/wishes", 1 + len(WISHES))
    wanted = 1 + int(whole(draws[:1], 3)[0])
    chosen = sorted(np.argsort(draws[1:], kind="stable")[:wanted].tolist())
    return tuple(
        Preference(text=text, penalty_fen=penalty * 100, cap_fen=cap * 100)
        for text, penalty, cap in (WISHES[i] for i in chosen)
    )
