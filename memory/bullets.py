"""Deterministic bullets: what mode `digest` shows, and what takes the place of a written digest that does not hold.

Each function reads facts in a total order, so the same facts give the same bullets in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.digest import MOST_CARRIED, Bullet, Shown
from memory.fact_text import place_text
from memory.facts import Fact, FactKind
from memory.writer import DigestTask


def own_bullets(task: DigestTask) -> tuple[Bullet, ...]:
    """The bullets of the task's store."""
    if task.store == "market":
        return market_bullets(task.shown, task.low_yield_fen)
    return cargo_bullets(task.shown, task.best_loads) if task.store == "cargo" else action_bullets(task.shown)


def market_bullets(shown: Shown, low_yield_fen: float) -> tuple[Bullet, ...]:
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
    return tuple(bullets)


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


def cargo_bullets(shown: Shown, best: Sequence[int]) -> tuple[Bullet, ...]:
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
    return tuple(bullets)


def action_bullets(shown: Shown) -> tuple[Bullet, ...]:
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
    return tuple(bullets)


def _of(shown: Shown, kind: FactKind) -> list[tuple[int, Fact]]:
    return [(fact_id, shown[fact_id]) for fact_id in sorted(shown) if shown[fact_id].kind == kind]
