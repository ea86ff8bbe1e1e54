"""What agents say to each other and to the world: frozen records, each with the fact ids it relied on."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from agents.rule.obligations import Weighed
from memory.observed import Action
from memory.offers import Offers


@dataclass(frozen=True, slots=True)
class LookAt:
    """One list to ask for: the loads nearest to a point."""

    lat: float
    lng: float
    k: int | None = None
    """List length; None: the platform's default."""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Where to look this step, in order; no points: decide on what memory holds."""

    points: tuple[LookAt, ...] = ()
    why: str = ""
    fact_ids: tuple[int, ...] = ()
    blind_scan_min: int = 0
    """Minutes of reading that are known to have happened without the lists themselves (replayed logs)."""


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """Loads that the analyst weighed, as columns of shape (n,), valid at one minute and place.

    Only feasible loads are kept: still listed as far as the driver knows, and reachable in the loading window.
    """

    minute: int
    offers: Offers
    pickup_km: NDArray[np.float64]
    arrive_min: NDArray[np.int32]
    finish_min: NDArray[np.int32]
    net_fen: NDArray[np.float64]
    """Price less the cost of pickup and haul kilometres."""
    value_fen: NDArray[np.float64]
    """Estimated worth of standing at the drop at the finish minute, relative to an average place and hour."""
    fact_ids: NDArray[np.int64]
    """The fact behind each load: its latest sighting."""
    seen: int = 0
    """Loads looked at, feasible or not."""

    def __len__(self) -> int:
        return len(self.offers)

    @property
    def minutes(self) -> NDArray[np.int32]:
        """Minutes from now until each load is delivered, at least 1."""
        spent: NDArray[np.int32] = np.maximum(self.finish_min - np.int32(self.minute), np.int32(1))
        return spent


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """What the driver's preferences say of each option and of doing nothing, as fen of expected penalty."""

    option_fen: NDArray[np.float64]
    """Shape (n,), one for each option."""
    wait_fen: float = 0.0
    due: tuple[str, ...] = ()
    """Obligations that are due now, in words."""
    fact_ids: tuple[int, ...] = ()
    wishes: Weighed | None = None
    """The same for whoever reckons with it; None: the driver wishes nothing, or the words were not reckoned with."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The step's action, a short plan for the next ones, and what it rests on."""

    action: Action
    why: str = ""
    plan: str = ""
    fact_ids: tuple[int, ...] = ()
    score: float = 0.0
    """The winner's score in the decision's own unit (fen above waiting)."""
    alternatives: tuple[tuple[int, float], ...] = field(default=())
    """Best other loads with their scores."""
