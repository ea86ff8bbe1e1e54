"""Skill evolution: runs teach lessons, lessons are tried on the training seeds, and what does not help is retired.

Each generation takes what its training runs taught, tries candidates one at a time against the lessons kept so far on
the same training seeds, keeps those that help, and tries one kept lesson by leaving it out. Held-out seeds are never
used for writing or choosing: on them each generation is compared with the first, which had no lessons.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from dispatch.compare.bootstrap import bootstrap_interval
from dispatch.lessons.candidates import Direction, candidates, with_rule
from dispatch.lessons.records import Evolution, Generation
from dispatch.lessons.store import credit, retire, topic_of, write_lessons
from dispatch.lessons.taught import taught_by
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.workers import Failed, do_each
from memory.lessons import Lesson, rule_text
from memory.longterm.records import LessonRule, world_minute
from memory.longterm.store import LongTermStore
from memory.settings import MemorySettings
from scenarios.records import Scenario

BAR_PERCENT = 3.0
"""By so much the last generation is to be above the first on held-out seeds."""
TRIALS = 4
"""Candidates that a generation tries."""


class EvolveError(RuntimeError):
    """A run of the evolution broke off; said in one sentence."""


@dataclass(frozen=True, slots=True)
class _Ran:
    """One finished run: what it earned, and what it taught."""

    net_yuan: float
    taught: tuple[LessonRule, ...]


def evolve(
    store: LongTermStore,
    settings: RunSettings,
    *,
    generations: int,
    seeds: Sequence[int],
    held_out: Sequence[int],
    jobs: int = 1,
    on_done: Callable[[int], None] = lambda _: None,
) -> Evolution:
    """Let lessons evolve over some generations; they and their scores stay in the store.

    `settings` are those of every run but for its seed and lessons. `on_done` is told how many runs are done. Raises
    ScenarioError for a scenario that cannot be opened, and EvolveError when a run breaks off.
    """
    began = time.perf_counter()
    scenario = settings.model_copy(update={"seed": seeds[0]}).opened()
    runs = _Runs(settings, jobs, on_done)
    trials = _Trials(store, scenario, runs, seeds)
    first = [run.net_yuan for run in runs.of([], held_out)]
    found = [_generation(0, [], [], [], first, first)]
    for number in range(1, generations + 1):
        tried = trials.try_candidates(f"generation {number}")
        retired = trials.try_without_the_weakest()
        nets = [run.net_yuan for run in runs.of(trials.kept, held_out)]
        found.append(_generation(number, trials.kept, tried, retired, nets, first))
    last = found[-1]
    return Evolution(
        scenario=scenario.name,
        rules=topic_of(scenario).removeprefix(f"{scenario.name} "),
        seeds=list(seeds),
        held_out=list(held_out),
        generations=found,
        bar_percent=BAR_PERCENT,
        reached=last.gain_percent >= BAR_PERCENT and last.gain_ci95 is not None and last.gain_ci95[0] > 0,
        wall_s=round(time.perf_counter() - began, 3),
    )


class _Trials:
    """The lessons kept so far, tried and changed on the training seeds; each change is written to the store."""

    def __init__(self, store: LongTermStore, scenario: Scenario, runs: _Runs, seeds: Sequence[int]) -> None:
        self.kept: list[Lesson] = []
        self._store = store
        self._scenario = scenario
        self._now_min = world_minute(scenario.start, scenario.horizon_min)
        self._runs = runs
        self._seeds = seeds
        self._seen: set[Direction] = set()

    def try_candidates(self, where: str) -> list[str]:
        """Try what the training runs taught, one rule at a time, and keep what helps; a line for each one tried."""
        tried = []
        taught = [run.taught for run in self._runs.of(self.kept, self._seeds)]
        for new_rule in candidates(taught, self._seen)[:TRIALS]:
            self._seen.add(new_rule.direction)
            # Written first: a lesson that the store knows is tried as it stands there, since its score is of that.
            lesson_id = write_lessons(self._store, self._scenario, [new_rule], where).get(new_rule, 0)
            rule = (self._store.item(lesson_id).rule if lesson_id else None) or new_rule
            trial = with_rule(self.kept, rule)
            gains = self._gains(trial, self.kept)
            tried.append(f"{rule.agent}: {rule_text(rule)}: {mean(gains):+.2f}")
            credit(self._store, [lesson_id], mean(gains))
            if _helps(gains):
                replaced = [lesson.id for lesson in self.kept if lesson not in trial]
                self._retire([replaced_id for replaced_id in replaced if replaced_id != lesson_id])
                new = Lesson(id=lesson_id, rule=rule, score=round(mean(gains), 2))
                self.kept = [lesson if lesson.id else new for lesson in trial]
            else:
                self._retire([lesson_id])
        return tried

    def try_without_the_weakest(self) -> list[str]:
        """Leave out the kept lesson of the lowest score, for good if that costs nothing; what was retired, in words."""
        if not self.kept:
            return []
        weakest = min(self.kept, key=lambda lesson: (lesson.score, -lesson.id))
        rest = [lesson for lesson in self.kept if lesson is not weakest]
        gains = self._gains(self.kept, rest)
        credit(self._store, [weakest.id], mean(gains))
        if mean(gains) > 0:
            return []
        self._retire([weakest.id])
        self.kept = rest
        return [rule_text(weakest.rule)]

    def _gains(self, lessons: Sequence[Lesson], without: Sequence[Lesson]) -> list[float]:
        """What each training seed earns more with the one than with the other, in yuan."""
        pairs = zip(self._runs.of(lessons, self._seeds), self._runs.of(without, self._seeds), strict=True)
        return [a.net_yuan - b.net_yuan for a, b in pairs]

    def _retire(self, ids: Sequence[int]) -> None:
        retire(self._store, ids, self._now_min)


class _Runs:
    """Runs by lessons and seed, each done once: the same settings give the same run."""

    def __init__(self, settings: RunSettings, jobs: int, on_done: Callable[[int], None]) -> None:
        self._settings = settings
        self._jobs = jobs
        self._on_done = on_done
        self._known: dict[tuple[tuple[LessonRule, ...], int], _Ran] = {}

    def of(self, lessons: Sequence[Lesson], seeds: Sequence[int]) -> list[_Ran]:
        """A run of each seed with these lessons. Raises EvolveError."""
        key = tuple(lesson.rule for lesson in lessons)
        new = [seed for seed in seeds if (key, seed) not in self._known]
        # Ids and scores must not decide anything that the rules do not: a run depends on its lessons' rules alone.
        given = tuple(Lesson(id=place, rule=rule) for place, rule in enumerate(key, start=1))
        memory = MemorySettings.model_validate(self._settings.memory.model_dump() | {"lessons": given})
        asked = [self._settings.model_copy(update={"seed": seed, "memory": memory}) for seed in new]
        done = len(self._known)
        for seed, ran in zip(
            new, do_each(_run, asked, self._jobs, on_done=lambda n: self._on_done(done + n)), strict=True
        ):
            if isinstance(ran, Failed):
                raise EvolveError(f"evolve: the run of seed {seed} broke off ({ran.why}); run that seed by itself.")
            self._known[key, seed] = ran
        return [self._known[key, seed] for seed in seeds]


def _run(settings: RunSettings) -> _Ran:
    """One run, from opening the scenario on."""
    scenario = settings.opened()
    engine, result = simulate(scenario, settings)
    return _Ran(result.total.net_yuan, tuple(taught_by(engine, settings.memory.lessons)))


def _helps(gains: Sequence[float]) -> bool:
    """Whether the mean gain is above its own standard error: less would be kept by luck in every third case."""
    error = stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else 0.0
    return mean(gains) > max(error, 0.0)


def _generation(
    number: int, kept: Sequence[Lesson], tried: list[str], retired: list[str], nets: list[float], first: list[float]
) -> Generation:
    gains = [a - b for a, b in zip(nets, first, strict=True)]
    interval = bootstrap_interval(gains)
    size = abs(mean(first)) or 1.0
    ends = None if interval is None else (round(interval.low, 2), round(interval.high, 2))
    return Generation(
        generation=number,
        lessons=[f"{x.rule.agent}: {rule_text(x.rule)}" for x in kept],
        tried=tried,
        retired=retired,
        net_yuan=round(mean(nets), 2),
        net_by_seed=nets,
        gain_yuan=round(mean(gains), 2),
        gain_ci95=ends,
        gain_percent=round(100 * mean(gains) / size, 2),
        gain_percent_ci95=None if ends is None else (round(100 * ends[0] / size, 2), round(100 * ends[1] / size, 2)),
    )
