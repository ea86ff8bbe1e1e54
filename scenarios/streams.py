"""Keyed random streams and tables to draw from. No generator is shared, no state is kept.

A stream is named by a seed and a purpose, so one more draw for one purpose changes no other, and a longer stream
begins like a shorter one. Draws use the raw 64-bit words of Philox, which numpy promises to keep, and whole-number
tables, so they are the same on every machine.
"""

from __future__ import annotations

import hashlib
from math import exp
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

TABLE_SIZE = 4096
"""Quantiles in a noise table; its tails end at the quantile 1 / 8192, 3.7 standard deviations out."""

SEED_MAX = 2**63 - 1
"""Seeds are whole numbers from 0 to this: they fit a column of a database and a JSON number."""

_SCALE = 2.0**-53


def uniforms(seed: int, purpose: str, count: int) -> NDArray[np.float64]:
    """`count` numbers in [0, 1), multiples of 2**-53, a function of (seed, purpose) alone; shape (count,)."""
    key = int.from_bytes(hashlib.sha256(f"{seed}/{purpose}".encode()).digest()[:16], "big")
    words: NDArray[np.uint64] = np.random.Philox(key=key).random_raw(count)
    return (words >> np.uint64(11)).astype(np.float64) * _SCALE


def pick(weights: NDArray[np.int64], at: NDArray[np.float64]) -> NDArray[np.int64]:
    """Index drawn for each uniform number with chances in proportion to whole-number weights; shape of `at`.

    Weight 0 is never drawn. Raises ValueError when no weight is positive.
    """
    edges = np.cumsum(weights)
    if not len(edges) or edges[-1] <= 0:
        raise ValueError("nothing to draw from: no weight is positive")
    return np.searchsorted(edges, np.floor(at * float(edges[-1])), side="right").astype(np.int64)


def whole(at: NDArray[np.float64], below: int) -> NDArray[np.int64]:
    """A whole number in [0, below) for each uniform number, all equally likely."""
    return np.floor(at * below).astype(np.int64)


def lognormal_table(median: float, log_sd: float) -> NDArray[np.float64]:
    """Ascending quantiles of a log-normal, shape (TABLE_SIZE,), rounded to six decimals.

    Made by Python's own arithmetic and rounded, since the last place of numpy's exp differs between processors.
    """
    normal = NormalDist()
    quantiles = (normal.inv_cdf((i + 0.5) / TABLE_SIZE) for i in range(TABLE_SIZE))
    return np.array([round(median * exp(log_sd * z), 6) for z in quantiles])


def noise_table(log_sd: float) -> NDArray[np.float64]:
    """Factors of mean 1 (to six decimals) with log-normal spread, ascending; shape (TABLE_SIZE,)."""
    table = lognormal_table(1.0, log_sd)
    factors: NDArray[np.float64] = np.round(table / table.mean(), 6)
    return factors


def draw(seed: int, purpose: str, *keys: int | str) -> int:
    """One 64-bit whole number from (seed, purpose, keys): a new key changes nobody else's draw."""
    text = "\x1f".join([str(seed), purpose, *map(str, keys)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
