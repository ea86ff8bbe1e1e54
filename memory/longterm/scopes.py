"""Who may see an item: the one place where a reader, the scopes asked for and the store's rows meet."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, or_, true

from memory.longterm.errors import LongTermError
from memory.longterm.records import SCOPES, Reader, Scope
from memory.longterm.tables import ITEMS
from scenarios.files.text_files import near_match


def visible(reader: Reader | None, scopes: Sequence[Scope]) -> ColumnElement[bool]:
    """True for the items of those scopes that the reader may see; None sees every item of those scopes.

    Own items are those of the same driver of the same fleet, a fleet's those of any of its drivers, public ones
    everybody's. Raises LongTermError for a scope that there is not.
    """
    return or_(*(_of_scope(reader, named_scope(scope)) for scope in scopes))


def _of_scope(reader: Reader | None, scope: Scope) -> ColumnElement[bool]:
    i = ITEMS.c
    whose: ColumnElement[bool] = true()
    if reader is not None and scope != "public":
        whose = i.fleet == reader.fleet
        if scope == "own":
            whose = and_(whose, i.driver == reader.driver)
    return and_(i.scope == scope, whose)


def named_scope(text: str) -> Scope:
    """The scope of that name. Raises LongTermError for any other text: no scope is not an empty one."""
    for scope in SCOPES:
        if scope == text:
            return scope
    remedy = near_match(text, SCOPES, f"there are {', '.join(SCOPES)}")
    raise LongTermError("scope", f"{text!r} is no scope", remedy)
