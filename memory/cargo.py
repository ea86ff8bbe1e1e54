"""CargoMemory: the loads one driver has seen, and what became of them.

A fold over facts. Live loads are kept as columns; of dead ones only counts and, for a day, the ids that
must not be proposed again stay, so the store does not grow with simulated days.
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from memory.observed import Listing, Offers, Result
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import arcs_km, valid_point

CLOSED_MIN = MINUTES_PER_DAY
"""For so long a load that is gone is remembered as gone; no list that is read after that shows it."""
INSIDE_KM = 0.001
"""A load counts as inside a list's radius when it is so much nearer: judged kilometres are good to a metre."""


class Status(IntEnum):
    """What memory knows of a load. It starts ACTIVE; every other status is final but for TAKEN."""

    ACTIVE = 0
    EXPIRED = 1
    WINDOW_MISSED = 2
    REFUSED = 3
    TAKEN = 4
    COMPLETED = 5
    DISCARDED = 6
    """Missing from a list that should have shown it."""


LEGAL: dict[Status, frozenset[Status]] = {
    Status.ACTIVE: frozenset({Status.EXPIRED, Status.WINDOW_MISSED, Status.REFUSED, Status.TAKEN, Status.DISCARDED}),
    Status.TAKEN: frozenset({Status.COMPLETED}),
    Status.DISCARDED: frozenset({Status.ACTIVE}),  # it was listed again after all
}
"""Legal transitions; anything else is an error in the program."""


class IllegalTransitionError(RuntimeError):
    """A load was moved to a status that its present one does not lead to."""


