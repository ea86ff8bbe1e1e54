"""What is so now, and what was so then: items about one attribute of one subject, in the order of world time.

Decided by code from exact keys, never by similarity. Of two values the one with the later world time stands; of equal
times the one learned later, then the one written later. A value that was superseded is so no more, whatever becomes of
the one that took its place: where that is put away, what is so now is not known.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, case, or_, select, update

from memory.longterm.records import Draft, Item
from memory.longterm.rows import items_where
from memory.longterm.tables import ITEMS
from memory.longterm.text import key_text

_i = ITEMS.c
_SAID = and_(_i.layer != "lesson", _i.status.in_(("live", "consolidated", "superseded")))
"""What says, or once said, what is so; also an episode that a conclusion without keys stands for."""


def same_key(subject: str, attribute: str) -> ColumnElement[bool]:
    """Items that say something of this attribute of this subject, spelled in whatever case and width."""
    return and_(_i.subject_key == key_text(subject), _i.attribute_key == key_text(attribute))


def same_owner(item: Draft | Item) -> ColumnElement[bool]:
    """Items of the same scope that the same readers see."""
    owner = and_(_i.scope == item.scope, _i.fleet == item.fleet)
    return and_(owner, _i.driver == item.driver) if item.scope == "own" else owner


def settle_chain(connection: Connection, new: Item) -> list[int]:
    """Mark what the new item supersedes, or the new item where a later one is known; the superseded ids."""
    columns = (_i.id, _i.layer, _i.status, _i.value, _i.text, _i.world_min, _i.replaced_by, _i.until_min)
    chain = connection.execute(
        select(*columns)
        .where(same_key(new.subject, new.attribute), same_owner(new), _SAID)
        .order_by(_i.world_min, _i.learned_min, _i.id)
    ).all()
    places = {row.id: place for place, row in enumerate(chain)}
    place = places[new.id]
    mine = chain[place]
    ends = []
    for older in chain[:place]:
        # What ended before the new item began has nothing to do with it.
        stands = older.until_min is None or places.get(older.replaced_by, place + 1) > place
        if stands and (older.until_min is None or older.until_min >= mine.world_min) and _contradicts(mine, older):
            ends.append((older, mine))
    ends += [(mine, later) for later in chain[place + 1 :] if _contradicts(later, mine)][:1]
    for older, newer in ends:
        marked: dict[str, Any] = {"until_min": newer.world_min}
        if older.status != "consolidated":
            marked |= {"status": "superseded", "replaced_by": newer.id}
        connection.execute(update(ITEMS).where(_i.id == older.id).values(**marked))
    return [older.id for older, _ in ends]


def _contradicts(newer: Row[*tuple[Any, ...]], older: Row[*tuple[Any, ...]]) -> bool:
    """Whether the newer takes the older's place: in its own layer always, of another only with another value."""
    return newer.layer == older.layer or key_text(newer.value or newer.text) != key_text(older.value or older.text)


def value_of(
    connection: Connection,
    subject: str,
    attribute: str,
    as_of_min: int | None,
    seen: ColumnElement[bool],
    *,
    archived: bool = False,
) -> Item | None:
    """The item that says what is so at a time, or by now; of several scopes the narrowest.

    With `archived` it is the one that would say so, had it not been put away.
    """
    said = and_(_i.layer != "lesson", _i.status == "archived") if archived else _SAID
    then = or_(_i.status == "live", and_(_i.status != "superseded", _i.until_min.is_(None)))
    if as_of_min is not None:
        then = and_(_i.world_min <= as_of_min, or_(then, _i.until_min > as_of_min))
    narrow = case((_i.scope == "own", 0), (_i.scope == "fleet", 1), else_=2)
    best = (
        select(_i.id)
        .where(seen, same_key(subject, attribute), said, then)
        .order_by(narrow, _i.world_min.desc(), _i.learned_min.desc(), _i.id.desc())
        .limit(1)
    )
    found = connection.execute(best).scalar_one_or_none()
    return None if found is None else items_where(connection, _i.id == found)[0]
