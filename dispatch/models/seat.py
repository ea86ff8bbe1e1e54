"""The model of a run, seated: from settings and environment to a desk where agents ask, with every call in a book.

It knows the order of the wrappers and nothing of what is asked. The `openai` package is imported only when a server is
used.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from agents.llm.budgeted import BudgetedModel
from agents.llm.calls import Call, CallBook, Repeats
from agents.llm.compiler import ModelCompiler
from agents.llm.compressor import digest_writer
from agents.llm.desk import Desk, prompts_in
from agents.llm.model import Model, ModelError
from agents.llm.recorded import RecordedModel
from agents.llm.replayed import ContinuedModel
from agents.llm.retried import RetriedModel
from agents.llm.server import server_of
from agents.llm.telling import TellingModel
from agents.sets import needs_model
from dispatch.asking import Ask, AskAhead, in_turn
from dispatch.errors import say
from dispatch.models.errors import NoModelError, WrongModelError
from dispatch.settings import ModelSettings, RunSettings
from memory.digests.writer import BulletWriter
from memory.tokens import token_counter
from scenarios.preferences.compiled import Compiler
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Scenario


@dataclass(frozen=True, slots=True)
class ModelSeat:
    """Where a run's questions to a model go, and what comes of them is kept."""

    desk: Desk | None
    """None where nobody asks a model."""
    book: CallBook
    ask: Ask
    """How the loop asks the agents: ahead where a server is waited for."""
    writer: BulletWriter | None = None
    """Who words memory's digests, where a model does."""
    compiler: Compiler | None = None
    """Who understands the drivers' wishes, where a model does."""


def _named(settings: ModelSettings) -> str:
    """The model's name. Raises WrongModelError where there is none."""
    if settings.name is None or not settings.name.strip():
        raise WrongModelError("a language model is to be asked, and none is named: name one with --model")
    return settings.name


@contextmanager
def live_model(
    settings: ModelSettings, seed: int, environment: Mapping[str, str], say: Callable[[str], None]
) -> Iterator[Model]:
    """The model at the server that the environment names, with budgets and retries; `seed` draws pauses.

    Raises WrongModelError where none is named, and NoModelError where nobody answers at the server's address.
    """
    try:
        server = server_of(_named(settings), environment)
    except ValueError as error:
        raise WrongModelError(str(error)) from None
    from agents.llm.live import LiveModel  # slow to import, and only runs that ask a model need it

    with LiveModel(server, concurrency=settings.concurrency, timeout_s=settings.timeout_s, say=say) as live:
        try:
            live.check()
        except ModelError as error:
            raise NoModelError(f"the model server at {server.shown_url} is of no use: {error}") from None
        retried = RetriedModel(live, seed, time.sleep)
        budgeted = BudgetedModel(retried, settings.run_budget, settings.driver_budget, time.perf_counter)
        yield TellingModel(budgeted, say)


def _asks(settings: RunSettings) -> bool:
    try:
        return settings.asks_model
    except ValueError:  # its run says what is wrong
        return False


def check_models(asked: Iterable[RunSettings], *, elsewhere: bool = False) -> None:
    """Refuse, before the first of several runs, what would end each of them: no model named, or no server of use.

    Where the runs are done `elsewhere`, under another environment, only the name is looked at. Raises as `live_model`.
    """
    for settings in dict.fromkeys(s.model for s in asked if _asks(s)):
        if elsewhere:
            _named(settings)
            continue
        with live_model(settings, 0, os.environ, say):
            pass


@contextmanager
def model_seat(
    scenario: Scenario,
    settings: RunSettings,
    model: Model | None = None,
    *,
    asked: Sequence[Call] = (),
    answered: Sequence[Call] = (),
    say: Callable[[str], None] = say,
) -> Iterator[ModelSeat]:
    """The seat for a run, with the model that is handed in or else, where one is needed, with the live one.

    For a run that goes on: `asked` are the calls of steps that are done, and `answered` those whose questions will be
    put again and need no server. Raises as `live_model` does, and ValueError for an unknown set of agents.
    """
    book = CallBook()
    if not settings.asks_model:
        yield ModelSeat(None, book, in_turn)
        return
    with ExitStack() as closing:
        ask: Ask = in_turn
        if model is None:
            model = closing.enter_context(live_model(settings.model, settings.seed, os.environ, say))
            model = ContinuedModel(answered, model, Repeats(asked))
            # A fleet's views change with every step of anybody's.
            if needs_model(settings.agents) and settings.memory.share == "own":
                ask = closing.enter_context(AskAhead(settings.model.concurrency))
        desk = Desk(
            RecordedModel(model, book, time.perf_counter, Repeats(asked)),
            prompts_in(scenario.language),
            scenario.start,
            settings.memory.view_tokens,
            token_counter(settings.memory.vocabulary).count,
            scenario.loads.category_names,
            places=scenario.loads.place_names,
            judged=book.judged,
        )
        driver_ids = sorted(driver.driver_id for driver in scenario.drivers)
        writing = digest_writer(settings.memory.mode, desk, driver_ids, settings.model.concurrency, say)
        compiler = ModelCompiler(desk, GrammarCompiler()) if settings.compile == "model" else None
        yield ModelSeat(desk, book, ask, closing.enter_context(writing), compiler)
