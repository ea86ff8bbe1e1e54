"""What became of loads that are no longer on offer: the statuses of a load, the legal moves between them, and the ends.

An end is remembered for a day: no list that is read after that shows the load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from memory.observed import Result
from memory.stores.revise import Revision
from scenarios.clock import MINUTES_PER_DAY

CLOSED_MIN = MINUTES_PER_DAY
"""For so long a load that is gone is remembered as gone."""


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

REFUSAL_STATUS: dict[Result, Status] = {
    Result.WINDOW_MISSED: Status.WINDOW_MISSED,
    Result.EXPIRED: Status.EXPIRED,
    Result.CLAIMED_BY_OTHER: Status.REFUSED,
    Result.ALREADY_TAKEN: Status.REFUSED,
    Result.UNUSABLE_LOAD: Status.REFUSED,
}
"""What a refusal tells of a load. UNKNOWN_LOAD tells of none, and one that is NOT_YET_LISTED may come."""


class IllegalTransitionError(RuntimeError):
    """A load was moved to a status that its present one does not lead to."""


class Closed(NamedTuple):
    """How a load ended."""

    status: Status
    minute: int
    fact: int
    """The fact that told of it."""


class Ends:
    """How the loads ended that may still be listed or proposed, the oldest minute first."""

    __slots__ = ("_closed", "counts")

    def __init__(self) -> None:
        self._closed: dict[int, Closed] = {}
        self.counts: Counter[Status] = Counter()
        """How many loads ever reached each status, without those of which that was wrong."""

    def __len__(self) -> int:
        return len(self._closed)

    def __contains__(self, load: int) -> bool:
        return load in self._closed

    def of(self, load: int) -> Closed | None:
        """How a load ended; None while it has not, or once that is forgotten."""
        return self._closed.get(load)

    def move(self, load: int, old: Status, new: Status, minute: int, fact: int) -> None:
        """Note a load's move from one status to another than ACTIVE. Raises IllegalTransitionError."""
        if new == Status.ACTIVE or new not in LEGAL.get(old, frozenset()):
            raise IllegalTransitionError(f"load {load} cannot go from {old.name} to {new.name}")
        self.counts[new] += 1
        self._closed.pop(load, None)
        late = bool(self._closed) and next(reversed(self._closed.values())).minute > minute
        self._closed[load] = Closed(new, minute, fact)
        if late:
            self._closed = dict(sorted(self._closed.items(), key=lambda item: item[1].minute))

    def undo(self, load: int, found: Revision) -> None:
        """Take back that a load is missing, which was WRONG or has CHANGED."""
        self.counts[self._closed.pop(load).status] -= found == Revision.WRONG

    def forget(self, minute: int) -> None:
        """Drop the ends that can matter no more."""
        old = []
        for load, closed in self._closed.items():
            if closed.minute + CLOSED_MIN >= minute:
                break
            old.append(load)
        for load in old:
            del self._closed[load]

    def loads(self, *statuses: Status) -> list[int]:
        """The loads that ended in one of these ways (in any, when none is named), ascending."""
        return sorted(load for load, end in self._closed.items() if not statuses or end.status in statuses)

    def by_need(self) -> tuple[list[int], list[int]]:
        """All of them: the driver's own (taken, refused, missed), which a list may still show, and those that went
        missing from one; in both those that went last at the end.
        """
        own: list[int] = []
        missing: list[int] = []
        for load, closed in self._closed.items():
            (missing if closed.status == Status.DISCARDED else own).append(load)
        return own, missing

    def facts(self, loads: Iterable[int]) -> tuple[int, ...]:
        """The facts that told that these loads are gone; ascending, each once."""
        return tuple(sorted({self._closed[load].fact for load in loads}))
