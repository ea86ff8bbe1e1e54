"""One run as the command line offers it: open, record, simulate, weigh against private pools, write logs.

It joins parts that know nothing of each other; what a run does is `dispatch.run`'s business.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from dispatch.action_logs.files import log_names
from dispatch.action_logs.of_run import check_log_folder, rounding_warning, write_run_logs
from dispatch.engine import Engine
from dispatch.errors import UsageError, say
from dispatch.failures import Failures
from dispatch.interrupt import stopping_at_hours
from dispatch.models.seat import ModelSeat, model_seat
from dispatch.report.progress import simulated_days, waiting
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from dispatch.wishes import Wishes
from scenarios.preferences.driver_wishes import doubts_of
from scenarios.records import Scenario

if TYPE_CHECKING:
    from dispatch.record.recorder import RunRecorder
    from dispatch.record.recording import Recording

_DOUBTS_SHOWN = 10


def run_session(
    settings: RunSettings,
    failures: Failures,
    *,
    db: str | None,
    logs_folder: Path | None,
    contention: bool,
    lessons: str | None = None,
) -> RunResult:
    """Simulate once, recorded in `db` if one is named; say the run's id on stderr when it starts.

    With `lessons`, a long-term store, it is given the lessons there, and learns when it is over. What can be refused is
    refused before the first step: raises ScenarioError, UsageError, StoreError and LongTermError.
    """
    stamp = f"{datetime.now():%Y%m%d_%H%M%S}"
    if logs_folder is not None:
        check_log_folder(logs_folder)
        _make_folder(logs_folder, "--write-logs")
    with waiting(f"opening {settings.scenario}"):
        scenario = settings.opened()
    if logs_folder is not None:
        log_names([driver.driver_id for driver in scenario.drivers], scenario.start, stamp)
        warning = rounding_warning(scenario)
        if warning is not None:
            say(warning)
    private = private_pools(scenario) if contention else None
    with ExitStack() as closing:
        store = None
        if lessons is not None:
            from dispatch.lessons.of_run import learn, with_lessons
            from dispatch.longterm.open import memory_store  # the database's libraries are slow to import
            from dispatch.record.errors import StoreError, told
            from memory.longterm.errors import LongTermError

            store = closing.enter_context(memory_store(lessons))
            settings = with_lessons(store, scenario, settings)
            if settings.memory.lessons and settings.asks_model:
                say(
                    "Lessons: afterwards the seed is run again without them, to score them; "
                    "the model is asked, and paid, about as often again."
                )
        engine, result = _simulated(scenario, settings, db, failures)
        if store is not None:
            try:
                with waiting("learning"), told(store.where):
                    learned = learn(store, scenario, settings, engine, result, lambda s: _again(scenario, s))
                say(learned.sentence())
            except (StoreError, LongTermError) as error:  # the run is over, and its result is to be shown all the same
                failures.learning = str(error)
    if logs_folder is not None:
        paths = write_run_logs(logs_folder, engine, stamp, seed=settings.seed, wall_s=result.wall_s)
        say(f"{len(paths)} action logs in {logs_folder}")
    return result if private is None else with_contention(private, settings, result)


def _simulated(
    scenario: Scenario, settings: RunSettings, db: str | None, failures: Failures
) -> tuple[Engine, RunResult]:
    """Simulate with a progress bar, recorded in `db` if one is named."""
    with model_seat(scenario, settings) as seat, simulated_days(scenario.name, scenario.horizon_min) as on_hour:
        if db is None:
            return simulate(
                scenario,
                settings,
                on_hour=on_hour,
                report_failure=failures.report,
                report_wishes=lambda wishes: say_doubts(scenario, wishes),
                seat=seat,
            )
        return _recorded(scenario, settings, db, failures, on_hour, seat)


def _again(scenario: Scenario, settings: RunSettings) -> RunResult:
    """The same scenario under other settings, unrecorded; a model that its agents ask is asked, and paid, again."""
    with model_seat(scenario, settings) as seat:
        return simulate(scenario, settings, seat=seat)[1]


def _recorded(
    scenario: Scenario,
    settings: RunSettings,
    db: str,
    failures: Failures,
    on_hour: Callable[[int], None] | None,
    seat: ModelSeat,
) -> tuple[Engine, RunResult]:
    """Simulate with every step recorded; a run that breaks off is marked as interrupted."""
    # The database's libraries are slow to import, and only a recorded run needs them.
    from dispatch.record.errors import StoreError
    from dispatch.record.recorder import RunRecorder
    from dispatch.record.store import new_run_id, open_store

    with ExitStack() as closing:
        try:
            store = closing.enter_context(open_store(db))
            recorder = RunRecorder(store, new_run_id(), scenario, settings)
        except StoreError as error:
            raise UsageError(f"--db: {error}") from None

        # From the moment at which the run has a name on, a signal ends it as one that was interrupted.
        with stopping_at_hours(slow=seat.desk is not None):
            say(f"run {recorder.run_id}")
            return simulate_recorded(recorder, scenario, settings, failures, on_hour, seat)


def simulate_recorded(
    recorder: RunRecorder,
    scenario: Scenario,
    settings: RunSettings,
    failures: Failures,
    on_hour: Callable[[int], None] | None,
    seat: ModelSeat | None = None,
    recording: Recording | None = None,
) -> tuple[Engine, RunResult]:
    """Simulate to the end, after the steps of a `recording`, and write how the run ended.

    A first Ctrl-C or SIGTERM lets the hour be finished and committed, and then raises KeyboardInterrupt.
    """
    # The database's libraries are slow to import, and only a recorded run needs them.
    from dispatch.record.errors import StoreError, TakenError

    def failed(driver_id: str, minute: int, failure: str) -> None:
        failures.report(driver_id, minute, failure)
        recorder.failed(driver_id, minute, failure)

    if seat is not None:
        seat.book.on_answer = recorder.answered
    try:
        with stopping_at_hours(slow=seat is not None and seat.desk is not None) as check:

            def hour(minute: int) -> None:  # told when the recorder has committed
                if on_hour is not None:
                    on_hour(minute)
                check()

            engine, result = simulate(
                scenario,
                settings,
                run_id=recorder.run_id,
                recorder=recorder,
                on_hour=hour,
                report_failure=failed,
                report_wishes=None if recording is not None else lambda wishes: say_doubts(scenario, wishes),
                recording=recording,
                seat=seat,
            )
    except TakenError:  # how that run ended is for another program to say
        raise
    except BaseException:
        with suppress(StoreError):  # it may be what broke the run off
            recorder.interrupted()
        raise
    recorder.completed(result)
    return engine, result


def say_doubts(scenario: Scenario, wishes: Wishes) -> None:
    """Say on stderr which wishes contradict, or cannot be kept at all; the first of them, and how many more."""
    doubts = [
        f"{driver.driver_id}: {sentence}"
        for driver in scenario.drivers
        for sentence in doubts_of(driver, scenario, wishes.get(driver.driver_id, ()))
    ]
    for sentence in doubts[:_DOUBTS_SHOWN]:
        say(f"wishes of {sentence}")
    if len(doubts) > _DOUBTS_SHOWN:
        say(f"... and {len(doubts) - _DOUBTS_SHOWN} more; `dispatch scenario describe` gives them all")


def _make_folder(folder: Path, option: str) -> None:
    """Make sure now that files can be written there later. Raises UsageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"{option}: nothing can be written into {folder} ({reason}); name another folder") from None


def with_contention(private: Scenario, settings: RunSettings, result: RunResult) -> RunResult:
    """The result with what sharing one pool cost: the same seed run again in `private`, a pool for each driver."""
    with simulated_days("private pools", private.horizon_min) as on_hour:
        _, alone = simulate(private, settings, on_hour=on_hour)
    net = alone.total.net_yuan
    contention = {"private_net_yuan": net, "cost_yuan": round(net - result.total.net_yuan, 2)}
    return result.model_copy(update={"contention": contention})


def private_pools(scenario: Scenario) -> Scenario:
    """The scenario with a pool for each driver. Raises UsageError when it has them already."""
    if scenario.rules.pool == "private":
        raise UsageError(
            f"--contention: under rules {scenario.rules.profile} each driver has a pool of its own already; "
            "leave the option out, or use --rules standard"
        )
    return scenario.model_copy(update={"rules": scenario.rules.model_copy(update={"pool": "private"})})
