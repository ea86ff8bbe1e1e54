"""The contest's ways of counting on hand-made rows: what its scorer gave for each probe (rules, sections H and I)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from audit_world import DAY, HOME, Log, at, audit, days_of, loads_between, verdict
from contest_wishes import NEW, OLD
from small_world import LNG

from dispatch.audit.records import DriverAudit, Verdict
from scenarios.counting import TIANCHI_0529_COUNTING, TIANCHI_COUNTING
from scenarios.loads import LoadTable
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    MustTake,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import Circle, Days, District, Place


def old(log: Log, wish: Any, days: int = 31, **settings: Any) -> Verdict:
    """Judged as the older release does, at 100 yuan a breach."""
    priced = wish.model_copy(update={"penalty_fen": wish.penalty_fen or 10_000})
    return verdict(log, priced, days=days, counting=TIANCHI_COUNTING, **settings)


def new(log: Log, wish: Any, days: int = 31, **settings: Any) -> Verdict:
    priced = wish.model_copy(update={"penalty_fen": wish.penalty_fen or 10_000})
    return verdict(log, priced, days=days, counting=TIANCHI_0529_COUNTING, **settings)


# what is judged


def test_a_cap_of_nothing_is_no_cap() -> None:
    """30 days without a rest at 300 yuan are 9000 yuan; with a cap of 3000 they are 3000."""
    rest = DailyRest(rest_min=480, penalty_fen=30_000)
    log = Log().wait(1)
    for cap, expected in ((0, 900_000), (None, 900_000), (300_000, 300_000)):
        found = old(log, rest.model_copy(update={"cap_fen": cap}))
        assert (len(found.breaches), found.penalty_fen) == (30, expected)
    assert (found.breaches[9].left_fen, found.breaches[10].penalty_fen) == (0, 0)


def test_a_driver_without_a_row_pays_nothing() -> None:
    assert audit(Log(), DailyRest(rest_min=480, penalty_fen=1), days=31, counting=TIANCHI_COUNTING) == DriverAudit(
        driver="D1", verdicts=(), penalty_fen=0
    )


def test_the_thirty_first_day_is_judged_by_the_newer_release_only() -> None:
    log = Log()
    for _ in range(30):
        log.wait(480).drive(960)
    log.drive(DAY)
    assert (days_of(old(log, DailyRest(rest_min=480))), days_of(new(log, DailyRest(rest_min=480)))) == ([], [30])


# rest


def test_rest_is_cut_at_midnight_and_reading_before_a_wait_is_part_of_it() -> None:
    log = Log().drive(960).wait(477, reading=3)  # day 0: 480
    log.drive(1200).wait(480)  # days 1 and 2: 240 each
    log.drive(2 * DAY + 480 - log.minute).wait(480).wait(0)
    log.order(0, 480, pickup=0, window=480)
    assert days_of(old(log, DailyRest(rest_min=480), days=3)) == [1]


# quiet times


@pytest.mark.parametrize(
    ("start", "minutes", "broken"), [(119, 1, False), (300, 1, False), (299, 1, True), (120, 1, True)]
)
def test_a_quiet_night_is_half_open(start: int, minutes: int, broken: bool) -> None:
    log = Log().wait(start).drive(minutes).wait(DAY)
    assert bool(old(log, QuietWindow(start=120, end=300), days=1).breaches) is broken


def test_a_refused_order_is_activity() -> None:
    assert old(Log().wait(120).refused().wait(DAY), QuietWindow(start=120, end=300), days=1).breaches


def test_a_window_by_day_is_charged_for_each_action_and_one_at_night_for_each_night() -> None:
    """Two drives in one window, then one drive over two windows."""
    log = Log().wait(at(0, 12)).drive(10).drive(10).wait_until(at(1, 12)).drive(DAY + 30).wait(DAY)
    assert len(old(log, QuietWindow(start=720, end=780), days=4).breaches) == 3
    night = Log().wait(at(0, 23)).drive(10).drive(10).wait(2 * DAY)
    assert days_of(old(night, QuietWindow(start=1380, end=360), days=2)) == [0]


def test_the_first_morning_belongs_to_no_night_and_the_last_night_has_its_morning() -> None:
    quiet = QuietWindow(start=1380, end=360)
    assert old(Log().wait(30).drive(10).wait(DAY), quiet).breaches == ()
    for hour, broken in ((1, [29]), (6, [])):
        assert days_of(old(Log().wait(at(30, hour)).drive(1), quiet)) == broken


def test_waiting_for_a_window_is_activity() -> None:
    """The order is under way at 02:00 though the truck stands at the pickup."""
    log = Log().wait(60).order(0, 400, pickup=10, window=300).wait(DAY)
    assert old(log, QuietWindow(start=120, end=300), days=1).breaches


def test_home_is_where_the_last_step_before_the_hour_ended() -> None:
    home = Home(by=1380, stay_until=480, place=Place(lat=HOME, lng=LNG))
    assert days_of(old(Log().wait(10 * DAY), home, days=2)) == []  # no step ended: the start counts
    away = Log().drive(60, 23.5).drive(at(0, 23.5) - 60, HOME).wait(at(2, 0))
    assert days_of(old(away, home, days=2)) == [0]  # on the way at 23:00; home the next evening
    assert days_of(old(Log().wait(at(0, 23)).order(0, 21).wait(2 * DAY), home, days=2)) == [0]


def test_the_first_order_at_noon_is_late() -> None:
    for start, late in ((719, []), (720, [0])):
        assert days_of(old(Log().wait(start).order(0, 60), FirstOrderBy(by=720), days=1)) == late


# days off


def test_a_day_is_free_of_orders_when_none_ends_on_it() -> None:
    """An order from 23:50 to 00:10 counts for the second day alone, and a drive does not count."""
    wish = DaysOff(at_least=30, forbids="orders", cap_fen=60_000)
    found = old(Log().drive(60).wait_until(1430).order(0, 20).wait(30 * DAY), wish)
    assert found.figures["free_days"] == 29
    assert found.penalty_fen == 60_000  # the cap, not the amount
    assert new(Log().wait(1430).order(0, 20), wish.model_copy(update={"at_least": 31})).penalty_fen == 10_000


def test_an_order_that_ends_at_midnight_leaves_the_next_day_off() -> None:
    log = Log().wait(1400).order(0, 40).wait(DAY)
    assert old(log, DaysOff(at_least=1), days=2).breaches == ()


def test_a_short_run_is_fined_too() -> None:
    assert old(Log().drive(7 * DAY), DaysOff(at_least=2, cap_fen=0), days=7).penalty_fen == 10_000


def test_empty_kilometres_of_a_month_are_the_run_s_and_those_of_a_day_the_day_s() -> None:
    """60 km on day 0, 50 on day 1, and 40 on the 31st day, which is not judged but counts in the month's sum."""
    log = Log().drive(60, km=60).wait_until(at(1, 0)).drive(60, km=50).wait_until(at(30, 0)).drive(60, km=40)
    assert old(log, Deadhead(km=100)).figures["over_km"] == 50
    assert days_of(old(log, Deadhead(km=55, per="day"))) == [0]


