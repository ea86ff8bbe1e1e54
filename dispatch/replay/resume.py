"""A run that stopped goes on: its recorded steps are taken again as they stand, and the agents decide from there.

It refuses whatever would make the end another than that of the uninterrupted run, and names the difference.
"""

from __future__ import annotations

from importlib.metadata import version

from pydantic import ValidationError

from agents.llm.calls import Call
from dispatch.errors import say
from dispatch.models.call_totals import compresses
from dispatch.models.seat import model_seat
from dispatch.record.call_store import read_calls
from dispatch.record.errors import StoreError
from dispatch.record.parts import cut_from
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import Recording, recording_of, torn_from
from dispatch.record.store import Store
from dispatch.record.tables import COMPLETED, Run
from dispatch.report.progress import simulated_days, waiting
from dispatch.run_result import RunResult
from dispatch.session import Failures, simulate_recorded
from dispatch.settings import RunSettings
from scenarios.records import Scenario


def resume(store: Store, run_id: str, failures: Failures) -> RunResult:
    """Bring a run to its end, and give its result; that of a run that had come there already is given as it stands.

    Raises StoreError and ScenarioError for a run that cannot go on, and DifferenceError where a recorded step does not
    come out again as it was.
    """
    run = store.run(run_id)
    if run.status == COMPLETED:
        say(f"run {run_id} was completed at {run.ended_at}; nothing is left to do")
        return RunResult.model_validate(run.totals)
    check_program(store, run, version("freight-dispatch"))
    settings = settings_of(store, run)
    with waiting(f"opening {settings.scenario}"):
        scenario = scenario_of(store, run, settings)
        recording, torn = recorded_part(store, run_id, scenario)
    if torn is not None:
        say(f"run {run_id}: the record is torn after hour {torn // 60}; it goes on from there")
    asked, answered = recorded_calls(store, run_id, scenario, recording)
    seated = model_seat(scenario, settings, asked=asked, answered=answered)
    with seated as seat, simulated_days(scenario.name, scenario.horizon_min) as on_hour:
        recorder = RunRecorder(store, run_id, scenario, settings, recording=recording)
        return simulate_recorded(recorder, scenario, settings, failures, on_hour, seat, recording, asked)[1]


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


def check_program(store: Store, run: Run, version: str) -> None:
    """Raise StoreError for a run of another version of this program."""
    if run.program != version:
        raise StoreError(
            store.where,
            f"run {run.run_id!r} was made by version {run.program} of this program, and this is {version}",
            f"go on with version {run.program}, or run anew",
        )


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
