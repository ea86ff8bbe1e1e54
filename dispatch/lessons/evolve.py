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

from pydantic import BaseModel, ConfigDict

from dispatch.compare.bootstrap import bootstrap_interval
from dispatch.lessons.store import credit, retire, topic_of, write_lessons
from dispatch.lessons.taught import taught_by
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.workers import Failed, do_each
from memory.lessons import ADVICE, Lesson, rule_text
from memory.longterm.records import LessonRule, world_minute
from memory.longterm.store import LongTermStore
from memory.settings import MemorySettings

BAR_PERCENT = 3.0
"""By so much the last generation is to be above the first on held-out seeds."""
TRIALS = 4
"""Candidates that a generation tries."""


class Generation(BaseModel):
    """One generation: what it tried on the training seeds, and how it did on the others."""

    model_config = ConfigDict(frozen=True)

    generation: int
    lessons: list[str]
    """Those that its held-out runs followed."""
    tried: list[str]
    """What was tried on the training seeds, with the yuan a run that it brought there."""
    retired: list[str]
    net_yuan: float
    """Mean over the held-out seeds."""
    net_by_seed: list[float]
    gain_yuan: float
    """Over generation 0 on the same seeds; mean, and its 95 % interval by paired bootstrap."""
    gain_ci95: tuple[float, float] | None
    gain_percent: float
    gain_percent_ci95: tuple[float, float] | None


class Evolution(BaseModel):
    """What `dispatch evolve --json` prints."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    rules: str
    seeds: list[int]
    held_out: list[int]
    generations: list[Generation]
    bar_percent: float
    reached: bool
    """Whether the last generation is that much above the first, with an interval above zero."""
    wall_s: float


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
    now_min = world_minute(scenario.start, scenario.horizon_min)
    runs = _Runs(settings, jobs, on_done)
    kept: list[Lesson] = []
    seen: set[tuple[LessonRule, bool]] = set()
    first = [run.net_yuan for run in runs.of(kept, held_out)]
    found = [_generation(0, kept, [], [], first, first)]
    for number in range(1, generations + 1):
        training = runs.of(kept, seeds)
        tried, gone = [], []
        for candidate in _candidates(training, seen)[:TRIALS]:
            seen.add(_direction(candidate))
            trial = _with(kept, candidate)
            gains = _gains(runs.of(trial, seeds), runs.of(kept, seeds))
            tried.append(f"{candidate.agent}: {rule_text(candidate)}: {mean(gains):+.2f}")
            ids = write_lessons(store, scenario, [candidate], f"generation {number}")
            lesson_id = ids.get(candidate, 0)
            credit(store, [lesson_id], mean(gains))
            if _helps(gains):
                replaced = [x for x in kept if x not in trial]
                retire(store, [x.id for x in replaced if x.id != lesson_id], now_min)
                kept = [x if x.id else Lesson(id=lesson_id, rule=x.rule, score=round(mean(gains), 2)) for x in trial]
            else:
                retire(store, [lesson_id], now_min)
        if kept:
            weakest = min(kept, key=lambda x: (x.score, -x.id))
            rest = [x for x in kept if x is not weakest]
            gains = _gains(runs.of(kept, seeds), runs.of(rest, seeds))
            credit(store, [weakest.id], mean(gains))
            if mean(gains) <= 0:
                retire(store, [weakest.id], now_min)
                gone.append(rule_text(weakest.rule))
                kept = rest
        found.append(_generation(number, kept, tried, gone, [r.net_yuan for r in runs.of(kept, held_out)], first))
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


def _candidates(training: Sequence[_Ran], seen: set[tuple[LessonRule, bool]]) -> list[LessonRule]:
    """What the runs taught, one rule for each advice and place with the mean amount, what most runs taught first.

    What was tried before in that direction is left out.
    """
    amounts: dict[LessonRule, list[float]] = {}
    for run in training:
        for rule in run.taught:
            amounts.setdefault(rule.model_copy(update={"amount": 0.0}), []).append(rule.amount)
    rules = [rule.model_copy(update={"amount": _rounded(rule, mean(found))}) for rule, found in amounts.items()]
    counts = {rule.model_copy(update={"amount": 0.0}): len(found) for rule, found in amounts.items()}
    agents = list(ADVICE)
    rules = [rule for rule in rules if rule.amount and _direction(rule) not in seen]
    return sorted(
        rules,
        key=lambda r: (
            -counts[r.model_copy(update={"amount": 0.0})],
            -agents.index(r.agent),
            ADVICE[r.agent].index(r.advice),
            r.cell,
        ),
    )


def _rounded(rule: LessonRule, amount: float) -> float:
    """Shares to a hundredth, all else to whole minutes, lists and fen."""
    return round(amount, 2) if abs(amount) < 1 else float(round(amount))


def _direction(rule: LessonRule) -> tuple[LessonRule, bool]:
    """A rule whatever its amount, and whether it asks for more."""
    return rule.model_copy(update={"amount": 0.0}), rule.amount > 0


def _with(kept: Sequence[Lesson], rule: LessonRule) -> list[Lesson]:
    """The kept lessons and the candidate, which takes the place of one of the same advice and place."""
    same = rule.model_copy(update={"amount": 0.0})
    return [x for x in kept if x.rule.model_copy(update={"amount": 0.0}) != same] + [Lesson(id=0, rule=rule)]


def _gains(with_it: Sequence[_Ran], without: Sequence[_Ran]) -> list[float]:
    return [a.net_yuan - b.net_yuan for a, b in zip(with_it, without, strict=True)]


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
