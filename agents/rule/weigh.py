"""Arithmetic that every analyst needs: which loads a driver can still make, and what they net."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from memory.observed import Observation
from memory.offers import Offers
from scenarios.geo import arcs_km, drive_minutes_many
from scenarios.loads import NO_WINDOW

_CEIL_SLACK_KM = 1e-6
"""Judged kilometres are this close to recorded ones; an arrival is never judged a minute too early."""


def weigh(seen: Observation, offers: Offers, fact_ids: NDArray[np.int64]) -> Options:
    """The feasible loads of `offers` as options from the driver's place and minute.

    Feasible: still listed by its known remove minute, and reachable before its loading window closes.
    Net income is price less the cost of pickup and haul kilometres (contest rules 51-54). Where an
    order ends is worth nothing yet.
    """
    km = arcs_km(offers.pickup_x, offers.pickup_y, offers.pickup_z, seen.lat, seen.lng)
    arrive = drive_minutes_many(km + _CEIL_SLACK_KM, seen.speed_kmh) + np.int32(seen.minute)
    start = np.maximum(arrive, offers.window_open_min)  # NO_WINDOW opens before every minute
    closes = offers.window_close_min
    feasible = (offers.remove_min >= seen.minute) & ((arrive <= closes) | (closes == NO_WINDOW))
    rows = np.flatnonzero(feasible)
    net = offers.price_fen - (km + offers.haul_km) * (seen.cost_per_km * 100)
    return Options(
        minute=seen.minute,
        offers=offers.take(rows),
        pickup_km=km[rows],
        arrive_min=arrive[rows],
        finish_min=(start + offers.service_min)[rows],
        net_fen=net[rows],
        value_fen=np.zeros(len(rows)),
        fact_ids=fact_ids[rows],
        seen=len(offers),
    )
