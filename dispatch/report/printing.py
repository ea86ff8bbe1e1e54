"""What the command line prints on stdout: JSON, and tables for people. It computes nothing but sums and shares.

Names come from files and are printed as they stand, never as markup or terminal control.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dispatch.errors import printable
from scenarios.words import counted

if TYPE_CHECKING:
    from rich.table import Table

    from dispatch.measures.accounts import Figures
    from dispatch.run_result import RunResult

_PIPED_WIDTH = 110
"""Columns of a table that goes to a file or a pipe, where no terminal says how wide it is."""
_ROWS_MAX, _BEST, _WORST = 40, 20, 10
"""Of a fleet's drivers, as many with the highest and the lowest net income are shown."""


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


def print_result(result: RunResult) -> None:
    """A run's money, kilometres and hours by driver, and what the run cost the machine."""
    numbers = ("net yuan", "gross", "cost", "penalty", "orders", "haul\nkm", "empty\nkm", "idle\nh")
    title = (
        f"{result.scenario}, {counted(result.days, 'day')}, seed {result.seed}: "
        f"agents {result.agents}, memory {result.memory}, rules {result.rules}"
    )
    table = new_table(title, ("driver",), numbers)
    shown, left_out = _shown_drivers(result)
    for figures in shown:
        # A month that ends at the horizon is as it should be; anything else is worth a word.
        early = "" if figures.stop == "horizon" else f" ({figures.stop.replace('_', ' ')})"
        add_row(table, (figures.driver + early, *_figures(figures)))
    if left_out:
        add_row(table, (f"({left_out} more)", *("" for _ in numbers)))
    table.add_section()
    add_row(table, ("all", *_figures(result.total)), style="bold")
    print_tables([table], may_drop=("cost", "penalty", "haul\nkm", "gross", "idle\nh", "empty\nkm"))
    print_lines(_footer(result))


def _shown_drivers(result: RunResult) -> tuple[list[Any], int]:
    """The drivers to show, in file order or, of a fleet, the best and the worst; and how many are left out."""
    if len(result.drivers) <= _ROWS_MAX:
        return list(result.drivers), 0
    ranked = sorted(result.drivers, key=lambda driver: (-driver.net_yuan, driver.driver))
    return ranked[:_BEST] + ranked[-_WORST:], len(ranked) - _BEST - _WORST


def _figures(figures: Figures) -> tuple[str, ...]:
    orders, km = figures.orders, figures.km
    done = f"{orders['done']:,}" + (f"+{orders['cut_off']:,}" if orders["cut_off"] else "")
    return (
        f"{figures.net_yuan:,.2f}",
        f"{figures.gross_yuan:,.2f}",
        f"{figures.cost_yuan:,.2f}",
        f"{figures.penalty_yuan:,.2f}",
        done,
        f"{km['haul']:,.0f}",
        f"{km['pickup'] + km['reposition']:,.0f}",
        f"{figures.minutes['wait'] / 60:,.0f}",
    )


def _of_the_model(calls: Mapping[str, Any], tokens: Mapping[str, Any]) -> list[str]:
    """What the answers of a language model were worth; nothing where none was asked."""
    asked = calls["ok"] + sum(calls["failed"].values())
    if not asked:
        return []
    kinds = ", ".join(f"{kind.replace('_', ' ')} {n:,}" for kind, n in calls["failed"].items())
    spent = tokens["prompt"] + tokens["completion"] + tokens["compressor"]
    return [
        f"Language model: {calls['ok']:,} of {counted(asked, 'question')} answered{f' ({kinds})' if kinds else ''}, "
        f"{calls['fallback']:,} decided by rule instead, {spent:,} tokens."
    ]


def _footer(result: RunResult) -> list[str]:
    total = result.total
    lines = []
    if total.orders["cut_off"]:
        lines.append(f"+{total.orders['cut_off']} of the orders finish after the horizon and are not paid.")
    refused = (f"{reason.replace('_', ' ')} {n:,}" for reason, n in total.orders["refused"].items())
    lines.append(f"Lists read: {total.searches['all']:,}. Refused: {', '.join(refused) or 'nothing'}.")
    breaches = total.breaches
    if breaches["all"] or breaches["not_evaluable"]:
        cut = f"; {counted(breaches['not_evaluable'], 'span')} not evaluable" if breaches["not_evaluable"] else ""
        lines.append(
            f"Breaches: {breaches['all']:,}, {breaches['hard']:,} of them of hard wishes or the law, "
            f"{breaches['avoidable']:,} avoidable when decided{cut}."
        )
    lines += _of_the_model(result.calls, result.tokens)
    if result.contention is not None:
        alone, cost = result.contention["private_net_yuan"], result.contention["cost_yuan"]
        lines.append(f"With a private pool for each driver: {alone:,.2f} yuan net; sharing one pool costs {cost:,.2f}.")
    lines.append(
        f"{counted(result.steps, 'step')} in {result.wall_s:.2f} s ({result.steps_per_s:,.0f} a second), "
        f"peak memory {result.peak_rss_mb:,.0f} MB"
    )
    lines.append(f"digest {result.digest}")
    return lines
