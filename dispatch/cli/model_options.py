"""The options of every command whose runs may ask a language model: which model, and how much it may be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Annotated, Any

import typer

OF_THE_MODEL: Mapping[str, str] = {
    "model": "name",
    "concurrency": "concurrency",
    "timeout": "timeout_s",
    "call_budget": "calls",
    "token_budget": "tokens",
    "seconds_budget": "seconds",
    "driver_call_budget": "driver_calls",
    "driver_token_budget": "driver_tokens",
    "driver_seconds_budget": "driver_seconds",
}
"""These options by the field of `dispatch.settings.ModelSettings` that they stand for."""


def _options(
    model: Annotated[
        str | None,
        typer.Option(
            help="The language model to ask, as its server knows it. The server is OPENAI_BASE_URL, or OpenAI's own, "
            "with the key in OPENAI_API_KEY.",
            show_default=False,
        ),
    ] = None,
    concurrency: Annotated[
        int, typer.Option(min=1, help="Questions to the model under way at once, at most; changes no step.")
    ] = 16,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for one answer.")] = 120.0,
    call_budget: Annotated[
        int | None, typer.Option(min=0, help="So many calls to the model, and no more.", show_default=False)
    ] = None,
    token_budget: Annotated[
        int | None, typer.Option(min=0, help="So many tokens, sent and received, and no more.", show_default=False)
    ] = None,
    seconds_budget: Annotated[
        float | None, typer.Option(min=0, help="So many seconds of waiting for answers, added up.", show_default=False)
    ] = None,
    driver_call_budget: Annotated[
        int | None, typer.Option(min=0, help="So many calls for each driver.", show_default=False)
    ] = None,
    driver_token_budget: Annotated[
        int | None, typer.Option(min=0, help="So many tokens for each driver.", show_default=False)
    ] = None,
    driver_seconds_budget: Annotated[
        float | None, typer.Option(min=0, help="So many seconds for each driver.", show_default=False)
    ] = None,
) -> None:
    """The parameters that `with_model_options` gives to a command."""


def with_model_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with these options after its own; it takes them from its context, by `model_values`."""

    @wraps(command)
    def with_options(**parsed: Any) -> None:
        command(**{name: value for name, value in parsed.items() if name not in OF_THE_MODEL})

    own = signature(command, eval_str=True)
    every = [*own.parameters.values(), *signature(_options, eval_str=True).parameters.values()]
    with_options.__signature__ = own.replace(parameters=every)  # type: ignore[attr-defined]  # PEP 362; typer reads it
    return with_options


def given_options(context: typer.Context) -> set[str]:
    """The parameters that stand on the command line, not those that are as they are without it."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}


def model_values(given: Mapping[str, Any]) -> dict[str, Any]:
    """Of a command's parameters those of the model, by the fields of `ModelSettings`; none that is missing."""
    return {field: given[option] for option, field in OF_THE_MODEL.items() if option in given}
