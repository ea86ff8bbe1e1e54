"""Asking the store: candidates by similarity, then the ranking; and the value of an attribute, by exact keys.

It answers from one transaction and writes nothing; what is counted of a search is handed back as counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from memory.longterm.ranking import Candidate, rank
from memory.longterm.records import SCOPES, Hit, Item, Page, Query, Reader, Scope
from memory.longterm.rows import among, item_of, rows_where
from memory.longterm.scopes import visible
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.superseding import value_of
from memory.longterm.tables import ITEMS
from memory.longterm.text import key_text

_i = ITEMS.c


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, and what it adds to the store's measures."""

    page: Page
    counts: dict[str, int]
    unknown: bool
    """Nothing found is near enough to the question to be an answer."""


def search(store: LongTermStore, query: Query, settings: LongTermSettings | None = None) -> Answer:
    """The best items for a question, ranked by `settings` (the store's own by default)."""
    s = settings or store.settings
    vector = store.embedder.question(query.text) if query.text.strip() else None
    with store.reading() as connection:
        where = _filter(query)
        if vector is None:
            latest = select(_i.id).where(where).order_by(_i.world_min.desc(), _i.id).limit(s.candidates)
            near = [(item, 0.0) for item in connection.execute(latest).scalars()]
        else:
            near = store.nearest(connection, vector, where, s.candidates)
        rows = {row.id: row for row in rows_where(connection, among(connection, [item for item, _ in near]))}
        candidates = [
            Candidate(row.id, similarity, row.importance, row.world_min, row.text)
            for row, similarity in ((rows[item], similarity) for item, similarity in near if item in rows)
        ]
        now = query.now_min if query.now_min is not None else query.as_of_min
        if now is None:
            now = max((c.world_min for c in candidates), default=0)
        ranked, duplicates = rank(candidates, now, s)
        shown = ranked[query.offset : query.offset + query.limit]
        items = _as_seen(connection, [item_of(rows[r.candidate.id]) for r in shown], query.reader)
    hits = tuple(
        Hit(
            item=item,
            score=r.score,
            parts=r.parts,
            similarity=r.candidate.similarity,
            age_days=r.age_days,
        )
        for r, item in zip(shown, items, strict=True)
    )
    end = query.offset + len(hits)
    page = Page(
        hits=hits,
        next_offset=end if hits and end < len(ranked) else None,
        candidates=len(candidates),
        duplicates=tuple(c.id for c in duplicates),
    )
    best = max((c.similarity for c in candidates), default=0.0)
    unknown = not candidates or (vector is not None and best < store.embedder.unknown_below)
    return Answer(page, _counts(page), unknown)


def value(
    store: LongTermStore,
    subject: str,
    attribute: str,
    *,
    as_of_min: int | None = None,
    reader: Reader | None = None,
    scopes: Sequence[Scope] = SCOPES,
    archived: bool = False,
) -> Item | None:
    """The item that says what is so of a subject's attribute, at a time or by now; None when nothing is known.

    Exact keys, and the order of world time: no similarity. The reader's own says more than its fleet's, and that
    more than public. What was superseded is so no more, even where its successor was put away: then nothing is known.
    With `archived` it is such a successor.
    """
    with store.reading() as connection:
        found = value_of(connection, subject, attribute, as_of_min, visible(reader, scopes), archived=archived)
        return None if found is None else _as_seen(connection, [found], reader)[0]


def _filter(query: Query) -> ColumnElement[bool]:
    """What a query lets pass. Who may see what is told in one place, `memory.longterm.scopes`."""
    parts: list[ColumnElement[bool]] = [visible(query.reader, query.scopes), _i.layer.in_(query.layers)]
    if query.as_of_min is not None:
        later = select(_i.id).where(_i.world_min > query.as_of_min)
        lasts = or_(_i.until_min.is_(None), _i.until_min > query.as_of_min)
        consolidated_later = and_(_i.status == "consolidated", _i.replaced_by.in_(later))
        stood = or_(_i.status == "live", and_(lasts, or_(_i.status == "superseded", consolidated_later)))
        parts += [_i.world_min <= query.as_of_min] + ([] if query.archived else [stood])
    elif not query.archived:
        parts.append(_i.status == "live")
    if query.since_min is not None:
        parts.append(_i.world_min >= query.since_min)
    if query.until_min is not None:
        parts.append(_i.world_min <= query.until_min)
    for column, wanted in ((_i.run, query.run), (_i.driver, query.driver), (_i.agent, query.agent)):
        if wanted is not None:
            parts.append(column == wanted)
    if query.topic is not None:
        parts.append(_i.topic == query.topic)
    if query.subject is not None:
        parts.append(_i.subject_key == key_text(query.subject))
    if query.attribute is not None:
        parts.append(_i.attribute_key == key_text(query.attribute))
    return and_(*parts)


def _as_seen(connection: Connection, items: Sequence[Item], reader: Reader | None) -> list[Item]:
    """The items without the ids of others behind them that the reader may not see."""
    named = {i for item in items for i in (*item.sources, *((item.replaced_by,) if item.replaced_by else ()))}
    if reader is None or not named:
        return list(items)
    seen = and_(visible(reader, SCOPES), among(connection, sorted(named)))
    may = set(connection.execute(select(_i.id).where(seen)).scalars())
    return [
        item.model_copy(
            update={
                "sources": tuple(i for i in item.sources if i in may),
                "replaced_by": item.replaced_by if item.replaced_by in may else None,
            }
        )
        for item in items
    ]


def _counts(page: Page) -> dict[str, int]:
    said: dict[tuple[str, ...], set[str]] = {}
    for hit in page.hits:
        item = hit.item
        if item.subject and item.attribute and item.status == "live":
            key = (item.scope, item.fleet, item.driver, key_text(item.subject), key_text(item.attribute))
            said.setdefault(key, set()).add(key_text(item.value or item.text))
    return {
        "searches": 1,
        "answered": int(bool(page.hits)),
        "items_shown": len(page.hits),
        "candidates": page.candidates,
        "duplicates": len(page.duplicates),
        "conflicts": int(any(len(values) > 1 for values in said.values())),
    }


def latest_min(store: LongTermStore) -> int | None:
    """The latest world time that the store knows of, and so what time it is in its world; None for an empty one."""
    with store.reading() as connection:
        found = connection.execute(select(func.max(_i.world_min))).scalar_one()
    return None if found is None else int(found)
