"""Digests: what a store's facts come to, in at most five bullets, and the gate that keeps invention out.

A digest covers all facts of its store up to an id and replaces them in views, never in the record. Whoever wrote it,
the gate drops a bullet that cites what it was not shown, or whose text names what its facts do not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memory.fact_text import fact_text
from memory.facts import Fact, FactKind
from memory.named import is_one_line, named
from scenarios.cells import cell_text, center

BulletKind = Literal["seek", "avoid", "budget", "lesson", "progress", "risk"]
BULLET_KINDS: tuple[BulletKind, ...] = ("seek", "avoid", "budget", "lesson", "progress", "risk")
MOST_BULLETS = 5
MOST_CARRIED = 40
"""Cells or loads that a bullet may carry over from the digest before: input and output stay bounded."""

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


def accept(
    written: Iterable[Bullet], fallback: Iterable[Bullet], shown: Shown
) -> tuple[tuple[Bullet, ...], dict[str, int], bool]:
    """The written bullets that hold, or else the fallback's; how many were dropped by reason; whether it fell back.

    Bullets that together are longer than the facts told a line each are refused (`longer_than_facts`), the
    fallback's without being counted.
    """
    kept, dropped = gate(written, shown)
    if _longer_than_facts(kept, shown):
        dropped["longer_than_facts"] = len(kept)
        kept = ()
    if kept:
        return kept, dropped, False
    instead, _ = gate(fallback, shown)
    return () if _longer_than_facts(instead, shown) else instead, dropped, True


def gate(bullets: Iterable[Bullet], shown: Shown) -> tuple[tuple[Bullet, ...], dict[str, int]]:
    """The bullets that hold, at most five, and how many were dropped for each reason.

    It judges what a text names, not its language nor what it says of it: numbers of two facts may stand in one text
    where both are cited. Numbers have to be written as the facts have them, a loss with its minus.
    """
    kept: list[Bullet] = []
    dropped: dict[str, int] = {}
    for bullet in bullets:
        fault = "too_many" if len(kept) == MOST_BULLETS else _fault(bullet, shown)
        if fault:
            dropped[fault] = dropped.get(fault, 0) + 1
        else:
            kept.append(bullet)
    return tuple(kept), dropped


def _fault(bullet: Bullet, shown: Shown) -> str:
    """The first reason why a bullet cannot stand, or an empty string."""
    if bullet.kind not in BULLET_KINDS:
        return "unknown_kind"
    if len(bullet.text) > MOST_CHARACTERS:
        return "too_long"
    if not is_one_line(bullet.text):
        return "not_one_line"
    ids = dict.fromkeys(bullet.fact_ids)  # one cited twice is one fact
    if len(ids) > MOST_CITED:
        return "too_many_facts"
    if not ids or any(fact_id not in shown for fact_id in ids):
        return "unknown_fact"
    cited = [shown[fact_id] for fact_id in ids]
    cells = {fact.cell for fact in cited if fact.cell}
    loads = {fact.load for fact in cited if fact.load >= 0}
    names = named(bullet.text)
    if not set(bullet.cells) <= cells or not names.cells <= {cell_text(cell) for cell in cells}:
        return "unknown_cell"
    if not names.points <= {place_text(cell) for cell in cells}:
        return "unknown_cell"
    if not set(bullet.cargo_ids) <= loads or not names.loads <= loads:
        return "unknown_load"
    if names.in_words:
        return "number_in_words"
    if not set(names.numbers) <= _allowed_numbers(cited):
        return "unknown_number"
    return ""


def _allowed_numbers(cited: Sequence[Fact]) -> set[str]:
    """Numbers that a bullet's text may hold: those of its facts, and counts, sums and means of one kind."""
    allowed = {str(len(cited))}
    for fact in cited:
        allowed |= {str(fact.minute), str(fact.count), *_spellings(fact.value)}
        if fact.load >= 0:
            allowed.add(str(fact.load))
    for kind in {fact.kind for fact in cited}:
        same = [fact for fact in cited if fact.kind == kind]
        allowed.add(str(len(same)))
        value, count = sum(fact.value for fact in same), sum(fact.count for fact in same)
        allowed |= _spellings(value) | _spellings(value / len(same))
        allowed |= {str(count), f"{count / len(same):.0f}"}
    return allowed


def _spellings(value: float) -> set[str]:
    """A fact's value as it may be written: as it stands (kilometres, minutes, fen), and in yuan."""
    return {f"{value:.0f}", f"{value:.1f}", f"{value / 100:.0f}", f"{value / 100:.2f}"}


