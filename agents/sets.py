"""Agent sets by the name under which the command line knows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from agents.llm.analyst import ModelAnalyst
from agents.llm.decision import ModelDecision
from agents.llm.desk import Desk
from agents.llm.preference import ModelPreference
from agents.llm.search import ModelSearch
from agents.llm.single import single_set
from agents.protocols import AgentSet
from agents.rule.greedy import GREEDY
from agents.rule.rule_set import RULE

BY_RULE: tuple[AgentSet, ...] = (RULE, GREEDY)
"""Sets that ask no model."""
NAMES: tuple[str, ...] = (*(agents.name for agents in BY_RULE), "llm", "single")
"""Of all sets but mixes, which name their agents."""
MIXED = "mixed:"
Maker = Literal["rule", "llm"]


@dataclass(frozen=True, slots=True)
class Mix:
    """Who makes each agent of a set. The command line's `main` is the decision."""

    search: Maker = "rule"
    analyst: Maker = "rule"
    preference: Maker = "rule"
    main: Maker = "rule"


AGENTS: tuple[str, ...] = ("search", "analyst", "preference", "main")
ALL_BY_MODEL = Mix("llm", "llm", "llm", "llm")


def agent_set(name: str, desk: Desk | None = None) -> AgentSet:
    """The set of that name: rule, greedy, llm, single, or mixed with its agents named.

    `desk` is for sets that ask a model. Raises ValueError, in one sentence, for a name that is none or is ill-formed,
    and where a set needs a desk and has none.
    """
    mix = mix_of(name)
    for agents in BY_RULE:
        if agents.name == name:
            return agents
    if mix == Mix():
        return replace(RULE, name=name)
    if desk is None:
        raise ValueError(f"agents {name} ask a language model, and none is named; name one with --model")
    return single_set(desk) if mix is None else mixed_set(name, mix, desk)


def needs_model(name: str) -> bool:
    """Whether any agent of the set asks a model. Raises ValueError as `agent_set` does."""
    mix = mix_of(name)
    return name == "single" or (mix is not None and mix != Mix())


def mix_of(name: str) -> Mix | None:
    """Who makes each agent of a set; None for greedy and single, which are no mix. Raises ValueError."""
    if name in ("greedy", "single"):
        return None
    if name in ("rule", "llm"):
        return Mix() if name == "rule" else ALL_BY_MODEL
    if not name.startswith(MIXED):
        raise ValueError(f"{name!r} is no set of agents; known: {', '.join(NAMES)}, mixed:search=rule,main=llm")
    makers: dict[str, Maker] = {}
    for part in name.removeprefix(MIXED).split(","):
        agent, _, maker = part.partition("=")
        if agent not in AGENTS:
            raise ValueError(f"{agent!r} in {name!r} is no agent; agents are {', '.join(AGENTS)}, as in mixed:main=llm")
        if agent in makers:
            raise ValueError(f"{agent!r} stands twice in {name!r}; name it once")
        if maker == "rule":
            makers[agent] = "rule"
        elif maker == "llm":
            makers[agent] = "llm"
        else:
            raise ValueError(f"{part!r} in {name!r} does not say who decides; write {agent}=rule or {agent}=llm")
    return Mix(**makers)


def mixed_set(name: str, mix: Mix, desk: Desk) -> AgentSet:
    """The agents by rule, and those by model that the mix asks for; each of these falls back on its rule."""
    return AgentSet(
        name,
        ModelSearch(desk, RULE.search) if mix.search == "llm" else RULE.search,
        ModelAnalyst(desk, RULE.analyst) if mix.analyst == "llm" else RULE.analyst,
        ModelPreference(desk, RULE.preference) if mix.preference == "llm" else RULE.preference,
        ModelDecision(desk, RULE.decision) if mix.main == "llm" else RULE.decision,
        judge_beside_assess=mix.analyst == mix.preference == "llm",
    )
