"""A model whose troubles are told as they come, the first of each kind: a run that goes on by rule must say so."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agents.llm.model import Model, ModelError, Reply, Request, Trouble


class TellingModel:
    """Passes requests on and `say`s the first error of each kind; for any thread. It stands outside of retries."""

    def __init__(self, inner: Model, say: Callable[[str], None]) -> None:
        self._inner = inner
        self._say = say
        self._lock = threading.Lock()
        self._told: set[Trouble] = set()

    def complete(self, request: Request) -> Reply:
        """The inner model's reply. Raises ModelError."""
        try:
            return self._inner.complete(request)
        except ModelError as error:
            with self._lock:
                new = error.trouble not in self._told
                self._told.add(error.trouble)
            # Of a prompt that is too long less is shown, which is no trouble yet.
            if new and error.trouble != Trouble.CONTEXT_TOO_LONG:
                self._say(f"The model gave no answer: {error}. What it leaves open is decided by rule.")
            raise
