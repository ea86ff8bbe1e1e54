"""`dispatch batch`: scenarios x seeds x settings under one name. Parses, calls and prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from dispatch.cli.errors import FAILED
from dispatch.cli.model_options import OF_THE_MODEL, given_options, with_model_options
from dispatch.cli.options import (
    AgentSetName,
    ClusterOption,
    DatabaseOption,
    DaysOption,
    DriversOption,
    JobsOption,
    JsonOption,
    MemoryMode,
    RulesOption,
)
from dispatch.errors import UsageError, say
from dispatch.typed_lists import agent_sets, names


@with_model_options
def batch(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="YAML: name, scenarios, seeds, settings. Without it the options say.", show_default=False),
    ] = None,
    name: Annotated[str | None, typer.Option(help="The batch's name.", show_default=False)] = None,
    scenarios: Annotated[str | None, typer.Option(help="Scenarios by commas.", show_default=False)] = None,
    seeds: Annotated[
        str | None, typer.Option(help="Seeds by commas and from-to, as in 0-9 or 0,2,5-7.", show_default=False)
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            help=f"Memory modes by commas, each with every set of agents: {', '.join(get_args(MemoryMode))}.",
            show_default=False,
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(help=f"Agent sets by commas: {', '.join(get_args(AgentSetName))}, or a mix.", show_default=False),
    ] = None,
    rules: RulesOption = None,
    days: DaysOption = None,
    drivers: DriversOption = None,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Try runs again that failed before.")] = False,
    db: DatabaseOption = "dispatch.db",
    as_json: JsonOption = False,
) -> None:
    """Run scenarios x seeds x settings, each once.

    Every run is recorded, as `dispatch run` does it. A batch that was stopped is called again by the same words: what
    is done is skipped. It may grow by scenarios, seeds and settings; a setting that changed under its name is refused.
    Exit code 1 if a run failed.
    """
    given = {
        "--name": name,
        "--scenarios": scenarios,
        "--seeds": seeds,
        "--memory": memory,
        "--agents": agents,
        "--rules": rules,
        "--days": days,
        "--drivers": drivers,
    }
    on_line = given_options(context)
    of_the_model = {field: context.params[option] for option, field in OF_THE_MODEL.items() if option in on_line}
    if file is not None:
        twice = [option for option, value in given.items() if value is not None]
        twice += [f"--{option.replace('_', '-')}" for option in OF_THE_MODEL if option in on_line]
        if twice:
            raise UsageError(f"{twice[0]}: {file} says what to run; write it there, or leave the file out")
    elif name is None or scenarios is None:
        raise UsageError("batch: name a file, or give --name and --scenarios")

    from dispatch.batch.run_batch import run_batch
    from dispatch.batch.spec import cells_of, checked_batch, read_batch
    from dispatch.record.errors import StoreError
    from dispatch.record.store import open_store
    from dispatch.report.batch import failed_lines, print_batch
    from dispatch.report.printing import print_json
    from dispatch.report.progress import batch_pace, waiting

    where = file or Path("the options")
    asked = read_batch(file) if file is not None else checked_batch(_by_options(given, of_the_model), where)
    with waiting(f"reading batch {asked.name}"):
        cells = cells_of(asked, where)
    for cell in cells if file is not None else ():
        if cell.settings.asks_model and cell.settings.model.name is None:
            raise UsageError(
                f"{file}: {cell.label} asks a language model, and none is named; write model: NAME into that setting"
            )
    try:
        store = open_store(db)
    except StoreError as error:
        raise UsageError(f"--db: {error}") from None
    with store, batch_pace(f"batch {asked.name}") as (on_start, on_done):
        result = run_batch(
            store,
            asked.name,
            cells,
            jobs=jobs,
            cluster=cluster,
            retry_failed=retry_failed,
            on_start=on_start,
            on_done=on_done,
        )
    if as_json:
        print_json(result.model_dump(mode="json"))
    else:
        print_batch(result)
    for line in failed_lines(result):
        say(line)
    if result.failed:
        raise typer.Exit(FAILED)


def _by_options(given: dict[str, Any], model: dict[str, Any]) -> dict[str, Any]:
    """What a file would hold. Raises UsageError."""
    modes = [None] if given["--memory"] is None else names("--memory", given["--memory"], get_args(MemoryMode))
    sets = [None] if given["--agents"] is None else agent_sets("--agents", given["--agents"], get_args(AgentSetName))
    world = {key: given[f"--{key}"] for key in ("rules", "days", "drivers")} | {"model": model or None}
    settings = [
        {key: value for key, value in {"agents": agents, "memory": mode, **world}.items() if value is not None}
        for agents in sets
        for mode in modes
    ]
    return {
        "name": given["--name"],
        "scenarios": [word.strip() for word in given["--scenarios"].split(",")],
        "seeds": given["--seeds"] or "0",
        "settings": settings,
    }
