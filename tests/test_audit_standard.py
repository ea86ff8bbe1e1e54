"""The standard way of counting: every kind of wish on a few hand-made steps, with evidence, and what is not shown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from audit_world import DAY, HOME, Log, at, audit, days_of, loads_between, verdict, world
from small_world import LNG

from dispatch.audit.records import Breach
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, District, Place
from scenarios.preferences.standing import stand

WEEKEND = Days(weekdays=(5, 6))
HERE = Place(lat=HOME, lng=LNG)


# evidence, prices and caps


def test_a_breach_comes_with_its_evidence() -> None:
    log = Log().wait(60).order(0, 100, 23.09, reading=4)
    loads = loads_between((HOME, 23.09), categories=["fish"])
    found = verdict(
        log, Category(names=("fish",), penalty_fen=50_000, cap_fen=80_000, text="no fish"), days=1, loads=loads
    )
    assert (found.kind, found.text, found.hard, found.penalty_fen, found.cap_fen) == (
        "category", "no fish", True, 50_000, 80_000,
    )  # fmt: skip
    assert found.breaches == (
        Breach(
            start_min=64, end_min=164, day=0, steps=(2,), load="L0", lat=HOME, lng=LNG, amount=1, unit="order",
            said="an order of fish", penalty_fen=50_000, left_fen=30_000, avoidable=found.breaches[0].avoidable,
        ),
    )  # fmt: skip


def test_constraints_of_one_preference_share_its_cap_in_the_order_of_time() -> None:
    """Three breaches of 100 yuan under a cap of 250, of two constraints in turn: 100, 100 and 50."""
    loads = loads_between((23.0, 24.0), (23.0, 23.0), categories=["a", "fish"])
    price: dict[str, Any] = {"penalty_fen": 10_000, "cap_fen": 25_000, "preference": 0}
    log = Log().order(1, 10).order(0, 60).order(1, 10)
    found = audit(log, LongestHaul(km=100, **price), Category(names=("fish",), **price), days=1, loads=loads)
    haul, fish = found.verdicts
    assert [b.penalty_fen for b in fish.breaches] == [10_000, 5_000]
    assert [b.penalty_fen for b in haul.breaches] == [10_000]
    assert [b.left_fen for b in (*fish.breaches, *haul.breaches)] == [15_000, 0, 5_000]
    assert found.penalty_fen == 25_000
    alone = audit(
        log,
        Category(
            names=("fish",),
            **price,
        ),
        Category(names=("fish",), **{**price, "preference": 1}),
        days=1,
        loads=loads,
    )
    assert alone.penalty_fen == 40_000  # the same wish said twice, in two preferences, is priced twice


@pytest.mark.parametrize(("unit", "fen"), [("day", 100), ("breach", 200), ("minute", 3_000), ("month", 100)])
def test_what_a_breach_is_follows_from_the_unit(unit: str, fen: int) -> None:
    """Two drives in one night, of 10 and 20 minutes."""
    log = Log().wait(at(0, 23)).drive(10).drive(20).wait(DAY)
    quiet = QuietWindow(start=1380, end=360, penalty_fen=100, unit=unit)  # type: ignore[arg-type]
    assert verdict(log, quiet, days=2).penalty_fen == fen


def test_what_was_not_understood_is_shown_and_never_judged() -> None:
    found = verdict(Log().wait(DAY), Unknown(text="as discussed", why="no number", penalty_fen=100), days=1)
    assert (found.breaches, found.penalty_fen, found.not_evaluable[0].why) == ((), 0, "no number")


# rest


def rest_days(log: Log, run: int, **fields: Any) -> list[int]:
    return days_of(verdict(log, DailyRest(rest_min=480, **fields), days=run))


def test_a_rest_counts_whole_for_the_day_on_which_it_begins() -> None:
    """20:00 to 04:00 is a rest of the first day; the second has none."""
    log = Log().drive(at(0, 20)).wait(480).drive(at(2, 0) - at(1, 4))
    assert rest_days(log, 2) == [1]
    assert rest_days(log, 2, counted="calendar_day") == [0, 1]


def test_a_truck_that_stands_for_three_days_rests_on_each() -> None:
    assert rest_days(Log().wait(3 * DAY), 3) == []


def test_a_rest_is_complete_within_twenty_four_hours_of_the_last() -> None:
    """A rest to 08:00; the next is complete at 08:00, or at 08:01, a minute after the 24 hours."""
    for begins, broken in ((0, []), (1, [1])):
        log = Log().wait(480).drive(at(1, 0) - 480 + begins).wait(480).drive(960)
        assert rest_days(log, 2, counted="rolling_24h") == broken
    assert rest_days(Log().drive(3 * DAY), 3, counted="rolling_24h") == [1, 2]  # the first is due by the first midnight


def test_reading_breaks_a_rest_and_waiting_for_a_window_makes_one() -> None:
    assert rest_days(Log().wait(240).wait(240, reading=3).drive(DAY), 1) == [0]
    assert rest_days(Log().wait(240).wait(240, reading=3).drive(DAY), 1, reading_is_rest=True) == []
    log = Log().order(0, 600, pickup=30, window=480).drive(DAY)
    assert (rest_days(log, 1), rest_days(log, 1, window_wait_is_rest=False)) == ([], [0])


def test_rest_on_workdays_alone() -> None:
    """The run starts on a Sunday."""
    assert rest_days(Log().drive(8 * DAY), 8, days=Days(weekdays=(0, 1, 2, 3, 4))) == [1, 2, 3, 4, 5]


def test_a_wish_from_the_tenth_on_is_judged_from_then_on() -> None:
    assert rest_days(Log().drive(12 * DAY), 12, start_min=at(9, 0)) == [9, 10, 11]


@pytest.mark.parametrize(
    "wish",
    [
        QuietWindow(start=1380, end=360, days=Days(first=date(2026, 3, 10))),
        DailyRest(rest_min=480, start_min=at(9, 0)),
        Category(names=("",), start_min=at(9, 0)),
        Home(by=1320, days=Days(dates=(date(2026, 3, 10),))),
    ],
)
def test_a_wish_from_the_tenth_on_is_not_evaluable_in_a_run_that_ends_before(wish: Constraint) -> None:
    log = Log().order(0, 10).drive(2 * DAY)
    found = verdict(log, wish, days=2)
    assert (found.breaches, [u.why for u in found.not_evaluable]) == (
        (),
        ["it applies at no time that the run shows"],
    )


def test_what_counts_whole_days_is_not_evaluable_in_parts_of_two() -> None:
    """In force from noon to noon."""
    wishes: list[Constraint] = [Visits(place=Place(lat=23.5, lng=LNG), at_least=1), Deadhead(km=1, per="day")]
    for wish in wishes:
        half = wish.model_copy(update={"start_min": at(0, 12), "end_min": at(1, 12)})
        found = verdict(Log().wait(3 * DAY), half, days=3)
        why = "it counts whole days, and is in force for none that the run shows"
        assert (found.breaches, [u.why for u in found.not_evaluable]) == ((), [why])


def test_a_last_stop_that_may_have_gone_on_is_not_evaluable() -> None:
    found = verdict(Log().drive(at(0, 20)).wait(240), DailyRest(rest_min=480), days=1)
    assert (found.breaches, [(u.start_min, u.end_min) for u in found.not_evaluable]) == ((), [(0, DAY)])


def test_days_after_a_driver_stopped_are_not_evaluable() -> None:
    found = verdict(Log().drive(2 * DAY), DailyRest(rest_min=480), days=4)
    assert (days_of(found), len(found.not_evaluable)) == ([0, 1], 2)


# quiet times, home, days off


def test_the_first_night_began_the_day_before_and_the_last_is_cut() -> None:
    found = verdict(Log().wait(60).drive(10).wait(2 * DAY), QuietWindow(start=1380, end=360), days=2)
    assert (days_of(found), [(u.start_min, u.end_min) for u in found.not_evaluable]) == ([-1], [(at(1, 23), at(2, 6))])


def test_waiting_for_a_window_and_a_refused_order_are_quiet() -> None:
    log = Log().wait(60).order(0, 400, pickup=10, window=330).wait(DAY)
    assert verdict(log, QuietWindow(start=120, end=300), days=1).breaches == ()
    assert verdict(Log().wait(120).refused().wait(DAY), QuietWindow(start=120, end=300), days=1).breaches == ()


def test_a_time_without_orders_allows_empty_drives() -> None:
    log = Log().wait(120).drive(30).order(0, 30).wait(DAY)
    found = verdict(log, QuietWindow(start=120, end=180, forbids="orders"), days=1)
    assert [(b.start_min, b.end_min) for b in found.breaches] == [(150, 180)]


def test_a_window_to_be_waited_through() -> None:
    log = Log().wait(60).wait(300, reading=10).wait(DAY)
    found = verdict(log, QuietWindow(start=0, end=360, must_wait=True), days=1)
    assert found.breaches[0].said == "10 min not spent waiting"


def test_home_is_where_the_path_is_at_the_hour() -> None:
    """An hour's drive north from 22:30: 23:00 is half way, 0.25 degrees or 27.8 km from home."""
    home = Home(by=1380, stay_until=480, place=Place(radius_km=1))
    log = Log().wait(at(0, 22.5)).drive(60, 23.5).drive(60, HOME).wait(3 * DAY)
    found = verdict(log, home, days=3)
    assert days_of(found) == [0]
    assert found.breaches[0].said == "27.80 km from home at the time (and 2 more)"
    assert [(u.start_min, u.end_min) for u in found.not_evaluable] == [(at(2, 23), at(3, 8))]


