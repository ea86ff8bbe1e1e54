"""What failed in a run that went on, for a line at its end: steps of its agents, and its learning. It stops nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scenarios.clock import MINUTES_PER_DAY, day_of

_KINDS_SHOWN = 3


@dataclass(slots=True)
class Failures:
    """Counts the steps whose agents failed, and keeps the first of each kind for one line at the end."""

    kinds: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    learning: str | None = None
    """Why a run that was to learn did not, in one sentence."""

    def report(self, driver_id: str, minute: int, failure: str) -> None:
        """To be told of each failed step; `failure` is kind and message."""
        kind = failure.partition(":")[0]
        self.kinds[kind] += 1
        hour, minute_of_hour = divmod(minute % MINUTES_PER_DAY, 60)
        when = f"day {day_of(minute) + 1} {hour:02d}:{minute_of_hour:02d}"
        self.first.setdefault(kind, f"{failure} (first: driver {driver_id}, {when})")

    def sentence(self) -> str | None:
        """How many steps failed and the first kinds; None if none did."""
        if not self.kinds:
            return None
        total = self.kinds.total()
        shown = [f"{n} x {self.first[kind]}" for kind, n in list(self.kinds.items())[:_KINDS_SHOWN]]
        more = f"; and {len(self.kinds) - _KINDS_SHOWN} other kinds" if len(self.kinds) > _KINDS_SHOWN else ""
        return f"The agents failed in {total} step{'s' * (total > 1)}: {'; '.join(shown)}{more}."
