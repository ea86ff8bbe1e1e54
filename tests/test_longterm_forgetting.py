"""Forgetting: put away, superseded, brought back, purged; always by the world's clock."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from memory_world import D1, D2, STRANGER, day, draft, found, keep, make_store
from sqlalchemy import func, select

from memory.longterm.consolidation import consolidate
from memory.longterm.errors import LongTermError
from memory.longterm.forgetting import forget_due, forget_items, purge, restore_items
from memory.longterm.records import Draft
from memory.longterm.search import value
from memory.longterm.store import LongTermStore
from memory.longterm.tables import ITEMS


def depot(place: str, at_day: float, **fields: Any) -> Draft:
    keys: dict[str, Any] = {"subject": "D3", "attribute": "depot", "value": place, "layer": "semantic"}
    return draft(**{"text": f"the depot of D3 is {place}", "at_day": at_day, **keys, **fields})


def test_old_and_light_episodes_are_put_away_and_nothing_is_deleted(where: str) -> None:
    with make_store(where, least_importance=0.1) as store:
        light, heavy, young, concluded = keep(
            store,
            draft("a slow toll gate", 0, importance=0.49),
            draft("an order lost at dawn", 0, importance=0.5),
            draft("a slow weighbridge", 1, importance=0.2),
            draft("tolls are slow", 0, importance=0.2, layer="semantic"),
        )
        forgotten = forget_due(store, day(90) + 1)
        assert (forgotten.aged, forgotten.overflowed) == (1, 0)
        assert sorted(found(store)) == [heavy, young, concluded]
        assert sorted(found(store, archived=True)) == [light, heavy, young, concluded]
        assert store.item(light).archived_min == day(90) + 1
        assert restore_items(store, [light]) == 1
        assert light in found(store)
        assert (store.item(light).status, store.item(light).archived_min) == ("live", None)


def test_at_the_limit_the_lowest_scored_tenth_is_put_away(where: str) -> None:
    """Twenty live items of a layer with a limit of twenty: 2 are put away, the oldest and lightest."""
    with make_store(where, most_live=20) as store:
        ids = keep(store, *(draft(f"story {i} of the road", i, importance=0.7) for i in range(19)))
        other = keep(store, draft("a rule of the road", 0, layer="semantic"))
        assert sorted(found(store, limit=50)) == [*ids, *other]
        last = keep(store, draft("story 19 of the road", 19))
        assert sorted(found(store, limit=50)) == sorted([*ids[2:], *last, *other])
        assert [store.item(i).status for i in ids[:3]] == ["archived", "archived", "live"]


def test_a_later_value_supersedes_whatever_order_it_comes_in(where: str) -> None:
    """Three values on days 1, 5 and 9, written in every order: the same chain."""
    with make_store(where) as store:
        for number, order in enumerate(itertools.permutations([("Baiyun", 1), ("Panyu", 5), ("Nansha", 9)])):
            subject = {"subject": f"truck {number}"}
            for place, at_day in order:
                keep(store, depot(place, at_day, **subject, text=f"truck {number} stands at {place}"))
            name = f"truck {number}"

            def at(at_day: float | None, name: str = name) -> str | None:
                item = value(store, name, "depot", as_of_min=None if at_day is None else day(at_day))
                return None if item is None else item.value

            assert [at(0), at(1), at(4.9), at(5), at(8), at(9), at(99), at(None)] == [
                None, "Baiyun", "Baiyun", "Panyu", "Panyu", "Nansha", "Nansha", "Nansha",
            ]  # fmt: skip


def test_what_is_superseded_is_out_of_answers_but_stood_then(store: LongTermStore) -> None:
    old, new = keep(store, depot("Baiyun", 1), depot("Panyu", 5))
    assert found(store, "depot of D3") == [new]
    assert found(store, "depot of D3", as_of_min=day(3)) == [old]
    assert found(store, "depot of D3", as_of_min=day(6)) == [new]
    item = store.item(old)
    assert (item.status, item.replaced_by, item.until_min) == ("superseded", new, day(5))


def test_keys_are_compared_whatever_their_case_and_width(store: LongTermStore) -> None:
    keep(store, depot("Baiyun", 1), depot("番禺", 5, subject="Ｄ3", attribute="Depot "))
    now = value(store, "d3", "DEPOT")
    assert now is not None
    assert now.value == "番禺"


def test_of_equal_times_the_one_learned_later_stands(store: LongTermStore) -> None:
    keep(store, depot("Baiyun", 1, learned_min=day(4)), depot("Panyu", 1, learned_min=day(2)))
    now = value(store, "D3", "depot")
    assert now is not None
    assert now.value == "Baiyun"


def test_one_driver_s_word_does_not_supersede_another_s(store: LongTermStore) -> None:
    keep(store, depot("Baiyun", 1), depot("Panyu", 5, driver="D2"), depot("Nansha", 3, scope="fleet"))
    seen = [value(store, "D3", "depot", reader=reader) for reader in (D1, D2, STRANGER)]
    assert [None if item is None else item.value for item in seen] == ["Baiyun", "Panyu", None]


def test_forgetting_the_present_does_not_bring_back_the_past(store: LongTermStore) -> None:
    _, new = keep(store, depot("Baiyun", 1), depot("Panyu", 5))
    assert forget_items(store, [new], day(6)) == 1
    assert value(store, "D3", "depot") is None
    restore_items(store, [new])
    assert value(store, "D3", "depot") is not None


def test_a_value_restored_beside_a_later_one_is_superseded_by_it(store: LongTermStore) -> None:
    old = keep(store, depot("Baiyun", 1))[0]
    forget_items(store, [old], day(2))
    new = keep(store, depot("Panyu", 5))[0]
    restore_items(store, [old])
    assert (store.item(old).status, store.item(old).replaced_by) == ("superseded", new)
    assert found(store, "depot of D3") == [new]


def test_only_what_was_put_away_over_a_year_ago_is_purged(store: LongTermStore) -> None:
    early, late, live = keep(store, *(draft(f"story {i}", i) for i in range(3)))
    forget_items(store, [early], day(10))
    forget_items(store, [late], day(11))
    assert purge(store, day(375)) == 0  # 365 days later is not over a year
    assert purge(store, day(375) + 1) == 1
    with pytest.raises(LongTermError, match="holds no item"):
        store.item(early)
    assert sorted(found(store, archived=True)) == [late, live]
    # What is deleted comes back under no other name: ids are never given twice.
    assert keep(store, draft("a new story"))[0] > live


def test_only_what_is_seen_can_be_forgotten_and_all_or_nothing(store: LongTermStore) -> None:
    mine, theirs = keep(store, draft("my story"), draft("their story", driver="D2"))
    with pytest.raises(
        LongTermError, match=f"holds no item {theirs} that may be seen here; name items that were found"
    ):
        forget_items(store, [mine, theirs], day(1), reader=D1)
    assert store.item(mine).status == "live"
    with pytest.raises(LongTermError, match=f"holds no item {mine} that may be seen here"):
        restore_items(store, [mine], reader=D2)


def test_counts_of_a_store_are_those_of_its_rows(store: LongTermStore) -> None:
    keep(store, depot("Baiyun", 1), depot("Panyu", 5))
    with store.reading() as connection:
        rows = connection.execute(select(ITEMS.c.status, func.count()).group_by(ITEMS.c.status)).all()
    assert sorted(tuple(row) for row in rows) == [("live", 1), ("superseded", 1)]


def test_episodes_that_were_consolidated_still_say_what_is_so(store: LongTermStore) -> None:
    """Five trucks' depots, told on days 1 to 5 as episodes of one topic; their conclusion has no keys."""
    keep(store, *(depot(f"place {i}", i, subject=f"T{i}", layer="episodic", topic="depots") for i in range(1, 6)))
    assert consolidate(store).consolidated == 5
    now, then = value(store, "T2", "depot"), value(store, "T2", "depot", as_of_min=day(3))
    assert (now and now.value, then and then.value) == ("place 2", "place 2")
    assert value(store, "T2", "depot", as_of_min=day(1)) is None
    later = keep(store, depot("place 9", 9, subject="T2", layer="episodic", topic="depots"))[0]
    seen = [value(store, "T2", "depot", as_of_min=at) for at in (day(8), day(9), None)]
    assert [item and item.value for item in seen] == ["place 2", "place 9", "place 9"]
    assert seen[2] is not None
    assert seen[2].id == later


