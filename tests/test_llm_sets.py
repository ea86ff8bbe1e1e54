"""Agent sets by name: by rule, by model, mixed and single; one sentence for a name that is none."""

from __future__ import annotations

import pytest
from llm_desk import make_desk

from agents.llm.analyst import ModelAnalyst
from agents.llm.decision import ModelDecision
from agents.llm.preference import ModelPreference
from agents.llm.search import ModelSearch
from agents.llm.single import SingleDecision
from agents.rule.rule_set import RULE
from agents.sets import agent_set, needs_model
from dispatch import simulate


def test_llm_is_four_agents_by_model() -> None:
    agents = agent_set("llm", make_desk())
    assert isinstance(agents.search, ModelSearch)
    assert isinstance(agents.analyst, ModelAnalyst)
    assert isinstance(agents.preference, ModelPreference)
    assert isinstance(agents.decision, ModelDecision)
    assert (agents.name, agents.judge_beside_assess, needs_model("llm")) == ("llm", True, True)


def test_mixed_picks_agent_by_agent_and_leaves_the_rest_to_rules() -> None:
    agents = agent_set("mixed:analyst=llm,main=llm,search=rule", make_desk())
    assert isinstance(agents.analyst, ModelAnalyst)
    assert isinstance(agents.decision, ModelDecision)
    assert (agents.search, agents.preference) == (RULE.search, RULE.preference)
    assert (agents.name, agents.judge_beside_assess) == ("mixed:analyst=llm,main=llm,search=rule", False)


def test_single_asks_once_a_step() -> None:
    assert isinstance(agent_set("single", make_desk()).decision, SingleDecision)
    assert needs_model("single")


def test_rules_need_no_model() -> None:
    assert [needs_model(name) for name in ("rule", "greedy", "mixed:search=rule")] == [False, False, False]
    assert agent_set("rule") is RULE


def test_a_mix_of_rules_only_decides_as_the_rules_do() -> None:
    agents = agent_set("mixed:search=rule,main=rule")
    assert (agents.name, agents.search, agents.decision) == ("mixed:search=rule,main=rule", RULE.search, RULE.decision)
    mixed, rule = (simulate("tiny", agents=name) for name in ("mixed:search=rule", "rule"))
    assert mixed.steps.drop_columns("run") == rule.steps.drop_columns("run")


WRONG = {
    "clever": r"'clever' is no set of agents; known: rule, greedy, llm, single, mixed:search=rule,main=llm",
    "mixed:": r"'' in 'mixed:' is no agent; agents are search, analyst, preference, main, as in mixed:main=llm",
    "mixed:decision=llm": r"'decision' in .* is no agent",
    "mixed:search": r"'search' in 'mixed:search' does not say who decides; write search=rule or search=llm",
    "mixed:search=gpt": r"'search=gpt' in .* does not say who decides",
    "mixed:main=llm,main=rule": r"'main' stands twice",
    "mixed:main=llm, search=rule": r"' search' in .* is no agent",
}


@pytest.mark.parametrize(("name", "sentence"), WRONG.items(), ids=WRONG)
def test_a_name_that_is_none_is_one_sentence(name: str, sentence: str) -> None:
    for asks in (needs_model, agent_set):
        with pytest.raises(ValueError, match=sentence):
            asks(name)


@pytest.mark.parametrize("name", ["llm", "single", "mixed:main=llm"])
def test_a_set_that_asks_a_model_needs_one(name: str) -> None:
    with pytest.raises(ValueError, match=f"agents {name} ask a language model, and none is named"):
        agent_set(name)
