"""Measures of memory itself, on steps whose views and answers are written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from small_world import busy_scenario

from agents.records import Assessment, Decision, Options, SearchPlan
from agents.sets import agent_set
from dispatch.compare.metrics import paired_differences
from dispatch.engine import Engine
from dispatch.measures.memory_use import MemoryUse, UseFigures, conflicts_between, conflicts_within, shown_facts
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent
from memory.digests.digest import Bullet
from memory.facts import FactBlock, FactKind, FactWriter
from memory.observed import Act, Action, Result
from memory.offers import NO_OFFERS, OFFER_DTYPE, Offers
from memory.settings import MemorySettings
from memory.stores.driver import DayCounts, RecentAction
from memory.stores.market_columns import Places
from memory.views.records import Views
from memory.views.show import empty_views
from scenarios.cells import CellIndex


def offers(loads: Sequence[int]) -> Offers:
    """Loads of which nothing matters but who they are."""
    rows = np.zeros(len(loads), dtype=OFFER_DTYPE)
    rows["load"] = loads
    return Offers(rows)


def views(minute: int, remembered: dict[int, int], acted: Sequence[int] = ()) -> Views:
    """A cargo view of these loads, each with its fact, and a decision view of actions with these facts."""
    nothing = empty_views(minute)
    cargo = replace(nothing.cargo, offers=offers(list(remembered)), fact_ids=np.array([*remembered.values()], np.int64))
    recent = tuple(RecentAction(0, Act.WAIT, Result.DONE, -1, 45, fact) for fact in acted)
    return replace(nothing, cargo=cargo, decision=replace(nothing.decision, recent=recent))


def step(shown: Views, *relied_on: int) -> StepTrace:
    """A step whose decision relied on these facts."""
    none_left = Options(0, NO_OFFERS, *(np.empty(0) for _ in range(5)), fact_ids=np.empty(0, np.int64))
    wait = Decision(Action(Act.WAIT, minutes=45), fact_ids=relied_on)
    return StepTrace(shown, SearchPlan(), none_left, Assessment(np.empty(0)), wait)


def facts_at(*minutes: int) -> MemoryUse:
    """Measures that know of facts 0, 1, 2, … at these minutes."""
    use, facts = MemoryUse(), FactWriter(0, driver=0)
    for minute in minutes:
        facts.add(FactKind.WAITED, minute)
    use.facts(0, facts.seal())
    return use


def test_each_measure_by_hand() -> None:
    """Facts 0 to 3 of minutes 10, 20, 30 and 40.

    Minute 100: loads with facts 0, 1, 2 and an action with fact 3 are shown, and fact 1 is relied on.
    Minute 200: only the action is shown, and relied on. Minute 300: nothing is shown, and fact 0 relied on in vain.
    """
    use = facts_at(10, 20, 30, 40)
    use.trace(0, step(views(100, {7: 0, 8: 1, 9: 2}, [3]), 1))
    use.trace(0, step(views(200, {}, [3]), 3))
    use.trace(0, step(views(300, {}), 0))
    assert use.figures() == UseFigures(
        hit_rate=round(2 / 3, 6),  # of three views that show something, one cargo view and one decision view
        use_rate=round(2 / 5, 6),  # of 3 + 1 + 1 facts
        conflict_rate=0.0,
        within_conflict_rate=0.0,
        between_conflict_rate=0.0,
        shown_age_min=(90 + 80 + 70 + 60 + 160) / 5,
        relied_age_min=(80 + 160) / 2,
    )


def test_a_fact_shown_twice_in_a_view_counts_once_and_in_two_views_twice() -> None:
    use = facts_at(0, 0)
    use.trace(0, step(views(60, {7: 0, 8: 0}, [0, 1]), 0))
    # The cargo view shows fact 0, the decision view 0 and 1: three shown, two of them relied on, in two views.
    assert (use.figures().use_rate, use.figures().hit_rate) == (round(2 / 3, 6), 1.0)


def test_a_memory_that_shows_nothing_has_no_rates() -> None:
    use = MemoryUse()
    assert use.figures().conflict_rate is None
    use.trace(0, step(empty_views(0)))
    assert use.figures() == UseFigures(
        hit_rate=None,
        use_rate=None,
        conflict_rate=0.0,
        within_conflict_rate=0.0,
        between_conflict_rate=0.0,
        shown_age_min=None,
        relied_age_min=None,
    )


def test_facts_beyond_the_first_thousands_have_their_minutes() -> None:
    use = facts_at(*range(10_000))
    use.trace(0, step(views(10_000, {1: 9_999}), 9_999))
    assert use.figures().relied_age_min == 1.0


CALM = views(0, {7: 0, 8: 1})
"""Loads 7 and 8 are offered, and nothing else is said."""
GONE = frozenset({8})


def conflicts(told: Views) -> tuple[int, int]:
    """Within views, and between them."""
    return conflicts_within(told), conflicts_between(told)


def of_cargo(**changed: Any) -> Views:
    return replace(CALM, cargo=replace(CALM.cargo, **changed))


def of_decision(**changed: Any) -> Views:
    return replace(CALM, decision=replace(CALM.decision, **changed))


def known_places(cells: Sequence[int], traffic: int) -> Places:
    """Places of which nothing matters but their cell and traffic."""
    n = len(cells)
    columns = {f.name: np.zeros(n) for f in fields(Places)}
    return Places(**columns | {"cell": np.array(cells), "traffic": np.full(n, traffic)})


def test_views_that_say_nothing_twice_contradict_nothing() -> None:
    assert conflicts(CALM) == conflicts(empty_views(0)) == (0, 0)


def test_a_view_may_contradict_itself() -> None:
    """A load offered and called gone; one sent for and called gone; one offered twice; a place told of twice."""
    sent = (Bullet("seek", "load 9 pays 300 yuan", (0,)),)
    assert conflicts(of_cargo(unavailable=GONE)) == (1, 0)
    assert conflicts(of_cargo(unavailable=frozenset({9}), bullets=sent)) == (1, 0)
    assert conflicts(of_cargo(unavailable=frozenset({10}), bullets=sent)) == (0, 0)
    assert conflicts(of_cargo(offers=offers([7, 7]))) == (1, 0)
    twice = replace(CALM, search=replace(CALM.search, places=known_places([5, 5], 1)))
    assert conflicts(twice) == (1, 0)
    # A risk that names a load which is gone says so itself.
    risk = (Bullet("risk", "load 9 was lost", (0,)),)
    assert conflicts(of_cargo(unavailable=frozenset({9}), bullets=risk)) == (0, 0)


def test_two_views_may_contradict_each_other() -> None:
    """A load offered here and gone there; two plans; two counts of orders; a region and a place in two ways."""
    assert conflicts(of_decision(unavailable=GONE)) == (0, 1)
    assert conflicts(replace(CALM, search=replace(CALM.search, plan="go north"))) == (0, 1)
    assert conflicts(replace(CALM, preference=replace(CALM.preference, today=DayCounts(takes=1)))) == (0, 1)
    region = of_cargo(usual={3: np.array([0.1]), 4: np.array([0.5])})
    assert conflicts(replace(region, decision=of_decision(usual={3: np.array([0.1])}).decision)) == (0, 0)
    assert conflicts(replace(region, decision=of_decision(usual={3: np.array([0.2])}).decision)) == (0, 1)
    place = replace(CALM, search=replace(CALM.search, places=known_places([5, 6], 1)))
    assert conflicts(replace(place, decision=of_decision(places=known_places([6, 7], 1)).decision)) == (0, 0)
    assert conflicts(replace(place, decision=of_decision(places=known_places([6, 7], 2)).decision)) == (0, 1)


def test_steps_with_conflicts_are_counted_once_each() -> None:
    """Of four steps one contradicts itself, one the other view, one does both, one neither: 2, 2 and 3 of 4."""
    use = facts_at(0, 0)
    both = replace(of_cargo(unavailable=GONE), decision=of_decision(unavailable=GONE).decision)
    for told in (of_cargo(unavailable=GONE), of_decision(unavailable=GONE), both, CALM):
        use.trace(0, step(told))
    figures = use.figures()
    assert (figures.within_conflict_rate, figures.between_conflict_rate, figures.conflict_rate) == (0.5, 0.5, 0.75)


def test_what_a_store_is_worth_by_hand() -> None:
    """With the market 300 and 500 yuan on seeds 1 and 2, without it 250 and 470: worth (50 + 30) / 2 = 40 a run."""

    def row(net: float) -> dict[str, Any]:
        return {"net_yuan": net, "orders": {"refused": {}}}

    arms = {"rule": {1: row(300.0), 2: row(500.0)}, "rule-market": {1: row(250.0), 2: row(470.0)}}
    (pair,) = paired_differences(arms, ["net_yuan"])
    assert pair.mean_difference is not None
    assert -pair.mean_difference == 40.0


@pytest.mark.parametrize("mode", ["none", "rule", "digest"])
def test_watching_changes_nothing_and_rule_agents_rely_on_what_they_are_shown(mode: str) -> None:
    scenario = busy_scenario(2, 3)
    settings = RunSettings(scenario="busy", memory=MemorySettings.model_validate({"mode": mode}), seed=7)
    use = MemoryUse()
    _, watched = simulate(scenario, settings, recorder=use)
    assert watched.digest == simulate(scenario, settings)[1].digest
    figures = use.figures()
    assert (figures.conflict_rate, figures.within_conflict_rate, figures.between_conflict_rate) == (0.0, 0.0, 0.0)
    if mode == "none":
        assert (figures.hit_rate, figures.use_rate) == (None, None)
    else:
        assert figures.hit_rate is not None
        assert figures.hit_rate > 0.3
        assert figures.use_rate is not None
        assert 0 < figures.use_rate < 1


def test_shown_facts_are_in_the_order_of_the_agents() -> None:
    shown = shown_facts(views(5, {7: 3, 8: 2}, [9]))
    assert [(minute, ids.tolist()) for minute, ids in shown] == [(5, []), (5, [2, 3]), (5, []), (5, [9])]


class Reads:
    """A tracer that holds the facts of each view to the ids behind its lines."""

    def __init__(self) -> None:
        self.views = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        shown = trace.views.search, trace.views.cargo, trace.views.preference, trace.views.decision
        for view, (minute, ids) in zip(shown, shown_facts(trace.views), strict=True):
            assert minute == view.minute
            assert sorted({i for line in view.lines() for i in line.fact_ids}) == ids.tolist()
            self.views += len(ids) > 0

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        pass


@pytest.mark.parametrize("mode", ["rule", "digest"])
def test_facts_shown_are_those_behind_the_lines(mode: str) -> None:
    scenario, settings = busy_scenario(2, 3), MemorySettings.model_validate({"mode": mode, "digest_searches": 5})
    cells, reads = CellIndex(), Reads()
    team = AgentTeam(agent_set("rule"), MemoryAgent(settings, 3, cells), reads)
    Engine(scenario, team, seed=3, memory=settings, cells=cells).run()
    assert reads.views > 100
