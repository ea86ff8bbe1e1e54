"""What may be set of the long-term store. Frozen; the defaults are the design's."""

from __future__ import annotations

from pydantic import Field

from memory.longterm.records import Record


class LongTermSettings(Record):
    """Weights, bounds and ages. Ages are counted on the world's clock."""

    weight_semantic: float = Field(0.5, ge=0)
    weight_recency: float = Field(0.3, ge=0)
    weight_importance: float = Field(0.2, ge=0)
    decay_per_day: float = Field(0.1, ge=0)
    """Recency is exp(-decay x days)."""
    candidates: int = Field(50, ge=1, le=1_000)
    """Nearest items that are ranked at all."""
    duplicate_jaccard: float = Field(0.85, gt=0, le=1)
    """From here on two texts say the same (character n-grams)."""

    least_importance: float = Field(0.6, ge=0, le=1)
    """What a writer finds less important is not kept."""

    archive_after_days: int = Field(90, ge=0)
    archive_below_importance: float = Field(0.5, ge=0, le=1)
    """Episodic items older than that and less important than this are put away."""
    most_live: int = Field(10_000, ge=1)
    """Live items of a layer; at that number the lowest-scored are put away."""
    overflow_share: float = Field(0.1, gt=0, le=1)
    purge_after_days: int = Field(365, ge=0)
    """Only what was put away longer ago can be purged."""

    consolidate_from: int = Field(5, ge=2)
    """Live episodic items of one topic that are made into one semantic item."""
    consolidate_most: int = Field(20, ge=2)
    """Items that one semantic item may stand for."""
