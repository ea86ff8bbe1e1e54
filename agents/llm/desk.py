"""Where agents put their questions: each is asked, its answer checked and counted, and asked once more if need be.

It knows no agent and keeps no driver's state; the model behind it may be live, recorded or scripted. It never raises
for what a model does: None tells the asker to decide by rule.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from pydantic import BaseModel

from agents.llm.answers import schema_of
from agents.llm.model import CallCounts, Model, ModelError, Reply, Request, Sampling, Trouble
from agents.llm.prompts import Prompts
from agents.llm.prompts_en import ENGLISH
from agents.llm.prompts_zh import CHINESE
from agents.llm.read import UnusableError, read_reply
from agents.llm.shown import Count, Shown
from scenarios.records import Language

A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")

MOST_HALVINGS = 3
"""Times that a view is halved when a server finds a prompt too long."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question as it is put: the parts of the message, and what was shown of memory."""

    parts: tuple[str, ...]
    shown: Shown


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, in which words, and about whose step."""

    agent: str
    system: str
    schema_name: str
    driver: str = ""
    step: int = 0


@dataclass(slots=True)
class Bill:
    """What one question cost, repetitions included."""

    calls: int = 0
    tokens: int = 0
    """Prompt and completion."""


@dataclass(slots=True)
class Desk:
    """The model of one run with what all its agents need to ask it. May be used from several threads."""

    model: Model
    prompts: Prompts
    start: datetime
    """Of the scenario: prompts tell dates and times."""
    view_tokens: int
    """Most tokens of what is shown of memory."""
    count: Count
    categories: Sequence[str] = ()
    """Cargo names by the category number of an offer, as the platform shows them."""
    places: Sequence[str] = ()
    """Names of cities and districts by the place number of an offer."""
    judged: Callable[[Request, Trouble], None] | None = None
    """Told of each request whose newest reply could not be used, and why."""
    sampling: Sampling = field(default_factory=Sampling)
    counts: dict[str, CallCounts] = field(default_factory=dict)
    """By agent."""
    _schemas: dict[type[BaseModel], dict[str, Any]] = field(default_factory=dict)
    """Made once: every call sends one."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(
        self,
        asker: Asker,
        answer: type[A],
        pose: Callable[[int], Posed],
        read: Callable[[A, Shown], R],
        bill: Bill | None = None,
        budget: int | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> R | None:
        """What `read` makes of the model's answer, or None when it has given no usable one twice.

        `pose` puts the question with at most so many tokens of memory, first `budget` (None: a view's); `read` raises
        UnusableError for an answer that fits the form and cannot stand. Where a server finds the prompt too long,
        memory is halved up to three times, beside the one repetition that every other trouble has. `schema` stands in
        place of the answer's own.
        """
        most, halved, repeated, reason = self.view_tokens if budget is None else budget, 0, False, ""
        bill = Bill() if bill is None else bill
        schema = self._schema(answer) if schema is None else schema
        while True:
            posed = pose(most)
            parts = (*posed.parts, self.prompts.again.format(reason=reason)) if reason else posed.parts
            trouble, reason, result = self._once(asker, answer, schema, parts, posed.shown, read, bill)
            if trouble is None:
                return result
            too_long = trouble == Trouble.CONTEXT_TOO_LONG
            if too_long and halved < MOST_HALVINGS and posed.shown.text:
                halved, most = halved + 1, self.count(posed.shown.text) // 2
            elif repeated or trouble == Trouble.BUDGET_SPENT or (too_long and halved):
                self._gave_up(asker.agent)
                return None
            else:
                repeated = True

    def _once(
        self,
        asker: Asker,
        answer: type[A],
        schema: Mapping[str, Any],
        parts: tuple[str, ...],
        shown: Shown,
        read: Callable[[A, Shown], R],
        bill: Bill,
    ) -> tuple[Trouble | None, str, R | None]:
        """One call: its trouble or None, the reason to tell the model, and the result."""
        request = Request(
            agent=asker.agent,
            system=asker.system,
            parts=parts,
            schema_name=asker.schema_name,
            schema=schema,
            sampling=self.sampling,
            driver=asker.driver,
            step=asker.step,
        )
        reply: Reply | None = None
        try:
            bill.calls += 1
            reply = self.model.complete(request)
            bill.tokens += reply.usage.prompt + reply.usage.completion
            result = read(read_reply(reply, answer), shown)
        except ModelError as error:  # its message is for people: the model is told nothing of it
            self._count(asker.agent, reply, error.trouble)
            return error.trouble, "", None
        except UnusableError as error:
            if self.judged is not None:
                self.judged(request, error.trouble)
            self._count(asker.agent, reply, error.trouble)
            return error.trouble, self.prompts.reasons[error.trouble].format(detail=error.detail), None
        self._count(asker.agent, reply, None)
        return None, "", result

    def _schema(self, answer: type[BaseModel]) -> dict[str, Any]:
        if answer not in self._schemas:
            self._schemas[answer] = schema_of(answer)
        return self._schemas[answer]

    def _count(self, agent: str, reply: Reply | None, trouble: Trouble | None) -> None:
        with self._lock:
            counts = self.counts.setdefault(agent, CallCounts())
            if trouble is None:
                counts.ok += 1
            else:
                counts.failed[trouble] = counts.failed.get(trouble, 0) + 1
            if reply is not None:
                counts.prompt += reply.usage.prompt
                counts.cached += reply.usage.cached
                counts.completion += reply.usage.completion
                counts.seconds += reply.seconds

    def _gave_up(self, agent: str) -> None:
        with self._lock:
            self.counts.setdefault(agent, CallCounts()).fallback += 1

    def snapshot(self) -> dict[str, CallCounts]:
        """The counts so far by agent, in the order of their names."""
        with self._lock:
            return {
                agent: replace(self.counts[agent], failed=dict(sorted(self.counts[agent].failed.items())))
                for agent in sorted(self.counts)
            }


def prompts_in(language: Language) -> Prompts:
    """The words of prompts in a language."""
    return CHINESE if language == "zh" else ENGLISH
