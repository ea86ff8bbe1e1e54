"""Days that several wishes of a month share: days off, orders in a district, and the days that errands need.

Days count from 0: day 30 is the last of March. 0.9 degrees of latitude are 100.1 km, 101 minutes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from agent_world import Load
from small_world import LNG
from wish_world import HOME, at, clock, decided, priced, stood

from agents.rule.pricing import UNPRICED_FEN
from memory.facts import Fact, FactKind
from memory.observed import Act
from memory.wishes.progress import Progress, heed
from scenarios.preferences.kinds import DaysOff, Errand, ErrandStep, RegionDays
from scenarios.preferences.parts import Place
from scenarios.preferences.standing import Standing

WORKED = Progress(by_day=dict.fromkeys(range(27), 1.0))
"""Every day until day 26."""
RICH = Load(0, 23.0, 23.0, 5_000, 120)
BANQUET = Errand(
    steps=(ErrandStep(place=Place(lat=23.9, lng=LNG), deadline_min=clock(30, 12)),), preference=1, penalty_fen=500_000
)
"""At noon of day 30, 100 km away."""


def weighed(wishes: tuple[Standing, ...], minute: int, *progress: Progress) -> float:
    """How much an order of now that ends on the same day weighs as a hard breach."""
    return float(priced(wishes, at(minute), [RICH], progress).hard[0])


def test_two_days_are_kept_in_hand_for_days_off() -> None:
    # Days 27 to 30 are left, and two of them are to be off: two are in hand, and an order today would leave one.
    wish = stood(DaysOff(at_least=2, penalty_fen=1_000_000))
    assert weighed(wish, clock(27, 8), WORKED) == UNPRICED_FEN
    # With day 26 off as well there are three in hand.
    assert weighed(wish, clock(27, 8), Progress(by_day=dict.fromkeys(range(26), 1.0))) == UNPRICED_FEN * 0


def test_days_off_that_were_had_ask_for_nothing_more() -> None:
    wish = stood(DaysOff(at_least=2, penalty_fen=1_000_000))
    assert weighed(wish, clock(29, 8), Progress(by_day=dict.fromkeys(range(3, 29), 1.0))) == 0.0


def test_the_day_of_an_errand_is_no_day_off() -> None:
    """On day 28 two days off are due of days 28, 29 and 30, and day 30 is the errand's: nothing is in hand. An order
    today would leave the days off to be broken, though three days are left for two."""
    worked = Progress(by_day=dict.fromkeys(range(28), 1.0))
    wishes = stood(DaysOff(at_least=2, penalty_fen=1_000_000), BANQUET)
    assert weighed(wishes, clock(28, 8), worked, Progress()) == UNPRICED_FEN
    decision, _ = decided(wishes, at(clock(28, 8)), [RICH], [worked, Progress()])
    assert decision.action.act == Act.WAIT
    # Days without orders leave the errand its day: one of the three is in hand, and the order would take it.
    orderless = stood(DaysOff(at_least=2, forbids="orders", penalty_fen=1_000_000), BANQUET)
    assert weighed(orderless, clock(28, 8), worked, Progress()) == UNPRICED_FEN
    assert decided(orderless, at(clock(28, 8)), [RICH], [worked, Progress()])[0].action.act == Act.WAIT


def district(*others: DaysOff, at_least: int = 1) -> tuple[Standing, ...]:
    """Orders on so many days in a district at home, in which orders without a place lie, and other wishes."""
    wish = RegionDays(region="here", at_least=at_least, place=HOME, penalty_fen=600_000)
    first, *rest = stood(wish, *others)
    return replace(first, codes=frozenset({0})), *rest


def test_an_order_in_the_district_can_still_be_found_today() -> None:
    # On the last day at 22:18, 101 minutes away: there at 23:59. A minute later there is no day left.
    elsewhere = replace(district()[0], codes=frozenset({7}))
    there = Load(0, 23.9, 23.9, 100, 1)
    for minute, broken in ((clock(30, 22, 17), [0]), (clock(30, 22, 18), [1])):
        prices = priced([elsewhere], at(minute, 23.9), [there])  # it ends a minute later
        assert prices.broken.get(0, np.zeros(1)).tolist() == broken


@pytest.mark.parametrize(("start", "hard"), [(23.0, 0.0), (23.9, UNPRICED_FEN)])
def test_an_order_elsewhere_takes_a_day_from_those_in_hand(start: float, hard: float) -> None:
    """One of days 28 to 30 is needed: two are in hand. An order until midnight in the district leaves none needed, one
    elsewhere leaves one in hand."""
    wish = district()[0] if start == 23.0 else replace(district()[0], codes=frozenset({7}))
    order = Load(0, 23.0, 23.9, 100, 16 * 60)
    assert priced([wish], at(clock(28, 8)), [order]).hard.tolist() == [hard]


def test_days_off_leave_days_for_orders_in_the_district() -> None:
    """Of days 27 to 30 one is to be off and two to have an order there: one is in hand. An order elsewhere takes it."""
    wishes = district(DaysOff(at_least=1, preference=1, penalty_fen=1_000_000), at_least=2)
    elsewhere = (replace(wishes[0], codes=frozenset({7})), wishes[1])
    # It weighs for both wishes; in the district it leaves what there was.
    assert weighed(elsewhere, clock(27, 8), Progress(), WORKED) == UNPRICED_FEN
    assert weighed(wishes, clock(27, 8), Progress(), WORKED) == 0.0


def test_who_has_to_find_orders_in_a_district_goes_there() -> None:
    """On the last day, with four hours kept for finding one: 50 km off, 51 minutes, at 19:08 it can go in 45 minutes
    no more."""
    early, _ = decided(district(), at(clock(30, 18), 23.45))
    assert early.action.act == Act.WAIT
    decision, _ = decided(district(), at(clock(30, 19, 8), 23.45))
    assert (decision.action.act, decision.action.lat, decision.why) == (
        Act.REPOSITION,
        23.0,
        "go where orders of the district are",
    )


@pytest.mark.parametrize(("rules", "act"), [("tianchi-r0529", Act.WAIT), ("standard", Act.TAKE_ORDER)])
def test_a_stay_that_waits_have_to_fill_is_waited_out(rules: str, act: Act) -> None:
    """From noon to 14:00 the driver waited half an hour, read lists for an hour, and waited again. At the contest the
    banquet is two hours of waits, so an hour is missing; by its words it is over."""
    stay = ErrandStep(place=HOME, deadline_min=clock(0, 12), stay_until_min=clock(0, 14))
    wish = stood(Errand(steps=(stay,), penalty_fen=500_000), rules=rules)
    there = Progress()
    for minute in (clock(0, 12), clock(0, 13, 30)):
        heed(wish[0], there, Fact(FactKind.HEEDED, minute, 0, -1, 0, 30.0, 0.0), minute)
    assert decided(wish, at(clock(0, 14)), [RICH], [there])[0].action.act == act
