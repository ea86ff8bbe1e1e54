"""Long-term memory for tests: stores, drafts and times as plain numbers. Day 0 is 1 March 2026."""

from __future__ import annotations

from typing import Any

from dispatch.longterm.open import open_memory_store
from memory.longterm.judging import RuleWriter
from memory.longterm.records import Draft, Item, Query, Reader, minute_of_text
from memory.longterm.search import search
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.writing import Offer, write

DAY_0 = minute_of_text("2026-03-01 00:00")
FLEET = "south"
D1, D2, STRANGER = (
    Reader(driver="D1", fleet=FLEET),
    Reader(driver="D2", fleet=FLEET),
    Reader(driver="D1", fleet="north"),
)


def make_store(where: str, **settings: Any) -> LongTermStore:
    """A store with the embedder by spelling, made if it is not there."""
    return open_memory_store(where, embedder="lexical", settings=LongTermSettings(**settings))


def day(number: float) -> int:
    """The store's minute of so many days after day 0."""
    return DAY_0 + round(number * 1440)


def draft(text: str, at_day: float = 0.0, **fields: Any) -> Draft:
    """A draft of driver D1, important enough to be kept."""
    return Draft(
        **{"text": text, "world_min": day(at_day), "importance": 0.8, "driver": "D1", "fleet": FLEET, **fields}
    )


def keep(store: LongTermStore, *drafts: Draft) -> list[int]:
    """Write drafts that are all stored; their items' ids."""
    offers = [Offer(d) for d in drafts]
    receipts = [r for i in range(0, len(offers), 50) for r in write(store, RuleWriter(), offers[i : i + 50])]
    assert [r.status for r in receipts] == ["stored"] * len(drafts), receipts
    return [r.item for r in receipts if r.item is not None]


def found(store: LongTermStore, text: str = "", **asked: Any) -> list[int]:
    """Ids that a search gives, best first."""
    return [hit.item.id for hit in search(store, Query(text=text, **asked)).page.hits]


def items(store: LongTermStore, ids: list[int]) -> list[Item]:
    return [store.item(i) for i in ids]
