"""Items of work, done in this process, in several, or on a Dask cluster: each result as it comes, failures kept apart.

joblib carries the work. It knows nothing of what an item is. An item must not depend on another, so that neither the
number of processes nor the order in which they finish shows in the results.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Made = TypeVar("Made")

DIED = "its process was ended from outside, twice (out of memory, perhaps)"
_CONNECT_S = 10
_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?[^\s/]+:[0-9]{1,5}")
_PARENT_POLL_S = 0.5
_CLEARED = "ignore:resource_tracker:UserWarning"
"""As Python's option -W has it."""


class ClusterError(RuntimeError):
    """What is wrong with a cluster, in one sentence."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in the place of a result."""

    why: str


def do_each(
    work: Callable[[Item], Made],
    items: Sequence[Item],
    jobs: int = 1,
    cluster: str | None = None,
    on_done: Callable[[int], None] | None = None,
) -> list[Made | Failed]:
    """`work(item)` of each item in the items' order, as `each_done` gives them; `on_done` is told how many are done."""
    made: dict[int, Made | Failed] = {}
    with closing(each_done(work, items, jobs, cluster)) as results:
        for place, result in results:
            made[place] = result
            if on_done is not None:
                on_done(len(made))
    return [made[place] for place in range(len(items))]


def each_done(
    work: Callable[[Item], Made], items: Sequence[Item], jobs: int = 1, cluster: str | None = None
) -> Generator[tuple[int, Made | Failed]]:
    """(place, `work(item)`) of each item as it is done; one that raises or loses its process is `Failed`, alone.

    `jobs` processes at most; with 1 all is done in this one. `cluster` is the address of a Dask scheduler, whose
    workers take the place of processes here. `work`, items and results travel by pickle and `work` stands at the top
    of a module. Whoever stops early closes the generator, which ends the processes. Raises ClusterError.
    """
    if not items:
        return
    if cluster is None and min(jobs, len(items)) <= 1:
        for place, item in enumerate(items):
            yield place, _tried(work, item)
        return
    with _engine(jobs, len(items), cluster) as settings:
        left = deque(range(len(items)))
        while left:
            # A dead process takes down all that run beside it. Only its own item would do so again when it is alone.
            for place in (yield from _together(work, items, left, settings)):
                if (yield from _together(work, items, deque([place]), settings)):
                    yield place, Failed(DIED)


@contextmanager
def _engine(jobs: int, items: int, cluster: str | None) -> Iterator[dict[str, Any]]:
    """What joblib is to be told of where to work."""
    if cluster is None:
        _start_tracker()
        # One process would be this one, and an item that kills its process is to be alone in another.
        settings = {
            "backend": "loky",
            "n_jobs": max(2, min(jobs, items)),
            "initializer": _end_with,
            "initargs": (os.getpid(), _environment()),
        }
        with warnings.catch_warnings():
            # A process that has grown or was idle for long ends between two items, and another takes its place. Said as
            # a warning in the thread that hands items out; where warnings are errors it would end, and all wait for it.
            warnings.filterwarnings("ignore", "A worker stopped while some jobs were given to the executor")
            yield settings
        return
    with _client(cluster) as client:
        yield {"backend": _cluster_backend(client), "n_jobs": -1}


def _cluster_backend(client: Client) -> Any:
    """joblib's backend for the cluster; joblib's own would do all here where the cluster has one core only."""
    from joblib._dask import DaskDistributedBackend

    class Cluster(DaskDistributedBackend):  # type: ignore[misc]  # it is untyped
        def effective_n_jobs(self, n_jobs: int) -> int:
            return max(2, int(super().effective_n_jobs(n_jobs)))

    return Cluster(client=client)


def _start_tracker() -> None:
    """Start the process that clears up after joblib's others, with its report turned off.

    It outlives a program that ends at once, and would tell at length what it clears.
    """
    from joblib.externals.loky.backend.resource_tracker import ensure_running

    sys.warnoptions.append(_CLEARED)
    try:
        ensure_running()
    finally:
        sys.warnoptions.remove(_CLEARED)


@contextmanager
def _client(cluster: str) -> Iterator[Client]:
    try:
        from distributed import CancelledError, Client
    except ModuleNotFoundError:
        raise ClusterError(
            f"{cluster}: a cluster needs the package distributed; install it beside this program"
        ) from None
    # It logs each try to reach a lost scheduler with a traceback; what came of them is said here.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    if _ADDRESS.fullmatch(cluster) is None:  # the client would try for long, and then trip over its own end
        raise ClusterError(f"{cluster}: no Dask scheduler answers there; write its address as in tcp://host:8786")
    try:
        client = Client(cluster, timeout=_CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]  # it is untyped
    except (OSError, TimeoutError, ValueError) as error:
        said = str(error).partition("\n")[0] or type(error).__name__
        raise ClusterError(f"{cluster}: no Dask scheduler answers there ({said}); start one, or name another") from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"{cluster}: the scheduler there has no workers; start one with `dask worker {cluster}`")
        try:
            yield client
        except CancelledError:
            raise ClusterError(f"{cluster}: the scheduler there was lost; start it, and call again") from None


def _together(
    work: Callable[[Item], Made], items: Sequence[Item], left: deque[int], settings: dict[str, Any]
) -> Generator[tuple[int, Made | Failed], None, list[int]]:
    """Do the items at the places `left`, which is used up, until all are done or a process dies.

    Gives the places of the items that were under way when that happened.
    """
    from joblib import Parallel, delayed, parallel_config

    under_way: set[int] = set()
    lost = False

    def tasks() -> Iterator[Any]:
        while left and not lost:
            place = left.popleft()
            under_way.add(place)
            yield delayed(_placed)(work, place, items[place])

    with parallel_config(**settings), _unheard_by_children():
        # One item at a time: which were under way is known, and none waits behind another in a process.
        results = Parallel(batch_size=1, pre_dispatch="n_jobs", return_as="generator_unordered", max_nbytes=None)(
            tasks()
        )
    try:
        with closing(results):
            for place, result in results:
                under_way.discard(place)
                yield place, result
    except _deaths():
        lost = True
    return sorted(under_way)


def _deaths() -> tuple[type[Exception], ...]:
    """What the engines raise when a worker dies with its item."""
    with suppress(ModuleNotFoundError):
        from distributed import KilledWorker

        return BrokenProcessPool, KilledWorker
    return (BrokenProcessPool,)


def _placed(work: Callable[[Item], Made], place: int, item: Item) -> tuple[int, Made | Failed]:
    return place, _tried(work, item)


def _tried(work: Callable[[Item], Made], item: Item) -> Made | Failed:
    try:
        return work(item)
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}")


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


def _environment() -> str:
    """Stands for the environment: joblib keeps its processes for the next call, and these have that of their start."""
    return hashlib.sha256(repr(sorted(os.environ.items())).encode("utf-8", "surrogateescape")).hexdigest()


def _end_with(parent: int, environment: str) -> None:
    """Let this process end when its parent is gone: a killed parent tells nobody, and may be gone by now.

    In another `environment` joblib starts other processes.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_POLL_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
