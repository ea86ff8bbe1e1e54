"""Could the breach have been avoided when it was decided? Each kind of answer in a story."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from audit_world import DAY, HOME, Log, at, audit, loads_between, verdict, world
from small_world import LNG

from dispatch.audit.auditor import Auditor
from scenarios.counting import TIANCHI_COUNTING
from scenarios.hours_of_service import HoursOfService
from scenarios.loads import LoadTable
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    DailyRest,
    DaysOff,
    Errand,
    ErrandStep,
    Home,
    MustTake,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, District, Place

FISH = loads_between((HOME, HOME), categories=["fish"])


def could(log: Log, wish: Any, days: int, **settings: Any) -> list[bool | None]:
    return [breach.avoidable for breach in verdict(log, wish, days=days, **settings).breaches]


def test_an_order_that_need_not_have_been_taken() -> None:
    log = Log().order(0, 60)
    assert could(log, Category(names=("fish",)), 1, loads=FISH) == [True]
    assert could(log, Category(names=("fish",), hard=False), 1, loads=FISH) == [None]


def test_a_wish_that_was_not_in_force_when_it_was_decided() -> None:
    """The night is wished quiet from 01:00 on; an order taken at midnight goes on until 03:00."""
    quiet = QuietWindow(start=0, end=300, start_min=60)
    assert could(Log().order(0, 180).wait(DAY), quiet, 1) == [False]
    assert could(Log().order(0, 60).order(0, 120).wait(DAY), quiet, 1) == [True]


def test_a_day_without_rest_is_a_decision_while_there_is_time_for_one() -> None:
    """By calendar day 480 min must begin by 16:00; the wish comes up at 12:00 of a step that ends at 20:00."""
    busy = Log().drive(at(0, 20)).drive(at(2, 0) - at(0, 20))
    assert could(busy, DailyRest(rest_min=480), 2) == [True, True]
    late = DailyRest(rest_min=480, counted="calendar_day", start_min=0)
    assert could(busy, late, 1, counting=TIANCHI_COUNTING) == [True]


def test_home_out_of_reach() -> None:
    """Home is 111 km or 112 min north; the driver learns of it at 20:00, or on the way back at 21:30."""
    home = Home(place=Place(lat=24.0, lng=LNG), by=1380, stay_until=480)
    start = Log().wait(at(0, 20)).wait_until(at(2, 0))
    assert could(start, home.model_copy(update={"start_min": at(0, 20)}), 1) == [True]
    late = Log().wait(at(0, 21.5)).wait_until(at(2, 0))
    assert could(late, home.model_copy(update={"start_min": at(0, 21.5)}), 1) == [False]


def test_an_order_that_another_hard_wish_demands_is_no_fault() -> None:
    """The load that must be taken keeps the truck out until 23:30; another such order would be a fault. What ends at
    22:00 two hours from home leaves no time either, where the demanded load was it."""
    home = Home(by=1380, stay_until=480, place=Place(lat=HOME, lng=LNG))
    out = Log().wait(at(0, 20)).order(0, 210, HOME).wait(DAY)
    must = MustTake(load_id="L0", preference=1)
    assert [b.avoidable for b in audit(out, home, must, days=1).verdicts[0].breaches] == [False]
    assert [b.avoidable for b in audit(out, home, days=1).verdicts[0].breaches] == [True]
    far = Log().wait(at(0, 20)).order(0, 120, 24.0).drive(112, HOME).wait(DAY)
    assert [b.avoidable for b in audit(far, home, must, days=1).verdicts[0].breaches] == [False]
    assert [b.avoidable for b in audit(far, home, days=1).verdicts[0].breaches] == [True]


CIRCLE = Circle(lat=HOME, lng=LNG, radius_km=20)


def test_a_truck_that_stands_in_the_area_when_the_ban_begins() -> None:
    """From the middle of a circle of 20 km it takes 20 min to leave. The ban is Monday's, told on Sunday at 12:00 or
    at 23:50."""
    monday = AreaRule(rule="keep_out", areas=(CIRCLE,), days=Days(weekdays=(0,)))
    assert could(Log().wait(3 * DAY), AreaRule(rule="keep_out", areas=(CIRCLE,)), 1) == [False]
    for hour, expected in ((12.0, True), (23 + 5 / 6, False)):
        log = Log().wait(at(0, hour)).wait(3 * DAY)
        assert could(log, monday.model_copy(update={"start_min": at(0, hour)}), 2) == [expected]
    assert could(Log(lat=23.5).wait(30).drive(50, HOME).wait(DAY), AreaRule(rule="keep_out", areas=(CIRCLE,)), 1) == [
        True
    ]


def test_a_truck_that_is_outside_when_it_must_be_inside() -> None:
    box = AreaRule(rule="stay_in", areas=(Box(south=22.9, north=23.1, west=112.9, east=113.1),))
    assert could(Log(lat=23.5).drive(60, HOME).wait(DAY), box, 1) == [False]
    assert could(Log().wait(60).drive(60, 23.5).wait(DAY), box, 1) == [True]


def test_the_way_out_of_a_district_leads_to_the_nearest_known_place_elsewhere() -> None:
    """Shaoguan's place is 111.2 km or 112 min north of Foshan's. The ban of Monday is told at 22:07, or at 22:08."""
    loads = loads_between((HOME, HOME), (24.0, 24.0), places=("Foshan", "Foshan", "Shaoguan", "Shaoguan"))
    for minute, expected in ((at(0, 22) + 7, True), (at(0, 22) + 8, False)):
        ban = AreaRule(rule="keep_out", areas=(District(name="Shaoguan"),), days=Days(weekdays=(0,)), start_min=minute)
        log = Log(lat=24.0).wait(minute).wait(3 * DAY)
        assert could(log, ban, 2, loads=loads) == [expected]


def test_days_off_and_visits_need_enough_days_from_the_first_decision_on() -> None:
    log = Log().drive(20 * DAY).drive(11 * DAY)
    off = DaysOff(at_least=12)
    assert could(log, off, 31) == [True]
    assert could(log, off.model_copy(update={"start_min": at(20, 0)}), 31) == [False]
    visits = Visits(place=Place(lat=30.0, lng=LNG), at_least=12)
    assert could(log, visits, 31) == [True]
    assert could(log, visits.model_copy(update={"start_min": at(20, 0)}), 31) == [False]


def listed(create: int, remove: int) -> LoadTable:
    """One load, 33.4 km or 34 min north of home, on the board between two minutes."""
    loads = loads_between((23.3, 23.3), places=("Foshan", "Foshan"))
    loads.create_min[:] = np.array([create], dtype=np.int32)
    loads.remove_min[:] = np.array([remove], dtype=np.int32)
    return loads


@pytest.mark.parametrize(("closes", "expected"), [(134, True), (133, False)])
def test_a_load_that_must_be_taken_is_asked_for_from_afar(closes: int, expected: bool) -> None:
    """Listed from 100 on, 34 min away: at its window by 134, or at once if the words say where to wait for it."""
    loads = listed(100, 100)
    loads.window_open_min[:], loads.window_close_min[:] = 0, closes
    wish, log = MustTake(load_id="L0", end_min=600), Log().wait(DAY)
    assert could(log, wish, 1, loads=loads) == [expected]
    assert could(log, wish.model_copy(update={"place": Place(lat=23.3, lng=LNG)}), 1, loads=loads) == [True]
    assert could(log, wish.model_copy(update={"end_min": 99}), 1, loads=loads) == [False]


def test_a_load_that_never_was_or_that_another_driver_had_first() -> None:
    assert could(Log().wait(DAY), MustTake(load_id="GONE", end_min=600), 1) == [False]
    scenario = world(1, listed(50, 600))
    wish, log = MustTake(load_id="L0", end_min=600), Log().wait(DAY)
    for minute, expected in ((50, False), (51, True)):
        found = Auditor(scenario).audit(scenario.drivers[0], (wish,), log.deeds, claimed={0: minute})
        assert [b.avoidable for b in found.verdicts[0].breaches] == [expected]


def test_each_month_s_days_are_its_own() -> None:
    """March to May, and a wish from 20 April on: eleven days of April are left, and all of May."""
    log = Log().drive(50 * DAY).drive(42 * DAY, HOME)
    for at_least, april in ((11, True), (12, False)):
        off = DaysOff(at_least=at_least, start_min=at(50, 0))
        visits = Visits(place=Place(lat=30.0, lng=LNG), at_least=at_least, start_min=at(50, 0))
        assert could(log, off, 92) == could(log, visits, 92) == [april, True]


def test_days_after_a_short_run_could_have_been_off() -> None:
    """Seven days of March, all worked: 24 are left, so of 26 two of the seven had to be off; of 32 no month has."""
    week = Log().drive(7 * DAY)
    assert could(week, DaysOff(at_least=26), 7) == [True]
    assert could(week, DaysOff(at_least=32), 7) == [False]


@pytest.mark.parametrize(("days", "expected"), [(2, False), (3, True)])
def test_an_errand_whose_second_step_begins_after_the_run_is_nobody_s_fault(days: int, expected: bool) -> None:
    """Fetched at noon of the third day, 34 min to the north, and then home: two days do not show it, and are fined by
    the contest's count as three are."""
    fetch = ErrandStep(place=Place(lat=23.3, lng=LNG), earliest_min=at(2, 12), stay_min=10)
    wish = Errand(steps=(fetch, ErrandStep(place=Place(), deadline_min=at(2, 22), stay_until_min=at(3, 8))))
    wish = wish.model_copy(update={"late_fen_per_min": 500, "penalty_fen": 900_000})
    found = verdict(Log().wait(days * DAY), wish, days=days, counting=TIANCHI_COUNTING)
    missed = [b for b in found.breaches if b.unit == "month"]
    assert [(b.avoidable, b.penalty_fen) for b in missed] == [(expected, 900_000)]
    assert missed[0].lost_min == (0 if not expected else 3 * DAY)


