"""The greedy baseline: the best net income a minute of one list, and no memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from agent_world import Load, listing, make_offers, near, seen

from agents.records import Assessment, Decision, LookAt
from agents.rule.greedy import GREEDY, WAIT_MIN
from memory.agent import empty_views
from memory.observed import Act, Action, Observation
from memory.views.records import CargoView

VIEWS = empty_views(0)


def decide(at: Observation, loads: Sequence[Load], penalties: Sequence[float] | None = None) -> Decision:
    """What greedy does with a list of those loads around the truck."""
    options = GREEDY.analyst.analyse(at, VIEWS.cargo, [listing(at.minute, loads)])
    fines = Assessment(np.zeros(len(options)) if penalties is None else np.array(penalties))
    return GREEDY.decision.decide(at, VIEWS.decision, options, fines)


def test_it_takes_the_best_net_income_a_minute() -> None:
    """A: 300 yuan in 60 min, 500 fen a minute. B: 400 yuan 10.0075 km away, 71 min in all: 38,498.9 / 71 = 542.2.
    C: 700 yuan in 140 min, 500."""
    decision = decide(seen(0), [Load(0, yuan=300), Load(1, 23.09, 23.09, 400), Load(2, yuan=700, service_min=140)])
    assert decision.action == Action(Act.TAKE_ORDER, load=1)
    assert decision.score == near(542.238)


def test_minutes_until_the_window_opens_count() -> None:
    """A earns 300 yuan but loads from minute 100 on: 160 min, 187.5 fen a minute. B's 200 fen are better."""
    decision = decide(seen(0), [Load(0, yuan=300, window=(100, 200)), Load(1, yuan=120)])
    assert (decision.action.load, decision.score) == (1, 200.0)


def test_the_nearer_of_equals_is_taken_and_then_the_lower_row() -> None:
    """Nothing is charged for kilometres: 60 yuan in 60 minutes at the truck, or in 11 + 49 ten kilometres off."""
    free = replace(seen(0), cost_per_km=0.0)
    loads = [Load(0, 23.09, yuan=60, service_min=49), Load(2, yuan=60), Load(1, yuan=60)]
    assert decide(free, loads).action.load == 1
    assert decide(free, loads[:1]).score == 100.0


def test_it_waits_when_nothing_pays() -> None:
    """10 yuan for 10.0075 km at 1.5 yuan is a loss; an expected penalty of 100 yuan makes one of the other."""
    for decision in (
        decide(seen(0), [Load(0, 23.09, yuan=10)]),
        decide(seen(0), [Load(0)], [10_000.0]),
        decide(seen(0), []),
    ):
        assert decision.action == Action(Act.WAIT, minutes=WAIT_MIN)


def test_an_order_that_ends_after_the_horizon_is_left() -> None:
    """The 60 minutes from 1,380 end at 1,440 sharp, which is paid; from 1,381 on they are not."""
    load = Load(0, yuan=300)
    assert decide(seen(1380, horizon_min=1440), [load]).action.act == Act.TAKE_ORDER
    assert decide(seen(1381, horizon_min=1440), [load]).action.act == Act.WAIT
    shorter = Load(1, yuan=10, service_min=59)
    assert decide(seen(1381, horizon_min=1440), [load, shorter]).action.load == 1


def test_it_looks_around_the_truck_and_reads_one_list() -> None:
    assert GREEDY.search.search(seen(0, 23.4), VIEWS.search).points == (LookAt(23.4, 113.0),)


def test_it_has_no_memory() -> None:
    """A load remembered, and one known to be gone, change nothing: only the list counts."""
    splendid, listed = Load(0, yuan=900), Load(1)
    offers = make_offers([splendid])
    knows = CargoView(0, offers, np.array([5]), np.array([0], dtype=np.int32), frozenset({1}))
    options = GREEDY.analyst.analyse(seen(0), knows, [listing(0, [listed])])
    assert (options.offers.load.tolist(), options.seen) == ([1], 1)


@pytest.mark.parametrize("window_close", [10, 11])
def test_a_window_that_closes_before_the_truck_comes_rules_a_load_out(window_close: int) -> None:
    """10.0075 km take 11 minutes."""
    options = GREEDY.analyst.analyse(
        seen(0), VIEWS.cargo, [listing(0, [Load(0, 23.09, yuan=300, window=(0, window_close))])]
    )
    assert len(options) == (window_close >= 11)
