"""The agents by rule: where they look, how they weigh a load, and that what memory hides changes what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from agent_world import CELLS, Load, listing, make_offers, near, refused, seen, took, waited
from hypothesis import given
from hypothesis import strategies as st
from small_world import LNG, busy_scenario

from agents.records import LookAt, Options, SearchPlan
from agents.rule.analyst import BUSY_FEN, pool
from agents.rule.rule_set import RULE
from agents.rule.search import APART_KM, FRESH_MIN, FRESH_MIN_LOSING, LOST_CLAIMS, MOST_POINTS, REACH_KM, SAME_LIST_KM
from agents.rule.weigh import weigh
from dispatch.engine import Engine
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent, empty_views
from memory.facts import FactBlock
from memory.observed import Act, Action, Listing, Observation, Outcome, Result
from memory.settings import MemorySettings
from memory.views.records import CargoView, Views
from scenarios.cells import parent
from scenarios.geo import haversine_km

EMPTY = empty_views(0)


def memory_of(*steps: tuple[Sequence[Listing], Outcome]) -> MemoryAgent:
    """The memory of a driver after those steps."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    for lists, outcome in steps:
        memory.observe(seen(outcome.start_min), lists, outcome, "", outcome.start_min)
    return memory


# where to look


def plan(memory: MemoryAgent, minute: int, lat: float = 23.0) -> SearchPlan:
    at = seen(minute, lat)
    return RULE.search.search(at, memory.views(at).search)


def lats(points: SearchPlan) -> list[float]:
    return [round(point.lat, 1) for point in points.points]


def there(load: int, lat: float, yuan: int = 900) -> Load:
    """A load within one place, dear enough for a list that shows it to be worthwhile from far."""
    return Load(load, lat, lat, yuan)


def test_without_memory_it_looks_around_the_truck() -> None:
    assert RULE.search.search(seen(0), EMPTY.search) == SearchPlan((LookAt(23.0, LNG),), "around the truck")


def test_it_looks_where_other_loads_start_and_end_spread_out_and_within_reach() -> None:
    """One list, read at minute 0, told of loads 167 and 178 km north, 178 km south and 389 km north.

    Of the two northern places 11 km apart the one with two loads is searched; 389 km are too far.
    """
    far = [there(0, 24.5), there(1, 24.6), there(2, 24.6), there(3, 21.4), there(4, 26.5)]
    memory = memory_of(([listing(0, far)], waited(1)))
    found = plan(memory, FRESH_MIN)
    assert lats(found) == [23.0, 24.6, 21.4]
    # Fact 0 is the search; the loads nearest first: at 24.5 fact 1, at 24.6 and 21.4 (178 km both) 2 to 4, then 5.
    assert found.fact_ids == (3, 4)


def test_a_list_read_a_short_while_ago_is_not_read_again() -> None:
    """Read at minute 0, good until just before minute FRESH_MIN, also for a truck 20 km off, but not 60 km off."""
    memory = memory_of(([listing(0, [Load(0, yuan=300)])], waited(1)))
    assert plan(memory, FRESH_MIN - 1).points == ()
    assert plan(memory, FRESH_MIN - 1, 23.18).points == ()
    assert lats(plan(memory, FRESH_MIN)) == [23.0]
    assert lats(plan(memory, FRESH_MIN - 1, 23.54)) == [23.5]


def test_where_it_looked_in_vain_it_does_not_look_for_two_hours() -> None:
    """The list of minute 0 was empty: barren until minute 119, though lists are fresh for less."""
    memory = memory_of(([listing(0)], waited(0)))
    assert FRESH_MIN < 119
    assert plan(memory, 119).points == ()
    assert "in vain" in plan(memory, 119).why
    assert lats(plan(memory, 120)) == [23.0]


