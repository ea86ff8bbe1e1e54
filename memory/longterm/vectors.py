"""The items nearest to a vector: by pgvector in PostgreSQL, by one matrix product over a copy in memory for SQLite.

The copy is no second truth: it holds vectors by id and nothing else, takes in new rows before it answers, and what it
proposes counts only where the query's own transaction finds the row.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Float, Row, bindparam, cast, func, select

from memory.longterm.lexical import Vectors
from memory.longterm.rows import among
from memory.longterm.tables import ITEMS

WRITES = "memory_writes"
"""The option of a connection that writes."""
_WINDOWS = (256, 2048)
"""Nearest items that are held against the filter first; more, and in the end all, only if too few of them pass."""

Near = list[tuple[int, float]]
"""Item ids with their dot products, nearest first, of equals the lower id."""


class NearestItems(Protocol):
    """Finds the items whose vectors are nearest to one."""

    def take_in(self, connection: Connection, generation: int) -> None:
        """Notice what was written since the last time."""
        ...

    def nearest(self, connection: Connection, vector: Vectors, where: ColumnElement[bool], limit: int) -> Near:
        """The nearest of the items that pass the filter."""
        ...


class InDatabase:
    """PostgreSQL: the database ranks by cosine distance itself."""

    def take_in(self, connection: Connection, generation: int) -> None:
        pass

    def nearest(self, connection: Connection, vector: Vectors, where: ColumnElement[bool], limit: int) -> Near:
        asked = bindparam("asked", vector, type_=ITEMS.c.embedding.type)
        distance = ITEMS.c.embedding.op("<=>", return_type=Float())(asked)
        # A zero vector (a text with no letters) is at no distance from anything: NaN, which sorts last.
        near = select(ITEMS.c.id, cast(1.0 - distance, Float)).where(where).order_by(distance, ITEMS.c.id).limit(limit)
        return [(item, 0.0 if product != product else product) for item, product in connection.execute(near)]


class InMemory:
    """SQLite: a matrix of all vectors, in the order of their ids."""

    def __init__(self, dimension: int) -> None:
        self._lock = threading.Lock()
        self._dimension = dimension
        self._generation = -1
        self._forget()

    def _forget(self) -> None:
        self._ids: NDArray[np.int64] = np.empty(1024, dtype=np.int64)
        self._rows: Vectors = np.empty((1024, self._dimension), dtype=np.float32)
        self._size = 0

    def take_in(self, connection: Connection, generation: int) -> None:
        with self._lock:
            if generation != self._generation:
                self._forget()
                self._generation = generation
            last = int(self._ids[self._size - 1]) if self._size else 0
            new = _rows_after(connection, last)
            if new:
                self._append([row.id for row in new], np.stack([row.embedding for row in new]))

    def _append(self, ids: list[int], rows: Vectors) -> None:
        end = self._size + len(ids)
        if end > len(self._ids):
            room = max(end, 2 * len(self._ids))
            # New arrays: whoever searches now holds the old ones, which stay as they are.
            grown_ids, grown = np.empty(room, dtype=np.int64), np.empty((room, self._dimension), dtype=np.float32)
            grown_ids[: self._size], grown[: self._size] = self._ids[: self._size], self._rows[: self._size]
            self._ids, self._rows = grown_ids, grown
        self._ids[self._size : end], self._rows[self._size : end] = ids, rows
        self._size = end

    def nearest(self, connection: Connection, vector: Vectors, where: ColumnElement[bool], limit: int) -> Near:
        with self._lock:
            ids, rows = self._ids[: self._size], self._rows[: self._size]
        products = rows @ vector
        # What this transaction wrote itself is not in the copy: it might be undone, and its ids given again.
        writes = connection.get_execution_options().get(WRITES, False)
        own = _rows_after(connection, int(ids[-1]) if len(ids) else 0) if writes else ()
        if own:
            ids = np.concatenate([ids, np.array([row.id for row in own], dtype=np.int64)])
            products = np.concatenate([products, np.stack([row.embedding for row in own]) @ vector])
        for window in _WINDOWS:
            if 2 * limit <= window < len(products):
                nearest = products >= np.partition(products, -window)[-window]
                found = self._passing(connection, ids, products, nearest, where)
                if len(found) >= limit:
                    return found[:limit]
        return self._passing(connection, ids, products, None, where)[:limit]

    @staticmethod
    def _passing(
        connection: Connection,
        ids: NDArray[np.int64],
        products: NDArray[np.float32],
        only: NDArray[np.bool_] | None,
        where: ColumnElement[bool],
    ) -> Near:
        """The items that pass the filter, of all or of some, nearest first."""
        passing = select(ITEMS.c.id).where(where)
        if only is not None:
            ids, products = ids[only], products[only]
            # Hidden in a function, the filter leaves no index to choose but that of ids: some hundred rows, not all.
            passing = select(ITEMS.c.id).where(among(connection, ids.tolist()), func.coalesce(where, False))
        wanted = np.array(connection.execute(passing).scalars().all(), dtype=np.int64)
        kept = np.isin(ids, wanted)
        ids, products = ids[kept], products[kept]
        order = np.lexsort((ids, -products))
        return list(zip(ids[order].tolist(), products[order].astype(float).tolist(), strict=True))


def _rows_after(connection: Connection, item_id: int) -> Sequence[Row[Any, Any]]:
    """Ids and vectors of the items written later than one."""
    later = select(ITEMS.c.id, ITEMS.c.embedding).where(ITEMS.c.id > item_id).order_by(ITEMS.c.id)
    return connection.execute(later).all()
