"""Opens the long-term store for a command, a run or the server, and tells a database's refusals in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dispatch.errors import UsageError
from dispatch.longterm.embedders import EmbedderName, make_embedder
from dispatch.record.errors import StoreError, told
from dispatch.record.place import engine_of
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore, embedder_of

WAIT_S = 30.0
POOL_SIZE = 20
"""Connections that a store keeps open at most: as many as the server's compose file gives it."""


@contextmanager
def memory_store(
    where: str,
    *,
    create: bool = True,
    embedder: EmbedderName = "auto",
    settings: LongTermSettings | None = None,
    anew: bool = False,
) -> Iterator[LongTermStore]:
    """The long-term store in an SQLite file or at a database URL, closed at the end.

    `anew`: its vectors, whoever made them, are about to be made anew.

    Raises UsageError for one that cannot be opened, StoreError for what the database refuses while the store is open,
    and LongTermError for a database that is no such store or whose vectors another embedder made.
    """
    try:
        store = open_memory_store(where, create=create, embedder=embedder, settings=settings, anew=anew)
    except StoreError as error:
        raise UsageError(str(error)) from None
    with store, told(store.where):
        yield store


def open_memory_store(
    where: str,
    *,
    create: bool = True,
    embedder: EmbedderName = "auto",
    settings: LongTermSettings | None = None,
    anew: bool = False,
) -> LongTermStore:
    """The store, to be closed by whoever opens it. Raises StoreError and LongTermError."""
    engine, name = engine_of(where, create=create, wait_s=WAIT_S, holds="long-term memory", pool_size=POOL_SIZE)
    try:
        with told(name):
            stored = embedder_of(engine)
            store = LongTermStore(engine, name, make_embedder(embedder, stored and stored[0]), settings)
            store.prepare(create=create, anew=anew)
    except BaseException:
        engine.dispose()
        raise
    return store
