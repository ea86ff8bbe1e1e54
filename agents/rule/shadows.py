"""Shadow prices: what a course of action uses up that a driver's wishes will ask for later.

Nothing of this is a penalty. The way home is driven empty, and of few empty kilometres in a month each is dear;
reckoned in time, keeping a wish is not put off until nothing else is allowed. Hours are for `agents.rule.outlook`.
"""

from __future__ import annotations

import numpy as np

from agents.rule.pricing import Pricing
from memory.observed import Observation
from memory.wishes.courses import Courses, Floats, near_km
from memory.wishes.days import rests_since
from memory.wishes.months import in_region
from memory.wishes.progress import Progress, rest_of_day
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.kinds import DailyRest, Deadhead, Home, RegionDays, Visits
from scenarios.preferences.standing import Standing

HOME_SHARE = 0.7
"""Share of the way home that an order's end far from home costs: another order may lead back."""

SCARCE = 4.0
SCARCE_FEN = 300.0, 1_000.0
"""A limited kilometre is worth four times its penalty, taken to lie between these, at an even pace: what it is worth to
a driver that keeps the limit is what orders earn with it, however high the penalty. A day's are gone at midnight, and
are worth the least."""
VISIT_FEN = 15_000.0
"""What coming by a place is worth that has to be visited: a way there of forty kilometres and its minutes."""


ORDER_THERE_FEN = 60_000.0
"""What an order in a district where orders are wanted is worth more when the days for them run out."""


def shadow_fen(pricing: Pricing, seen: Observation, courses: Courses, rate: float) -> Floats:
    """For each course, shape (n,), fen that it costs later; `rate` is what a minute earns."""
    fen = rate * owed_rest(pricing, courses)
    for standing, progress in zip(pricing.wishes, pricing.progress, strict=True):
        wish = standing.constraint
        if isinstance(wish, Home) and standing.points:
            km = courses.km_to(*standing.points[0])
            fen += km * (seen.cost_per_km * 100 * HOME_SHARE)
        elif isinstance(wish, Deadhead) and wish.hard:
            fen += courses.empty_km * scarce_fen(standing, progress, courses.now)
        elif isinstance(wish, Visits | RegionDays):
            fen += _wanted(standing, progress, seen, courses)
    return fen


def kilometre_fen(pricing: Pricing, minute: int) -> float:
    """What an empty kilometre is worth to a driver who has only so many of them; 0 for others."""
    pairs = zip(pricing.wishes, pricing.progress, strict=True)
    return sum(scarce_fen(s, p, minute) for s, p in pairs if isinstance(s.constraint, Deadhead) and s.constraint.hard)


def scarce_fen(standing: Standing, progress: Progress, minute: int) -> float:
    """Price of an empty kilometre whose number is limited: the faster they are used up, the dearer the next."""
    wish = standing.constraint
    assert isinstance(wish, Deadhead)
    today = day_of(minute)
    first, last = standing.period_of(today, wish.per)
    left = max(wish.km - progress.between(first, last), 0.5) / max(wish.km, 0.5)
    days_left = max(last - today + 1, 1) / (last - first + 1)
    least, most = SCARCE_FEN
    worth = least if wish.per == "day" else min(most, max(wish.penalty_fen, least))
    return SCARCE * worth * min(5.0, max(0.3, days_left / left))


def _wanted(standing: Standing, progress: Progress, seen: Observation, courses: Courses) -> Floats:
    """The way to where more days are wanted, by how soon; less what a visit, or an order of the district, is worth
    today."""
    wish, today = standing.constraint, day_of(courses.now)
    assert isinstance(wish, Visits | RegionDays)
    first, last = standing.month_of(today)
    need = wish.at_least - progress.days_in(first, last)
    if need <= 0 or not standing.points:
        return np.zeros(len(courses))
    soon = min(1.0, 2.0 * need / max(1, last - today + 1))
    km = courses.km_to(*standing.points[0])
    fen: Floats = km * (seen.cost_per_km * 100 * HOME_SHARE * soon)
    if isinstance(wish, RegionDays):
        return fen - np.where(in_region(standing, progress, courses), soon * ORDER_THERE_FEN, 0.0)
    if today not in progress.by_day:
        fen -= VISIT_FEN * (km <= near_km(wish.place.radius_km)) * (courses.end // MINUTES_PER_DAY == today)
    return fen


def owed_rest(pricing: Pricing, courses: Courses) -> Floats:
    """For each course, shape (n,), minutes of rest owed after it for today and tomorrow where 24 hours count from
    the last rest: of a day's rest `agents.rule.outlook` knows more."""
    owed = np.zeros(len(courses))
    today = day_of(courses.now)
    for standing, progress in zip(pricing.wishes, pricing.progress, strict=True):
        wish = standing.constraint
        if not isinstance(wish, DailyRest) or wish.counted != "rolling_24h":
            continue
        since = rests_since(wish, progress, courses.now, courses.read_from)
        rests = courses.waits | (wish.reading_is_rest & ~courses.active)
        ended = courses.end // MINUTES_PER_DAY
        for day in (today, today + 1):
            had = progress.by_day.get(day, 0.0)
            if not standing.applies(day) or had >= wish.rest_min or day in progress.lost or day > standing.last_day:
                continue
            rested = np.array([rest_of_day(since, int(end), day, cut=False) for end in courses.end[rests].tolist()])
            left = np.full(len(courses), float(wish.rest_min))
            done = rested >= wish.rest_min
            goes_on = ended[rests] == day  # what was begun can be ended
            left[rests] = np.where(done, 0.0, np.where(goes_on, wish.rest_min - rested, wish.rest_min))
            owed += np.where(ended > day, np.where(left > 0, wish.rest_min, 0.0), left)
    return owed
