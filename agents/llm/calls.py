"""Calls to a model as they are recorded: one entry a call, whether a reply came or not, and what became of it.

A call is found again by its request's SHA-256, the driver that asked and how often that driver had asked the same
before: never by the order in which calls ended, which is no run's own.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agents.llm.model import Reply, Request, Trouble


@dataclass(slots=True)
class Call:
    """One question and what came of it."""

    request: Request
    sha256: str
    """The request's, as it was when it was asked."""
    repeat: int
    """How often this driver had asked the very same before."""
    reply: Reply | None
    trouble: Trouble | None = None
    """Why no usable answer came of it; None: its answer was used."""
    message: str = ""
    """Of the error, when there is no reply."""
    tries: int = 1
    seconds: float = 0.0
    """Wall time from question to answer, tries and pauses included; for reports."""

    @property
    def key(self) -> CallKey:
        """Under what the call is found again."""
        return self.sha256, self.request.driver, self.repeat


CallKey = tuple[str, str, int]
"""Request's SHA-256, driver id, repeat number."""


class Repeats:
    """Counts how often each driver asked each request; for any thread.

    `asked` are calls that were made before and count as asked.
    """

    def __init__(self, asked: Iterable[Call] = ()) -> None:
        self._lock = threading.Lock()
        self._asked: defaultdict[tuple[str, str], int] = defaultdict(int)
        for call in asked:
            self._asked[call.sha256, call.request.driver] += 1

    def next(self, sha256: str, driver: str) -> int:
        """0 at the first time, then 1, 2, …"""
        with self._lock:
            repeat = self._asked[sha256, driver]
            self._asked[sha256, driver] = repeat + 1
        return repeat


class CallBook:
    """Holds calls until their driver's step is written; for any thread."""

    def __init__(self) -> None:
        self.on_answer: Callable[[Call], None] | None = None
        """Told of each reply at once, in the thread that has waited for it."""
        self._lock = threading.Lock()
        self._calls: defaultdict[str, list[Call]] = defaultdict(list)

    def add(self, call: Call) -> None:
        """Take in a call that ended."""
        with self._lock:
            self._calls[call.request.driver].append(call)
        if self.on_answer is not None and call.reply is not None:
            self.on_answer(call)

    def judged(self, request: Request, trouble: Trouble) -> None:
        """Note that the newest reply to this request could not be used."""
        with self._lock:
            for call in reversed(self._calls[request.driver]):
                if call.request is request or call.request == request:
                    call.trouble = trouble
                    return

    def take(self, driver: str | None = None) -> list[Call]:
        """Hand over a driver's new calls (None: all drivers'), in an order that speed has no part in."""
        with self._lock:
            if driver is None:
                calls = [call for of_driver in self._calls.values() for call in of_driver]
                self._calls.clear()
            else:
                calls = self._calls.pop(driver, [])
        return sorted(calls, key=lambda call: (call.request.driver, call.request.step, call.request.agent, *call.key))
