"""What came of a run, in figures, as it is printed, kept in the record and compared by a replay. It counts nothing."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from dispatch.audit.records import DriverAudit
from dispatch.measures.accounts import DriverFigures, Figures
from memory.digests.counts import DigestFigures


class RunResult(BaseModel):
    """What `dispatch run --json` prints."""

    model_config = ConfigDict(frozen=True)

    run: str
    scenario: str
    seed: int
    rules: str
    agents: str
    memory: str
    days: int
    stop: str
    digest: str
    steps: int
    total: Figures
    drivers: list[DriverFigures]
    tokens: dict[str, Any]
    """Zero where no model is called; `view` counts are null unless they were counted."""
    calls: dict[str, Any]
    """Of models: see `dispatch.models.call_totals`."""
    digests: DigestFigures
    """What became of the bullets that memory's digests were written with."""
    wall_s: float
    steps_per_s: float
    peak_rss_mb: float
    contention: dict[str, float] | None = None
    """With `--contention`: net income in private pools on the same seed, and what sharing one pool cost."""
    audit: list[DriverAudit] = Field(default_factory=list, exclude=True)
    """Each driver's wishes judged, breach by breach: shown by `dispatch show RUN --audit`, not with the result."""
