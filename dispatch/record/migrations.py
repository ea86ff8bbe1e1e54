"""Old records brought to today's format, one step a format. It adds, and never takes away or rewrites what a run was.

A step may be begun again after a crash: what is there already is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sqlalchemy
from sqlalchemy import Column, Connection, update
from sqlalchemy.schema import CreateColumn, CreateTable
from sqlmodel import SQLModel

from dispatch.record.tables import (
    FORMAT,
    Batch,
    BatchCell,
    FreightStore,
    MemoryDigest,
    ModelCall,
    Prompt,
    Run,
    VerdictRow,
)


def add_table(connection: Connection, table: type[SQLModel]) -> None:
    """Make a table, in today's form, where it is missing."""
    connection.execute(CreateTable(_sql(table), if_not_exists=True))


def add_column(connection: Connection, table: type[SQLModel], name: str) -> None:
    """Make a column, in today's form, where it is missing. It must be nullable or have a `server_default`."""
    there = {column["name"] for column in sqlalchemy.inspect(connection).get_columns(_sql(table).name)}
    if name not in there:
        column: Column[object] = _sql(table).c[name]
        clause = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {_sql(table).name} ADD COLUMN {clause}")


def _to_2(connection: Connection) -> None:
    """Batches of runs, calls to language models, digests, and verdicts on wishes."""
    add_column(connection, Run, "forked_from")
    add_column(connection, Run, "forked_min")
    add_table(connection, Prompt)
    add_table(connection, ModelCall)
    add_table(connection, MemoryDigest)
    add_table(connection, VerdictRow)
    add_table(connection, Batch)
    add_table(connection, BatchCell)


MIGRATIONS: Mapping[int, Callable[[Connection], None]] = {1: _to_2}
"""What leads from each format to the next."""


def migrate(connection: Connection, found: int) -> None:
    """Bring the record on this connection from format `found` to today's. The caller commits."""
    for format_ in range(found, FORMAT):
        MIGRATIONS[format_](connection)
    connection.execute(update(FreightStore).values(format=FORMAT))


def _sql(table: type[SQLModel]) -> sqlalchemy.Table:
    found: sqlalchemy.Table = table.__table__  # type: ignore[attr-defined]  # SQLModel types it on instances only
    return found