def test_days_of_a_district_before_the_wish_do_not_help() -> None:
    """Loads of it are listed for five days, and the wish is in force from the fourth on."""
    loads = listed(0, 5 * DAY)
    for at_least, expected in ((2, True), (3, False)):
        wish = RegionDays(region="Foshan", at_least=at_least, start_min=at(3, 0))
        assert could(Log().wait(5 * DAY), wish, 5, loads=loads, counting=TIANCHI_COUNTING) == [expected]


def test_a_stop_whose_day_is_after_the_run_is_nobody_s_fault() -> None:
    """By the contest a stop is of its deadline's day and is waited at after the arrival: nothing is begun any more."""
    for deadline, expected in ((at(1, 12), False), (at(0, 12), True)):
        wish = Errand(steps=(ErrandStep(place=Place(lat=23.3, lng=LNG), deadline_min=deadline, stay_min=60),))
        assert could(Log().wait(DAY), wish, 1, counting=TIANCHI_COUNTING) == [expected]


def test_a_quota_that_contradicts_itself_cannot_be_met() -> None:
    for at_most, expected in ((1, True), (0, False)):
        wish = CategoryQuota(names=("fish",), at_least=1, at_most=at_most, per="day")
        assert could(Log().wait(DAY), wish, 1, loads=FISH) == [expected]


