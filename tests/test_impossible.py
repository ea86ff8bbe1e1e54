"""Wishes that cannot be kept by anybody are told before the run, with the reason.

The driver starts at 23.0; 0.9 degrees of latitude are 100.08 km, 101 minutes at 60 km/h.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from audit_world import DAY, HOME, Log, at, loads_between, verdict, world
from hypothesis import given, settings
from small_world import LNG

from memory.observed import Act
from scenarios.counting import STANDARD_COUNTING, TIANCHI_COUNTING
from scenarios.geo import drive_minutes, haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.impossible import impossible
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Errand,
    ErrandStep,
    Home,
    LongestHaul,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, District, Place

FAR = Place(lat=23.9, lng=LNG)
FOSHAN = loads_between((23.3, 23.3), (23.4, 23.4), places=["Foshan"] * 4)


def told(wish: Constraint, *, days: int = 31, loads: LoadTable = FOSHAN, **fields: Any) -> list[str]:
    """What cannot be done with it, and why."""
    scenario = world(days, loads, fields.pop("counting", STANDARD_COUNTING)).model_copy(update=fields)
    found = impossible((Unknown(text="as usual"), wish), scenario, scenario.drivers[0])
    assert {one.number for one in found} <= {1}
    return [f"{one.what}: {one.why}" for one in found]


# errands


@pytest.mark.parametrize(("due", "fault"), [(99, True), (100, False)])
def test_a_stop_that_cannot_be_driven_to_in_time(due: int, fault: bool) -> None:
    """99.08 km to the rim of the place, a kilometre before its middle: 100 minutes."""
    wish = Errand(steps=(ErrandStep(place=FAR, deadline_min=due),))
    why = (
        "cannot be kept: step 1, (23.9, 113.0): due 2026-03-01 01:39, and driving straight there it is 2026-03-01 01:40"
    )
    assert told(wish) == [why] * fault


def test_stays_on_the_way_and_windows_that_leave_no_time() -> None:
    """At 23.9 from 10:00 for an hour, then home by 12:38 at the latest: from rim to rim are 98.08 km, 99 minutes."""
    for due, fault in ((at(0, 11) + 98, True), (at(0, 11) + 99, False)):
        steps = (ErrandStep(place=FAR, earliest_min=600, stay_min=60), ErrandStep(place=Place(), deadline_min=due))
        assert bool(told(Errand(steps=steps))) is fault
    turned = Errand(steps=(ErrandStep(place=Place(), earliest_min=720, deadline_min=600),))
    assert told(turned) == ["cannot be kept: step 1, (23.0, 113.0): it is not to be reached before it is due"]


def test_an_errand_that_begins_after_the_run() -> None:
    """Fetched at 23.9 at noon of the third day, and then home: a run of two days ends before the way home begins."""
    fetch = ErrandStep(place=FAR, earliest_min=at(2, 12))
    errand = Errand(steps=(fetch, ErrandStep(place=Place(), deadline_min=at(2, 22))))
    why = "the run is over before step 2, (23.0, 113.0), can be begun"
    assert told(errand, days=2) == [f"cannot be judged in this run: {why}"]
    assert told(errand, days=2, counting=TIANCHI_COUNTING) == [f"cannot be kept: {why}"]
    assert told(errand, days=3) == told(errand, days=3, counting=TIANCHI_COUNTING) == []


def test_a_quota_that_contradicts_itself() -> None:
    loads = loads_between(*[(23.0, 23.0)] * 3, categories=["fish"] * 3)
    quota = CategoryQuota(names=("fish",), at_least=2, at_most=1)
    assert told(quota, loads=loads) == ["cannot be kept: at least 2 and at most 1 are asked for"]
    assert told(quota.model_copy(update={"at_most": 2}), loads=loads) == []


def test_where_the_driver_starts_is_no_fault_where_only_activity_counts() -> None:
    stay = AreaRule(rule="stay_in", areas=(District(name="Zhuhai"),))
    loads = loads_between((HOME, 24.0), (24.0, 24.0), places=["Foshan", "Zhuhai", "Zhuhai", "Zhuhai"])
    assert told(stay, loads=loads) == ["cannot be kept: the driver starts outside of it"]
    assert told(stay, loads=loads, counting=TIANCHI_COUNTING) == []


def test_a_wish_whose_time_begins_after_the_run() -> None:
    late = Category(names=("fish",), start_min=at(2, 0))
    assert told(late, days=2) == ["cannot be judged in this run: it applies at no time of the run"]
    assert told(late, days=3) == []


def test_a_place_that_nothing_locates() -> None:
    nowhere = "cannot be judged in this run: nothing says where 'Atlantis' is"
    assert told(Visits(place=Place(name="Atlantis"), at_least=1)) == [nowhere]
    assert told(Visits(place=Place(name="Foshan"), at_least=1)) == []
    assert told(AreaRule(rule="stay_in", areas=(District(name="Atlantis"),))) == [nowhere]


# days


def test_more_days_off_than_days() -> None:
    assert told(DaysOff(at_least=31)) == []
    assert told(DaysOff(at_least=32)) == ["cannot be kept: 32 days off a month are asked for, and it has 31"]
    sundays = DaysOff(at_least=6, days=Days(weekdays=(6,)))  # March 2026 has five
    assert told(sundays) == ["cannot be kept: 6 days off a month are asked for, and it has 5"]


def test_more_days_off_than_the_run_shows() -> None:
    """Under the contest the run is the month; by the calendar the days after it, or before it, may be off."""
    eight = DaysOff(at_least=8)
    assert told(eight, days=7) == [
        "cannot be judged in this run: 8 days off a month are asked for, and the run shows 7"
    ]
    assert told(eight, days=7, counting=TIANCHI_COUNTING) == [
        "cannot be kept: 8 days off a month are asked for, and it has 7"
    ]
    late = {"start": datetime(2026, 3, 30)}
    assert told(DaysOff(at_least=31), days=2, **late)[0].startswith("cannot be judged")
    assert told(DaysOff(at_least=32), days=2, **late)[0].startswith("cannot be kept")


def test_visits_are_counted_from_the_day_on_which_the_place_can_be_reached() -> None:
    """1,501 km take 1,500 minutes to the rim, so the first day is lost."""
    beyond = Place(lat=36.5, lng=LNG)
    assert told(Visits(place=beyond, at_least=30)) == []
    assert told(Visits(place=beyond, at_least=31)) == [
        "cannot be kept: 31 days there a month are asked for, and it has 30"
    ]


def test_days_and_loads_of_a_district() -> None:
    assert told(RegionDays(region="Foshan", at_least=3)) == []
    assert told(RegionDays(region="Zhuhai", at_least=3)) == ["cannot be kept: the scenario has 0 such loads"]
    assert told(CategoryQuota(names=("fish",), at_least=1)) == ["cannot be kept: the scenario has 0 such loads"]


# the clock


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        (DailyRest(rest_min=1439), []),
        (
            DailyRest(rest_min=1441, counted="calendar_day"),
            ["cannot be kept: a day has 1440 minutes, and the rest 1441"],
        ),
        (
            DailyRest(rest_min=1440, counted="calendar_day"),
            ["can only be kept by doing nothing: a day has 1440 minutes, and the rest 1440"],
        ),
        (DailyRest(rest_min=1500), ["leaves hardly any time for work: a day has 1440 minutes, and the rest 1500"]),
        (DailyRest(rest_min=1440, days=Days(weekdays=(6,))), []),
        (QuietWindow(start=0, end=1440), ["can only be kept by doing nothing: the quiet time is the whole day"]),
        (QuietWindow(start=600, end=600), ["can only be kept by doing nothing: the quiet time is the whole day"]),
        (QuietWindow(start=600, end=599), []),
        (OrdersPerDay(at_most=0), ["can only be kept without orders: it allows none on any day"]),
        (QuietWindow(start=1, end=9, start_min=50, end_min=40), ["cannot be kept: its time is over before it begins"]),
    ],
)
def test_what_leaves_no_time(wish: Constraint, expected: list[str]) -> None:
    assert told(wish) == expected


@pytest.mark.parametrize(("end", "fault"), [(1380, True), (1379, False)])
def test_quiet_times_that_together_fill_the_day(end: int, fault: bool) -> None:
    """From 23:00 to 06:00, and from 06:00 to 23:00 or a minute less."""
    wishes = (QuietWindow(text="nights", start=1380, end=360), QuietWindow(text="days", start=360, end=end))
    scenario = world(31)
    found = impossible(wishes, scenario, scenario.drivers[0])
    said = '"days" can only be kept by doing nothing (with the other quiet times no minute of the day is left)'
    assert [one.sentence(wishes) for one in found] == [said] * fault


def test_home_that_is_too_far_on_the_first_evening() -> None:
    """100 minutes to its rim, by 01:39; from the second day on there is time."""
    early = Home(place=FAR, by=99)
    assert told(early) == ["cannot be kept: driving straight home takes 100 min, and it is due 2026-03-01 01:39"]
    assert told(Home(place=FAR, by=100)) == []
    assert told(early.model_copy(update={"days": Days(first=date(2026, 3, 2))})) == []
    assert told(Home(by=480, stay_until=480)) == [
        "can only be kept by doing nothing: the stay at home lasts until the next evening"
    ]


# areas and loads


def test_an_area_that_does_not_hold_the_start() -> None:
    """The loads are at 23.3 and 23.4, the driver at 23.0."""
    north = AreaRule(rule="stay_in", areas=(Circle(lat=23.35, lng=LNG, radius_km=20),))
    assert told(north) == ["cannot be kept: the driver starts outside of it"]
    assert told(north.model_copy(update={"areas": (Circle(lat=23.35, lng=LNG, radius_km=50),)})) == []
    assert told(north.model_copy(update={"applies_to": "orders"})) == []
    assert told(north.model_copy(update={"start_min": 600})) == []
    here = AreaRule(rule="keep_out", areas=(Box(south=22.9, north=23.1, west=112.9, east=113.1),))
    assert told(here) == ["cannot be kept: the driver starts in it"]


def test_a_radius_in_which_there_is_no_load() -> None:
    around = AreaRule(rule="stay_in", areas=(Circle(lat=HOME, lng=LNG, radius_km=20),))
    assert told(around) == ["can only be kept without orders: no load of the scenario starts and ends in it"]
    out = AreaRule(rule="keep_out", areas=(District(name="Foshan"),), applies_to="orders")
    assert told(out) == ["can only be kept without orders: every load of the scenario starts or ends in it"]


def test_a_haul_shorter_than_all_and_goods_that_all_loads_are() -> None:
    loads = loads_between((23.0, 23.9), (23.0, 24.0), categories=["fish", "fish"])
    assert told(LongestHaul(km=100), loads=loads) == [
        "can only be kept without orders: the shortest haul of the scenario is 100.1 km"
    ]
    assert told(LongestHaul(km=101), loads=loads) == []
    assert told(Category(names=("fish",)), loads=loads) == [
        "can only be kept without orders: all loads of the scenario are of these goods"
    ]


def must(row: dict[str, int] | None = None, **fields: Any) -> list[str]:
    """A wish for L0, 101 minutes north, whose columns may be others."""
    loads = loads_between((23.9, 23.9))
    for name, value in (row or {}).items():
        getattr(loads, name)[:] = np.array([value], dtype=np.int32)
    return told(MustTake(load_id=fields.pop("load_id", "L0"), **fields), loads=loads)


def test_a_load_that_must_be_taken_and_is_not_to_be_had() -> None:
    assert must() == []
    assert must(load_id="L9") == ["cannot be kept: the market has no load 'L9'"]
    gone = ["cannot be kept: load 'L0' is not on offer while the wish is in force"]
    assert must({"create_min": 500}, end_min=499) == gone
    assert must({"create_min": 500}, end_min=500) == []
    assert must({"remove_min": 500}, start_min=501) == gone
    closes = {"window_open_min": 0, "window_close_min": 100}
    assert must(closes) == [
        "cannot be kept: load 'L0' is loaded until 2026-03-01 01:40, and driving straight there it is 2026-03-01 01:41"
    ]
    assert must(closes | {"window_close_min": 101}) == []


# whatever a driver does


PLACES = st.sampled_from([22.0, 22.9, HOME, 23.3, 25.0]).map(lambda lat: Place(lat=lat, lng=LNG))
MINUTES = st.integers(0, 3 * DAY)
WISHES: st.SearchStrategy[Constraint] = st.one_of(
    st.builds(
        lambda a, b, by, stay: Errand(steps=(ErrandStep(place=a, stay_min=stay), ErrandStep(place=b, deadline_min=by))),
        PLACES,
        PLACES,
        MINUTES,
        st.sampled_from([0, 60, 600]),
    ),
    st.builds(Visits, place=PLACES, at_least=st.integers(1, 33)),
    st.builds(DaysOff, at_least=st.integers(1, 33)),
    st.builds(DailyRest, rest_min=st.integers(1438, 1442), counted=st.sampled_from(["calendar_day", "start_of_rest"])),
    st.builds(QuietWindow, start=st.just(600), end=st.sampled_from([599, 600])),
    st.builds(
        AreaRule,
        rule=st.sampled_from(["stay_in", "keep_out"]),
        areas=PLACES.map(lambda p: (Circle(lat=p.lat or 0.0, lng=LNG, radius_km=30),)),
    ),
    st.builds(MustTake, load_id=st.just("L0"), end_min=MINUTES),
    st.builds(Home, place=PLACES, by=st.sampled_from([1, 60, 1380])),
)


@st.composite
def ways(draw: st.DrawFn) -> Log:
    """Three days of waits and drives at the world's speed."""
    log = Log()
    for wait, lat in draw(st.lists(st.tuples(st.integers(1, 900), st.sampled_from([22.0, 22.9, 23.0, 23.3, 25.0])))):
        log.wait(wait)
        if lat != log.lat:
            log.drive(drive_minutes(haversine_km(log.lat, LNG, lat, LNG), 60.0), lat)
    return log.wait_until(3 * DAY)


@settings(max_examples=200, deadline=None)
@given(log=ways(), wish=WISHES)
def test_what_cannot_be_kept_is_never_judged_as_kept(log: Log, wish: Constraint) -> None:
    loads = loads_between((23.3, 23.3))
    loads.create_min[:] = DAY
    scenario = world(3, loads)
    found = impossible((wish,), scenario, scenario.drivers[0])
    judged = verdict(log, wish, days=3, loads=loads)
    if any(one.what == "cannot be kept" for one in found):
        assert judged.breaches or judged.not_evaluable
        later_may_be = wish.kind in ("home", "area")  # a later evening, or leaving again
        assert later_may_be or not any(breach.avoidable for breach in judged.breaches)
    driven = any(deed.act != Act.WAIT for deed in log.deeds)
    if any(one.what == "can only be kept by doing nothing" for one in found) and driven:
        assert judged.breaches or judged.not_evaluable
