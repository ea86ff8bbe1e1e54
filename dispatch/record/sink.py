"""Where a run's rows go while it is recorded, and what they are: the seam between recorder and store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agents.llm.calls import Call
from dispatch.audit.records import DriverAudit
from dispatch.record.tables import Run


@dataclass(frozen=True, slots=True)
class Rows:
    """What came of a run in an hour, as plain data that can be pickled."""

    steps: Sequence[tuple[Any, ...]] = ()
    """Each as the values of `dispatch.record.tables.STEP_COLUMNS`."""
    failures: Sequence[Mapping[str, Any]] = ()
    """Each as the columns of `dispatch.record.tables.Failure`."""
    calls: Sequence[Call] = ()
    digests: Sequence[Mapping[str, Any]] = ()
    """Each as the columns of `dispatch.record.tables.MemoryDigest`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: the columns of `dispatch.record.tables.Run` that are written then."""

    status: str
    ended_at: str
    digest: str | None = None
    totals: Mapping[str, Any] | None = None


class RunSink(Protocol):
    """Takes one run's rows; `dispatch.record.store.Store` is one, and tells there what each method does."""

    def add_run(self, run: Run) -> None: ...

    def reopen_run(self, run_id: str) -> None: ...

    def add_rows(self, run_id: str, rows: Rows) -> None: ...

    def add_audits(self, run_id: str, audits: Sequence[DriverAudit]) -> None: ...

    def keep_call(self, run_id: str, call: Call) -> None: ...

    def cut_steps(self, run_id: str, kept: Mapping[str, int]) -> None: ...

    def end_run(self, run_id: str, ended: Ended) -> None: ...