def test_a_load_that_is_listed_after_the_run_could_not_be_taken() -> None:
    wish = MustTake(load_id="L0", end_min=at(5, 0))
    for create, expected in ((DAY, False), (DAY - 1, True)):
        loads = listed(create, 9 * DAY)
        assert could(Log().wait(DAY), wish, 1, loads=loads, counting=TIANCHI_COUNTING) == [expected]


def test_days_of_a_district_need_loads_of_it_on_the_board() -> None:
    log = Log().wait(31 * DAY)
    wish = RegionDays(region="Foshan", at_least=2)
    assert could(log, wish, 31, loads=listed(100, 200)) == [False]
    assert could(log, wish, 31, loads=listed(100, DAY + 1)) == [True]


def test_an_errand_that_is_out_of_reach_when_it_is_told() -> None:
    """Ten minutes at 23.3, 34 min away, then home by 12:00: it is told at 10:00 or, too late, at 11:00."""
    steps = (
        ErrandStep(place=Place(lat=23.3, lng=LNG), stay_min=10),
        ErrandStep(place=Place(lat=HOME, lng=LNG), deadline_min=720),
    )
    for told, expected in ((600, True), (660, False)):
        log = Log().wait(told).wait(DAY)
        assert could(log, Errand(steps=steps, start_min=told), 1) == [expected]


def test_hours_of_service_are_kept_by_whoever_waits() -> None:
    found = audit(Log().drive(300).wait(DAY), days=1, hours=HoursOfService(rules="cn"))
    assert [b.avoidable for b in found.verdicts[0].breaches] == [True]
