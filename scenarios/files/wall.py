"""Columns of wall-clock text as world minutes. No check but that of a time's own form; no machine clock.

Contest rule 1: seconds are floored to their minute (12:00:45 is minute 720). `minutes_of_texts` is quick and
declines what it does not know; `minute_of_text` is exact, slower, and says what is wrong.
"""

from __future__ import annotations

import re
from datetime import datetime

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scenarios.clock import LONGEST_MIN, minute_of, parse_wall

HELD_MIN = LONGEST_MIN
"""A time further than this from the start stands at this bound: 9999-12-31 means "never"."""

_EPOCH = datetime(1970, 1, 1)
_PLAIN_LENGTHS = pa.array([16, 19], pa.int32())
_OFFSET = re.compile(r"(Z|[+-]\d\d(:?\d\d){0,2})$")


def minute_of_text(text: str, start: datetime) -> int:
    """World minute of one wall text, floored. Raises ValueError that names the rule which the text breaks."""
    try:
        return min(HELD_MIN, minute_of(parse_wall(text), start))
    except ValueError:
        rule = "is no time of the form 2026-03-01 08:30:00"
    if len(text) > 11 and _OFFSET.search(text[11:]):
        rule = "carries a UTC offset, and all times of a scenario are local times of its one timezone"
    elif re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        rule = "is a date without a time of day"
    raise ValueError(rule)


def minutes_of_texts(texts: pa.Array, start: datetime) -> NDArray[np.int32] | None:
    """World minutes of a column of wall texts, shape (n,); None unless every text is plain.

    Plain is "YYYY-MM-DD HH:MM" with or without ":SS", a real moment, and present.
    The length is looked at first: a bare date would pass as midnight below.
    """
    if texts.null_count or not pc.all(pc.is_in(pc.binary_length(texts), _PLAIN_LENGTHS), min_count=0).as_py():
        return None
    try:
        stamps = texts.cast(pa.timestamp("s"))
    except pa.ArrowInvalid:
        return None
    seconds = stamps.cast(pa.int64()).to_numpy()
    start_s = int((start - _EPOCH).total_seconds())
    minutes: NDArray[np.int64] = np.minimum((seconds - start_s) // 60, HELD_MIN)
    return minutes.astype(np.int32)
