"""The command line: parses, calls and prints. It knows no rule of freight, and imports nothing heavy at start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dispatch.cli_errors import WRONG_USAGE, OneSentenceGroup, say
from dispatch.cli_options import (
    AgentSetName,
    DatabaseOption,
    DaysOption,
    DriversOption,
    JsonOption,
    MemoryMode,
    RulesOption,
    ScenarioArgument,
    SeedOption,
)
from dispatch.cli_scenario import app as scenario_app

app = typer.Typer(cls=OneSentenceGroup, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(scenario_app, name="scenario", help="List, start, check and describe scenarios.")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"freight-dispatch {version('freight-dispatch')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Simulate truck drivers who choose loads on an open freight platform, minute by minute."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USAGE)


@app.command()
def run(
    scenario: ScenarioArgument,
    seed: SeedOption = 0,
    rules: RulesOption = None,
    memory: Annotated[MemoryMode, typer.Option(help="What the agents remember of earlier steps.")] = "rule",
    agents: Annotated[AgentSetName, typer.Option(help="Who decides.")] = "rule",
    days: DaysOption = None,
    drivers: DriversOption = None,
    db: DatabaseOption = "dispatch.db",
    no_db: Annotated[bool, typer.Option("--no-db", help="Record nothing.")] = False,
    write_logs: Annotated[
        Path | None, typer.Option(help="A folder for action logs in the contest's form.", show_default=False)
    ] = None,
    contention: Annotated[
        bool, typer.Option("--contention", help="Run again with a pool for each driver: what does sharing one cost?")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Simulate a scenario, record it, and show what every driver earned."""
    from dispatch.run import RunSettings
    from dispatch.session import Failures, run_session
    from memory.settings import MemorySettings

    settings = RunSettings(
        scenario=scenario,
        seed=seed,
        rules=rules,
        agents=agents,
        memory=MemorySettings(mode=memory),
        days=days,
        drivers=drivers,
    )
    failures = Failures()
    result = run_session(settings, failures, db=None if no_db else db, logs_folder=write_logs, contention=contention)
    if as_json:
        from dispatch.report import print_json

        print_json(result.model_dump(mode="json", exclude=None if contention else {"contention"}))
    else:
        from dispatch.report import print_result

        print_result(result)
    sentence = failures.sentence()
    if sentence is not None:
        say(sentence)
