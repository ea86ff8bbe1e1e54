"""Deterministic bullets: what mode `digest` shows, and what takes the place of a written digest that does not hold.

Each function reads facts in a total order, so the same facts give the same bullets in whatever order they come, and
whatever ids they have: of equals the later one, then the lower cell or load.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.digests.digest import MOST_CARRIED, Bullet, BulletKind, Shown
from memory.digests.writer import DigestTask
from memory.fact_text import place_text
from memory.facts import Fact, FactKind
from scenarios.words import counted


def own_bullets(task: DigestTask) -> tuple[Bullet, ...]:
    """The bullets of the task's store."""
    if task.store == "market":
        return market_bullets(task.shown, task.best, task.low_yield_fen)
    return cargo_bullets(task.shown, task.best) if task.store == "cargo" else action_bullets(task.shown)


def market_bullets(shown: Shown, best: Sequence[int], low_yield_fen: float) -> tuple[Bullet, ...]:
    """The best list with the cells to keep (`best`, in order), and the last list that was not worth reading."""
    searches = [f for f in _of(shown, FactKind.SEARCH_DONE) if f[1].cell]  # anyone may look where no place is
    seen = _of(shown, FactKind.CARGO_SEEN)
    bullets: list[Bullet] = []
    good: list[tuple[int, Fact]] = []
    low: list[tuple[int, Fact]] = []
    for search in searches:
        (low if search[1].count == 0 or search[1].value < low_yield_fen else good).append(search)
    good.sort(key=lambda f: (-f[1].value, -f[1].minute, f[1].cell, f[0]))
    if good:
        dearest, cells = good[0], _cells_to_keep([*seen, *searches], best)
        first, more = cells[:MOST_CARRIED], cells[MOST_CARRIED : 2 * MOST_CARRIED]
        text = f"best list at {place_text(dearest[1].cell)}: net {dearest[1].value / 100:.0f} yuan"
        bullets.append(_bullet("seek", text, first, dearest[0]))
        if more:
            bullets.append(_bullet("seek", f"next best to read a list at {place_text(more[0][0])}", more))
    if low:
        last = max(low, key=lambda f: (f[1].minute, -f[1].cell, f[0]))
        text = f"nothing worth taking at {place_text(last[1].cell)} at minute {last[1].minute}"
        bullets.append(Bullet("avoid", text, (last[0],), (last[1].cell,)))
    return tuple(bullets)


def _cells_to_keep(facts: Sequence[tuple[int, Fact]], best: Sequence[int]) -> list[tuple[int, int]]:
    """Of the cells ranked highest those that a fact names, each with the latest such fact."""
    fact_of = {fact.cell: fact_id for fact_id, fact in sorted(facts, key=_by_minute) if fact.cell}
    return [(cell, fact_of[cell]) for cell in best if cell in fact_of]


def _bullet(kind: BulletKind, text: str, cells: Sequence[tuple[int, int]], *facts: int) -> Bullet:
    """A bullet about cells with their facts, and others."""
    ids = {*facts, *(fact for _, fact in cells)}
    return Bullet(kind, text, tuple(sorted(ids)), tuple(sorted(cell for cell, _ in cells)))


def cargo_bullets(shown: Shown, best: Sequence[int]) -> tuple[Bullet, ...]:
    """The best loads still to be had (`best`, in order), and how many were found to be gone of late."""
    seen = {fact.load: (fact_id, fact) for fact_id, fact in _of(shown, FactKind.CARGO_SEEN)}
    gone = [f for f in _of(shown, FactKind.CARGO_GONE) if f[1].load not in seen or seen[f[1].load][0] < f[0]]
    gone = gone[-MOST_CARRIED:]
    bullets: list[Bullet] = []
    known = [load for load in best if load in seen][:MOST_CARRIED]
    if known:
        fact = seen[known[0]][1]
        text = f"load {fact.load} pays {fact.value / 100:.0f} yuan"
        bullets.append(Bullet("seek", text, tuple(sorted(seen[load][0] for load in known)), (), tuple(known)))
    if gone:
        text = f"{counted(len(gone), 'load')} gone early since minute {gone[0][1].minute}"
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
        text = f"{counted(len(last), 'order')} delivered since minute {last[0][1].minute}, net {total / 100:.0f} yuan"
        bullets.append(Bullet("progress", text, tuple(fact_id for fact_id, _ in last)))
    if len(done) > 1:
        fact_id, worst = min(done, key=lambda f: (f[1].value / max(f[1].count, 1), -f[1].minute, f[1].load, f[0]))
        text = f"order {worst.load} netted {worst.value / 100:.0f} yuan in {worst.count} min"
        bullets.append(Bullet("lesson", text, (fact_id,), (), (worst.load,)))
    if len(refused) > 1:  # one lost claim is no pattern, and the load is known to be gone
        text = f"{counted(len(refused), 'take')} refused since minute {refused[0][1].minute}"
        bullets.append(Bullet("risk", text, tuple(fact_id for fact_id, _ in refused)))
    return tuple(bullets)


def _of(shown: Shown, kind: FactKind) -> list[tuple[int, Fact]]:
    """The facts of a kind, the latest last."""
    return sorted(((fact_id, fact) for fact_id, fact in shown.items() if fact.kind == kind), key=_by_minute)


def _by_minute(item: tuple[int, Fact]) -> tuple[int, int]:
    return item[1].minute, item[0]
