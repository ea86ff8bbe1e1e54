"""`dispatch replay`: is a recorded run what the program makes of its settings today? Parses, calls and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.errors import BrokenOffError
from dispatch.cli.options import DatabaseOption, JsonOption
from dispatch.errors import UsageError


def replay(
    run: Annotated[str, typer.Argument(help="The id of a run that came to its end.", show_default=False)],
    db: DatabaseOption = "dispatch.db",
    as_json: JsonOption = False,
) -> None:
    """Run a recorded run again and compare every step.

    A language model's answers are taken from the record, and no server is asked. Exit code 1 at the first difference,
    which is told with step, agent and line.
    """
    from dispatch.record.errors import StoreError
    from dispatch.record.store import open_store
    from dispatch.replay.comparison import ReplayDifferenceError
    from dispatch.replay.replay import replay as run_again
    from dispatch.report.printing import print_answer, print_json
    from scenarios.words import counted

    try:
        store = open_store(db, create=False)
        store.run(run)  # one that is there
    except StoreError as error:
        raise UsageError(f"--db: {error}") from None
    with store:
        try:
            result = run_again(store, run)
        except ReplayDifferenceError as error:
            if as_json:
                print_json({"run": run, "same": False, "difference": str(error)})
            raise BrokenOffError(f"run {run} comes out otherwise: {error}") from None
    value = {"run": run, "same": True, "difference": None, "steps": result.steps, "digest": result.digest}
    lines = [f"run {run}: {counted(result.steps, 'step')} came out as recorded", f"digest {result.digest}"]
    print_answer(value, lines, as_json)
