"""`dispatch run`: one run, or a fork of a recorded one. Parses, calls and prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from dispatch.cli.errors import BrokenOffError
from dispatch.cli.model_options import OF_THE_MODEL, given_options, model_values, with_model_options
from dispatch.cli.options import (
    DatabaseOption,
    DaysOption,
    DriversOption,
    JsonOption,
    MemoryOption,
    RulesOption,
    SeedOption,
    VocabularyOption,
)
from dispatch.errors import UsageError, say

if TYPE_CHECKING:
    from dispatch.failures import Failures
    from dispatch.run_result import RunResult

_OF_THE_WORLD = frozenset(
    {"scenario", "seed", "rules", "days", "drivers", "no_db", "write_logs", "contention", "lessons", "share"}
)
"""What a fork has of the run that it follows, or cannot have."""


@with_model_options
def run(
    context: typer.Context,
    scenario: Annotated[
        str | None,
        typer.Argument(help="A scenario's name, its folder, or a folder in the contest's form.", show_default=False),
    ] = None,
    seed: SeedOption = 0,
    rules: RulesOption = None,
    memory: MemoryOption = None,
    agents: Annotated[
        str,
        typer.Option(
            help="Who decides: rule, four agents by rule; greedy, the best net income a minute nearby; llm, four "
            "agents by language model; single, one question to a model with everything in it; or a mix, as in "
            "mixed:search=rule,main=llm (agents search, analyst, preference, main).",
        ),
    ] = "rule",
    days: DaysOption = None,
    drivers: DriversOption = None,
    db: DatabaseOption = "dispatch.db",
    no_db: Annotated[bool, typer.Option("--no-db", help="Record nothing.")] = False,
    write_logs: Annotated[
        str | None,
        typer.Option(help="A folder for action logs in the contest's form, without logs yet.", show_default=False),
    ] = None,
    contention: Annotated[
        bool, typer.Option("--contention", help="Run again with a pool for each driver: what does sharing one cost?")
    ] = False,
    count_tokens: Annotated[
        bool, typer.Option("--count-tokens", help="Count the tokens of what each agent is shown.")
    ] = False,
    compile: Annotated[
        Literal["grammar", "model"],
        typer.Option(
            help="Who understands the drivers' wishes: a grammar, or the language model, held to their words."
        ),
    ] = "grammar",
    vocabulary: VocabularyOption = "qwen3.6-27b",
    from_run: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="Follow a recorded run up to --step, and go on from there with the other options given here.",
            show_default=False,
        ),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(min=1, help="With --from: follow until the first driver comes to its step N.", show_default=False),
    ] = None,
    share: Annotated[
        Literal["own", "fleet"],
        typer.Option(help="Who hears what a driver's lists show of the market: nobody else, or every driver."),
    ] = "own",
    lessons: Annotated[
        str | None,
        typer.Option(
            help="A long-term store (file or URL): its lessons are shown to the agents, and the run adds to them.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate a scenario and show what every driver earned.

    Each step is recorded, for `dispatch show` to explain.
    """
    from agents.sets import needs_model
    from dispatch.failures import Failures
    from dispatch.session import run_session
    from dispatch.settings import RunSettings, default_memory
    from memory.settings import MemorySettings

    try:
        needs_model(agents)
    except ValueError as error:
        raise UsageError(f"--agents: {error}") from None
    changes: dict[str, Any] = {
        "agents": agents,
        "memory": MemorySettings(mode=memory or default_memory(agents), share=share, vocabulary=vocabulary),
        "count_tokens": count_tokens,
        "compile": compile,
        "model": model_values(context.params),
    }
    failures = Failures()
    given = given_options(context)
    if from_run is not None or step is not None:
        result = _forked(from_run, step, given, changes, failures, db)
    elif scenario is None:
        raise UsageError("Missing argument 'scenario': name one, as in dispatch run tiny (see `dispatch run --help`)")
    else:
        if no_db and "db" in given:
            raise UsageError("--no-db: --db names a record, and none is to be made; leave one of them out")
        if write_logs is not None and not write_logs.strip():
            raise UsageError(f"--write-logs: {write_logs!r} names no folder; name one, as in --write-logs logs")
        logs = None if write_logs is None else Path(write_logs)
        asked = {"scenario": scenario, "seed": seed, "rules": rules, "days": days, "drivers": drivers} | changes
        settings = RunSettings.model_validate(asked)
        if lessons is not None and settings.memory.mode == "none":
            raise UsageError("--lessons: memory none shows the agents nothing; choose another with --memory")
        if lessons is not None and settings.agents == "greedy":
            raise UsageError("--lessons: greedy agents follow none; choose others with --agents")
        result = run_session(
            settings, failures, db=None if no_db else db, logs_folder=logs, contention=contention, lessons=lessons
        )
    if as_json:
        from dispatch.report.printing import print_json

        print_json(result.model_dump(mode="json", exclude=None if contention else {"contention"}))
    else:
        from dispatch.report.result import print_result

        print_result(result)
    sentence = failures.sentence()
    if sentence is not None:
        say(sentence)
    if failures.learning is not None:
        raise BrokenOffError(f"Lessons: the run taught nothing: {failures.learning}")


def _forked(
    from_run: str | None, step: int | None, given: set[str], changes: dict[str, Any], failures: Failures, db: str
) -> RunResult:
    """The result of a fork; of `changes` only what was given on the command line counts."""
    from dispatch.record.errors import StoreError
    from dispatch.record.store import open_store
    from dispatch.replay.fork import fork

    if from_run is None or step is None:
        raise UsageError("--from and --step go together, as in dispatch run --from RUN --step 12 --memory digest")
    for name in sorted(given & _OF_THE_WORLD):
        shown = name if name == "scenario" else f"--{name.replace('_', '-')}"
        raise UsageError(
            f"--from: {shown} is the recorded run's; leave it out (agents, memory and model may be others)"
        )
    chosen: dict[str, Any] = {name: value for name, value in changes.items() if name in given and name != "model"}
    asked = {field: changes["model"][field] for name, field in OF_THE_MODEL.items() if name in given}
    try:
        with open_store(db, create=False) as store:
            return fork(store, from_run, step, chosen, asked, failures)
    except StoreError as error:
        raise UsageError(str(error)) from None
