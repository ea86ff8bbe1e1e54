"""A driver's facts, kept where views need them: all for `full`, those since the last digest where digests are made.

A digest is asked for when a step has ended, and takes effect when the driver's next step has: the step that passes a
threshold, and the one after it, are served from what exists (see `memory.digests.writer`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memory.digests.bullets import own_bullets
from memory.digests.counts import DigestCounts
from memory.digests.digest import NO_DIGEST, Digest, digest_of
from memory.digests.gate import accept
from memory.digests.writer import BulletWriter, DigestTask, Writing, Written
from memory.facts import Fact, FactBlock, FactKind
from memory.settings import MemorySettings, StoreName

MARKET_KINDS = frozenset({FactKind.SEARCH_DONE, FactKind.CARGO_SEEN})
CARGO_KINDS = frozenset({FactKind.CARGO_SEEN, FactKind.CARGO_GONE})
ACTION_KINDS = frozenset(set(FactKind) - {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN, FactKind.CARGO_GONE})


@dataclass(slots=True)
class _Store:
    """Facts of one store since its last digest."""

    name: StoreName
    kinds: frozenset[FactKind]
    counted: frozenset[FactKind]
    threshold: int
    digest: Digest = NO_DIGEST
    since: dict[int, Fact] = field(default_factory=dict)
    plans: dict[int, str] = field(default_factory=dict)
    """Texts of the PLAN facts among `since` and among those that the digest cites."""
    count: int = 0
    asked: int = 0
    """Digests asked for so far."""
    pending: tuple[DigestTask, Writing | None] | None = None
    """The one asked for and not yet taken up; where nobody writes it the deterministic bullets are meant."""

    def take(self, block: FactBlock, facts: list[Fact]) -> None:
        for fact_id, fact in enumerate(facts, start=block.first_id):
            if fact.kind in self.kinds:
                self.since[fact_id] = fact
                self.count += fact.kind in self.counted
                if fact.kind == FactKind.PLAN:
                    self.plans[fact_id] = block.plan

    @property
    def due(self) -> bool:
        return self.count >= self.threshold and self.pending is None

    def ask(
        self, driver: int, minute: int, through: int, best: list[int], low_yield_fen: int, steps: int
    ) -> DigestTask:
        """What a digest of everything so far may cite: the facts since the last one, and those that it cited."""
        number, self.asked = self.asked, self.asked + 1
        return DigestTask(
            self.name,
            driver,
            number,
            minute,
            through,
            dict(self.digest.facts) | self.since,
            dict(self.plans),
            self.digest.bullets,
            tuple(best),
            low_yield_fen,
            steps,
        )

    def replace(self, digest: Digest) -> None:
        """Let a digest stand for the facts that it covers."""
        self.digest = digest
        self.since = {fact_id: fact for fact_id, fact in self.since.items() if fact_id > digest.through}
        self.count = sum(fact.kind in self.counted for fact in self.since.values())
        cited = dict(digest.facts)
        self.plans = {i: text for i, text in self.plans.items() if i in self.since or i in cited}


class Journal:
    """One driver's facts under the modes that need them."""

    def __init__(
        self, settings: MemorySettings, driver: int, counts: DigestCounts, writer: BulletWriter | None = None
    ) -> None:
        self._settings = settings
        self._driver = driver
        self._counts = counts
        self._writer = writer
        self.market = _Store("market", MARKET_KINDS, frozenset({FactKind.SEARCH_DONE}), settings.digest_searches)
        self.cargo = _Store("cargo", CARGO_KINDS, frozenset({FactKind.CARGO_SEEN}), settings.digest_loads)
        self.actions = _Store("driver", ACTION_KINDS, ACTION_KINDS, settings.digest_actions)
        self.blocks: list[FactBlock] = []
        self._steps = 0

    def take(self, block: FactBlock) -> None:
        """Keep a step's facts."""
        self._steps += 1
        if self._settings.mode == "full":
            self.blocks.append(block)
        if self._settings.makes_digests:
            facts = [block.fact(i) for i in range(len(block))]
            for store in (self.market, self.cargo, self.actions):
                store.take(block, facts)

    def take_up(self) -> None:
        """Let the digests that were asked for before take effect; waits for those still being written."""
        for store in (self.market, self.cargo, self.actions):
            if store.pending is not None:
                (task, writing), store.pending = store.pending, None
                store.replace(self._digest(task, writing))

    def ask_if_due(self, minute: int, through: int, best: Mapping[StoreName, Callable[[], list[int]]]) -> None:
        """Ask for a digest of every store past its threshold; `best` gives what a store ranks highest, best first."""
        for store in (self.market, self.cargo, self.actions):
            if store.due:
                best_first, low = best[store.name](), self._settings.low_yield_fen
                task = store.ask(self._driver, minute, through, best_first, low, self._steps)
                store.pending = task, None if self._writer is None else self._writer.start(task)

    def _digest(self, task: DigestTask, writing: Writing | None) -> Digest:
        """The one way from a task to a digest: what was written, through the gate, or else what is deterministic."""
        own = own_bullets(task)
        answer, fallback = (Written(own), ()) if writing is None else (writing.result(), own)
        kept, dropped, fell_back = accept(answer.bullets, fallback, task.shown)
        self._counts.add(task, kept, answer, dropped, fell_back=fell_back and writing is not None)
        return digest_of(kept, task.shown, task.minute, task.through)
