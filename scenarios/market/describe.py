"""A market beside the published aggregates: shares, quartiles, and how many loads are on the board.

Figures only, in one frozen record that can be printed or dumped; how it looks is another layer's business. Any load
table will do, so a real file is compared in the same way as a generated market.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from scenarios.clock import MINUTES_PER_DAY
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.market.data import (
    REFERENCE_DURATION_MIN,
    REFERENCE_HAUL_KM,
    REFERENCE_PRICE_YUAN,
    Aggregate,
    Quartiles,
    load_aggregates,
)
from scenarios.places import city_of, distances_km


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ShareRow(_Row):
    """One hour, city or category: its share of the loads here and in the aggregates, in percent."""

    key: str
    market_pct: float
    reference_pct: float
    difference_points: float
    """Market less reference, in percentage points."""


class MeanRow(_Row):
    """One mean over all loads, here and in the aggregates."""

    quantity: str
    market: float
    reference: float
    difference_pct: float


class QuartileRow(_Row):
    """Lower quartile, median and upper quartile of one quantity, with the reference and the relative difference."""

    quantity: str
    market: tuple[float, float, float]
    reference: tuple[float, float, float] | None
    """None where no reference exists."""
    difference_pct: tuple[float, float, float] | None


class MarketDescription(_Row):
    """A market in figures. Rows of cities and categories come with the largest reference share first."""

    loads: int
    loads_before_start: int
    """Loads created before the first day; they count everywhere but in the shares of the hours."""
    days: int
    windowed_pct: float
    hours: tuple[ShareRow, ...]
    origin_cities: tuple[ShareRow, ...]
    destination_cities: tuple[ShareRow, ...]
    categories: tuple[ShareRow, ...]
    means: tuple[MeanRow, ...]
    """Of price_yuan and duration_min."""
    quartiles: tuple[QuartileRow, ...]
    """Of price_yuan, haul_km, duration_min and lifetime_min; empty for a market without loads."""
    live_at_start: int
    live_quartiles: tuple[float, float, float]
    """Quartiles of the loads on the board, counted at every full hour of the days."""
    max_hour_points: float
    max_origin_city_points: float
    max_destination_city_points: float
    max_quartile_pct: float
    """Largest relative difference of a quartile of price, haul or duration."""


def describe_market(table: LoadTable, days: int) -> MarketDescription:
    """The figures of these loads over so many days, next to those of the real market."""
    aggregates = load_aggregates()
    in_time = table.create_min[table.create_min >= 0]
    hours = _shares(
        {str(hour): int(n) for hour, n in enumerate(_count(in_time % MINUTES_PER_DAY // 60, 24))},
        _reference(aggregates.hours),
    )
    origin_cities = _shares(_by_city(table.start_place, table.place_names), _cities(aggregates.origins))
    destination_cities = _shares(_by_city(table.end_place, table.place_names), _cities(aggregates.destinations))
    category_counts = _count(table.category, len(table.category_names))
    categories = _shares(_named(table.category_names, category_counts), _reference(aggregates.categories))

    price_yuan = table.price_fen / 100
    haul_km = distances_km(table.start_lat, table.start_lng, table.end_lat, table.end_lng)
    lifetime = (table.remove_min - table.create_min).astype(np.float64)
    quartiles = tuple(
        _quartile_row(name, values[np.isfinite(values)], reference)
        for name, values, reference in (
            ("price_yuan", price_yuan, REFERENCE_PRICE_YUAN),
            ("haul_km", haul_km, REFERENCE_HAUL_KM),
            ("duration_min", table.service_min.astype(np.float64), REFERENCE_DURATION_MIN),
            ("lifetime_min", lifetime, None),
        )
        if np.isfinite(values).any()
    )
    live = _live_counts(table, days)
    by_share = sorted(origin_cities, key=_descending), sorted(destination_cities, key=_descending)
    return MarketDescription(
        loads=len(table),
        loads_before_start=len(table) - len(in_time),
        days=days,
        windowed_pct=_percent(int((table.window_open_min != NO_WINDOW).sum()), len(table)),
        hours=hours,
        origin_cities=tuple(by_share[0]),
        destination_cities=tuple(by_share[1]),
        categories=tuple(sorted(categories, key=_descending)),
        means=(
            _mean_row("price_yuan", price_yuan, aggregates.mean_price_yuan),
            _mean_row("duration_min", table.service_min.astype(np.float64), aggregates.mean_duration_min),
        ),
        quartiles=quartiles,
        live_at_start=int(live[0]),
        live_quartiles=_three(live.astype(np.float64)),
        max_hour_points=_largest(hours),
        max_origin_city_points=_largest(origin_cities),
        max_destination_city_points=_largest(destination_cities),
        max_quartile_pct=max((abs(d) for row in quartiles for d in row.difference_pct or ()), default=0.0),
    )


def _count(codes: NDArray[np.integer], size: int) -> NDArray[np.int64]:
    return np.bincount(codes, minlength=size).astype(np.int64)


def _named(names: list[str], counts: NDArray[np.int64]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, counts, strict=True)}


def _by_city(codes: NDArray[np.int32], place_names: list[str]) -> dict[str, int]:
    cities: dict[str, int] = {}
    for place, n in _named(place_names, _count(codes, len(place_names))).items():
        if n:
            cities[city_of(place)] = cities.get(city_of(place), 0) + n
    return cities


def _reference(aggregate: Aggregate) -> dict[str, float]:
    return {key: float(share) for key, share in zip(aggregate.keys, aggregate.share, strict=True)}


def _cities(aggregate: Aggregate) -> dict[str, float]:
    cities: dict[str, float] = {}
    for place, share in _reference(aggregate).items():
        cities[city_of(place)] = cities.get(city_of(place), 0.0) + share
    return cities


def _shares(counts: dict[str, int], reference: dict[str, float]) -> tuple[ShareRow, ...]:
    """Rows of every key of either side: the reference's in its order, then those that only the market has."""
    total = sum(counts.values())
    rows = []
    for key in [*reference, *(key for key in counts if key not in reference)]:
        market, expected = _percent(counts.get(key, 0), total), 100 * reference.get(key, 0.0)
        rows.append(
            ShareRow(
                key=key,
                market_pct=market,
                reference_pct=round(expected, 4),
                difference_points=round(market - expected, 4),
            )
        )
    return tuple(rows)


