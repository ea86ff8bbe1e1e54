"""A run that stopped goes on: its recorded steps are taken again as they stand, and the agents decide from there.

It refuses whatever would make the end another than that of the uninterrupted run, and names the difference.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version

from dispatch.errors import say
from dispatch.failures import Failures
from dispatch.models.seat import model_seat
from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import Recording
from dispatch.record.store import Store
from dispatch.record.tables import COMPLETED, Run
from dispatch.replay.read_back import recorded_calls, recorded_part, scenario_of, settings_of
from dispatch.report.progress import simulated_days, waiting
from dispatch.run_result import RunResult
from dispatch.session import simulate_recorded
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
    return go_on(store, run_id, scenario, settings, recording, failures)


def go_on(
    store: Store, run_id: str, scenario: Scenario, settings: RunSettings, recording: Recording, failures: Failures
) -> RunResult:
    """Take a run's recorded steps again, and go on to its end; only what the record does not answer is asked.

    Raises NoModelError where there is no model to ask, and DifferenceError as `resume` does.
    """
    asked, answered = recorded_calls(store, run_id, scenario, recording)
    recording = replace(recording, calls=tuple(asked))
    seated = model_seat(scenario, settings, asked=asked, answered=answered)
    with seated as seat, simulated_days(scenario.name, scenario.horizon_min) as on_hour:
        recorder = RunRecorder(store, run_id, scenario, settings, recording=recording)
        return simulate_recorded(recorder, scenario, settings, failures, on_hour, seat, recording)[1]


def check_program(store: Store, run: Run, version: str) -> None:
    """Raise StoreError for a run of another version of this program."""
    if run.program != version:
        raise StoreError(
            store.where,
            f"run {run.run_id!r} was made by version {run.program} of this program, and this is {version}",
            f"go on with version {run.program}, or run anew",
        )
