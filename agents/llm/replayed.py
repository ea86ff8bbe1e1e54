"""Models that answer from a record: alone, where a new question ends the run, or before a live one is asked."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable

from agents.llm.calls import Call, CallKey, Repeats
from agents.llm.model import Model, ModelError, Reply, Request

SHOWN = 160
"""Characters shown of a line that differs."""


class ReplayMiss(BaseException):
    """A question that the record does not hold, in one sentence: step, agent and the first line that differs.

    Not an `Exception`: neither a fallback to the rule agents nor the isolation of a failed driver may take it for a
    model's fault, since the run is then no longer the recorded one.
    """


class ReplayedModel:
    """Answers each request as it was answered in the recorded run, errors included; for any thread."""

    def __init__(self, calls: Iterable[Call], asked: Iterable[Call] = ()) -> None:
        """`asked` are calls of steps that are not taken by asking again."""
        self._calls: dict[CallKey, Call] = {}
        self._asked: defaultdict[tuple[str, int, str], list[Request]] = defaultdict(list)
        for call in calls:
            request = call.request
            self._calls[call.key] = call
            self._asked[request.driver, request.step, request.agent].append(request)
        self._repeats = Repeats(asked)

    def complete(self, request: Request) -> Reply:
        """The recorded reply. Raises the recorded ModelError, and ReplayMiss for a question that was never asked."""
        sha256 = request.sha256()
        call = self._calls.get((sha256, request.driver, self._repeats.next(sha256, request.driver)))
        if call is None:
            raise ReplayMiss(self._difference(request))
        return _answer(call)

    def _difference(self, request: Request) -> str:
        where = f"step {request.step} of driver {request.driver}, agent {request.agent}"
        recorded = self._asked.get((request.driver, request.step, request.agent), [])
        if not recorded:
            return f"{where}: the record holds no question of this agent in this step"
        now = prompt_lines(request)
        told = [prompt_lines(other) for other in recorded]
        if now in told:
            return f"{where}: the question was asked once more than in the record"
        at, before = max((_first_difference(now, lines), lines) for lines in told)
        return (
            f"{where}: the prompt differs from the recorded one at line {at + 1}: "
            f"now {_shown(now, at)}, recorded {_shown(before, at)}"
        )


class ContinuedModel:
    """Answers from a record what was asked before, and hands on what is new: for a run that goes on; for any thread."""

    def __init__(self, calls: Iterable[Call], live: Model, repeats: Repeats) -> None:
        """`repeats` knows what was asked in the steps that are not taken again."""
        self._calls = {call.key: call for call in calls}
        self._live = live
        self._repeats = repeats

    def complete(self, request: Request) -> Reply:
        """The recorded reply or else the live model's. Raises ModelError, recorded or live."""
        sha256 = request.sha256()
        call = self._calls.get((sha256, request.driver, self._repeats.next(sha256, request.driver)))
        return self._live.complete(request) if call is None else _answer(call)


def _answer(call: Call) -> Reply:
    """What came of a recorded call. Raises its ModelError."""
    if call.reply is None:
        assert call.trouble is not None
        raise ModelError(call.trouble, call.message, call.tries)
    return call.reply


def prompt_lines(request: Request) -> list[str]:
    """The request as lines in the order in which they are sent, its schema and sampling last."""
    told = json.loads(request.canonical())
    text = "\n".join((told.pop("system"), *told.pop("parts")))
    return [*text.split("\n"), json.dumps(told, ensure_ascii=False, sort_keys=True)]


def _first_difference(left: list[str], right: list[str]) -> int:
    both = min(len(left), len(right))
    return next((i for i in range(both) if left[i] != right[i]), both)


def _shown(lines: list[str], at: int) -> str:
    """The line, from shortly before where long ones begin to matter; words where there is none."""
    if at >= len(lines):
        return "nothing"
    line = lines[at]
    return repr(line if len(line) <= SHOWN else line[:SHOWN] + "…")
