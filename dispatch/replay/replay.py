"""A recorded run is run again from its settings, its model's answers taken from the record, and compared with it.

Nothing is written, and no server is asked: a question that the record does not answer is a difference.
"""

from __future__ import annotations

from dataclasses import replace

from agents.llm.replayed import ReplayedModel, ReplayMiss
from dispatch.models.seat import model_seat
from dispatch.record.call_store import read_calls
from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.recording import recording_of
from dispatch.record.store import Store
from dispatch.record.tables import COMPLETED
from dispatch.replay.comparison import Comparison, ReplayDifferenceError
from dispatch.replay.read_back import recorded_calls, scenario_of, settings_of
from dispatch.report.progress import simulated_days, waiting
from dispatch.run import simulate
from dispatch.run_result import RunResult


def replay(store: Store, run_id: str) -> RunResult:
    """Run a completed run again, and give its result, which is the recorded one.

    Raises ReplayDifferenceError at the first difference; StoreError and ScenarioError for a run that cannot be run
    again.
    """
    run = store.run(run_id)
    if run.status != COMPLETED:
        raise StoreError(
            store.where, f"run {run_id!r} has not come to its end", f"bring it there: dispatch resume {run_id}"
        )
    settings = settings_of(store, run)
    followed_min = run.forked_min or 0
    with waiting(f"opening {settings.scenario}"):
        scenario = scenario_of(store, run, settings)
        calls = read_calls(store, run_id, [driver.driver_id for driver in scenario.drivers])
        failures = store.failures(run_id)
        comparison = Comparison(run, store.step_rows(run_id), failures, calls, followed_min)
        recording = None
        if followed_min:  # a fork's first steps were decided in the run that it followed
            early = [step for step in store.stored_steps(run_id) if step.ended_min < followed_min]
            told = sum(failure.minute < followed_min for failure in failures)
            recording = recording_of(early, scenario.loads.row_of, told)
            recording = replace(recording, calls=tuple(recorded_calls(store, run_id, scenario, recording)[0]))
    recorder = RunRecorder(comparison, run_id, scenario, settings, recording=recording)
    asked = recording.calls if recording is not None else ()
    seated = model_seat(scenario, settings, ReplayedModel(calls, asked), asked=asked)
    with seated as seat, simulated_days(f"{scenario.name} again", scenario.horizon_min) as on_hour:
        try:
            _, result = simulate(
                scenario,
                settings,
                run_id=run_id,
                recorder=recorder,
                on_hour=on_hour,
                report_failure=recorder.failed,
                seat=seat,
                recording=recording,
            )
        except ReplayMiss as miss:
            recorder.hour(0)  # an earlier step may have come out otherwise already
            raise ReplayDifferenceError(str(miss)) from None
    recorder.completed(result)
    return result
