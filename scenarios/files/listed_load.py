"""A load as the contest's platform lists it, read like a row of its files, but for the price, which is in yuan."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from scenarios.files.load_problems import Reading, RowError
from scenarios.files.load_rows import USABLE, Row, flatten, read_row


def listed_load(cargo: object, start: datetime) -> Row | None:
    """The load's values, times as minutes since `start`; None for one that cannot be read or never be taken."""
    if not isinstance(cargo, Mapping):
        return None
    price = cargo.get("price")
    fen = round(price * 100) if isinstance(price, int | float) and abs(price) < 1e12 else price
    try:
        row = read_row(0, flatten({**cargo, "price": fen}, strict=False), Reading("list", start, strict=False))
    except RowError:
        return None
    return row if row.unusable == USABLE else None