def test_days_off_are_counted_by_the_month() -> None:
    """Run of 31 days: all of March. Two days off wanted, one had."""
    log = Log()
    for day in range(31):
        log = log.wait(DAY) if day == 10 else log.drive(60).wait(DAY - 60)
    found = verdict(log, DaysOff(at_least=2, penalty_fen=100), days=31)
    assert (found.figures["off_days"], found.penalty_fen, found.breaches[0].said) == (1, 100, "1 of 2 days off")


def test_more_days_off_than_a_month_has_are_one_breach_of_that_month() -> None:
    """70 of 31 days are two months' more than March has; still it is March that lacks them, and once."""
    found = verdict(Log().drive(31 * DAY), DaysOff(at_least=70, penalty_fen=100), days=31)
    assert [(b.penalty_fen, b.said) for b in found.breaches] == [(100, "0 of 70 days off (and 69 more)")]


def test_days_off_of_a_short_run_are_not_evaluable_while_days_are_left() -> None:
    log = Log().drive(28 * DAY)
    found = verdict(log, DaysOff(at_least=3, penalty_fen=100), days=28)
    assert (found.breaches, len(found.not_evaluable)) == ((), 1)  # the 29th to the 31st may still be off
    assert verdict(log, DaysOff(at_least=4, penalty_fen=100), days=28).penalty_fen == 100
    assert verdict(Log().wait(DAY).drive(6 * DAY), DaysOff(at_least=1), days=7).not_evaluable == ()


