"""Whether the store says already what a draft says: recalled text must not come back as news.

What happened again (other facts behind it) is news, and so is a value that changed. What was put away is known no more.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_

from memory.digests.named import named
from memory.longterm.lexical import Vectors
from memory.longterm.records import SCOPES, Draft, Item
from memory.longterm.rows import among, items_where
from memory.longterm.scopes import visible
from memory.longterm.store import LongTermStore
from memory.longterm.superseding import same_key
from memory.longterm.tables import ITEMS
from memory.longterm.text import alike, covered, key_text, ngrams

_NEAREST = 10
"""Items that a draft without keys is held against."""

_i = ITEMS.c


def known_item(store: LongTermStore, connection: Connection, draft: Draft, vector: Vectors) -> Item | None:
    """The item that says already what a draft says; None for news.

    It is one that the writer can see, and that is shown at least as widely as the draft would be: what a driver knows
    may still be told to its fleet.
    """
    wide_enough = visible(draft.reader, SCOPES[SCOPES.index(draft.scope) :])
    if draft.rule is not None:
        return _same_rule(connection, draft, and_(wide_enough, _i.layer == "lesson", _i.status == "live"))
    if draft.subject and draft.attribute:
        return _same_value(connection, draft, and_(wide_enough, _i.status == "live"))
    return _same_text(store, connection, draft, vector, and_(wide_enough, _i.status != "archived"))


def _same_rule(connection: Connection, draft: Draft, where: ColumnElement[bool]) -> Item | None:
    """A lesson of the same market and advice for the same agent, place and hour, whatever its amount."""
    assert draft.rule is not None
    wanted = draft.rule.model_copy(update={"amount": 0.0})
    of_agent = items_where(connection, and_(where, _i.topic == draft.topic, _i.agent == draft.rule.agent))
    same = (i for i in of_agent if i.rule is not None and i.rule.model_copy(update={"amount": 0.0}) == wanted)
    return next(same, None)


def _same_value(connection: Connection, draft: Draft, where: ColumnElement[bool]) -> Item | None:
    """The same of the same attribute of the same subject, already so at the draft's time."""
    for item in items_where(connection, and_(where, same_key(draft.subject, draft.attribute))):
        same = key_text(item.value or item.text) == key_text(draft.value or draft.text)
        if same and item.layer == draft.layer and draft.world_min >= item.world_min:
            return item
    return None


def _same_text(
    store: LongTermStore, connection: Connection, draft: Draft, vector: Vectors, where: ColumnElement[bool]
) -> Item | None:
    """An item whose text the draft repeats, alone or with a few words of recall around it.

    A text that names another number or cell is another text, however alike.
    """
    near = [item for item, _ in store.nearest(connection, vector, where, _NEAREST)]
    grams, names = ngrams(draft.text), named(draft.text)
    for item in items_where(connection, among(connection, near)):
        theirs = named(item.text)
        if not set(names.numbers) <= set(theirs.numbers) or not names.cells <= theirs.cells:
            continue
        news = set(draft.fact_ids) - set(item.fact_ids) if draft.run == item.run else set(draft.fact_ids)
        if draft.layer == "episodic" and news:
            continue
        old = ngrams(item.text)
        wrapped = len(draft.text) <= 2 * len(item.text) and covered(old, grams) == 1.0
        if wrapped or alike(grams, old, store.settings.duplicate_jaccard):
            return item
    return None
