"""An open database of runs: sessions that read it, transactions that write to it, and its refusals as one error.

What is in the tables is the business of those who read and write them, and making them that of `format`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Self

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from dispatch.record.errors import told

_INSERT: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def tolerant_insert(connection: Connection, table: Table) -> Any:
    """An insert that can be told what to do with rows that are there already, which each database spells its way."""
    return _INSERT[connection.dialect.name](table)


class Database:
    """For one thread. Whatever is done with its sessions and transactions raises StoreError when it is refused."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.where = where
        self._engine = engine
        self._writer: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database. Closing twice is fine."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that reads."""
        with told(self.where), Session(self._engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction on a connection that is kept: opening one anew costs more than a step's rows."""
        with told(self.where):
            if self._writer is None:
                self._writer = self._engine.connect()
            try:
                yield self._writer
                self._writer.commit()
            except BaseException:
                self._undo()
                raise

    def _undo(self) -> None:
        """Take back what is not committed. A connection that Ctrl-C left in no state to do so is thrown away."""
        assert self._writer is not None
        try:
            self._writer.rollback()
        except Exception:
            with suppress(Exception):
                self._writer.invalidate()
            self._writer = None