def test_sundays_off() -> None:
    """Sundays of March 2026: the 1st, 8th, 15th, 22nd and 29th. The truck drives on the 8th."""
    log = Log().wait(7 * DAY).drive(60).wait_until(31 * DAY)
    found = verdict(log, DaysOff(at_least=5, days=Days(weekdays=(6,))), days=31)
    assert (found.figures["off_days"], len(found.breaches)) == (4, 1)


def test_an_order_over_midnight_is_no_day_off_on_either_side() -> None:
    log = Log().wait(1430).order(0, 20).wait_until(31 * DAY)
    assert verdict(log, DaysOff(at_least=30, forbids="orders"), days=31).figures["free_days"] == 29


# orders


def test_kilometres_of_orders() -> None:
    """23.0 to 23.9 are 100.08 km, 23.0 to 23.89 are 98.96 km."""
    loads = loads_between((23.0, 23.9), (23.0, 23.89))
    log = Log(lat=HOME).order(0, 60, HOME).order(1, 60, HOME)
    found = verdict(log, LongestHaul(km=100), days=1, loads=loads)
    assert [(b.load, b.said) for b in found.breaches] == [("L0", "haul of 100.08 km, 0.08 km over")]
    away = Log(lat=23.9).order(0, 120, HOME, pickup=101)
    assert verdict(away, LongestPickup(km=100), days=1, loads=loads).breaches[0].load == "L0"