class CargoMemory:
    """Loads one driver knows of, by row number of the load table."""

    def __init__(self) -> None:
        self._slot: dict[int, int] = {}
        self._offers: Offers | None = None
        self._last_seen = np.empty(0, dtype=np.int32)
        self._fact = np.empty(0, dtype=np.int64)
        self._keep = np.empty(0, dtype=np.bool_)
        self._closed: dict[int, tuple[Status, int]] = {}
        """Final status of loads that may still be listed or proposed, and the minute of it, oldest first."""
        self.counts: Counter[Status] = Counter()
        """How many loads ever reached each status."""

    def __len__(self) -> int:
        """Number of loads known to be active."""
        return len(self._slot)

    def status(self, load: int) -> Status | None:
        """What is known of a load; None when it was never seen, or is forgotten since it can matter no more."""
        if load in self._slot:
            return Status.ACTIVE
        closed = self._closed.get(load)
        return closed[0] if closed else None

    # folding

    def see(self, offers: Offers, minute: int, first_fact: int, search_fact: int) -> NDArray[np.intp]:
        """Take in a list. Gives the rows of `offers` that are new to this driver, in order.

        New loads get the fact ids `first_fact`, `first_fact + 1`, …; known ones are seen again by `search_fact`.
        """
        slot = self._slot
        loads = offers.load.tolist()
        for load in loads:
            if load in self._closed:
                self._reopen(load)
        fresh = [i for i, load in enumerate(loads) if load not in slot and load not in self._closed]
        known = [slot[load] for load in loads if load in slot]
        self._last_seen[known] = minute
        self._fact[known] = search_fact
        rows = np.array(fresh, dtype=np.intp)
        if fresh:
            new = offers.take(rows)
            base = len(self._last_seen)
            slot.update((loads[i], base + j) for j, i in enumerate(fresh))
            self._offers = new if self._offers is None else Offers.concat([self._offers, new])
            self._last_seen = np.concatenate([self._last_seen, np.full(len(fresh), minute, dtype=np.int32)])
            ids = np.arange(first_fact, first_fact + len(fresh), dtype=np.int64)
            self._fact = np.concatenate([self._fact, ids])
            self._keep = np.concatenate([self._keep, np.ones(len(fresh), dtype=np.bool_)])
        return rows

    def _reopen(self, load: int) -> None:
        """A load thought to be missing is there after all: it comes back as a new sighting."""
        if self.status(load) == Status.DISCARDED:
            del self._closed[load]

    def close(self, load: int, status: Status, minute: int) -> None:
        """Move a load to another status than ACTIVE. Minutes never fall. Raises IllegalTransitionError."""
        old = self.status(load)
        if old is None:
            old = Status.ACTIVE  # an order may name a load that this memory forgot or never listed
        if status == Status.ACTIVE or status not in LEGAL.get(old, frozenset()):
            raise IllegalTransitionError(f"load {load} cannot go from {old.name} to {status.name}")
        self.counts[status] += 1
        at = self._slot.pop(load, None)
        if at is not None:
            self._keep[at] = False
        self._closed.pop(load, None)
        self._closed[load] = (status, minute)

    def take(self, load: int, minute: int) -> None:
        """Move a load to TAKEN: the driver has it, whatever a list made of it before."""
        self._reopen(load)
        self.close(load, Status.TAKEN, minute)

    def refuse(self, load: int, result: Result, minute: int) -> None:
        """Learn from a refused take; a load that was known to be gone stays as it was."""
        if result in REFUSAL_STATUS and self.status(load) in (None, Status.ACTIVE):
            self.close(load, REFUSAL_STATUS[result], minute)

    def expire(self, minute: int) -> None:
        """Drop loads that are past their remove minute, and final ones that can matter no more."""
        old = []
        for load, (_, closed_min) in self._closed.items():
            if closed_min + CLOSED_MIN >= minute:
                break
            old.append(load)
        for load in old:
            del self._closed[load]
        if self._offers is None:
            return
        over = self._keep & (self._offers.remove_min < minute)
        for load in self._offers.load[over].tolist():
            del self._slot[load]
        self.counts[Status.EXPIRED] += int(np.count_nonzero(over))
        self._keep &= ~over
        if np.count_nonzero(self._keep) < 0.75 * len(self._keep):
            self._compact()

    def _compact(self) -> None:
        assert self._offers is not None
        self._offers = self._offers.take(self._keep)
        self._last_seen = self._last_seen[self._keep]
        self._fact = self._fact[self._keep]
        self._keep = np.ones(len(self._fact), dtype=np.bool_)
        self._slot = {load: i for i, load in enumerate(self._offers.load.tolist())}

    # questions

    def active(self, minute: int) -> tuple[Offers, NDArray[np.int64], NDArray[np.int32]] | None:
        """Loads still worth considering at a minute, the fact behind each, and when it was last seen."""
        if self._offers is None:
            return None
        rows = self._keep & (self._offers.remove_min >= minute)
        return self._offers.take(rows), self._fact[rows], self._last_seen[rows]

    def missing(self, listing: Listing) -> list[int]:
        """Active loads that a list should have shown and did not."""
        if self._offers is None:
            return []
        expected = self._keep & due_on(listing, self._offers)
        shown = set(listing.offers.load.tolist())
        return [load for load in self._offers.load[expected].tolist() if load not in shown]

    def failed_cargo_ids(self) -> list[int]:
        """Loads refused or missed, still worth not proposing again."""
        return sorted(c for c, (s, _) in self._closed.items() if s in (Status.REFUSED, Status.WINDOW_MISSED))

    def unavailable_cargo_ids(self) -> list[int]:
        """All loads known to be gone: taken, refused, missed, or missing from a list."""
        return sorted(self._closed)

    def unavailable_by_need(self) -> tuple[list[int], list[int]]:
        """The same loads: the driver's own (taken, refused, missed), which a list may still show, and those that went
        missing from one; in both those that went last at the end.
        """
        own: list[int] = []
        missing: list[int] = []
        for load, (status, _) in self._closed.items():
            (missing if status == Status.DISCARDED else own).append(load)
        return own, missing

    def stale_cargo_ids(self, minute: int, age_min: int) -> list[int]:
        """Active loads not seen for over `age_min` minutes."""
        if self._offers is None:
            return []
        return sorted(self._offers.load[self._keep & (self._last_seen < minute - age_min)].tolist())

    def summary(self) -> dict[str, int]:
        """Counts by status, the discarded and the black-listed included."""
        return {status.name.lower(): self.counts[status] for status in Status if status != Status.ACTIVE} | {
            "active": len(self)
        }


def due_on(listing: Listing, offers: Offers) -> NDArray[np.bool_]:
    """Which loads, known from before, a list shows if they are still there; shape (n,).

    A complete list shows every load on offer, another one those clearly inside its radius.
    """
    due = offers.remove_min >= listing.minute
    if listing.complete:
        return due
    if not valid_point(listing.lat, listing.lng):
        return np.zeros(len(offers), dtype=np.bool_)
    km = arcs_km(offers.pickup_x, offers.pickup_y, offers.pickup_z, listing.lat, listing.lng)
    due &= km < listing.distance_km[-1] - INSIDE_KM
    return due


REFUSAL_STATUS: dict[Result, Status] = {
    Result.WINDOW_MISSED: Status.WINDOW_MISSED,
    Result.EXPIRED: Status.EXPIRED,
    Result.CLAIMED_BY_OTHER: Status.REFUSED,
    Result.ALREADY_TAKEN: Status.REFUSED,
    Result.UNUSABLE_LOAD: Status.REFUSED,
}
"""What a refusal tells of a load. UNKNOWN_LOAD tells of none, and one that is NOT_YET_LISTED may come."""
