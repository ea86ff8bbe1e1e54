"""The 95 % interval of a mean of paired differences, by bootstrap. It knows neither arms nor metrics.

Percentile intervals with levels widened for few pairs. The plain percentile interval of a mean is too narrow by
sqrt((n - 1) / n), and by the normal's quantile where Student's belongs: of ten pairs it covers the true mean in about
90 % of all cases, of five in about 84 %. BCa corrects skewness, which is not the trouble with few pairs: it covers no
more. So the levels are those at which the bootstrap of normal differences gives Student's interval (Hesterberg, What
Teachers Should Know About the Bootstrap, 2015, section 3.3, the expanded percentile interval); a test measures what
they cover. No interval within the range of n differences covers more than 1 - 2^(1 - n) when they are symmetric, which
is 50 % for two pairs and 94 % for five: see `most_coverage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from scenarios.streams import uniforms, whole

RESAMPLES = 10_000
LEVEL = 0.95
ENOUGH_PAIRS = 6
"""With fewer, no interval within the range of the differences can cover 95 %."""

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """Ends of an interval, both of them inside."""

    low: float
    high: float


def bootstrap_interval(differences: Sequence[float]) -> Interval | None:
    """The 95 % interval of the mean of these differences, one a pair; None for fewer than two.

    A function of the differences alone, whatever their order: the resamples come from a stream keyed by their number.
    """
    n = len(differences)
    if n < 2:
        return None
    values = np.sort(np.array(differences, dtype=np.float64))
    rows = whole(uniforms(0, f"bootstrap of {n} pairs", RESAMPLES * n), n).reshape(RESAMPLES, n)
    means = np.sort(values[rows].mean(axis=1))
    cut = int(RESAMPLES * tail_level(n))
    return Interval(float(means[cut]), float(means[-1 - cut]))


def tail_level(n: int) -> float:
    """Share of the resampled means to leave out at each end: 0.025 for many pairs, less for few."""
    return _NORMAL.cdf(-sqrt(n / (n - 1)) * _student(n - 1))


def most_coverage(n: int) -> float:
    """How often, at most, an interval within the range of n symmetric differences covers their centre.

    All n lie on one side of the centre with probability 2 * 2^-n.
    """
    return 1.0 - 2.0 ** (1 - n)


def _student(freedom: int) -> float:
    """Student's 0.975 quantile by its expansion about the normal's (Abramowitz and Stegun 26.7.5).

    Right within 0.01 from four degrees of freedom on; of fewer, where it falls short, the tails to leave out hold no
    resampled mean either way.
    """
    z = _NORMAL.inv_cdf((1.0 + LEVEL) / 2.0)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(z + sum(term / freedom ** (i + 1) for i, term in enumerate(terms)))
