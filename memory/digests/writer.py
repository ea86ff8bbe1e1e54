"""Who writes a digest's bullets: the seam between memory, which knows when and of what, and whoever finds the words.

Memory hands a writer one `DigestTask` when a store has passed its threshold at the end of a driver's step, goes on with
what exists, and takes the answer up at the end of that driver's next step; the views of the step after that are the
first to show it. So a writer has a whole step of the driver to work in beside the run, and what it wrote takes effect
at the same point however long it took. No model is known here, and no writer is trusted: `memory.digests.gate` judges
its bullets, and where none holds the deterministic ones (`memory.digests.bullets`) take their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from memory.digests.digest import Bullet, Shown
from memory.fact_text import fact_text
from memory.settings import StoreName


@dataclass(frozen=True, slots=True)
class DigestTask:
    """Facts of one store that are to become at most five bullets. Frozen, and shared with nobody who changes it."""

    store: StoreName
    """market: for the search agent's view; cargo: for the analyst's; driver: for the decision's."""
    driver: int
    number: int
    """Counts this driver's digests of this store from 0."""
    minute: int
    """World minute at which the threshold was passed."""
    through: int
    """Highest fact id that the digest covers."""
    shown: Shown
    """The facts by id, ascending: those since the last digest, and before them those that its bullets cited."""
    plans: Mapping[int, str]
    """Texts of the PLAN facts among them, empty for a plan that was dropped."""
    previous: tuple[Bullet, ...]
    """The bullets of the last digest, which the new ones replace."""
    best: tuple[int, ...]
    """What the store ranks highest, best first. `market`: cells worth searching; `cargo`: loads still to be had."""
    low_yield_fen: int
    """A list whose best load nets less is not worth reading."""
    steps: int = 0
    """Steps of the driver so far: so many views of the store were made."""

    def lines(self) -> list[tuple[int, str]]:
        """Each fact's id, and the fact in a line of plain words, its minute first. Bullets cite these ids."""
        lines = []
        for fact_id, fact in self.shown.items():
            load = str(fact.load) if fact.load >= 0 else ""
            lines.append((fact_id, f"{fact.minute} {fact_text(fact, load, self.plans.get(fact_id, ''))}"))
        return lines


@dataclass(frozen=True, slots=True)
class Written:
    """What a writer made of a task."""

    bullets: tuple[Bullet, ...] = ()
    """None: nothing could be written."""
    calls: int = 0
    """Model calls that were made for it, those that failed included."""
    tokens: int = 0
    """Tokens of those calls, prompt and completion: the compression's bill."""


class Writing(Protocol):
    """A digest in the making, such as a `concurrent.futures.Future`."""

    def result(self) -> Written:
        """What was written; waits for it. Called once. What a model does wrong is no error, but fewer bullets."""
        ...


class BulletWriter(Protocol):
    """Writes bullets for the drivers of one run."""

    def start(self, task: DigestTask) -> Writing | None:
        """Begin to write, here or in the background; None leaves this digest to the deterministic bullets.

        For one task the bullets must be the same whatever else goes on, or a run cannot be repeated.
        """
        ...
