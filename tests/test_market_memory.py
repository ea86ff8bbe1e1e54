"""MarketMemory: what a driver has learned of places and hours, and how it ranks them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from agent_world import CELLS, COST_PER_KM, Load, listing, new_books, sight
from hypothesis import given
from hypothesis import strategies as st
from small_world import LNG

from memory.settings import MemorySettings
from memory.stores.market import MarketMemory, best_net_fen, bucket_of, saturate
from memory.stores.market_columns import NEVER
from scenarios.cells import parent

P, Q, R = (CELLS.cell_of(lat, LNG) for lat in (23.0, 23.09, 23.18))
"""Three cells, 10 km apart."""
BOOKS = new_books()


def market(**settings: float) -> MarketMemory:
    return MarketMemory(MemorySettings(**settings), BOOKS.cells)


def usual_offers(memory: MarketMemory) -> dict[int, list[float]]:
    """What each region usually offers in each hour bucket."""
    regions = memory.regions()
    return dict(zip(regions.cell.tolist(), regions.share.tolist(), strict=True))


# searches


@pytest.mark.parametrize(("minute", "bucket"), [(0, 0), (179, 0), (180, 1), (1439, 7), (1440, 0), (1619, 0), (1620, 1)])
def test_an_hour_bucket_starts_on_its_first_minute(minute: int, bucket: int) -> None:
    assert bucket_of(minute, 180) == bucket
    memory = market()
    memory.searched(P, minute, 5, 20_000.0, fact=0)
    assert memory.stats().bucket.tolist() == [bucket]


def test_one_cell_is_counted_by_hour_bucket() -> None:
    memory = market()
    for minute in (179, 180, 181, 1440):
        memory.searched(P, minute, 5, 20_000.0, fact=minute)
    stats, places = memory.stats(), memory.places()
    assert (stats.bucket.tolist(), stats.searches.tolist()) == ([0, 1], [2, 2])
    assert stats.fact.tolist() == [1440, 181]
    assert (len(places), places.last_search_min.tolist(), places.fact.tolist()) == (1, [1440], [1440])


def test_the_best_net_of_a_list_is_the_driver_s_at_the_point() -> None:
    """300 yuan at 10.0075 km with a haul of 10.0075: 30,000 - 20.0151 x 150 = 26,997.7 fen. It beats 260 at hand."""
    shown = listing(0, [Load(0, yuan=260), Load(1, 23.09, 23.0, yuan=300)])
    assert best_net_fen(shown, COST_PER_KM) == pytest.approx(26_997.74, abs=0.01)
    assert best_net_fen(listing(0), COST_PER_KM) == 0.0


def test_the_worth_of_a_cell_by_hand() -> None:
    """P returned 30 loads, the best at 400 yuan; Q 12 and 8, at 200 and 150; R none, four times.

    Best nets 40,000, 20,000 and 0 have median 20,000: s = 2/3, 1/2, 0. Mean items 30, 10, 0 have median 10:
    s = 3/4, 1/2, 0. R's streak of 4 counts as 3 of 3.
      P: 0.6 x 2/3 + 0.2 x 3/4 = 0.55    Q: 0.6 x 1/2 + 0.2 x 1/2 = 0.4    R: -0.2
    """
    memory = market()
    memory.searched(P, 0, 30, 40_000.0, fact=0)
    memory.searched(Q, 1, 12, 20_000.0, fact=1)
    memory.searched(Q, 2, 8, 15_000.0, fact=2)
    for minute in range(3, 7):
        memory.searched(R, minute, 0, 0.0, fact=minute)
    stats = memory.stats()
    assert stats.mean_items.tolist() == [30.0, 10.0, 0.0]
    assert (stats.best_net_fen.tolist(), stats.streak.tolist()) == ([40_000.0, 20_000.0, 0.0], [0, 0, 4])
    assert memory.values().tolist() == pytest.approx([0.55, 0.4, -0.2])


def test_cells_only_seen_on_lists_have_no_worth_and_do_not_move_the_median() -> None:
    """A load that starts in Q, seen from P: Q has a row of its own, with nothing searched."""
    memory = market()
    memory.searched(P, 0, 1, 20_000.0, fact=0)
    alone = memory.values()[0]
    sight(memory, BOOKS, [Load(0, 23.09)], 0, 1)
    assert memory.values().tolist() == [alone, 0.0]
    # With itself as the median, s is 1/2 for net and items: 0.3 + 0.1.
    assert alone == pytest.approx(0.4)


def test_weights_and_thresholds_are_settings() -> None:
    """Weights 1, 0 and 0.5, streaks capped at 2, low under 250 yuan: one search at 200 yuan is half a streak."""
    memory = market(weight_net=1.0, weight_items=0.0, weight_streak=0.5, streak_cap=2, low_yield_fen=25_000)
    memory.searched(P, 0, 10, 20_000.0, fact=0)
    assert memory.values().tolist() == pytest.approx([1.0 * 0.5 - 0.5 * 0.5])


def test_a_search_is_low_yield_when_it_shows_nothing_or_nothing_worthwhile() -> None:
    """The threshold is 10,000 fen; a search that reaches it ends the streak."""
    memory = market()
    streaks = []
    for minute, (items, best) in enumerate([(5, 9_999.0), (0, 0.0), (5, 10_000.0), (5, -300.0)]):
        memory.searched(P, minute, items, best, fact=minute)
        streaks.append((int(memory.stats().streak[0]), bool(memory.places().last_low[0])))
    assert streaks == [(1, True), (2, True), (0, False), (1, True)]


def test_a_loss_is_the_best_of_a_cell_until_a_search_shows_more() -> None:
    memory = market()
    memory.searched(P, 0, 1, -300.0, fact=0)
    assert memory.stats().best_net_fen.tolist() == [-300.0]
    memory.searched(P, 1, 1, -500.0, fact=1)
    assert memory.stats().best_net_fen.tolist() == [-300.0]
    assert memory.values().tolist() == pytest.approx([0.2 * 0.5 - 0.2 * 2 / 3])  # a loss counts as no net at all


def test_saturation_is_a_half_at_the_median() -> None:
    x = np.array([0.0, 10.0, 20.0, 60.0])  # their median is 15
    assert saturate(x).tolist() == pytest.approx([0.0, 10 / 25, 20 / 35, 60 / 75])
    assert saturate(np.zeros(2)).tolist() == [0.0, 0.0]
    assert saturate(np.empty(0)).tolist() == []


# sightings


def test_loads_seen_count_where_they_start_and_where_they_end() -> None:
    """Two loads P to Q, one Q to Q: starts P 2, Q 1; traffic P 2, Q 1 + 3; facts 10, 11 and 12."""
    memory = market()
    loads = [Load(0, 23.0, 23.09, 300, 60), Load(1, 23.0, 23.09, 100, 90), Load(2, 23.09, 23.09, 50, 30)]
    sight(memory, BOOKS, loads, 200, 10)
    stats, places = memory.stats(), memory.places()
    assert (places.cell.tolist(), places.traffic.tolist(), places.fact.tolist()) == ([P, Q], [2, 4], [11, 12])
    assert places.last_search_min.tolist() == [NEVER, NEVER]
    assert (stats.place.tolist(), stats.bucket.tolist(), stats.seen.tolist()) == ([0, 1], [1, 1], [2, 1])


def test_the_latest_fact_of_a_cell_wins_whether_loads_start_or_end_there() -> None:
    """Fact 10 is of a load from P, fact 11 of one that ends there."""
    memory = market()
    sight(memory, BOOKS, [Load(0, 23.0, 23.09), Load(1, 23.18, 23.0)], 0, 10)
    places = memory.places()
    assert dict(zip(places.cell.tolist(), places.fact.tolist(), strict=True)) == {P: 11, Q: 10, R: 11}


def test_a_place_stands_at_the_cell_s_middle_to_two_decimals() -> None:
    memory = market()
    memory.searched(P, 0, 1, 1.0, fact=0)
    places = memory.places()
    lat, lng = float(places.lat[0]), float(places.lng[0])
    assert (lat, lng) == (round(lat, 2), round(lng, 2))
    assert CELLS.cell_of(lat, lng) == P
    # On the unit sphere, z is the sine of the latitude.
    assert places.z[0] == pytest.approx(np.sin(np.radians(lat)))


def test_what_regions_usually_offer() -> None:
    """Two regions 200 km apart: the southern saw 2 loads at night, the northern 6 then and 4 from 03:00 on.

    The pairs that offered any are 2, 6 and 4, their median 4: s = 2/6, 6/10, 4/8.
    """
    memory = market()
    south, north = [Load(i, 23.0) for i in range(2)], [Load(i, 24.8) for i in range(2, 8)]
    sight(memory, BOOKS, south + north, 0, 0)
    sight(memory, BOOKS, [Load(i, 24.8) for i in range(8, 12)], 180, 8)
    usual = usual_offers(memory)
    in_south, in_north = (usual[parent(CELLS.cell_of(lat, LNG), 4)] for lat in (23.0, 24.8))
    assert in_south == pytest.approx([1 / 3] + [0.0] * 7)
    assert in_north == pytest.approx([0.6, 0.5] + [0.0] * 6)
    assert len(usual) == 2


def test_what_regions_offer_is_counted_anew_after_each_sighting() -> None:
    memory = market()
    assert usual_offers(memory) == {}
    sight(memory, BOOKS, [Load(0)], 0, 0)
    region = parent(P, 4)
    assert usual_offers(memory)[region][0] == 0.5
    sight(memory, BOOKS, [Load(1)], 180, 1)
    assert usual_offers(memory)[region][:3] == [0.5, 0.5, 0.0]


# rolling up

SEARCHES = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 3000), st.integers(0, 100), st.floats(-1e4, 1e6)), max_size=40
)
SIGHTINGS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 3000)), max_size=40)


@given(SEARCHES, SIGHTINGS)
def test_children_add_up_to_their_parent(
    searches: list[tuple[int, int, int, float]], sightings: list[tuple[int, int, int]]
) -> None:
    """Searches and loads over 60 places up to 270 km apart, in any bucket; figures at each resolution."""
    memory = market()
    expected: dict[int, Counter[tuple[int, int]]] = {0: Counter(), 1: Counter(), 2: Counter()}
    newest: dict[int, tuple[int, int, float]] = {}
    for place, minute, items, best in searches:
        cell = CELLS.cell_of(22.0 + 0.045 * place, LNG)
        memory.searched(cell, minute, items, best, fact=0)
        if newest.get(cell) == (minute, items, best):
            continue  # told twice
        if minute >= newest.get(cell, (0,))[0]:
            newest[cell] = (minute, items, best)
        key = (cell, bucket_of(minute, 180))
        expected[0][key] += 1
        expected[1][key] += items
    for i, (start, end, minute) in enumerate(sightings):
        sight(memory, BOOKS, [Load(i, 22.0 + 0.045 * start, 22.0 + 0.045 * end)], minute, 0)
        expected[2][CELLS.cell_of(22.0 + 0.045 * start, LNG), bucket_of(minute, 180)] += 1

    level = memory.rolled_up(6)
    assert level == {key: tuple(expected[i][key] for i in range(3)) for key in level}
    assert set(level) == {key for counter in expected.values() for key in counter}
    for coarser in (5, 4, 3, 0):
        sums: dict[tuple[int, int], list[int]] = {}
        for (cell, bucket), counts in level.items():
            into = sums.setdefault((parent(cell, coarser), bucket), [0, 0, 0])
            for i, count in enumerate(counts):
                into[i] += count
        level = memory.rolled_up(coarser)
        assert level == {key: tuple(counts) for key, counts in sums.items()}


def test_many_cells_outgrow_the_first_arrays() -> None:
    """200 places 5 km apart; the first and the last are still what they were."""
    memory = market()
    cells = [CELLS.cell_of(20.0 + 0.045 * i, LNG) for i in range(200)]
    for i, cell in enumerate(cells):
        memory.searched(cell, i, i, 100.0 * i, fact=i)
    known = dict.fromkeys(cells)
    assert memory.places().cell.tolist() == list(known)
    assert memory.stats().searches.sum() == 200
    assert memory.stats().items.sum() == 199 * 200 // 2


# settings


def test_buckets_fill_a_day_and_regions_hold_whole_cells() -> None:
    assert MemorySettings(bucket_min=60).bucket_min == 60
    with pytest.raises(ValueError, match="bucket_min: 7 minutes do not divide a day of 1440; try 180"):
        MemorySettings(bucket_min=7)
    with pytest.raises(ValueError, match="region_resolution: 7 is finer than the cells' resolution 6"):
        MemorySettings(region_resolution=7)
