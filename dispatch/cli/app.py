"""All commands as one program. It knows no rule of freight, and imports nothing heavy at its start."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.batch import batch
from dispatch.cli.compare import compare
from dispatch.cli.errors import WRONG_USAGE, OneSentenceGroup
from dispatch.cli.evolve import evolve
from dispatch.cli.export import export
from dispatch.cli.memory import app as memory_app
from dispatch.cli.preference import preference
from dispatch.cli.replay import replay
from dispatch.cli.resume import resume
from dispatch.cli.run import run
from dispatch.cli.scenario import app as scenario_app
from dispatch.cli.score import score
from dispatch.cli.show import show

app = typer.Typer(cls=OneSentenceGroup, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(memory_app, name="memory", help="Long-term memory: what runs and other programs learned.")
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


for command in (run, show, score, resume, export, replay, batch, compare, evolve, preference):
    app.command()(command)
