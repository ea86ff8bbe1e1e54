"""A team that takes a run's recorded steps again, word by word, and lets live agents take those that are not recorded.

World and memory go their usual way, so that after the last recorded step everything is as it was, and no agent was
asked twice. It reads no database and compares nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.records import Decision, SearchPlan
from dispatch.record.recording import RecordedStep, Recording
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Listing, Observation, Outcome
from memory.views.records import Views


@dataclass(frozen=True, slots=True)
class _Open:
    """A recorded step that has begun and not ended."""

    step: RecordedStep
    start_min: int
    views: Views | None


class ReplayedTeam:
    """Fits the engine's `Team`. A step that is not in `recording.steps` is the live team's, from begin to finish."""

    def __init__(
        self,
        recording: Recording,
        live: AgentTeam,
        memory: MemoryAgent,
        on_views: Callable[[int, Views], None] | None = None,
    ) -> None:
        """`on_views` is told (driver, views) of each replayed step before memory learns from it; without it no view
        is made, which is most of the time that a step by rule takes."""
        self._steps = recording.steps
        self._live = live
        self._memory = memory
        self._on_views = on_views
        self._begun: Counter[int] = Counter()
        self._open: dict[int, _Open] = {}

    def begin(self, seen: Observation) -> SearchPlan:
        self._begun[seen.driver] += 1
        step = self._steps.get((seen.driver, self._begun[seen.driver]))
        if step is None:
            return self._live.begin(seen)
        if step.plan is None:
            raise _as_recorded(step.failure)
        views = None if self._on_views is None else self._memory.views(seen)
        self._open[seen.driver] = _Open(step, seen.minute, views)
        return step.plan

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        if seen.driver not in self._open:
            return self._live.decide(seen, listings)
        step = self._open[seen.driver].step
        if step.decision is None:
            del self._open[seen.driver]
            raise _as_recorded(step.failure)
        return step.decision

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        if seen.driver not in self._open:
            self._live.finish(seen, listings, decision, outcome)
            return
        step = self._open.pop(seen.driver)
        if self._on_views is not None and step.views is not None:
            self._on_views(seen.driver, step.views)
        self._live.learn(seen, listings, decision, outcome, step.start_min)


def _as_recorded(failure: str) -> Exception:
    """An error that is told with the words of a recorded one, "Kind: message"."""
    kind, _, message = failure.partition(": ")
    error: Exception = type(kind, (Exception,), {})(message)
    return error
