"""CargoMemory: the loads one driver has seen, and what became of them.

A fold over facts. Loads on offer are sightings in columns (`memory.stores.known`); of dead ones only counts and, for a
day, the ids that must not be proposed again stay (`memory.stores.ends`), so the store does not grow with simulated
days. Where two facts disagree about a load, minutes decide (`memory.stores.revise`): whether it is on offer, and on
what terms.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.costs import digits
from memory.observed import Listing, Result
from memory.offers import Offers
from memory.stores.books import OfferBook
from memory.stores.ends import REFUSAL_STATUS, Ends, Status
from memory.stores.known import KnownLoads, Sightings
from memory.stores.revise import Revision, revision
from scenarios.geo import arcs_km, valid_point

INSIDE_KM = 0.001
"""A load counts as inside a list's radius when it is so much nearer: judged kilometres are good to a metre."""


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """Loads that are on offer as far as is known, with the facts behind each; columns of shape (n,)."""

    offers: Offers
    sightings: Sightings
    tokens: NDArray[np.int64]
    """What a line about each takes."""

    def __len__(self) -> int:
        return len(self.offers)


class CargoMemory:
    """Loads one driver knows of, by row number of the load table."""

    __slots__ = ("_book", "_known", "ends", "revisions")

    def __init__(self, book: OfferBook) -> None:
        """All drivers' memories may share the `book`."""
        self._book = book
        self._known = KnownLoads(book)
        self.ends = Ends()
        self.revisions: Counter[Revision] = Counter()
        """How often two facts about one load disagreed, by what came of it."""

    def __len__(self) -> int:
        """Number of loads known to be active."""
        return len(self._known)

    def status(self, load: int) -> Status | None:
        """What is known of a load; None when it was never seen, or is forgotten since it can matter no more."""
        closed = self.ends.of(load)
        if closed is not None:
            return closed.status
        return Status.ACTIVE if self._known.place(load) >= 0 else None

    # folding

    def see(self, offers: Offers, minute: int, first_fact: int, search_fact: int) -> NDArray[np.int32]:
        """Take in a list. Gives the rows in the book of those of its loads that are new to this driver, in order.

        New loads get the fact ids `first_fact`, `first_fact + 1`, …; known ones are seen again by `search_fact`, unless
        a later minute has shown them already.
        """
        loads = offers.load.tolist()
        if len(set(loads)) < len(loads):  # a list of foreign make may name a load twice
            offers = offers.take(np.sort(np.unique(offers.load, return_index=True)[1]))
            loads = offers.load.tolist()
        rows, known = self._book.rows(offers), self._known
        places = known.places(offers.load)
        new, again = places < 0, places >= 0
        for at in [at for at, load in enumerate(loads) if load in self.ends]:
            new[at] = self._sight_again(loads[at], minute)
        if again.any():
            late = again & (known.sightings.last_seen_min[places] > minute)
            if late.any():
                self.revisions[Revision.LATE] += int(np.count_nonzero(late))
                again &= ~late
            for seen_min in known.confirm(places[again], rows[again], minute, search_fact).tolist():
                self.revisions[revision(seen_min, minute, agrees=False)] += 1
        fresh = rows[new]
        if len(fresh):
            known.add(offers.load[new], fresh, minute, first_fact)
        if len(fresh) + np.count_nonzero(again) < len(rows):
            self._book.clear(rows)
        return fresh

    def _sight_again(self, load: int, minute: int) -> bool:
        """Whether a load that is gone, and is listed, was only thought to be missing: then it is so no more."""
        closed = self.ends.of(load)
        if closed is None or closed.status != Status.DISCARDED:
            return False
        found = revision(closed.minute, minute, agrees=False)
        self.revisions[found] += 1
        if found == Revision.LATE:
            return False
        self.ends.undo(load, found)
        return True

    def miss(self, load: int, minute: int, fact: int) -> None:
        """Take in that a list of that minute should have shown a load and did not; old news moves nothing."""
        at = self._known.place(load)
        if at >= 0:
            found = revision(int(self._known.sightings.last_seen_min[at]), minute, agrees=False)
            self.revisions[found] += 1
            if found == Revision.LATE:
                return
        self.close(load, Status.DISCARDED, minute, fact)

    def close(self, load: int, status: Status, minute: int, fact: int) -> None:
        """Move a load to another status than ACTIVE, as a fact tells. Raises IllegalTransitionError."""
        # An order may name a load that this memory forgot or never listed.
        self.ends.move(load, self.status(load) or Status.ACTIVE, status, minute, fact)
        self._known.forget(load)

    def take(self, load: int, minute: int, fact: int) -> None:
        """Move a load to TAKEN: the driver has it, whatever a list made of it before."""
        if self.status(load) == Status.DISCARDED:
            self.ends.undo(load, Revision.CHANGED)
        self.close(load, Status.TAKEN, minute, fact)

    def refuse(self, load: int, result: Result, minute: int, fact: int) -> None:
        """Learn from a refused take; a load that was known to be gone stays as it was."""
        if result in REFUSAL_STATUS and self.status(load) in (None, Status.ACTIVE):
            self.close(load, REFUSAL_STATUS[result], minute, fact)

    def expire(self, minute: int) -> None:
        """Drop loads that are past their remove minute, and final ones that can matter no more."""
        self.ends.forget(minute)
        over = self._known.remove_min < minute
        self.ends.counts[Status.EXPIRED] += int(np.count_nonzero(over))
        self._known.drop(over)

    # questions

    def active(self, minute: int) -> Remembered:
        """Loads still worth considering at a minute."""
        sightings = self._known.sightings
        over = self._known.remove_min < minute
        if over.any():
            sightings = sightings.take(~over)
        tokens = self._book.tokens[sightings.row] + digits(sightings.last_seen_min)
        return Remembered(self._book.take(sightings.row), sightings, tokens)

    def missing(self, listing: Listing) -> list[int]:
        """Active loads that a list should have shown and did not; of a load that was seen later it says nothing."""
        expected = self._known.sightings.last_seen_min <= listing.minute
        shown = self._known.places(listing.offers.load)
        expected[shown[shown >= 0]] = False
        offers = self._book.take(self._known.sightings.row[expected])
        missing: list[int] = offers.load[due_on(listing, offers)].tolist()
        return missing

    def stale_cargo_ids(self, minute: int, age_min: int) -> list[int]:
        """Active loads not seen for over `age_min` minutes."""
        return sorted(self._known.loads[self._known.sightings.last_seen_min < minute - age_min].tolist())

    def failed_cargo_ids(self) -> list[int]:
        """Loads refused or missed, still worth not proposing again."""
        return self.ends.loads(Status.REFUSED, Status.WINDOW_MISSED)

    def unavailable_cargo_ids(self) -> list[int]:
        """All loads known to be gone: taken, refused, missed, or missing from a list."""
        return self.ends.loads()

    def summary(self) -> dict[str, int]:
        """Counts by status, the discarded and the black-listed included."""
        return {status.name.lower(): self.ends.counts[status] for status in Status if status != Status.ACTIVE} | {
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
