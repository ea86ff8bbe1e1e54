"""A seeded market of loads calibrated on the published aggregates. Reads no files of a user and no clock.

What is fitted: hour of creation, origin and destination district, category, and the means of price and duration by each
of them. What is assumed, because nothing is published: the spread of price and duration about their means, the loading
windows, the time a load stays on the board, and that category and hour do not depend on the places. The assumed shapes
are those of a sample market of the contest's form; each stands beside its constant.

Each column is drawn from a stream of its own, named by seed and column, so a longer market begins with the same draws.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from scenarios.clock import MINUTES_PER_DAY
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.market.data import MarketAggregates, load_aggregates
from scenarios.market.driver_generator import DriverSpec, generate_drivers
from scenarios.market.model import Margins, MarketModel, fit_market
from scenarios.places import Places, distances_km, load_places, points_in
from scenarios.streams import SEED_MAX, TABLE_SIZE, lognormal_table, noise_table, pick, uniforms, whole

__all__ = ["DriverSpec", "MarketSpec", "generate_drivers", "generate_loads"]

PRICE_LOG_SD = 0.36
"""Spread of one load's price about its expected price (assumed: 0.35 in the sample market)."""
SERVICE_LOG_SD = 0.22
"""Spread of one load's duration (assumed: 0.25 in the sample market)."""
SERVICE_SLACK_MIN = 20
"""A load takes at least its haul at 60 km/h and this long at the two ends."""
LIFETIME_MEDIAN_MIN = 148.0
LIFETIME_LOG_SD = 1.1
"""Minutes on the board: deciles 36, 59, 83, 112, 148, 196, 263, 373, 606 (assumed, as in the sample market).
Independent of the loading window, as there: one load in thirty is still shown when its window has closed."""

WINDOW_OPEN_MIN = tuple(range(8 * 60, 17 * 60 + 1, 30))
WINDOW_OPEN_WEIGHT = (4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 7, 8, 8, 6, 4, 4, 4, 3, 3)
"""Loading begins on a half hour from 08:00 to 17:00, most often in the early afternoon (assumed)."""
WINDOW_WIDTH_MIN = (60, 120, 180, 240, 360, 540)
WINDOW_WIDTH_WEIGHT = (10, 25, 25, 20, 12, 8)
"""Length of the loading window, percent of the loads that have one (assumed)."""
WINDOW_LEAD_MIN = 80
"""A window opens at least this long after the load appears."""
SAME_DAY_SHARE = 0.45
"""Loads whose window could still open today and does; the others load tomorrow (assumed)."""

STOCK_DAYS = 3
"""Loads of the days before the start that are still on the board at minute 0 are part of the market."""
FIRST_ID = 100_000
TRUCK = "4.2米"

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


Weight = Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)]


def _seven(value: object) -> object:
    """A list as YAML gives it, as the tuple that strict checking wants."""
    if isinstance(value, list) and len(value) != 7:
        raise ValueError(f"holds {len(value)} numbers, and a week has seven days; give one for each from Monday on")
    return tuple(value) if isinstance(value, list) else value


class MarketSpec(BaseModel):
    """The generator block of a scenario's loads: how many, and what may differ from the calibrated market."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    loads_per_day: float | None = Field(None, gt=0, le=1_000_000, allow_inf_nan=False)
    """Loads created on an average day; exactly one of this and `loads` is given."""
    loads: int | None = Field(None, ge=1, le=10_000_000)
    """Loads in all, those on the board at the start included."""
    seed: int | None = Field(None, ge=0, le=SEED_MAX)
    """Fixes the market, whatever the run's seed is; without it the market follows the run's seed."""
    weekday_weights: Annotated[
        tuple[Weight, Weight, Weight, Weight, Weight, Weight, Weight], BeforeValidator(_seven)
    ] = (1.0,) * 7
    """Relative number of loads from Monday to Sunday. Flat by default: no weekly pattern is published."""
    window_share: float = Field(0.8, ge=0, le=1, allow_inf_nan=False)
    """Share of loads with a loading window (assumed: 80 % in the sample market)."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.loads_per_day is None) == (self.loads is None):
            said = "neither loads_per_day nor loads" if self.loads is None else "both loads_per_day and loads"
            raise ValueError(f"names {said}; give exactly one of loads_per_day and loads")
        if not any(self.weekday_weights):
            raise ValueError("has weekday_weights of 0 for every day; give seven numbers from 0, one of them above 0")
        return self

    def total(self, days: int) -> int:
        """Number of loads in a market of so many days."""
        return self.loads if self.loads is not None else max(1, round((self.loads_per_day or 0.0) * days))


def generate_loads(spec: MarketSpec, *, start: datetime, days: int, seed: int) -> LoadTable:
    """The market of these days: loads in order of their creation, equal for equal arguments on every machine.

    `start` is the local midnight of the first day. `spec.seed` wins over `seed`. Loads that were created before the
    start and are still on the board have a negative `create_min`; all others lie in [0, days * 1440). Prices are whole
    fen, points have two decimals, no load starts where it ends.
    """
    seed = spec.seed if spec.seed is not None else seed
    aggregates = load_aggregates()
    places = load_places()
    model = fit_market(aggregates, places)
    total = spec.total(days)
    rate = total / days
    lifetimes = lognormal_table(LIFETIME_MEDIAN_MIN, LIFETIME_LOG_SD)

    def created(name: str, count: int, first_day: int, over_days: int) -> tuple[Ints, Ints]:
        at = _creation_minutes(spec, aggregates, start, seed, name, count, first_day, over_days)
        stay = lifetimes[whole(uniforms(seed, f"{name}/lifetime", count), TABLE_SIZE)]
        return at, at + np.maximum(1, np.rint(stay)).astype(np.int64)

    stock_create, stock_remove = created("stock", round(rate * STOCK_DAYS), -STOCK_DAYS, STOCK_DAYS)
    kept = np.flatnonzero(stock_remove >= 0)[: total - 1]
    new_create, new_remove = created("loads", total - len(kept), 0, days)
    create = np.concatenate([stock_create[kept], new_create])
    remove = np.concatenate([stock_remove[kept], new_remove])
    order = np.argsort(create, kind="stable")
    return _table(spec, aggregates, places, model, seed, create[order], remove[order])


