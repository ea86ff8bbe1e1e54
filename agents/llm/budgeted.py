"""A model with a purse: so many calls, tokens and seconds for a run and for each of its drivers, and no more.

A call is refused once the purse is empty; the call that empties it is still answered. What a refused call would have
cost nobody knows, so a purse may be overdrawn by the calls that were under way.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from agents.llm.model import Model, ModelError, Reply, Request, Trouble


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits; None: without limit."""

    calls: int | None = None
    tokens: int | None = None
    """Prompt and completion together, as the server counted them."""
    seconds: float | None = None
    """Wall time spent waiting for answers, added up over calls."""


@dataclass(slots=True)
class _Spent:
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0

    def used_up(self, budget: Budget) -> str | None:
        """Which limit is reached, in words; None if none is."""
        if budget.calls is not None and self.calls >= budget.calls:
            return f"{budget.calls} calls"
        if budget.tokens is not None and self.tokens >= budget.tokens:
            return f"{budget.tokens} tokens"
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return f"{budget.seconds:g} seconds"
        return None


class BudgetedModel:
    """Passes requests on while the run's and the driver's budget last; for any thread."""

    def __init__(self, inner: Model, run: Budget, driver: Budget, clock: Callable[[], float]) -> None:
        self._inner = inner
        self._run_budget, self._driver_budget = run, driver
        self._clock = clock
        self._lock = threading.Lock()
        self._run = _Spent()
        self._drivers: defaultdict[str, _Spent] = defaultdict(_Spent)

    def complete(self, request: Request) -> Reply:
        """The inner model's reply. Raises ModelError, with trouble `budget_spent` when there is no budget left."""
        with self._lock:
            purses = (self._run, self._drivers[request.driver])
            for whose, spent, budget in (
                ("the run's", purses[0], self._run_budget),
                (f"driver {request.driver}'s", purses[1], self._driver_budget),
            ):
                limit = spent.used_up(budget)
                if limit is not None:
                    raise ModelError(Trouble.BUDGET_SPENT, f"{whose} budget of {limit} is spent", tries=0)
            for spent in purses:
                spent.calls += 1
        began, tokens = self._clock(), 0
        try:
            reply = self._inner.complete(request)
            tokens = reply.usage.prompt + reply.usage.completion
        finally:
            seconds = self._clock() - began
            with self._lock:
                for spent in purses:
                    spent.tokens += tokens
                    spent.seconds += seconds
        return reply