# places


def test_each_step_that_begins_or_ends_in_the_circle_counts_once_and_the_way_is_not_tested() -> None:
    wish = AreaRule(rule="keep_out", areas=(Circle(lat=23.3, lng=LNG, radius_km=20),))
    log = Log().drive(60, 23.6).wait(10)  # 33 km south to 33 km north: through the middle
    assert old(log, wish).breaches == ()
    # into it, a stay, out of it
    assert len(old(log.drive(30, 23.4).wait(10).drive(30, 23.6), wish).breaches) == 3


def test_visits_after_the_judged_days_count() -> None:
    wish = Visits(place=Place(lat=HOME, lng=LNG), at_least=6)
    log = Log().drive(30 * DAY, 23.5).drive(60, HOME)
    for _ in range(5):
        log.wait(DAY)
    assert old(log, wish).breaches == ()
    stay = Log().wait(3 * DAY)
    assert old(stay, wish).figures["visit_days"] == 1  # one wait over three days is one day: its last


# the errand home

FAMILY = OLD["D010"][0]
TEN = at(9, 10)


def family(log: Log) -> Verdict:
    return old(log, FAMILY.model_copy(update={"penalty_fen": 900_000}))


def to_pickup(log: Log) -> Log:
    log.lng = 113.37
    return log.drive(3, 23.21)


def to_home(log: Log) -> Log:
    log.lng = 113.36
    return log.drive(3, 23.19)


def test_the_errand_done_costs_the_minutes_of_the_way_alone() -> None:
    """Off at 09:59: 3 min to the pickup, 10 there, 3 back, 15 of them after 10:00 at 5 yuan."""
    found = family(to_home(to_pickup(Log(lat=23.19, lng=113.36).wait(TEN - 1)).wait(10)).wait(5 * DAY))
    assert found.figures["sequence_ok"]
    assert found.penalty_fen == 7_500


def test_waiting_at_home_across_ten_is_taken_for_the_arrival() -> None:
    """The text is obeyed, and the scorer charges 9000 all the same; 16 min away are 80 yuan."""
    log = Log(lat=23.19, lng=113.36).wait(13_600)
    found = family(to_home(to_pickup(log).wait(10)).wait(5 * DAY))
    assert (found.figures["first_home_minute"], found.figures["pickup_done_minute"]) == (13_600, 13_613)
    assert found.penalty_fen == 908_000


