"""Counts the tokens of every view that agents were shown, on the exact text that would be sent.

It watches; whether it counts or not changes no decision, since views keep their budgets without it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import numpy as np

from dispatch.team import StepTrace
from memory.facts import FactBlock
from memory.settings import MemorySettings
from memory.tokens import TokenCounter
from memory.views.lines import History, fact_line
from memory.views.records import View, Views, render_own
from scenarios.clock import day_of

AGENTS = ("search", "cargo", "preference", "decision")


class TokenMeter:
    """Tokens by agent and step of one run; fits `dispatch.team.Witness`."""

    def __init__(self, settings: MemorySettings, counter: TokenCounter) -> None:
        self._budget = settings.view_tokens
        self._counter = counter
        self._days: list[int] = []
        self._counts: dict[str, list[int]] = {agent: [] for agent in AGENTS}
        self._told: dict[int, list[int]] = {}
        """By driver: tokens of its facts' lines, added up fact by fact."""
        self._told_blocks: dict[int, int] = {}
        self.overflows = 0
        """Views whose history did not fit the window."""

    def trace(self, driver: int, trace: StepTrace) -> None:
        self.views(driver, trace.views)

    def views(self, driver: int, views: Views) -> None:
        """Count what one step's agents were shown."""
        self._days.append(day_of(views.search.minute))
        for agent in AGENTS:
            self._counts[agent].append(self._count(driver, getattr(views, agent)))

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        """Facts are counted when a view tells them."""

    def _count(self, driver: int, view: View) -> int:
        """Tokens of one view's text, as `memory.views.records.render` gives it.

        A history is cut at its beginning to what the window still holds.
        """
        own = self._counter.count(render_own(view))
        if view.history is None:
            return own
        told = self._told_tokens(driver, view.history)
        if not told:
            return own
        room = self._budget - own
        if told[-1] <= room:
            return own + told[-1]
        self.overflows += 1
        if room <= 0:
            return own
        first = bisect_left(told, told[-1] - room)
        return own + told[-1] - told[first]

    def _told_tokens(self, driver: int, history: History) -> list[int]:
        """Tokens of the lines of a driver's facts, added up; lines add up since tokens end at line ends."""
        sums = self._told.setdefault(driver, [])
        for block in history.blocks[self._told_blocks.get(driver, 0) : history.length]:
            for place in range(len(block)):
                tokens = self._counter.count(fact_line(block, place).text + "\n")
                sums.append(tokens + (sums[-1] if sums else 0))
        self._told_blocks[driver] = history.length
        return sums

    def summary(self) -> dict[str, Any]:
        """Tokens in all by agent; and a step: mean, 95th percentile, first, third and last day's mean.

        First and last are days with steps; without a step on the third day its mean is None.
        """
        per_step = np.sum([self._counts[agent] for agent in AGENTS], axis=0)
        days = np.array(self._days)
        means = {int(day): float(per_step[days == day].mean()) for day in np.unique(days)}
        if not means:
            return {"view": dict.fromkeys(AGENTS, 0), "per_step": None, "overflows": 0}
        known = sorted(means)
        return {
            "view": {agent: int(sum(self._counts[agent])) for agent in AGENTS},
            "per_step": {
                "mean": round(float(per_step.mean()), 1),
                "p95": round(float(np.sort(per_step)[int(0.95 * (len(per_step) - 1))]), 1),
                "first_day": round(means[known[0]], 1),
                "third_day": round(means[2], 1) if 2 in means else None,
                "last_day": round(means[known[-1]], 1),
            },
            "overflows": self.overflows,
        }