def test_deadhead_over_the_limit_is_priced_by_the_kilometre_and_adds_up() -> None:
    """60 + 60.005 + 0.004 km with a limit of 100 at 10 yuan: 20.009 km over are 200.09 yuan."""
    log = Log().drive(60, km=60).drive(60, km=60.005).drive(1, km=0.004)
    found = verdict(log, Deadhead(km=100, penalty_fen=1_000), days=1)
    assert [b.penalty_fen for b in found.breaches] == [20_005, 4]
    assert (found.penalty_fen, found.figures["over_km"]) == (20_009, 20.01)


def test_deadhead_of_a_day() -> None:
    log = Log().drive(60, km=60).wait_until(at(1, 0)).drive(60, km=60).drive(60, km=60)
    assert days_of(verdict(log, Deadhead(km=100, per="day"), days=2)) == [1]


@pytest.mark.parametrize(("start", "strict", "broken"), [(720, False, 0), (720, True, 1), (721, False, 1)])
def test_the_first_order_by_noon(start: int, strict: bool, broken: int) -> None:
    log = Log().wait(start).order(0, 10).order(0, 10)
    assert len(verdict(log, FirstOrderBy(by=720, strict=strict), days=1).breaches) == broken


def test_orders_of_a_day_beyond_the_number() -> None:
    log = Log().order(0, 10).order(0, 10).order(0, 10).wait_until(at(1, 0)).order(0, 10)
    found = verdict(log, OrdersPerDay(at_most=1), days=2)
    assert [(b.day, b.said) for b in found.breaches] == [
        (0, "order 2 of the day, 1 at most"),
        (0, "order 3 of the day, 1 at most"),
    ]


def test_a_category_by_a_part_of_its_name_and_on_weekends() -> None:
    loads = loads_between((HOME, HOME), categories=["live fish"])
    log = Log().order(0, 10).wait_until(at(1, 0)).order(0, 10)
    wish = Category(names=("fish",), match="contains")
    assert days_of(verdict(log, wish, days=2, loads=loads)) == [0, 1]
    assert days_of(verdict(log, wish.model_copy(update={"days": WEEKEND}), days=2, loads=loads)) == [0]
    assert verdict(log, Category(names=("fish",)), days=2, loads=loads).breaches == ()


def test_a_must_take_may_still_come() -> None:
    wish = MustTake(load_id="L7", start_min=0, end_min=at(2, 0), penalty_fen=100)
    assert verdict(Log().wait(3 * DAY), wish, days=3).penalty_fen == 100
    assert len(verdict(Log().wait(DAY), wish, days=1).not_evaluable) == 1
    assert verdict(Log().order(0, 10, load_id="L7").wait(DAY), wish, days=1).not_evaluable == ()


def test_a_must_take_that_is_off_the_board_will_not_come() -> None:
    """A wish without an end, in a run of a day: the load is on the board until the evening, or for ever."""
    loads = loads_between((23.0, 24.0))
    assert len(verdict(Log().wait(DAY), MustTake(load_id="L0"), days=1, loads=loads).not_evaluable) == 1
    loads.remove_min[:] = 1200
    assert len(verdict(Log().wait(DAY), MustTake(load_id="L0"), days=1, loads=loads).breaches) == 1


