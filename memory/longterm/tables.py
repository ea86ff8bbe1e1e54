"""The SQL tables of the long-term store, and the only file that knows them. Apart from the tables of runs.

Portable types only, but for the vectors: bytes in SQLite, pgvector's own type in PostgreSQL. Nothing here opens,
reads or writes a database.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import JSON, BigInteger, Column, Dialect, Index, Integer, LargeBinary, Table, Text, TypeDecorator
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeEngine
from sqlmodel import Field, SQLModel

FORMAT = 2
"""Number of this layout. It grows when a table changes; a store with a higher one is refused, one with a lower one is
brought up to it (`memory.longterm.upgrade`)."""

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""Counts up by itself in both databases."""


class Vector(TypeDecorator[Any]):
    """A float32 vector, shape (dimension,)."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "postgresql":
            from pgvector.sqlalchemy import VECTOR  # only where such a database is used

            return dialect.type_descriptor(VECTOR())
        return dialect.type_descriptor(LargeBinary())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None or dialect.name == "postgresql":
            return value
        return np.ascontiguousarray(value, dtype="<f4").tobytes()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        return np.frombuffer(value, dtype="<f4") if isinstance(value, bytes) else np.array(value, dtype="<f4")


class Base(SQLModel, registry=registry()):
    """Base of the long-term store's tables."""


class Mark(Base, table=True):
    """One row that marks the database as a long-term store, and says how its vectors were made."""

    __tablename__ = "memory_store"

    format: int = Field(primary_key=True, sa_type=BigInteger)
    embedder: str
    dimension: int
    generation: int = 0
    """Counts how often all vectors were made anew."""


class ItemRow(Base, table=True):
    """One item; see `memory.longterm.records.Item`."""

    __tablename__ = "memory_item"
    __table_args__ = (
        Index("memory_item_by_layer", "status", "layer", "world_min"),
        Index("memory_item_by_key", "subject_key", "attribute_key"),
        Index("memory_item_by_topic", "topic", "layer"),
        Index("memory_item_by_words", "said_key"),
        # An id is never given twice: readers tell new items by it.
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, sa_column=Column(_WHOLE, primary_key=True, autoincrement=True))
    layer: str
    status: str = "live"
    scope: str
    driver: str
    fleet: str
    run: str
    agent: str | None
    topic: str
    text: str = Field(sa_type=Text)
    subject: str
    attribute: str
    value: str
    subject_key: str
    attribute_key: str
    """Subject and attribute as they are compared (`memory.longterm.text.key_text`)."""
    said_key: str
    """Text as it is compared (`memory.longterm.recall.said_key`)."""
    importance: float
    world_min: int = Field(sa_type=BigInteger)
    learned_min: int = Field(sa_type=BigInteger)
    fact_ids: list[int] = Field(sa_column=Column(JSON, nullable=False))
    sources: list[int] = Field(sa_column=Column(JSON, nullable=False))
    rule: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    evidence: int = 1
    score: float = 0.0
    trials: int = 0
    replaced_by: int | None = Field(default=None, sa_type=BigInteger)
    until_min: int | None = Field(default=None, sa_type=BigInteger)
    archived_min: int | None = Field(default=None, sa_type=BigInteger)
    embedding: Any = Field(sa_column=Column(Vector(), nullable=False))


class ReceiptRow(Base, table=True):
    """What became of a draft; a queued one holds the draft until it is worked off."""

    __tablename__ = "memory_receipt"
    __table_args__ = (Index("memory_receipt_by_status", "status"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_column=Column(_WHOLE, primary_key=True, autoincrement=True))
    key: str | None = Field(default=None, unique=True)
    """The writer's idempotency key, with whose it is."""
    status: str
    item: int | None = Field(default=None, sa_type=BigInteger)
    reason: str = ""
    draft_hash: str
    draft: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class Count(Base, table=True):
    """A running count of the store's own measures (`memory.longterm.measures`)."""

    __tablename__ = "memory_count"

    name: str = Field(primary_key=True)
    count: int = Field(sa_type=BigInteger)


def _table(model: type[Base]) -> Table:
    found: Table = Base.metadata.tables[str(model.__tablename__)]
    return found


MARKS, ITEMS, RECEIPTS, COUNTS = _table(Mark), _table(ItemRow), _table(ReceiptRow), _table(Count)
