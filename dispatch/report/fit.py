"""Fits a table to the columns of a terminal: numbers stay whole, headings and words fold, the least important goes.

It makes no table and prints none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.cells import cell_len
from rich.table import Table

_WORD_MAX = 20
"""A longer word, such as a driver's id, may be folded within."""


@dataclass(frozen=True, slots=True)
class _Column:
    """One column's texts and its width in terminal columns, now and at least."""

    name: str
    cells: list[str]
    justify: Literal["default", "left", "center", "right", "full"]
    width: int
    least: int

    @property
    def words(self) -> bool:
        """False for a column of numbers, which stands on the right."""
        return self.justify != "right"


def fitted(table: Table, width: int, may_drop: Sequence[str] = ()) -> tuple[Table, int, list[str]]:
    """The table with a width for every column, how wide it then is, and the headings that were left out.

    It is wider than `width` only where what must stay needs more. `may_drop` are headings that may be left out, the
    least important first. The table's columns of numbers are those on the right (`justify`).
    """
    columns = [_measured(table, i) for i in range(len(table.columns))]
    dropped: list[str] = []
    for padding, folds in ((1, False), (0, False), (0, True)):
        found = _folded(columns, width) if folds else columns
        if _total(found, padding) <= width:
            return _made(table, found, padding), _total(found, padding), dropped
    for name in may_drop:
        columns = [column for column in columns if column.name != name]
        dropped.append(" ".join(name.split()))
        found = _folded(columns, width)
        if _total(found, 0) <= width:
            break
    return _made(table, found, 0), _total(found, 0), dropped


def _measured(table: Table, at: int) -> _Column:
    column = table.columns[at]
    name, cells = str(column.header), [str(cell) for cell in column.cells]
    lines = [line for text in (name, *cells) for line in text.split("\n")]
    # A heading folds between its words, and so do a column's own words; a number never does.
    pieces = [*name.split(), *(word for cell in cells for word in cell.split())]
    if column.justify == "right":
        pieces = [*name.split(), *cells]
    longest = max(map(cell_len, pieces), default=1)
    least = longest if column.justify == "right" else min(longest, _WORD_MAX)
    return _Column(name, cells, column.justify, max(map(cell_len, lines)), least)


def _folded(columns: Sequence[_Column], width: int) -> list[_Column]:
    """The columns narrowed until they fit in `width` or can be no narrower: headings first, then the longest words."""
    narrow = [column if column.words else replace(column, width=column.least) for column in columns]
    while _total(narrow, 0) > width:
        spare = [(c.width, i) for i, c in enumerate(narrow) if c.width > c.least]
        if not spare:
            break
        _, widest = max(spare)
        narrow[widest] = replace(narrow[widest], width=narrow[widest].width - 1)
    return narrow


def _total(columns: Sequence[_Column], padding: int) -> int:
    """Width of the table: its columns, a blank before, between and after them, and padding within it."""
    n = len(columns)
    return sum(column.width for column in columns) + n + 1 + 2 * padding * (n - 1)


def _made(table: Table, columns: Sequence[_Column], padding: int) -> Table:
    """A table like the given one, of those columns."""
    made = Table(box=table.box, pad_edge=table.pad_edge, padding=(0, padding))
    # A number stands beside the end of what it is said of; where there is none, each row starts at its top.
    vertical: Literal["top", "bottom"] = "top" if all(column.words for column in columns) else "bottom"
    for column in columns:
        made.add_column(
            column.name, justify=column.justify, width=column.width or 1, overflow="fold", vertical=vertical
        )
    for i, row in enumerate(table.rows):
        made.add_row(*(column.cells[i] for column in columns), style=row.style, end_section=row.end_section)
    return made
