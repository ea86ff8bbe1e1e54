"""A batch from its cells to its result: what is left is run, each run is kept as it comes.

Workers open no database: their runs come back as data and are committed here, one after the other, so a batch that is
stopped loses only the runs under way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from dispatch.batch.buffer import RunBuffer
from dispatch.batch.pace import Pace
from dispatch.batch.records import keep_done, keep_failed, open_batch
from dispatch.batch.spec import Cell
from dispatch.models.seat import check_models
from dispatch.record.recorder import RunRecorder, wall_now
from dispatch.record.store import Store, new_run_id
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.workers import Failed, each_done

State = Literal["done", "failed"]


class CellResult(BaseModel):
    """What became of one cell."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    seed: int
    setting: str
    """As it was asked for, in words."""
    settings: dict[str, Any]
    key: str
    state: State
    fresh: bool
    """Run now; else it was done, or had failed, before."""
    run: str | None
    why: str | None
    """Why it failed."""
    result: dict[str, Any] | None
    """What `dispatch run --json` gives."""


class BatchResult(BaseModel):
    """What `dispatch batch --json` prints."""

    model_config = ConfigDict(frozen=True)

    name: str
    cells: list[CellResult]
    done: int
    failed: int
    skipped: int
    """Of those done, as many had been done before."""
    wall_s: float


def run_batch(
    store: Store,
    name: str,
    cells: Sequence[Cell],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    retry_failed: bool = False,
    on_start: Callable[[int], None] | None = None,
    on_done: Callable[[Pace], None] | None = None,
) -> BatchResult:
    """Run the cells that are not done, and those that had failed if `retry_failed`.

    `on_start` is told how many are to be run, `on_done` how far they have come. Raises StoreError for a batch that is
    another than the one of that name in the store, ClusterError, and NoModelError where there is no
    model to ask.
    """
    began = time.perf_counter()
    check_models((cell.settings for cell in cells), elsewhere=True)  # what is wrong with the words is never written
    known = open_batch(store, name, version("freight-dispatch"), cells, wall_now())
    left = [cell for cell in cells if known[cell.key].run_id is None and (retry_failed or known[cell.key].why is None)]
    check_models((cell.settings for cell in left), elsewhere=cluster is not None)
    if on_start is not None:
        on_start(len(left))
    became = {cell.key: (known[cell.key].run_id, known[cell.key].why) for cell in cells}
    pace = Pace(0, 0, 0, 0)
    with closing(each_done(run_cell, [(cell.settings, new_run_id()) for cell in left], jobs, cluster)) as results:
        for place, made in results:
            key = left[place].key
            made = _of_files(made, left[place].fingerprint)
            became[key] = _kept(store, name, key, made)
            pace = _further(pace, made)
            if on_done is not None:
                on_done(pace)
    fresh = {cell.key for cell in left}
    shown = [_shown(store, cell, *became[cell.key], fresh=cell.key in fresh) for cell in cells]
    done = sum(cell.state == "done" for cell in shown)
    return BatchResult(
        name=name,
        cells=shown,
        done=done,
        failed=len(shown) - done,
        skipped=sum(cell.state == "done" and not cell.fresh for cell in shown),
        wall_s=round(time.perf_counter() - began, 3),
    )


def run_cell(asked: tuple[RunSettings, str]) -> RunBuffer:
    """One cell, from opening the scenario to the whole record of its run, under the id that is asked for."""
    settings, run_id = asked
    scenario = settings.opened()
    buffer = RunBuffer()
    recorder = RunRecorder(buffer, run_id, scenario, settings)
    _, result = simulate(scenario, settings, run_id=run_id, recorder=recorder, report_failure=recorder.failed)
    recorder.completed(result)
    return buffer


def _of_files(made: RunBuffer | Failed, fingerprint: str) -> RunBuffer | Failed:
    """The run, unless it was made in another world than its cell's: files change, and a cluster's may be others."""
    if isinstance(made, Failed) or made.run["fingerprint"] == fingerprint:
        return made
    was, now = fingerprint[:12], made.run["fingerprint"][:12]
    return Failed(f"the scenario's files were {was} when the batch began and {now} in the run; bring them back")


def _kept(store: Store, name: str, key: str, made: RunBuffer | Failed) -> tuple[str | None, str | None]:
    """Write what became of a cell; the id of its run, or why there is none."""
    if isinstance(made, Failed):
        keep_failed(store, name, key, made.why)
        return None, made.why
    return keep_done(store, name, key, made), None


def _further(pace: Pace, made: RunBuffer | Failed) -> Pace:
    if isinstance(made, Failed):
        return replace(pace, cells=pace.cells + 1, failed=pace.failed + 1)
    totals = made.run["totals"]
    tokens = totals["tokens"]["prompt"] + totals["tokens"]["completion"]
    return replace(pace, cells=pace.cells + 1, steps=pace.steps + totals["steps"], tokens=pace.tokens + tokens)


def _shown(store: Store, cell: Cell, run_id: str | None, why: str | None, *, fresh: bool) -> CellResult:
    return CellResult(
        scenario=cell.settings.scenario,
        seed=cell.settings.seed,
        setting=cell.label,
        settings=cell.settings.model_dump(mode="json", exclude={"scenario", "seed"}),
        key=cell.key,
        state="failed" if run_id is None else "done",
        fresh=fresh,
        run=run_id,
        why=why,
        result=None if run_id is None else store.run(run_id).totals,
    )
