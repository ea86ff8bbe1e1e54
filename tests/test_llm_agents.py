"""The agents by model: what each is offered, and what becomes of its answer. Places lie 10 km for each 0.09 degrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from agent_world import CELLS, Load, listing, make_offers, seen, took, waited
from llm_desk import Script, make_desk
from small_world import LNG

from agents.llm.analyst import ModelAnalyst
from agents.llm.answers import MOST_JUDGED
from agents.llm.decision import ModelDecision
from agents.llm.model import Trouble
from agents.llm.preference import ModelPreference
from agents.llm.search import ModelSearch
from agents.llm.single import ListedOnly, SingleDecision, single_set
from agents.records import Assessment, Decision, LookAt, Options, SearchPlan
from agents.rule.rule_set import RULE
from agents.rule.weigh import weigh
from memory.agent import MemoryAgent, empty_views
from memory.observed import Act, Action, Listing, Observation, Outcome
from memory.settings import MemorySettings
from memory.views.records import DecisionView

EMPTY = empty_views(0)
AT = seen(0)
WISHES = replace(AT, preferences=("每天至少连续休息6小时。", "不拉煤炭矿产。"))
TWO = [Load(7, yuan=100), Load(3, yuan=200)]
"""From the truck's place, an hour each: 100 and 200 yuan."""


