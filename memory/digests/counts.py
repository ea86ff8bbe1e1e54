"""What the writing of digests came to in a run: how much was written, what of it stood, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from memory.digests.digest import Bullet
from memory.digests.writer import DigestTask, Written
from memory.settings import StoreName


class DigestFigures(BaseModel):
    """Counts over all drivers and stores of a run."""

    model_config = ConfigDict(frozen=True)

    made: int = 0
    """Digests, those included that came too late for a view to show them."""
    written: int = 0
    """Bullets that writers handed in."""
    kept: int = 0
    """Those of them that stood: `written` less all `dropped`."""
    dropped: dict[str, int] = {}
    """Those of them that did not, by the gate's reason."""
    fallbacks: int = 0
    """Digests of which nothing written stood, so that the deterministic one took its place."""
    calls: int = 0
    """Model calls of writers."""
    stopped: dict[str, str] = {}
    """Memory `auto`: the stores for which it gave up on a model, each with the reason."""


@dataclass(frozen=True, slots=True)
class MadeDigest:
    """One digest as it took effect, for whoever records it."""

    store: StoreName
    driver: int
    number: int
    """Counts a driver's digests of a store from 0."""
    minute: int
    """When it was asked for."""
    through: int
    """Highest fact id that it covers."""
    bullets: tuple[Bullet, ...]
    """Those that stood."""
    dropped: dict[str, int]
    """Those that did not, by the gate's reason."""
    fell_back: bool
    """Nothing written stood, and the deterministic bullets took its place."""


@dataclass(slots=True)
class DigestCounts:
    """Sums while a run goes on."""

    on_made: Callable[[MadeDigest], None] | None = None
    """To be told of each digest."""
    made: int = 0
    written: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    fallbacks: int = 0
    calls: int = 0
    tokens: int = 0
    """Tokens of those calls."""
    stopped: dict[str, str] = field(default_factory=dict)

    def add(
        self,
        task: DigestTask,
        bullets: tuple[Bullet, ...],
        answer: Written,
        dropped: dict[str, int],
        *,
        fell_back: bool,
    ) -> None:
        """Count one digest: the bullets that stood, what was handed in, and what the gate dropped of it."""
        if self.on_made is not None:
            made = MadeDigest(
                task.store, task.driver, task.number, task.minute, task.through, bullets, dropped, fell_back
            )
            self.on_made(made)
        self.made += 1
        self.written += len(answer.bullets)
        self.dropped.update(dropped)
        self.fallbacks += fell_back
        self.calls += answer.calls
        self.tokens += answer.tokens

    def figures(self) -> DigestFigures:
        """The counts so far."""
        return DigestFigures(
            made=self.made,
            written=self.written,
            kept=self.written - self.dropped.total(),
            dropped=dict(sorted(self.dropped.items())),
            fallbacks=self.fallbacks,
            calls=self.calls,
            stopped=dict(sorted(self.stopped.items())),
        )
