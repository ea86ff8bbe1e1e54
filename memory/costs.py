"""What a line of a view costs in tokens, without making the line.

Lines are made of fixed words and numbers. The tokenizers of the Qwen family give every digit a token of its own and
break at line ends, so a line costs a constant and its digits, and lines add up. Tests hold these sums to the real
tokenizer (`memory.tokens`); a budget kept here is kept on the final string.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory.offers import Offers
from scenarios.loads import NO_WINDOW

_POWERS = np.array([10**p for p in range(1, 19)], dtype=np.int64)

LOAD_TOKENS = 23
"""A line of a remembered load but for its digits; four more with a loading window."""
WINDOW_TOKENS = 4
PLACE_TOKENS = 10
SEARCHED_TOKENS = 9
"""More, when the place was searched in this hour bucket."""
REGION_TOKENS = 17
"""A line of a region's usual offers but for its hour buckets; one more for each of those."""
HOW_TOKENS = 17
"""More for the first of them, which says how to read all."""
ACTION_TOKENS = 13
"""Most that a line about a recent action takes but for its digits."""
OVERHEAD_TOKENS = 64
"""Most that a view's lines take which are there but once: what was earned and lost, today's figures, words before a
list, the closing line."""


def bound_of(text: str) -> int:
    """Most tokens of a text as a line of its own: no text has more tokens than bytes."""
    return len(text.encode()) + 1


def load_tokens(offers: Offers) -> NDArray[np.int64]:
    """Tokens of each load's line but for the digits of the minute in which it was seen last, shape (n,)."""
    windowed = offers.window_open_min != NO_WINDOW
    window = WINDOW_TOKENS + total_digits([offers.window_open_min, offers.window_close_min])
    numbers = total_digits([offers.load, offers.price_fen / 100, offers.haul_km, offers.service_min, offers.remove_min])
    degrees = degree_digits(np.array([offers.pickup_lat, offers.pickup_lng, offers.drop_lat, offers.drop_lng]))
    tokens: NDArray[np.int64] = LOAD_TOKENS + numbers + degrees.sum(axis=0) + np.where(windowed, window, 0)
    return tokens


def degree_digits(degrees: NDArray[np.float64]) -> NDArray[np.int64]:
    """Characters of degrees as they are written with two decimals, the point left out; one for a minus."""
    written = np.abs(np.round(degrees, 2)).astype(np.int64)
    counted: NDArray[np.int64] = digits(written) + 2 + np.signbit(degrees)
    return counted


def digits(values: NDArray[np.integer] | NDArray[np.floating]) -> NDArray[np.int64]:
    """Characters of whole numbers as they are written, shape of `values`: digits, and one for a minus."""
    whole = np.rint(values).astype(np.int64)
    counted: NDArray[np.int64] = 1 + np.searchsorted(_POWERS, np.abs(whole), side="right") + (whole < 0)
    return counted


def total_digits(columns: Sequence[NDArray[np.integer] | NDArray[np.floating]]) -> NDArray[np.int64]:
    """Digits of several columns of numbers under 2^53, added row by row."""
    counted: NDArray[np.int64] = digits(np.array(columns, dtype=np.float64)).sum(axis=0)
    return counted


def best_that_fit(order: NDArray[np.intp], costs: NDArray[np.int64], budget: int) -> NDArray[np.intp]:
    """The first rows of `order` whose costs together stay within a budget; `costs` has a number for every row."""
    spent = np.cumsum(costs[order])
    return order[: int(np.searchsorted(spent, budget, side="right"))]
