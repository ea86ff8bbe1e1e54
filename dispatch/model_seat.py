"""The model of a run, seated: from settings and environment to a client with budgets and retries around it.

It knows the wrappers' order and nothing of what is asked. The `openai` package is imported only when a server is used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from pydantic import BaseModel, ConfigDict, Field

from agents.llm.budgeted import Budget, BudgetedModel
from agents.llm.model import Model, ModelError
from agents.llm.retried import RetriedModel
from agents.llm.server import server_of


class ModelSettings(BaseModel):
    """Which model a run asks, and how much it may ask. A budget of None is without limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str | None = None
    """As the server knows it; None where nobody asks a model."""
    concurrency: int = Field(16, ge=1)
    """Questions under way at once, at most; changes no step."""
    timeout_s: float = Field(120.0, gt=0)
    calls: int | None = Field(None, ge=0)
    tokens: int | None = Field(None, ge=0)
    seconds: float | None = Field(None, ge=0)
    driver_calls: int | None = Field(None, ge=0)
    driver_tokens: int | None = Field(None, ge=0)
    driver_seconds: float | None = Field(None, ge=0)

    @property
    def run_budget(self) -> Budget:
        return Budget(self.calls, self.tokens, self.seconds)

    @property
    def driver_budget(self) -> Budget:
        return Budget(self.driver_calls, self.driver_tokens, self.driver_seconds)


class NoModelError(Exception):
    """A run needs a model and there is none to ask, in one sentence."""


class WrongModelError(NoModelError):
    """What the user gave names no model."""


@contextmanager
def live_model(
    settings: ModelSettings, seed: int, environment: Mapping[str, str], say: Callable[[str], None]
) -> Iterator[Model]:
    """The model at the server that the environment names, with budgets and retries; `seed` draws pauses.

    Raises WrongModelError where none is named, and NoModelError where nobody answers at the server's address.
    """
    if not settings.name:
        raise WrongModelError("a language model is to be asked, and none is named: name one with --model")
    try:
        server = server_of(settings.name, environment)
    except ValueError as error:
        raise WrongModelError(str(error)) from None
    from agents.llm.live import LiveModel  # slow to import, and only runs that ask a model need it

    with LiveModel(server, concurrency=settings.concurrency, timeout_s=settings.timeout_s, say=say) as live:
        try:
            live.check()
        except ModelError as error:
            raise NoModelError(f"the model server at {server.shown_url} is of no use: {error}") from None
        retried = RetriedModel(live, seed, time.sleep)
        yield BudgetedModel(retried, settings.run_budget, settings.driver_budget, time.perf_counter)