def test_a_must_take_that_the_market_has_not_is_told_as_such() -> None:
    """Whether or not the run shows the whole time of the wish."""
    missing = "the market has no load 'L9'"
    for_ever = verdict(Log().wait(DAY), MustTake(load_id="L9"), days=1)
    assert ([one.why for one in for_ever.not_evaluable], for_ever.breaches) == ([missing], ())
    over = verdict(Log().wait(DAY), MustTake(load_id="L9", end_min=600, penalty_fen=100), days=1)
    assert [(b.said, b.penalty_fen) for b in over.breaches] == [(f"load L9 was not taken: {missing}", 100)]


def test_quotas_of_a_week() -> None:
    """Sunday is a week's last day: one order then, two on Monday."""
    loads = loads_between((23.0, 24.0), categories=["steel"])
    log = Log().order(0, 10, HOME).wait_until(at(1, 0)).order(0, 10, HOME).order(0, 10, HOME).wait_until(at(8, 0))
    at_most = CategoryQuota(names=("steel",), at_most=1, per="week")
    assert [b.said for b in verdict(log, at_most, days=8, loads=loads).breaches] == [
        "order 2 of these categories in the week, 1 at most"
    ]
    assert days_of(verdict(log, LongHauls(over_km=100, at_most=1, per="week"), days=8, loads=loads)) == [1]
    at_least = CategoryQuota(names=("steel",), at_least=3, per="week")
    found = verdict(log, at_least, days=8, loads=loads)
    assert (len(found.breaches), len(found.not_evaluable)) == (1, 1)  # the first Sunday's week began before the run


def test_a_month_s_limit_that_a_short_run_keeps_so_far_is_not_evaluable() -> None:
    """Three days of March: 55.6 km empty of 100, one long haul of one; beyond the limit it is a breach all the same."""
    loads = loads_between((23.0, 24.0))
    log = Log().drive(60, 23.5).order(0, 10, HOME).wait_until(at(3, 0))
    for wish, said in (
        (Deadhead(km=100), "55.60 of 100 km empty"),
        (LongHauls(over_km=100, at_most=1), "1 long haul in the month, 1 at most"),
    ):
        found = verdict(log, wish, days=3, loads=loads)
        assert (found.breaches, [u.why for u in found.not_evaluable]) == (
            (),
            [f"{said} so far, and it is not shown whole"],
        )
    over = verdict(log, Deadhead(km=50), days=3)
    assert (len(over.breaches), over.not_evaluable) == (1, ())
    assert verdict(Log().wait(31 * DAY), Deadhead(km=100), days=31).not_evaluable == ()


# places

CIRCLE = Circle(lat=23.3, lng=LNG, radius_km=20)


def test_driving_through_a_circle_is_one_breach_with_entry_and_exit() -> None:
    """From 23.0 north at 0.01 degrees a minute: 20 km are 0.17986 degrees, so in at 12.01 and out at 47.99 min."""
    found = verdict(Log().drive(60, 23.6), AreaRule(rule="keep_out", areas=(CIRCLE,), penalty_fen=100), days=1)
    assert found.breaches[0].said == "in the area from minute 12.01 to 47.99"
    assert (found.breaches[0].start_min, found.breaches[0].end_min, found.penalty_fen) == (12, 48, 100)


def test_a_way_that_takes_no_time_is_a_jump_over_what_lies_between() -> None:
    """The contest's loads may take 0 min from loading to delivery."""
    loads = loads_between((HOME, 23.6))
    log = Log().wait(60).order(0, 0, 23.6).wait(DAY)
    assert verdict(log, AreaRule(rule="keep_out", areas=(CIRCLE,)), days=1, loads=loads).breaches == ()


def test_only_the_ends_where_the_wish_does_not_mean_the_way() -> None:
    wish = AreaRule(rule="keep_out", areas=(CIRCLE,), along_path=False)
    assert verdict(Log().drive(60, 23.6), wish, days=1).breaches == ()
    assert len(verdict(Log().drive(60, 23.3).drive(60, HOME), wish, days=1).breaches) == 1


