"""Consolidation: many episodes of one topic become one conclusion that stands for them.

The conclusion is written and the episodes are marked in one transaction, so that the number of live items never
rises. Whoever words it, what it names goes through the gate of digests, and every number and cell id is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict
from sqlalchemy import and_, func, select, update

from memory.digests.gate import unfounded
from memory.digests.named import is_one_line, named
from memory.longterm.records import MOST_CHARACTERS, SCOPES, Item, Reader, Scope, time_text
from memory.longterm.rows import insert_item, items_where
from memory.longterm.scopes import visible
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.tables import ITEMS

_MOST_FACTS = 200

_i = ITEMS.c


class Consolidator(Protocol):
    """Words what several episodes of one topic come to."""

    def conclude(self, items: Sequence[Item]) -> str | None:
        """One line; None where it has none. Then, and where the gate drops it, the words of the rule stand."""
        ...


class Consolidated(BaseModel):
    """What a round of consolidation did."""

    model_config = ConfigDict(frozen=True)

    created: tuple[int, ...]
    """The new semantic items."""
    consolidated: int
    """Episodes that they stand for."""
    dropped: dict[str, int]
    """Groups for which the rule's words stand because a model's do not, by reason."""
    too_long: int
    """Groups whose texts do not fit into one item; they stay as they are."""


def consolidate(
    store: LongTermStore,
    consolidator: Consolidator | None = None,
    *,
    reader: Reader | None = None,
    scopes: Sequence[Scope] = SCOPES,
) -> Consolidated:
    """Make one semantic item of every full group of live episodes that a reader sees: same topic, same owner."""
    created: list[int] = []
    done, too_long = 0, 0
    dropped: Counter[str] = Counter()
    for group in _groups(store, reader, scopes):
        told = rule_text(group)
        if told is None:
            too_long += 1
            continue
        if consolidator is not None:
            written = consolidator.conclude(group)
            fault = "no_answer" if written is None else conclusion_fault(written, group)
            if written is None or fault:
                dropped[fault] += 1
            else:
                told = written
        item_id = _replace(store, group, told)
        if item_id is not None:
            created.append(item_id)
            done += len(group)
    return Consolidated(
        created=tuple(created), consolidated=done, dropped=dict(sorted(dropped.items())), too_long=too_long
    )


def rule_text(items: Sequence[Item]) -> str | None:
    """The rule's words: topic, how often, from when to when, and every different text; None if they are too many."""
    texts = Counter(item.text for item in items)
    told = "; ".join(text if number == 1 else f"{text} ({number} times)" for text, number in texts.items())
    first, last = min(item.world_min for item in items), max(item.world_min for item in items)
    text = f"{items[0].topic}, {len(items)} times from {time_text(first)} to {time_text(last)}: {told}"
    return text if len(text) <= MOST_CHARACTERS else None


def conclusion_fault(text: str, items: Sequence[Item]) -> str:
    """The first reason why a conclusion cannot stand for these items, or an empty string."""
    if len(text) > MOST_CHARACTERS:
        return "too_long"
    if not is_one_line(text):
        return "not_one_line"
    theirs = [named(item.text) for item in items]
    cells = {cell for names in theirs for cell in names.cells}
    numbers = {number for names in theirs for number in names.numbers}
    names = named(text)
    fault = unfounded(
        names,
        cells=cells,
        points={point for names in theirs for point in names.points},
        loads={load for names in theirs for load in names.loads},
        numbers={*numbers, str(len(items)), *(number for item in items for number in _time_numbers(item))},
    )
    if fault:
        return fault
    if not cells <= names.cells:
        return "lost_cell"
    return "" if numbers <= set(names.numbers) else "lost_number"


def _time_numbers(item: Item) -> tuple[str, ...]:
    return named(time_text(item.world_min)).numbers


def _groups(store: LongTermStore, reader: Reader | None, scopes: Sequence[Scope]) -> list[list[Item]]:
    """Groups of live episodes to be consolidated, each the oldest of its topic and owner that fit into one item."""
    s = store.settings
    seen = and_(visible(reader, scopes), _i.layer == "episodic", _i.status == "live", _i.topic != "")
    owner = (_i.scope, _i.fleet, _i.driver, _i.topic)
    counted = select(*owner).where(seen).group_by(*owner).having(func.count() >= s.consolidate_from).order_by(*owner)
    groups: list[list[Item]] = []
    with store.reading() as connection:
        for scope, fleet, driver, topic in connection.execute(counted).all():
            mine = and_(seen, _i.scope == scope, _i.fleet == fleet, _i.driver == driver, _i.topic == topic)
            items = sorted(items_where(connection, mine), key=lambda item: (item.world_min, item.id))
            while len(items) >= s.consolidate_from:
                group = _that_fits(items, s)
                groups.append(group)
                items = items[len(group) :]
    return groups


def _that_fits(items: Sequence[Item], settings: LongTermSettings) -> list[Item]:
    """As many of the first items as one text holds, but at least a full group."""
    group = list(items[: settings.consolidate_most])
    while len(group) > settings.consolidate_from and rule_text(group) is None:
        group.pop()
    return group


def _replace(store: LongTermStore, group: Sequence[Item], text: str) -> int | None:
    """Write the conclusion and mark its sources, in one transaction; None if one of them is no longer live."""
    vector = store.embedder.items([text])[0]
    ids = [item.id for item in group]
    first = group[0]
    runs = {item.run for item in group}
    with store.writing() as connection:
        live = select(func.count()).where(_i.id.in_(ids), _i.status == "live")
        if connection.execute(live).scalar_one() < len(ids):
            return None
        item_id = insert_item(
            connection,
            {
                "layer": "semantic",
                "scope": first.scope,
                "driver": first.driver,
                "fleet": first.fleet,
                "run": first.run if len(runs) == 1 else "",
                "agent": first.agent if len({item.agent for item in group}) == 1 else None,
                "topic": first.topic,
                "text": text,
                "subject": "",
                "attribute": "",
                "value": "",
                "subject_key": "",
                "attribute_key": "",
                "importance": max(item.importance for item in group),
                "world_min": max(item.world_min for item in group),
                "learned_min": max(item.learned_min for item in group),
                "fact_ids": sorted({f for item in group for f in item.fact_ids})[:_MOST_FACTS]
                if len(runs) == 1
                else [],
                "sources": ids,
                "evidence": sum(item.evidence for item in group),
                "embedding": vector,
            },
        )
        connection.execute(update(ITEMS).where(_i.id.in_(ids)).values(status="consolidated", replaced_by=item_id))
    return item_id
