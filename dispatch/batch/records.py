"""Batches in the record of runs: which cells one has, and each cell's run, committed whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, insert, select, update

from dispatch.batch.buffer import RunBuffer
from dispatch.batch.spec import Cell, differences
from dispatch.call_store import write_calls
from dispatch.digest_store import write_digests
from dispatch.store import Store
from dispatch.store_errors import StoreError
from dispatch.tables import Batch, BatchCell, Run
from dispatch.verdict_store import write_audits

_SHOWN = 3


def open_batch(store: Store, name: str, program: str, cells: Sequence[Cell], now: datetime) -> dict[str, BatchCell]:
    """The batch's cells by key, those that it had and those that are new; made if there is none of that name.

    A batch may grow. Raises StoreError, with the difference, for one that had a cell which is not asked for now, or
    whose cells were run by another version of the program.
    """
    with store.reading() as session:
        batch = session.get(Batch, name)
        known = {c.key: c for c in session.exec(select(BatchCell).where(BatchCell.batch == name))}
    if batch is not None and batch.program != program:
        raise StoreError(
            store.where,
            f"batch {name!r} was begun by version {batch.program} of this program, and this is {program}",
            f"go on with version {batch.program}, or give the batch another name",
        )
    changed = differences([(cell.settings, cell.fingerprint) for cell in known.values()], cells)
    if changed:
        more = f"; and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
        raise StoreError(
            store.where,
            f"batch {name!r} is another now: {'; '.join(changed[:_SHOWN])}{more}",
            "name the settings as they were, or give the batch another name",
        )
    new = [
        BatchCell(
            batch=name, key=cell.key, settings=cell.settings.model_dump(mode="json"), fingerprint=cell.fingerprint
        )
        for cell in cells
        if cell.key not in known
    ]
    with store.writing() as connection:
        if batch is None:
            started = {"name": name, "program": program, "started_at": now.isoformat(timespec="seconds")}
            connection.execute(insert(Batch), [started])
        if new:
            connection.execute(insert(BatchCell), [cell.model_dump() for cell in new])
    return known | {cell.key: cell for cell in new}


def keep_done(store: Store, name: str, key: str, done: RunBuffer) -> None:
    """Write a cell's run, all of it or nothing."""
    with store.writing() as connection:
        connection.execute(insert(Run), [done.run])
        store.insert_steps(connection, done.steps, done.failures)
        write_calls(connection, done.run["run_id"], done.calls)
        write_digests(connection, done.digests)
        write_audits(connection, done.run["run_id"], done.audits)
        mine = (col(BatchCell.batch) == name) & (col(BatchCell.key) == key)
        connection.execute(update(BatchCell).where(mine).values(run_id=done.run["run_id"], why=None))


def keep_failed(store: Store, name: str, key: str, why: str) -> None:
    """Write why a cell's run failed."""
    with store.writing() as connection:
        mine = (col(BatchCell.batch) == name) & (col(BatchCell.key) == key)
        connection.execute(update(BatchCell).where(mine).values(why=why))
