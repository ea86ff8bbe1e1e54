"""A market in figures, beside the aggregates: hand-made loads first, a generated market after."""

import json
from dataclasses import fields
from datetime import datetime

import numpy as np
import pytest

from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.market.data import (
    REFERENCE_DURATION_MIN,
    REFERENCE_HAUL_KM,
    REFERENCE_PRICE_YUAN,
    load_aggregates,
)
from scenarios.market.describe import MarketDescription, describe_market
from scenarios.market.generator import MarketSpec, generate_loads


def four_loads() -> LoadTable:
    """One load of the evening before, three of the first morning; hauls 10.0075, 20.0151, 50.0377, 50.0377 km."""
    count = 4
    return LoadTable(
        ids=["a", "b", "c", "d"],
        create_min=np.array([-60, 8 * 60, 8 * 60 + 59, 9 * 60], dtype=np.int32),
        remove_min=np.array([0, 9 * 60, 20 * 60, 9 * 60 + 30], dtype=np.int32),
        start_lat=np.full(count, 23.0),
        start_lng=np.full(count, 113.0),
        end_lat=np.array([23.09, 23.18, 23.45, 23.45]),
        end_lng=np.full(count, 113.0),
        price_fen=np.array([10_000.0, 20_000.0, 30_000.0, 40_000.0]),
        service_min=np.array([100, 200, 300, 400], dtype=np.int32),
        window_open_min=np.array([NO_WINDOW, 600, 600, 600], dtype=np.int32),
        window_close_min=np.array([NO_WINDOW, 660, 660, 660], dtype=np.int32),
        category=np.array([0, 0, 1, 1], dtype=np.int16),
        start_place=np.array([0, 0, 1, 2], dtype=np.int32),
        end_place=np.array([1, 1, 1, 3], dtype=np.int32),
        truck=np.zeros(count, dtype=np.int16),
        category_names=["建材", "冰块"],
        place_names=["广东省广州市白云区", "广东省东莞市大朗镇", "广东省东莞市", "Elsewhere"],
        truck_names=["4.2米"],
    )


def test_figures_of_four_loads() -> None:
    seen = describe_market(four_loads(), days=1)

    assert (seen.loads, seen.loads_before_start, seen.days) == (4, 1, 1)
    assert seen.windowed_pct == 75
    # Of the three loads in time, two were created in the ninth hour and one in the tenth.
    assert [(row.key, row.market_pct) for row in seen.hours if row.market_pct] == [("8", 66.6667), ("9", 33.3333)]
    # A town and its city count as one; a place outside the aggregates comes last, with a reference of nothing.
    origins = {row.key: row.market_pct for row in seen.origin_cities}
    assert origins["广东省广州市"] == origins["广东省东莞市"] == 50
    last = seen.destination_cities[-1]
    assert (last.key, last.market_pct, last.reference_pct, last.difference_points) == ("Elsewhere", 25, 0, 25)
    assert {row.key: row.market_pct for row in seen.categories}["冰块"] == 50
    means = {row.quantity: row.market for row in seen.means}
    assert means == {"price_yuan": 250, "duration_min": 250}
    quartiles = {row.quantity: row for row in seen.quartiles}
    # Between 100, 200, 300 and 400 yuan the quartiles lie at 175, 250 and 325.
    assert quartiles["price_yuan"].market == (175, 250, 325)
    assert quartiles["price_yuan"].reference == (207.9, 316.9, 513.9)
    # 175 / 207.9 - 1 = -15.82 %, 250 / 316.9 - 1 = -21.11 %, 325 / 513.9 - 1 = -36.76 %.
    assert quartiles["price_yuan"].difference_pct == (-15.82, -21.11, -36.76)
    # 10.0075 + 0.75 * 10.0075 = 17.51; (20.0151 + 50.0377) / 2 = 35.03; 50.04.
    assert quartiles["haul_km"].market == (17.51, 35.03, 50.04)
    assert quartiles["lifetime_min"].reference is None


def test_loads_on_the_board_are_counted_at_full_hours_both_ends_included() -> None:
    seen = describe_market(four_loads(), days=1)

    assert seen.live_at_start == 1  # a: -60..0
    # 0: a; 8: b; 9: b (to 540), c (from 539), d (from 540); 10 to 20: c alone; the other eleven hours: nothing.
    # Sorted: 11 hours of 0, 12 of 1, 1 of 3: the lower quartile 0, the median (rank 11.5 of 0..23) 1 and the upper 1.
    assert seen.live_quartiles == (0, 1, 1)


def test_an_empty_market_has_shares_of_nothing() -> None:
    table = four_loads()
    empty = LoadTable(
        ids=[],
        category_names=table.category_names,
        place_names=table.place_names,
        truck_names=table.truck_names,
        **{
            column.name: getattr(table, column.name)[:0]
            for column in fields(LoadTable)
            if isinstance(getattr(table, column.name), np.ndarray)
        },
    )
    seen = describe_market(empty, days=1)

    assert seen.loads == 0
    assert seen.quartiles == ()
    assert seen.max_quartile_pct == 0
    assert all(row.market_pct == 0 for row in seen.hours)


def test_a_generated_market_is_described_next_to_the_real_one() -> None:
    table = generate_loads(MarketSpec(loads=20_000), start=datetime(2026, 3, 1), days=10, seed=7)
    seen = describe_market(table, days=10)

    assert [row.key for row in seen.hours] == [str(hour) for hour in range(24)]
    assert len(seen.origin_cities) == len(seen.destination_cities) == 21
    assert seen.origin_cities[0].key == "广东省广州市"
    assert seen.origin_cities[0].reference_pct == 22.3204
    for rows in (seen.hours, seen.origin_cities, seen.destination_cities, seen.categories):
        assert sum(row.market_pct for row in rows) == pytest.approx(100, abs=0.01)
        assert sum(row.reference_pct for row in rows) == pytest.approx(100, abs=0.01)
    assert seen.max_hour_points == max(abs(row.difference_points) for row in seen.hours)
    assert seen.live_at_start > 0
    assert 0 < seen.live_quartiles[0] < seen.live_quartiles[2]


def test_a_description_survives_json() -> None:
    seen = describe_market(four_loads(), days=1)

    assert MarketDescription.model_validate_json(json.dumps(seen.model_dump())) == seen


def test_the_references_are_the_samples_shape_at_the_aggregates_level() -> None:
    aggregates = load_aggregates()
    price = aggregates.mean_price_yuan / 394.17
    minutes = aggregates.mean_duration_min / 471.16

    assert aggregates.mean_price_yuan == pytest.approx(433.18, abs=0.01)
    assert aggregates.mean_duration_min == pytest.approx(496.0, abs=0.01)
    for reference, sample, level in (
        (REFERENCE_PRICE_YUAN, (189.2, 288.4, 467.6), price),
        (REFERENCE_DURATION_MIN, (339, 424, 540), minutes),
        (REFERENCE_HAUL_KM, (39.8, 67.0, 110.1), 1.0),
    ):
        assert (reference.q25, reference.q50, reference.q75) == pytest.approx([q * level for q in sample], abs=0.1)
