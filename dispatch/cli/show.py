"""`dispatch show`: what was recorded, explained. Parses, calls and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.options import DatabaseOption, JsonOption
from dispatch.errors import UsageError


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
    from dispatch.report.printing import print_answer
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
    print_answer(value, lines, as_json)
