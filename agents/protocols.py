"""The four deciding agents, as protocols. An agent is a function of what it is handed and keeps no driver's state.

The fifth, MemoryAgent, is in `memory/`: it makes the views that these are handed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agents.records import Assessment, Decision, Options, SearchPlan
from memory.observed import Listing, Observation
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView


class SearchAgent(Protocol):
    """Where to look, or not at all."""

    def search(self, seen: Observation, view: SearchView) -> SearchPlan: ...


class CargoAnalystAgent(Protocol):
    """New and remembered loads -> the feasible ones with net income, minutes and the worth of where they end."""

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        """The arithmetic: it asks no model."""
        ...

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        """The same rows in the same order, their worth reconsidered. Runs beside the preference agent."""
        ...


class PreferenceAgent(Protocol):
    """Each option, and doing nothing -> the expected penalty, and what is due now."""

    def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment: ...


class MainDecisionAgent(Protocol):
    """The step's one action."""

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision: ...


@dataclass(frozen=True, slots=True)
class AgentSet:
    """The four agents of a run, by the name under which the command line knows them."""

    name: str
    search: SearchAgent
    analyst: CargoAnalystAgent
    preference: PreferenceAgent
    decision: MainDecisionAgent
    judge_beside_assess: bool = False
    """Both the analyst's judgement and the preference agent ask a model: worth running at the same time."""
