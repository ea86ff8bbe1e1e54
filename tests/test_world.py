"""The world, action by action: each answer it can give, and its minutes, kilometres and places by hand.

0.09 degrees of latitude are 10.0075 km, which is 11 minutes at 60 km/h; 0.18 are 20.0151 km and 21 minutes.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from small_world import LNG, Row, make_drivers, make_loads, make_scenario

from dispatch.world import World
from memory.observed import REFUSALS, Act, Action, Outcome, Result
from scenarios.cells import CellIndex
from scenarios.clock import LONGEST_MIN
from scenarios.geo import haversine_km
from scenarios.records import Preference
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529, WorldRules

HERE, NEAR, FAR = 23.0, 23.09, 23.18
KM10, KM20 = 10.007543398010371, 20.015086796020743
CONTEST = pytest.mark.parametrize("rules", [TIANCHI_R0509, TIANCHI_R0529], ids=lambda r: r.profile)
EVERY_PROFILE = pytest.mark.parametrize("rules", [STANDARD, TIANCHI_R0509, TIANCHI_R0529], ids=lambda r: r.profile)


def world(*rows: Row, drivers: int = 1, rules: WorldRules = STANDARD, days: int = 1) -> World:
    """All drivers start at HERE."""
    fleet = make_drivers([(f"D{i + 1}", HERE) for i in range(drivers)])
    return World(make_scenario(make_loads(rows), fleet, days=days, rules=rules), CellIndex())


def wait(minutes: int) -> Action:
    return Action(Act.WAIT, minutes=minutes)


def take(load: int) -> Action:
    return Action(Act.TAKE_ORDER, load=load)


def move(lat: float, lng: float = LNG) -> Action:
    return Action(Act.REPOSITION, lat=lat, lng=lng)


def answer(outcome: Outcome) -> tuple[Result, int, int, float]:
    """Result, start and end minute, latitude after it."""
    return outcome.result, outcome.start_min, outcome.end_min, outcome.lat


# waits and moves


def test_a_wait_takes_its_minutes_and_nothing_else() -> None:
    w = world()
    w.advance(7)
    assert w.apply(0, wait(53)) == Outcome(wait(53), Result.DONE, 7, 60, HERE, LNG)


def test_a_wait_of_no_minute_is_refused_with_a_minute_by_the_standard() -> None:
    assert answer(world().apply(0, wait(0))) == (Result.BAD_TARGET, 0, 1, HERE)
    assert answer(world().apply(0, wait(1))) == (Result.DONE, 0, 1, HERE)


@CONTEST
def test_a_wait_of_no_minute_is_no_progress_in_the_contest(rules: WorldRules) -> None:
    """Contest rule 27."""
    assert answer(world(rules=rules).apply(0, wait(0))) == (Result.DONE, 0, 0, HERE)
    assert answer(world(rules=rules).apply(0, wait(1_000_000))) == (Result.DONE, 0, 1_000_000, HERE)


@EVERY_PROFILE
def test_a_wait_has_a_longest(rules: WorldRules) -> None:
    assert answer(world(rules=rules).apply(0, wait(LONGEST_MIN))) == (Result.DONE, 0, LONGEST_MIN, HERE)
    assert answer(world(rules=rules).apply(0, wait(LONGEST_MIN + 1))) == (Result.BAD_TARGET, 0, 1, HERE)
    assert answer(world(rules=rules).apply(0, wait(-1))) == (Result.BAD_TARGET, 0, 1, HERE)


def test_a_move_takes_the_minutes_of_its_kilometres() -> None:
    w = world()
    assert w.apply(0, move(NEAR)) == Outcome(
        move(NEAR), Result.DONE, 0, 11, NEAR, LNG, reposition_km=KM10, drive_min=11
    )
    w.advance(11)
    # To the same place: 1 minute, 0 km (contest rule 15).
    assert w.apply(0, move(NEAR)) == Outcome(move(NEAR), Result.DONE, 11, 12, NEAR, LNG, drive_min=1)


def test_speed_is_a_rule() -> None:
    """10.0075 km at 48 km/h are 12.509 minutes."""
    w = world(rules=STANDARD.model_copy(update={"speed_kmh": 48.0}))
    assert w.apply(0, move(NEAR)).end_min == 13


OFF_THE_MAP = [(95.0, 500.0), (-90.1, 0.0), (23.0, 180.1), (nan, LNG), (HERE, nan)]
ENDLESS = [(inf, LNG), (HERE, -inf), (nan, inf)]


@pytest.mark.parametrize("target", OFF_THE_MAP + ENDLESS)
def test_a_target_off_the_map_is_refused_with_a_minute_by_the_standard(target: tuple[float, float]) -> None:
    assert answer(world().apply(0, move(*target))) == (Result.BAD_TARGET, 0, 1, HERE)


@CONTEST
@pytest.mark.parametrize("target", OFF_THE_MAP)
def test_a_target_off_the_map_is_driven_to_in_the_contest(target: tuple[float, float], rules: WorldRules) -> None:
    """Contest rule 17: NaN is 0 km away and a minute; what follows starts from there."""
    w = world(Row("A", 0, 99_999, NEAR, FAR, 300, 60), rules=rules, days=31)
    outcome = w.apply(0, move(*target))
    assert outcome.result == Result.DONE
    np.testing.assert_equal((outcome.lat, outcome.lng), target)
    if np.isnan(target).any():
        assert (outcome.reposition_km, outcome.end_min) == (0.0, 1)
        w.advance(1)
        taken = w.apply(0, take(0))  # the pickup is no way off: 0 km, 0 minutes
        assert (answer(taken), taken.pickup_km) == ((Result.DONE, 1, 61, FAR), 0.0)
    else:
        assert outcome.reposition_km == haversine_km(HERE, LNG, *target)


@CONTEST
@pytest.mark.parametrize("target", ENDLESS)
def test_the_infinite_is_refused_by_every_rule(target: tuple[float, float], rules: WorldRules) -> None:
    assert answer(world(rules=rules).apply(0, move(*target))) == (Result.BAD_TARGET, 0, 1, HERE)


# orders


def test_an_order_is_a_drive_a_wait_for_the_window_and_a_service() -> None:
    """Contest rule 32: from minute 400, 11 minutes to the pickup, 9 until 420, 100 of service: 520."""
    w = world(Row("A", 0, 450, NEAR, FAR, 300, 100, (420, 430)))
    w.advance(400)
    outcome = w.apply(0, take(0))
    assert outcome == Outcome(
        take(0),
        Result.DONE,
        400,
        520,
        FAR,
        LNG,
        pickup_km=KM10,
        haul_km=outcome.haul_km,
        drive_min=11,
        window_wait_min=9,
        service_min=100,
        price_fen=30_000,
    )
    assert outcome.haul_km == pytest.approx(KM10, abs=1e-9)
    assert w.trucks[0].orders_done == 1


def test_at_the_pickup_already_there_is_no_drive() -> None:
    """Contest rule 14: 240 + 0, window from 300, service 85: 385."""
    w = world(Row("A", 0, 450, HERE, FAR, 300, 85, (300, 310)))
    w.advance(240)
    outcome = w.apply(0, take(0))
    assert (answer(outcome), outcome.drive_min, outcome.pickup_km) == ((Result.DONE, 240, 385, FAR), 0, 0.0)


@pytest.mark.parametrize("profile", [STANDARD, TIANCHI_R0529], ids=lambda r: r.profile)
@pytest.mark.parametrize(
    ("closes", "result", "ends", "place"),
    [(211, Result.DONE, 271, FAR), (210, Result.WINDOW_MISSED, 211, NEAR)],
)
def test_a_window_closes_at_its_last_minute(
    closes: int, result: Result, ends: int, place: float, profile: WorldRules
) -> None:
    """Contest rule 32: from 200 the truck arrives at 211; too late, it stands at the pickup, and the load is gone."""
    w = world(Row("A", 0, 500, NEAR, FAR, 300, 60, (100, closes)), rules=profile)
    w.advance(200)
    outcome = w.apply(0, take(0))
    assert answer(outcome) == (result, 200, ends, place)
    assert (outcome.pickup_km, outcome.drive_min) == (KM10, 11)
    if result == Result.WINDOW_MISSED:
        assert (outcome.haul_km, outcome.service_min, outcome.price_fen) == (0.0, 0, 0)
        w.advance(211)
        assert answer(w.apply(0, take(0))) == (Result.ALREADY_TAKEN, 211, 212, NEAR)
        assert len(w.query(0, NEAR, LNG).offers) == 0
        assert w.trucks[0].orders_done == 0


def test_once_taken_a_load_may_leave_the_board() -> None:
    """Contest rule 33: taken at 540, its last minute, and reached at 551."""
    w = world(Row("A", 0, 540, NEAR, FAR, 300, 60))
    w.advance(540)
    assert answer(w.apply(0, take(0))) == (Result.DONE, 540, 611, FAR)


@pytest.mark.parametrize(("service", "result", "fen"), [(60, Result.DONE, 30_000), (61, Result.CUT_OFF, 0)])
def test_an_order_must_end_by_the_horizon_to_be_paid(service: int, result: Result, fen: int) -> None:
    """Contest rules 11, 36: from 1369 + 11 + 60 = 1440, the end of the day; a minute more is driven and not paid."""
    w = world(Row("A", 0, 1400, NEAR, FAR, 300, service))
    w.advance(1369)
    outcome = w.apply(0, take(0))
    assert answer(outcome) == (result, 1369, 1380 + service, FAR)
    assert (outcome.price_fen, outcome.pickup_km, w.trucks[0].orders_done) == (fen, KM10, 1)
    assert not outcome.refused


# refusals


def test_a_load_that_never_was_is_unknown() -> None:
    w = world(Row("A", 0, 9, NEAR, FAR, 300, 60))
    nobody = Action(Act.TAKE_ORDER, load_id="A7")
    assert w.apply(0, nobody) == Outcome(nobody, Result.UNKNOWN_LOAD, 0, 1, HERE, LNG)


@pytest.mark.parametrize("row", [-2, 1, 10**12])
def test_a_row_outside_the_table_is_unknown_and_told_by_its_number(row: int) -> None:
    outcome = world(Row("A", 0, 9, NEAR, FAR, 300, 60)).apply(0, take(row))
    assert (outcome.result, outcome.action.load, outcome.action.load_id) == (Result.UNKNOWN_LOAD, -1, f"row {row}")


@EVERY_PROFILE
def test_too_early_and_too_late_cost_a_minute(rules: WorldRules) -> None:
    """Contest rules 2, 30: on the board from 900 to 902."""
    w = world(Row("A", 900, 902, HERE, FAR, 300, 60), rules=rules)
    w.advance(899)
    assert answer(w.apply(0, take(0))) == (Result.NOT_YET_LISTED, 899, 900, HERE)
    w.advance(903)
    assert answer(w.apply(0, take(0))) == (Result.EXPIRED, 903, 904, HERE)


@EVERY_PROFILE
def test_a_refused_load_may_be_had_later(rules: WorldRules) -> None:
    w = world(Row("A", 900, 902, HERE, FAR, 300, 60), rules=rules)
    w.advance(899)
    assert w.apply(0, take(0)).result == Result.NOT_YET_LISTED
    w.advance(900)
    assert answer(w.apply(0, take(0))) == (Result.DONE, 900, 960, FAR)


def test_what_a_refusal_costs_is_a_rule() -> None:
    w = world(rules=STANDARD.model_copy(update={"refusal_min": 5}))
    assert [w.apply(0, action).end_min for action in (wait(0), move(99.0), take(7))] == [5, 5, 5]


@pytest.mark.parametrize("rules", [STANDARD, TIANCHI_R0529], ids=lambda r: r.profile)
def test_a_load_with_a_broken_window_is_lost_without_a_drive(rules: WorldRules) -> None:
    """Contest rule 34."""
    loads = replace(make_loads([Row("A", 0, 9, NEAR, FAR, 300, 60)]), unusable={0: "bad_window"})
    w = World(make_scenario(loads, make_drivers([("D1", HERE)]), rules=rules), CellIndex())
    assert len(w.query(0, HERE, LNG).offers) == 1
    assert answer(w.apply(0, take(0))) == (Result.UNUSABLE_LOAD, 0, 1, HERE)
    w.advance(1)
    assert len(w.query(0, HERE, LNG).offers) == 0
    assert answer(w.apply(0, take(0))) == (Result.ALREADY_TAKEN, 1, 2, HERE)


def test_all_refusals_are_in_these_stories() -> None:
    told = {
        Result.UNKNOWN_LOAD,
        Result.NOT_YET_LISTED,
        Result.EXPIRED,
        Result.ALREADY_TAKEN,
        Result.CLAIMED_BY_OTHER,
        Result.WINDOW_MISSED,
        Result.UNUSABLE_LOAD,
        Result.BAD_TARGET,
    }
    assert told == REFUSALS


# one pool, or one each


def test_in_a_shared_pool_a_load_goes_to_one_driver() -> None:
    w = world(Row("A", 0, 99, HERE, FAR, 300, 60), Row("B", 0, 99, NEAR, FAR, 300, 60), drivers=2)
    assert w.apply(0, take(0)).result == Result.DONE
    assert answer(w.apply(1, take(0))) == (Result.CLAIMED_BY_OTHER, 0, 1, HERE)
    w.advance(1)
    # Nobody sees it any more; whoever has it is told that he has, to the end of the month.
    assert [w.query(driver, HERE, LNG).offers.load.tolist() for driver in (0, 1)] == [[1], [1]]
    w.advance(1000)
    assert [w.apply(driver, take(0)).result for driver in (0, 1)] == [Result.ALREADY_TAKEN, Result.CLAIMED_BY_OTHER]


def test_a_load_lost_to_its_window_is_lost_for_all_in_a_shared_pool() -> None:
    w = world(Row("A", 0, 500, NEAR, FAR, 300, 60, (1, 5)), drivers=2)
    assert w.apply(0, take(0)).result == Result.WINDOW_MISSED
    assert w.apply(1, take(0)).result == Result.CLAIMED_BY_OTHER


@CONTEST
def test_in_private_pools_each_driver_has_his_own(rules: WorldRules) -> None:
    """Contest rule 8."""
    w = world(Row("A", 0, 99, HERE, FAR, 300, 60), Row("B", 0, 99, NEAR, FAR, 300, 60), drivers=2, rules=rules)
    assert w.apply(0, take(0)).result == Result.DONE
    assert [w.query(driver, HERE, LNG).offers.load.tolist() for driver in (0, 1)] == [[1], [0, 1]]
    assert [w.loads_left(driver) for driver in (0, 1)] == [1, 2]
    assert w.apply(1, take(0)).result == Result.DONE


@CONTEST
def test_loads_left_are_the_live_and_those_to_come(rules: WorldRules) -> None:
    """Contest rule 9: A until 10, B from 20 to 30; the driver takes A at 5."""
    w = world(Row("A", 0, 10, HERE, HERE, 300, 1), Row("B", 20, 30, HERE, HERE, 300, 1), rules=rules)
    left = []
    for minute in (0, 5, 11, 25, 30, 31):
        w.advance(minute)
        if minute == 5:
            w.apply(0, take(0))
        left.append(w.loads_left(0))
    assert left == [2, 1, 1, 1, 1, 0]


# looking


def row_of_loads(count: int) -> list[Row]:
    """Pickups 0.01 degrees apart, the nearest first; ids in their order."""
    return [Row(f"L{i:03d}", 0, 9999, HERE + 0.01 * i, FAR, 300, 60) for i in range(count)]


@pytest.mark.parametrize(("live", "minutes"), [(0, 0), (1, 1), (10, 1), (11, 2), (37, 4), (100, 10), (101, 10)])
def test_reading_a_list_takes_a_minute_for_ten_loads(live: int, minutes: int) -> None:
    """Contest rule 19; 100 loads are listed if no number is asked for."""
    w = world(*row_of_loads(live))
    w.advance(50)
    listing = w.query(0, HERE, LNG)
    assert (listing.minute, listing.read_min, listing.k) == (50, 50 + minutes, 100)
    assert listing.offers.load.tolist() == list(range(min(live, 100)))
    assert listing.complete is (live < 100)


@pytest.mark.parametrize(("asked", "given"), [(None, 100), (-3, 1), (0, 1), (1, 1), (7, 7), (600, 600), (5000, 600)])
def test_a_list_is_as_long_as_asked_within_bounds(asked: int | None, given: int) -> None:
    """Contest rule 21: k in 1..600; the older release always gives 100."""
    rows = row_of_loads(700)
    assert world(*rows, rules=TIANCHI_R0529).query(0, HERE, LNG, asked).k == given
    assert len(world(*rows).query(0, HERE, LNG, asked).offers) == given
    assert len(world(*rows, rules=TIANCHI_R0509).query(0, HERE, LNG, asked).offers) == 100


def test_a_list_shows_each_load_as_the_platform_does() -> None:
    """Distances from the point asked about, not from the truck, which stays."""
    w = world(Row("A", 0, 60, NEAR, FAR, 300, 45, (10, 20)), Row("B", 0, 70, FAR, HERE, 200, 30))
    listing = w.query(0, FAR, LNG)
    offers = listing.offers
    assert offers.load.tolist() == [1, 0]
    assert listing.distance_km.tolist() == [0.0, haversine_km(FAR, LNG, NEAR, LNG)]
    assert offers.price_fen.tolist() == [20_000, 30_000]
    assert offers.service_min.tolist() == [30, 45]
    assert (offers.window_open_min.tolist()[1], offers.window_close_min.tolist()[1]) == (10, 20)
    assert offers.remove_min.tolist() == [70, 60]
    assert offers.haul_km.tolist() == pytest.approx([KM20, KM10], abs=1e-3)
    assert offers.pickup_cell.tolist() == [CellIndex().cell_of(lat, LNG) for lat in (FAR, NEAR)]
    assert offers.drop_cell.tolist() == [CellIndex().cell_of(lat, LNG) for lat in (HERE, FAR)]
    assert (w.trucks[0].lat, w.minute) == (HERE, 0)


@pytest.mark.parametrize("point", [(-89.0, 500.0), (nan, LNG), (HERE, inf)])
def test_one_may_look_anywhere(point: tuple[float, float]) -> None:
    """Contest rule 18."""
    listing = world(*row_of_loads(3)).query(0, *point)
    assert listing.offers.load.tolist() == [0, 1, 2]


def test_a_load_off_the_map_is_listed_without_a_cell() -> None:
    """Contest rule 7: latitude 123 is kept in the contest."""
    w = world(Row("A", 0, 60, 123.0, HERE, 300, 90), rules=TIANCHI_R0529)
    offers = w.query(0, HERE, LNG).offers
    assert (offers.load.tolist(), offers.pickup_cell.tolist()) == ([0], [0])
    # 100 degrees of latitude are 11,119.49 km, 11,120 minutes.
    assert w.apply(0, take(0)).drive_min == 11_120


# what a driver knows of itself


def test_a_driver_knows_itself_and_what_is_in_force() -> None:
    """Contest rule 39: shown from start to end, both ends included."""
    wishes = (
        Preference(text="always"),
        Preference(text="mornings", start_min=100, end_min=200),
        Preference(text="half a range is none", start_min=100),
    )
    driver = make_drivers([("D1", HERE)], cost_per_km=1.2)[0].model_copy(update={"preferences": wishes})
    w = World(make_scenario(make_loads([]), [driver]), CellIndex())
    shown = {}
    for minute in (99, 100, 200, 201):
        w.advance(minute)
        shown[minute] = w.observe(0, w.minute).preferences
    always = ("always", "half a range is none")
    assert shown == {99: always, 100: tuple(p.text for p in wishes), 200: tuple(p.text for p in wishes), 201: always}
    seen = w.observe(0, w.minute)
    assert (seen.minute, seen.driver_id, seen.lat, seen.lng) == (201, "D1", HERE, LNG)
    assert (seen.cost_per_km, seen.speed_kmh, seen.horizon_min, seen.orders_done) == (1.2, 60.0, 1440, 0)
    assert (seen.items_per_scan_minute, seen.query_k) == (10, 100)


def test_drivers_are_numbered_by_id_whatever_the_file_says() -> None:
    fleet = make_drivers([("D9", 23.9), ("D1", 23.1), ("D5", 23.5)])
    w = World(make_scenario(make_loads([]), fleet), CellIndex())
    assert [truck.driver.driver_id for truck in w.trucks] == ["D1", "D5", "D9"]
    assert [w.observe(i, w.minute).lat for i in range(3)] == [23.1, 23.5, 23.9]


def test_a_world_does_not_go_back() -> None:
    w = world()
    w.advance(10)
    w.advance(10)
    with pytest.raises(ValueError, match="at minute 10 and cannot go back to 9"):
        w.advance(9)
