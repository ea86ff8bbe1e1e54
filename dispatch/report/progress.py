"""Progress on stderr for work that may last: silent when stderr is not a terminal, gone when the work is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from dispatch.batch.pace import Pace
from dispatch.errors import printable
from scenarios.clock import MINUTES_PER_DAY, day_of


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Shows that something goes on whose length is not known."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status(escape(printable(what)), refresh_per_second=4):
        yield


@contextmanager
def simulated_days(what: str, horizon_min: int) -> Iterator[Callable[[int], None] | None]:
    """Gives a function to be told of each world minute reached, in [0, horizon_min]; None if nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    days = horizon_min // MINUTES_PER_DAY
    with _bar(what, horizon_min, counted=False) as (title, update):

        def reached(minute: int) -> None:
            # The last trucks finish their orders after the horizon.
            day = min(day_of(minute) + 1, days)
            update(completed=min(minute, horizon_min), description=f"{title}, day {day} of {days}")

        yield reached


@contextmanager
def items_done(what: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Gives a function to be told how many of `total` items are done; None if nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    with _bar(what, total) as (_, update):
        yield lambda done: update(completed=done)


@contextmanager
def batch_pace(what: str) -> Iterator[tuple[Callable[[int], None], Callable[[Pace], None]]]:
    """Gives a function to be told how many runs there are, and one for how far they have come; says nothing unwatched.

    Shows runs, steps a second, tokens of models, and the time left.
    """
    if not sys.stderr.isatty():
        yield (lambda total: None), (lambda pace: None)
        return
    with _bar(what, None) as (title, update):
        began = time.monotonic()

        def told(pace: Pace) -> None:
            rate = pace.steps / max(time.monotonic() - began, 1e-3)
            words = [title, f"{rate:,.0f} steps/s", f"{pace.tokens:,} tokens"]
            words += [f"{pace.failed} failed"] if pace.failed else []
            update(completed=pace.cells, description=", ".join(words))

        yield (lambda total: update(total=total)), told


@contextmanager
def _bar(what: str, total: int | None, *, counted: bool = True) -> Iterator[tuple[str, Callable[..., None]]]:
    """A bar with its share, or with how many of the total where they are `counted`, and the time left.

    Gives its title, and what changes it: `completed`, `total` and `description`.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    far = MofNCompleteColumn() if counted else TaskProgressColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), far, TimeRemainingColumn())
    title = escape(printable(what))
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        yield title, partial(bar.update, bar.add_task(title, total=total))
