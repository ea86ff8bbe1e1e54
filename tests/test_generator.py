"""The generated market: like the real one in what is published, plausible in the rest, and equal for equal seeds."""

import hashlib
from datetime import datetime

import numpy as np
import pytest
from pydantic import ValidationError

from scenarios.clock import MINUTES_PER_DAY
from scenarios.loads import NO_WINDOW, LoadTable
from scenarios.market.data import Aggregate, load_aggregates
from scenarios.market.describe import MarketDescription, describe_market
from scenarios.market.generator import DriverSpec, MarketSpec, generate_drivers, generate_loads
from scenarios.places import GUANGDONG_BOX, distances_km

SUNDAY = datetime(2026, 3, 1)


def market(loads: int, days: int, seed: int = 7, **fields: object) -> LoadTable:
    return generate_loads(MarketSpec(loads=loads, **fields), start=SUNDAY, days=days, seed=seed)


def digest(table: LoadTable) -> str:
    """SHA-256 over the columns that a world reads."""
    columns = (
        table.create_min,
        table.remove_min,
        table.start_lat,
        table.start_lng,
        table.end_lat,
        table.end_lng,
        table.price_fen,
        table.service_min,
        table.window_open_min,
        table.window_close_min,
        table.category,
        table.start_place,
        table.end_place,
    )
    return hashlib.sha256(b"".join(column.astype("<f8").tobytes() for column in columns)).hexdigest()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_shares_and_quartiles_are_those_of_the_real_market(seed: int) -> None:
    seen: MarketDescription = describe_market(market(50_000, days=25, seed=seed), days=25)

    assert seen.max_hour_points < 1
    assert seen.max_origin_city_points < 1
    assert seen.max_destination_city_points < 1
    assert seen.max_quartile_pct < 10
    for mean in seen.means:
        assert abs(mean.difference_pct) < 2


def test_means_follow_hour_place_and_category() -> None:
    table = market(500_000, days=31)
    aggregates = load_aggregates()
    price_yuan = table.price_fen / 100
    place = {name: row for row, name in enumerate(table.place_names)}
    hour = table.create_min % MINUTES_PER_DAY // 60

    def largest_errors(codes: np.ndarray, rows: list[int], known: Aggregate) -> tuple[float, float]:
        """Of mean price and of mean duration, over rows of more than 0.5 % of the loads."""
        loads = np.maximum(np.bincount(codes)[rows], 1)
        price = np.bincount(codes, price_yuan)[rows] / loads / known.mean_price_yuan - 1
        minutes = np.bincount(codes, table.service_min)[rows] / loads / known.mean_duration_min - 1
        large = known.share > 0.005
        return float(np.abs(price[large]).max()), float(np.abs(minutes[large]).max())

    for codes, rows, known in (
        (hour, list(range(24)), aggregates.hours),
        (table.category, list(range(31)), aggregates.categories),
        (table.start_place, [place[key] for key in aggregates.origins.keys], aggregates.origins),
        (table.end_place, [place[key] for key in aggregates.destinations.keys], aggregates.destinations),
    ):
        price_error, minutes_error = largest_errors(codes, rows, known)
        assert price_error < 0.1
        assert minutes_error < 0.1


def test_a_load_pays_and_takes_by_its_haul_but_no_two_alike() -> None:
    table = market(20_000, days=10)
    haul_km = distances_km(table.start_lat, table.start_lng, table.end_lat, table.end_lng)

    price_by_haul = np.corrcoef(np.log(haul_km + 10), np.log(table.price_fen))[0, 1]
    assert price_by_haul > 0.65
    near_100_km = np.abs(haul_km - 100) < 5
    assert 0.3 < np.log(table.price_fen[near_100_km]).std() < 0.6
    # At 60 km/h a km takes a minute; loading and unloading take twenty at the least.
    assert (table.service_min >= np.floor(haul_km) + 20).all()
    assert (haul_km > 0).all()
    assert (table.price_fen == np.round(table.price_fen)).all()
    assert (table.price_fen > 0).all()


def test_loads_come_in_order_of_creation_and_some_are_there_at_the_start() -> None:
    table = market(14_000, days=7)

    assert len(table) == 14_000
    assert (np.diff(table.create_min) >= 0).all()
    assert table.ids[:2] == ["100000", "100001"]
    assert len(set(table.ids)) == 14_000
    assert (table.remove_min > table.create_min).all()
    assert table.create_min.max() < 7 * MINUTES_PER_DAY
    before = table.create_min < 0
    # Those that are left of the last evening: at 2,000 loads a day a few hundred, and none that is already gone.
    assert 150 < before.sum() < 500
    assert (table.remove_min[before] >= 0).all()


def test_points_have_two_decimals_and_lie_in_the_province() -> None:
    table = market(20_000, days=10)
    south, north, west, east = GUANGDONG_BOX

    for lat in (table.start_lat, table.end_lat):
        assert (np.round(lat, 2) == lat).all()
        assert south <= lat.min()
        assert lat.max() <= north
    for lng in (table.start_lng, table.end_lng):
        assert (np.round(lng, 2) == lng).all()
        assert west <= lng.min()
        assert lng.max() <= east


