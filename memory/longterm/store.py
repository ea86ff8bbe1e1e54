"""The long-term store: one SQL database, its mark, its transactions, and reading items back.

What is written and when is the business of `writing`, `forgetting` and `consolidation`; who may see what of `scopes`.
The database's engine and the embedder are handed in. Errors of the database itself (DBAPIError) pass through.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, event, insert, select, text, update
from sqlalchemy.schema import CreateIndex, CreateTable

from memory.longterm.errors import LongTermError
from memory.longterm.lexical import Embedder
from memory.longterm.records import SCOPES, Item, Reader
from memory.longterm.rows import items_where
from memory.longterm.scopes import visible
from memory.longterm.settings import LongTermSettings
from memory.longterm.tables import FORMAT, ITEMS, MARKS, Base
from memory.longterm.upgrade import upgrade
from memory.longterm.vectors import WRITES, InDatabase, InMemory, NearestItems

_MAPPED_BYTES = 256 * 1024 * 1024
_WAIT_MS = "memory_wait_ms"
"""The option of a connection that waits only so long."""
_SETUP_LOCK = 0x6C6F6E67
"""Of PostgreSQL's advisory locks, ours while tables are made."""


class LongTermStore:
    """An open store, for any number of threads."""

    def __init__(
        self, engine: Engine, where: str, embedder: Embedder, settings: LongTermSettings | None = None
    ) -> None:
        self.where = where
        self.embedder = embedder
        self.settings = settings or LongTermSettings()
        self._postgres = engine.dialect.name == "postgresql"
        self._lock = threading.RLock()
        if not self._postgres:
            _begin_ourselves(engine)
        self._engine = engine
        self._writer = engine.execution_options(**{WRITES: True})
        self._near: NearestItems = InDatabase() if self._postgres else InMemory(embedder.dimension)

    def __enter__(self) -> LongTermStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database. Closing twice is fine."""
        self._engine.dispose()

    def prepare(self, *, create: bool, anew: bool = False) -> None:
        """See that the database is a store that this program understands, made or brought up to its format first.

        `anew`: whoever made its vectors, they are about to be made anew.

        Raises LongTermError for another program's database, a newer format, and another embedder's vectors.
        """
        if not create:
            # Who only asks waits for nobody that writes; who is going to write is told now where it cannot.
            with self._engine.begin() as connection:
                found = self._format(connection)
                if found is not None and found >= FORMAT:
                    self._mark(connection, anew=anew)
                    return
        with self._lock, self._writer.begin() as connection:
            if self._postgres:
                connection.execute(select(sqlalchemy.func.pg_advisory_xact_lock(_SETUP_LOCK)))
            found = self._format(connection)
            if found is not None:
                if found < FORMAT:
                    upgrade(connection, found)
                self._mark(connection, anew=anew)
                return
            if sqlalchemy.inspect(connection).get_table_names():
                raise LongTermError(self.where, "is another program's database", "name another file")
            if not create:
                raise LongTermError(self.where, "holds no long-term memory", "name the file that one was kept in")
            self._make_tables(connection)

    @staticmethod
    def _format(connection: Connection) -> int | None:
        """The format of the store; None where there is none."""
        if MARKS.name not in sqlalchemy.inspect(connection).get_table_names():
            return None
        return int(connection.execute(select(MARKS.c.format)).scalar_one())

    def _make_tables(self, connection: Connection) -> None:
        if self._postgres:
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        for table in Base.metadata.sorted_tables:
            connection.execute(CreateTable(table))
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                connection.execute(CreateIndex(index))
        mark = {"format": FORMAT, "embedder": self.embedder.name, "dimension": self.embedder.dimension, "generation": 0}
        connection.execute(insert(MARKS), [mark])

    def _mark(self, connection: Connection, *, lock: bool = False, anew: bool = False) -> int:
        """The generation of the vectors, checked to be of our embedder. Raises LongTermError."""
        found = connection.execute(select(MARKS).with_for_update() if lock else select(MARKS)).one()
        if found.format > FORMAT:
            fault = f"has format {found.format}, and this program knows formats up to {FORMAT}"
            raise LongTermError(self.where, fault, "use the newer program that wrote it")
        theirs, ours = (found.embedder, found.dimension), (self.embedder.name, self.embedder.dimension)
        if theirs != ours and not anew:
            fault = f"its vectors are by {theirs[0]} ({theirs[1]} numbers), and {ours[0]} ({ours[1]}) was to be used"
            remedy = f"use --embedder {theirs[0]}, or make them anew: dispatch memory reembed --embedder {ours[0]}"
            raise LongTermError(self.where, fault, remedy)
        return int(found.generation)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that sees everything that was written before it began."""
        with self._engine.begin() as connection:
            self._near.take_in(connection, self._mark(connection))
            yield connection

    @contextmanager
    def writing(self, *, wait_ms: int | None = None) -> Iterator[Connection]:
        """One transaction, alone among those that write, in whatever process. What raises in it undoes it.

        With `wait_ms` it waits for another SQLite process that writes no longer than that.
        """
        writer = self._writer if wait_ms is None else self._writer.execution_options(**{_WAIT_MS: wait_ms})
        with self._lock, writer.begin() as connection:
            # PostgreSQL's row lock stands for SQLite's BEGIN IMMEDIATE.
            self._near.take_in(connection, self._mark(connection, lock=True))
            yield connection

    # reading

    def nearest(
        self, connection: Connection, question: Any, where: sqlalchemy.ColumnElement[bool], limit: int
    ) -> list[tuple[int, float]]:
        """Ids and similarities (0 to 1, between the embedder's floor and ceiling) of the items nearest to a vector."""
        floor, span = self.embedder.floor, self.embedder.ceiling - self.embedder.floor
        near = self._near.nearest(connection, question, where, limit)
        return [(item, round(min(1.0, max(0.0, (product - floor) / span)), 6)) for item, product in near]

    def item(self, item_id: int, reader: Reader | None = None) -> Item:
        """One item, if the reader may see it. Raises LongTermError for any other id."""
        with self.reading() as connection:
            found = items_where(connection, visible(reader, SCOPES) & (ITEMS.c.id == item_id))
        if not found:
            raise LongTermError(self.where, f"holds no item {item_id} that may be seen here", "name one that was found")
        return found[0]

    # vectors

    def reembed(self, embedder: Embedder, batch: int = 256) -> int:
        """Make all vectors anew, by another embedder, in one transaction; how many there were."""
        with self._lock, self._writer.begin() as connection:
            mark = select(MARKS.c.generation)
            generation = connection.execute(mark.with_for_update() if self._postgres else mark).scalar_one()
            rows = connection.execute(select(ITEMS.c.id, ITEMS.c.text).order_by(ITEMS.c.id)).all()
            change = update(ITEMS).where(ITEMS.c.id == sqlalchemy.bindparam("of_item"))
            for start in range(0, len(rows), batch):
                part = rows[start : start + batch]
                vectors = embedder.items([row.text for row in part])
                connection.execute(
                    change, [{"of_item": row.id, "embedding": v} for row, v in zip(part, vectors, strict=True)]
                )
            made_by = {"embedder": embedder.name, "dimension": embedder.dimension, "generation": generation + 1}
            connection.execute(update(MARKS).values(**made_by))
        self.embedder = embedder
        self._near = InDatabase() if self._postgres else InMemory(embedder.dimension)
        return len(rows)


def embedder_of(engine: Engine) -> tuple[str, int] | None:
    """Name and dimension of the embedder that a store's vectors are by; None where there is no store."""
    with engine.connect() as connection:
        if MARKS.name not in sqlalchemy.inspect(connection).get_table_names():
            return None
        found = connection.execute(select(MARKS.c.embedder, MARKS.c.dimension)).one()
    return str(found.embedder), int(found.dimension)


def _begin_ourselves(engine: Engine) -> None:
    """SQLite: whoever writes says so at the start, and a commit is on the disk when it is acknowledged.

    Python's module would begin at the first change, too late to keep two writers from tripping over each other.
    """

    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous = FULL")
        # A connection's own pages are dropped whenever another has written; what is mapped stays.
        connection.execute(f"PRAGMA mmap_size = {_MAPPED_BYTES}")

    def on_begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        wait_ms, patient = options.get(_WAIT_MS), 0
        if wait_ms is not None:
            patient = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {wait_ms:d}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES, False) else "BEGIN")
        finally:
            if wait_ms is not None:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {patient:d}")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
