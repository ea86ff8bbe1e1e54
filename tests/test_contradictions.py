"""Two wishes that cannot both be kept are told before the run, with the one that is cheaper to break."""

from __future__ import annotations

from datetime import date, datetime

from scenarios.preferences.compiled import Context
from scenarios.preferences.contradictions import contradictions, worst_fen
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, District, Place

CONTEXT = Context(start=datetime(2026, 3, 1), days=30, lat=23.0, lng=113.0)
GUANGZHOU = AreaRule(rule="stay_in", areas=(District(name="广州"),), penalty_fen=100)
NO_FOSHAN = AreaRule(rule="keep_out", areas=(District(name="佛山"),), penalty_fen=100, unit="order")
TENTH = 9 * 1440


def why(*constraints: Constraint) -> list[str]:
    return [pair.why for pair in contradictions(constraints, CONTEXT)]


def test_shut_into_a_city_and_wanted_in_another() -> None:
    assert why(GUANGZHOU, RegionDays(region="佛山", at_least=3)) == [
        "one requires a place outside the area of the other"
    ]


def test_a_district_of_the_city_is_inside_it() -> None:
    assert why(GUANGZHOU, RegionDays(region="增城", at_least=3)) == []


def test_a_place_that_no_table_knows_is_not_judged() -> None:
    assert why(GUANGZHOU, RegionDays(region="乌有乡", at_least=3)) == []


def test_the_same_place_forbidden_and_required() -> None:
    assert why(NO_FOSHAN, RegionDays(region="佛山", at_least=3)) == ["one forbids the place that the other requires"]
    assert why(NO_FOSHAN, RegionDays(region="顺德", at_least=3)) == ["one forbids the place that the other requires"]


def test_only_one_city_and_that_forbidden() -> None:
    only = AreaRule(rule="stay_in", areas=(District(name="佛山"),))
    assert why(only, NO_FOSHAN) == ["the only area that is left is forbidden"]


def test_a_ban_on_one_day_leaves_the_others() -> None:
    on_the_tenth = NO_FOSHAN.model_copy(update={"days": Days(dates=(date(2026, 3, 10),))})
    errand = Errand(steps=(ErrandStep(place=Place(name="佛山"), deadline_min=TENTH + 600),))
    assert why(on_the_tenth, RegionDays(region="佛山", at_least=3)) == []
    assert why(on_the_tenth, errand) == ["one forbids the place that the other requires"]


def test_points_and_shapes() -> None:
    visits = Visits(place=Place(lat=23.5, lng=113.5), at_least=2)
    box = AreaRule(rule="stay_in", areas=(Box(south=22, north=23, west=113, east=114),))
    circle = AreaRule(rule="keep_out", areas=(Circle(lat=23.5, lng=113.5, radius_km=2),))
    assert why(box, visits) == ["one requires a place outside the area of the other"]
    assert why(visits, circle) == ["one forbids the place that the other requires"]
    assert why(AreaRule(rule="stay_in", areas=(Circle(lat=23.5, lng=113.5, radius_km=2),)), visits) == []


def test_home_is_where_the_driver_starts() -> None:
    away = AreaRule(rule="stay_in", areas=(Circle(lat=24.0, lng=113.0, radius_km=50),))
    assert why(away, Home(by=1320)) == ["one requires a place outside the area of the other"]


def test_at_home_and_elsewhere_at_the_same_time() -> None:
    """Home by 22:00 until 7:00; elsewhere from 21:00 to midnight of the 10th."""
    step = ErrandStep(place=Place(lat=23.9, lng=113.9), deadline_min=TENTH + 1260, stay_until_min=TENTH + 1440)
    assert why(Home(by=1320, stay_until=420), Errand(steps=(step,))) == [
        "both want the truck at the same time at different places"
    ]
    early = step.model_copy(update={"stay_until_min": TENTH + 1320})
    assert why(Home(by=1320, stay_until=420), Errand(steps=(early,))) == []


