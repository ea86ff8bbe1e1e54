"""A model that answers by a function: for tests and for trying an agent without a server."""

from __future__ import annotations

from collections.abc import Callable

from agents.llm.model import ModelError, Reply, Request


class ScriptedModel:
    """Answers with what `answer` makes of each request; an error that it gives back is raised."""

    def __init__(self, answer: Callable[[Request], str | Reply | ModelError]) -> None:
        self._answer = answer

    def complete(self, request: Request) -> Reply:
        """The answer, with no tokens counted when it is a bare text. Raises ModelError where the script says so."""
        answer = self._answer(request)
        if isinstance(answer, ModelError):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, model="scripted")
