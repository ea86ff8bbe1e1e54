"""What of a store goes into a view: the most important rows that a token budget holds, and how many were left out.

Importance is a judgement of what the agent's role needs, made from the same facts that the view shows; it decides
nothing that an agent decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.costs import (
    HOW_TOKENS,
    PLACE_TOKENS,
    REGION_TOKENS,
    SEARCHED_TOKENS,
    best_that_fit,
    degree_digits,
    digits,
    total_digits,
)
from memory.observed import Observation
from memory.offers import Offers
from memory.settings import MemorySettings
from memory.stores.market_columns import NEVER, CellStats, Places, Regions
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import arcs_km, drive_minutes_many
from scenarios.loads import NO_WINDOW

MINUTE_FEN = 120.0
"""What a driver's minute is taken to be worth when remembered loads are ranked."""
NEAR_KM = 250.0
"""Places farther from the truck are shown last: a list of loads so far off is rarely worth reading."""
SPREAD_KM = 140.0
"""Lists around places nearer to each other than this show mostly the same loads."""


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


def region_tokens(regions: int, settings: MemorySettings) -> int:
    """Most tokens of the lines of so many regions' usual offers."""
    return regions * (REGION_TOKENS + MINUTES_PER_DAY // settings.bucket_min) + HOW_TOKENS if regions else 0


def regions_worth_showing(settings: MemorySettings, regions: Regions, budget: int) -> dict[str, Any]:
    """What a view shows of the regions, as its fields: those that usually offer most, as many as a budget holds, and
    the others on average.
    """
    fit = len(regions)
    if region_tokens(fit, settings) > budget:
        fit = next(n for n in range(fit - 1, -1, -1) if n == 0 or region_tokens(n + 1, settings) <= budget)
    if fit == 0:
        return {"usual": {}}
    order = np.lexsort((regions.cell, -regions.share.sum(axis=1)))
    others = order[fit:]
    return usual_of(regions, order[:fit]) | {
        "elsewhere": tenths(regions.share[others].mean(axis=0)) if len(others) else None,
        "elsewhere_facts": (int(regions.fact[others].max()),) if len(others) else (),
    }


def usual_of(regions: Regions, rows: NDArray[np.intp]) -> dict[str, Any]:
    """What a view shows of these regions, as its fields, by region and in that order."""
    cells = regions.cell[rows].tolist()
    return {
        "usual": dict(zip(cells, tenths(regions.share[rows]), strict=True)),
        "usual_facts": dict(zip(cells, regions.fact[rows].tolist(), strict=True)),
    }


def tenths(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares as views show them: to a tenth, 0.9 at most."""
    rounded: NDArray[np.float64] = np.minimum(np.rint(shares * 10), 9) / 10
    return rounded


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
    worth: NDArray[np.float64],
    costs: NDArray[np.int64],
    eligible: NDArray[np.bool_],
    recent: NDArray[np.bool_],
    km: NDArray[np.float64],
    budget: int,
) -> NDArray[np.intp]:
    """Rows of places to show: those searched of late, since a place whose list was just read must not look unread; the
    best near ones whose lists would show other loads than the truck's own and each other's; other near ones; the rest.

    `km` is how far each place is from the truck. In each of these the best come first, by `worth`; of equals the lower
    cell, in whatever order they were seen.
    """
    near = km <= NEAR_KM
    tier = np.where(near, 2, 3)
    tier[spread(places, np.where(near & eligible & (km > SPREAD_KM), worth, 0.0))] = 1
    tier[recent] = 0
    order = np.lexsort((places.cell, -worth, tier))
    return best_that_fit(order[eligible[order]], costs, budget)


def spread(places: Places, worth: NDArray[np.float64]) -> list[int]:
    """The best place, the best of those that are not close to it, and so on, as long as any is worth anything."""
    worthy = (worth > 0.0).nonzero()[0]
    left, cells = worth[worthy], places.cell[worthy]
    x, y, z = places.x[worthy], places.y[worthy], places.z[worthy]
    rows: list[int] = []
    while len(left) and (best := left.max()) > 0.0:
        equals = (left == best).nonzero()[0]
        row = int(worthy[equals[cells[equals].argmin()]])
        rows.append(row)
        left[arcs_km(x, y, z, float(places.lat[row]), float(places.lng[row])) <= SPREAD_KM] = 0.0
    return rows
