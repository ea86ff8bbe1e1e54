"""What a driver observes: the frozen records that pass between world, memory and agents.

They hold only what the driver may know. Loads are named by their row number in the scenario's load table, an opaque id
here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from memory.offers import Offers


class Act(IntEnum):
    """The three things a driver can do."""

    WAIT = 0
    TAKE_ORDER = 1
    REPOSITION = 2


class Result(IntEnum):
    """How the world answered an action. All but the first three are refusals."""

    DONE = 0
    """Waited, moved, or an order finished within the horizon that is paid."""
    CUT_OFF = 1
    """An order taken and driven that finishes after the horizon, and is not paid."""
    FAILED_STEP = 2
    """The agents failed; the world made the driver wait (rule `failure_policy`)."""
    UNKNOWN_LOAD = 3
    NOT_YET_LISTED = 4
    EXPIRED = 5
    ALREADY_TAKEN = 6
    """Taken, or lost, by this driver before."""
    CLAIMED_BY_OTHER = 7
    """Another driver of the shared pool has it."""
    WINDOW_MISSED = 8
    """The truck came after the loading window; the drive was spent and the load is lost."""
    UNUSABLE_LOAD = 9
    BAD_TARGET = 10
    """The target is no place on earth, or the wait is shorter or longer than allowed."""


REFUSALS = frozenset(r for r in Result if r >= Result.UNKNOWN_LOAD)


@dataclass(frozen=True, slots=True)
class Action:
    """One action with its parameter: `load` for take_order, `minutes` for wait, a point for reposition."""

    act: Act
    load: int = -1
    """Row of the load, -1 for a load that the world has never had."""
    minutes: int = 0
    lat: float = 0.0
    lng: float = 0.0
    load_id: str = ""
    """Only for ids outside the load table."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a driver knows of itself at a minute, before it looks at any list."""

    minute: int
    driver: int
    """Index of the driver in the scenario, in file order."""
    driver_id: str
    lat: float
    lng: float
    cost_per_km: float
    speed_kmh: float
    horizon_min: int
    orders_done: int
    items_per_scan_minute: int
    query_k: int
    """List length when none is asked for."""
    preferences: tuple[str, ...]
    """Texts in force at this minute."""
    step: int = 0
    """The driver's step number, from 1; 0 outside a run."""


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """Answer to one query: the nearest pickups around a point, as of `minute`, nearest first, ties by id."""

    minute: int
    """The list is as of this minute; reading it moved the clock to `read_min`."""
    read_min: int
    lat: float
    lng: float
    k: int
    offers: Offers
    distance_km: NDArray[np.float64]
    """From the query point to each pickup; scalar haversine."""

    @property
    def complete(self) -> bool:
        """True when the list ended before k: everything live was shown."""
        return len(self.offers) < self.k


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action did. Kilometres unrounded; minutes add up to end_min - start_min."""

    action: Action
    result: Result
    start_min: int
    end_min: int
    lat: float
    lng: float
    """Position after the action."""
    pickup_km: float = 0.0
    haul_km: float = 0.0
    reposition_km: float = 0.0
    drive_min: int = 0
    """Minutes of pickup or reposition driving."""
    window_wait_min: int = 0
    """Minutes at the pickup before the loading window opened."""
    service_min: int = 0
    price_fen: int = 0
    """Shown price of a finished order, 0 otherwise."""

    @property
    def refused(self) -> bool:
        return self.result >= Result.UNKNOWN_LOAD
