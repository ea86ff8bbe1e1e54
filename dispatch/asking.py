"""How the loop asks: a question is put when all that it rests on is known, and its answer fetched at its minute.

A rule agent's question is answered when the answer is fetched, in the loop's own thread. A model's is worth asking
ahead: then many drivers wait for the server at once, while the loop still takes their answers in the order of events,
so that what comes of them does not depend on which answer arrives first.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, Self, TypeVar

Answer = TypeVar("Answer")
Other = TypeVar("Other")

Due = tuple[int, int, int]
"""Minute, phase and order of the event that needs an answer; the earliest is thought about first."""


class Ask(Protocol):
    """Takes a question and gives a way to fetch its answer, which may be used once and raises what answering raised."""

    def __call__(self, due: Due, question: Callable[[], Answer]) -> Callable[[], Answer]: ...


def in_turn(due: Due, question: Callable[[], Answer]) -> Callable[[], Answer]:
    """Answer when the answer is fetched."""
    return question


class AskAhead:
    """Answers in threads of its own, at most so many questions at once; a context manager.

    Two questions under way at the same time must not depend on each other.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._waiting: list[tuple[Due, int, Callable[[], Any], Future[Any]]] = []
        self._asked = 0
        self._idle = 0
        self._threads: list[threading.Thread] = []
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Drop what is not begun. What is under way ends in its own time; nobody waits for it."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def __call__(self, due: Due, question: Callable[[], Answer]) -> Callable[[], Answer]:
        future: Future[Answer] = Future()
        with self._changed:
            self._asked += 1
            heapq.heappush(self._waiting, (due, self._asked, question, future))
            if self._idle < len(self._waiting) and len(self._threads) < self._at_once:
                # Daemons: a program that is stopped does not wait for a server.
                thread = threading.Thread(target=self._work, name=f"asking-{len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return future.result

    def _work(self) -> None:
        while True:
            with self._changed:
                self._idle += 1
                self._changed.wait_for(lambda: self._waiting or self._closed)
                self._idle -= 1
                if self._closed:
                    return
                _, _, question, future = heapq.heappop(self._waiting)
            _answer(question, future)


def both(first: Callable[[], Answer], second: Callable[[], Other]) -> tuple[Answer, Other]:
    """The answers of two questions, asked at the same time. Raises the first's error before the second's."""
    future: Future[Other] = Future()
    thread = threading.Thread(target=_answer, args=(second, future), daemon=True)
    thread.start()
    try:
        answer = first()
    finally:
        thread.join()
    return answer, future.result()


def _answer(question: Callable[[], Any], future: Future[Any]) -> None:
    try:
        future.set_result(question())
    except BaseException as error:  # whoever fetches the answer gets it, a broken replay included
        future.set_exception(error)
