"""What a course of action costs by a driver's wishes: hard ones apart, which are never traded, and all in fen.

An expected penalty is that of what the course surely breaks, in it or by what it makes impossible, less what a cap
takes off. It chooses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from memory.wishes.areas import stays_wrong
from memory.wishes.broken import NO_KEY, Purse, broken, cap_left, purse
from memory.wishes.busy import OnOffer
from memory.wishes.courses import Courses, Floats
from memory.wishes.months import (
    SPARE_DAYS,
    days_off_in_hand,
    falls_behind,
    leaves_promised,
    region_days_in_hand,
    visits_in_hand,
)
from memory.wishes.needs import busy_with, prepare
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    DaysOff,
    LongestHaul,
    LongestPickup,
    MustTake,
    RegionDays,
    Visits,
)
from scenarios.preferences.standing import Standing

UNPRICED_FEN = 100.0
"""What a breach of a hard wish weighs beside its price, so that one without a price, or past its cap, still weighs."""


FIXED = (Category, LongestHaul, LongestPickup, AreaRule)


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """For each course, shape (n,)."""

    fen: Floats
    """Expected penalty of all wishes."""
    hard: Floats
    """How badly hard wishes are broken: their penalty, and a little for each breach. What is least is taken."""
    fixed: Floats
    """Breaches of hard wishes by what an order carries, where and how far, whenever it is taken."""
    lasting_fen: Floats
    """Penalty of soft wishes about the same, before any cap."""
    broken: dict[int, Floats]
    """By number of the wish, the breaches in its own unit; only wishes that some course breaks."""


@dataclass(frozen=True, slots=True, eq=False)
class Pricing:
    """A driver's wishes in force, and how far each is kept."""

    wishes: Sequence[Standing]
    progress: Sequence[Progress]
    on_offer: Mapping[int, OnOffer] = field(default_factory=dict)
    """Promised loads that can be taken now, by their rows."""

    def price(self, courses: Courses) -> Prices:
        """What each course costs."""
        n = len(courses)
        prepare(self.wishes, courses)
        by_purse: defaultdict[Purse, Floats] = defaultdict(lambda: np.zeros(n))
        hard_purse: defaultdict[Purse, Floats] = defaultdict(lambda: np.zeros(n))
        nominal, fixed, lasting = np.zeros(n), np.zeros(n), np.zeros(n)
        units: dict[int, Floats] = {}
        busy = busy_with(self.wishes, self.progress, courses, self.on_offer)
        for standing, progress in zip(self.wishes, self.progress, strict=True):
            wish = standing.constraint
            if isinstance(wish, Visits) and wish.hard:
                # Fewer days in hand weigh as a breach without a price: no other hard wish is broken for them.
                nominal += UNPRICED_FEN * visits_in_hand(standing, progress, courses, busy, SPARE_DAYS)
            elif isinstance(wish, CategoryQuota) and wish.hard:
                nominal += UNPRICED_FEN * falls_behind(standing, progress, courses)
            elif isinstance(wish, AreaRule) and wish.hard:
                nominal += UNPRICED_FEN * stays_wrong(standing, courses)
            elif isinstance(wish, RegionDays) and wish.hard:
                nominal += UNPRICED_FEN * region_days_in_hand(standing, progress, courses, busy, SPARE_DAYS)
            elif isinstance(wish, DaysOff) and wish.hard:
                nominal += UNPRICED_FEN * days_off_in_hand(standing, progress, courses, busy, SPARE_DAYS)
            elif isinstance(wish, MustTake) and wish.hard:  # whoever waits may come second
                nominal += UNPRICED_FEN * leaves_promised(standing, progress, courses, busy)
            for breach in broken(standing, progress, courses, busy):
                if not breach.units.any() and not breach.fen.any():
                    continue
                units[standing.number] = units.get(standing.number, 0.0) + breach.units
                by_purse[purse(standing)] += breach.fen
                if wish.hard:
                    hard_purse[purse(standing)] += breach.fen
                    nominal += UNPRICED_FEN * breach.units
                    if isinstance(wish, FIXED) and breach.key == NO_KEY:
                        fixed += breach.units
                elif isinstance(wish, FIXED):
                    lasting += breach.fen
        fen, hard = np.zeros(n), nominal
        for shared, charged in by_purse.items():
            left = cap_left(self.wishes, self.progress, shared)
            fen += np.minimum(charged, left)
            hard += np.minimum(hard_purse[shared], left)
        return Prices(fen, hard, fixed, lasting, units)
