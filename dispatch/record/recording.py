"""The steps of a recorded run as data: what was planned, decided and answered, to be done again or compared.

It reads what a store gives and decides nothing. Loads are found by their ids, so the scenario must be the run's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any

import orjson

from agents.llm.calls import Call
from agents.records import Decision, LookAt, SearchPlan
from dispatch.steps import STEP_DTYPE
from memory.observed import Act, Action, Result

FIELDS: tuple[str, ...] = STEP_DTYPE.names or ()
_AT = {name: place for place, name in enumerate(FIELDS)}


class DifferenceError(RuntimeError):
    """A step that was taken again came out otherwise than it was recorded: where, which field, before and now."""

    def __init__(self, where: str, name: str, before: object, now: object) -> None:
        super().__init__(
            f"{where}: {name} is {before!r} in the record and {now!r} now; the program or the machine is not the run's."
        )


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A step as a store holds it: its row of the step log, the id of its load, its failure, and its detail in JSON."""

    seq: int
    row: tuple[Any, ...]
    load_id: str
    failure: str
    detail: bytes

    @property
    def ended_min(self) -> int:
        """The minute in which the step was closed: that of its decision. It never falls with `seq`."""
        minute: int = self.row[_AT["start_min"]] + self.row[_AT["scan_min"]]
        return minute


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step that can be taken again. Without a decision its agents failed, before or after a plan."""

    plan: SearchPlan | None
    decision: Decision | None
    failure: str


@dataclass(frozen=True, slots=True)
class Recording:
    """The first steps of a run, in the order in which they ended."""

    rows: Mapping[tuple[int, int], tuple[Any, ...]] = field(default_factory=dict)
    """By (driver, step): the step's row of the step log. Every driver's steps from 1 on, without a gap."""
    steps: Mapping[tuple[int, int], RecordedStep] = field(default_factory=dict)
    """By (driver, step), where the record tells enough to take the step again without asking anybody."""
    failures: int = 0
    """Failures of agents that were recorded with them."""
    calls: tuple[Call, ...] = ()
    """What deciding agents asked a model in them."""

    def __len__(self) -> int:
        return len(self.rows)

    def difference(self, row: tuple[Any, ...]) -> tuple[str, Any, Any] | None:
        """(field, recorded, now) of the first field in which a step taken again is another; None if it is the same.

        `row` is the step's row of the step log. Raises KeyError for a step that the recording lacks.
        """
        recorded = self.rows[row[_AT["driver"]], row[_AT["step"]]]
        for name, before, now in zip(FIELDS, recorded, row, strict=True):
            if before != now and not (before != before and now != now):  # NaN is what differs from itself
                return name, before, now
        return None


def torn_from(steps: Sequence[StoredStep]) -> int | None:
    """The minute, a whole hour, from which on a run's steps are in doubt; None if none is.

    Torn is where `seq` has a gap, or a detail cannot be read. Steps were committed by the hour, so all before the hour
    of the first torn place are whole.
    """
    before = 0
    for place, step in enumerate(steps):
        if step.seq != place:  # what is missing ended after the step before it, perhaps in the same hour
            return before // 60 * 60
        before = step.ended_min
        if not _readable(step.detail):
            return before // 60 * 60
    return None


def recording_of(steps: Iterable[StoredStep], row_of: Mapping[str, int], failures: int = 0) -> Recording:
    """The recording of steps in order; `row_of` gives the row of a load by its id."""
    rows, again = {}, {}
    for step in steps:
        key = step.row[_AT["driver"]], step.row[_AT["step"]]
        rows[key] = step.row
        taken = _recorded_step(step, row_of)
        if taken is not None:
            again[key] = taken
    return Recording(rows, again, failures)


def _readable(detail: bytes) -> bool:
    try:
        return isinstance(orjson.loads(detail), dict)
    except orjson.JSONDecodeError:
        return False


def _recorded_step(step: StoredStep, row_of: Mapping[str, int]) -> RecordedStep | None:
    """What the agents said in a step; None where the detail does not hold it, as after an agent's odd answer."""
    detail = orjson.loads(step.detail)
    said = detail.get("said", {})
    failed_before = step.row[_AT["result"]] == Result.FAILED_STEP
    if "search" not in said:
        return RecordedStep(None, None, step.failure) if failed_before and "fault" not in detail else None
    plan = _plan(said["search"], detail["lists"], step.row)
    if "decision" in said:
        return RecordedStep(plan, _decision(said["decision"], step, row_of), step.failure)
    return RecordedStep(plan, None, step.failure) if failed_before else None


def _plan(said: dict[str, Any], lists: list[list[Any]], row: tuple[Any, ...]) -> SearchPlan:
    """The plan, with the minutes of reading that no list accounts for."""
    read_min = lists[-1][1] if lists else row[_AT["start_min"]]
    return SearchPlan(
        points=tuple(LookAt(_degrees(lat, nan), _degrees(lng, nan), k) for lat, lng, k in said["points"]),
        why=said["why"],
        fact_ids=tuple(said["facts"]),
        blind_scan_min=row[_AT["start_min"]] + row[_AT["scan_min"]] - read_min,
    )


def _decision(said: dict[str, Any], step: StoredStep, row_of: Mapping[str, int]) -> Decision:
    load_id = said["load"]
    load = row_of.get(load_id, -1)
    # JSON has neither NaN nor infinity: a truck that got there was sent to NaN, and one that was refused to infinity.
    nowhere = nan if step.row[_AT["result"]] == Result.DONE else inf
    action = Action(
        Act(said["act"]),
        load=load,
        minutes=int(said["minutes"]),
        lat=_degrees(said["to"][0], nowhere),
        lng=_degrees(said["to"][1], nowhere),
        load_id=load_id if load < 0 else "",
    )
    return Decision(action, said["why"], said["plan"], tuple(said["facts"]), said["score"])


def _degrees(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value
