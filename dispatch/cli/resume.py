"""`dispatch resume`: a run that stopped before its end goes on. Parses, calls and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.errors import BrokenOffError
from dispatch.cli.options import DatabaseOption, JsonOption
from dispatch.errors import UsageError, say


def resume(
    run: Annotated[str, typer.Argument(help="The id of a run that did not come to its end.", show_default=False)],
    db: DatabaseOption = "dispatch.db",
    as_json: JsonOption = False,
) -> None:
    """Go on with a run after a crash or Ctrl-C.

    The end is that of the uninterrupted run: recorded steps are taken again as they stand, no agent is asked twice, and
    each is compared with the record. Refused when the scenario or the program is another than the run's.
    """
    from dispatch.failures import Failures
    from dispatch.record.errors import StoreError
    from dispatch.record.recording import DifferenceError
    from dispatch.record.store import open_store
    from dispatch.replay.resume import resume as go_on
    from dispatch.report.printing import print_json
    from dispatch.report.result import print_result

    failures = Failures()
    try:
        store = open_store(db, create=False)
        store.run(run)  # one that is there
    except StoreError as error:
        raise UsageError(f"--db: {error}") from None
    with store:
        try:
            result = go_on(store, run, failures)
        except DifferenceError as error:
            raise BrokenOffError(str(error)) from None
    if as_json:
        print_json(result.model_dump(mode="json", exclude={"contention"}))
    else:
        print_result(result)
    sentence = failures.sentence()
    if sentence is not None:
        say(sentence)
