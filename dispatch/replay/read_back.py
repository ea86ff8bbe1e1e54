"""A recorded run read back: the settings and the scenario that it was made with, its steps so far, and its calls.

It refuses a scenario that is another now, and runs nothing.
"""

from __future__ import annotations

from pydantic import ValidationError

from agents.llm.calls import Call
from dispatch.models.call_totals import compresses
from dispatch.record.call_store import read_calls
from dispatch.record.errors import StoreError
from dispatch.record.parts import cut_from
from dispatch.record.recording import Recording, recording_of, torn_from
from dispatch.record.store import Store
from dispatch.record.tables import Run
from dispatch.settings import RunSettings
from scenarios.records import Scenario


def settings_of(store: Store, run: Run) -> RunSettings:
    """The settings that a run was made with. Raises StoreError for some that this program does not know."""
    try:
        return RunSettings.model_validate(run.settings)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise StoreError(
            store.where,
            f"run {run.run_id!r} has the setting {where} = {fault['input']!r}, which this program does not know",
            f"use the program that made it, version {run.program}",
        ) from None


def scenario_of(store: Store, run: Run, settings: RunSettings) -> Scenario:
    """The run's scenario, opened again. Raises ScenarioError when it is gone, StoreError when it is another now."""
    scenario = settings.opened()
    if scenario.fingerprint != run.fingerprint:
        raise StoreError(
            store.where,
            f"run {run.run_id!r} was made in another scenario: {_changed(run, scenario)}",
            "bring the scenario back to what it was, or run anew",
        )
    return scenario


def recorded_part(store: Store, run_id: str, scenario: Scenario) -> tuple[Recording, int | None]:
    """What is recorded of a run, beyond doubt; and the minute from which on it was torn, and is cut off now."""
    steps = store.stored_steps(run_id)
    torn = torn_from(steps)
    if torn is not None:
        cut_from(store, run_id, torn)
        steps = [step for step in steps if step.ended_min < torn]
    return recording_of(steps, scenario.loads.row_of, len(store.failures(run_id))), torn


def recorded_calls(
    store: Store, run_id: str, scenario: Scenario, recording: Recording
) -> tuple[list[Call], list[Call]]:
    """A run's calls to a model: those of deciding agents in recorded steps, and those that will be put again.

    Digests are written again as steps are taken again; and a step that broke off begins anew. What was answered then
    need not be asked.
    """
    driver_ids = sorted(driver.driver_id for driver in scenario.drivers)
    done: list[Call] = []
    again: list[Call] = []
    for call in read_calls(store, run_id, driver_ids):
        of_step = driver_ids.index(call.request.driver), call.request.step
        (done if of_step in recording.rows and not compresses(call) else again).append(call)
    return done, again


def _changed(run: Run, scenario: Scenario) -> str:
    """What is known to be another in a scenario than in the one that the run was made in."""
    now = {
        "name": scenario.name,
        "start": scenario.start.isoformat(),
        "days": scenario.days,
        "drivers": len(scenario.drivers),
    }
    before = {"name": run.scenario, "start": run.scenario_start, "days": run.days, "drivers": run.drivers}
    rules = scenario.rules.model_dump(mode="json")
    before |= {f"rules.{key}": value for key, value in run.rules.items()}
    now |= {f"rules.{key}": rules.get(key) for key in run.rules}
    told = [f"{key} was {before[key]!r} and is {now[key]!r}" for key in before if before[key] != now[key]]
    hashes = f"the contents of its files were {run.fingerprint[:12]} and are {scenario.fingerprint[:12]}"
    return ", ".join(told) or hashes
