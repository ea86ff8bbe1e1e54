"""Who sits around the loop: the team that decides for drivers and the recorder that watches, and what it hands them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agents.records import Decision, SearchPlan
from memory.observed import Listing, Observation, Outcome


class Team(Protocol):
    """Who decides for every driver; holds no world.

    `begin` and `decide` may be asked for several drivers at once, and must rest on what the driver itself did and saw;
    `finish` is called in the order of events.
    """

    def begin(self, seen: Observation) -> SearchPlan:
        """Open a step: where to look."""
        ...

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        """Choose the action; `seen` is as of the minute when the lists were read."""
        ...

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        """Close the step: learn from what happened."""
        ...


@dataclass(frozen=True, slots=True)
class StepRecord:
    """Everything of one step, as data, for whoever records it."""

    row: int
    """Index into the run's step log."""
    seen: Observation
    plan: SearchPlan | None
    listings: tuple[Listing, ...]
    decision: Decision | None
    outcome: Outcome
    failure: str
    """Kind and message of the error when the driver's agents failed, else empty."""


class Recorder(Protocol):
    """Takes steps as they end, and is told when a simulated hour is over."""

    def step(self, record: StepRecord) -> None: ...

    def hour(self, minute: int) -> None: ...

    def keep_first(self, kept: dict[int, int]) -> None:
        """Forget each driver's steps after its first `kept[driver]`."""
        ...


def checked_plan(plan: SearchPlan) -> SearchPlan:
    """The plan, if it is one; raises ValueError or AttributeError where a failing agent made something else."""
    if plan.blind_scan_min < 0:
        raise ValueError(f"reading takes {plan.blind_scan_min} minutes, less than none")
    return replace(plan, points=tuple(plan.points))
