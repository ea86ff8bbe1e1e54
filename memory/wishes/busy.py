"""What other wishes need of the time that is left to one of them. A record: `memory.wishes.needs` fills it in."""

from __future__ import annotations

from dataclasses import dataclass

from memory.wishes.courses import Ints
from memory.wishes.progress import Progress
from scenarios.preferences.standing import Standing


@dataclass(frozen=True, slots=True, eq=False)
class Busy:
    """What other wishes still need of the time that is left for visits."""

    days: int = 0
    """Days of this month without work."""
    minutes: int | Ints = 0
    """Of the day on which each course ends, shape (n,)."""
    errands: tuple[tuple[Standing, Progress], ...] = ()
    """They may hold the driver for days."""


FREE = Busy()
