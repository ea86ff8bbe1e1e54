"""Hours that are worth something: minutes in which a driver's wishes leave it free to earn.

Quiet hours and nights at home earn nothing, and neither do the last hours before them, in which no further order
ends. A minute that earns nothing costs nothing, so an order that fills it is worth its net income.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.wishes.days import home_span, quiet_span
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.kinds import Errand, Home, QuietWindow
from scenarios.preferences.standing import Standing

AHEAD_DAYS = 3


class Hours:
    """Free minutes from now on."""

    def __init__(self, wishes: Sequence[Standing], now: int, horizon_min: int, tail_min: int) -> None:
        spans = sorted((max(a - tail_min, now), b) for a, b in _shut(wishes, now) if b > now)
        spans.append((max(now, horizon_min - tail_min), max(now, horizon_min) + AHEAD_DAYS * MINUTES_PER_DAY))
        spans.sort()
        self._now = now
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in spans:
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def free(self, until: NDArray[np.integer]) -> NDArray[np.int64]:
        """Minutes from now until each minute that are free."""
        out: NDArray[np.int64] = until.astype(np.int64) - self._now
        for start, end in zip(self._starts, self._ends, strict=True):
            out = out - np.clip(until - start, 0, end - start)
        return out

    @property
    def share(self) -> float:
        """Free share of the next day, at least a quarter."""
        day = np.array([self._now + MINUTES_PER_DAY])
        return max(0.25, float(self.free(day)[0]) / MINUTES_PER_DAY)


def _shut(wishes: Sequence[Standing], now: int) -> list[tuple[int, int]]:
    """Spans of the next days in which nothing can be earned."""
    out = []
    for standing in wishes:
        wish = standing.constraint
        for day in range(day_of(now) - 1, day_of(now) + AHEAD_DAYS):
            if not standing.applies(day):
                continue
            if isinstance(wish, QuietWindow):
                out.append(quiet_span(wish, day))
            elif isinstance(wish, Home):
                out.append(home_span(wish, day))
        if isinstance(wish, Errand):
            out += [(step.earliest_min or now, step.stay_until_min) for step in wish.steps if step.stay_until_min]
    return out
