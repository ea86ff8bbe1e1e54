"""What a comparison comes to: each arm's figures by seed, their means, and paired differences. It counts nothing."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from dispatch.compare.metrics import PairedDifference
from dispatch.measures.accounts import Figures
from dispatch.measures.memory_use import UseFigures
from dispatch.models.use import ModelUseFigures
from memory.digests.counts import DigestFigures


class SeedFigures(Figures):
    """One arm's run of one seed: its totals, and what a comparison of memories asks beyond them."""

    seed: int
    deadhead_share: float | None
    """Pickup and reposition kilometres over all kilometres; None for a run that drove none."""
    idle_share: float | None
    """Minutes of waiting, windows included, over all minutes; None for a run that took none."""
    tokens_per_step: float | None
    """Tokens of the four views and of compression over steps, the full bill; None while they are not counted."""
    compressor_tokens: int
    digests: DigestFigures
    memory_use: UseFigures
    model_use: ModelUseFigures
    tokens: dict[str, Any]
    """As `dispatch run` gives them."""
    calls: dict[str, Any]
    digest: str
    """SHA-256 over the run's steps, that of `dispatch run` with the same settings."""
    market: str
    """SHA-256 over all that the world was made from; equal in all arms."""
    wall_s: float
    """Seconds of simulation, memory's use being watched; measured, so two comparisons of the same differ in it."""


class ArmResult(BaseModel):
    """One arm's runs by seed, in the order asked for, without those that failed."""

    model_config = ConfigDict(frozen=True)

    name: str
    settings: dict[str, Any]
    per_seed: list[SeedFigures]
    mean: dict[str, Any]
    """The mean over the seeds of every number in `per_seed`, nested as there."""
    net_sd_yuan: float | None
    """Standard deviation of net income between seeds; None for fewer than two."""


class Trouble(BaseModel):
    """What went wrong in one arm's run of one seed."""

    model_config = ConfigDict(frozen=True)

    arm: str
    seed: int
    why: str


class Comparison(BaseModel):
    """What `dispatch compare --json` prints."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    rules: str
    days: int
    drivers: int
    seeds: list[int]
    arms: list[ArmResult]
    """In the order in which they were named, whoever won."""
    pairs: list[PairedDifference]
    failed: list[Trouble]
    """Runs that broke off; they are in no mean and no pair."""
    agent_failures: list[Trouble]
    """Runs that went to their end with steps whose agents failed."""
    wall_s: float
