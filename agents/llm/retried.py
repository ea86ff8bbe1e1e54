"""A model that is asked again when a server stumbles: too many requests, errors of its own, lost connections, silence.

What the server refused for good (a wrong key, a prompt too long) is not asked again. Pauses grow, are drawn from a
stream of their own, and are bounded, as are the tries.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from agents.llm.model import Model, ModelError, Reply, Request, Trouble
from scenarios.streams import draw

PASSING = frozenset({Trouble.RATE_LIMITED, Trouble.SERVER_ERROR, Trouble.CONNECTION, Trouble.TIMEOUT})
"""Troubles that may be gone a moment later."""
GONE = PASSING - {Trouble.RATE_LIMITED}
"""Of these, those of a server that may be gone for good."""


@dataclass(frozen=True, slots=True)
class RetryRules:
    """How often and how patiently. Seconds."""

    tries: int = 4
    first_pause_s: float = 0.5
    """Doubles with every try; half of it is certain, the other half drawn ("equal jitter")."""
    longest_pause_s: float = 20.0
    longest_wait_s: float = 60.0
    """A server that asks for a longer wait than this is not waited for."""
    patience: int = 3
    """After so many questions in a row that got no answer in all their tries, a question has one try until one is
    answered: a server that is gone must not cost every question its pauses."""


class RetriedModel:
    """Tries again what may pass; for any thread."""

    def __init__(
        self, inner: Model, seed: int, sleep: Callable[[float], None], rules: RetryRules | None = None
    ) -> None:
        self._inner = inner
        self._seed = seed
        self._sleep = sleep
        self._rules = rules or RetryRules()
        self._lock = threading.Lock()
        self._unanswered = 0
        """Questions in a row that got no answer."""

    def complete(self, request: Request) -> Reply:
        """The first reply, its tries added up. Raises the last ModelError, with all tries in it."""
        attempt = tries = 0
        while True:
            try:
                reply = self._inner.complete(request)
            except ModelError as error:
                tries += error.tries
                error.tries = tries
                pause_s = self._pause_s(request, attempt, error)
                if pause_s is None:
                    self._ended(answered=error.trouble not in GONE)
                    raise
                self._sleep(pause_s)
                attempt += 1
            else:
                self._ended(answered=True)
                return replace(reply, tries=tries + reply.tries)

    def _ended(self, *, answered: bool) -> None:
        with self._lock:
            self._unanswered = 0 if answered else self._unanswered + 1

    def _pause_s(self, request: Request, attempt: int, error: ModelError) -> float | None:
        """How long to wait before the next try; None when there is none."""
        rules = self._rules
        if error.trouble not in PASSING or attempt + 1 == rules.tries:
            return None
        if error.trouble in GONE and self._unanswered >= rules.patience:
            return None
        if error.retry_after_s is not None:
            return error.retry_after_s if error.retry_after_s <= rules.longest_wait_s else None
        pause_s = min(rules.first_pause_s * 2.0**attempt, rules.longest_pause_s)
        drawn = draw(self._seed, "retry", request.driver, request.sha256(), attempt) / 2**64
        return pause_s / 2 + pause_s / 2 * drawn
