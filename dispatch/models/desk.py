"""The desk at which a command outside of any run asks a model, and what it says of answers that could not be used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from agents.llm.desk import Desk, prompts_in
from dispatch.errors import UsageError, say
from dispatch.models.errors import NoModelError
from dispatch.models.seat import live_model
from dispatch.settings import ModelSettings


@contextmanager
def model_desk(model: str, by_rule: str, start: datetime = datetime(1970, 1, 1)) -> Iterator[Desk]:
    """A desk whose model is at the server that the environment names; views are no part of its questions.

    At the end it is said how often an answer was missing, in the words `by_rule`, and what was wrong with answers.
    Raises UsageError where the server is of no use.
    """
    with ExitStack() as closing:
        try:
            live = closing.enter_context(live_model(ModelSettings(name=model), 0, os.environ, say))
        except NoModelError as error:
            raise UsageError(f"--model: {error}") from None
        desk = Desk(live, prompts_in("en"), start, view_tokens=0, count=len)
        yield desk
        counts = desk.snapshot().values()
        fallback = sum(c.fallback for c in counts)
        if fallback:
            kinds = sorted({kind for c in counts for kind in c.failed})
            told = ", ".join(f"{kind} {sum(c.failed.get(kind, 0) for c in counts)}" for kind in kinds)
            say(f"{fallback} of the {by_rule}: the model gave no usable answer ({told})")
