"""The gate that keeps invention out of a digest, whoever wrote it.

It drops a bullet that cites what its writer was not shown, or whose text names what the cited facts do not have. It
reads spellings, not meaning, and repairs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from memory.digests.digest import BULLET_KINDS, MOST_BULLETS, MOST_CHARACTERS, MOST_CITED, Bullet, Shown
from memory.digests.named import Named, is_one_line, named
from memory.fact_text import fact_text, place_text
from memory.facts import Fact
from scenarios.cells import cell_text


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
    if not set(bullet.cells) <= cells:
        return "unknown_cell"
    if not set(bullet.cargo_ids) <= loads:
        return "unknown_load"
    return unfounded(
        named(bullet.text),
        cells={cell_text(cell) for cell in cells},
        points={place_text(cell) for cell in cells},
        loads=loads,
        numbers=_allowed_numbers(cited),
    )


def unfounded(
    names: Named, *, cells: Collection[str], points: Collection[str], loads: Collection[int], numbers: Collection[str]
) -> str:
    """The first kind of thing that a text names and its sources do not have, as a reason; empty if there is none."""
    if not names.cells <= set(cells) or not names.points <= set(points):
        return "unknown_cell"
    if not names.loads <= set(loads):
        return "unknown_load"
    if names.in_words:
        return "number_in_words"
    return "" if set(names.numbers) <= set(numbers) else "unknown_number"


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