def test_a_place_searched_in_vain_is_passed_over() -> None:
    """Places 178 km north and south; the north, with more loads, was searched in vain at minute 10.

    Two hours later it is looked at again, though last: the vain search counts against it.
    """
    loads = [there(0, 24.6), there(1, 24.6), there(2, 21.4)]
    memory = memory_of(([listing(0, loads)], waited(1)), ([listing(10, lat=24.6)], waited(10)))
    assert lats(plan(memory, FRESH_MIN)) == [23.0, 21.4]
    assert lats(plan(memory, 130)) == [23.0, 21.4, 24.6]


def test_what_searching_was_worth_at_this_hour_goes_before_traffic_alone() -> None:
    """North and south had a load each, for 600 and 900 yuan; lists read there showed just these, in the same hours."""
    north, south = there(0, 24.6, 600), there(1, 21.4)
    memory = memory_of(
        ([listing(0, [north, south])], waited(1)),
        ([listing(10, [north], lat=24.6, k=1)], waited(11)),
        ([listing(20, [south], lat=21.4, k=1)], waited(21)),
    )
    assert lats(plan(memory, 20 + FRESH_MIN)) == [23.0, 21.4, 24.6]


def test_who_loses_claims_reads_fewer_lists_and_trusts_old_ones_less() -> None:
    """Two busy places in reach. Three claims of three lost are a share of 3/4: 5 x (1/4)^2 = 0.3, so one list."""
    assert (MOST_POINTS, LOST_CLAIMS) == (5, 3)
    read = ([listing(0, [there(0, 24.6), there(1, 21.4)])], waited(1))
    calm, losing = memory_of(read), memory_of(read, *[([], refused(9, minute)) for minute in (2, 3, 4)])
    assert (len(plan(calm, FRESH_MIN_LOSING).points), len(plan(calm, FRESH_MIN).points)) == (2, 3)
    assert lats(plan(losing, FRESH_MIN_LOSING)) == [23.0]


@st.composite
def searched_markets(draw: st.DrawFn) -> tuple[MemoryAgent, list[tuple[int, float]], int]:
    """Lists read at some minutes and latitudes 20 to 26, each with a few loads anywhere; and the minute after them."""
    steps, lists, minute, load = [], [], 0, 0
    for _ in range(draw(st.integers(1, 6))):
        minute += draw(st.integers(5, 80))
        lat = 20.0 + 0.1 * draw(st.integers(0, 60))
        ends = draw(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=5))
        shown = [Load(load + i, 20.0 + 0.1 * a, 20.0 + 0.1 * b, 50 * (i + 1)) for i, (a, b) in enumerate(ends)]
        load += len(shown)
        steps.append(([listing(minute, shown, lat=lat, k=max(1, len(shown)))], waited(minute + 1, 1)))
        lists.append((minute, lat))
    return memory_of(*steps), lists, minute + draw(st.integers(2, 200))


@given(searched_markets(), st.integers(0, 60))
def test_points_are_spread_and_no_list_is_read_twice(
    market: tuple[MemoryAgent, list[tuple[int, float]], int], at: int
) -> None:
    """Whatever was read before: at most MOST_POINTS, none near a fresh list, all within reach and apart.

    Places stand at the middles of cells, up to 4 km from where a list was read.
    """
    memory, lists, minute = market
    here = 20.0 + 0.1 * at
    points = plan(memory, minute, here).points
    assert len(points) <= MOST_POINTS
    others = [p for p in points if (p.lat, p.lng) != (here, LNG)]
    for p in others:
        assert APART_KM < haversine_km(here, LNG, p.lat, p.lng) <= REACH_KM
    for p, q in combinations(points, 2):
        assert haversine_km(p.lat, p.lng, q.lat, q.lng) > APART_KM
    for p in points:
        for read_min, lat in lists:
            if read_min > minute - FRESH_MIN:
                assert haversine_km(p.lat, p.lng, lat, LNG) > SAME_LIST_KM - 8


# what a load is worth


