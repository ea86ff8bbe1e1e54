"""What a course of action leaves a driver with wishes: the worth of the hours after it, and of known loads then.

The orders weighed now stand for the market of the next days (`agents.rule.outlook`); what they promise is scaled to
what the driver's minutes have earned so far. Known loads are looked at as they are: where they start, when they load,
whether wishes let them be begun and ended then.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from agents.rule.obligations import Weighed
from agents.rule.outlook import Outlook, Sample, place_to_be
from agents.rule.shadows import kilometre_fen
from memory.lessons import MINUTE_WORTH, advised
from memory.observed import Observation
from memory.views.records import DecisionView
from memory.wishes.courses import Courses, Floats, still
from memory.wishes.days import HOME_KM
from scenarios.geo import arcs_km, drive_minutes_many
from scenarios.loads import NO_WINDOW

PRIOR_MIN = 5 * 1440.0
"""How long what the present market promises outweighs a driver's own record: orders are few and lumpy."""
MOST_SCALE = 2.0
"""By so much a driver's record raises or lowers what the market promises, at most."""
READ_LISTS = 3
"""Lists that are usually read before a decision."""
LENGTHS_MIN = np.array([300, 480, 720])
OF_EACH = 12
"""Orders that stand for the market: the best a minute of each length, since a short night takes a short one."""
USUAL_MIN = 300
"""Length of the order that stands for the market where wishes allow none of those weighed now."""
SPREAD_FEN = 10_000.0
FOLLOWS = 0.5
"""Weight of known loads that may follow: better ones may come up, and the plan be another by then."""


class Sequel:
    """What may follow the courses of one step."""

    def __init__(
        self,
        seen: Observation,
        view: DecisionView,
        options: Options,
        weighed: Weighed,
        orders: Courses,
        before_fen: Floats,
        rate: float,
    ) -> None:
        """`before_fen`: what each order is worth whenever it is taken, but for its minutes; `rate`: what a minute
        earns as far as the driver's record tells."""
        self._seen, self._options, self._weighed = seen, options, weighed
        self._read_min = READ_LISTS * -(-seen.query_k // seen.items_per_scan_minute)
        pricing = weighed.pricing
        home = place_to_be(pricing.wishes)
        self._back = np.zeros(len(orders), dtype=np.int64) if home is None else orders.minutes_to(*home, HOME_KM)
        sample = self._sample(before_fen, rate)
        self._outlook = Outlook(
            pricing.wishes, pricing.progress, seen.minute, seen.horizon_min, sample, rate, self._read_min
        )
        found = self._outlook.per_min
        self._scale = 1.0
        if found > 0.0:
            earned = (view.earned_fen + found * PRIOR_MIN) / (view.elapsed_min + PRIOR_MIN)
            self._scale = min(MOST_SCALE, max(1.0 / MOST_SCALE, earned / found))
            self._scale *= max(0.0, 1.0 + advised(view.lessons, MINUTE_WORTH))
        stay = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, [seen.minute], waits=True)
        self._now = float(self._outlook.after(stay)[0])
        self._states = self._outlook.states(orders)
        self._scarce_fen = kilometre_fen(pricing, seen.minute)

    def fen(self, courses: Courses, earliest: int = 0) -> Floats:
        """Worth of what each course leaves, shape (n,), over being free now; nothing begins before `earliest`."""
        worth: Floats = self._scale * (self._outlook.after(courses, earliest) - self._now)
        return worth

    def next_fen(self, i: int) -> float:
        """What the loads known now add to what an order leaves, wherever it ends; at least 0.

        With b the worth of the best that may follow, over what usually does: (b + sqrt(b^2 + 4 s^2)) / 2, as in
        `agents.rule.lookahead`.
        """
        best = self._best_next(i)
        return FOLLOWS * (best + float(np.sqrt(best * best + 4.0 * SPREAD_FEN * SPREAD_FEN))) / 2.0

    def _best_next(self, i: int) -> float:
        seen, offers = self._seen, self._options.offers
        free = int(self._options.finish_min[i]) + self._read_min
        drop = float(offers.drop_lat[i]), float(offers.drop_lng[i])
        km = arcs_km(offers.pickup_x, offers.pickup_y, offers.pickup_z, *drop)
        arrive = free + drive_minutes_many(km, seen.speed_kmh)
        windowed = offers.window_open_min != NO_WINDOW
        start = np.where(windowed, np.maximum(arrive, offers.window_open_min), arrive)
        end = (start + offers.service_min).astype(np.int64)
        can = (offers.remove_min >= free) & (~windowed | (arrive <= offers.window_close_min))
        can &= self._weighed.options.fixed == 0
        can &= self._outlook.allowed(np.full(len(end), free), end, self._back)
        can[i] = False
        worth = offers.price_fen - (km + offers.haul_km) * (seen.cost_per_km * 100) - self._scarce_fen * km
        worth = worth + self._scale * self._outlook.gain(free, int(self._states[i]), end)
        return float(np.max(worth, where=can, initial=-1e9))

    def _sample(self, before_fen: Floats, rate: float) -> Sample:
        options = self._options
        rows = np.flatnonzero((self._weighed.options.fixed == 0) & (before_fen > 0))
        if not len(rows):
            return Sample(np.array([USUAL_MIN]), np.array([rate * USUAL_MIN]), np.array([0]))
        best = rows[np.lexsort((options.offers.load[rows], -before_fen[rows] / options.minutes[rows]))]
        length = np.searchsorted(LENGTHS_MIN, options.minutes[best], side="right")
        chosen: NDArray[np.intp] = np.concatenate(
            [best[length == band][:OF_EACH] for band in range(len(LENGTHS_MIN) + 1)]
        )
        return Sample(options.minutes[chosen].astype(np.int64), before_fen[chosen], self._back[chosen])
