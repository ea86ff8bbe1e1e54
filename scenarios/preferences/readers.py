"""The readers of the kinds in their order, errands apart, and what a stretch of words means to the first of them."""

from __future__ import annotations

from collections.abc import Callable

from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import Constraint
from scenarios.preferences.read_areas import read_area, read_ban_after_touch, read_days_at
from scenarios.preferences.read_goods import read_category
from scenarios.preferences.read_orders import read_distance, read_first_order, read_must_take, read_orders_per_day
from scenarios.preferences.read_rest import read_daily_rest, read_days_off, read_home, read_quiet

Reader = Callable[[Evidence], Constraint | None]

READERS: tuple[Reader, ...] = (
    read_must_take,
    read_ban_after_touch,
    read_days_at,
    read_distance,
    read_first_order,
    read_orders_per_day,
    read_home,
    read_quiet,
    read_daily_rest,
    read_days_off,
    read_area,
    read_category,
)
"""In this order: the more a reader wants to see, the earlier it is asked."""


def meaning_of(e: Evidence) -> Constraint | None:
    """What the words mean as one wish: Unknown where a reader misses something, None where none knows them."""
    return next((found for reader in READERS if (found := reader(e)) is not None), None)
