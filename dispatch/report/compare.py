"""Tables and CSV of `dispatch compare`. The figures are made elsewhere; arms stand in the order they were named."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dispatch.compare.bootstrap import ENOUGH_PAIRS, RESAMPLES, most_coverage
from dispatch.compare.metrics import METRICS, REFUSED, metric_of
from dispatch.report.printing import add_row, fits, new_table, print_tables, print_words
from scenarios.words import counted

if TYPE_CHECKING:
    from rich.table import Table

    from dispatch.compare.metrics import PairedDifference
    from dispatch.compare.records import ArmResult, Comparison

UNKNOWN = "-"
_ROWS = (
    ("net yuan", "net_yuan"),
    ("gross yuan", "gross_yuan"),
    ("cost yuan", "cost_yuan"),
    ("penalties yuan", "penalty_yuan"),
    ("deadhead share", "deadhead_share"),
    ("idle share", "idle_share"),
    ("orders done", "orders.done"),
    ("orders cut off", "orders.cut_off"),
    ("orders refused", REFUSED),
)
_ROWS_BELOW_REASONS = (
    ("lists read", "searches.all"),
    ("barren searches again", "searches.barren_again"),
    ("dead proposals", "dead_proposals"),
    ("steps", "steps"),
    ("steps failed", "failed_steps"),
    ("tokens a step", "tokens_per_step"),
    ("95th percentile", "tokens.per_step.p95"),
    ("first day", "tokens.per_step.first_day"),
    ("third day", "tokens.per_step.third_day"),
    ("last day", "tokens.per_step.last_day"),
    ("views over the window", "tokens.overflows"),
    ("compressor tokens", "compressor_tokens"),
    ("compressor calls", "digests.calls"),
    ("digests made", "digests.made"),
    ("bullets kept", "digests.kept"),
    ("bullets dropped", "digests.dropped"),
    ("digests by fallback", "digests.fallbacks"),
    ("views relied on", "memory_use.hit_rate"),
    ("shown facts relied on", "memory_use.use_rate"),
    ("steps with conflicts", "memory_use.conflict_rate"),
    ("  within a view", "memory_use.within_conflict_rate"),
    ("  between views", "memory_use.between_conflict_rate"),
    ("age of shown facts, min", "memory_use.shown_age_min"),
    ("age of relied facts, min", "memory_use.relied_age_min"),
)
_OF_THE_MODEL = (
    ("model tokens a step", "model_use.tokens_per_step"),
    ("  of them sent", "model_use.prompt_per_step"),
    ("  of the compressor", "model_use.compressor_per_step"),
    ("model seconds a step", "model_use.seconds_per_step"),
    ("  of the compressor", "model_use.compressor_seconds_per_step"),
    ("answers used", "calls.ok"),
    ("decided by rule instead", "calls.fallback"),
)
"""Told where an arm asks a model."""


def print_comparison(comparison: Comparison) -> None:
    """Each arm's means, then each pair's differences with their intervals.

    A narrow terminal gets as many arms side by side as it holds, the others below, and each pair in words.
    """
    c = comparison
    world = f"{c.scenario}, {counted(c.days, 'day')}, {counted(c.drivers, 'driver')}, rules {c.rules}"
    # As lines, since a title is folded to its table's width.
    print_words([f"{world}: mean of {counted(len(c.seeds), 'seed')}"])
    print_tables([_means(c, arms) for arms in _side_by_side(c)])
    if c.pairs:
        print_words(["Paired differences, b less a on the same seed"])
        table = _pairs(c)
        if fits(table):
            print_tables([table])
        else:
            print_words(line for pair in c.pairs for line in _in_words(pair))
    print_words(_footer(c))


def _side_by_side(comparison: Comparison) -> list[list[ArmResult]]:
    """The arms in their order, in groups that fit a table each."""
    groups: list[list[ArmResult]] = []
    for arm in comparison.arms:
        if groups and fits(_means(comparison, [*groups[-1], arm])):
            groups[-1].append(arm)
        else:
            groups.append([arm])
    return groups


def write_csv(path: Path, comparison: Comparison) -> None:
    """One line for each arm and seed: arm, agents, memory, seed, every metric, seconds; empty where unknown.

    Raises OSError.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["arm", "agents", "memory", "seed", *METRICS, "wall_s"])
        for arm in comparison.arms:
            for figures in arm.per_seed:
                row = figures.model_dump()
                values = [metric_of(row, metric) for metric in METRICS]
                settings = arm.settings
                lines.writerow([arm.name, settings["agents"], settings["memory"], figures.seed, *values, row["wall_s"]])


