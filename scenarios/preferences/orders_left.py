"""Whether a wish leaves any order at all: by what loads carry, how far they go, and where they start and end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import arcs_between_km, unit_vectors
from scenarios.loads import LoadTable
from scenarios.preferences.areas import Ground
from scenarios.preferences.kinds import AreaRule, Category, LongestHaul, OrdersPerDay
from scenarios.preferences.parts import EVERY_DAY
from scenarios.preferences.standing import Standing

Bools = NDArray[np.bool_]


def why_no_orders(standing: Standing, loads: LoadTable) -> str:
    """Why no load may be taken on any day; empty where some may, or the wish does not ask what a load is."""
    c = standing.constraint
    if not len(loads) or getattr(c, "days", EVERY_DAY) != EVERY_DAY:
        return ""
    match c:
        case OrdersPerDay() if c.at_most == 0:
            return "it allows none on any day"
        case Category() if np.isin(loads.category, list(standing.codes)).all():
            return "all loads of the scenario are of these goods"
        case LongestHaul():
            pickups, drops = unit_vectors(loads.start_lat, loads.start_lng), unit_vectors(loads.end_lat, loads.end_lng)
            shortest = float(arcs_between_km(pickups, drops).min())
            return f"the shortest haul of the scenario is {shortest:.1f} km" if shortest > c.km + 1e-3 else ""
        case AreaRule():
            starts, ends = _inside(standing.grounds, loads, "start"), _inside(standing.grounds, loads, "end")
            if c.rule == "stay_in" and not (starts & ends).any():
                return "no load of the scenario starts and ends in it"
            if c.rule == "keep_out" and (starts | ends).all():
                return "every load of the scenario starts or ends in it"
    return ""


def _inside(grounds: tuple[Ground, ...], loads: LoadTable, end: str) -> Bools:
    """Which loads have an end in one of the grounds: in a district by its text."""
    lat, lng, place = (getattr(loads, f"{end}_{field}") for field in ("lat", "lng", "place"))
    within = np.zeros(len(loads), dtype=np.bool_)
    for ground in grounds:
        within |= ground.holds(place, lat, lng)
    return within
