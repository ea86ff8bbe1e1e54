"""Holds a run that is run again against its record, row by row, and names the first difference. It writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from agents.llm.calls import Call, CallKey
from dispatch.audit.records import DriverAudit
from dispatch.record.plain import plain
from dispatch.record.sink import Ended, Rows
from dispatch.record.tables import STEP_COLUMNS, Failure, Run
from dispatch.show.step_text import AGENTS, said_lines, saw_lines

MEASURED = frozenset({"wall_s", "steps_per_s", "peak_rss_mb"})
"""What a run's result tells of the machine, and not of the run."""
_AT = {name: place for place, name in enumerate(STEP_COLUMNS)}
_SHOWN = 160


class ReplayDifferenceError(Exception):
    """A run that is run again comes out otherwise than it was recorded: step, agent and first line, in one sentence."""


class Comparison:
    """Stands where a store stands, and holds what it is given against a recorded run. A `RunSink`.

    Raises ReplayDifferenceError at the first step, call, failure or figure that differs.
    """

    def __init__(
        self,
        run: Run,
        steps: Mapping[tuple[str, int], tuple[Any, ...]],
        failures: Sequence[Failure],
        calls: Sequence[Call],
        followed_min: int = 0,
    ) -> None:
        """Steps that were closed before minute `followed_min`, and their calls, are left out."""
        self._run = run
        self._steps = dict(steps)
        self._failures = {failure.number: failure for failure in failures if failure.minute >= followed_min}
        early = {key for key, row in steps.items() if row[_AT["start_min"]] + row[_AT["scan_min"]] < followed_min}
        for key in early:
            del self._steps[key]
        own = (call for call in calls if (plain(call.request.driver), call.request.step) not in early)
        self._calls: dict[CallKey, Call] = {call.key: call for call in own}
        self._more: dict[tuple[str, int], tuple[Any, ...]] = {}
        """Steps that are taken now and not recorded; a step limit for the whole run cuts such steps at its end."""

    def add_run(self, run: Run) -> None:
        """The run is there already."""

    def reopen_run(self, run_id: str) -> None:
        """The run is there already."""

    def add_rows(self, run_id: str, rows: Rows) -> None:
        """Compare what ended in an hour; what is the same is done with."""
        for row in rows.steps:
            key = row[1], row[2]
            recorded = self._steps.pop(key, None)
            if recorded is None:
                self._more[key] = row
            else:
                _compare_step(recorded, row)
        for values in rows.failures:
            failure = Failure(**values)
            before = self._failures.pop(failure.number, None)
            now = _failure_text(failure)
            told = _failure_text(before) if before is not None else "no failure"
            if now != told:
                raise ReplayDifferenceError(f"failure {failure.number}: {_two(now, told)}")
        for call in rows.calls:
            self._compare_call(call)

    def _compare_call(self, call: Call) -> None:
        recorded = self._calls.pop(call.key, None)
        if recorded is None:  # of the steps that were followed
            return
        if recorded.trouble != call.trouble:
            now, before = (c.trouble.value if c.trouble else "used" for c in (call, recorded))
            raise ReplayDifferenceError(f"{_where_asked(call)}: the answer: {_two(now, before)}")

    def keep_call(self, run_id: str, call: Call) -> None:
        """Calls come with their steps."""

    def add_audits(self, run_id: str, audits: Sequence[DriverAudit]) -> None:
        """Audits stand in the run's result, which is compared at its end."""

    def cut_steps(self, run_id: str, kept: Mapping[str, int]) -> None:
        """Forget the steps that a step limit cuts."""
        self._more = {key: row for key, row in self._more.items() if key[1] <= kept[key[0]]}

    def end_run(self, run_id: str, ended: Ended) -> None:
        """Compare how the run ended, and see that nothing is left over."""
        totals = ended.totals
        if totals is None:  # it broke off, and why is told already
            return
        for driver, step in sorted(self._more):
            raise ReplayDifferenceError(f"step {step} of driver {driver} is taken now, and is not in the record")
        for driver, step in self._steps:
            raise ReplayDifferenceError(f"step {step} of driver {driver} is in the record, and is not taken now")
        for number in sorted(self._failures):
            text = _failure_text(self._failures[number])
            raise ReplayDifferenceError(f"failure {number}: {_two('no failure', text)}")
        for call in sorted(self._calls.values(), key=lambda call: call.key):
            raise ReplayDifferenceError(f"{_where_asked(call)}: a recorded question is not asked now")
        recorded = self._run.totals or {}
        for name in recorded.keys() - MEASURED:
            if recorded[name] != totals.get(name):
                raise ReplayDifferenceError(f"the run's {name}: {_two(totals.get(name), recorded[name])}")


def _where_asked(call: Call) -> str:
    request = call.request
    return f"step {request.step} of driver {request.driver}, agent {request.agent}"


def _compare_step(recorded: tuple[Any, ...], now: tuple[Any, ...]) -> None:
    """Raise ReplayDifferenceError at the first thing that differs: what agents saw and said, then what came of it."""
    where = f"step {now[2]} of driver {now[1]}"
    if recorded[_AT["detail"]] != now[_AT["detail"]]:
        raise ReplayDifferenceError(f"{where}, {_detail_difference(recorded, now)}")
    for name, before, value in zip(STEP_COLUMNS[1:], recorded[1:], now[1:], strict=True):
        if isinstance(value, float) and value != value:
            value = None  # as a database keeps it
        if before != value:
            raise ReplayDifferenceError(f"{where}, the world: {name}: {_two(value, before)}")


def _detail_difference(recorded: tuple[Any, ...], now: tuple[Any, ...]) -> str:
    """Agent and first differing line of two steps whose details differ."""
    before, after = orjson.loads(recorded[_AT["detail"]]), orjson.loads(now[_AT["detail"]])
    for agent in AGENTS:
        for verb, lines_of in (("saw", saw_lines), ("said", said_lines)):
            old, new = lines_of(before, agent), lines_of(after, agent)
            if old != new:
                at = next((i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
                at = min(len(old), len(new)) if at is None else at
                line = _two(*(lines[at] if at < len(lines) else "nothing" for lines in (new, old)))
                return f"agent {agent}, what it {verb}, line {at + 1}: {line}"
    for agent in AGENTS:
        for verb in ("saw", "said"):
            old, new = (detail.get(verb, {}).get(agent) for detail in (before, after))
            if old != new:
                return f"agent {agent}, what it {verb}: {_two(new, old)}"
    return f"its detail: {_two(after, before)}"


def _two(now: object, recorded: object) -> str:
    return f"now {_shown(now)}, recorded {_shown(recorded)}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _failure_text(failure: Failure) -> str:
    return f"driver {failure.driver_id}, minute {failure.minute}: {failure.error}"
