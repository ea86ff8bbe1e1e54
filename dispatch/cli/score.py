"""`dispatch score`: action logs re-simulated and scored. Parses, calls and prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dispatch.cli.errors import FAILED
from dispatch.cli.options import DaysOption, DriversOption, JsonOption, LogSeedOption, RulesOption
from dispatch.errors import UsageError, say


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
    from dispatch.report.progress import waiting
    from dispatch.score.official_result import write_official_result
    from dispatch.score.score import score_folder

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
