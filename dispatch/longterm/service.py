"""The long-term store as many callers at once use it: opened at the first need, written by one thread in groups.

A group of waiting writes is one transaction, so that many clients share the wait for the disk. A write's future is
resolved after the commit. Searches run on the callers' threads; what is counted of them is written with the next group.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from sqlalchemy.exc import DBAPIError

from memory.longterm.consolidation import Consolidator
from memory.longterm.errors import LongTermError
from memory.longterm.judging import Writer
from memory.longterm.measures import add_counts, latency_count
from memory.longterm.records import Query, Receipt
from memory.longterm.search import Answer, search
from memory.longterm.store import LongTermStore
from memory.longterm.writing import Offer, submit, work_off, write

_GROUP = 64
_COUNTS_EVERY_S = 1.0
_COUNTS_WAIT_MS = 250


def timed_search(store: LongTermStore, query: Query) -> Answer:
    """A search whose measures are kept at once."""
    answer, counts = _counted_search(store, query)
    # A store that may only be read, or that another writes to for long, answers all the same.
    with suppress(DBAPIError), store.writing(wait_ms=_COUNTS_WAIT_MS) as connection:
        add_counts(connection, counts)
    return answer


def _counted_search(store: LongTermStore, query: Query) -> tuple[Answer, dict[str, int]]:
    began = time.perf_counter()
    answer = search(store, query)
    return answer, {**answer.counts, latency_count(1_000 * (time.perf_counter() - began)): 1}


@dataclass(slots=True)
class _Task:
    """A write that somebody waits for: until it is kept, or only until it is safely in line."""

    offer: Offer
    until_kept: bool
    receipt: Future[Receipt] = field(default_factory=Future)
    wanted: bool = True
    """Whether whoever asked still waits."""


class MemoryService:
    """One store, one writing thread, any number of callers. `open_store` is called once, at the first need."""

    def __init__(
        self, open_store: Callable[[], LongTermStore], writer: Writer, consolidator: Consolidator | None = None
    ) -> None:
        self._open_store = open_store
        self._writer = writer
        self.consolidator = consolidator
        self._lock = threading.Lock()
        self._store: LongTermStore | None = None
        self._counts: Counter[str] = Counter()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def store(self) -> LongTermStore:
        """The open store. Raises StoreError and LongTermError as opening it does, at every call until it succeeds."""
        with self._lock:
            if self._store is None:
                self._store = self._open_store()
                self._thread = threading.Thread(target=self._work, name="memory writer")
                self._thread.start()
            return self._store

    def close(self) -> None:
        """Write what waits, and let go of the store."""
        with self._lock:
            store, thread = self._store, self._thread
            self._store, self._thread = None, None
        if store is not None and thread is not None:
            self._tasks.put(None)
            thread.join()
            store.close()

    def write(self, offer: Offer, *, until_kept: bool = True) -> Future[Receipt]:
        """Keep a draft; the receipt comes when it is durable: as an item, or at least in line."""
        self.store()
        task = _Task(offer, until_kept)
        self._tasks.put(task)
        return task.receipt

    def search(self, query: Query) -> Answer:
        """As `memory.longterm.search.search`, counted."""
        answer, counts = _counted_search(self.store(), query)
        with self._lock:
            self._counts.update(counts)
        return answer

    # the writing thread

    def _work(self) -> None:
        store = self._store
        assert store is not None
        self._work_off(store)  # what a process before this one left in line
        more, counted = True, time.monotonic()
        while more:
            group, more = self._next_group()
            if group:
                self._write_group(store, group)
            else:
                self._work_off(store)  # what another process put in line
            # Not after every group: a commit waits for the disk, and a client for that.
            if not more or time.monotonic() - counted >= _COUNTS_EVERY_S:
                self._write_counts(store)
                counted = time.monotonic()

    def _next_group(self) -> tuple[list[_Task], bool]:
        """Tasks that wait, at most a group's size, and False after the last one ever."""
        group: list[_Task] = []
        with suppress(Empty):
            task = self._tasks.get(timeout=_COUNTS_EVERY_S)
            while task is not None:
                # From now on nobody can take the question back. Who did so, or went away, is not told; what was said
                # is kept all the same.
                task.wanted = task.receipt.set_running_or_notify_cancel()
                group.append(task)
                if len(group) == _GROUP:
                    return group, True
                task = self._tasks.get_nowait()
            return group, False
        return group, True

    def _write_group(self, store: LongTermStore, group: Sequence[_Task]) -> None:
        kept = [task for task in group if task.until_kept]
        queued = [task for task in group if not task.until_kept]
        self._resolve(kept, lambda offers: write(store, self._writer, offers))
        self._resolve(queued, lambda offers: submit(store, offers))
        if queued:
            self._work_off(store)

    def _resolve(self, tasks: Sequence[_Task], do: Callable[[Sequence[Offer]], list[Receipt]]) -> None:
        """All tasks in one transaction; if that fails each in its own, so that one fault costs one write."""
        if not tasks:
            return
        try:
            receipts = do([task.offer for task in tasks])
        except Exception as error:
            if len(tasks) == 1:
                if tasks[0].wanted:
                    tasks[0].receipt.set_exception(error)
                return
            for task in tasks:
                self._resolve([task], do)
            return
        for task, receipt in zip(tasks, receipts, strict=True):
            if task.wanted:
                task.receipt.set_result(receipt)

    def _work_off(self, store: LongTermStore) -> None:
        # Whatever it is, all that write wait for this thread; what is in line stays there, to be seen as queued, and is
        # tried again.
        with suppress(Exception):
            work_off(store, self._writer)

    def _write_counts(self, store: LongTermStore) -> None:
        with self._lock:
            counts, self._counts = self._counts, Counter()
        if counts:
            with suppress(DBAPIError, LongTermError), store.writing() as connection:
                add_counts(connection, counts)
