"""A run's record on its way from a worker to the process that keeps it: what would be written, as plain data.

It stands in the place of a store for `RunRecorder`, opens no database, and can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.llm.calls import Call
from dispatch.audit.records import DriverAudit
from dispatch.store import STEP_COLUMNS
from dispatch.tables import Failure, Run

_DRIVER, _STEP = STEP_COLUMNS.index("driver_id"), STEP_COLUMNS.index("step")


@dataclass(slots=True)
class RunBuffer:
    """The rows of one run."""

    run: dict[str, Any] = field(default_factory=dict)
    steps: list[tuple[Any, ...]] = field(default_factory=list)
    """Each as the values of `STEP_COLUMNS`."""
    failures: list[dict[str, Any]] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    digests: list[Mapping[str, Any]] = field(default_factory=list)
    audits: list[DriverAudit] = field(default_factory=list)

    def add_run(self, run: Run) -> None:
        self.run = run.model_dump()

    def reopen_run(self, run_id: str) -> None:
        raise ValueError(f"run {run_id} is not here to go on with")

    def add_steps(
        self,
        steps: Sequence[tuple[Any, ...]],
        failures: Sequence[Failure] = (),
        calls: Sequence[Call] = (),
        digests: Sequence[Mapping[str, Any]] = (),
        *,
        run_id: str = "",
    ) -> None:
        self.steps += steps
        self.failures += [failure.model_dump() for failure in failures]
        self.calls += calls
        self.digests += digests

    def keep_call(self, run_id: str, call: Call) -> None:
        """Nothing lasts here before the run is over."""

    def add_audits(self, run_id: str, audits: Sequence[DriverAudit]) -> None:
        self.audits += audits

    def cut_steps(self, run_id: str, kept: Mapping[str, int]) -> None:
        self.steps = [step for step in self.steps if step[_STEP] <= kept.get(step[_DRIVER], step[_STEP])]

    def end_run(
        self,
        run_id: str,
        status: str,
        ended_at: str,
        *,
        digest: str | None = None,
        totals: dict[str, Any] | None = None,
    ) -> None:
        self.run |= {"status": status, "ended_at": ended_at, "digest": digest, "totals": totals}