def test_leaving_a_box_and_coming_back_twice() -> None:
    box = Box(south=22.9, north=23.1, west=112.9, east=113.1)
    log = Log().drive(20, 23.2).drive(20, HOME).wait(30).drive(20, 22.8).drive(20, HOME).wait(DAY)
    found = verdict(log, AreaRule(rule="stay_in", areas=(box,)), days=1)
    assert [b.said for b in found.breaches] == [
        "outside the area from minute 10.00 to 30.00",
        "outside the area from minute 80.00 to 100.00",
    ]
    assert found.breaches[0].steps == (1, 2)


def test_an_area_on_some_days_only() -> None:
    """In the circle from Sunday noon to Monday noon; the ban is on Mondays."""
    log = Log(lat=23.6).wait(at(0, 12) - 60).drive(60, 23.3).wait(DAY).drive(60, 23.6).wait(DAY)
    wish = AreaRule(rule="keep_out", areas=(CIRCLE,), days=Days(weekdays=(0,)))
    (breach,) = verdict(log, wish, days=2).breaches
    assert (breach.start_min, breach.end_min) == (at(1, 0), at(1, 12) + 36)  # 0.18 degrees at 0.005 a minute: 35.97


def test_orders_of_a_district_by_their_texts_and_places_by_the_nearest_known_one() -> None:
    """Loads at 23.0 say Foshan, at 24.0 Shaoguan: the border between is half way, at 23.5."""
    loads = loads_between((23.0, 24.0), (23.0, 23.0), places=("Foshan", "Shaoguan", "Foshan", "Foshan"))
    ban = AreaRule(rule="keep_out", areas=(District(name="Shaoguan"),), applies_to="orders", unit="order")
    log = Log().order(0, 60, HOME).order(1, 60, HOME)
    assert [b.load for b in verdict(log, ban, days=1, loads=loads).breaches] == ["L0"]
    stay = AreaRule(rule="stay_in", areas=(District(name="Foshan"),), applies_to="orders", unit="order")
    assert [b.load for b in verdict(log, stay, days=1, loads=loads).breaches] == ["L0"]
    way = AreaRule(rule="keep_out", areas=(District(name="Shaoguan"),))
    (breach,) = verdict(Log().drive(100, 24.0).drive(100, HOME), way, days=1, loads=loads).breaches
    assert breach.said == "in the area from minute 50.00 to 150.00"


def test_a_district_that_is_crossed_within_a_minute_is_found() -> None:
    """Places at 23.300, 23.305 and 23.310: the middle one's ground is from 23.3025 to 23.3075, and from 23.0 on the
    truck goes a hundredth of a degree a minute."""
    loads = loads_between((23.3, 23.305), (23.31, 23.31), places=("Foshan", "Sanshui", "Heshan", "Heshan"))
    ban = AreaRule(rule="keep_out", areas=(District(name="Sanshui"),))
    (breach,) = verdict(Log().drive(100, 24.0).wait(DAY), ban, days=1, loads=loads).breaches
    assert breach.said == "in the area from minute 30.25 to 30.75"
    assert breach.lat == pytest.approx(23.3025, abs=1e-9)


def test_between_two_districts_the_border_is_where_the_distances_are_equal() -> None:
    """One place north-east and one south-west of the way, at unequal latitudes: a map would misplace the border."""
    loads = loads_between((25.0, 20.0), places=("Foshan", "Zhanjiang"))
    loads.start_lng[:] = 114.0
    ban = AreaRule(rule="keep_out", areas=(District(name="Foshan"),))
    (breach,) = verdict(Log(lat=20.0).drive(600, 25.0).wait(DAY), ban, days=1, loads=loads).breaches
    assert breach.lat is not None
    assert breach.lng is not None
    km = [haversine_km(breach.lat, breach.lng, *place) for place in ((25.0, 114.0), (20.0, LNG))]
    assert km[0] == pytest.approx(km[1], abs=1e-6)


