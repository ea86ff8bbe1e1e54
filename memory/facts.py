"""Facts: what was observed, append-only, each with a run-wide increasing id.

A fact is one row of `FACT_DTYPE`; what a step observed is one `FactBlock`. Stores are folds over blocks and can be
rebuilt from them. Nothing here ranks or forgets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from memory.columns import joined


class FactKind(IntEnum):
    """What kind of thing was observed."""

    SEARCH_DONE = 0
    """A list was read at `cell`: `count` loads, best net income `value` (fen)."""
    CARGO_SEEN = 1
    """A load was listed for the first time; `cell` is its pickup's, `value` its shown price in fen."""
    CARGO_GONE = 2
    """A load that a list should have shown was missing from it."""
    ORDER_TAKEN = 3
    """`count` is the world's answer (`Result`: DONE or CUT_OFF), `value` the price paid in fen."""
    ORDER_REFUSED = 4
    """A take, or a move when it concerns no load: `count` is the world's reason (`Result`), `value` minutes lost."""
    ORDER_COMPLETED = 5
    """At `cell`; `value` is the order's net income in fen, `count` its minutes from decision to delivery."""
    WAITED = 6
    """`count` minutes; `value` is the world's reason (`Result`) when the wait asked for was refused, else 0."""
    REPOSITIONED = 7
    """To `cell`; `value` kilometres, `count` minutes."""
    RESTED = 8
    """`count` minutes at a stretch from `minute` on: a wait, and the reading of lists before it."""
    VISITED = 9
    """Came to the pickup of a load: `value` empty kilometres, `count` minutes of driving."""
    BREACH = 10
    """An action broke a wish: `count` is the wish's number, `value` how many units of its penalty."""
    PLAN = 11
    """A new plan, or an old one dropped; its text is the block's."""
    PREFERENCE_DUE = 12
    HEEDED = 13
    """What an action meant for a wish: `count` is its number, `value` the amount in its own unit."""
    WISH_LOST = 14
    """A wish can no longer be kept for a day or a month: `count` is its number, `value` that day (a month's first);
    `minute` is the first minute of that."""


WISH_KINDS = frozenset({FactKind.BREACH, FactKind.HEEDED, FactKind.WISH_LOST})
"""Facts about a driver's wishes; in a block they follow those of the action."""

IMPORTANCE: dict[FactKind, float] = {
    FactKind.SEARCH_DONE: 0.4,
    FactKind.CARGO_SEEN: 0.2,
    FactKind.CARGO_GONE: 0.5,
    FactKind.ORDER_TAKEN: 0.6,
    FactKind.ORDER_REFUSED: 0.9,
    FactKind.ORDER_COMPLETED: 0.8,
    FactKind.WAITED: 0.3,
    FactKind.REPOSITIONED: 0.5,
    FactKind.RESTED: 0.3,
    FactKind.VISITED: 0.5,
    FactKind.BREACH: 1.0,
    FactKind.PLAN: 0.5,
    FactKind.PREFERENCE_DUE: 1.0,
    FactKind.HEEDED: 0.5,
    FactKind.WISH_LOST: 1.0,
}

FACT_DTYPE = np.dtype(
    [
        ("kind", "u1"),
        ("minute", "<i4"),
        ("cell", "<i8"),
        ("load", "<i4"),
        ("count", "<i4"),
        ("value", "<f8"),
        ("importance", "<f4"),
    ]
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of `FACT_DTYPE` as plain numbers."""

    kind: int
    minute: int
    cell: int
    load: int
    count: int
    value: float
    importance: float


@dataclass(frozen=True, slots=True, eq=False)
class FactBlock:
    """The facts of one step of one driver: its lists, each followed by what it changed, then its action and plan.

    Fact i of the block has id `first_id + i`.
    """

    first_id: int
    driver: int
    rows: NDArray[np.void]
    listed: tuple[tuple[int, NDArray[np.int32]], ...] = ()
    """For each SEARCH_DONE fact: its id and the loads listed, those seen before included."""
    plan: str = ""
    """Text of the PLAN fact, if there is one; empty: the plan was dropped."""

    def __len__(self) -> int:
        return len(self.rows)

    def fact(self, place: int) -> Fact:
        """The fact at a place in the block, 0 for the first."""
        return Fact(*self.rows[place].item())


@dataclass(slots=True)
class FactWriter:
    """Collects one step's facts; `seal` gives the block."""

    first_id: int
    driver: int
    _rows: list[tuple[int, int, int, int, int, float, float]] = field(default_factory=list)
    """Facts that came one by one since the last that came in numbers."""
    _before: list[NDArray[np.void]] = field(default_factory=list)
    """All facts before those."""
    _count_before: int = 0
    _listed: list[tuple[int, NDArray[np.int32]]] = field(default_factory=list)
    _plan: str = ""

    @property
    def next_id(self) -> int:
        """The id that the next fact will get."""
        return self.first_id + self._count_before + len(self._rows)

    def since(self, fact_id: int) -> list[Fact]:
        """The facts from an id of this block on, of those that came one by one last."""
        return [Fact(*row) for row in self._rows[fact_id - self.first_id - self._count_before :]]

    def add(
        self, kind: FactKind, minute: int, *, cell: int = 0, load: int = -1, count: int = 0, value: float = 0.0
    ) -> int:
        """Add one fact and give its id."""
        fact_id = self.next_id
        self._rows.append((kind, minute, cell, load, count, value, IMPORTANCE[kind]))
        return fact_id

    def add_search(self, minute: int, cell: int, listed: NDArray[np.int32], best_net_fen: float) -> int:
        """Add a SEARCH_DONE fact with the loads it listed."""
        fact_id = self.add(FactKind.SEARCH_DONE, minute, cell=cell, count=len(listed), value=best_net_fen)
        self._listed.append((fact_id, listed))
        return fact_id

    def add_many(
        self,
        kind: FactKind,
        minute: int,
        loads: NDArray[np.int32],
        cells: NDArray[np.int64],
        values: NDArray[np.integer],
    ) -> None:
        """Add a fact for each load."""
        rows = np.zeros(len(loads), dtype=FACT_DTYPE)
        rows["kind"], rows["minute"], rows["importance"] = kind, minute, IMPORTANCE[kind]
        rows["load"], rows["cell"], rows["value"] = loads, cells, values
        self._before += [np.array(self._rows, dtype=FACT_DTYPE), rows]
        self._count_before += len(self._rows) + len(rows)
        self._rows = []

    def add_plan(self, minute: int, plan: str) -> int:
        """Add the PLAN fact with its text; a block has one at most."""
        self._plan = plan
        return self.add(FactKind.PLAN, minute)

    def seal(self) -> FactBlock:
        """The block of all facts added so far."""
        rows = joined(*self._before, np.array(self._rows, dtype=FACT_DTYPE))
        return FactBlock(self.first_id, self.driver, rows, tuple(self._listed), self._plan)
