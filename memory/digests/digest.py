"""Digests: what a store's facts come to, in at most five bullets.

A digest covers all facts of its store up to an id and replaces them in views, never in the record. Here are the records
and their limits; `memory.digests.writer` says who writes bullets, `memory.digests.gate` which of them stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from memory.facts import Fact

BulletKind = Literal["seek", "avoid", "budget", "lesson", "progress", "risk"]
BULLET_KINDS: tuple[BulletKind, ...] = ("seek", "avoid", "budget", "lesson", "progress", "risk")
MOST_BULLETS = 5
MOST_CARRIED = 40
"""Cells or loads that a bullet may carry over from the digest before: input and output stay bounded."""

MOST_BEST = 4 * MOST_CARRIED
"""What a store ranks highest, as a writer is told: enough, where a fact names but some of it."""
MOST_CITED = MOST_CARRIED + 1
"""Facts behind one bullet: who cites everything has a fact for any number."""
MOST_CHARACTERS = 240
"""Of a bullet's text."""


@dataclass(frozen=True, slots=True)
class Bullet:
    """One thing worth knowing, with the facts it rests on."""

    kind: BulletKind
    text: str
    fact_ids: tuple[int, ...]
    cells: tuple[int, ...] = ()
    cargo_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Digest:
    """What stands for the facts of one store up to `through`."""

    minute: int
    through: int
    """Highest fact id that it covers."""
    bullets: tuple[Bullet, ...] = ()
    facts: tuple[tuple[int, Fact], ...] = ()
    """The facts that its bullets cite: the only old ones that the next digest may cite again."""

    @property
    def cells(self) -> frozenset[int]:
        return frozenset(cell for bullet in self.bullets for cell in bullet.cells)

    @property
    def cargo_ids(self) -> frozenset[int]:
        return frozenset(load for bullet in self.bullets for load in bullet.cargo_ids)


NO_DIGEST = Digest(minute=0, through=-1)

Shown = Mapping[int, Fact]
"""Facts by id that a digest may cite: those since the last digest, and those that its bullets cited."""


def digest_of(bullets: tuple[Bullet, ...], shown: Shown, minute: int, through: int) -> Digest:
    """Bullets that stand, and the facts that they cite, as the digest of all facts up to `through`."""
    cited = sorted({fact_id for bullet in bullets for fact_id in bullet.fact_ids})
    return Digest(minute, through, bullets, tuple((fact_id, shown[fact_id]) for fact_id in cited))
