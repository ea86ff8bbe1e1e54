"""Items to rows and back. What they mean, and in which transaction, is the callers' business."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, RowMapping, column, func, insert, select

from memory.longterm.recall import said_key
from memory.longterm.records import Item
from memory.longterm.tables import ITEMS, ItemRow

_COLUMNS = [ITEMS.c[name] for name in Item.model_fields]


def items_where(connection: Connection, where: ColumnElement[bool]) -> list[Item]:
    """The items that pass a filter, the lowest id first."""
    return [item_of(row) for row in rows_where(connection, where)]


def rows_where(connection: Connection, where: ColumnElement[bool]) -> Sequence[RowMapping]:
    """The rows that pass a filter, without their vectors, the lowest id first: for who needs few of them as items."""
    return connection.execute(select(*_COLUMNS).where(where).order_by(ITEMS.c.id)).mappings().all()


def item_of(row: RowMapping) -> Item:
    return Item.model_validate(dict(row))


def among(connection: Connection, ids: Sequence[int]) -> ColumnElement[bool]:
    """The filter for items of these ids. In SQLite one parameter for all: a statement with hundreds is slow to make."""
    if connection.dialect.name != "sqlite":
        return ITEMS.c.id.in_(ids)
    listed = func.json_each(json.dumps(list(ids))).table_valued(column("value", Integer))
    return ITEMS.c.id.in_(select(listed.c.value))


def insert_item(connection: Connection, values: Mapping[str, Any]) -> int:
    """Write one item and give its id."""
    row = ItemRow.model_validate({**values, "said_key": said_key(values["text"])}).model_dump(exclude={"id"})
    return int(connection.execute(insert(ITEMS).returning(ITEMS.c.id), row).scalar_one())