def test_a_named_place_lies_where_the_agents_look_for_it() -> None:
    """Loads start at Foshan's 23.0 and 23.2, and one ends at its 23.5: the place is the mean of the three."""
    loads = loads_between((23.0, 24.0), (23.2, 23.5), places=("Foshan", "Heshan", "Foshan", "Foshan"))
    wish = Visits(place=Place(name="Foshan"), at_least=1)
    scenario = world(1, loads)
    (standing,) = stand((wish,), scenario, scenario.drivers[0])
    assert standing.points[0] == pytest.approx(((23.0 + 23.2 + 23.5) / 3, LNG))
    there = Log(lat=standing.points[0][0]).wait(DAY)
    assert verdict(there, wish, days=1, loads=loads).figures["visit_days"] == 1


@pytest.mark.parametrize("applies_to", ["orders", "position"])
def test_a_district_that_nothing_locates_is_not_evaluable(applies_to: Any) -> None:
    loads = loads_between((HOME, HOME), places=("Foshan", "Foshan"))
    wish = AreaRule(rule="stay_in", areas=(District(name="Atlantis"),), applies_to=applies_to)
    found = verdict(Log().order(0, 60).wait(DAY), wish, days=1, loads=loads)
    assert (found.breaches, found.not_evaluable[0].why) == ((), "nothing says where 'Atlantis' is")


def test_visits_count_days_on_which_the_truck_was_there_passing_included() -> None:
    wish = Visits(place=Place(lat=23.3, lng=LNG), at_least=3)
    log = Log().drive(60, 23.6).wait_until(at(1, 0)).drive(60, 23.3).wait_until(at(2, 12)).drive(60, 24.0)
    found = verdict(log.wait_until(at(31, 0)), wish, days=31)
    assert (found.figures["visit_days"], found.breaches) == (3, ())
    short = verdict(Log().wait(7 * DAY), wish, days=7)
    assert (short.breaches, short.not_evaluable[0].why) == ((), "0 of 3 visits so far, and it is not shown whole")


def test_region_days_are_those_of_loading_and_of_delivery() -> None:
    loads = loads_between((HOME, HOME), places=("Foshan", "Foshan"))
    log = Log().wait(at(0, 22)).order(0, 240).wait_until(at(31, 0))
    assert verdict(log, RegionDays(region="Foshan", at_least=2), days=31, loads=loads).breaches == ()


def test_a_ban_begins_with_the_first_touch() -> None:
    """The truck passes 23.3 in its first hour; orders there are banned for the rest of the day."""
    loads = loads_between((23.6, 23.6))
    wish = BanAfterTouch(touched=CIRCLE, banned=(Circle(lat=23.6, lng=LNG, radius_km=1),), until="end_of_day")
    log = Log(lat=23.6).order(0, 10).drive(60, 23.3).drive(60, 23.6).order(0, 10).wait_until(at(1, 0)).order(0, 10)
    assert days_of(verdict(log, wish, days=2, loads=loads)) == [0]


# errands

PICKUP, HOUSE = Place(lat=23.21, lng=LNG), Place(lat=23.19, lng=LNG)
FETCH = Errand(
    steps=(
        ErrandStep(place=PICKUP, earliest_min=600, stay_min=10),
        ErrandStep(place=HOUSE, deadline_min=1320, stay_until_min=at(2, 12)),
    ),
    late_fen_per_min=500,
    penalty_fen=900_000,
)


def fetch(log: Log, days: int = 3) -> tuple[int, list[str]]:
    found = verdict(log, FETCH, days=days)
    return found.penalty_fen, [breach.said for breach in found.breaches]


def test_an_errand_that_is_done_costs_nothing_even_from_home() -> None:
    """Waiting at the house across 10:00 is no arrival before the pickup is done."""
    assert fetch(Log(lat=23.19).wait(640).drive(3, 23.21).wait(10).drive(3, 23.19).wait(3 * DAY)) == (0, [])


def test_having_been_there_before_the_wish_is_in_force_is_no_errand() -> None:
    wish = Errand(steps=(ErrandStep(place=PICKUP),), start_min=at(1, 0), end_min=at(2, 0))
    early = Log(lat=23.21).wait(600).drive(30, 23.5)
    assert len(verdict(early.wait(3 * DAY), wish, days=3).breaches) == 1
    assert verdict(Log(lat=23.21).wait(at(1, 0) + 1).drive(30, 23.5).wait(3 * DAY), wish, days=3).breaches == ()


