"""Whether the store says already what a draft says: recalled text must not come back as news.

Decided from exact keys, never by similarity. What happened again (other facts behind it) is news, and so is a value
that changed. What was put away is known no more.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_

from memory.longterm.recall import said_key
from memory.longterm.records import SCOPES, Draft, Item
from memory.longterm.rows import items_where
from memory.longterm.scopes import visible
from memory.longterm.superseding import same_key
from memory.longterm.tables import ITEMS
from memory.longterm.text import key_text

_i = ITEMS.c


def known_item(connection: Connection, draft: Draft) -> Item | None:
    """The item that says already what a draft says; None for news.

    It is one that the writer can see, and that is shown at least as widely as the draft would be: what a driver knows
    may still be told to its fleet.
    """
    wide_enough = visible(draft.reader, SCOPES[SCOPES.index(draft.scope) :])
    if draft.rule is not None:
        return _same_rule(connection, draft, and_(wide_enough, _i.layer == "lesson", _i.status == "live"))
    if draft.subject and draft.attribute:
        return _same_value(connection, draft, and_(wide_enough, _i.status == "live"))
    return _same_text(connection, draft, and_(wide_enough, _i.status != "archived"))


def _same_rule(connection: Connection, draft: Draft, where: ColumnElement[bool]) -> Item | None:
    """A lesson of the same market and advice for the same agent, place and hour, in the same direction."""
    assert draft.rule is not None
    wanted = draft.rule.direction
    of_agent = items_where(connection, and_(where, _i.topic == draft.topic, _i.agent == draft.rule.agent))
    return next((item for item in of_agent if item.rule is not None and item.rule.direction == wanted), None)


def _same_value(connection: Connection, draft: Draft, where: ColumnElement[bool]) -> Item | None:
    """The same of the same attribute of the same subject, already so at the draft's time."""
    for item in items_where(connection, and_(where, same_key(draft.subject, draft.attribute))):
        same = key_text(item.value or item.text) == key_text(draft.value or draft.text)
        if same and item.layer == draft.layer and draft.world_min >= item.world_min:
            return item
    return None


def _same_text(connection: Connection, draft: Draft, where: ColumnElement[bool]) -> Item | None:
    """An item whose words the draft repeats in their order, alone or with words of recall around them.

    However alike two texts are, one more "not", another name, number or cell makes another text.
    """
    for item in items_where(connection, and_(where, _i.said_key == said_key(draft.text))):
        news = set(draft.fact_ids) - set(item.fact_ids) if draft.run == item.run else set(draft.fact_ids)
        if draft.layer != "episodic" or not news:
            return item
    return None
