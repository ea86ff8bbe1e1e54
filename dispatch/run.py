"""One run from settings to result: seat the agents and the memory, let the loop go, add up.

The same settings and seed give the same steps anywhere; what is measured (seconds, megabytes) is kept apart from
what is decided.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Protocol

from agents.llm.calls import Call, CallBook
from agents.llm.thrift import ThriftyWriter
from agents.sets import agent_set
from dispatch.asking import in_turn
from dispatch.audit.of_run import audit_run
from dispatch.engine import Engine
from dispatch.measures.accounts import all_figures, total_figures
from dispatch.measures.token_meter import AGENTS, TokenMeter
from dispatch.models.call_totals import CallTotals
from dispatch.models.seat import ModelSeat, model_seat
from dispatch.record.recording import Recording
from dispatch.replay.replayed_team import ReplayedTeam
from dispatch.run_result import RunResult
from dispatch.seats import Recorder, StepRecord, Team
from dispatch.settings import RunSettings
from dispatch.steps import StepLog
from dispatch.team import AgentTeam, StepTrace, Witness
from dispatch.wishes import NO_WISHES, Wishes, compile_wishes, constraints_of
from memory.agent import MemoryAgent
from memory.digests.counts import DigestCounts
from memory.digests.writer import BulletWriter
from memory.facts import FactBlock
from memory.tokens import token_counter
from scenarios.cells import CellIndex
from scenarios.preferences.compiled import Compiler
from scenarios.preferences.standing import stand
from scenarios.records import Scenario


class Tracer(Recorder, Witness, Protocol):
    """A recorder that also wants the step log, and to know what the agents saw and said."""

    def follow(self, log: StepLog, digests: DigestCounts) -> None:
        """Told before the first step where steps (`StepRecord.row` counts in it) and digests are kept."""
        ...

    def calls(self, calls: Sequence[Call]) -> None:
        """Handed the calls to a model: those of a step before the step, and the rest at the end."""
        ...


class _Both:
    """Two witnesses as one."""

    def __init__(self, *witnesses: Witness) -> None:
        self._witnesses = witnesses

    def trace(self, driver: int, trace: StepTrace) -> None:
        for witness in self._witnesses:
            witness.trace(driver, trace)

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        for witness in self._witnesses:
            witness.facts(driver, facts)


class _Watch:
    """Adds up the calls to a model, hands them on, and calls back each simulated hour; records nothing."""

    def __init__(
        self, inner: Tracer | None, on_hour: Callable[[int], None] | None, book: CallBook, totals: CallTotals
    ) -> None:
        self._inner = inner
        self._on_hour = on_hour
        self._book = book
        self._totals = totals

    def calls(self, driver_id: str | None = None) -> None:
        """Take in the new calls of a driver, or of all."""
        calls = self._book.take(driver_id)
        self._totals.add(calls)
        if self._inner is not None and calls:
            self._inner.calls(calls)

    def step(self, record: StepRecord) -> None:
        self.calls(record.seen.driver_id)
        if self._inner is not None:
            self._inner.step(record)

    def hour(self, minute: int) -> None:
        if self._inner is not None:
            self._inner.hour(minute)
        if self._on_hour is not None:
            self._on_hour(minute)

    def keep_first(self, kept: dict[int, int]) -> None:
        if self._inner is not None:
            self._inner.keep_first(kept)


def new_memory(
    scenario: Scenario,
    settings: RunSettings,
    writer: BulletWriter | None = None,
    wishes: Wishes = NO_WISHES,
) -> MemoryAgent:
    """A memory that has seen nothing but what its drivers wish, for all drivers of a run.

    Raises ValueError where a model is to write its digests, and no writer is there.
    """
    if writer is None and settings.memory.asks_model:
        raise ValueError(f"memory {settings.memory.mode} is written by a language model, and none is named")
    drivers = sorted(scenario.drivers, key=lambda d: d.driver_id)
    standing = [stand(constraints_of(wishes, driver.driver_id), scenario, driver) for driver in drivers]
    return MemoryAgent(settings.memory, len(drivers), CellIndex(settings.memory.resolution), writer, standing)


def build(
    scenario: Scenario,
    settings: RunSettings,
    *,
    recorder: Tracer | None = None,
    on_hour: Callable[[int], None] | None = None,
    report_failure: Callable[[str, int, str], None] | None = None,
    token_meter: TokenMeter | None = None,
    memory: MemoryAgent | None = None,
    recording: Recording | None = None,
    seat: ModelSeat | None = None,
    totals: CallTotals | None = None,
) -> Engine:
    """An engine ready to run: world, agents and memory (None: a new one) seated.

    The steps of a `recording` are taken again as they stand there, without asking the agents. Raises ValueError for an
    unknown agent set.
    """
    if memory is None:
        memory = new_memory(scenario, settings)
    witnesses = [witness for witness in (recorder, token_meter) if witness is not None]
    seat = seat or ModelSeat(None, CallBook(), in_turn)
    live = AgentTeam(agent_set(settings.agents, seat.desk), memory, _Both(*witnesses) if witnesses else None)
    team: Team = live
    if recording is not None:
        team = ReplayedTeam(recording, live, memory, None if token_meter is None else token_meter.views)
    engine = Engine(
        scenario,
        team,
        seed=settings.seed,
        memory=settings.memory,
        cells=memory.cells,
        recorder=_Watch(recorder, on_hour, seat.book, totals or CallTotals()),
        report_failure=report_failure,
        ask=seat.ask,
    )
    if recorder is not None:
        recorder.follow(engine.log, memory.digest_counts)
    return engine


def summarise(
    engine: Engine,
    settings: RunSettings,
    run_id: str,
    wall_s: float,
    digests: DigestCounts,
    calls: CallTotals,
    token_meter: TokenMeter | None = None,
    wishes: Wishes = NO_WISHES,
) -> RunResult:
    """The result of a finished engine, audited against what the drivers wish."""
    scenario = engine.scenario
    stops = {engine.driver_ids[d]: stop.name.lower() for d, stop in engine.stops.items()}
    audits = audit_run(engine.log, scenario, wishes)
    drivers = all_figures(engine.log, scenario, stops, audits)
    total = total_figures(drivers)
    views = token_meter.summary() if token_meter is not None else {"view": dict.fromkeys(AGENTS)}
    return RunResult(
        run=run_id,
        scenario=scenario.name,
        seed=settings.seed,
        rules=scenario.rules.profile,
        agents=settings.agents,
        memory=settings.memory.mode,
        days=scenario.days,
        stop="completed",
        digest=engine.log.digest(engine.driver_ids, scenario.loads.ids),
        steps=len(engine.log),
        total=total,
        drivers=drivers,
        tokens={**views, **calls.tokens(), "compressor": digests.tokens},
        calls=calls.counts(),
        digests=digests.figures(),
        wall_s=round(wall_s, 3),
        steps_per_s=round(len(engine.log) / wall_s, 1) if wall_s > 0 else 0.0,
        peak_rss_mb=peak_rss_mb(),
        audit=audits,
    )


def simulate(
    scenario: Scenario,
    settings: RunSettings,
    *,
    run_id: str = "",
    recorder: Tracer | None = None,
    on_hour: Callable[[int], None] | None = None,
    report_failure: Callable[[str, int, str], None] | None = None,
    report_wishes: Callable[[Wishes], None] | None = None,
    writer: BulletWriter | None = None,
    recording: Recording | None = None,
    compiler: Compiler | None = None,
    seat: ModelSeat | None = None,
    earlier: Sequence[Call] = (),
) -> tuple[Engine, RunResult]:
    """Run a scenario to its end, after the steps of a `recording`, if there is one.

    `wall_s` counts the simulation, not the loading of the scenario. A `writer` words memory's digests; None: the
    deterministic ones. The `compiler` understands what the drivers wish, once a run; None: the one that the settings
    name. Questions to a model go to the `seat` (None: to the model that settings and environment name); `earlier` are
    the calls of the recording's steps. Raises NoModelError where there is no model to ask.
    """
    meter = TokenMeter(settings.memory, token_counter(settings.memory.vocabulary)) if settings.count_tokens else None
    totals = CallTotals()
    totals.add(earlier)
    with nullcontext(seat) if seat is not None else model_seat(scenario, settings) as seat:
        began = time.perf_counter()
        wishes = compile_wishes(scenario, compiler or seat.compiler)
        if report_wishes is not None:
            report_wishes(wishes)
        asked = seat.book.take()  # written with the first hour, so that a run that goes on finds all of them
        totals.add(asked)
        if recorder is not None:
            recorder.calls(asked)
        memory = new_memory(scenario, settings, writer or seat.writer, wishes)
        engine = build(
            scenario,
            settings,
            recorder=recorder,
            on_hour=on_hour,
            report_failure=report_failure,
            token_meter=meter,
            memory=memory,
            recording=recording,
            seat=seat,
            totals=totals,
        )
        try:
            engine.run()
            digests = memory.finish()
            if isinstance(seat.writer, ThriftyWriter):
                digests.stopped.update({str(store): why for store, why in seat.writer.stopped.items()})
        finally:  # answers are paid for, whatever ended the run
            rest = seat.book.take()
            totals.add(rest)
            if recorder is not None:
                recorder.calls(rest)
        wall_s = time.perf_counter() - began
    return engine, summarise(engine, settings, run_id, wall_s, digests, totals, meter, wishes)


def peak_rss_mb() -> float:
    """Largest resident memory of this process so far, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
