"""What `dispatch run` prints of a run's result. It computes nothing but sums and shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dispatch.measures.accounts import Figures
from dispatch.report.printing import add_row, new_table, print_lines, print_tables
from dispatch.run_result import RunResult
from scenarios.words import counted

_ROWS_MAX, _BEST, _WORST = 40, 20, 10
"""Of a fleet's drivers, as many with the highest and the lowest net income are shown."""


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
