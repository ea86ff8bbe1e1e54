"""Items to rows and back. What they mean, and in which transaction, is the callers' business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select

from memory.longterm.records import Item
from memory.longterm.tables import ITEMS, ItemRow

_COLUMNS = [ITEMS.c[name] for name in Item.model_fields]


def items_where(connection: Connection, where: ColumnElement[bool], limit: int | None = None) -> list[Item]:
    """The items that pass a filter, the lowest id first."""
    rows = connection.execute(select(*_COLUMNS).where(where).order_by(ITEMS.c.id).limit(limit)).mappings()
    return [Item.model_validate(dict(row)) for row in rows]


def insert_item(connection: Connection, values: Mapping[str, Any]) -> int:
    """Write one item and give its id."""
    row = ItemRow.model_validate(values).model_dump(exclude={"id"})
    return int(connection.execute(insert(ITEMS).returning(ITEMS.c.id), row).scalar_one())