def test_quiet_while_a_place_is_to_be_reached() -> None:
    step = ErrandStep(place=Place(lat=23.9, lng=113.9), earliest_min=TENTH + 130, deadline_min=TENTH + 200)
    assert why(QuietWindow(start=120, end=300), Errand(steps=(step,))) == [
        "a place is to be reached while nothing may move"
    ]
    assert why(QuietWindow(start=150, end=300), Errand(steps=(step,))) == []


def test_a_first_order_in_the_quiet_morning() -> None:
    assert why(QuietWindow(start=0, end=540), FirstOrderBy(by=480)) == [
        "the first order is due while nothing may be done"
    ]


def test_more_days_than_there_are() -> None:
    off = DaysOff(at_least=20)
    assert why(off, RegionDays(region="佛山", at_least=10)) == []
    assert why(off, RegionDays(region="佛山", at_least=11)) == ["there are not as many days"]


def test_goods_refused_and_required() -> None:
    quota = CategoryQuota(names=("蔬菜",), at_least=2)
    assert why(Category(names=("蔬菜", "水果")), quota) == ["the same goods are refused and required"]
    assert why(Category(names=("蔬菜",), hard=False), quota) == []


def test_wishes_that_are_never_in_force_together() -> None:
    days = RegionDays(region="佛山", at_least=3, start_min=2000, end_min=3000)
    assert why(NO_FOSHAN.model_copy(update={"start_min": 0, "end_min": 1999}), days) == []


def test_what_is_not_understood_contradicts_nothing() -> None:
    assert why(Unknown(text="看情况"), NO_FOSHAN) == []


def test_the_cheaper_one_is_named() -> None:
    """100 fen for each of 30 days is 3,000; once 2,500 is less. A soft wish gives way to any hard one."""
    days = RegionDays(region="佛山", at_least=3, penalty_fen=2500)
    (pair,) = contradictions((NO_FOSHAN, days), CONTEXT)
    assert pair.cheaper == "second"
    (soft,) = contradictions((NO_FOSHAN.model_copy(update={"hard": False}), days), CONTEXT)
    assert soft.cheaper == "first"
    assert 'cheaper to break: ""' in soft.sentence((NO_FOSHAN, days))


def test_the_worst_that_a_wish_can_cost() -> None:
    assert worst_fen(DailyRest(rest_min=60, penalty_fen=100), 30) == 3000
    assert worst_fen(DailyRest(rest_min=60, penalty_fen=100, cap_fen=1200), 30) == 1200
    assert worst_fen(DailyRest(rest_min=60, penalty_fen=100, cap_fen=0), 30) == 3000
    step = ErrandStep(place=Place(), deadline_min=100, stay_until_min=400)
    assert worst_fen(Errand(steps=(step,), penalty_fen=900, late_fen_per_min=5), 30) == 900 + 300 * 5


def test_two_homes_on_one_evening() -> None:
    """33.4 km apart: at one from 21:00 to 6:00, and at the other at 23:30, at 20:00, or on another day."""
    night = Home(place=Place(lat=23.0, lng=113.0), by=21 * 60, stay_until=6 * 60)
    there = Place(lat=23.3, lng=113.0)
    late, early = Home(place=there, by=23 * 60 + 30), Home(place=there, by=20 * 60)
    assert [pair.why for pair in contradictions((night, late), CONTEXT)] == [
        "both want the truck at the same time at different places"
    ]
    assert contradictions((night, early), CONTEXT) == ()
    sundays, mondays = Days(weekdays=(6,)), Days(weekdays=(0,))
    apart = (night.model_copy(update={"days": sundays}), late.model_copy(update={"days": mondays}))
    assert contradictions(apart, CONTEXT) == ()
    near = late.model_copy(update={"place": Place(lat=23.01, lng=113.0)})
    assert contradictions((night, near), CONTEXT) == ()