def _creation_minutes(
    spec: MarketSpec,
    aggregates: MarketAggregates,
    start: datetime,
    seed: int,
    name: str,
    count: int,
    first_day: int,
    days: int,
) -> Ints:
    """Minutes of creation of `count` loads in days first_day .. first_day + days - 1, unsorted."""
    weekday = (start.weekday() + first_day + np.arange(days)) % 7
    weights = np.rint(np.array(spec.weekday_weights) * 1e6).astype(np.int64)[weekday]
    if not weights.any():  # a few days, all without loads of their own: better an even market than none
        weights[:] = 1
    day = first_day + pick(weights, uniforms(seed, f"{name}/day", count))
    hour = pick(aggregates.hours.share_ppm, uniforms(seed, f"{name}/hour", count))
    minute = whole(uniforms(seed, f"{name}/minute", count), 60)
    return day * MINUTES_PER_DAY + hour * 60 + minute


def _table(
    spec: MarketSpec,
    aggregates: MarketAggregates,
    places: Places,
    model: MarketModel,
    seed: int,
    create: Ints,
    remove: Ints,
) -> LoadTable:
    count = len(create)

    def draw(purpose: str) -> Floats:
        return uniforms(seed, purpose, count)

    origin, destination = np.divmod(pick(model.flows, draw("pair")), len(model.destination_rows))
    category = pick(aggregates.categories.share_ppm, draw("category"))
    start_row, end_row = model.origin_rows[origin], model.destination_rows[destination]
    start_lat, start_lng = points_in(
        places, start_row, _scatter(seed, "start/north", count), _scatter(seed, "start/east", count)
    )
    end_lat, end_lng = points_in(places, end_row, _scatter(seed, "end/north", count), _scatter(seed, "end/east", count))
    end_lat = np.where((start_lat == end_lat) & (start_lng == end_lng), np.round(end_lat + 0.01, 2), end_lat)

    # Tenths of a km, so that the last place of a sine, which differs between processors, moves no price.
    haul_km = np.round(distances_km(start_lat, start_lng, end_lat, end_lng), 1)
    hour = create % MINUTES_PER_DAY // 60

    def line(margins: Margins, log_sd: float, purpose: str) -> Floats:
        expected = (margins.at_zero + margins.per_km * haul_km) * margins.origin[origin]
        expected = expected * margins.destination[destination] * margins.category[category] * margins.hour[hour]
        return expected * noise_table(log_sd)[whole(draw(purpose), TABLE_SIZE)]

    price_fen = np.rint(line(model.price_yuan, PRICE_LOG_SD, "price") * 100)
    service = np.rint(line(model.service_min, SERVICE_LOG_SD, "service"))
    window_open, window_close = _windows(spec, seed, create)
    return LoadTable(
        ids=[str(load_id) for load_id in range(FIRST_ID, FIRST_ID + count)],
        create_min=create.astype(np.int32),
        remove_min=remove.astype(np.int32),
        start_lat=start_lat,
        start_lng=start_lng,
        end_lat=end_lat,
        end_lng=end_lng,
        price_fen=price_fen,
        service_min=np.maximum(service, np.ceil(haul_km) + SERVICE_SLACK_MIN).astype(np.int32),
        window_open_min=window_open,
        window_close_min=window_close,
        category=category.astype(np.int16),
        start_place=start_row.astype(np.int32),
        end_place=end_row.astype(np.int32),
        truck=np.zeros(count, dtype=np.int16),
        category_names=list(aggregates.categories.keys),
        place_names=list(places.names),
        truck_names=[TRUCK],
    )


def _scatter(seed: int, purpose: str, count: int) -> Floats:
    """Numbers in (-1, 1) that fall off evenly from the middle (triangular): places thin out towards their edges."""
    return uniforms(seed, f"{purpose}/1", count) + uniforms(seed, f"{purpose}/2", count) - 1.0


def _windows(spec: MarketSpec, seed: int, create: Ints) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """First and last minute of loading, NO_WINDOW where a load may be loaded at any time; shape (n,) each."""
    count = len(create)
    slot = pick(np.array(WINDOW_OPEN_WEIGHT, dtype=np.int64), uniforms(seed, "window/slot", count))
    opens = np.array(WINDOW_OPEN_MIN, dtype=np.int64)[slot] + create // MINUTES_PER_DAY * MINUTES_PER_DAY
    today = (opens - create >= WINDOW_LEAD_MIN) & (uniforms(seed, "window/day", count) < SAME_DAY_SHARE)
    opens = np.where(today, opens, opens + MINUTES_PER_DAY)
    width = pick(np.array(WINDOW_WIDTH_WEIGHT, dtype=np.int64), uniforms(seed, "window/width", count))
    closes = opens + np.array(WINDOW_WIDTH_MIN, dtype=np.int64)[width]
    windowed = uniforms(seed, "window/any", count) < spec.window_share
    return (
        np.where(windowed, opens, NO_WINDOW).astype(np.int32),
        np.where(windowed, closes, NO_WINDOW).astype(np.int32),
    )
