"""Forgetting: what is old and of little weight is put away, and may be brought back; only purging deletes.

Every call says what time it is in the world; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, select, update

from memory.longterm.errors import LongTermError
from memory.longterm.ranking import Candidate, scored
from memory.longterm.records import SCOPES, Reader, Scope
from memory.longterm.rows import items_where
from memory.longterm.scopes import visible
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.superseding import settle_chain
from memory.longterm.tables import ITEMS, RECEIPTS
from scenarios.clock import MINUTES_PER_DAY

_i = ITEMS.c


class Forgotten(BaseModel):
    """What a round of forgetting put away, by reason."""

    model_config = ConfigDict(frozen=True)

    aged: int
    """Old and of little weight."""
    overflowed: int
    """The lowest-scored of a layer with too many."""


def forget_due(
    store: LongTermStore, now_min: int, *, reader: Reader | None = None, scopes: Sequence[Scope] = SCOPES
) -> Forgotten:
    """Put away episodic items that are over age and under weight, of those a reader sees; for None what overflows, too.

    Where a reader forgets, the next write makes room.
    """
    s = store.settings
    with store.writing() as connection:
        old = and_(
            visible(reader, scopes),
            _i.layer == "episodic",
            _i.status == "live",
            _i.world_min < now_min - s.archive_after_days * MINUTES_PER_DAY,
            _i.importance < s.archive_below_importance,
        )
        aged = _put_away(connection, old, now_min)
        # A layer's limit is everybody's, and so is what is too many: a reader does not choose among what it cannot see.
        overflowed = make_room(connection, s, now_min) if reader is None else 0
        return Forgotten(aged=aged, overflowed=overflowed)


def make_room(connection: Connection, settings: LongTermSettings, now_min: int | None = None) -> int:
    """Where a layer has as many live items as it may, put the lowest-scored tenth away; how many were.

    With no question asked the score is recency and importance. Without a time it is the layer's latest world time.
    """
    counted = select(_i.layer, func.count(), func.max(_i.world_min)).where(_i.status == "live").group_by(_i.layer)
    put_away = 0
    for layer, number, latest in sorted(tuple(row) for row in connection.execute(counted)):
        if number < settings.most_live:
            continue
        now = latest if now_min is None else now_min
        columns = (_i.id, _i.importance, _i.world_min)
        rows = connection.execute(select(*columns).where(_i.layer == layer, _i.status == "live"))
        found = [scored(Candidate(row.id, 0.0, row.importance, row.world_min, ""), now, settings) for row in rows]
        found.sort(key=lambda r: (r.score, r.candidate.world_min, -r.candidate.id))
        # Down to under the limit in any case, should a layer have been filled far beyond it.
        least = max(round(number * settings.overflow_share), number - settings.most_live + 1)
        lowest = [r.candidate.id for r in found[:least]]
        put_away += _put_away(connection, _i.id.in_(lowest), now)
    return put_away


def forget_items(
    store: LongTermStore,
    item_ids: Sequence[int],
    now_min: int,
    *,
    reader: Reader | None = None,
    scopes: Sequence[Scope] = SCOPES,
) -> int:
    """Put these items away; how many were not before. Raises LongTermError, and does nothing, if one is not seen."""
    with store.writing() as connection:
        where = _named(connection, store.where, item_ids, visible(reader, scopes))
        return _put_away(connection, and_(where, _i.status != "archived"), now_min)


def restore_items(
    store: LongTermStore, item_ids: Sequence[int], *, reader: Reader | None = None, scopes: Sequence[Scope] = SCOPES
) -> int:
    """Bring archived items back as they were; how many. Raises LongTermError, and does nothing, if one is not seen."""
    with store.writing() as connection:
        where = and_(_named(connection, store.where, item_ids, visible(reader, scopes)), _i.status == "archived")
        items = items_where(connection, where)
        # What later news replaced, or another item stands for, does not come back as if it were so.
        ended, free = _i.until_min.is_not(None), _i.replaced_by.is_(None)
        before = case((ended, "superseded"), (free, "live"), else_="consolidated")
        connection.execute(update(ITEMS).where(where).values(status=before, archived_min=None))
        for item in items:
            if item.replaced_by is None and item.subject and item.attribute and item.layer != "lesson":
                settle_chain(connection, item)
    return len(items)


def purge(store: LongTermStore, now_min: int, *, reader: Reader | None = None, scopes: Sequence[Scope] = SCOPES) -> int:
    """Delete for good what was put away over a year before; how many items. Nothing calls this by itself."""
    oldest = now_min - store.settings.purge_after_days * MINUTES_PER_DAY
    with store.writing() as connection:
        gone = and_(visible(reader, scopes), _i.status == "archived", _i.archived_min < oldest)
        ids = list(connection.execute(select(_i.id).where(gone)).scalars())
        connection.execute(update(ITEMS).where(_i.replaced_by.in_(ids)).values(replaced_by=None))
        connection.execute(update(RECEIPTS).where(RECEIPTS.c.item.in_(ids)).values(item=None))
        connection.execute(delete(ITEMS).where(_i.id.in_(ids)))
    return len(ids)


def _named(
    connection: Connection, where: str, item_ids: Sequence[int], seen: ColumnElement[bool]
) -> ColumnElement[bool]:
    """The filter for these items. Raises LongTermError if one of them may not be seen, or is not there."""
    chosen = and_(seen, _i.id.in_(item_ids))
    found = set(connection.execute(select(_i.id).where(chosen)).scalars())
    missing = [item for item in item_ids if item not in found]
    if missing:
        raise LongTermError(where, f"holds no item {missing[0]} that may be seen here", "name items that were found")
    return chosen


def _put_away(connection: Connection, where: ColumnElement[bool], now_min: int) -> int:
    # No earlier than anything that is known, or what was put away a moment ago could be purged as old.
    latest = connection.execute(select(func.max(_i.world_min))).scalar_one_or_none()
    at = now_min if latest is None else max(now_min, latest)
    return int(connection.execute(update(ITEMS).where(where).values(status="archived", archived_min=at)).rowcount)