def _longer_than_facts(bullets: Sequence[Bullet], shown: Shown) -> bool:
    """Whether bullets have more bytes than the facts told a line each."""
    left = sum(len(bullet.text.encode()) + 1 for bullet in bullets)
    for fact_id in sorted(shown):
        if left <= 0:
            break
        fact = shown[fact_id]
        left -= len(fact_text(fact, str(fact.load) if fact.load >= 0 else "").encode()) + 1
    return left > 0


def place_text(cell: int) -> str:
    """A cell as the latitude and longitude of its middle, two decimals."""
    lat, lng = center(cell)
    return f"{lat:.2f},{lng:.2f}"


def market_digest(shown: Shown, minute: int, through: int, low_yield_fen: float) -> Digest:
    """Best lists, those that were not worth reading, and how many were read."""
    searches = [f for f in _of(shown, FactKind.SEARCH_DONE) if f[1].cell]  # anyone may look where no place is
    seen = _of(shown, FactKind.CARGO_SEEN)
    bullets: list[Bullet] = []
    good: list[tuple[int, Fact]] = []
    low: list[tuple[int, Fact]] = []
    for search in searches:
        (low if search[1].count == 0 or search[1].value < low_yield_fen else good).append(search)
    good.sort(key=lambda f: (-f[1].value, f[0]))
    if good:
        best, cells = good[0], _busiest(seen, good)
        text = f"best list at {place_text(best[1].cell)}: net {best[1].value / 100:.0f} yuan"
        bullets.append(Bullet("seek", text, tuple(sorted({best[0], *cells.values()})), tuple(sorted(cells))))
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
    cells: dict[int, int] = {}
    for fact_id, fact in good[: MOST_CARRIED // 2]:
        cells.setdefault(fact.cell, fact_id)
    for cell in sorted(count, key=lambda c: (-count[c], c)):
        if len(cells) >= MOST_CARRIED:
            break
        cells.setdefault(cell, fact_of[cell])
    return cells


def cargo_digest(shown: Shown, minute: int, through: int, best: Sequence[int]) -> Digest:
    """The best loads still to be had (`best`, in order), and how many were found to be gone of late."""
    seen = {fact.load: (fact_id, fact) for fact_id, fact in _of(shown, FactKind.CARGO_SEEN)}
    gone = _of(shown, FactKind.CARGO_GONE)[-MOST_CARRIED:]
    bullets: list[Bullet] = []
    known = [load for load in best if load in seen][:MOST_CARRIED]
    if known:
        fact = seen[known[0]][1]
        text = f"load {fact.load} pays {fact.value / 100:.0f} yuan"
        bullets.append(Bullet("seek", text, tuple(sorted(seen[load][0] for load in known)), (), tuple(known)))
    if gone:
        text = f"{len(gone)} loads gone before their time since minute {gone[0][1].minute}"
        bullets.append(Bullet("risk", text, tuple(fact_id for fact_id, _ in gone)))
    return _digest(bullets, shown, minute, through)


def action_digest(shown: Shown, minute: int, through: int) -> Digest:
    """The last orders delivered and what they netted, the worst order of all, and takes refused of late.

    A worst order and refusals take two of them to be told.
    """
    done = _of(shown, FactKind.ORDER_COMPLETED)
    refused = [f for f in _of(shown, FactKind.ORDER_REFUSED) if f[1].load >= 0][-MOST_CARRIED:]
    bullets: list[Bullet] = []
    if done:
        last = done[-MOST_CARRIED:]
        total = sum(fact.value for _, fact in last)
        text = f"{len(last)} orders delivered since minute {last[0][1].minute}, net {total / 100:.0f} yuan"
        bullets.append(Bullet("progress", text, tuple(fact_id for fact_id, _ in last)))
    if len(done) > 1:
        fact_id, worst = min(done, key=lambda f: (f[1].value / max(f[1].count, 1), f[0]))
        text = f"order {worst.load} netted {worst.value / 100:.0f} yuan in {worst.count} min"
        bullets.append(Bullet("lesson", text, (fact_id,), (), (worst.load,)))
    if len(refused) > 1:  # one lost claim is no pattern, and the load is known to be gone
        text = f"{len(refused)} takes refused since minute {refused[0][1].minute}"
        bullets.append(Bullet("risk", text, tuple(fact_id for fact_id, _ in refused)))
    return _digest(bullets, shown, minute, through)


def _of(shown: Shown, kind: FactKind) -> list[tuple[int, Fact]]:
    return [(fact_id, shown[fact_id]) for fact_id in sorted(shown) if shown[fact_id].kind == kind]


def _digest(bullets: Sequence[Bullet], shown: Shown, minute: int, through: int) -> Digest:
    """Through the gate like any other writer's."""
    kept, _, _ = accept(bullets, (), shown)
    cited = sorted({fact_id for bullet in kept for fact_id in bullet.fact_ids})
    return Digest(minute, through, kept, tuple((fact_id, shown[fact_id]) for fact_id in cited))
