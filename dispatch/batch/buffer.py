"""A run's record on its way from a worker to the process that keeps it: what would be written, as plain data.

It stands in the place of a store for `RunRecorder`, opens no database, and can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from agents.llm.calls import Call
from dispatch.audit.records import DriverAudit
from dispatch.record.sink import Ended, Rows
from dispatch.record.tables import STEP_COLUMNS, Run

_DRIVER, _STEP = STEP_COLUMNS.index("driver_id"), STEP_COLUMNS.index("step")


@dataclass(slots=True)
class RunBuffer:
    """The rows of one run. A `RunSink`."""

    run: dict[str, Any] = field(default_factory=dict)
    hours: list[Rows] = field(default_factory=list)
    audits: list[DriverAudit] = field(default_factory=list)

    def add_run(self, run: Run) -> None:
        self.run = run.model_dump()

    def reopen_run(self, run_id: str) -> None:
        raise ValueError(f"run {run_id} is not here to go on with")

    def add_rows(self, run_id: str, rows: Rows) -> None:
        self.hours.append(rows)

    def keep_call(self, run_id: str, call: Call) -> None:
        """Nothing lasts here before the run is over."""

    def add_audits(self, run_id: str, audits: Sequence[DriverAudit]) -> None:
        self.audits += audits

    def cut_steps(self, run_id: str, kept: Mapping[str, int]) -> None:
        def stays(step: tuple[Any, ...]) -> bool:
            return bool(step[_STEP] <= kept.get(step[_DRIVER], step[_STEP]))

        self.hours = [replace(rows, steps=list(filter(stays, rows.steps))) for rows in self.hours]

    def end_run(self, run_id: str, ended: Ended) -> None:
        self.run |= asdict(ended)
