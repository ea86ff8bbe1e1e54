"""A driver's facts, kept where views need them: all for `full`, those since the last digest for `digest`.

Digests are made when a step has ended, so the step that passes a threshold is served from what exists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from memory.digest import NO_DIGEST, Digest, action_digest, cargo_digest, market_digest
from memory.facts import Fact, FactBlock, FactKind
from memory.settings import MemorySettings

MARKET_KINDS = frozenset({FactKind.SEARCH_DONE, FactKind.CARGO_SEEN})
CARGO_KINDS = frozenset({FactKind.CARGO_SEEN, FactKind.CARGO_GONE})
ACTION_KINDS = frozenset(set(FactKind) - {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN, FactKind.CARGO_GONE})


@dataclass(slots=True)
class _Store:
    """Facts of one store since its last digest."""

    kinds: frozenset[FactKind]
    counted: frozenset[FactKind]
    threshold: int
    digest: Digest = NO_DIGEST
    since: dict[int, Fact] = field(default_factory=dict)
    count: int = 0

    @classmethod
    def of(cls, kinds: frozenset[FactKind], counted: FactKind | None, threshold: int) -> _Store:
        return cls(kinds, kinds if counted is None else frozenset({counted}), threshold)

    def take(self, first_id: int, facts: list[Fact]) -> None:
        for fact_id, fact in enumerate(facts, start=first_id):
            if fact.kind in self.kinds:
                self.since[fact_id] = fact
                self.count += fact.kind in self.counted

    @property
    def due(self) -> bool:
        return self.count >= self.threshold

    def shown(self) -> dict[int, Fact]:
        """What a digest may cite: the facts since the last one, and those that it cited."""
        return dict(self.digest.facts) | self.since

    def replace(self, digest: Digest) -> None:
        self.digest, self.count = digest, 0
        self.since = {}


class Journal:
    """One driver's facts under the modes that need them."""

    def __init__(self, settings: MemorySettings) -> None:
        self._settings = settings
        self.market = _Store.of(MARKET_KINDS, FactKind.SEARCH_DONE, settings.digest_searches)
        self.cargo = _Store.of(CARGO_KINDS, FactKind.CARGO_SEEN, settings.digest_loads)
        self.actions = _Store.of(ACTION_KINDS, None, settings.digest_actions)
        self.blocks: list[FactBlock] = []
        self.digests_made = 0

    def take(self, block: FactBlock) -> None:
        """Keep a step's facts."""
        if self._settings.mode == "full":
            self.blocks.append(block)
        if self._settings.mode == "digest":
            facts = [block.fact(i) for i in range(len(block))]
            for store in (self.market, self.cargo, self.actions):
                store.take(block.first_id, facts)

    def digest_if_due(self, minute: int, through: int, best_loads: Callable[[], list[int]]) -> None:
        """Fold the facts of every store past its threshold; `best_loads` gives loads still to be had, best first."""
        if self.market.due:
            low = self._settings.low_yield_fen
            self.market.replace(market_digest(self.market.shown(), minute, through, low))
            self.digests_made += 1
        if self.cargo.due:
            self.cargo.replace(cargo_digest(self.cargo.shown(), minute, through, best_loads()))
            self.digests_made += 1
        if self.actions.due:
            self.actions.replace(action_digest(self.actions.shown(), minute, through))
            self.digests_made += 1