def test_coming_late_costs_the_minutes_after_the_deadline() -> None:
    log = Log(lat=23.19).wait(1310).drive(3, 23.21).wait(10).drive(3, 23.19).wait(3 * DAY)
    # home at 1326 instead of 1320, the pickup's minutes included
    assert fetch(log) == (6 * 500, ["6 min not standing at the place"])


@pytest.mark.parametrize(("left", "minutes"), [(1287, 0), (1288, 1), (1588, 301)])
def test_coming_late_where_no_stay_is_asked_for_costs_the_minutes_until_the_driver_comes(
    left: int, minutes: int
) -> None:
    """33.4 km, 34 min, to be there at 22:00: within its kilometre a minute before the middle."""
    place = Place(lat=23.3, lng=LNG)
    wish = Errand(steps=(ErrandStep(place=place, deadline_min=1320),), late_fen_per_min=500, end_min=at(2, 0))
    assert verdict(Log().wait(left).drive(34, 23.3).drive(30, 23.0).wait(3 * DAY), wish, days=3).penalty_fen == (
        minutes * 500
    )
    never = verdict(Log().wait(3 * DAY), wish, days=3)
    # until the wish is over, and then the errand is missed
    assert sorted((b.unit, b.amount) for b in never.breaches) == [("minute", at(2, 0) + 1 - 1320), ("month", 1)]


def test_leaving_early_costs_the_fixed_sum_and_the_minutes_away() -> None:
    log = Log(lat=23.19).wait(640).drive(3, 23.21).wait(10).drive(3, 23.19).wait_until(at(1, 0))
    fen, said = fetch(log.drive(30, 23.4).drive(30, 23.19).wait(3 * DAY))
    assert said == [
        "step 2, (23.19, 113.0): there from minute 656, left at 1440, 2160 min early",
        "60 min not standing at the place",
    ]
    assert fen == 900_000 + 60 * 500


def test_who_came_by_on_an_earlier_day_has_not_arrived_for_the_errand() -> None:
    """At the house on the first morning in passing, and there from 20:00 of the second day on, due at 22:00 and to stay
    until noon; or back too late, at 23:00."""
    step = ErrandStep(place=HOUSE, deadline_min=at(1, 22), stay_until_min=at(2, 12))
    for back, broken in ((at(1, 20), 0), (at(1, 23), 1)):
        log = Log(lat=23.19).wait(480).drive(30, 23.4).wait_until(back - 30).drive(30, 23.19).wait(3 * DAY)
        assert len(verdict(log, Errand(steps=(step,)), days=3).breaches) == broken


def test_too_short_a_stay_on_the_way_is_a_step_missed() -> None:
    fen, said = fetch(Log(lat=23.19).wait(640).drive(3, 23.21).wait(9).drive(3, 23.19).wait(3 * DAY))
    assert (fen, said[0][:30]) == (900_000, "step 1, (23.21, 113.0): there ")


def test_an_errand_after_the_run_is_not_evaluable() -> None:
    found = verdict(Log().wait(300), FETCH, days=1)
    assert (found.breaches, len(found.not_evaluable)) == ((), 2)


def test_a_place_that_nothing_locates_is_not_evaluable_and_a_named_one_is_found_in_the_scenario() -> None:
    def errand(name: str) -> Errand:
        step = ErrandStep(place=Place(name=name), deadline_min=100)
        return Errand(steps=(step,))

    loads = loads_between((23.3, 23.3), places=("Foshan", "Foshan"))
    log = Log().drive(60, 23.3).wait(DAY)
    assert verdict(log, errand("Foshan"), days=1, loads=loads).breaches == ()
    assert verdict(Log().wait(DAY), errand("Foshan"), days=1, loads=loads).breaches
    assert (
        verdict(log, errand("Atlantis"), days=1, loads=loads).not_evaluable[0].why == "nothing says where 'Atlantis' is"
    )
