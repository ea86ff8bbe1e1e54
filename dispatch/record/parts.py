"""Parts of recorded runs: the beginning of one given to another, and the end of one taken away."""

from __future__ import annotations

import sqlalchemy
from sqlalchemy import Connection
from sqlmodel import col, delete, update

from dispatch.record.database import Database
from dispatch.record.tables import Failure, MemoryDigest, Run, Step, Table

_STEPS = Table.metadata.tables["step"]
_FAILURES = Table.metadata.tables["failure"]
_DIGESTS = Table.metadata.tables["memory_digest"]
_CALLS = Table.metadata.tables["model_call"]


def copy_until(database: Database, run_id: str, other_id: str, minute: int, *, wishes: bool = False) -> None:
    """Give another run, which has no steps yet, a run's steps, failures and digests from before a minute.

    The calls to a model of these steps come along, and with `wishes` those that were made before the first step.
    """
    closed = {_STEPS: _STEPS.c.start_min + _STEPS.c.scan_min, _FAILURES: _FAILURES.c.minute}
    closed |= {_DIGESTS: _DIGESTS.c.minute}
    with database.writing() as connection:
        for table, closed_min in closed.items():
            _copy(connection, table, run_id, other_id, closed_min < minute)
        copied = (_STEPS.c.run_id == other_id) & (_STEPS.c.driver_id == _CALLS.c.driver_id)
        of_them = sqlalchemy.exists().where(copied & (_STEPS.c.step == _CALLS.c.step))
        _copy(connection, _CALLS, run_id, other_id, of_them | (_CALLS.c.step == 0) if wishes else of_them)


def mark_fork(database: Database, run_id: str, followed: str, minute: int) -> None:
    """Write that a run followed another until this minute."""
    with database.writing() as connection:
        mine = update(Run).where(col(Run.run_id) == run_id)
        connection.execute(mine.values(forked_from=followed, forked_min=minute))


def cut_from(database: Database, run_id: str, minute: int) -> None:
    """Take away the steps, failures and digests of a run from this minute on.

    Calls to a model stay: they were paid for, and will be asked again.
    """
    closed = col(Step.start_min) + col(Step.scan_min)
    with database.writing() as connection:
        connection.execute(delete(Step).where((col(Step.run_id) == run_id) & (closed >= minute)))
        for table in (Failure, MemoryDigest):
            connection.execute(delete(table).where((col(table.run_id) == run_id) & (col(table.minute) >= minute)))


def _copy(
    connection: Connection, table: sqlalchemy.Table, run_id: str, other_id: str, which: sqlalchemy.ColumnElement[bool]
) -> None:
    """Give another run some rows of a run."""
    names = [name for name in table.columns.keys() if name != "run_id"]  # noqa: SIM118 - not a dict
    mine = sqlalchemy.select(sqlalchemy.literal(other_id), *(table.c[name] for name in names))
    connection.execute(table.insert().from_select(["run_id", *names], mine.where((table.c.run_id == run_id) & which)))
