"""What other wishes need of the time and the kilometres that are left to one of them, as a record.

`memory.wishes.needs` fills it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.wishes.courses import Floats, Ints
from memory.wishes.progress import Progress
from scenarios.preferences.standing import Standing


@dataclass(frozen=True, slots=True, eq=False)
class EmptyWay:
    """Kilometres to a place where a wish wants the truck, after each course; shape (n,)."""

    day: int
    km: Floats
    """That will be driven empty."""
    perhaps_km: Floats
    """That may be."""


@dataclass(frozen=True, slots=True)
class OnOffer:
    """A load that can be taken now, as the platform shows it."""

    last_min: int
    """The last minute at which it can be taken."""
    close_min: int | None
    """The last minute at which its loading may begin; None: any."""
    lat: float
    lng: float


@dataclass(frozen=True, slots=True, eq=False)
class Busy:
    """What other wishes still need of the time that is left for visits, and of empty kilometres; and what is on offer
    of what was promised."""

    days: int = 0
    """Days of this month without driving."""
    days_without_orders: int = 0
    """Those among them."""
    driving: frozenset[int] = frozenset()
    """Days on which errands need the truck to drive."""
    order_days: int = 0
    """Days of this month with an order in a district."""
    order_days_after: int | Ints = 0
    """Those that are still to come after each course, shape (n,)."""
    minutes: int | Ints = 0
    """Of the day on which each course ends, shape (n,)."""
    errands: tuple[tuple[Standing, Progress], ...] = ()
    """They may hold the driver for days."""
    empty_ways: tuple[EmptyWay, ...] = ()
    on_offer: Mapping[int, OnOffer] = field(default_factory=dict)
    """Promised loads by their rows."""


FREE = Busy()
