"""How far a batch has come: what the one who runs it tells, and the one who shows it hears. It shows nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a batch has come now."""

    cells: int
    failed: int
    steps: int
    tokens: int
    """That models read and wrote."""
