"""Writes a run into a store while it goes on: one row for the run, one for each step, committed every simulated hour.

It watches and never decides: with or without it, a run takes the same steps. It makes no text beyond what the agents
said themselves, since it works at every step and most steps are never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import orjson

from agents.llm.calls import Call
from dispatch.record.digest_store import digest_row
from dispatch.record.errors import StoreError
from dispatch.record.fact_blob import encode_facts
from dispatch.record.plain import plain
from dispatch.record.recording import DifferenceError, Recording
from dispatch.record.sink import Ended, Rows, RunSink
from dispatch.record.step_detail import detail_of, fact_loads, listed, load_name, said_search
from dispatch.record.tables import COMPLETED, FORMAT, INTERRUPTED, STARTED, Failure, Run
from dispatch.run_result import RunResult
from dispatch.seats import StepRecord
from dispatch.settings import RunSettings
from dispatch.steps import StepLog
from dispatch.team import StepTrace
from memory.digests.counts import DigestCounts, MadeDigest
from memory.facts import FactBlock
from scenarios.records import Scenario

_INT_BITS = 63
"""Whole numbers that JSON writers agree on have no more."""


def wall_now() -> datetime:
    """The machine's wall time with its offset; only for saying when a run was made."""
    return datetime.now(UTC).astimezone()


