"""Makes the four views of one step from a driver's stores, within the mode's budget.

`rule` shows the most important rows that the budget holds; `digest` the same of what its digests cite and of the facts
since; `full` everything, and the whole history. Arrays are chosen here and text is not made.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from memory.costs import BUCKET_TOKENS, OVERHEAD_TOKENS, REGION_TOKENS
from memory.journal import Journal
from memory.market import CellStats, bucket_of, first_rows
from memory.observed import Observation
from memory.select import loads_worth_showing, place_tokens, places_worth_showing
from memory.settings import MemorySettings
from memory.stores import Stores
from memory.views import CargoView, DecisionView, History, PreferenceView, SearchView, Views
from scenarios.clock import MINUTES_PER_DAY

GONE_TOKENS = 8
"""Most tokens of one load that is gone: a space and its row number."""
ACTION_TOKENS = 26
"""Most tokens of a line about a recent action."""
PLAN_TOKENS = 80


def empty_views(minute: int) -> Views:
    """What memory `none` shows: nothing."""
    return Views(SearchView(minute, 0), CargoView(minute), PreferenceView(minute), DecisionView(minute))


def make_views(settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal) -> Views:
    """The views of one driver at the start of a step."""
    room = settings.view_tokens - OVERHEAD_TOKENS
    if settings.mode == "full":
        room = 10**9  # what overflows is the history's beginning, and counted there
    gone = _gone(stores, room // 8)
    views = Views(
        _search_view(settings, seen, stores, journal, room),
        _cargo_view(settings, seen, stores, journal, room, gone),
        _preference_view(seen, stores),
        _decision_view(seen, stores, journal, room, gone),
    )
    if settings.mode != "full":
        return views
    told = History(journal.blocks, len(journal.blocks))
    return Views(
        replace(views.search, history=told),
        replace(views.cargo, history=told),
        replace(views.preference, history=told),
        replace(views.decision, history=told),
    )


def _gone(stores: Stores, room: int) -> frozenset[int]:
    """Loads known to be gone, those that went last first in line for the room."""
    gone = stores.cargo.unavailable_by_age()
    return frozenset(gone[max(0, len(gone) - room // GONE_TOKENS) :])


def _bullet_tokens(texts: list[str]) -> int:
    """No text has more tokens than bytes."""
    return sum(len(text.encode()) + 1 for text in texts)


def _search_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int
) -> SearchView:
    minute, market, me = seen.minute, stores.market, stores.driver
    bucket = bucket_of(minute, settings.bucket_min)
    stats, places, values = market.stats(), market.places(), market.values()
    tried = np.flatnonzero((stats.bucket == bucket) & (stats.searches > 0))
    stats_of = np.full(len(places), -1, dtype=np.intp)
    stats_of[stats.place[tried]] = tried
    value = np.full(len(places), float(values[tried].mean()) if len(tried) else 0.0)
    value[stats.place[tried]] = values[tried]
    eligible = np.ones(len(places), dtype=np.bool_)
    bullets = journal.market.digest.bullets
    if settings.mode == "digest":
        cited = np.array(sorted(journal.market.digest.cells), dtype=np.int64)
        eligible = (places.fact > journal.market.digest.through) | np.isin(places.cell, cited)
        room -= _bullet_tokens([bullet.text for bullet in bullets])
    recent = places.last_search_min > minute - settings.barren_min
    rows = places_worth_showing(places, value, place_tokens(places, stats_of, stats), eligible | recent, recent, room)
    shown = first_rows(places, rows)
    return SearchView(
        minute=minute,
        bucket=bucket,
        places=shown,
        value=value[rows],
        tried=_renumbered(stats, stats_of[rows]),
        barren=shown.last_low & (shown.last_search_min > minute - settings.barren_min),
        lost_in_row=me.lost_in_row,
        lost_share=me.lost / (me.lost + me.orders_done + 1),
        plan=me.plan,
        bullets=bullets,
        omitted=len(places) - len(rows),
    )


def _renumbered(stats: CellStats, stats_of: NDArray[np.intp]) -> CellStats:
    """The statistics of the shown places, `place` counting within them."""
    here = np.flatnonzero(stats_of >= 0)
    return replace(first_rows(stats, stats_of[here]), place=here.astype(np.int32))


def _cargo_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int, gone: frozenset[int]
) -> CargoView:
    usual = stores.market.usual_offers()
    buckets = MINUTES_PER_DAY // settings.bucket_min
    region_tokens = REGION_TOKENS + BUCKET_TOKENS * buckets
    busiest = sorted(usual, key=lambda region: (-float(usual[region].sum()), region))[: room // 4 // region_tokens]
    bullets = journal.cargo.digest.bullets
    view = CargoView(
        minute=seen.minute,
        unavailable=gone,
        usual={region: usual[region] for region in busiest},
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        bullets=bullets,
        omitted=len(usual) - len(busiest) + len(stores.cargo.unavailable_by_age()) - len(gone),
    )
    active = stores.cargo.active(seen.minute)
    if active is None:
        return view
    room -= len(gone) * GONE_TOKENS + len(busiest) * region_tokens
    offers, fact_ids, last_seen = active
    eligible = np.ones(len(offers), dtype=np.bool_)
    if settings.mode == "digest":
        digest = journal.cargo.digest
        cited = np.array(sorted(digest.cargo_ids), dtype=np.int32)
        eligible = (fact_ids > digest.through) | np.isin(offers.load, cited)
        room -= _bullet_tokens([bullet.text for bullet in bullets])
    rows = loads_worth_showing(offers, last_seen, seen, eligible, room)
    return replace(
        view,
        offers=offers.take(rows),
        fact_ids=fact_ids[rows],
        last_seen_min=last_seen[rows],
        omitted=view.omitted + len(offers) - len(rows),
    )


def _preference_view(seen: Observation, stores: Stores) -> PreferenceView:
    me = stores.driver
    last_fact = tuple(a.fact for a in list(me.recent)[-1:])
    return PreferenceView(seen.minute, me.today, me.orders_done, me.days_without_order, me.deadhead_km, last_fact)


def _decision_view(
    seen: Observation, stores: Stores, journal: Journal, room: int, gone: frozenset[int]
) -> DecisionView:
    me = stores.driver
    bullets = journal.actions.digest.bullets
    plan = me.plan.encode()[:PLAN_TOKENS].decode(errors="ignore")
    room -= PLAN_TOKENS + _bullet_tokens([bullet.text for bullet in bullets])
    recent = tuple(me.recent)
    shown = recent[max(0, len(recent) - room // ACTION_TOKENS) :]
    return DecisionView(
        minute=seen.minute,
        plan=plan,
        plan_facts=(me.plan_fact,) if plan else (),
        recent=shown,
        waits_in_row=me.waits_in_row,
        earned_fen=me.earned_fen,
        elapsed_min=me.busy_min,
        unavailable=gone,
        today=me.today,
        bullets=bullets,
        omitted=len(recent) - len(shown),
    )


def best_loads(stores: Stores, seen: Observation, most: int) -> list[int]:
    """Loads still to be had, best first; a digest carries them over."""
    active = stores.cargo.active(seen.minute)
    if active is None:
        return []
    offers, _, last_seen = active
    everything = np.ones(len(offers), dtype=np.bool_)
    rows = loads_worth_showing(offers, last_seen, seen, everything, 10**9)
    best: list[int] = offers.load[rows[:most]].tolist()
    return best
