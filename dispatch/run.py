"""One run from settings to result: seat the agents and the memory, let the loop go, add up.

The same settings and seed give the same steps anywhere; what is measured (seconds, megabytes) is kept apart from
what is decided.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from agents.llm.calls import CallBook
from agents.llm.thrift import ThriftyWriter
from agents.sets import agent_set
from dispatch.asking import in_turn
from dispatch.audit.of_run import audit_run
from dispatch.engine import Engine
from dispatch.measures.accounts import all_figures, total_figures
from dispatch.measures.token_meter import AGENTS, TokenMeter
from dispatch.models.seat import ModelSeat, model_seat
from dispatch.record.recording import Recording
from dispatch.replayed_team import ReplayedTeam
from dispatch.run_result import RunResult
from dispatch.seats import Team
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam
from dispatch.watch import Tracer, Watch, Witnesses
from dispatch.wishes import Wishes, compile_wishes, constraints_of
from memory.agent import MemoryAgent
from memory.digests.counts import DigestCounts
from memory.digests.writer import BulletWriter
from memory.tokens import token_counter
from scenarios.cells import CellIndex
from scenarios.preferences.compiled import Compiler
from scenarios.preferences.standing import stand
from scenarios.records import Scenario


def new_memory(
    scenario: Scenario, settings: RunSettings, wishes: Wishes, writer: BulletWriter | None = None
) -> MemoryAgent:
    """A memory that has seen nothing but what its drivers wish, for all drivers of a run.

    Raises ValueError where a model is to write its digests, and no writer is there.
    """
    if writer is None and settings.memory.asks_model:
        raise ValueError(f"memory {settings.memory.mode} is written by a language model, and none is named")
    drivers = sorted(scenario.drivers, key=lambda d: d.driver_id)
    standing = [stand(constraints_of(wishes, driver.driver_id), scenario, driver) for driver in drivers]
    return MemoryAgent(settings.memory, len(drivers), CellIndex(settings.memory.resolution), writer, standing)


@dataclass(frozen=True, slots=True)
class ReadyRun:
    """A run that is seated and not begun: its engine, and what its result is added up from when that has run."""

    settings: RunSettings
    engine: Engine
    memory: MemoryAgent
    wishes: Wishes
    watch: Watch
    token_meter: TokenMeter | None

    def result(self, run_id: str, digests: DigestCounts, wall_s: float) -> RunResult:
        """The finished engine's steps in figures, audited against what the drivers wish."""
        engine, scenario = self.engine, self.engine.scenario
        stops = {engine.driver_ids[d]: stop.name.lower() for d, stop in engine.stops.items()}
        audits = audit_run(engine.log, scenario, self.wishes)
        drivers = all_figures(engine.log, scenario, stops, audits)
        views = self.token_meter.summary() if self.token_meter is not None else {"view": dict.fromkeys(AGENTS)}
        return RunResult(
            run=run_id,
            scenario=scenario.name,
            seed=self.settings.seed,
            rules=scenario.rules.profile,
            agents=self.settings.agents,
            memory=self.settings.memory.mode,
            days=scenario.days,
            stop="completed",
            digest=engine.log.digest(engine.driver_ids, scenario.loads.ids),
            steps=len(engine.log),
            total=total_figures(drivers),
            drivers=drivers,
            tokens={**views, **self.watch.totals.tokens(), "compressor": digests.tokens},
            calls=self.watch.totals.counts(),
            digests=digests.figures(),
            wall_s=round(wall_s, 3),
            steps_per_s=round(len(engine.log) / wall_s, 1) if wall_s > 0 else 0.0,
            peak_rss_mb=peak_rss_mb(),
            audit=audits,
        )


def build(
    scenario: Scenario,
    settings: RunSettings,
    *,
    recorder: Tracer | None = None,
    on_hour: Callable[[int], None] | None = None,
    report_failure: Callable[[str, int, str], None] | None = None,
    recording: Recording | None = None,
    compiler: Compiler | None = None,
    seat: ModelSeat | None = None,
    token_meter: TokenMeter | None = None,
) -> ReadyRun:
    """Seat world, agents and memory; what the drivers wish is understood now, once a run. See `simulate`.

    Raises ValueError for an unknown agent set.
    """
    seat = seat or ModelSeat(None, CallBook(), in_turn)
    watch = Watch(recorder, on_hour, seat.book, () if recording is None else recording.calls)
    wishes = compile_wishes(scenario, compiler or seat.compiler)
    watch.take_calls()  # written with the first hour, so that a run that goes on finds all of them
    memory = new_memory(scenario, settings, wishes, seat.writer)
    witnesses = [witness for witness in (recorder, token_meter) if witness is not None]
    live = AgentTeam(agent_set(settings.agents, seat.desk), memory, Witnesses(*witnesses) if witnesses else None)
    team: Team = live
    if recording is not None:
        team = ReplayedTeam(recording, live, memory, None if token_meter is None else token_meter.views)
    engine = Engine(
        scenario,
        team,
        seed=settings.seed,
        memory=settings.memory,
        cells=memory.cells,
        recorder=watch,
        report_failure=report_failure,
        ask=seat.ask,
    )
    if recorder is not None:
        recorder.follow(engine.log, memory.digest_counts)
    return ReadyRun(settings, engine, memory, wishes, watch, token_meter)


def simulate(
    scenario: Scenario,
    settings: RunSettings,
    *,
    run_id: str = "",
    recorder: Tracer | None = None,
    on_hour: Callable[[int], None] | None = None,
    report_failure: Callable[[str, int, str], None] | None = None,
    report_wishes: Callable[[Wishes], None] | None = None,
    recording: Recording | None = None,
    compiler: Compiler | None = None,
    seat: ModelSeat | None = None,
) -> tuple[Engine, RunResult]:
    """Run a scenario to its end, after the steps of a `recording`, if there is one.

    `wall_s` counts the simulation, not the loading of the scenario. The `compiler` understands what the drivers wish,
    once a run; None: the one that the settings name. Questions to a model go to the `seat` (None: to the model that
    settings and environment name). Raises NoModelError where there is no model to ask.
    """
    meter = TokenMeter(settings.memory, token_counter(settings.memory.vocabulary)) if settings.count_tokens else None
    with nullcontext(seat) if seat is not None else model_seat(scenario, settings) as seat:
        began = time.perf_counter()
        run = build(
            scenario,
            settings,
            recorder=recorder,
            on_hour=on_hour,
            report_failure=report_failure,
            recording=recording,
            compiler=compiler,
            seat=seat,
            token_meter=meter,
        )
        if report_wishes is not None:
            report_wishes(run.wishes)
        try:
            run.engine.run()
            digests = run.memory.finish()
            if isinstance(seat.writer, ThriftyWriter):
                digests.stopped.update({str(store): why for store, why in seat.writer.stopped.items()})
        finally:  # answers are paid for, whatever ended the run
            run.watch.take_calls()
        wall_s = time.perf_counter() - began
    return run.engine, run.result(run_id, digests, wall_s)


def peak_rss_mb() -> float:
    """Largest resident memory of this process so far, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
