"""The store's own measures: counts that every write and search adds to, and what they come to.

Nothing here reads a clock: seconds are measured by whoever calls, and handed in.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, func, select, text

from memory.longterm.records import LAYERS, STATUSES
from memory.longterm.store import LongTermStore
from memory.longterm.tables import COUNTS, ITEMS, RECEIPTS

LATENCY_EDGES_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
"""Upper edges of the buckets in which search times are counted; beyond the last is one more."""

# Portable: both databases have this clause, and the library words it for each of them apart.
_ADD = text(
    f"INSERT INTO {COUNTS.name} (name, count) VALUES (:name, :count) "
    f"ON CONFLICT (name) DO UPDATE SET count = {COUNTS.name}.count + excluded.count"
)


class Measures(BaseModel):
    """What `dispatch memory stats` gives of a store; None where there is nothing to divide by."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    dimension: int
    items: dict[str, dict[str, int]]
    """By layer, by status."""
    queued: int
    searches: int
    hit_rate: float | None
    """Searches that found something."""
    use_rate: float | None
    """Items cited as sources of later writes, over items shown."""
    conflict_rate: float | None
    """Replies with two values of one attribute, over replies with something."""
    duplicate_rate: float | None
    """Candidates left out because they say what a more important one says."""
    write_acceptance: float | None
    """Drafts stored, over drafts judged."""
    known_rate: float | None
    """Drafts that only repeated what the store says, over drafts judged."""
    superseded: int
    search_ms: dict[str, int]
    """Searches by the time they took: "5" counts those over 2 and up to 5 ms."""
    search_p50_ms: float | None
    search_p95_ms: float | None
    """Upper edge of the bucket in which that search is; None before the first, and beyond the last edge."""


def add_counts(connection: Connection, counts: Mapping[str, int]) -> None:
    """Add to running counts, in the caller's transaction."""
    rows = [{"name": name, "count": counts[name]} for name in sorted(counts) if counts[name]]
    if rows:
        connection.execute(_ADD, rows)


def latency_count(milliseconds: float) -> str:
    """The name of the count that a search of so many milliseconds adds to."""
    edge = next((edge for edge in LATENCY_EDGES_MS if milliseconds <= edge), None)
    return f"search_ms_{'more' if edge is None else edge}"


def measures(store: LongTermStore) -> Measures:
    """All measures of a store so far."""
    with store.reading() as connection:
        counts = {name: int(n) for name, n in connection.execute(select(COUNTS.c.name, COUNTS.c.count))}
        groups = select(ITEMS.c.layer, ITEMS.c.status, func.count()).group_by(ITEMS.c.layer, ITEMS.c.status)
        items = {layer: dict.fromkeys(STATUSES, 0) for layer in LAYERS}
        for layer, status, number in connection.execute(groups):
            items[layer][status] = number
        queued = connection.execute(select(func.count()).where(RECEIPTS.c.status == "queued")).scalar_one()
    get = counts.get
    buckets = {str(edge): get(f"search_ms_{edge}", 0) for edge in (*LATENCY_EDGES_MS, "more")}
    return Measures(
        embedder=store.embedder.name,
        dimension=store.embedder.dimension,
        items={layer: dict(by_status) for layer, by_status in items.items()},
        queued=queued,
        searches=get("searches", 0),
        hit_rate=_ratio(get("answered", 0), get("searches", 0)),
        use_rate=_ratio(get("items_used", 0), get("items_shown", 0)),
        conflict_rate=_ratio(get("conflicts", 0), get("answered", 0)),
        duplicate_rate=_ratio(get("duplicates", 0), get("candidates", 0)),
        write_acceptance=_ratio(get("stored", 0), get("offered", 0)),
        known_rate=_ratio(get("known", 0), get("offered", 0)),
        superseded=get("superseded", 0),
        search_ms=buckets,
        search_p50_ms=_quantile(buckets, 0.5),
        search_p95_ms=_quantile(buckets, 0.95),
    )


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _quantile(buckets: Mapping[str, int], share: float) -> float | None:
    left = share * sum(buckets.values())
    for edge, number in buckets.items():
        left -= number
        if number and left <= 0:
            return None if edge == "more" else float(edge)
    return None
