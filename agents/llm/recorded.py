"""A model whose calls are written down: replies and troubles alike, so that a replay meets the same of both."""

from __future__ import annotations

from collections.abc import Callable

from agents.llm.calls import Call, CallBook, Repeats
from agents.llm.model import Model, ModelError, Reply, Request


class RecordedModel:
    """Passes requests on and puts each call into a book. It stands outside of budgets and retries."""

    def __init__(
        self, inner: Model, book: CallBook, clock: Callable[[], float], repeats: Repeats | None = None
    ) -> None:
        self._inner = inner
        self._book = book
        self._clock = clock
        self._repeats = repeats or Repeats()

    def complete(self, request: Request) -> Reply:
        """The inner model's reply or error. Raises ModelError."""
        sha256 = request.sha256()
        repeat, began = self._repeats.next(sha256, request.driver), self._clock()
        try:
            reply = self._inner.complete(request)
        except ModelError as error:
            seconds = self._clock() - began
            self._book.add(Call(request, sha256, repeat, None, error.trouble, str(error), error.tries, seconds))
            raise
        self._book.add(Call(request, sha256, repeat, reply, tries=reply.tries, seconds=self._clock() - began))
        return reply
