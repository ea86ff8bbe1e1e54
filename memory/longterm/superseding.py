"""What is so now, and what was so then: items about one attribute of one subject, in the order of world time.

Decided by code from exact keys, never by similarity. Of two values the one with the later world time stands; of equal
times the one learned later, then the one written later.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, case, or_, select, update

from memory.longterm.records import Draft, Item
from memory.longterm.rows import items_where
from memory.longterm.tables import ITEMS
from memory.longterm.text import key_text

_i = ITEMS.c
_SAID = _i.status.in_(("live", "superseded"))


def same_key(subject: str, attribute: str) -> ColumnElement[bool]:
    """Items that say something of this attribute of this subject, spelled in whatever case and width."""
    return and_(_i.subject_key == key_text(subject), _i.attribute_key == key_text(attribute))


def same_owner(item: Draft | Item) -> ColumnElement[bool]:
    """Items of the same scope that the same readers see."""
    owner = and_(_i.scope == item.scope, _i.fleet == item.fleet)
    return and_(owner, _i.driver == item.driver) if item.scope == "own" else owner


def settle_chain(connection: Connection, new: Item) -> list[int]:
    """Mark what the new item supersedes, or the new item where a later one is known; the superseded ids."""
    chain = connection.execute(
        select(_i.id, _i.world_min)
        .where(same_key(new.subject, new.attribute), same_owner(new), _i.layer == new.layer, _SAID)
        .order_by(_i.world_min, _i.learned_min, _i.id)
    ).all()
    place = [row.id for row in chain].index(new.id)
    superseded = []
    for older, newer in zip(chain[max(0, place - 1) : place + 1], chain[max(0, place - 1) + 1 :], strict=False):
        marked = {"status": "superseded", "replaced_by": newer.id, "until_min": newer.world_min}
        connection.execute(update(ITEMS).where(_i.id == older.id).values(**marked))
        superseded.append(older.id)
    return superseded


def value_of(
    connection: Connection, subject: str, attribute: str, as_of_min: int | None, seen: ColumnElement[bool]
) -> Item | None:
    """The item that says what is so at a time, or by now; of several scopes the narrowest."""
    then = _i.status == "live"
    if as_of_min is not None:
        then = and_(_SAID, _i.world_min <= as_of_min, or_(_i.status == "live", _i.until_min > as_of_min))
    narrow = case((_i.scope == "own", 0), (_i.scope == "fleet", 1), else_=2)
    best = (
        select(_i.id)
        .where(seen, same_key(subject, attribute), then)
        .order_by(narrow, _i.world_min.desc(), _i.learned_min.desc(), _i.id.desc())
        .limit(1)
    )
    found = connection.execute(best).scalar_one_or_none()
    return None if found is None else items_where(connection, _i.id == found)[0]
