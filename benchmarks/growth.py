"""Does a step get dearer as the month goes on, and does memory grow?

    python benchmarks/growth.py [--agents rule] [--memory rule]

Ten drivers, 31 days, the library's weekly market stretched to a month, recorded. Prints microseconds a step and a list,
and resident megabytes, for each day, then the last day against the second: the bar is 1.2. A step reads none to five
lists, and most of its time goes there, so single days differ by what was decided; the last week against the second
evens that out. Seconds are the process's own, so another program on the machine disturbs little.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from dispatch.record.recorder import RunRecorder
from dispatch.record.store import new_run_id, open_store
from dispatch.run import build
from dispatch.settings import RunSettings
from dispatch.steps import StepLog
from memory.settings import MemorySettings
from scenarios.open import open_scenario


def resident_mb() -> float:
    """Resident memory of this process now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(frozen=True)
class Day:
    """Counts and seconds up to the end of a day, or between two such ends."""

    steps: int
    lists: int
    seconds: float
    mb: float

    @classmethod
    def now(cls, log: StepLog) -> Day:
        return cls(len(log), int(log.rows["searches"].sum()), time.process_time(), resident_mb())

    def since(self, earlier: Day) -> Day:
        return Day(self.steps - earlier.steps, self.lists - earlier.lists, self.seconds - earlier.seconds, self.mb)

    @property
    def per_step(self) -> float:
        return 1e6 * self.seconds / max(self.steps, 1)

    @property
    def per_list(self) -> float:
        return 1e6 * self.seconds / max(self.lists, 1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--agents", default="rule")
    parser.add_argument("--memory", default="rule")
    asked = parser.parse_args()
    scenario = open_scenario("guangdong-week", seed=1, days=31, rules="tianchi-r0529")
    memory = MemorySettings(mode=asked.memory)
    settings = RunSettings(scenario="guangdong-week", seed=1, days=31, agents=asked.agents, memory=memory)
    days: list[Day] = []

    with tempfile.TemporaryDirectory() as name, open_store(str(Path(name) / "runs.db")) as store:
        recorder = RunRecorder(store, new_run_id(), scenario, settings)

        def on_hour(minute: int) -> None:
            while minute // 1440 > len(days):
                days.append(Day.now(engine.log))

        engine = build(scenario, settings, recorder=recorder, on_hour=on_hour).engine
        before = Day.now(engine.log)
        engine.run()
        if len(days) < scenario.days:
            days.append(Day.now(engine.log))
        days = days[: scenario.days]

    spent = [day.since(earlier) for earlier, day in zip([before, *days], days, strict=False)]
    print(f"{'day':>4} {'steps':>6} {'lists':>6} {'us/step':>8} {'us/list':>8} {'MB':>6}")
    for number, (day, at) in enumerate(zip(spent, days, strict=True), start=1):
        print(f"{number:>4} {day.steps:>6} {day.lists:>6} {day.per_step:>8.0f} {day.per_list:>8.0f} {at.mb:>6.0f}")
    print(f"last day against the second: {spent[-1].per_step / spent[1].per_step:.2f} a step,", end=" ")
    print(f"{spent[-1].per_list / spent[1].per_list:.2f} a list (bar 1.2)")
    early, late = days[13].since(days[6]), days[-1].since(days[-8])
    print(f"last week against the second: {late.per_step / early.per_step:.2f} a step,", end=" ")
    print(f"{late.per_list / early.per_list:.2f} a list, {days[-1].mb / days[6].mb:.2f} of the memory")


if __name__ == "__main__":
    main()
