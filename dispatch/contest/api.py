"""The contest's api as an agent is handed it, and its language model as one of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from agents.llm.forms import Way, payload, unfenced
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage


class ContestApi(Protocol):
    """What the harness offers to an agent."""

    def get_driver_status(self, driver_id: str) -> dict[str, Any]: ...

    def query_cargo(self, driver_id: str, latitude: float, longitude: float) -> dict[str, Any]: ...

    def query_decision_history(self, driver_id: str, step: int) -> dict[str, Any]: ...

    def model_chat_completion(self, payload: dict[str, Any]) -> dict[str, Any]: ...


class ContestModel:
    """Answers through `model_chat_completion`; `until` is the time after which no question is put any more.

    The form of an answer is asked for in words, which any chat model takes. Whatever the harness raises is a
    server's error here, since it does not say what its errors are.
    """

    def __init__(self, api: ContestApi, name: str, clock: Callable[[], float]) -> None:
        self._api = api
        self._name = name
        self._clock = clock
        self.until: float | None = None

    def complete(self, request: Request) -> Reply:
        """The harness's reply. Raises ModelError."""
        began = self._clock()
        if self.until is not None and began >= self.until:
            raise ModelError(Trouble.BUDGET_SPENT, "the step's time is up")
        sent = payload(self._name, request, Way.PLAIN, {"seed": None})
        if not self._name:
            del sent["model"]
        try:
            answer = self._api.model_chat_completion(sent)
            choice = answer["choices"][0]
            text, finish = str(choice["message"].get("content") or ""), str(choice.get("finish_reason") or "stop")
            usage = answer.get("usage") or {}
            tokens = Usage(int(usage.get("prompt_tokens") or 0), 0, int(usage.get("completion_tokens") or 0))
        except Exception as error:
            raise ModelError(Trouble.SERVER_ERROR, f"no completion: {type(error).__name__}") from None
        seconds = self._clock() - began
        return Reply(unfenced(text), tokens, str(answer.get("model") or self._name), finish, "plain", seconds)