class RunRecorder:
    """Records one run; fits `dispatch.watch.Tracer`, and `failed` fits the engine's `report_failure`.

    Making one writes the run's row with status `started`; `completed` or `interrupted` ends it. Steps of an hour
    that did not end are not written, so what is stored of an unfinished run is always its first whole hours.
    With a `recording` the run is there already, with these steps: they are compared with what happens now instead of
    being written again. Raises StoreError wherever it writes, and DifferenceError at a step that comes out otherwise.
    """

    def __init__(
        self,
        store: RunSink,
        run_id: str,
        scenario: Scenario,
        settings: RunSettings,
        *,
        now: Callable[[], datetime] = wall_now,
        recording: Recording | None = None,
    ) -> None:
        self.run_id = run_id
        self._recording = recording or Recording()
        self._store = store
        self._load_ids = scenario.loads.ids
        self._driver_ids = sorted(d.driver_id for d in scenario.drivers)
        self._now = now
        self._log = StepLog()
        self._seq = 0
        self._trace: dict[str, Any] | None = None
        self._facts: FactBlock | None = None
        self._steps: list[tuple[Any, ...]] = []
        self._failures: list[Failure] = []
        self._calls: list[Call] = []
        self._digests: list[MadeDigest] = []
        self._failure_count = 0
        if recording is not None:
            store.reopen_run(run_id)
            return
        store.add_run(
            Run(
                run_id=run_id,
                format=FORMAT,
                status=STARTED,
                scenario=plain(scenario.name),
                fingerprint=scenario.fingerprint,
                scenario_start=scenario.start.isoformat(),
                days=scenario.days,
                drivers=len(scenario.drivers),
                seed=str(settings.seed),
                settings=settings.model_dump(mode="json"),
                rules=scenario.rules.model_dump(mode="json"),
                program=version("freight-dispatch"),
                started_at=now().isoformat(timespec="seconds"),
            )
        )

    # as the run goes on

    def follow(self, log: StepLog, digests: DigestCounts) -> None:
        """Take each step's figures from this log from now on, and every digest."""
        self._log = log
        digests.on_made = self._digests.append

    def answered(self, call: Call) -> None:
        """Write a call at once, from any thread; if that fails, the step that it belongs to writes it or says why."""
        with suppress(StoreError):
            self._store.keep_call(self.run_id, call)

    def calls(self, calls: Sequence[Call]) -> None:
        """Keep calls to a model; they are written with the step that ends next."""
        self._calls += calls

    def trace(self, driver: int, trace: StepTrace) -> None:
        """Keep what the agents of the step at hand saw and said."""
        try:
            self._trace = detail_of(trace, self._load_ids)
        except Exception as fault:
            # An agent's odd answer must not end a recorded run, nor count as a failure in it and in no other.
            self._trace = {"fault": f"{type(fault).__name__}: {fault}"}

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        """Keep the facts that came of the step at hand."""
        self._facts = facts

    def step(self, record: StepRecord) -> None:
        """Make the row of a step that ended."""
        row = self._log.rows[record.row].item()
        detail, block = self._trace, self._facts
        self._trace, self._facts = None, None
        if (row[0], row[1]) in self._recording.rows:
            self._check(record, row)
            self._seq += 1
            return
        if detail is None:  # an agent failed before all of them had spoken
            detail = {"said": {"search": said_search(record.plan)}} if record.plan is not None else {}
        detail["lists"] = listed(record.listings)
        first_fact, count, facts = -1, 0, b""
        if block is not None and len(block):
            first_fact, count, facts = block.first_id, len(block), encode_facts(block)
            detail["fact_loads"] = fact_loads(block, self._load_ids)
        action, decision = record.outcome.action, record.decision
        self._steps.append(
            (
                self.run_id,
                plain(record.seen.driver_id),
                row[1],
                self._seq,
                row[0],
                *row[2:],
                plain(load_name(action.load, self._load_ids, action.load_id)),
                plain(decision.why) if decision is not None else "",
                plain(decision.plan) if decision is not None else "",
                plain(record.failure),
                first_fact,
                count,
                _json(detail),
                facts,
            )
        )
        self._seq += 1

    def _check(self, record: StepRecord, row: tuple[Any, ...]) -> None:
        found = self._recording.difference(row)
        if found is not None:
            raise DifferenceError(f"run {self.run_id}, driver {plain(record.seen.driver_id)}, step {row[1]}", *found)

    def hour(self, minute: int) -> None:
        """Commit all steps that ended since the last time."""
        if self._steps or self._failures or self._calls or self._digests:
            digests = [digest_row(self.run_id, d, self._driver_ids, self._load_ids) for d in self._digests]
            failures = [failure.model_dump() for failure in self._failures]
            self._store.add_rows(self.run_id, Rows(self._steps, failures, self._calls, digests))
            self._steps, self._failures, self._calls = [], [], []
            self._digests.clear()

    def keep_first(self, kept: dict[int, int]) -> None:
        """Take back each driver's steps after its first `kept[driver]`."""
        self.hour(0)
        self._store.cut_steps(self.run_id, {plain(self._driver_ids[d]): number for d, number in kept.items()})

    def failed(self, driver_id: str, minute: int, error: str) -> None:
        """Keep an error of a driver's agents."""
        number = self._failure_count = self._failure_count + 1
        if number <= self._recording.failures:
            return
        self._failures.append(
            Failure(run_id=self.run_id, number=number, driver_id=plain(driver_id), minute=minute, error=plain(error))
        )

    # when it is over

    def completed(self, result: RunResult) -> None:
        """Write the run's end: the digests that came last, the audit of it, its digest and its result in figures."""
        self.hour(0)
        self._store.add_audits(self.run_id, result.audit)
        self._end(COMPLETED, digest=result.digest, totals=result.model_dump(mode="json"))

    def interrupted(self) -> None:
        """Write that the run stopped before its end, and all answers of models, which were paid for."""
        if self._calls:
            self._store.add_rows(self.run_id, Rows(calls=self._calls))
        self._end(INTERRUPTED)

    def _end(self, status: str, digest: str | None = None, totals: dict[str, Any] | None = None) -> None:
        ended_at = self._now().isoformat(timespec="seconds")
        self._store.end_run(self.run_id, Ended(status, ended_at, digest, totals))


def _json(detail: dict[str, Any]) -> bytes:
    """The detail as JSON."""
    try:
        written = orjson.dumps(detail)
    except orjson.JSONEncodeError:  # half characters, or numbers without end, from a file or a model
        written = orjson.dumps(_all_plain(detail))
    return bytes(memoryview(written))  # a copy: orjson's own lies in a block several times its size


def _all_plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _all_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_all_plain(item) for item in value]
    if isinstance(value, int) and value.bit_length() > _INT_BITS:
        return str(value)
    return plain(value) if isinstance(value, str) else value
