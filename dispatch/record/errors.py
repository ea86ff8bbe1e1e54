"""The one error that the record of runs raises, and the sentences for what databases refuse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

_REFUSALS: tuple[tuple[str, str, str], ...] = (
    ("not a database", "is no database", "name another file"),
    ("malformed", "is damaged", "name another file, or restore a copy of this one"),
    ("locked", "is in use by another program", "wait until that is done, or name another file"),
    ("readonly", "cannot be written to", "name a file in a folder that can be written to"),
    ("unable to open", "cannot be opened", "name a file in a folder that exists and can be written to"),
    ("is full", "has no room left on its disk", "make room, then run again"),
    ("disk I/O", "could not be written or read: the disk failed", "check the disk and its free space"),
)
"""Part of what SQLite says (www.sqlite.org/rescode.html), then what is wrong, and what to do."""


class StoreError(RuntimeError):
    """What is wrong with a record of runs, in one sentence: where it is, what is wrong, what to do."""

    def __init__(self, where: str, fault: str, remedy: str) -> None:
        super().__init__(f"{where}: {fault}; {remedy}.")


class TakenError(StoreError):
    """A run's steps come from another program too, which is ahead: the run is its, and no word of it may change."""

    def __init__(self, where: str, run_id: str) -> None:
        fault = f"run {run_id!r} is being recorded by another program at the same time"
        super().__init__(where, fault, f"leave it to that one, and see how far it is: dispatch show {run_id}")


@contextmanager
def told(where: str) -> Iterator[None]:
    """Turns what a database's driver raises into StoreError."""
    try:
        yield
    except DBAPIError as error:
        raise refusal(where, error) from error


def refusal(where: str, error: DBAPIError) -> StoreError:
    """The error for what a database driver raised."""
    said = " ".join(str(error.orig).split()) or "it does not say why"
    for part, fault, remedy in _REFUSALS:
        if part in said:
            return StoreError(where, fault, remedy)
    return StoreError(where, f"the database refused ({said[:200]})", "check that it can be reached and written to")
