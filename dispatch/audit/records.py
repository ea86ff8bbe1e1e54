"""What an audit says: a verdict a constraint, its breaches with their evidence, and what could not be judged.

Money is in whole fen and adds up again: breaches to verdicts, verdicts to the driver's total.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from scenarios.preferences.parts import Unit


class AuditRecord(BaseModel):
    """Base of these records: frozen."""

    model_config = ConfigDict(frozen=True)


class Breach(AuditRecord):
    """One breach, as it is charged. Minutes are world minutes, [start_min, end_min)."""

    start_min: int
    end_min: int
    day: int
    """Day of the run, from 0, that it is counted for."""
    steps: tuple[int, ...] = ()
    """Numbers of the driver's steps that it lies in."""
    load: str = ""
    lat: float | None = None
    lng: float | None = None
    amount: float
    """How much, in `unit`."""
    unit: Unit
    said: str
    """What happened, in words."""
    penalty_fen: int
    """What it adds to the penalty, the cap considered."""
    left_fen: int | None
    """What is left of the preference's cap after it; None: no cap."""
    avoidable: bool | None = None
    """For a hard wish: whether another course would have kept it when it was decided (`dispatch.audit.avoidable`)."""
    lost_min: int | None = None
    """For an errand: the first minute at which driving straight to its stops was too late (`dispatch.audit.stops`)."""


class Unjudged(AuditRecord):
    """A span whose end, or start, the run does not show."""

    start_min: int
    end_min: int
    why: str


class Verdict(AuditRecord):
    """One constraint, judged."""

    preference: int
    """Number of the driver's preference, from 0; -1 for hours of service."""
    kind: str
    text: str
    hard: bool
    breaches: tuple[Breach, ...]
    not_evaluable: tuple[Unjudged, ...]
    penalty_fen: int
    cap_fen: int | None
    """The preference's cap; None: none."""
    figures: dict[str, Any]
    """What was counted: days off, kilometres over, visits, the errand's minutes."""


class DriverAudit(AuditRecord):
    """All verdicts of one driver, wishes first, then hours of service."""

    driver: str
    verdicts: tuple[Verdict, ...]
    penalty_fen: int

    @property
    def penalty_yuan(self) -> float:
        """The penalty as it is charged."""
        return self.penalty_fen / 100