def memory_of(*steps: tuple[Sequence[Listing], Outcome]) -> MemoryAgent:
    """The memory of a driver after those steps."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    for lists, outcome in steps:
        memory.observe(seen(outcome.start_min), lists, outcome, "", outcome.start_min)
    return memory


def options_of(loads: Sequence[Load], at: Observation = AT) -> Options:
    return weigh(at, make_offers(loads), np.arange(100, 100 + len(loads)))


def prompt(script: Script) -> str:
    return "\n".join(script.requests[-1].parts)


# search


FAR = memory_of(([listing(0, [Load(0, 23.0, 24.0, 500), Load(1, 23.9, 24.0, 800)])], waited(1)))
"""One list read at minute 0 at 23.0, of loads that start at 23.0 and 23.9 and end at 24.0: there most were seen."""


def search(script: Script, memory: MemoryAgent = FAR, minute: int = 200) -> SearchPlan:
    at = seen(minute)
    return ModelSearch(make_desk(script), RULE.search).search(at, memory.views(at).search)


def test_search_looks_where_the_model_says_and_cites_what_it_cites() -> None:
    script = Script({"why": "dear loads", "look": [1, 0], "facts": [1]})
    plan = search(script)
    busiest = plan.points[0]
    assert (round(busiest.lat, 1), plan.points[1:]) == (24.0, (LookAt(23.0, LNG),))
    assert plan.why == "dear loads"
    assert len(plan.fact_ids) >= 1
    assert "0 km=0 here read=0" in prompt(script)
    assert "minute=200 time=2026-03-01 03:20 weekday=7 at=23.00,113.00" in prompt(script)


def test_search_may_look_nowhere() -> None:
    assert search(Script({"why": "enough is known", "look": [], "facts": []})).points == ()


def test_a_place_that_was_not_offered_is_never_looked_at() -> None:
    at = seen(200)
    desk = make_desk(Script({"why": "there", "look": [99], "facts": []}))
    plan = ModelSearch(desk, RULE.search).search(at, FAR.views(at).search)
    assert plan == RULE.search.search(at, FAR.views(at).search)
    counts = desk.snapshot()["search"]
    assert (counts.failed, counts.fallback) == ({Trouble.INVENTED_ID: 2}, 1)


def test_where_memory_knows_no_other_place_nothing_is_asked() -> None:
    script = Script("not asked")
    plan = search(script, MemoryAgent(MemorySettings(), 1, CELLS))
    assert (plan.points, script.requests) == ((LookAt(23.0, LNG),), [])


# analyst


def judge(script: Script, loads: Sequence[Load] = TWO) -> Options:
    analyst = ModelAnalyst(make_desk(script), RULE.analyst)
    return analyst.judge(AT, EMPTY.cargo, options_of(loads))


def test_the_analyst_values_ends_and_risks_and_no_figure() -> None:
    """End 2 is worth 8,000 fen, end -2 nothing; at 25 per cent of 20,000 fen, 5,000 are lost. 1 is the dearer load."""
    judged = [{"n": 1, "end": 2, "risk": 25}, {"n": 2, "end": -2, "risk": 0}]
    options = judge(Script({"why": "busy there", "judged": judged}))
    assert options.value_fen.tolist() == [0.0, 8000.0 - 5000.0]
    before = options_of(TWO)
    assert options.net_fen.tolist() == before.net_fen.tolist()
    assert options.offers.load.tolist() == [7, 3]


def test_loads_that_are_not_judged_keep_their_worth_by_rule() -> None:
    options = judge(Script({"why": "only the best", "judged": [{"n": 1, "end": 0, "risk": 0}]}))
    assert options.value_fen.tolist() == [0.0, 4000.0]


@pytest.mark.parametrize(
    ("numbers", "trouble"), [([3], Trouble.INVENTED_ID), ([0], Trouble.INVENTED_ID), ([1, 1], Trouble.WRONG_SHAPE)]
)
def test_a_judgement_of_what_was_not_offered_is_no_judgement(numbers: list[int], trouble: Trouble) -> None:
    judged = [{"n": n, "end": 2, "risk": 0} for n in numbers]
    desk = make_desk(Script({"why": "", "judged": judged}))
    options = options_of(TWO)
    assert ModelAnalyst(desk, RULE.analyst).judge(AT, EMPTY.cargo, options) is options
    assert desk.snapshot()["analyst"].failed == {trouble: 2}


def test_only_the_best_loads_are_asked_about() -> None:
    script = Script({"why": "", "judged": []})
    judge(script, [Load(n, yuan=100 + n) for n in range(20)])
    offered = [line for line in prompt(script).splitlines() if " net=" in line]
    assert len(offered) == MOST_JUDGED
    assert offered[0].startswith("1 net=119 per_hour=119 pickup_km=0 haul_km=0 arrive=03-01T00:00 done=03-01T01:00")
    assert offered[0].endswith('cargo="paper"')


def test_without_loads_nobody_is_asked() -> None:
    script = Script("not asked")
    judge(script, [])
    assert script.requests == []


# preference


def assess(script: Script, at: Observation = WISHES) -> Assessment:
    desk = replace(make_desk(script, language="zh"), places=("惠州",))
    agent = ModelPreference(desk, RULE.preference)
    return agent.assess(at, EMPTY.preference, options_of(TWO, at))


PRICED: dict[str, Any] = {
    "why": "夜里不能跑",
    "priced": [{"n": 2, "penalty_yuan": 300}],
    "wait_yuan": 20,
    "due": ["休息"],
    "facts": [],
}


def test_wishes_are_quoted_and_priced() -> None:
    """Offer 2 is the cheaper load, row 0."""
    script = Script(PRICED)
    assessment = assess(script)
    assert assessment.option_fen.tolist() == [30_000.0, 0.0]
    assert (assessment.wait_fen, assessment.due) == (2000.0, ("休息",))
    assert '1 "每天至少连续休息6小时。"\n2 "不拉煤炭矿产。"' in prompt(script)
    assert 'cargo="paper" in="惠州" out="惠州"\n' in prompt(script)


def test_a_model_cannot_make_a_rule_s_penalty_smaller() -> None:
    class Strict:
        def assess(self, seen: Observation, view: object, options: Options) -> Assessment:
            return Assessment(np.array([50_000.0, 70_000.0]), 9000.0, ("rest",), (4,))

    agent = ModelPreference(make_desk(Script(PRICED), language="zh"), Strict())
    assessment = agent.assess(WISHES, EMPTY.preference, options_of(TWO))
    assert assessment.option_fen.tolist() == [50_000.0, 70_000.0]
    assert (assessment.wait_fen, assessment.due, assessment.fact_ids) == (9000.0, ("rest", "休息"), (4,))


def test_without_wishes_nobody_is_asked() -> None:
    script = Script("not asked")
    assert assess(script, AT).option_fen.tolist() == [0.0, 0.0]
    assert script.requests == []


# decision


def choose(
    script: Script, loads: Sequence[Load] = TWO, view: DecisionView = EMPTY.decision, at: Observation = AT
) -> Decision:
    options = options_of(loads, at)
    agent = ModelDecision(make_desk(script), RULE.decision)
    return agent.decide(at, view, options, Assessment(np.zeros(len(options)), due=("rest now",)))


def answer(choice: int, minutes: int = 0, **more: Any) -> dict[str, Any]:
    return {"why": "pays best", "choice": choice, "minutes": minutes, "plan": "go north", "facts": []} | more


def test_a_small_number_is_mapped_back_to_its_load() -> None:
    """Offers stand in the order of their worth: 1 is load 3 (200 yuan, fact 101), 2 is load 7."""
    script = Script(answer(2))
    decision = choose(script)
    assert decision.action == Action(Act.TAKE_ORDER, load=7)
    assert (decision.why, decision.plan, decision.fact_ids) == ("pays best", "go north", (100,))
    assert [load for load, _ in decision.alternatives] == [3]
    text = prompt(script)
    assert "due: rest now" in text
    assert text.index("Memory") < text.index("Offers:") < text.index("1 net=200") < text.index("Now:\nminute=0")


@pytest.mark.parametrize(("minutes", "waits"), [(30, 30), (240, 240), (1440, 240), (0, 45)])
def test_zero_waits(minutes: int, waits: int) -> None:
    assert choose(Script(answer(0, minutes))).action == Action(Act.WAIT, minutes=waits)


@pytest.mark.parametrize("choice", [3, 7, 9999])
def test_a_choice_that_was_not_offered_never_reaches_the_world(choice: int) -> None:
    """7 is a load's row, and no number on offer."""
    desk = make_desk(Script(answer(choice)))
    options, assessment = options_of(TWO), Assessment(np.zeros(2))
    decision = ModelDecision(desk, RULE.decision).decide(AT, EMPTY.decision, options, assessment)
    assert decision == RULE.decision.decide(AT, EMPTY.decision, options, assessment)
    counts = desk.snapshot()["decision"]
    assert (counts.failed, counts.fallback) == ({Trouble.INVENTED_ID: 2}, 1)


