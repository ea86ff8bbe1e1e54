"""What of a limit on empty kilometres is kept in hand: 0.09 degrees of latitude are 10.0075 km."""

from __future__ import annotations

import pytest
from agent_world import Load
from wish_world import HOME, at, clock, priced, stood

from memory.wishes.progress import Progress
from scenarios.preferences.kinds import Constraint, Deadhead, Errand, ErrandStep, MustTake, Visits
from scenarios.preferences.parts import Place

TEN_KM = 10.0075
AWAY = Place(lat=23.36, lng=113.0)  # 40.03 km


def over_km(limit: Deadhead, wish: Constraint, minute: int, *loads: Load, driven: float = 0.0) -> list[float]:
    """Kilometres over the limit that the orders bring, in a run of the contest of 31 days."""
    wishes = stood(limit, wish.model_copy(update={"preference": 1}), rules="tianchi-r0509")
    progress = [Progress(by_day={0: driven}), Progress()]
    broken = priced(wishes, at(minute), list(loads), progress).broken
    return [round(float(km), 1) for km in broken[0]] if 0 in broken else [0.0] * len(loads)


def order(load: int, start: float, end: float) -> Load:
    return Load(load, start, end, 300, 120)


def test_soon_before_an_errand_the_whole_way_from_an_order_s_end_is_kept() -> None:
    """Fifty kilometres, and the errand is tomorrow at noon: of orders that start 10 km away, one ends at the errand's
    place and one at home, 40 km from there: 10 and 50.04 km."""
    errand = Errand(steps=(ErrandStep(place=AWAY, deadline_min=clock(5, 12)),))
    near, home = order(0, 23.09, 23.36), order(1, 23.09, 23.0)
    assert over_km(Deadhead(km=50), errand, clock(4, 8), near, home) == [0.0, 0.0]
    assert over_km(Deadhead(km=45), errand, clock(4, 8), near, home) == [0.0, 5.0]


def test_long_before_only_the_last_kilometres_are_kept() -> None:
    """Fifteen of 50 km, so 10 may be driven to a pickup after 20, and not after 30."""
    errand = Errand(steps=(ErrandStep(place=AWAY, deadline_min=clock(20, 12)),))
    assert over_km(Deadhead(km=50), errand, 600, order(0, 23.09, 23.0), driven=20.0) == [0.0]
    assert over_km(Deadhead(km=50), errand, 600, order(0, 23.09, 23.0), driven=30.0) == [5.0]


def test_between_stops_that_leave_no_time_for_an_order_the_whole_way_is_kept_from_the_first_day_on() -> None:
    """40.03 km from stop to stop, an hour after the first; with nine hours between an order may lead there."""
    for hours, over in ((1, 5.0), (9, 0.0)):
        stops = (
            ErrandStep(place=HOME, earliest_min=clock(20, 8)),
            ErrandStep(place=AWAY, deadline_min=clock(20, 8 + hours)),
        )
        assert over_km(Deadhead(km=60), Errand(steps=stops), 600, order(0, 23.09, 23.0), driven=15.0) == [over]


def test_what_may_never_be_driven_empty_leaves_a_fifth_of_the_limit() -> None:
    """Ten kilometres are fewer than the fifteen to be kept: two of them may be driven, and ten are eight over."""
    errand = Errand(steps=(ErrandStep(place=AWAY, deadline_min=clock(20, 12)),))
    assert over_km(Deadhead(km=10), errand, 600, order(0, 23.0, 23.0), driven=2.0) == [0.0]
    assert over_km(Deadhead(km=10), errand, 600, order(0, 23.09, 23.0)) == [8.0]


@pytest.mark.parametrize(
    "wish",
    [
        MustTake(load_id="L0", place=AWAY, listed_min=clock(5, 12), end_min=clock(5, 20)),
        Visits(place=AWAY, at_least=25),
        Errand(steps=(ErrandStep(place=AWAY, deadline_min=clock(5, 12)),)),
    ],
    ids=lambda wish: wish.kind,
)
def test_a_promised_load_and_visits_ask_for_their_ways_too(wish: Constraint) -> None:
    home, near = order(1, 23.0, 23.0), order(2, 23.0, 23.36)
    assert over_km(Deadhead(km=30), wish, clock(4, 8), home, near) == [10.0, 0.0]
    assert over_km(Deadhead(km=30), wish.model_copy(update={"hard": False}), clock(4, 8), home, near) == [0.0, 0.0]


def test_a_day_s_limit_minds_what_is_due_on_that_day() -> None:
    errand = Errand(steps=(ErrandStep(place=AWAY, deadline_min=clock(5, 12)),))
    assert over_km(Deadhead(km=30, per="day"), errand, clock(4, 8), order(0, 23.0, 23.0)) == [0.0]
    assert over_km(Deadhead(km=30, per="day"), errand, clock(5, 8), order(0, 23.0, 23.0)) == [10.0]
