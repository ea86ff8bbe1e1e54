"""What the search is shown: places worth a list at this hour, and what wishes and lost claims say about reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from memory.costs import bound_of
from memory.stores.market import bucket_of, mean_value, typical_traffic, worth_of_searching
from memory.stores.market_columns import CellStats
from memory.views.records import SearchView
from memory.views.select import place_tokens, places_worth_showing
from memory.views.sources import Sources, Start, with_bullets
from memory.wishes.looking import looking_texts, out_of_bounds, places_to_look, reach_km, reading_limit


def search_view(sources: Sources, start: Start, plan: str) -> SearchView:
    """The view of a driver whose plan is shown as `plan`: empty where there is none, or no room for it."""
    settings, seen, places, me = sources.settings, sources.seen, sources.places, sources.stores.driver
    minute, market = seen.minute, sources.stores.market
    room = start.room - bound_of(plan)
    read_until = reading_limit(me.wishes, me.progress, seen)
    look_at = places_to_look(me.wishes, me.progress, minute, (seen.lat, seen.lng))
    reach = reach_km(me.wishes, me.progress, minute)
    room -= sum(map(bound_of, looking_texts(read_until, look_at, reach)))
    bucket = bucket_of(minute, settings.bucket_min)
    stats, values = market.stats(), market.values()
    tried = ((stats.bucket == bucket) & (stats.searches > 0)).nonzero()[0]
    stats_of = np.full(len(places), -1, dtype=np.intp)
    stats_of[stats.place[tried]] = tried
    typical_value, usual_traffic = mean_value(values[tried]), typical_traffic(places)
    value = np.full(len(places), typical_value)
    value[stats.place[tried]] = values[tried]
    digest, costs = sources.journal.market.digest, place_tokens(places, value, stats_of, stats)
    bullets, cut, room = with_bullets(digest.bullets, room, int(costs.sum()))
    recent = places.last_search_min > minute - settings.barren_min
    eligible = np.ones(len(places), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cells), dtype=np.int64)
        eligible = recent | (places.fact > digest.through) | np.isin(places.cell, cited)
    eligible &= ~out_of_bounds(me.wishes, minute, places.lat, places.lng)
    barren = places.last_low & recent
    worth = worth_of_searching(places, value, usual_traffic, barren)
    rows = places_worth_showing(places, worth, costs, eligible, recent, sources.km, room)
    return SearchView(
        minute=minute,
        bucket=bucket,
        places=places.take(rows),
        typical_traffic=usual_traffic,
        typical_value=typical_value,
        value=value[rows],
        tried=_renumbered(stats, stats_of[rows]),
        barren=barren[rows],
        lost_in_row=me.lost_in_row,
        lost_share=me.lost / (me.lost + me.orders_done + 1),
        lost_facts=(me.lost_fact,) if me.lost_fact >= 0 else (),
        plan=plan,
        plan_facts=(me.plan_fact,) if plan else (),
        read_until_min=read_until,
        look_at=look_at,
        reach_km=reach,
        bullets=bullets,
        lessons=start.lessons,
        omitted=len(places) - len(rows) + cut + (plan != me.plan),
        history=sources.history,
    )


def _renumbered(stats: CellStats, stats_of: NDArray[np.intp]) -> CellStats:
    """The statistics of the shown places, `place` counting within them."""
    here = (stats_of >= 0).nonzero()[0]
    return replace(stats.take(stats_of[here]), place=here.astype(np.int32))