def test_a_load_that_cannot_finish_is_not_offered() -> None:
    script = Script(answer(0, 30))
    choose(script, [Load(0, service_min=59), Load(1, service_min=61)], at=seen(LATE, horizon_min=LATE + 60))
    assert prompt(script).count(" net=") == 1


LATE = 600


def test_a_cited_line_is_cited_by_its_fact() -> None:
    memory = memory_of(([listing(0, [Load(5)])], took(5, 0, yuan=100)))
    at = seen(60)
    view = memory.views(at).decision
    decision = choose(Script(answer(1, facts=[2])), view=view, at=at)
    (taken,) = (action.fact for action in view.recent)
    assert decision.fact_ids == (101, taken)
    assert choose(Script(answer(0, 5, facts=[99])), view=view, at=at).why != "pays best"


def test_without_an_offer_the_rule_waits_and_nobody_is_asked() -> None:
    script = Script("not asked")
    assert choose(script, []).action.act == Act.WAIT
    assert script.requests == []


# the single agent


def test_the_single_agent_sees_the_list_as_it_is() -> None:
    """Nearest first, not best first: 1 is load 7."""
    script = Script(answer(1))
    agents = single_set(make_desk(script))
    assert agents.search.search(AT, EMPTY.search).points == (LookAt(23.0, LNG),)
    options = agents.analyst.analyse(WISHES, EMPTY.cargo, [listing(0, [Load(7, 23.0), Load(3, 23.09, yuan=900)])])
    assessment = agents.preference.assess(WISHES, EMPTY.preference, options)
    assert agents.decision.decide(WISHES, EMPTY.decision, options, assessment).action == Action(Act.TAKE_ORDER, load=7)
    assert "不拉煤炭矿产" in prompt(script)
    assert len(script.requests) == 1


def test_the_single_agent_falls_back_like_the_others() -> None:
    desk = make_desk(Script(answer(5)))
    options = ListedOnly().analyse(AT, EMPTY.cargo, [listing(0, TWO)])
    assessment = Assessment(np.zeros(2))
    decision = SingleDecision(desk, RULE.decision).decide(AT, EMPTY.decision, options, assessment)
    assert decision == RULE.decision.decide(AT, EMPTY.decision, options, assessment)
    assert desk.snapshot()["single"].fallback == 1
