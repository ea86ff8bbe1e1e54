"""Digests: what a store's facts come to, in at most five bullets, and the gate that keeps invention out.

A digest covers all facts of its store up to an id and replaces them in views, never in the record. Whoever wrote it,
the gate drops a bullet that cites what it was not shown, or whose text holds a number that its facts do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memory.facts import Fact, FactKind
from scenarios.cells import center

BulletKind = Literal["seek", "avoid", "budget", "lesson", "progress", "risk"]
BULLET_KINDS: tuple[BulletKind, ...] = ("seek", "avoid", "budget", "lesson", "progress", "risk")
MOST_BULLETS = 5
MOST_CARRIED = 40
"""Cells or loads that a bullet may carry over from the digest before: input and output stay bounded."""

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


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


def gate(bullets: Iterable[Bullet], shown: Shown) -> tuple[tuple[Bullet, ...], dict[str, int]]:
    """The bullets that hold, at most five, and how many were dropped for each reason."""
    kept: list[Bullet] = []
    dropped: dict[str, int] = {}
    for bullet in bullets:
        fault = _fault(bullet, shown) or ("too_many" if len(kept) == MOST_BULLETS else "")
        if fault:
            dropped[fault] = dropped.get(fault, 0) + 1
        else:
            kept.append(bullet)
    return tuple(kept), dropped


def _fault(bullet: Bullet, shown: Shown) -> str:
    """The first reason why a bullet cannot stand, or an empty string."""
    if bullet.kind not in BULLET_KINDS:
        return "unknown_kind"
    if not bullet.text.strip() or "\n" in bullet.text:
        return "no_text"
    if not bullet.fact_ids or any(fact_id not in shown for fact_id in bullet.fact_ids):
        return "unknown_fact"
    cited = [shown[fact_id] for fact_id in bullet.fact_ids]
    if not set(bullet.cells) <= {fact.cell for fact in cited}:
        return "unknown_cell"
    if not set(bullet.cargo_ids) <= {fact.load for fact in cited}:
        return "unknown_load"
    allowed = _allowed_numbers(cited)
    if any(number not in allowed for number in _NUMBER.findall(bullet.text)):
        return "unknown_number"
    return ""


def _allowed_numbers(cited: Sequence[Fact]) -> set[str]:
    """Numbers that a bullet's text may hold: those of its facts, and counts, sums, means and extremes of one kind."""
    allowed = {str(len(cited))}
    for fact in cited:
        allowed |= {str(fact.minute), str(fact.count), _whole(fact.value / 100), _whole(fact.value)}
        if fact.load >= 0:
            allowed.add(str(fact.load))
        if fact.cell:
            allowed |= set(_NUMBER.findall(place_text(fact.cell)))
    for kind in {fact.kind for fact in cited}:
        same = [fact for fact in cited if fact.kind == kind]
        allowed.add(str(len(same)))
        for column in ([f.value / 100 for f in same], [float(f.count) for f in same]):
            allowed |= {_whole(x) for x in (sum(column), sum(column) / len(column), min(column), max(column))}
    return allowed


def _whole(value: float) -> str:
    return f"{abs(value):.0f}"


def place_text(cell: int) -> str:
    """A cell as the latitude and longitude of its middle, two decimals."""
    lat, lng = center(cell)
    return f"{lat:.2f},{lng:.2f}"


def market_digest(shown: Shown, minute: int, through: int, low_yield_fen: float) -> Digest:
    """Best lists, those that were not worth reading, and how many were read."""
    searches = _of(shown, FactKind.SEARCH_DONE)
    seen = _of(shown, FactKind.CARGO_SEEN)
    bullets: list[Bullet] = []
    good = sorted((f for f in searches if f[1].value >= low_yield_fen), key=lambda f: (-f[1].value, f[0]))
    if good:
        best, cells = good[0], _busiest(seen, good)
        text = f"best list at {place_text(best[1].cell)}: net {best[1].value / 100:.0f} yuan"
        bullets.append(Bullet("seek", text, tuple(sorted({best[0], *cells.values()})), tuple(sorted(cells))))
    low = [f for f in searches if f[1].count == 0 or f[1].value < low_yield_fen]
    if low:
        last = max(low)
        text = f"nothing worth taking at {place_text(last[1].cell)} at minute {last[1].minute}"
        bullets.append(Bullet("avoid", text, (last[0],), (last[1].cell,)))
    return _digest(bullets, shown, minute, through)


