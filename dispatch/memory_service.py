"""Searches of the long-term store as commands and the server make them: timed, and counted in the store's measures."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy.exc import DBAPIError

from memory.longterm.measures import add_counts, latency_count
from memory.longterm.records import Query
from memory.longterm.search import Answer, search
from memory.longterm.store import LongTermStore


def timed_search(store: LongTermStore, query: Query) -> Answer:
    """A search whose measures are kept at once."""
    began = time.perf_counter()
    answer = search(store, query)
    counts = {**answer.counts, latency_count(1_000 * (time.perf_counter() - began)): 1}
    with suppress(DBAPIError), store.writing() as connection:  # a store that may only be read answers all the same
        add_counts(connection, counts)
    return answer
