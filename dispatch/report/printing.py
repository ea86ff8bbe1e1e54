"""How anything is printed on stdout: JSON, lines, and tables that fit the terminal. It knows nothing of what they say.

Names come from files and are printed as they stand, never as markup or terminal control.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dispatch.errors import printable

if TYPE_CHECKING:
    from rich.table import Table

_PIPED_WIDTH = 110
"""Columns of a table that goes to a file or a pipe, where no terminal says how wide it is."""


def print_json(value: object) -> None:
    """One JSON document, two spaces deep; escaped to ASCII where stdout's encoding lacks a character."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2)
    print(text)


def print_json_line(value: object) -> None:
    """One JSON document in one line, for files of lines."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    print(text)


def print_lines(lines: Iterable[str]) -> None:
    """Lines as they are, control characters escaped."""
    for line in lines:
        print(printable(line))


def print_answer(value: object, lines: Iterable[str], as_json: bool) -> None:
    """What a command answers: `value` for a machine, or `lines` for a person."""
    if as_json:
        print_json(value)
    else:
        print_lines(lines)


def print_words(lines: Iterable[str]) -> None:
    """Lines as they are, folded between words where a terminal is narrower than they are."""
    if terminal_width() is None:
        print_lines(lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(markup=False, highlight=False, emoji=False)
    for line in lines:
        console.print(Text(printable(line)))


def terminal_width() -> int | None:
    """Columns of the terminal; None for a file or a pipe."""
    if not sys.stdout.isatty():
        return None
    from rich.console import Console

    return Console().width


def fits(table: Table) -> bool:
    """Whether a table can be shown without breaking a number; a file or a pipe takes any."""
    from dispatch.report.fit import fitted

    width = terminal_width()
    return width is None or fitted(table, width)[1] <= width


def print_tables(tables: Sequence[Table], may_drop: Sequence[str] = ()) -> None:
    """Tables below each other, in the terminal's width as far as numbers can stay whole.

    `may_drop` are headings that a narrow terminal may go without, the least important first; what is left out is said.
    """
    from rich.console import Console

    from dispatch.report.fit import fitted

    terminal = terminal_width()
    width = terminal or _PIPED_WIDTH
    for table in tables:
        shown, needed, left_out = fitted(table, width, may_drop if terminal else ())
        console = Console(markup=False, highlight=False, emoji=False, width=max(width, needed))
        if table.title:
            console.print(table.title, style=table.title_style, width=width)
        console.print(shown)
        if left_out:
            print_lines([f"For want of room without: {', '.join(left_out)}."])


def new_table(title: str, left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table whose first columns are words, and the others numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(printable(title)), box=SIMPLE_HEAD, title_style="bold", pad_edge=False)
    for name in left:
        table.add_column(name)
    for name in right:
        table.add_column(name, justify="right")
    return table


def add_row(table: Table, cells: Sequence[str], style: str | None = None) -> None:
    """Adds one row of plain texts."""
    from rich.text import Text

    table.add_row(*(Text(printable(cell)) for cell in cells), style=style)
