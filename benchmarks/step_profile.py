"""Where a step's time goes: CPU microseconds of each seat around the loop.

    python benchmarks/step_profile.py [--live 20000] [--drivers 1000] [--hours 6]

Rule agents, memory `rule`, a shared pool, records on, in a market that is in full swing at the first minute. Each part
is timed by a clock of the thread around it, less the parts inside it; that clock itself adds a microsecond a call. What
is left is the loop's own: its queue, its log, and the clocks.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from _busy import busy_scenario, run_hours

from agents.rule.analyst import RuleAnalyst
from agents.rule.decision import RuleDecision
from agents.rule.preference import RulePreference
from agents.rule.search import RuleSearch
from dispatch.board import Board
from dispatch.engine import Engine
from dispatch.measures.meter import Meter
from dispatch.record.recorder import RunRecorder
from dispatch.world import World
from memory.agent import MemoryAgent

PARTS: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("the views of memory", MemoryAgent, ("views",)),
    ("learning from lists and outcomes", MemoryAgent, ("observe",)),
    ("agent: search", RuleSearch, ("search",)),
    ("agent: analyst", RuleAnalyst, ("analyse",)),
    ("agent: preference", RulePreference, ("assess",)),
    ("agent: decision", RuleDecision, ("decide",)),
    ("kernel: the nearest loads", Board, ("nearest",)),
    ("the board: loads come and go", Board, ("advance", "remove")),
    ("the world: lists and actions", World, ("query", "observe", "apply")),
    ("the record", RunRecorder, ("trace", "facts", "step", "hour")),
    ("the meter of waste", Meter, ("searched", "is_dead", "acted")),
    ("the loop", Engine, ("run",)),
)


class Clocks:
    """Seconds and calls by part, each part without those inside it."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self._inside = [0.0]

    def put_around(self, part: str, owner: Any, method: str) -> None:
        """Time every call of a method from now on."""
        inner: Callable[..., Any] = getattr(owner, method)

        def timed(*given: Any, **named: Any) -> Any:
            self._inside.append(0.0)
            begin = time.thread_time()
            try:
                return inner(*given, **named)
            finally:
                spent = time.thread_time() - begin
                self.seconds[part] += spent - self._inside.pop()
                self.calls[part] += 1
                self._inside[-1] += spent

        setattr(owner, method, timed)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--live", type=int, default=20_000)
    parser.add_argument("--drivers", type=int, default=1_000)
    parser.add_argument("--hours", type=int, default=6)
    asked = parser.parse_args()
    scenario, clocks = busy_scenario(asked.live, asked.drivers), Clocks()
    for part, owner, methods in PARTS:
        for method in methods:
            clocks.put_around(part, owner, method)
    engine, _ = run_hours(scenario, asked.hours)
    steps, whole = len(engine.log), sum(clocks.seconds.values())
    print(f"{steps:,} steps, {int(engine.log.rows['searches'].sum()):,} lists, {1e6 * whole / steps:,.0f} us a step")
    print(f"{'':36} {'us a step':>9} {'share':>6} {'calls a step':>12}")
    for part, seconds in sorted(clocks.seconds.items(), key=lambda found: -found[1]):
        print(f"{part:36} {1e6 * seconds / steps:>9,.0f} {seconds / whole:>6.1%} {clocks.calls[part] / steps:>12.2f}")


if __name__ == "__main__":
    main()
