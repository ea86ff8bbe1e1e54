"""Batches in the record of runs: which cells one has, and each cell's run, committed whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, insert, select, update

from dispatch.batch.buffer import RunBuffer
from dispatch.batch.spec import Cell, differences
from dispatch.record.errors import StoreError
from dispatch.record.store import Store
from dispatch.record.tables import Batch, BatchCell, Run
from dispatch.record.verdict_store import write_audits

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


def keep_done(store: Store, name: str, key: str, done: RunBuffer) -> str:
    """Write a cell's run, all of it or nothing; the id of the run that the cell has now.

    Where the same batch goes on in another process too, the run that came first stays, and this one is let go.
    """
    mine = (col(BatchCell.batch) == name) & (col(BatchCell.key) == key)
    with store.writing() as connection:
        # The first statement writes, so that nobody can come between what is read next and what is written.
        connection.execute(update(BatchCell).where(mine).values(why=None))
        first: str | None = connection.execute(select(col(BatchCell.run_id)).where(mine)).scalar_one()
        if first is not None:
            return first
        connection.execute(insert(Run), [done.run])
        run_id: str = done.run["run_id"]
        for rows in done.hours:
            store.insert_rows(connection, run_id, rows)
        write_audits(connection, run_id, done.audits)
        connection.execute(update(BatchCell).where(mine).values(run_id=run_id))
    return run_id


def keep_failed(store: Store, name: str, key: str, why: str) -> None:
    """Write why a cell's run failed, unless another process was luckier."""
    with store.writing() as connection:
        mine = (col(BatchCell.batch) == name) & (col(BatchCell.key) == key) & col(BatchCell.run_id).is_(None)
        connection.execute(update(BatchCell).where(mine).values(why=why))
