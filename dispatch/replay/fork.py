"""A recorded run is followed for some steps and then left: the same world, other agents, memory or model from there on.

A fork is a run of its own, and no replay. Its first steps are copied from the record and taken again as they stand, so
that world and memory are as they were when it leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dispatch.errors import say
from dispatch.failures import Failures
from dispatch.models.seat import model_seat
from dispatch.record.errors import StoreError
from dispatch.record.parts import copy_until, mark_fork
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import FIELDS, StoredStep
from dispatch.record.store import Store, new_run_id
from dispatch.replay.read_back import recorded_part, scenario_of, settings_of
from dispatch.replay.resume import go_on
from dispatch.report.progress import waiting
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings

_STEP = FIELDS.index("step")


def fork(
    store: Store, run_id: str, step: int, changes: Mapping[str, Any], model: Mapping[str, Any], failures: Failures
) -> RunResult:
    """Follow a run until its first driver comes to its step number `step`, then go on under changed settings.

    `changes` are of `RunSettings`, `model` of `ModelSettings`. Raises StoreError for a run or step that is not there,
    ScenarioError for a scenario that is gone, and NoModelError where there is no model to ask.
    """
    run = store.run(run_id)
    before = settings_of(store, run)
    # validated anew: a copy would take any value
    now = before.model_dump() | dict(changes) | {"model": before.model.model_dump() | dict(model)}
    settings = RunSettings.model_validate(now)
    with waiting(f"opening {settings.scenario}"):
        scenario = scenario_of(store, run, settings)
        minute = _leaves_at(store, run_id, step)
    with model_seat(scenario, settings):  # refused before anything is written
        pass
    other_id = new_run_id()
    RunRecorder(store, other_id, scenario, settings)
    copy_until(store, run_id, other_id, minute, wishes=settings.compile == "model")
    mark_fork(store, other_id, run_id, minute)
    recording, _ = recorded_part(store, other_id, scenario)
    say(f"run {other_id} is no replay: it follows run {run_id} for {len(recording)} steps, until minute {minute}")
    return go_on(store, other_id, scenario, settings, recording, failures)


def _leaves_at(store: Store, run_id: str, step: int) -> int:
    """The minute in which the first driver closes that step. Raises StoreError where none has one."""
    steps: list[StoredStep] = store.stored_steps(run_id)
    minutes = [stored.ended_min for stored in steps if stored.row[_STEP] == step]
    if not minutes:
        most = max((stored.row[_STEP] for stored in steps), default=0)
        raise StoreError(store.where, f"no driver of run {run_id!r} has a step {step}", f"name one up to {most}")
    return min(minutes)
