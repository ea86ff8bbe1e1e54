"""The order of an answer: score = semantic + recency + importance, each weighed, without near-duplicates.

A pure function of candidates and settings. Scores are rounded to six decimals before they are compared, so that
databases and processors that differ in the last place of a product rank alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from memory.longterm.records import Parts
from memory.longterm.settings import LongTermSettings
from memory.longterm.text import repeats
from scenarios.clock import MINUTES_PER_DAY

DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """What ranking needs of an item."""

    id: int
    similarity: float
    """Of its text to the question, 0 to 1."""
    importance: float
    world_min: int
    text: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score."""

    candidate: Candidate
    score: float
    semantic: float
    recency: float
    importance: float
    """The score's parts, each already weighed."""
    age_days: float

    @property
    def parts(self) -> Parts:
        """The same as a record."""
        return Parts(semantic=self.semantic, recency=self.recency, importance=self.importance)


def rank(
    candidates: Sequence[Candidate], now_min: int, settings: LongTermSettings
) -> tuple[list[Ranked], list[Candidate]]:
    """The candidates in order, best first, and those left out as near-duplicates of a more important one.

    Ties: the later world time first, then the lower id.
    """
    ranked = sorted((scored(c, now_min, settings) for c in candidates), key=_order)
    kept, duplicates = _without_duplicates(ranked, settings.duplicate_jaccard)
    return kept, duplicates


def scored(candidate: Candidate, now_min: int, settings: LongTermSettings) -> Ranked:
    """One candidate's score and its parts; what has not happened yet has age 0."""
    age_days = max(0, now_min - candidate.world_min) / MINUTES_PER_DAY
    semantic = round(settings.weight_semantic * candidate.similarity, DECIMALS)
    recency = round(settings.weight_recency * exp(-settings.decay_per_day * age_days), DECIMALS)
    importance = round(settings.weight_importance * candidate.importance, DECIMALS)
    score = round(semantic + recency + importance, DECIMALS)
    return Ranked(candidate, score, semantic, recency, importance, round(age_days, 4))


def _order(r: Ranked) -> tuple[float, int, int]:
    return (-r.score, -r.candidate.world_min, r.candidate.id)


def _without_duplicates(ranked: Sequence[Ranked], least: float) -> tuple[list[Ranked], list[Candidate]]:
    """Of texts that say the same the most important is kept; of equals the first in order. The order stays."""
    by_importance = sorted(ranked, key=lambda r: (-r.candidate.importance, *_order(r)))
    repeated = repeats([r.candidate.text for r in by_importance], least)
    left_out = {r.candidate.id for r, again in zip(by_importance, repeated, strict=True) if again}
    return (
        [r for r in ranked if r.candidate.id not in left_out],
        [r.candidate for r in ranked if r.candidate.id in left_out],
    )
