"""A run that learns from those before it: given their lessons, and afterwards crediting them and writing new ones.

What following the lessons brought is the run's net income less that of the same seed without them, which is run again
for it; the drivers' agents know nothing of this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dispatch.engine import Engine
from dispatch.lessons.store import credit, lessons_of, retire_idle, topic_of, write_lessons
from dispatch.lessons.taught import episodes_of, taught_by
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from memory.longterm.judging import RuleWriter
from memory.longterm.records import world_minute
from memory.longterm.store import LongTermStore
from memory.longterm.writing import Offer, write
from memory.settings import MemorySettings
from scenarios.records import Scenario


@dataclass(frozen=True, slots=True)
class Learned:
    """What a run did with its lessons."""

    shown: int
    gain_yuan: float | None
    """Over the same seed without lessons; None where none was shown."""
    written: int
    retired: int
    episodes: int

    def sentence(self) -> str:
        """One line for who started the run."""
        gain = "" if self.gain_yuan is None else f", {self.gain_yuan:+,.2f} yuan against the same seed without them"
        return (
            f"Lessons: {self.shown} shown{gain}; {self.written} candidates written, {self.retired} retired, "
            f"{self.episodes} episodes kept."
        )


def with_lessons(store: LongTermStore, scenario: Scenario, settings: RunSettings) -> RunSettings:
    """The settings with the live lessons of this market, at most five an agent."""
    return _given(settings, lessons=lessons_of(store, topic_of(scenario)))


def learn(
    store: LongTermStore,
    scenario: Scenario,
    settings: RunSettings,
    engine: Engine,
    result: RunResult,
    again: Callable[[RunSettings], RunResult],
) -> Learned:
    """Credit the lessons that a finished run followed, retire idle ones, and keep what it taught and what happened.

    `again` runs the same scenario under other settings.
    """
    shown = settings.memory.lessons
    now_min = world_minute(scenario.start, scenario.horizon_min)
    gain = None
    if shown:
        without = again(_given(settings, lessons=()))
        gain = round(result.total.net_yuan - without.total.net_yuan, 2)
        credit(store, [lesson.id for lesson in shown], gain)
    retired = retire_idle(store, topic_of(scenario), now_min)
    run = result.run or result.digest.removeprefix("sha256:")[:8]
    written = write_lessons(store, scenario, taught_by(engine, shown), run)
    kept = write(store, RuleWriter(), [Offer(draft) for draft in episodes_of(engine, run)])
    return Learned(
        shown=len(shown),
        gain_yuan=gain,
        written=len(written),
        retired=len(retired),
        episodes=sum(receipt.status == "stored" for receipt in kept),
    )


def _given(settings: RunSettings, **memory: object) -> RunSettings:
    """The settings with some of the memory's changed, checked anew."""
    changed = MemorySettings.model_validate(settings.memory.model_dump() | memory)
    return settings.model_copy(update={"memory": changed})
