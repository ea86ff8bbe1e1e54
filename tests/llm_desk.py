"""A desk whose model is scripted, for tests of agents by model."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from small_world import START
from stub_player import play

from agents.llm.desk import Desk, prompts_in
from agents.llm.model import Model, ModelError, Reply, Request
from agents.llm.scripted import ScriptedModel
from scenarios.records import Language

Scripted = str | Reply | ModelError


class Script:
    """Answers in turn, the last one for ever; keeps the requests."""

    def __init__(self, *answers: Scripted | dict[str, Any]) -> None:
        self.requests: list[Request] = []
        self._answers = [json.dumps(answer) if isinstance(answer, dict) else answer for answer in answers]

    def __call__(self, request: Request) -> Scripted:
        self.requests.append(request)
        return self._answers[min(len(self.requests), len(self._answers)) - 1]


def player(request: Request) -> str:
    """What the competent player answers."""
    answer = play(request.schema_name, "\n".join(request.parts), chinese="司机" in request.system)
    return json.dumps(answer, ensure_ascii=False)


def words(text: str) -> int:
    """A count of tokens that is easy to do by hand: words."""
    return len(text.split())


def make_desk(
    answer: Callable[[Request], Scripted] | None = None,
    *,
    model: Model | None = None,
    language: Language = "en",
    view_tokens: int = 10_000,
    categories: Sequence[str] = ("paper",),
) -> Desk:
    """A desk with a scripted model, or the one handed in."""
    asked = model or ScriptedModel(answer or player)
    return Desk(asked, prompts_in(language), START, view_tokens, words, categories)
