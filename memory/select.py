"""What of a store goes into a view: the most important rows that a token budget holds, and how many were left out.

Importance is a judgement of what the agent's role needs, made from the same facts that the view shows; it decides
nothing that an agent decides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory.costs import (
    LOAD_TOKENS,
    PLACE_TOKENS,
    SEARCHED_TOKENS,
    WINDOW_TOKENS,
    best_that_fit,
    degree_digits,
    digits,
    total_digits,
)
from memory.market import NEVER, CellStats, Places, saturate
from memory.observed import Observation, Offers
from scenarios.cells import parents
from scenarios.geo import arcs_km, drive_minutes_many
from scenarios.loads import NO_WINDOW

MINUTE_FEN = 120.0
"""What a driver's minute is taken to be worth when remembered loads are ranked."""
SPREAD_RESOLUTION = 3
"""H3 resolution over which places are spread: the best of every 12,000 square kilometres comes first."""


def load_tokens(offers: Offers, last_seen: NDArray[np.int32]) -> NDArray[np.int64]:
    """Tokens of each load's line, shape (n,)."""
    windowed = offers.window_open_min != NO_WINDOW
    window = WINDOW_TOKENS + total_digits([offers.window_open_min, offers.window_close_min])
    yuan = offers.price_fen / 100
    numbers = total_digits([offers.load, yuan, offers.haul_km, offers.service_min, offers.remove_min, last_seen])
    for column in (offers.pickup_lat, offers.pickup_lng, offers.drop_lat, offers.drop_lng):
        numbers = numbers + degree_digits(column)
    return LOAD_TOKENS + numbers + np.where(windowed, window, 0)


def loads_worth_showing(
    offers: Offers, costs: NDArray[np.int64], seen: Observation, eligible: NDArray[np.bool_], budget: int
) -> NDArray[np.intp]:
    """Rows of remembered loads to show, best first: by net income less what the minutes are worth, as seen from here.

    Loads whose window can no longer be met come last.
    """
    km = arcs_km(offers.pickup_x, offers.pickup_y, offers.pickup_z, seen.lat, seen.lng)
    arrive = seen.minute + drive_minutes_many(km, seen.speed_kmh)
    windowed = offers.window_open_min != NO_WINDOW
    start = np.where(windowed, np.maximum(arrive, offers.window_open_min), arrive)
    worth = offers.price_fen - (km + offers.haul_km) * (seen.cost_per_km * 100)
    worth = worth - MINUTE_FEN * (start + offers.service_min - seen.minute)
    worth[windowed & (arrive > offers.window_close_min)] -= 1e12
    order = np.lexsort((offers.load, -worth))  # of equals the lower row, in whatever order they were seen
    return best_that_fit(order[eligible[order]], costs, budget)


def place_tokens(
    places: Places, value: NDArray[np.float64], stats_of: NDArray[np.intp], stats: CellStats
) -> NDArray[np.int64]:
    """Tokens of each place's line; `stats_of` has its row of `stats` in this hour bucket, -1 for none."""
    costs = PLACE_TOKENS + digits(places.traffic) + degree_digits(places.lat) + degree_digits(places.lng)
    costs += np.where(places.last_search_min == NEVER, 0, digits(places.last_search_min))
    costs += places.last_low.astype(np.int64)
    here = stats_of >= 0
    rows = stats_of[here]
    numbers = total_digits([stats.searches[rows], stats.mean_items[rows], stats.best_net_fen[rows] / 100])
    costs[here] += SEARCHED_TOKENS + degree_digits(value[here]) + numbers
    return costs


def places_worth_showing(
    places: Places,
    value: NDArray[np.float64],
    costs: NDArray[np.int64],
    eligible: NDArray[np.bool_],
    recent: NDArray[np.bool_],
    budget: int,
) -> NDArray[np.intp]:
    """Rows of places to show: those searched of late, then the best of every large region, the second best, and so on.

    Best is traffic, saturating, times (0.5 + `value`), the value of searching there at this hour; of little use
    would be a list of neighbours, which all show the same loads.
    """
    worth = saturate(places.traffic.astype(np.float64), places.traffic > 0) * (0.5 + value)
    best = np.argsort(-worth, kind="stable")
    region = parents(places.cell, SPREAD_RESOLUTION)[best]
    by_region = np.argsort(region, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(region[by_region]) != 0])
    rank = np.empty(len(best), dtype=np.int64)
    rank[by_region] = np.arange(len(best)) - np.repeat(starts, np.diff(np.r_[starts, len(best)]))
    rank[recent[best]] = -1  # a place whose list was just read must not look unread
    order = best[np.argsort(rank, kind="stable")]
    return best_that_fit(order[eligible[order]], costs, budget)
