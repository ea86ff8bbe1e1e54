"""Memory `auto`: a model writes digests only while that pays, in tokens, and where it does not it writes no more.

A digest costs the tokens of its calls, and saves, in every later view of its store until the next one, what the facts
it stands for would take as lines, up to the budget of memory `rule`, less its own bullets. The account of a digest
is closed when the same driver's next one of that store is due. When the digests of a store, over all drivers, have cost
more than they saved, its bullets are written by rule from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agents.llm.shown import Count
from memory.digests.gate import gate
from memory.digests.writer import BulletWriter, DigestTask, Writing, Written
from memory.settings import DEFAULT_BUDGETS, StoreName

FIRST = 3
"""Closed accounts of a store before it is judged: one digest may be unlucky."""


@dataclass(slots=True)
class _Account:
    """Of one digest by model."""

    task: DigestTask
    writing: Writing
    written: Written | None = None

    def result(self) -> Written:
        """The digest, kept for the account."""
        self.written = self.writing.result()
        return self.written


@dataclass(slots=True)
class _Sum:
    """Of the closed accounts of one store."""

    closed: int = 0
    cost: int = 0
    saved: int = 0


class ThriftyWriter:
    """Passes digests to a writer by model while its work pays for itself; `say` is told when it changes its mind.

    What it decides rests on tasks and replies alone, both of which come in the order of events.
    """

    def __init__(self, inner: BulletWriter, count: Count, say: Callable[[str], None]) -> None:
        self._inner = inner
        self._count = count
        self._say = say
        self._open: dict[tuple[StoreName, int], _Account] = {}
        self._sums: dict[StoreName, _Sum] = {}
        self.stopped: dict[StoreName, str] = {}
        """By store, the sentence with which it stopped."""

    def start(self, task: DigestTask) -> Writing | None:
        """Begin a digest by model, or None where that does not pay any more."""
        account = self._open.pop((task.store, task.driver), None)
        if account is not None:
            self._close(account, task)
        if task.store in self.stopped:
            return None
        writing = self._inner.start(task)
        if writing is None:
            return None
        self._open[task.store, task.driver] = account = _Account(task, writing)
        return account

    def _close(self, account: _Account, following: DigestTask) -> None:
        """Add up what a digest cost and saved, and stop where all of its store saved less than they cost."""
        written, task = account.written, account.task
        if written is None:
            return
        kept, _ = gate(written.bullets, task.shown)
        views = following.steps - task.steps  # each is shown from the second step after its asking on
        total = self._sums.setdefault(task.store, _Sum())
        total.closed += 1
        total.cost += written.tokens
        if kept:
            lines = self._count("\n".join(line for _, line in task.lines()))
            bullets = self._count("\n".join(bullet.text for bullet in kept))
            total.saved += max(0, min(lines, DEFAULT_BUDGETS["rule"]) - bullets) * views
        if total.closed >= FIRST and total.saved < total.cost and task.store not in self.stopped:
            self.stopped[task.store] = (
                f"memory auto: digests of {task.store} are written by rule from minute {following.minute} on; "
                f"{total.closed} by model cost {total.cost:,} tokens and saved {total.saved:,}"
            )
            self._say(self.stopped[task.store])
