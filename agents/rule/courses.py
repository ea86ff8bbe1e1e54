"""Options of the analyst as courses of action, in the form in which wishes measure them."""

from __future__ import annotations

import numpy as np

from agents.records import Options
from agents.rule.obligations import SLACK_MIN
from memory.observed import Observation
from memory.wishes.courses import Courses
from scenarios.loads import NO_WINDOW


def courses_of(seen: Observation, options: Options, read_from: int) -> Courses:
    """Options as courses of action; the reading of lists before them began at `read_from`."""
    offers = options.offers
    n = len(options)
    yes, no = np.ones(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
    arrive = options.arrive_min.astype(np.int64)
    windowed = offers.window_open_min != NO_WINDOW
    return Courses(
        now=seen.minute,
        lat=seen.lat,
        lng=seen.lng,
        speed_kmh=seen.speed_kmh,
        end=options.finish_min.astype(np.int64),
        end_lat=offers.drop_lat,
        end_lng=offers.drop_lng,
        order=yes,
        active=yes,
        waits=no,
        arrive=arrive,
        loading=np.where(windowed, np.maximum(arrive, offers.window_open_min), arrive),
        pickup_lat=offers.pickup_lat,
        pickup_lng=offers.pickup_lng,
        empty_km=options.pickup_km,
        haul_km=offers.haul_km,
        category=offers.category.astype(np.int64),
        pickup_place=offers.pickup_place.astype(np.int64),
        drop_place=offers.drop_place.astype(np.int64),
        load=offers.load.astype(np.int64),
        slack_min=SLACK_MIN,
        read_from=read_from,
    )
