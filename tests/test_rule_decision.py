"""The decision by rule: when an order is taken rather than waited or moved for, and the order after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from agent_world import CELLS, Load, make_offers, near, seen
from small_world import LNG

from agents.records import Assessment, Decision
from agents.rule.analyst import BUSY_FEN
from agents.rule.decision import PRIOR_RATE_FEN, WAIT_MIN
from agents.rule.lookahead import SPREAD_FEN, next_order_fen
from agents.rule.moving import MARGIN_FEN
from agents.rule.rule_set import RULE
from agents.rule.weigh import weigh
from memory.agent import empty_views
from memory.observed import Act, Action, Observation
from memory.stores.market_columns import NEVER, Places
from memory.views.records import DecisionView
from scenarios.cells import parent
from scenarios.geo import unit_vector

EMPTY = empty_views(0)


# an order against waiting


def decide(
    at: Observation,
    loads: Sequence[Load],
    view: DecisionView = EMPTY.decision,
    fine: float = 0.0,
    wait: float = 0.0,
) -> Decision:
    """What is done with those loads on offer; each carries an expected penalty, and so does waiting."""
    options = weigh(at, make_offers(loads), np.arange(100, 100 + len(loads)))
    return RULE.decision.decide(at, view, options, Assessment(np.full(len(options), fine), wait))


def test_an_order_is_taken_when_it_beats_what_its_minutes_earn_elsewhere() -> None:
    """At 125 fen a minute 60 minutes cost 7,500 fen and a wait of 45 costs 5,625: 1,875 fen are the threshold."""
    assert (PRIOR_RATE_FEN, WAIT_MIN) == (125.0, 45)
    assert decide(seen(0), [Load(0, yuan=18)]).action == Action(Act.WAIT, minutes=45)
    decision = decide(seen(0), [Load(0, yuan=19)])
    assert (decision.action, decision.fact_ids) == (Action(Act.TAKE_ORDER, load=0), (100,))
    # The chance of a next order where none is known is worth 0.6 fen.
    assert decision.score == pytest.approx(1900 - 1875, abs=1.0)


def test_the_rate_is_the_driver_s_own_in_time() -> None:
    """Five days' expectation weigh as much as five days' record: 125 and 25 fen a minute make 75.

    60 minutes cost 4,500 fen, the wait 3,375: the threshold falls to 1,125.
    """
    poor = replace(EMPTY.decision, earned_fen=25.0 * 7200, elapsed_min=7200)
    assert decide(seen(0), [Load(0, yuan=11)], poor).action.act == Act.WAIT
    assert decide(seen(0), [Load(0, yuan=12)], poor).action.act == Act.TAKE_ORDER


def test_expected_penalties_count_on_both_sides() -> None:
    """A fine of 500 fen on the order raises the threshold to 23.75 yuan; one on waiting lowers it to 13.75."""
    assert decide(seen(0), [Load(0, yuan=23)], fine=500.0).action.act == Act.WAIT
    assert decide(seen(0), [Load(0, yuan=24)], fine=500.0).action.act == Act.TAKE_ORDER
    assert decide(seen(0), [Load(0, yuan=13)], wait=500.0).action.act == Act.WAIT
    assert decide(seen(0), [Load(0, yuan=14)], wait=500.0).action.act == Act.TAKE_ORDER


def test_towards_the_horizon_minutes_cost_nothing() -> None:
    """From 300 minutes before the end on no further order is expected: one yuan is better than none."""
    assert decide(seen(1140, horizon_min=1440), [Load(0, yuan=1)]).action.act == Act.TAKE_ORDER
    assert decide(seen(1080, horizon_min=1440), [Load(0, yuan=1)]).action.act == Act.WAIT


def test_an_order_that_cannot_finish_is_never_taken() -> None:
    assert decide(seen(1380, horizon_min=1440), [Load(0, yuan=9000)]).action.act == Act.TAKE_ORDER
    decision = decide(seen(1381, horizon_min=1440), [Load(0, yuan=9000)])
    assert (decision.action.act, decision.alternatives) == (Act.WAIT, ())


def test_it_says_why_it_waits() -> None:
    assert decide(seen(0), [Load(0, yuan=1)]).why == "no load of 1 beats waiting"
    assert decide(seen(0), []).why == "no load can be reached"
    assert decide(seen(0), []).plan == "look again"


def test_equals_are_settled_by_finish_and_row_whatever_their_order() -> None:
    """Twelve loads in one place, all worth the same: six of 60 minutes, six of 80 that pay 25 yuan more for them.

    The two kinds are worth the same at 125 fen a minute; those that are done first win, then the lower row.
    """
    loads = [Load(i, yuan=500, service_min=60) for i in range(10, 16)]
    loads += [Load(i, yuan=525, service_min=80) for i in range(6)]
    rng = np.random.default_rng(7)
    said = set()
    for _ in range(50):
        shuffled = make_offers([loads[i] for i in rng.permutation(len(loads))])
        options = weigh(seen(0), shuffled, np.full(12, -1))
        horizon_is_far = replace(seen(0), horizon_min=100_000)
        decision = RULE.decision.decide(horizon_is_far, EMPTY.decision, options, Assessment(np.zeros(12)))
        said.add((decision.action.load, tuple(load for load, _ in decision.alternatives)))
    assert said == {(10, (11, 12, 13))}


# the order after this one


def test_the_next_order_is_worth_what_known_loads_allow() -> None:
    """At 100 fen a minute. A ends at 23.09 at minute 60, where B is: 200 yuan in 60 minutes, worth 20,000 - 6,000.

    With s = SPREAD_FEN = 25,000: (14,000 + sqrt(14,000^2 + 4 x 25,000^2)) / 2 = 32,961.51.
    After B, 60 minutes on its way to 23.09, A is 11 minutes off: 300 yuan less 1,501.1 and haul 1,501.1, 71 minutes.
    """
    assert SPREAD_FEN == 25_000
    options = weigh(seen(0), make_offers([Load(0, 23.0, 23.09, 300), Load(1, 23.09, 23.09, 200)]), np.array([-1, -1]))
    after_a, after_b = next_order_fen(seen(0), options, [0, 1], 100.0)
    assert after_a == near(32_961.51)
    b = 30_000 - 2 * 10.00754 * 150 - 100 * 71
    assert after_b == near((b + (b * b + 4 * 25_000**2) ** 0.5) / 2)


def test_without_a_next_order_an_option_gains_next_to_nothing() -> None:
    """The only other load is removed before the first is done, the same one cannot be taken twice."""
    options = weigh(seen(0), make_offers([Load(0, yuan=300), Load(1, yuan=900, remove_min=59)]), np.array([-1, -1]))
    assert 0.0 <= next_order_fen(seen(0), options, [0], 100.0)[0] < 1.0
    assert next_order_fen(seen(0), options, [], 100.0).tolist() == []


# moving


def knows_a_place(share: Sequence[float], lat: float = 23.27) -> DecisionView:
    """A view of one place 30.02 km north (or elsewhere), whose region usually offers that much by hour bucket."""
    x, y, z = unit_vector(lat, LNG)
    columns = {"lat": lat, "lng": LNG, "x": x, "y": y, "z": z, "last_net_fen": 0.0}
    columns |= {"cell": CELLS.cell_of(lat, LNG), "traffic": 7, "fact": 55, "last_items": 0, "last_low": False}
    columns |= {"fact_min": 0, "last_search_min": NEVER}
    usual = {parent(CELLS.cell_of(lat, LNG), 4): np.array([*share, *[0.0] * (8 - len(share))])}
    return replace(
        EMPTY.decision, places=Places(**{name: np.array([value]) for name, value in columns.items()}), usual=usual
    )


def test_it_moves_where_more_is_usually_offered_if_that_pays_for_the_kilometres() -> None:
    """8,000 fen x 0.9 less 30.0226 km at 150 fen = 7,200 - 4,503.4 = 2,696.6; x 0.8 leaves 1,896.6, under the margin.

    The drive of 31 minutes is shorter than a wait, so it costs no time.
    """
    assert (BUSY_FEN, MARGIN_FEN) == (8_000.0, 2_000.0)
    decision = decide(seen(0), [], knows_a_place([0.9]))
    assert decision.action == Action(Act.REPOSITION, lat=23.27, lng=LNG)
    assert (decision.score, decision.fact_ids, decision.plan) == (near(2_696.607), (55,), "look again there")
    assert decide(seen(0), [], knows_a_place([0.8])).action.act == Act.WAIT


def test_the_hour_of_arrival_counts() -> None:
    """31 minutes from 148 end at 179, in the first three hours; from 149 in the next, when nothing is offered."""
    view = knows_a_place([0.9, 0.0])
    assert decide(seen(148), [], view).action.act == Act.REPOSITION
    assert decide(seen(149), [], view).action.act == Act.WAIT


def test_what_is_usual_here_counts_against_moving() -> None:
    """0.9 there against 0.5 here is worth 3,200 fen, less than the kilometres."""
    view = knows_a_place([0.9])
    assert view.usual is not None
    here = {parent(CELLS.cell_of(23.0, LNG), 4): np.full(8, 0.5)}
    assert decide(seen(0), [], replace(view, usual=view.usual | here)).action.act == Act.WAIT


def test_minutes_beyond_a_wait_cost_what_they_earn_elsewhere() -> None:
    """50.0377 km take 51 minutes, 6 longer than a wait: 750 fen. At half a yuan a kilometre 2,501.9 more.

    7,200 - 3,251.9 = 3,948.1; at 1.5 yuan a kilometre the 7,505.7 alone are too much.
    """
    view = knows_a_place([0.9], lat=23.45)
    assert decide(replace(seen(0), cost_per_km=0.5), [], view).score == near(3_948.114)
    assert decide(seen(0), [], view).action.act == Act.WAIT


def test_an_order_must_beat_the_move_too() -> None:
    """A move that gains 2,696.6 fen raises an order's threshold from 1,875 fen to 4,571.6."""
    view = knows_a_place([0.9])
    decision = decide(seen(0), [Load(0, yuan=45)], view)
    assert (decision.action.act, [load for load, _ in decision.alternatives]) == (Act.REPOSITION, [0])
    assert decide(seen(0), [Load(0, yuan=46)], view).action.act == Act.TAKE_ORDER


def test_towards_the_horizon_nobody_moves() -> None:
    """345 minutes before the end: 45 are left before the last order, no longer than a wait."""
    view = knows_a_place([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9])
    assert decide(seen(1094, horizon_min=1440), [], view).action.act == Act.REPOSITION
    assert decide(seen(1095, horizon_min=1440), [], view).action.act == Act.WAIT
