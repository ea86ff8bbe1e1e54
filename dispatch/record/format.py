"""Sees that a database is a record of runs in today's format: made where it is new, migrated where it is old.

What leads from one format to the next stands in `migrations`.
"""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy
from sqlalchemy import Engine, func
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.schema import CreateTable
from sqlmodel import Session, select

from dispatch.record.errors import StoreError
from dispatch.record.migrations import migrate
from dispatch.record.tables import FORMAT, FreightStore, Table


def prepare(engine: Engine, where: str, *, create: bool) -> None:
    """See that the database is a record of today's format: made first where `create` says so, migrated if old.

    Raises StoreError for one that is no such record, and DBAPIError for what the database refuses.
    """
    with engine.begin() as connection:
        tables = sqlalchemy.inspect(connection).get_table_names()
        ours = FreightStore.__tablename__ in tables
        if tables and not ours:
            raise StoreError(where, "is another program's database", "name another file")
        if not ours and not create:
            raise StoreError(where, "holds no runs", "name the file that a run was recorded in")
        if not ours:
            # The mark comes first: another process that starts now finds it, and does not take us for strangers.
            everything = Table.metadata.sorted_tables
            mark = [t for t in everything if t.name == FreightStore.__tablename__]
            for table in mark + [t for t in everything if t not in mark]:
                connection.execute(CreateTable(table, if_not_exists=True))
    _check_format(engine, where)


def _check_format(engine: Engine, where: str) -> None:
    with Session(engine) as session:
        found = session.exec(select(func.max(FreightStore.format))).one()
        if found is None:
            session.add(FreightStore(format=FORMAT))
            with suppress(IntegrityError):  # another process that started just now was faster
                session.commit()
    if found is not None and found > FORMAT:
        raise StoreError(
            where,
            f"has format {found}, and this program knows formats up to {FORMAT}",
            "use the newer program that wrote it",
        )
    if found is not None and found < FORMAT:
        _migrate(engine, where, found)


def _migrate(engine: Engine, where: str, found: int) -> None:
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # Alone from here on: a table's change begins no transaction by itself.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            now = connection.execute(select(func.max(FreightStore.format))).scalar_one()
            if now < FORMAT:
                migrate(connection, now)
    except DBAPIError as error:
        if "readonly" not in str(error.orig):
            raise
        raise StoreError(
            where,
            f"has format {found}, and cannot be written to, to be brought to format {FORMAT}",
            "open a copy of it in a folder that can be written to",
        ) from error
