"""SearchAgent by rule: look around the truck, and at places in reach whose lists show other loads.

Reading a list costs minutes, two lists close together show mostly the same loads, and a list changes little within an
hour or two. So it spreads its points over where loads were seen to start and end, weighed by what searching there was
worth, leaves out what memory has read a short while ago, and never looks again where it looked in vain.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import LookAt, SearchPlan
from memory.lessons import FRESH, LISTS, advised
from memory.observed import Observation
from memory.stores.market import worth_of_searching
from memory.views.records import SearchView
from scenarios.geo import arcs_km

MOST_POINTS = 5
"""Where every claim is won; the more are lost, the fewer, since others claim while one reads."""
REACH_KM = 250.0
"""Loads farther away lose to nearer ones more often than their list is worth reading."""
APART_KM = 140.0
"""Lists of 100 loads nearer to each other than this overlap in most hours of a provincial market."""
FRESH_MIN = 90
"""For so long memory stands in for a list that was read."""
LOST_CLAIMS = 3
FRESH_MIN_LOSING = 10
"""After so many lost claims in a row others are faster, and memory's lists are old after so many minutes."""
LEAST_APART_KM = 30.0
"""Who may not go far reads lists closer to each other, but not closer than this."""
SAME_SHARE = 0.6
SAME_LIST_KM = 30.0
"""Lists around points this close are as good as one."""


class RuleSearch:
    """Own place first, then the busiest and most rewarding places in reach."""

    def search(self, seen: Observation, view: SearchView) -> SearchPlan:
        plan = self._plan(seen, view)
        if view.read_until_min is None and not view.look_at:
            return plan
        wanted = tuple(LookAt(lat, lng) for lat, lng in view.look_at)
        points = wanted + tuple(point for point in plan.points if point not in wanted)
        why = "where a load is that must be taken; " * bool(wanted) + plan.why
        if view.read_until_min is not None:
            list_min = -(-seen.query_k // seen.items_per_scan_minute)
            fit = max(0, view.read_until_min - seen.minute) // list_min
            if fit < len(points):
                why = "what is due leaves no time to read more" if fit else "what is due leaves no time to read"
            points = points[:fit]
        return SearchPlan(points, why, plan.fact_ids if points else ())

    def _plan(self, seen: Observation, view: SearchView) -> SearchPlan:
        here = LookAt(seen.lat, seen.lng)
        places = view.places
        if places is None or len(places) == 0:
            return SearchPlan((here,), "around the truck")
        fresh_min = (FRESH_MIN if view.lost_in_row < LOST_CLAIMS else FRESH_MIN_LOSING) + advised(view.lessons, FRESH)
        assert view.barren is not None
        known = (places.last_search_min > view.minute - fresh_min) | view.barren
        from_here = arcs_km(places.x, places.y, places.z, seen.lat, seen.lng)
        reach = min(REACH_KM, view.reach_km)
        apart = min(APART_KM, max(LEAST_APART_KM, view.reach_km / 2))
        same = min(SAME_LIST_KM, SAME_SHARE * apart)
        points = [] if bool((known & (from_here <= same)).any()) else [here]
        facts: list[int] = []
        most = max(1, round((MOST_POINTS + advised(view.lessons, LISTS)) * (1.0 - view.lost_share) ** 2))
        if len(points) < most:
            worth = search_worth(view)
            worth[(from_here <= apart) | (from_here > reach)] = 0.0
        while len(points) < most:
            best = int(np.argmax(worth))
            if worth[best] <= 0.0:
                break
            lat, lng = float(places.lat[best]), float(places.lng[best])
            around = arcs_km(places.x, places.y, places.z, lat, lng)
            worth[around <= apart] = 0.0
            if not bool((known & (around <= same)).any()):
                points.append(LookAt(lat, lng))
                facts.append(int(places.fact[best]))
        if not points:
            return SearchPlan((), "all lists in reach were read a short while ago, or in vain")
        why = "around the truck, and where other loads start and end" if facts else "around the truck"
        return SearchPlan(tuple(points), why, tuple(facts))


def search_worth(view: SearchView) -> NDArray[np.float64]:
    """Worth of searching each known place now, 0 where it was in vain (`memory.stores.market.worth_of_searching`)."""
    places, value, barren = view.places, view.value, view.barren
    assert places is not None
    assert value is not None
    assert barren is not None
    return worth_of_searching(places, value, view.typical_traffic, barren)