def _busiest(seen: Sequence[tuple[int, Fact]], good: Sequence[tuple[int, Fact]]) -> dict[int, int]:
    """Cells worth keeping, each with a fact that names it: those of good lists, then those with most loads."""
    count: dict[int, int] = {}
    fact_of: dict[int, int] = {}
    for fact_id, fact in seen:
        if fact.cell:
            count[fact.cell] = count.get(fact.cell, 0) + 1
            fact_of[fact.cell] = fact_id
    cells = {f.cell: fact_id for fact_id, f in good[: MOST_CARRIED // 2] if f.cell}
    for cell in sorted(count, key=lambda c: (-count[c], c)):
        if len(cells) >= MOST_CARRIED:
            break
        cells.setdefault(cell, fact_of[cell])
    return cells


def cargo_digest(shown: Shown, minute: int, through: int, best: Sequence[int]) -> Digest:
    """The best loads still to be had (`best`, in order), and how many were found to be gone."""
    seen = {fact.load: (fact_id, fact) for fact_id, fact in _of(shown, FactKind.CARGO_SEEN)}
    gone = _of(shown, FactKind.CARGO_GONE)
    bullets: list[Bullet] = []
    known = [load for load in best if load in seen][:MOST_CARRIED]
    if known:
        fact = seen[known[0]][1]
        text = f"load {fact.load} pays {fact.value / 100:.0f} yuan"
        bullets.append(Bullet("seek", text, tuple(sorted(seen[load][0] for load in known)), (), tuple(known)))
    if gone:
        text = f"{len(gone)} loads gone before their time"
        bullets.append(Bullet("risk", text, tuple(fact_id for fact_id, _ in gone)))
    return _digest(bullets, shown, minute, through)


def action_digest(shown: Shown, minute: int, through: int) -> Digest:
    """Orders delivered and what they netted, the worst of them, and takes that were refused."""
    done, refused = _of(shown, FactKind.ORDER_COMPLETED), _of(shown, FactKind.ORDER_REFUSED)
    bullets: list[Bullet] = []
    if done:
        total = sum(fact.value for _, fact in done)
        ids = tuple(fact_id for fact_id, _ in done)
        bullets.append(Bullet("progress", f"{len(done)} orders delivered, net {total / 100:.0f} yuan", ids))
        fact_id, worst = min(done, key=lambda f: (f[1].value / max(f[1].count, 1), f[0]))
        text = f"order {worst.load} netted {worst.value / 100:.0f} yuan in {worst.count} min"
        bullets.append(Bullet("lesson", text, (fact_id,), (), (worst.load,)))
    if refused:
        bullets.append(Bullet("risk", f"{len(refused)} takes refused", tuple(fact_id for fact_id, _ in refused)))
    return _digest(bullets, shown, minute, through)


def _of(shown: Shown, kind: FactKind) -> list[tuple[int, Fact]]:
    return [(fact_id, shown[fact_id]) for fact_id in sorted(shown) if shown[fact_id].kind == kind]


def _digest(bullets: Sequence[Bullet], shown: Shown, minute: int, through: int) -> Digest:
    """Through the gate like any other writer's."""
    kept, _ = gate(bullets, shown)
    cited = sorted({fact_id for bullet in kept for fact_id in bullet.fact_ids})[-4 * MOST_CARRIED :]
    return Digest(minute, through, kept, tuple((fact_id, shown[fact_id]) for fact_id in cited))