def _means(comparison: Comparison, arms: Sequence[ArmResult]) -> Table:
    """A column for each of these arms, a row for each figure."""
    c = comparison
    table = new_table("", ("",), [arm.name for arm in arms])
    reasons = sorted({reason for arm in c.arms for reason in arm.mean.get("orders", {}).get("refused", {})})
    refused = tuple((f"  {reason.replace('_', ' ')}", f"{REFUSED}.{reason}") for reason in reasons)
    for label, metric in (*_ROWS, *refused, *_ROWS_BELOW_REASONS):
        add_row(table, (label, *(_figure(_mean(arm, metric), metric) for arm in arms)))
        if metric == "net_yuan":
            spread = (_figure(arm.net_sd_yuan, metric) for arm in arms)
            add_row(table, ("  sd between seeds", *spread))
    for label, metric in _OF_THE_MODEL:
        block, name = metric.split(".")
        values = [_asked(arm, block, name) for arm in arms]
        if any(value is not None for value in values):
            add_row(table, (label, *(_figure(value, metric) for value in values)))
    add_row(table, ("seconds a run", *(_figure(arm.mean.get("wall_s"), "wall_s") for arm in arms)))
    if c.failed:
        add_row(table, ("seeds done", *(f"{len(arm.per_seed)} of {len(c.seeds)}" for arm in arms)))
    return table


def _pairs(comparison: Comparison) -> Table:
    """A row for each pair and metric."""
    table = new_table(
        "",
        ("a", "b", "metric"),
        ("mean b - a", "95 % from", "to", "% of a", "% from", "to", "n", "difference"),
    )
    for pair in comparison.pairs:
        low, high = pair.ci95 or (None, None)
        percent_low, percent_high = pair.percent_ci95 or (None, None)
        add_row(
            table,
            (
                pair.a,
                pair.b,
                pair.metric,
                *(_figure(value, pair.metric, "+") for value in (pair.mean_difference, low, high)),
                *(UNKNOWN if p is None else f"{p:+.2f}" for p in (pair.percent, percent_low, percent_high)),
                str(pair.n),
                _verdict(pair),
            ),
        )
    return table


def _in_words(pair: PairedDifference) -> Iterator[str]:
    """A pair's row of the table as lines of their own."""
    low, high = (_figure(value, pair.metric, "+") for value in pair.ci95 or (None, None))
    yield f"{pair.a} to {pair.b}, {pair.metric}: {_figure(pair.mean_difference, pair.metric, '+')}"
    if pair.ci95 is not None:
        yield f"  95 % from {low} to {high}"
    if pair.percent is not None:
        span = "" if pair.percent_ci95 is None else " ({:+.2f} to {:+.2f})".format(*pair.percent_ci95)
        yield f"  {pair.percent:+.2f} % of {pair.a}{span}"
    yield f"  n {pair.n}: {_verdict(pair)}"


def _verdict(pair: PairedDifference) -> str:
    if pair.ci95 is None:
        return "unknown" if pair.mean_difference is None else "one seed"
    return "shown" if pair.shown else "not shown"


def _footer(comparison: Comparison) -> Iterator[str]:
    n = {pair.n for pair in comparison.pairs}
    if n and max(n) > 1:
        yield (
            f"Intervals: paired bootstrap over seeds, {RESAMPLES:,} resamples. "
            "A difference whose interval covers zero is not shown."
        )
    few = sorted(k for k in n if 1 < k < ENOUGH_PAIRS)
    if few:
        yield (
            f"With {few[0]} seeds such an interval covers the true mean in {100 * most_coverage(few[0]):.0f} % of "
            f"cases at most; take {ENOUGH_PAIRS} or more, better ten."
        )
    if 1 in n:
        yield "One seed says nothing of the spread between seeds: no interval."
    runs = sum(len(arm.per_seed) for arm in comparison.arms)
    yield f"{counted(runs, 'run')} in {comparison.wall_s:.1f} s"


def _mean(arm: ArmResult, metric: str) -> float | None:
    """A metric of an arm's mean row; None for an arm without one run."""
    mean: Mapping[str, Any] = arm.mean
    return metric_of(mean, metric) if mean else None


def _asked(arm: ArmResult, block: str, name: str) -> float | None:
    """A mean of what a model was asked; None for an arm that asked none, or without one run."""
    blocks: Mapping[str, Any] = arm.mean
    found: float | None = None
    if blocks and blocks["model_use"]["tokens_per_step"] is not None:
        found = blocks[block][name]
    return found


def _figure(value: float | None, metric: str, sign: str = "") -> str:
    """A figure as people read it: yuan in two decimals, shares and rates in percent, counts in one decimal."""
    if value is None:
        return UNKNOWN
    if metric.endswith("_yuan") or metric == "wall_s" or "seconds_per_step" in metric:
        return f"{value:{sign},.2f}"
    if metric.endswith(("_share", "_rate")):
        return f"{100 * value:{sign}.2f} %" if not sign else f"{100 * value:{sign}.2f} pt"
    return f"{value:{sign},.1f}"


def trouble_lines(comparison: Comparison) -> Sequence[str]:
    """One line for each run that broke off or whose agents failed: which arm, which seed, why."""
    return [
        *(f"Failed: arm {t.arm}, seed {t.seed}: {t.why}" for t in comparison.failed),
        *(f"Arm {t.arm}, seed {t.seed}: {t.why}" for t in comparison.agent_failures),
    ]
