"""`dispatch compare`: the same seeds under several settings. Parses lists, calls and prints."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any, get_args

import typer

from dispatch.cli.errors import FAILED, BrokenOffError
from dispatch.cli.model_options import model_values, with_model_options
from dispatch.cli.options import (
    AgentSetName,
    ClusterOption,
    DaysOption,
    DriversOption,
    JobsOption,
    JsonOption,
    MemoryMode,
    RulesOption,
    ScenarioArgument,
    VocabularyOption,
)
from dispatch.errors import UsageError, say
from dispatch.typed_lists import agent_sets, named_seeds, names


@with_model_options
def compare(
    context: typer.Context,
    scenario: ScenarioArgument,
    memory: Annotated[
        str, typer.Option(help=f"Memory modes by commas, an arm each: {', '.join(get_args(MemoryMode))}.")
    ] = "none,rule",
    seeds: Annotated[str, typer.Option(help="Seeds by commas and from-to, as in 0-9 or 0,2,5-7.")] = "0-9",
    agents: Annotated[
        str,
        typer.Option(
            help=f"Agent sets by commas, each with every memory: {', '.join(get_args(AgentSetName))}, or a mix."
        ),
    ] = "rule",
    without: Annotated[
        str | None,
        typer.Option(
            help="Stores by commas to leave out, one an arm: market, cargo, driver. What is each worth?",
            show_default=False,
        ),
    ] = None,
    share: Annotated[
        str, typer.Option(help="Who hears what a driver sees of the market, an arm each: own, fleet.")
    ] = "own",
    rules: RulesOption = None,
    days: DaysOption = None,
    drivers: DriversOption = None,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Metrics by commas whose differences to show beside net income's, as in deadhead_share,orders.done.",
            show_default=False,
        ),
    ] = None,
    vocabulary: VocabularyOption = "qwen3.6-27b",
    csv: Annotated[
        Path | None, typer.Option(help="A file for every arm's figures by seed.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run the same seeds under several settings.

    Shows each arm's means, and the paired differences between memories or agents with their intervals; what each
    memory holds is told by `dispatch run --help`. Budgets are each run's. Exit code 1 if a run fails; the others are
    reported all the same. A comparison that is stopped keeps nothing; `dispatch batch` goes on where it was.
    """
    wanted = named_seeds(seeds)
    modes = names("--memory", memory, get_args(MemoryMode))
    sets = agent_sets("--agents", agents, get_args(AgentSetName))
    if csv is not None:
        _writable(csv)
    from dispatch.compare.arms import make_arms
    from dispatch.compare.compare import compare as run_all
    from dispatch.compare.metrics import METRICS
    from dispatch.report.compare import print_comparison, trouble_lines, write_csv
    from dispatch.report.printing import print_json
    from dispatch.report.progress import items_done
    from dispatch.settings import ModelSettings, RunSettings
    from memory.settings import Share, StoreName

    sharing: list[Any] = names("--share", share, get_args(Share))
    left_out = [] if without is None else names("--without", without, get_args(StoreName))
    if set(modes) == {"none"}:
        for option, given in (("--without", left_out), ("--share", sharing != ["own"])):
            if given:
                raise UsageError(f"{option}: memory none shows nothing of any store; name another beside it")
    arms = make_arms(sets, modes, left_out, sharing, vocabulary)
    asked = [] if metrics is None else names("--metrics", metrics, METRICS)
    settings = RunSettings(
        scenario=scenario,
        rules=rules,
        days=days,
        drivers=drivers,
        model=ModelSettings.model_validate(model_values(context.params)),
    )
    with items_done(f"comparing on {scenario}", len(arms) * len(wanted)) as on_done:
        comparison = run_all(settings, arms, wanted, metrics=asked, jobs=jobs, cluster=cluster, on_done=on_done)
    if as_json:
        print_json(comparison.model_dump(mode="json"))
    else:
        print_comparison(comparison)
    for line in trouble_lines(comparison):
        say(line)
    if csv is not None:  # at the end: what it is about is told even if it cannot be written
        try:
            write_csv(csv, comparison)
        except OSError as error:
            raise BrokenOffError(f"--csv: {csv} could not be written ({error.strerror}); name another file") from None
    if comparison.failed:
        raise typer.Exit(FAILED)


def _writable(path: Path) -> None:
    """Make sure now that the file can be written later. Raises UsageError."""
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        if path.exists():
            path.open("ab").close()
        else:
            with TemporaryFile(dir=path.parent):
                pass
    except OSError as error:
        raise UsageError(f"--csv: {path} cannot be written ({error.strerror}); name another file") from None
