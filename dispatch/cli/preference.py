"""`dispatch preference`: what a driver's own words come to. Parses, calls and prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dispatch.cli.options import JsonOption
from dispatch.errors import UsageError

if TYPE_CHECKING:
    from scenarios.preferences.compiled import Compiler

_MARCH = "2026-03-01"
"""The first day of the contest's month, as the option's help shows it."""


def preference(
    text: Annotated[str | None, typer.Argument(help="A driver's own words.", show_default=False)] = None,
    file: Annotated[
        Path | None, typer.Option(help="A file of JSON lines, each with a text; one answer a line.", show_default=False)
    ] = None,
    start: Annotated[
        str, typer.Option(metavar="DATE", help="The first day: gives a day without a month its month.")
    ] = _MARCH,
    model: Annotated[
        str | None,
        typer.Option(help="A language model that reads the words, held to them; without it a grammar does."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the constraints understood from a driver's words.

    What is not understood is told in the driver's own words.
    """
    if (text is None) == (file is None):
        raise UsageError('preference: give either a text or --file, as in `dispatch preference "no live seafood"`')
    texts = iter([text]) if text is not None else _texts(file) if file is not None else iter(())
    from dispatch.report.printing import print_json, print_json_line, print_lines
    from dispatch.report.understood import understood
    from scenarios.preferences.compiled import Context
    from scenarios.records import Preference

    context = Context(start=datetime.combine(_day(start), time()), days=31)
    with _compiler(model, context.start) as compiler:
        for one in texts:
            try:
                one.encode()
            except UnicodeEncodeError:
                raise UsageError(f"preference: {one!r:.80} is no text; write it in UTF-8") from None
            if not one.strip():
                raise UsageError('preference: the text is empty; write a wish, as in "no live seafood"')
            answer = understood(compiler.compile(Preference(text=one), 0, context))
            if not as_json:
                print_lines([answer.said_back])
            elif file is not None:
                print_json_line(answer.model_dump(mode="json"))
            else:
                print_json(answer.model_dump(mode="json"))


@contextmanager
def _compiler(model: str | None, start: datetime) -> Iterator[Compiler]:
    """The grammar, or a model at the server that the environment names. Raises UsageError where it is of no use."""
    from scenarios.preferences.grammar import GrammarCompiler

    if model is None:
        yield GrammarCompiler()
        return
    from agents.llm.compiler import ModelCompiler
    from dispatch.models.desk import model_desk

    with model_desk(model, "texts were read by the grammar", start) as desk:
        yield ModelCompiler(desk, GrammarCompiler())


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--start: {text!r} is no date; write it as in {_MARCH}") from None


def _texts(path: Path) -> Iterator[str]:
    """The text of each line that is not empty. Raises ScenarioError with the line's number."""
    import orjson

    from scenarios.errors import ScenarioError
    from scenarios.files.text_files import json_fault, read_bytes, shown

    for number, line in enumerate(read_bytes(path).splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            rule, remedy = json_fault(error, line.decode("utf-8", "replace"))
            raise ScenarioError(where, shown(line), rule, remedy) from None
        words = row.get("text") if isinstance(row, dict) else None
        if not isinstance(words, str) or not words.strip():
            raise ScenarioError(where, shown(line), "has no text", 'write {"text": "..."}')
        yield words
