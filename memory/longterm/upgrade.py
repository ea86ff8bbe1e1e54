"""Stores of earlier formats are brought up to this one, in the transaction of whoever opens them."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select, text, update
from sqlalchemy.schema import CreateIndex

from memory.longterm.recall import said_key
from memory.longterm.tables import FORMAT, ITEMS, MARKS


def upgrade(connection: Connection, found: int) -> None:
    """Bring a store from the format that was found up to ours."""
    if found < 2:
        _add_said_key(connection)
    connection.execute(update(MARKS).values(format=FORMAT))


def _add_said_key(connection: Connection) -> None:
    """Format 2 compares texts by a key of their words."""
    connection.execute(text(f"ALTER TABLE {ITEMS.name} ADD COLUMN said_key VARCHAR NOT NULL DEFAULT ''"))
    keys = [
        {"of_item": row.id, "said_key": said_key(row.text)}
        for row in connection.execute(select(ITEMS.c.id, ITEMS.c.text))
    ]
    if keys:
        connection.execute(update(ITEMS).where(ITEMS.c.id == bindparam("of_item")), keys)
    by_words = next(index for index in ITEMS.indexes if index.name == "memory_item_by_words")
    connection.execute(CreateIndex(by_words))
