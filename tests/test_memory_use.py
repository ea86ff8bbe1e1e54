"""Measures of memory itself, on steps whose views and answers are written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from small_world import busy_scenario

from agents.records import Assessment, Decision, Options, SearchPlan
from dispatch.memory_use import MemoryUse, UseFigures, conflicts, shown_facts
from dispatch.run import RunSettings, simulate
from dispatch.team import StepTrace
from memory.agent import empty_views
from memory.driver import DayCounts, RecentAction
from memory.facts import FactKind, FactWriter
from memory.observed import NO_OFFERS, Act, Action, Offers, Result
from memory.settings import MemorySettings
from memory.views import Views


def whole(values: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)


def offers(loads: Sequence[int]) -> Offers:
    """Loads of which nothing matters but who they are."""
    columns = {name: np.zeros(len(loads), getattr(NO_OFFERS, name).dtype) for name in Offers.__dataclass_fields__}
    return Offers(**columns | {"load": whole(loads)})


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
        hit_rate=None, use_rate=None, conflict_rate=0.0, shown_age_min=None, relied_age_min=None
    )


def test_facts_beyond_the_first_thousands_have_their_minutes() -> None:
    use = facts_at(*range(10_000))
    use.trace(0, step(views(10_000, {1: 9_999}), 9_999))
    assert use.figures().relied_age_min == 1.0


def test_conflicts_within_a_view_and_between_two() -> None:
    calm = views(0, {7: 0, 8: 1})
    assert conflicts(calm) == 0
    assert conflicts(empty_views(0)) == 0
    gone = frozenset({8})
    assert conflicts(replace(calm, cargo=replace(calm.cargo, unavailable=gone))) == 1
    assert conflicts(replace(calm, decision=replace(calm.decision, unavailable=gone))) == 1
    assert conflicts(replace(calm, cargo=replace(calm.cargo, offers=offers([7, 7])))) == 1
    assert conflicts(replace(calm, search=replace(calm.search, plan="go north"))) == 1
    assert conflicts(replace(calm, preference=replace(calm.preference, today=DayCounts(takes=1)))) == 1


@pytest.mark.parametrize("mode", ["none", "rule"])
def test_watching_changes_nothing_and_rule_agents_rely_on_what_they_are_shown(mode: str) -> None:
    scenario = busy_scenario(2, 3)
    settings = RunSettings(scenario="busy", memory=MemorySettings.model_validate({"mode": mode}), seed=7)
    use = MemoryUse()
    _, watched = simulate(scenario, settings, recorder=use)
    assert watched.digest == simulate(scenario, settings)[1].digest
    figures = use.figures()
    assert figures.conflict_rate == 0.0
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