def test_the_arithmetic_of_an_option() -> None:
    """10.0075 km to the pickup: 11 minutes, so there at 111, and the window opens at 120. 100 minutes of service
    end at 220. 300 yuan less 10.0075 + 20.0151 km at 1.5 yuan = 30,000 - 4,503.4 = 25,496.6 fen."""
    load = Load(0, 23.09, 23.27, 300, 100, window=(120, 200))
    options = RULE.analyst.analyse(seen(100), EMPTY.cargo, [listing(100, [load])])
    assert (options.pickup_km.tolist(), options.arrive_min.tolist()) == ([near(10.00754)], [111])
    assert (options.finish_min.tolist(), options.minutes.tolist()) == ([220], [120])
    assert options.net_fen.tolist() == [near(25_496.605)]
    assert (options.value_fen.tolist(), options.fact_ids.tolist(), options.seen) == ([0.0], [-1], 1)


def test_a_truck_at_the_pickup_starts_at_once() -> None:
    options = RULE.analyst.analyse(seen(100), EMPTY.cargo, [listing(100, [Load(0, yuan=50, service_min=1)])])
    assert (options.arrive_min.tolist(), options.finish_min.tolist()) == ([100], [101])


@pytest.mark.parametrize(
    ("load", "feasible"),
    [
        (Load(0, remove_min=100), True),
        (Load(0, remove_min=99), False),
        (Load(0, 23.09, window=(0, 111)), True),
        (Load(0, 23.09, window=(0, 110)), False),
        (Load(0, 23.09, remove_min=105), True),
    ],
    ids=["last minute", "a minute late", "window just reached", "window missed", "removed on the way"],
)
def test_only_what_can_still_be_had_is_weighed(load: Load, feasible: bool) -> None:
    """Minute 100, 11 minutes from a pickup at 23.09. Once taken, the remove minute counts no more (contest rule 33)."""
    assert len(weigh(seen(100), make_offers([load]), np.array([-1]))) == feasible


def test_ending_where_loads_abound_is_worth_more() -> None:
    """The region around 24.8 usually offers 0.75 of what can be before 03:00 and 0.25 after; that of 23.0 nothing.

    An order of 60 minutes ends there before 03:00 if it starts at 119, and after if it starts at 120.
    """
    region = parent(CELLS.cell_of(24.8, LNG), 4)
    usual = {region: np.array([0.75, 0.25] + [0.0] * 6)}
    loads = [Load(0, end_lat=24.8), Load(1)]
    worth = []
    for minute in (119, 120):
        view = CargoView(minute, usual=usual)
        worth.append(RULE.analyst.analyse(seen(minute), view, [listing(minute, loads)]).value_fen.tolist())
    assert worth == [[0.75 * BUSY_FEN, 0.0], [0.25 * BUSY_FEN, 0.0]]


# loads that memory knows are gone

A, B = Load(0, yuan=300), Load(1, yuan=200)


def pooled(memory: MemoryAgent, minute: int, *lists: Listing) -> list[int]:
    loads: list[int] = pool(memory.views(seen(minute)).cargo, lists)[0].load.tolist()
    return loads


def test_listed_and_remembered_loads_are_pooled_once_with_their_facts() -> None:
    """A (fact 1) and B (fact 2) are remembered; A is listed again in this step, which is no fact yet."""
    memory = memory_of(([listing(0, [A, B])], waited(1)))
    offers, facts = pool(memory.views(seen(40)).cargo, [listing(40, [A], k=1)])
    assert (offers.load.tolist(), facts.tolist()) == ([0, 1], [-1, 2])
    nothing, no_facts = pool(EMPTY.cargo, [])
    assert (len(nothing), len(no_facts)) == (0, 0)


