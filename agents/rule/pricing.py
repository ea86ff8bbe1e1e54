"""What a course of action costs by a driver's wishes: hard ones apart, which are never traded, and all in fen.

An expected penalty is that of what the course surely breaks, in it or by what it makes impossible, less what a cap
takes off. It chooses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memory.wishes.broken import broken, cap_left
from memory.wishes.courses import Courses, Floats
from memory.wishes.days import home_span, shut_spans
from memory.wishes.months import visits_in_hand
from memory.wishes.needs import busy_with
from memory.wishes.progress import Progress
from scenarios.clock import day_of
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    Home,
    LongestHaul,
    LongestPickup,
    Visits,
)
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point

UNPRICED_FEN = 100.0
"""What a breach of a hard wish weighs beside its price, so that one without a price, or past its cap, still weighs."""


SPARE_DAYS = 2
"""Hard visits are made so many days before the last possible one: on that, rest or the way home may ask for the hours.
Less weighs as a breach without a price, so that no other hard wish is broken for it."""
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

    def prepare(self, courses: Courses) -> None:
        """Tell courses what the wishes ask for together: when nobody drives, and where to be at night."""
        courses.shut = shut_spans(self.wishes, courses.now)
        courses.back_to, courses.back_by = self._home(courses.now)

    def price(self, courses: Courses) -> Prices:
        """What each course costs."""
        n = len(courses)
        self.prepare(courses)
        by_preference: defaultdict[int, Floats] = defaultdict(lambda: np.zeros(n))
        hard_preference: defaultdict[int, Floats] = defaultdict(lambda: np.zeros(n))
        nominal, fixed, lasting = np.zeros(n), np.zeros(n), np.zeros(n)
        units: dict[int, Floats] = {}
        busy = busy_with(self.wishes, self.progress, courses)
        for standing, progress in zip(self.wishes, self.progress, strict=True):
            wish = standing.constraint
            if isinstance(wish, Visits) and wish.hard:
                nominal += UNPRICED_FEN * visits_in_hand(standing, progress, courses, busy, SPARE_DAYS)
            for breach in broken(standing, progress, courses, busy):
                if not breach.units.any() and not breach.fen.any():
                    continue
                units[standing.number] = units.get(standing.number, 0.0) + breach.units
                by_preference[wish.preference] += breach.fen
                if wish.hard:
                    hard_preference[wish.preference] += breach.fen
                    nominal += UNPRICED_FEN * breach.units
                    if isinstance(wish, FIXED):
                        fixed += breach.units
                elif isinstance(wish, FIXED):
                    lasting += breach.fen
        fen, hard = np.zeros(n), nominal
        for preference, charged in by_preference.items():
            left = cap_left(self.wishes, self.progress, preference)
            fen += np.minimum(charged, left)
            hard += np.minimum(hard_preference[preference], left)
        return Prices(fen, hard, fixed, lasting, units)

    def _home(self, minute: int) -> tuple[Point | None, int]:
        """Where the driver has to be next by a hard wish for nights at home, and by when; None where there is none."""
        for standing in self.wishes:
            wish = standing.constraint
            if isinstance(wish, Home) and wish.hard and standing.points:
                days = (day for day in range(day_of(minute), day_of(minute) + 8) if standing.applies(day))
                by = next((by for day in days if (by := home_span(wish, day)[0]) > minute), None)
                if by is not None:
                    return standing.points[0], by
        return None, 0