@pytest.mark.parametrize("done", [True, False])
def test_waits_at_the_pickup_add_up_and_reading_is_none(done: bool) -> None:
    log = to_pickup(Log(lat=23.25, lng=113.36).wait(TEN))
    log = log.wait(5).drive(1, 23.21).wait(5) if done else log.wait(5, reading=6)
    found = family(to_home(log).wait(5 * DAY))
    assert found.figures["sequence_ok"] is done


def test_a_move_after_the_arrival_is_leaving() -> None:
    log = to_home(to_pickup(Log(lat=23.25, lng=113.36).wait(TEN)).wait(10)).wait(60).drive(1, 23.19).wait(5 * DAY)
    found = family(log)
    assert found.figures["left_after_arrival"]
    # 3 + 10 + 3 min of the errand, 1 of the move
    assert found.penalty_fen == 900_000 + 17 * 500


def test_a_run_that_ends_before_the_errand_pays_for_not_coming_home() -> None:
    assert family(Log().wait(7 * DAY)).penalty_fen == 900_000


# the load that must be taken


def test_the_load_is_had_while_the_wish_is_in_force() -> None:
    wish = MustTake(load_id="L0", start_min=100, end_min=200)
    for start, minutes, kept in ((40, 60, False), (40, 61, True), (200, 10, True), (201, 10, False)):
        assert (old(Log().wait(start).order(0, minutes), wish).breaches == ()) is kept


def test_a_load_that_the_market_has_not_is_fined_and_told() -> None:
    (breach,) = old(Log().wait(DAY), MustTake(load_id="L9", penalty_fen=100)).breaches
    assert (breach.penalty_fen, breach.said) == (100, "load L9 was not taken: the market has no load 'L9'")


def test_steps_before_a_wish_is_in_force_do_not_touch_its_area() -> None:
    """In and out at 10:00 and at 20:00; the ban is from noon on."""
    circle = AreaRule(rule="keep_out", areas=(Circle(lat=23.3, lng=LNG, radius_km=5),))
    log = Log().wait(570).drive(30, 23.3).drive(30, 23.0).wait(540).drive(30, 23.3).drive(30, 23.0).wait(DAY)
    assert len(old(log, circle).breaches) == 4
    assert len(old(log, circle.model_copy(update={"start_min": 720})).breaches) == 2


# the newer release

ZENGCHENG: LoadTable = loads_between(
    (23.15, 23.3), (23.3, 23.3), (22.6, 22.6), places=("广州市增城区", "四会市", "佛山市", "佛山市", "深圳市", "佛山市")
)


def test_the_newer_release_knows_no_cap_on_categories() -> None:
    loads = loads_between(*[(HOME, HOME)] * 3, categories=["蔬菜"] * 3)
    log = Log().order(0, 10).order(1, 10).order(2, 10)
    wish = Category(names=("蔬菜",), cap_fen=15_000)
    assert (old(log, wish, loads=loads).penalty_fen, new(log, wish, loads=loads).penalty_fen) == (15_000, 30_000)


@pytest.mark.parametrize("first", ["category", "haul"])
def test_a_kind_without_a_cap_neither_lifts_nor_uses_that_of_its_preference(first: str) -> None:
    """One preference, 150 yuan at most: two vegetable orders cost 200 all the same, and two hauls of 111 km 150."""
    veg, plain = ["蔬菜", "蔬菜", "建材", "建材"], [(HOME, HOME), (HOME, HOME), (HOME, 24.0), (HOME, 24.0)]
    loads = loads_between(*plain, categories=veg)
    price = {"penalty_fen": 10_000, "cap_fen": 15_000}
    wishes = [Category(names=("蔬菜",), **price), LongestHaul(km=100, **price)]
    order = (0, 1, 2, 3) if first == "category" else (2, 3, 0, 1)
    log = Log()
    for load in order:
        log = log.order(load, 10)
    verdicts = audit(log, *wishes, days=31, loads=loads, counting=TIANCHI_0529_COUNTING).verdicts
    assert [v.penalty_fen for v in verdicts] == [20_000, 15_000]


@pytest.mark.parametrize(("steps", "broken"), [((360,), False), ((359, -1), True), ((100, 10, 250), False)])
def test_a_night_is_waited_through(steps: tuple[int, ...], broken: bool) -> None:
    """All 360 min waiting, 359 and a drive, or 100 and 250 with 10 of reading between."""
    log = Log().wait(steps[0])
    if len(steps) == 3:
        log.wait(steps[2], reading=steps[1])
    log.drive(30).wait(DAY)
    assert bool(new(log, QuietWindow(start=0, end=360, must_wait=True), days=1).breaches) is broken


