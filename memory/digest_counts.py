"""What the writing of digests came to in a run: how much was written, what of it stood, and what it cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from memory.writer import Written


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


@dataclass(slots=True)
class DigestCounts:
    """Sums while a run goes on."""

    made: int = 0
    written: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    fallbacks: int = 0
    calls: int = 0
    tokens: int = 0
    """Tokens of those calls."""

    def add(self, answer: Written, dropped: dict[str, int], *, fell_back: bool) -> None:
        """Count one digest, and what the gate dropped of it."""
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
        )
