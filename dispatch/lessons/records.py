"""What an evolution of lessons comes to, generation by generation. It counts nothing."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


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
