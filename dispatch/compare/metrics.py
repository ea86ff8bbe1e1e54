"""One number of a run by its name, means of whole rows, and paired differences of arms.

A row is a run's figures as JSON has them, and a metric is a path into it, as in `km.pickup`. Nothing here simulates or
prints, and nothing that is measured, such as seconds, is a metric: two comparisons of the same arms agree in all of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from pydantic import BaseModel, ConfigDict

from dispatch.compare.bootstrap import bootstrap_interval
from memory.observed import REFUSALS

NET = "net_yuan"
REFUSED = "orders.refused"
DROPPED = "digests.dropped"
METRICS: tuple[str, ...] = (
    NET,
    "gross_yuan",
    "cost_yuan",
    "penalty_yuan",
    "km.haul",
    "km.pickup",
    "km.reposition",
    "deadhead_share",
    "minutes.scan",
    "minutes.drive",
    "minutes.wait",
    "minutes.service",
    "idle_share",
    "orders.done",
    "orders.cut_off",
    REFUSED,
    *(f"{REFUSED}.{result.name.lower()}" for result in sorted(REFUSALS)),
    "searches.all",
    "searches.barren_again",
    "dead_proposals",
    "breaches.all",
    "breaches.hard",
    "breaches.avoidable",
    "tokens_per_step",
    "tokens.per_step.p95",
    "tokens.per_step.first_day",
    "tokens.per_step.third_day",
    "tokens.per_step.last_day",
    "tokens.overflows",
    "compressor_tokens",
    "digests.made",
    "digests.written",
    "digests.kept",
    DROPPED,
    "digests.fallbacks",
    "digests.calls",
    "memory_use.hit_rate",
    "memory_use.use_rate",
    "memory_use.conflict_rate",
    "memory_use.within_conflict_rate",
    "memory_use.between_conflict_rate",
    "memory_use.shown_age_min",
    "memory_use.relied_age_min",
    "model_use.tokens_per_step",
    "model_use.prompt_per_step",
    "model_use.compressor_per_step",
    "steps",
    "failed_steps",
)
"""Every metric; `orders.refused` and `digests.dropped` are the sums over their reasons."""


class PairedDifference(BaseModel):
    """One metric of arm `b` less that of arm `a`, on the same seeds.

    All None for no seed in common, and the interval for one.
    """

    model_config = ConfigDict(frozen=True)

    a: str
    b: str
    metric: str
    mean_difference: float | None
    """Mean over the seeds of b - a, in the metric's unit."""
    ci95: tuple[float, float] | None
    """Its 95 % interval; see `dispatch.compare.bootstrap`."""
    n: int
    """Seeds on which both arms have the metric."""
    percent: float | None
    """The difference in percent of a's mean on those seeds; None when that is 0."""
    percent_ci95: tuple[float, float] | None
    shown: bool
    """Whether the interval leaves zero out."""


def metric_of(row: Mapping[str, Any], metric: str) -> float | None:
    """A metric of a row; None when it is unknown there. Raises KeyError for what is no metric."""
    if metric not in METRICS:
        raise KeyError(f"unknown metric {metric!r}; known: {', '.join(METRICS)}")
    refused: Mapping[str, float] = row["orders"]["refused"]
    if metric == REFUSED:
        return sum(refused.values())
    if metric.startswith(f"{REFUSED}."):
        return refused.get(metric.removeprefix(f"{REFUSED}."), 0)
    value: Any = row
    for name in metric.split("."):
        value = None if value is None else value[name]
    found: float | None = sum(value.values()) if metric == DROPPED else value
    return found


def rounded(value: float, metric: str) -> float:
    """Yuan in two decimals, everything else in six."""
    return round(value, 2 if metric.endswith("_yuan") else 6)


def mean_row(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The mean of each number of the rows, with their nesting; whatever is no number is left out.

    A key that a row lacks counts 0 there, as a reason for which nothing was refused. None where a row has None.
    """
    means: dict[str, Any] = {}
    for key in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(key, 0) for row in rows]
        if any(isinstance(value, Mapping) for value in values):
            means[key] = mean_row([value or {} for value in values])
        elif any(value is None for value in values):
            means[key] = None
        elif all(isinstance(value, int | float) for value in values):
            means[key] = rounded(sum(values) / len(values), key)
    return means


def paired_differences(
    arms: Mapping[str, Mapping[int, Mapping[str, Any]]], metrics: Sequence[str]
) -> list[PairedDifference]:
    """Each pair of arms in each metric: arms in their order, a before b. `arms` has each arm's row by seed."""
    return [
        _difference(a, b, metric, [(arms[a][seed], arms[b][seed]) for seed in arms[a] if seed in arms[b]])
        for a, b in combinations(arms, 2)
        for metric in metrics
    ]


def _difference(
    a: str, b: str, metric: str, rows: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> PairedDifference:
    both = [(metric_of(of_a, metric), metric_of(of_b, metric)) for of_a, of_b in rows]
    pairs = [(x, y) for x, y in both if x is not None and y is not None]
    n = len(pairs)
    mean, interval, percent, percent_interval = None, None, None, None
    if n:
        mean = rounded(sum(y - x for x, y in pairs) / n, metric)
        size = abs(sum(x for x, _ in pairs) / n)
        found = bootstrap_interval([y - x for x, y in pairs])
        if found is not None:
            interval = rounded(found.low, metric), rounded(found.high, metric)
        if size > 0:
            percent = round(100 * mean / size, 3)
            if interval is not None:
                percent_interval = round(100 * interval[0] / size, 3), round(100 * interval[1] / size, 3)
    return PairedDifference(
        a=a,
        b=b,
        metric=metric,
        mean_difference=mean,
        ci95=interval,
        n=n,
        percent=percent,
        percent_ci95=percent_interval,
        shown=interval is not None and not interval[0] <= 0 <= interval[1],
    )
