"""What is known of the real market: shares and means by hour, category, origin and destination.

The table is `data/guangdong_market.csv`; `data/README.md` says where its figures come from. No model here.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One dimension of the market: arrays of shape (n,), one entry a key, in the table's order."""

    keys: tuple[str, ...]
    share_ppm: NDArray[np.int64]
    """Loads in a million."""
    mean_price_yuan: NDArray[np.float64]
    mean_duration_min: NDArray[np.float64]

    @property
    def share(self) -> NDArray[np.float64]:
        """Shares that add up to 1."""
        return self.share_ppm / float(self.share_ppm.sum())


@dataclass(frozen=True, slots=True)
class MarketAggregates:
    """The published aggregates of 500,000 loads."""

    hours: Aggregate
    categories: Aggregate
    origins: Aggregate
    destinations: Aggregate

    @property
    def mean_price_yuan(self) -> float:
        """Mean price over all loads."""
        return float(self.categories.share @ self.categories.mean_price_yuan)

    @property
    def mean_duration_min(self) -> float:
        """Mean minutes from loading to unloading over all loads."""
        return float(self.categories.share @ self.categories.mean_duration_min)


@dataclass(frozen=True, slots=True)
class Quartiles:
    """Lower quartile, median and upper quartile."""

    q25: float
    q50: float
    q75: float


REFERENCE_HAUL_KM = Quartiles(39.8, 67.0, 110.1)
REFERENCE_PRICE_YUAN = Quartiles(207.9, 316.9, 513.9)
REFERENCE_DURATION_MIN = Quartiles(356.8, 446.3, 568.4)
"""Quartiles to compare with, no quartile of the real market being public.

The shape is that of a sample market of 10,000 loads made to the same aggregates (price 189.2, 288.4, 467.6 of mean
394.2 yuan; duration 339, 424, 540 of mean 471.2 minutes; haul as it stands). Price and duration are brought to the
level of the aggregates by the ratio of the means (433.2 / 394.2 and 496.0 / 471.2); no mean haul is published.
"""


def load_aggregates() -> MarketAggregates:
    """The aggregates of the Guangdong market."""
    text = resources.files("scenarios").joinpath("data/guangdong_market.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))

    def dimension(name: str) -> Aggregate:
        chosen = [row for row in rows if row["dimension"] == name]
        return Aggregate(
            keys=tuple(row["key"] for row in chosen),
            share_ppm=np.array([int(row["share_ppm"]) for row in chosen], dtype=np.int64),
            mean_price_yuan=np.array([float(row["mean_price_yuan"]) for row in chosen]),
            mean_duration_min=np.array([float(row["mean_duration_min"]) for row in chosen]),
        )

    return MarketAggregates(
        hours=dimension("hour"),
        categories=dimension("category"),
        origins=dimension("origin"),
        destinations=dimension("destination"),
    )