def _descending(row: ShareRow) -> tuple[float, str]:
    return -row.reference_pct, row.key


def _largest(rows: tuple[ShareRow, ...]) -> float:
    return max(abs(row.difference_points) for row in rows)


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 4) if whole else 0.0


def _three(values: NDArray[np.float64]) -> tuple[float, float, float]:
    q25, q50, q75 = np.percentile(values, (25, 50, 75)).tolist()
    return round(q25, 2), round(q50, 2), round(q75, 2)


def _quartile_row(name: str, values: NDArray[np.float64], reference: Quartiles | None) -> QuartileRow:
    market = _three(values)
    if reference is None:
        return QuartileRow(quantity=name, market=market, reference=None, difference_pct=None)
    expected = (reference.q25, reference.q50, reference.q75)
    off = [round(100 * (here / there - 1), 2) for here, there in zip(market, expected, strict=True)]
    return QuartileRow(quantity=name, market=market, reference=expected, difference_pct=(off[0], off[1], off[2]))


def _mean_row(name: str, values: NDArray[np.float64], reference: float) -> MeanRow:
    here = float(values.mean()) if len(values) else 0.0
    return MeanRow(
        quantity=name,
        market=round(here, 2),
        reference=round(reference, 2),
        difference_pct=round(100 * (here / reference - 1), 2),
    )


def _live_counts(table: LoadTable, days: int) -> NDArray[np.int64]:
    """Loads on the board at every full hour; both ends of a load's time count (contest rule 2), shape (days * 24,)."""
    at = np.arange(0, days * MINUTES_PER_DAY, 60)
    appeared = np.searchsorted(np.sort(table.create_min), at, side="right")
    gone = np.searchsorted(np.sort(np.maximum(table.remove_min, table.create_min)), at, side="left")
    return (appeared - gone).astype(np.int64)
