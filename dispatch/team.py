"""The five agents at work for every driver: the path of one step from observation to facts.

It hands records along and holds what one step needs until it ends; it decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from agents.protocols import AgentSet
from agents.records import Assessment, Decision, Options, SearchPlan
from dispatch.asking import both
from memory.agent import MemoryAgent
from memory.facts import FactBlock
from memory.observed import Listing, Observation, Outcome
from memory.views.records import Views


@dataclass(frozen=True, slots=True)
class StepTrace:
    """What the agents of one step saw and said."""

    views: Views
    plan: SearchPlan
    options: Options
    assessment: Assessment
    decision: Decision


class Witness(Protocol):
    """Takes in what the agents of each step saw and said, and then the facts that memory made of it."""

    def trace(self, driver: int, trace: StepTrace) -> None:
        """Called before memory learns from the step: later the same views would show what was learned."""
        ...

    def facts(self, driver: int, facts: FactBlock | None) -> None: ...


@dataclass(slots=True)
class _Open:
    """A driver's step that has begun and not ended."""

    start_min: int
    views: Views
    plan: SearchPlan
    options: Options | None = None
    assessment: Assessment | None = None


class AgentTeam:
    """One agent set and one memory for all drivers of a run; fits the engine's `Team`."""

    def __init__(self, agents: AgentSet, memory: MemoryAgent, witness: Witness | None = None) -> None:
        self._agents = agents
        self._memory = memory
        self._witness = witness
        self._open: dict[int, _Open] = {}

    def begin(self, seen: Observation) -> SearchPlan:
        views = self._memory.views(seen)
        plan = self._agents.search.search(seen, views.search)
        self._open[seen.driver] = _Open(seen.minute, views, plan)
        return plan

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        step, agents = self._open[seen.driver], self._agents
        weighed = agents.analyst.analyse(seen, step.views.cargo, listings)
        judge = partial(agents.analyst.judge, seen, step.views.cargo, weighed)
        assess = partial(agents.preference.assess, seen, step.views.preference, weighed)
        options, assessment = both(judge, assess) if agents.judge_beside_assess else (judge(), assess())
        step.options, step.assessment = options, assessment
        return agents.decision.decide(seen, step.views.decision, options, assessment)

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        step = self._open.pop(seen.driver)
        if self._witness is not None:
            assert step.options is not None
            assert step.assessment is not None
            trace = StepTrace(step.views, step.plan, step.options, step.assessment, decision)
            self._witness.trace(seen.driver, trace)
        self.learn(seen, listings, decision, outcome, step.start_min)

    def learn(
        self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome, start_min: int
    ) -> None:
        """Let memory learn from a step that began at `start_min`, whoever decided it."""
        facts = self._memory.observe(seen, listings, outcome, decision.plan, start_min)
        if self._witness is not None:
            self._witness.facts(seen.driver, facts)
