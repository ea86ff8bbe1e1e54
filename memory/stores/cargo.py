"""CargoMemory: the loads one driver has seen, and what became of them.

A fold over facts. Live loads are kept as columns; of dead ones only counts and, for a day, the ids that
must not be proposed again stay, so the store does not grow with simulated days. Where two facts disagree about a load,
minutes decide (`memory.stores.revise`): whether it is on offer, and on what terms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memory.observed import Listing, Offers, Result
from memory.stores.revise import Revision, revision
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


TERMS = ("price_fen", "service_min", "window_open_min", "window_close_min", "remove_min")
"""Columns of a load that a later list may show otherwise."""


class IllegalTransitionError(RuntimeError):
    """A load was moved to a status that its present one does not lead to."""


class Closed(NamedTuple):
    """How a load ended."""

    status: Status
    minute: int
    fact: int
    """The fact that told of it."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownLoads:
    """Loads that are on offer as far as is known, with the facts behind each; columns of shape (n,)."""

    offers: Offers
    first_fact: NDArray[np.int64]
    """The sighting that made it known."""
    fact: NDArray[np.int64]
    """Its latest sighting, the list's fact; `first_fact` until it was seen again."""
    last_seen_min: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.offers)


class CargoMemory:
    """Loads one driver knows of, by row number of the load table."""

    def __init__(self) -> None:
        self._slot: dict[int, int] = {}
        self._offers: Offers | None = None
        self._last_seen = np.empty(0, dtype=np.int32)
        self._first_fact = np.empty(0, dtype=np.int64)
        self._fact = np.empty(0, dtype=np.int64)
        self._keep = np.empty(0, dtype=np.bool_)
        self._closed: dict[int, Closed] = {}
        """How loads ended that may still be listed or proposed, the oldest minute first."""
        self.counts: Counter[Status] = Counter()
        """How many loads ever reached each status, without those of which that was wrong."""
        self.revisions: Counter[Revision] = Counter()
        """How often two facts about one load disagreed, by what came of it."""

    def __len__(self) -> int:
        """Number of loads known to be active."""
        return len(self._slot)

    def status(self, load: int) -> Status | None:
        """What is known of a load; None when it was never seen, or is forgotten since it can matter no more."""
        if load in self._slot:
            return Status.ACTIVE
        closed = self._closed.get(load)
        return closed.status if closed else None

    # folding

    def see(self, offers: Offers, minute: int, first_fact: int, search_fact: int) -> NDArray[np.intp]:
        """Take in a list. Gives the rows of `offers` that are new to this driver, in order.

        New loads get the fact ids `first_fact`, `first_fact + 1`, …; known ones are seen again by `search_fact`, unless
        a later minute has shown them already.
        """
        slot = self._slot
        loads = offers.load.tolist()
        for load in loads:
            if load in self._closed:
                self._sight_again(load, minute)
        fresh = [i for i, load in enumerate(loads) if load not in slot and load not in self._closed]
        again = [i for i, load in enumerate(loads) if load in slot]
        if again:
            self._confirm(offers, np.array(again, dtype=np.intp), minute, search_fact)
        rows = np.array(fresh, dtype=np.intp)
        if fresh:
            new = offers.take(rows)
            base = len(self._last_seen)
            slot.update((loads[i], base + j) for j, i in enumerate(fresh))
            self._offers = new if self._offers is None else Offers.concat([self._offers, new])
            self._last_seen = np.concatenate([self._last_seen, np.full(len(fresh), minute, dtype=np.int32)])
            ids = np.arange(first_fact, first_fact + len(fresh), dtype=np.int64)
            self._first_fact = np.concatenate([self._first_fact, ids])
            self._fact = np.concatenate([self._fact, ids])
            self._keep = np.concatenate([self._keep, np.ones(len(fresh), dtype=np.bool_)])
        return rows

    def _confirm(self, offers: Offers, rows: NDArray[np.intp], minute: int, search_fact: int) -> None:
        """Take in known loads that a list shows, the given rows of it: their latest sighting, and other terms."""
        assert self._offers is not None
        slots = np.array([self._slot[load] for load in offers.load[rows].tolist()], dtype=np.intp)
        late = self._last_seen[slots] > minute
        if late.any():
            self.revisions[Revision.LATE] += int(np.count_nonzero(late))
            slots, rows = slots[~late], rows[~late]
        old, new = [getattr(self._offers, name) for name in TERMS], [getattr(offers, name) for name in TERMS]
        other = np.zeros(len(rows), dtype=np.bool_)
        for before, now in zip(old, new, strict=True):
            other |= before[slots] != now[rows]
        for slot, row in zip(slots[other].tolist(), rows[other].tolist(), strict=True):
            self.revisions[revision(int(self._last_seen[slot]), minute, agrees=False)] += 1
            for before, now in zip(old, new, strict=True):
                before[slot] = now[row]
        self._last_seen[slots] = minute
        self._fact[slots] = search_fact

    def _sight_again(self, load: int, minute: int) -> None:
        """A load thought to be missing is listed: unless that is old news, it comes back as a new sighting."""
        closed = self._closed[load]
        if closed.status != Status.DISCARDED:
            return
        found = revision(closed.minute, minute, agrees=False)
        self.revisions[found] += 1
        if found != Revision.LATE:
            del self._closed[load]
            self.counts[Status.DISCARDED] -= found == Revision.WRONG

    def miss(self, load: int, minute: int, fact: int) -> None:
        """Take in that a list of that minute should have shown a load and did not; old news moves nothing."""
        at = self._slot.get(load)
        if at is not None:
            found = revision(int(self._last_seen[at]), minute, agrees=False)
            self.revisions[found] += 1
            if found == Revision.LATE:
                return
        self.close(load, Status.DISCARDED, minute, fact)

    def close(self, load: int, status: Status, minute: int, fact: int) -> None:
        """Move a load to another status than ACTIVE, as a fact tells. Raises IllegalTransitionError."""
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
        late = bool(self._closed) and next(reversed(self._closed.values())).minute > minute
        self._closed[load] = Closed(status, minute, fact)
        if late:
            self._closed = dict(sorted(self._closed.items(), key=lambda item: item[1].minute))

    def take(self, load: int, minute: int, fact: int) -> None:
        """Move a load to TAKEN: the driver has it, whatever a list made of it before."""
        if self.status(load) == Status.DISCARDED:
            del self._closed[load]
        self.close(load, Status.TAKEN, minute, fact)

    def refuse(self, load: int, result: Result, minute: int, fact: int) -> None:
        """Learn from a refused take; a load that was known to be gone stays as it was."""
        if result in REFUSAL_STATUS and self.status(load) in (None, Status.ACTIVE):
            self.close(load, REFUSAL_STATUS[result], minute, fact)

    def expire(self, minute: int) -> None:
        """Drop loads that are past their remove minute, and final ones that can matter no more."""
        old = []
        for load, closed in self._closed.items():
            if closed.minute + CLOSED_MIN >= minute:
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
        self._first_fact = self._first_fact[self._keep]
        self._fact = self._fact[self._keep]
        self._keep = np.ones(len(self._fact), dtype=np.bool_)
        self._slot = {load: i for i, load in enumerate(self._offers.load.tolist())}

    # questions

    def active(self, minute: int) -> KnownLoads | None:
        """Loads still worth considering at a minute; None before the first sighting."""
        if self._offers is None:
            return None
        rows = self._keep & (self._offers.remove_min >= minute)
        return KnownLoads(self._offers.take(rows), self._first_fact[rows], self._fact[rows], self._last_seen[rows])

    def missing(self, listing: Listing) -> list[int]:
        """Active loads that a list should have shown and did not; of a load that was seen later it says nothing."""
        if self._offers is None:
            return []
        expected = self._keep & due_on(listing, self._offers) & (self._last_seen <= listing.minute)
        shown = set(listing.offers.load.tolist())
        return [load for load in self._offers.load[expected].tolist() if load not in shown]

    def failed_cargo_ids(self) -> list[int]:
        """Loads refused or missed, still worth not proposing again."""
        return sorted(
            load for load, end in self._closed.items() if end.status in (Status.REFUSED, Status.WINDOW_MISSED)
        )

    def unavailable_cargo_ids(self) -> list[int]:
        """All loads known to be gone: taken, refused, missed, or missing from a list."""
        return sorted(self._closed)

    def unavailable_by_need(self) -> tuple[list[int], list[int]]:
        """The same loads: the driver's own (taken, refused, missed), which a list may still show, and those that went
        missing from one; in both those that went last at the end.
        """
        own: list[int] = []
        missing: list[int] = []
        for load, closed in self._closed.items():
            (missing if closed.status == Status.DISCARDED else own).append(load)
        return own, missing

    def facts_of_end(self, loads: Iterable[int]) -> tuple[int, ...]:
        """The facts that told that these loads, known to be gone, are gone; ascending, each once."""
        return tuple(sorted({self._closed[load].fact for load in loads}))

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