def test_region_days_are_those_on_which_orders_were_taken() -> None:
    log = Log().order(0, 10).order(0, 10).wait_until(at(1, 23)).order(0, 120).order(1, 10)
    assert new(log, RegionDays(region="增城", at_least=3), loads=ZENGCHENG).figures["order_days"] == 2


@pytest.mark.parametrize(("day", "broken"), [(1, False), (2, False), (3, True), (4, True), (5, False)])
def test_a_dated_ban_looks_at_orders_texts_and_at_the_box(day: int, broken: bool) -> None:
    """Days 3 and 4 are the 4th and 5th of March; the box of Shenzhen is 22.42 to 22.89 by 113.74 to 114.66."""
    wish = NEW["D001"][4].model_copy(update={"start_min": at(2, 0), "end_min": at(5, 0) - 1})
    taken = Log().wait(at(day, 9)).order(2, 60)
    assert bool(new(taken, wish, loads=ZENGCHENG).breaches) is broken
    driven = Log(lat=22.5, lng=114.0).wait(at(day, 9)).drive(30, 23.2)
    assert bool(new(driven, wish, loads=ZENGCHENG).breaches) is broken
    assert not new(Log(lat=22.5, lng=114.0).wait(6 * DAY), wish, loads=ZENGCHENG).breaches


STALL = Place(name="增城")
STOCK = Errand(
    steps=(ErrandStep(place=STALL, earliest_min=at(11, 0), deadline_min=at(12, 0), stay_min=120),), penalty_fen=500_000
)


@pytest.mark.parametrize(("waited", "broken"), [(119, True), (120, False)])
def test_a_stop_on_its_day_is_waited_at_after_the_arrival(waited: int, broken: bool) -> None:
    """Where the stall is, another wish of the driver says."""
    region = RegionDays(region="增城", at_least=1, place=Place(lat=23.15, lng=LNG, name="增城区老档口"))
    log = Log().wait(at(11, 8)).drive(30, 23.165).wait(waited).drive(60, 23.5)  # 1.7 km off: within 2
    found = audit(log, region, STOCK, days=31, counting=TIANCHI_0529_COUNTING).verdicts[1]
    assert bool(found.breaches) is broken
    too_far = Log().wait(at(11, 8)).drive(30, 23.17).wait(180)  # 2.2 km off
    assert audit(too_far, region, STOCK, days=31, counting=TIANCHI_0529_COUNTING).verdicts[1].breaches


@pytest.mark.parametrize(("arrival", "broken"), [(720, False), (721, True)])
def test_two_stops_by_noon(arrival: int, broken: bool) -> None:
    first, second = Place(lat=23.15, lng=LNG), Place(lat=23.4, lng=LNG)
    noon = at(30, 12)
    banquet = Errand(
        steps=(
            ErrandStep(place=first, earliest_min=at(30, 0), deadline_min=noon),
            ErrandStep(place=second, earliest_min=at(30, 0), deadline_min=noon, stay_until_min=noon + 120),
        )
    )
    log = Log().wait(at(30, 9)).drive(60, 23.15).drive(at(30, 0) + arrival - at(30, 10), 23.4).wait(120)
    assert bool(new(log, banquet).breaches) is broken
    other_way = Log().wait(at(30, 9)).drive(60, 23.4).drive(60, 23.15).wait(180)
    assert new(other_way, banquet).breaches


def test_a_stop_without_a_time_is_reached_on_any_day_and_one_over_midnight_is_waited_at_on_both() -> None:
    place = Place(lat=23.3, lng=LNG)
    log = Log().wait(at(2, 9)).drive(60, 23.3).wait(120).drive(60, 23.0)
    assert new(log, Errand(steps=(ErrandStep(place=place),)), days=4).breaches == ()
    assert new(log, Errand(steps=(ErrandStep(place=place, stay_min=121),)), days=4).breaches
    # Due from 23:00 to 0:30, there at 23:50, and an hour, of which ten minutes are the first day's.
    late = Errand(steps=(ErrandStep(place=place, earliest_min=at(0, 23), deadline_min=at(1, 0) + 30, stay_min=60),))
    assert new(Log().wait(at(0, 23)).drive(50, 23.3).wait(60).drive(60, 23.0), late, days=4).breaches == ()
    assert new(Log().wait(at(0, 23)).drive(50, 23.3).wait(59).drive(60, 23.0), late, days=4).breaches


def test_region_bans_need_the_text_of_an_end() -> None:
    wish = AreaRule(rule="keep_out", areas=(District(name="增城"),), applies_to="orders", unit="order")
    assert len(new(Log().order(0, 10).order(1, 10), wish, loads=ZENGCHENG).breaches) == 1
    on_a_day = wish.model_copy(update={"days": Days(dates=(date(2026, 3, 2),))})
    assert new(Log().order(0, 10), on_a_day, loads=ZENGCHENG).breaches == ()
