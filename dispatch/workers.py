"""Items of work, done in this process or in several: results in the items' order, failures kept apart.

It knows nothing of what an item is. An item must not depend on another, so that neither the number of processes nor
the order in which they finish shows in the results.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")

DIED = "its process was ended from outside, twice (out of memory, perhaps)"


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in the place of a result."""

    why: str


def do_each(
    work: Callable[[Item], Made],
    items: Sequence[Item],
    jobs: int = 1,
    on_done: Callable[[int], None] | None = None,
) -> list[Made | Failed]:
    """`work(item)` of each item, in the items' order; one that raises or loses its process is `Failed`, alone.

    `jobs` processes at most; with 1 all is done in this one. They are spawned, so `work`, items and results travel by
    pickle and `work` stands at the top of a module. `on_done` is told how many items are done. Ctrl-C ends the
    processes and is raised here.
    """
    made: dict[int, Made | Failed] = {}

    def keep(place: int, result: Made | Failed) -> None:
        made[place] = result
        if on_done is not None:
            on_done(len(made))

    if min(jobs, len(items)) <= 1:
        for place, item in enumerate(items):
            keep(place, _tried(work, item))
    left = deque(place for place in range(len(items)) if place not in made)
    while left:
        # A dead process takes down all that run beside it. Only its own item would do so again when it is alone.
        for place in _in_processes(work, items, left, min(jobs, len(items)), keep):
            if _in_processes(work, items, deque([place]), 1, keep):
                keep(place, Failed(DIED))
    return [made[place] for place in range(len(items))]


def _in_processes(
    work: Callable[[Item], Made],
    items: Sequence[Item],
    left: deque[int],
    jobs: int,
    keep: Callable[[int, Made | Failed], None],
) -> list[int]:
    """Do the items at the places `left`, which is used up, until all are done or a process dies.

    Gives the places of the items that were under way when that happened.
    """
    lost: list[int] = []
    under_way: dict[Future[Made | Failed], int] = {}
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    try:
        while under_way or (left and not lost):
            while left and not lost and len(under_way) < jobs:
                with _unheard_by_children():
                    try:
                        under_way[pool.submit(_tried, work, items[left[0]])] = left[0]
                    except BrokenProcessPool:  # between two items; nothing was under way
                        return lost
                left.popleft()
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                place, error = under_way.pop(future), future.exception()
                if isinstance(error, BrokenProcessPool):
                    lost.append(place)
                else:
                    keep(place, future.result() if error is None else Failed(_told(error)))
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    return sorted(lost)


def _tried(work: Callable[[Item], Made], item: Item) -> Made | Failed:
    try:
        return work(item)
    except Exception as error:
        return Failed(_told(error))


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


@contextmanager
def _unheard_by_children() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C, which a terminal sends to all: the parent ends them itself.

    Who ignores a signal hands that on, so it holds from a child's first instruction. Elsewhere than in the main thread
    signals cannot be set, nor does Ctrl-C arrive.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _end_with_parent() -> None:
    """Let this process end when its parent is gone: a killed parent tells nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