def test_windows_open_on_half_hours_of_the_working_day() -> None:
    table = market(20_000, days=10)
    windowed = table.window_open_min != NO_WINDOW
    opens, closes = table.window_open_min[windowed], table.window_close_min[windowed]

    assert windowed.mean() == pytest.approx(0.8, abs=0.02)
    assert (table.window_close_min[~windowed] == NO_WINDOW).all()
    assert (opens % 30 == 0).all()
    assert (opens - table.create_min[windowed] >= 80).all()
    assert opens.min() % MINUTES_PER_DAY >= 8 * 60
    assert set(np.unique(opens % MINUTES_PER_DAY).tolist()) == set(range(480, 1021, 30))
    assert set(np.unique(closes - opens).tolist()) == {60, 120, 180, 240, 360, 540}
    assert (market(500, days=1, window_share=0.0).window_open_min == NO_WINDOW).all()


def test_lifetimes_have_the_assumed_deciles() -> None:
    table = market(50_000, days=25)
    stay = (table.remove_min - table.create_min)[table.create_min >= 0]

    deciles = np.percentile(stay, range(10, 100, 10))
    assert deciles == pytest.approx([36, 59, 83, 112, 148, 196, 263, 373, 606], rel=0.04)


def test_a_seed_is_a_market_and_the_block_has_the_last_word() -> None:
    assert digest(market(2000, days=1)) == digest(market(2000, days=1))
    assert digest(market(2000, days=1)) != digest(market(2000, days=1, seed=8))
    fixed = market(2000, days=1, seed=8).price_fen
    assert (market(2000, days=1, seed=9).price_fen != fixed).any()
    by_block = generate_loads(MarketSpec(loads=2000, seed=8), start=SUNDAY, days=1, seed=9)
    assert (by_block.price_fen == fixed).all()


def test_a_market_is_the_same_on_every_machine() -> None:
    assert digest(market(2000, days=1)) == "080e17cc05fb7176ce0ab7e682585a19ed22ba05efa4807a045a35a5303bb941"


def test_a_larger_market_begins_with_the_same_draws() -> None:
    small, large = market(1000, days=1), market(4000, days=1)

    assert (small.start_place == large.start_place[:1000]).all()
    assert (small.end_place == large.end_place[:1000]).all()
    assert (small.category == large.category[:1000]).all()


def test_loads_per_day_and_a_weekly_pattern() -> None:
    closed_on_sunday = MarketSpec(loads_per_day=1000, weekday_weights=(1, 1, 1, 1, 1, 0.5, 0))
    table = generate_loads(closed_on_sunday, start=SUNDAY, days=14, seed=7)

    assert len(table) == 14_000
    by_day = np.bincount(table.create_min[table.create_min >= 0] // MINUTES_PER_DAY, minlength=14)
    assert by_day[0] == by_day[7] == 0
    # Eleven parts of a fortnight's 14,000 loads less the stock: a full day has 2 / 22, a Saturday 1 / 22.
    assert by_day[1] == pytest.approx(14_000 / 11, rel=0.12)
    assert by_day[6] == pytest.approx(14_000 / 22, rel=0.15)


def test_the_smallest_market_has_one_load() -> None:
    assert len(market(1, days=1)) == 1
    assert len(generate_loads(MarketSpec(loads_per_day=0.2), start=SUNDAY, days=3, seed=0)) == 1


def test_a_wrong_block_is_refused() -> None:
    with pytest.raises(ValidationError, match="exactly one of loads_per_day and loads"):
        MarketSpec()
    with pytest.raises(ValidationError, match="exactly one of loads_per_day and loads"):
        MarketSpec(loads=5, loads_per_day=5)
    with pytest.raises(ValidationError, match="seven numbers from 0"):
        MarketSpec(loads=5, weekday_weights=(0,) * 7)
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        MarketSpec(loads=5, price=3)  # type: ignore[call-arg]  # the fault that is tested
    with pytest.raises(ValidationError, match="greater than or equal to 1"):
        MarketSpec(loads=0)


def test_drivers_start_where_loads_start() -> None:
    thousand = generate_drivers(DriverSpec(count=1000), seed=7)

    assert [d.driver_id for d in thousand[:2]] == ["D001", "D002"]
    assert thousand[-1].driver_id == "D1000"
    assert generate_drivers(DriverSpec(count=10, seed=7), seed=99) == thousand[:10]
    assert {d.truck_length for d in thousand} == {"4.2米"}
    assert {d.cost_per_km for d in thousand} == {1.5}
    assert all(len(d.name) == 2 and not d.preferences for d in thousand)
    # 47 % of the loads start in Guangzhou, Foshan and Dongguan, which lie within this box.
    inside = [d for d in thousand if 22.6 < d.lat < 23.6 and 112.7 < d.lng < 114.3]
    assert len(inside) > 600


def test_drivers_may_have_wishes() -> None:
    drivers = generate_drivers(DriverSpec(count=50, preferences=True), seed=7)

    assert {len(d.preferences) for d in drivers} == {1, 2, 3}
    for driver in drivers:
        texts = [wish.text for wish in driver.preferences]
        assert len(set(texts)) == len(texts)
        assert all(0 < wish.penalty_fen <= (wish.cap_fen or 0) for wish in driver.preferences)
