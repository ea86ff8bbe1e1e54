"""Consolidation: episodes of a topic become one conclusion, in one transaction, with every number and cell kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from memory_world import D2, day, draft, found, keep
from sqlalchemy import event, func, select

from memory.digests.named import named
from memory.longterm.consolidation import conclusion_fault, consolidate, rule_text
from memory.longterm.forgetting import forget_items
from memory.longterm.records import Item
from memory.longterm.store import LongTermStore
from memory.longterm.tables import ITEMS

CELL = "86411c8e7ffffff"
OTHER = "86411c8efffffff"


def lost(number: int, at_day: float, cell: str = CELL, **fields: Any):  # type: ignore[no-untyped-def]
    text = f"order lost at cell {cell} after {number} min"
    return draft(text, at_day, run="r1", topic="lost orders", fact_ids=(number,), **fields)


def live(store: LongTermStore) -> int:
    with store.reading() as connection:
        return connection.execute(select(func.count()).where(ITEMS.c.status == "live")).scalar_one()


def test_five_episodes_become_one_conclusion_with_their_ids(store: LongTermStore) -> None:
    ids = keep(store, *(lost(10 + i, i, OTHER if i == 4 else CELL) for i in range(5)))
    done = consolidate(store)
    assert (len(done.created), done.consolidated, live(store)) == (1, 5, 1)
    item = store.item(done.created[0])
    assert (item.layer, item.topic, item.sources, item.fact_ids) == (
        "semantic",
        "lost orders",
        tuple(ids),
        (10, 11, 12, 13, 14),
    )
    assert (item.world_min, item.importance, item.evidence, item.run) == (day(4), 0.8, 5, "r1")
    names = named(item.text)
    assert names.cells == {CELL, OTHER}
    assert {"10", "11", "12", "13", "14"} <= set(names.numbers)
    assert item.text.startswith("lost orders, 5 times from 2026-03-01 00:00 to 2026-03-05 00:00: order lost at cell")
    olds = [store.item(i) for i in ids]
    assert {(old.status, old.replaced_by) for old in olds} == {("consolidated", item.id)}
    assert found(store, "order lost") == [item.id]
    assert len(found(store, "order lost", archived=True, limit=50)) == 6
    assert consolidate(store).created == ()


def test_four_are_too_few_and_topics_and_owners_stay_apart(store: LongTermStore) -> None:
    keep(store, *(lost(10 + i, i) for i in range(4)), lost(20, 1, driver="D2"), lost(21, 1, scope="fleet"))
    keep(store, draft("a story without a topic"))
    assert consolidate(store).created == ()
    keep(store, lost(14, 4))
    assert consolidate(store, reader=D2).created == ()
    assert consolidate(store).consolidated == 5


def test_the_live_count_never_rises(store: LongTermStore) -> None:
    """23 episodes: one conclusion of 20, and 3 that wait for more."""
    keep(store, *(lost(10 + i, i / 10) for i in range(23)))
    assert (consolidate(store).consolidated, live(store)) == (20, 4)


def test_texts_too_long_for_one_item_stay_as_they_are(store: LongTermStore) -> None:
    words = ["ferry", "bridge", "toll", "market", "yard"]
    keep(store, *(draft(f"{word} {i} " + f"{word}{i} " * 90, i, topic="long") for i, word in enumerate(words)))
    done = consolidate(store)
    assert (done.created, done.too_long, live(store)) == ((), 1, 5)


def test_a_mark_that_fails_leaves_no_conclusion(store: LongTermStore) -> None:
    keep(store, *(lost(10 + i, i) for i in range(5)))

    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("UPDATE memory_item"):
            raise OSError("disk")

    event.listen(store._engine, "before_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        consolidate(store)
    event.remove(store._engine, "before_cursor_execute", fail)
    assert live(store) == 5
    assert consolidate(store).consolidated == 5


class _Says:
    """A model with one sentence, or none."""

    def __init__(self, text: str | None) -> None:
        self._text = text

    def conclude(self, items: Sequence[Item]) -> str | None:
        return self._text


TRUE = f"at cell {CELL} orders are lost after 10, 11, 12, 13 and 14 min"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TRUE, None),
        (TRUE.replace("14", "15"), "unknown_number"),
        (TRUE.replace(CELL, OTHER), "unknown_cell"),
        (TRUE.replace("10, ", ""), "lost_number"),
        ("orders are lost after 10, 11, 12, 13 and 14 min", "lost_cell"),
        (TRUE + " by load 77", "unknown_load"),
        (TRUE + " seven times", "number_in_words"),
        (TRUE + "\nand more", "not_one_line"),
        (TRUE + " x" * 1000, "too_long"),
        (None, "no_answer"),
    ],
)
def test_a_model_s_words_go_through_the_gate_of_digests(
    sqlite_store: LongTermStore, text: str | None, reason: str | None
) -> None:
    store = sqlite_store
    keep(store, *(lost(10 + i, i) for i in range(5)))
    done = consolidate(store, _Says(text))
    item = store.item(done.created[0])
    if reason is None:
        assert (item.text, done.dropped) == (text, {})
    else:
        assert done.dropped == {reason: 1}
        assert item.text.startswith("lost orders, 5 times")


def test_the_rule_s_own_words_pass_the_gate(sqlite_store: LongTermStore) -> None:
    store = sqlite_store
    items = [store.item(i) for i in keep(store, *(lost(10 + i, i) for i in range(5)))]
    text = rule_text(items)
    assert text is not None
    assert conclusion_fault(text, items) == ""


def test_an_episode_put_away_meanwhile_is_not_consolidated(store: LongTermStore) -> None:
    ids = keep(store, *(lost(10 + i, i) for i in range(5)))

    class Slow:
        def conclude(self, items: Sequence[Item]) -> str:
            forget_items(store, ids[:1], day(9))
            return TRUE

    done = consolidate(store, Slow())
    assert (done.created, live(store)) == ((), 4)


def test_as_of_a_time_before_the_conclusion_the_episodes_stand(store: LongTermStore) -> None:
    ids = keep(store, *(lost(10 + i, i) for i in range(5)))
    conclusion = consolidate(store).created[0]
    assert found(store, as_of_min=day(2), limit=9) == [ids[2], ids[1], ids[0]]
    assert found(store, as_of_min=day(4), limit=9) == [conclusion]