def test_a_load_known_to_be_gone_is_not_weighed() -> None:
    """Taken; claimed by another; missing from a later list: each time B alone is left."""
    read = ([listing(0, [A, B])], waited(1))
    assert pooled(memory_of(read), 40) == [0, 1]
    assert pooled(memory_of(read, ([], took(0, 40))), 100) == [1]
    assert pooled(memory_of(read, ([], refused(0, 40))), 41) == [1]
    assert pooled(memory_of(read, ([listing(40, [B])], waited(41))), 80) == [1]


def test_a_load_missing_from_this_step_s_list_is_not_weighed() -> None:
    """A complete list without A; a full one that reaches beyond A; one that is full before it comes to A."""
    memory = memory_of(([listing(0, [A, B, Load(2, 23.09)])], waited(1)))
    assert pooled(memory, 40, listing(40, [B])) == [1]
    assert pooled(memory, 40, listing(40, [Load(2, 23.09)], k=1)) == [2]
    assert pooled(memory, 40, listing(40, [B], k=1)) == [1, 0, 2]


class ChecksProposals:
    """A witness that holds every decision against what its driver knew."""

    def __init__(self) -> None:
        self.takes = 0
        self.faults: list[str] = []

    def trace(self, driver: int, trace: StepTrace) -> None:
        action, options = trace.decision.action, trace.options
        if action.act != Act.TAKE_ORDER:
            return
        self.takes += 1
        if action.load in trace.views.cargo.unavailable:
            self.faults.append(f"{action.load} was known to be gone")
        row = int(np.flatnonzero(options.offers.load == action.load)[0])
        if options.offers.remove_min[row] < options.minute:
            self.faults.append(f"{action.load} was past its remove minute")

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        pass


def test_nobody_proposes_a_load_that_memory_knows_is_gone() -> None:
    """Two days of eight drivers in one small pool: claims are lost, and none is proposed again."""
    settings, checks = MemorySettings(), ChecksProposals()
    memory = MemoryAgent(settings, 8, CELLS)
    engine = Engine(busy_scenario(2, 8), AgentTeam(RULE, memory, checks), seed=3, memory=settings, cells=CELLS)
    engine.run()
    rows = engine.log.rows
    assert (checks.takes > 100, checks.faults) == (True, [])
    assert (rows["result"] == Result.CLAIMED_BY_OTHER).sum() > 0
    assert not rows["dead_proposal"].any()
    assert not rows["barren_again"].any()


# what memory hides changes what is done


def step(at: Observation, views: Views, lists: Sequence[Listing]) -> tuple[SearchPlan, Action]:
    """One step of the four agents, with those lists read."""
    options: Options = RULE.analyst.analyse(at, views.cargo, lists)
    assessment = RULE.preference.assess(at, views.preference, options)
    return RULE.search.search(at, views.search), RULE.decision.decide(at, views.decision, options, assessment).action


def test_an_empty_view_in_place_of_a_full_one_changes_the_step() -> None:
    """B, read at minute 0 with a poor load, is remembered at minute 40. Without it the driver waits and looks again."""
    memory = memory_of(([listing(0, [B, Load(2, yuan=1)])], waited(1)))
    at = seen(40)
    views = memory.views(at)
    known = "all lists in reach were read a short while ago, or in vain"
    assert step(at, views, []) == (SearchPlan((), known), Action(Act.TAKE_ORDER, load=1))
    assert step(at, replace(views, cargo=EMPTY.cargo), [])[1].act == Act.WAIT
    assert lats(step(at, replace(views, search=EMPTY.search), [])[0]) == [23.0]
    # A driver with a splendid record does not stoop to 50 yuan; the record hidden, it does.
    fifty = listing(40, [Load(3, yuan=50)], k=1)
    rich = Views(
        EMPTY.search,
        EMPTY.cargo,
        EMPTY.preference,
        replace(views.decision, earned_fen=900.0 * 7200, elapsed_min=7200),
    )
    assert step(at, rich, [fifty])[1].act == Act.WAIT
    assert step(at, replace(rich, decision=EMPTY.decision), [fifty])[1].act == Act.TAKE_ORDER
