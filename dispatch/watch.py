"""Who watches a run from beside the loop: told of steps, hours, calls and what agents saw. Nobody here decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from agents.llm.calls import Call, CallBook
from dispatch.models.call_totals import CallTotals
from dispatch.seats import Recorder, StepRecord
from dispatch.steps import StepLog
from dispatch.team import StepTrace, Witness
from memory.digests.counts import DigestCounts
from memory.facts import FactBlock


class Tracer(Recorder, Witness, Protocol):
    """A recorder that also wants the step log, and to know what the agents saw and said."""

    def follow(self, log: StepLog, digests: DigestCounts) -> None:
        """Told before the first step where steps (`StepRecord.row` counts in it) and digests are kept."""
        ...

    def calls(self, calls: Sequence[Call]) -> None:
        """Handed the calls to a model: those of a step before the step, and the rest at the end."""
        ...


class Witnesses:
    """Several witnesses as one."""

    def __init__(self, *witnesses: Witness) -> None:
        self._witnesses = witnesses

    def trace(self, driver: int, trace: StepTrace) -> None:
        for witness in self._witnesses:
            witness.trace(driver, trace)

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        for witness in self._witnesses:
            witness.facts(driver, facts)


class Watch:
    """The engine's recorder in every run: adds up the calls to a model, hands all on, and calls back each hour."""

    def __init__(
        self, inner: Tracer | None, on_hour: Callable[[int], None] | None, book: CallBook, earlier: Sequence[Call]
    ) -> None:
        """`earlier` are calls of steps that will be taken again: they are added up, and nobody is told."""
        self._inner = inner
        self._on_hour = on_hour
        self._book = book
        self.totals = CallTotals()
        self.totals.add(earlier)

    def take_calls(self, driver_id: str | None = None) -> None:
        """Take in the new calls of a driver, or of all."""
        calls = self._book.take(driver_id)
        self.totals.add(calls)
        if self._inner is not None and calls:
            self._inner.calls(calls)

    def step(self, record: StepRecord) -> None:
        self.take_calls(record.seen.driver_id)
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
