"""`dispatch export`: a recorded run as files for other programs. Parses, calls and prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dispatch.cli.errors import BrokenOffError
from dispatch.cli.options import DatabaseOption, JsonOption
from dispatch.errors import UsageError, say


def export(
    run: Annotated[str, typer.Argument(help="A run's id.", show_default=False)],
    to: Annotated[str, typer.Option(help="A folder without such files yet.", show_default=False)],
    db: DatabaseOption = "dispatch.db",
    as_json: JsonOption = False,
) -> None:
    """Write a run's steps, orders, breaches, calls and digests.

    Each table as Parquet and as CSV, with a data dictionary beside them.
    """
    from dispatch.export.files import check_folder, write_files
    from dispatch.export.tables_of_run import tables_of
    from dispatch.record.errors import StoreError
    from dispatch.record.store import open_store
    from dispatch.record.tables import COMPLETED
    from dispatch.replay.read_back import scenario_of, settings_of
    from dispatch.report.printing import print_answer
    from scenarios.errors import ScenarioError

    if not to.strip():
        raise UsageError(f"--to: {to!r} names no folder; name one, as in --to out")
    folder = Path(to)
    try:
        with open_store(db, create=False) as store:
            recorded = store.run(run)
            check_folder(folder)
            if recorded.status != COMPLETED:
                say(f"Run {run} has not come to its end: its steps are those so far, and no breach is judged yet.")
            try:
                scenario = scenario_of(store, recorded, settings_of(store, recorded))
            except (ScenarioError, StoreError) as error:
                scenario = None
                say(f"Prices are left empty: {error}")
            tables = tables_of(store, run, scenario)
    except StoreError as error:
        raise UsageError(str(error)) from None
    try:
        paths = write_files(folder, tables)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BrokenOffError(
            f"{folder}: not all could be written ({reason}); make room, or name another folder"
        ) from None
    rows = {name: len(table) for name, table in tables.items()}
    lines = [f"{folder / name}.parquet, .csv: {count:,} rows" for name, count in rows.items()]
    value = {"run": run, "files": [str(path) for path in paths], "rows": rows}
    print_answer(value, [*lines, str(paths[-1])], as_json)
