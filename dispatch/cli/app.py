"""The command line: parses, calls and prints. It knows no rule of freight, and imports nothing heavy at start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dispatch.cli.batch import batch
from dispatch.cli.compare import compare
from dispatch.cli.errors import FAILED, WRONG_USAGE, OneSentenceGroup
from dispatch.cli.evolve import evolve
from dispatch.cli.export import export
from dispatch.cli.memory import app as memory_app
from dispatch.cli.options import DatabaseOption, DaysOption, DriversOption, JsonOption, LogSeedOption, RulesOption
from dispatch.cli.preference import preference
from dispatch.cli.replay import replay
from dispatch.cli.resume import resume
from dispatch.cli.run import run
from dispatch.cli.scenario import app as scenario_app
from dispatch.errors import UsageError, say

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


app.command()(run)


@app.command()
def show(
    run: Annotated[str | None, typer.Argument(help="A run's id; without it, all runs.", show_default=False)] = None,
    driver: Annotated[str | None, typer.Option(help="One driver's steps.", show_default=False)] = None,
    step: Annotated[
        int | None, typer.Option(help="One step of that driver: what each agent saw, said and relied on.")
    ] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="The run's, or the driver's, wishes judged: each breach with its evidence.")
    ] = False,
    db: DatabaseOption = "dispatch.db",
    as_json: JsonOption = False,
) -> None:
    """Explain what was recorded.

    All runs, one run, one driver, or one step in full: what each agent saw, said and relied on.
    """
    if audit and (run is None or step is not None):
        raise UsageError("show: --audit belongs to a run or a driver of it; name it, as in `dispatch show RUN --audit`")
    if run is None and (driver is not None or step is not None):
        raise UsageError("show: --driver and --step belong to a run; name it, as in `dispatch show RUN --driver D001`")
    if step is not None and driver is None:
        raise UsageError("show: --step belongs to a driver; name it, as in `dispatch show RUN --driver D001 --step 3`")
    from dispatch.record.errors import StoreError
    from dispatch.record.store import open_store
    from dispatch.report.printing import print_json, print_lines
    from dispatch.show.explain import show_audit, show_driver, show_run, show_runs, show_step

    try:
        with open_store(db, create=False) as store:
            if run is None:
                views = show_runs(store)
                value: object = [view.model_dump(mode="json") for view in views]
                lines = [view.line() for view in views] or [f"{db} holds no run yet."]
            elif audit:
                of_audit = show_audit(store, run, driver)
                value, lines = of_audit.model_dump(mode="json"), of_audit.lines()
            elif driver is None:
                of_run = show_run(store, run)
                value, lines = of_run.model_dump(mode="json"), of_run.lines()
            elif step is None:
                of_driver = show_driver(store, run, driver)
                value, lines = of_driver.model_dump(mode="json"), of_driver.lines()
            else:
                of_step = show_step(store, run, driver, step)
                value, lines = of_step.model_dump(mode="json"), of_step.lines()
    except StoreError as error:
        raise UsageError(str(error)) from None
    if as_json:
        print_json(value)
    else:
        print_lines(lines)


@app.command()
def score(
    logs_dir: Annotated[Path, typer.Argument(help="A folder with action logs, ours or the contest's.")],
    scenario: Annotated[str, typer.Option(help="The scenario that the logs were made in.", show_default=False)],
    rules: RulesOption = None,
    seed: LogSeedOption = 0,
    days: DaysOption = None,
    drivers: DriversOption = None,
    out: Annotated[
        Path | None, typer.Option(help="A file for the result in the official form.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Re-simulate action logs and score them.

    The official scorer's checks and sums. Exit code 1 at a difference, a rejected log, or a driver without one.
    """
    from dispatch.action_logs.official_result import write_official_result
    from dispatch.action_logs.score import score_folder
    from dispatch.report.progress import waiting

    with waiting(f"scoring {logs_dir}"):
        report = score_folder(logs_dir, scenario, seed=seed, rules=rules, days=days, drivers=drivers)
    if out is not None:
        try:
            write_official_result(out, report.result)
        except OSError as error:
            raise UsageError(f"--out: {out} cannot be written ({error.strerror}); name another file") from None
    if as_json:
        from dispatch.report.printing import print_json

        print_json(report.model_dump(mode="json") | {"agrees": report.agrees})
    else:
        from dispatch.report.score import print_score

        print_score(report)
    for sentence in report.warnings:
        say(sentence)
    if not report.agrees:
        raise typer.Exit(FAILED)


app.command()(resume)
app.command()(export)
app.command()(replay)
app.command()(batch)
app.command()(compare)
app.command()(evolve)
app.command()(preference)
