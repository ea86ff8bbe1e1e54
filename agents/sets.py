"""The agent sets that the command line knows by name."""

from __future__ import annotations

from agents.greedy import GREEDY
from agents.protocols import AgentSet
from agents.rule_set import RULE

AGENT_SETS: tuple[AgentSet, ...] = (RULE, GREEDY)


def agent_set(name: str) -> AgentSet:
    """The set of that name. Raises KeyError with the known names."""
    for agents in AGENT_SETS:
        if agents.name == name:
            return agents
    raise KeyError(f"unknown agent set {name!r}; known: {', '.join(a.name for a in AGENT_SETS)}")
