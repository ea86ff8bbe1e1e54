"""Where drivers with wishes look for loads: no farther than they may go, and not where they may load nothing."""

from __future__ import annotations

import numpy as np
import pytest
from small_world import LNG
from wish_world import HOME, at, clock, stood

from memory.wishes.looking import out_of_bounds, places_to_look, reach_km, reading_limit
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import (
    AreaRule,
    Constraint,
    DailyRest,
    Deadhead,
    LongestHaul,
    LongestPickup,
    MustTake,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Place


def reach(*wishes: Constraint, driven_km: float = 0.0, minute: int = 0) -> float:
    progress = [Progress(by_day={0: driven_km}) for _ in wishes]
    return reach_km(stood(*wishes), progress, minute)


def test_loads_are_looked_for_as_far_as_hard_wishes_let_the_truck_go() -> None:
    assert reach() == float("inf")
    assert reach(LongestHaul(km=180), LongestPickup(km=50)) == 50
    assert reach(LongestHaul(km=30), LongestPickup(km=50)) == 30
    assert reach(LongestPickup(km=50, hard=False)) == float("inf")


def test_who_stays_in_an_area_looks_half_through_it() -> None:
    # From corner to corner: 0.2 degrees of latitude are 22.2 km, 0.2 of longitude at 23 degrees 20.5 km; half is 15.1.
    box = Box(south=22.9, north=23.1, west=LNG - 0.1, east=LNG + 0.1)
    assert reach(AreaRule(rule="stay_in", areas=(box,))) == 15
    assert reach(AreaRule(rule="stay_in", areas=(Circle(lat=23.0, lng=LNG, radius_km=12.5),))) == 12
    assert reach(AreaRule(rule="keep_out", areas=(box,))) == float("inf")


def test_few_empty_kilometres_are_not_spent_on_one_way() -> None:
    # 93 km in a month of 31 days are 3 a day, and three days' share may go into one way.
    assert reach(Deadhead(km=93)) == pytest.approx(9.0)
    # On the last day all that is left may be used, and no more than that.
    assert reach(Deadhead(km=93), driven_km=90.0, minute=clock(30, 0)) == pytest.approx(3.0)
    assert reach(Deadhead(km=20, per="day"), driven_km=15.0) == pytest.approx(5.0)


def test_places_outside_the_area_of_a_hard_wish_are_out_of_bounds() -> None:
    lat, lng = np.array([23.0, 23.5]), np.full(2, LNG)
    box = Box(south=22.9, north=23.1, west=LNG - 0.1, east=LNG + 0.1)
    stay = AreaRule(rule="stay_in", areas=(box,))
    assert out_of_bounds(stood(stay), 0, lat, lng).tolist() == [False, True]
    away = AreaRule(rule="keep_out", areas=(Circle(lat=23.0, lng=LNG, radius_km=5.0),))
    assert out_of_bounds(stood(away), 0, lat, lng).tolist() == [True, False]
    assert out_of_bounds(stood(stay.model_copy(update={"hard": False})), 0, lat, lng).tolist() == [False, False]


def test_lists_are_read_as_long_as_rest_and_the_last_visit_fit_into_the_day() -> None:
    """The last day, 101 minutes from the place: with five in hand one may read until 22:10, to come by at 23:56. With
    three hours of rest to be had before, until 19:10."""
    visit, rest = Visits(place=HOME, at_least=1), DailyRest(rest_min=180, counted="calendar_day", preference=1)
    assert reading_limit(stood(visit), [Progress()], at(clock(30, 21, 30), 23.9)) == clock(30, 22, 10)
    both = stood(visit, rest)
    assert reading_limit(both, [Progress(), Progress()], at(clock(30, 18, 30), 23.9)) == clock(30, 19, 10)


def test_a_promised_load_is_looked_for_where_it_will_be_or_where_the_truck_is() -> None:
    there = MustTake(load_id="L0", place=Place(lat=23.9, lng=LNG), listed_min=600)
    somewhere, here = MustTake(load_id="L1"), (23.1, LNG)
    wishes = stood(there, somewhere)
    fresh, had = Progress(), Progress(by_day={0: 1.0})
    assert places_to_look(wishes, [fresh, fresh], 599, here) == (here,)
    assert places_to_look(wishes, [fresh, fresh], 600, here) == ((23.9, LNG), here)
    assert places_to_look(wishes, [fresh, had], 600, here) == ((23.9, LNG),)
