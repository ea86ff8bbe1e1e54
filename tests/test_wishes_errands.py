"""An errand's stay, by the driver's own reckoning: waits at the place add up, and reading lists there is none of it."""

from __future__ import annotations

import pytest
from agent_world import CELLS, took
from agent_world import waited as waits
from wish_world import HOME, at, clock, decided, stood

from memory.agent import MemoryAgent
from memory.facts import Fact, FactKind
from memory.observed import Act
from memory.settings import MemorySettings
from memory.wishes.looking import reading_limit
from memory.wishes.progress import Progress, heed
from scenarios.preferences.kinds import Errand, ErrandStep, OrdersPerDay
from scenarios.preferences.parts import Place
from scenarios.preferences.standing import Standing

FETCH = Errand(
    steps=(
        ErrandStep(place=HOME, earliest_min=clock(0, 10), stay_min=30),
        ErrandStep(place=Place(lat=23.09, lng=113.0), deadline_min=clock(0, 22), stay_until_min=clock(1, 22)),
    ),
    late_fen_per_min=500,
    penalty_fen=900_000,
)


def waited(standing: Standing, *spans: tuple[int, int]) -> Progress:
    """The errand's progress after waits there from a minute for so long."""
    progress = Progress()
    for number, (start, minutes) in enumerate(spans):
        heed(standing, progress, Fact(FactKind.HEEDED, start, 0, -1, 0, float(minutes), 0.0), number)
    return progress


def test_waits_add_up_and_what_was_before_the_earliest_minute_counts_for_nothing() -> None:
    (standing,) = stood(FETCH)
    assert waited(standing, (clock(0, 9), 60)).stood_min == 0
    twice = waited(standing, (clock(0, 9), 70), (clock(0, 10, 20), 19))  # ten minutes, a list, and 19
    assert (twice.step, twice.there_since, twice.stood_min) == (0, clock(0, 9), 29)
    assert waited(standing, (clock(0, 9), 70), (clock(0, 10, 20), 20)).step == 1


def test_who_left_begins_again() -> None:
    (standing,) = stood(FETCH)
    left = waited(standing, (clock(0, 10), 29), (clock(0, 10, 30), -1))
    assert (left.there_since, left.stood_min) == (None, 0)


def test_what_is_left_of_the_stay_is_proposed() -> None:
    standing = stood(FETCH, rules="tianchi-r0509")
    progress = [waited(standing[0], (clock(0, 9), 70))]
    decision, _ = decided(standing, at(clock(0, 10, 20)), progress=progress, read_min=10)
    assert (decision.action.act, decision.action.minutes) == (Act.WAIT, 20)


def test_lists_are_not_read_at_the_place_where_every_minute_away_from_home_is_charged() -> None:
    """By the contest minutes count from 10:00 on: until 10:00 reading is free, then each makes one later."""
    standing = stood(FETCH, rules="tianchi-r0509")
    assert reading_limit(standing, [Progress()], at(clock(0, 9, 51))) == clock(0, 9, 56)
    assert reading_limit(standing, [Progress()], at(clock(0, 10, 3))) == clock(0, 10, 3)
    at_ease = stood(FETCH)  # home by 22:00
    assert reading_limit(at_ease, [Progress()], at(clock(0, 10, 3))) is None


def test_by_the_ends_of_steps_a_wait_that_began_before_the_errand_s_time_is_the_arrival() -> None:
    """Half an hour there, begun from 10:00 to 10:10. By the words whoever stands there at 9:30 may wait on as usual, 45
    minutes; where a step has to end there in that time, and the stay to follow, until 10:10 at most."""
    step = ErrandStep(place=HOME, earliest_min=clock(0, 10), deadline_min=clock(0, 10, 10), stay_min=30)
    for rules, minutes in (("standard", 45), ("tianchi-r0529", 40)):
        wish = stood(Errand(steps=(step,)), rules=rules)
        assert decided(wish, at(clock(0, 9, 30)))[0].action.minutes == minutes


@pytest.mark.parametrize(("rules", "done"), [("standard", 1), ("tianchi-r0529", 0)])
def test_a_wait_over_the_errand_s_time_is_remembered_as_it_counts(rules: str, done: int) -> None:
    stay = Errand(steps=(ErrandStep(place=HOME, earliest_min=clock(0, 10), deadline_min=clock(0, 11), stay_min=30),))
    (standing,) = stood(stay, rules=rules)
    memory = MemoryAgent(MemorySettings(), 1, CELLS, None, [[standing]])
    memory.observe(at(clock(0, 9)), (), waits(clock(0, 9), 90), "", clock(0, 9))
    assert memory.stores[0].driver.progress[0].step == done


@pytest.mark.parametrize(("rules", "orders"), [("standard", 0.0), ("tianchi-r0529", 1.0)])
def test_an_order_under_way_when_a_wish_begins_counts_where_overlapping_does(rules: str, orders: float) -> None:
    """Taken at 9:00 for two hours; the wish is in force from 10:00 on."""
    (standing,) = stood(OrdersPerDay(at_most=1, start_min=clock(0, 10)), rules=rules)
    memory = MemoryAgent(MemorySettings(), 1, CELLS, None, [[standing]])
    memory.observe(at(clock(0, 9)), (), took(0, clock(0, 9), 120), "", clock(0, 9))
    assert memory.stores[0].driver.progress[0].by_day.get(0, 0.0) == orders