def test_a_value_is_contradicted_in_whatever_layer_it_was_said(store: LongTermStore) -> None:
    concluded = keep(store, depot("Baiyun", 1, layer="semantic"))[0]
    seen_there = keep(store, depot("Baiyun", 2, layer="episodic"))[0]
    assert store.item(concluded).status == "live"  # the same again is no contradiction
    elsewhere = keep(store, depot("Nansha", 3, layer="episodic"))[0]
    assert [(store.item(i).status, store.item(i).replaced_by) for i in (concluded, seen_there)] == [
        ("superseded", elsewhere),
        ("superseded", elsewhere),
    ]
    keep(store, depot("a lesson", 4, layer="lesson"))
    now = value(store, "D3", "depot")
    assert now is not None
    assert now.id == elsewhere  # a lesson says what to do, not what is so


def test_what_was_superseded_stays_so_when_its_successor_is_purged(store: LongTermStore) -> None:
    old, new = keep(store, depot("Baiyun", 1), depot("Panyu", 5))
    forget_items(store, [new], day(6))
    assert purge(store, day(372)) == 1
    forget_items(store, [old], day(372))
    restore_items(store, [old])
    assert store.item(old).status == "superseded"
    assert value(store, "D3", "depot") is None


def test_what_was_put_away_on_an_early_date_is_not_old(store: LongTermStore) -> None:
    """A wrong clock, 20 years behind, must not make yesterday's forgetting look over a year old."""
    ids = keep(store, draft("a story", 0), draft("another story", 30))
    forget_items(store, ids[:1], day(-7300))
    assert purge(store, day(30)) == 0
    assert store.item(ids[0]).archived_min == day(30)


def test_a_reader_puts_away_nothing_that_it_does_not_see(where: str) -> None:
    """Brought back, D2's stories are over the limit: D1's forgetting leaves them alone, the owner's makes room."""
    with make_store(where, most_live=10) as store:
        ids = keep(store, *(draft(f"story {i} of D2", i, driver="D2") for i in range(9)))
        forget_items(store, ids[:5], day(20))
        ids += keep(store, *(draft(f"tale {i} of D2", 20 + i, driver="D2") for i in range(5)))
        restore_items(store, ids[:5])
        gone = forget_due(store, day(400), reader=D1)
        assert (gone.aged, gone.overflowed) == (0, 0)
        assert {store.item(i).status for i in ids} == {"live"}
        assert forget_due(store, day(30)).overflowed == 5  # 14 live ones, down to 9
