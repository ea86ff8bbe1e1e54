"""Makes the four views of one step from a driver's stores, within the mode's budget.

`rule` shows the most important rows that the budget holds; `digest` the same of what its digests cite and of the facts
since; `full` that of `rule` and before it the whole history, of which the budget leaves out the beginning (see
`dispatch.token_meter`). Arrays are chosen here and text is not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.costs import ACTION_TOKENS, BUCKET_TOKENS, OVERHEAD_TOKENS, REGION_TOKENS, bound_of
from memory.digest import Bullet
from memory.driver import RecentAction
from memory.journal import Journal
from memory.lessons import Lesson, lessons_for
from memory.longterm.records import AgentName
from memory.market import CellStats, bucket_of, first_rows
from memory.moves import places_to_go
from memory.observed import Observation
from memory.select import load_tokens, loads_worth_showing, place_tokens, places_worth_showing
from memory.settings import MemorySettings
from memory.stores import Stores
from memory.views import CargoView, DecisionView, History, PreferenceView, SearchView, Views
from memory.wishes.looking import looking_texts, places_to_look, reading_limit
from memory.wishes.text import PROGRESS_TOKENS, wish_text
from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.standing import Standing

Row = TypeVar("Row")

AGENTS: tuple[AgentName, ...] = ("search", "cargo", "preference", "decision")
CLOSING_TOKENS = 12
"""Most tokens of the line that counts what was left out."""


def empty_views(minute: int, wishes: Sequence[Standing] = ()) -> Views:
    """What memory `none` shows: nothing but the driver's own wishes."""
    in_force = tuple(standing for standing in wishes if standing.in_force(minute))
    return Views(SearchView(minute, 0), CargoView(minute), PreferenceView(minute, in_force), DecisionView(minute))


def make_views(settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal) -> Views:
    """The views of one driver at the start of a step."""
    room = settings.view_tokens - OVERHEAD_TOKENS
    gone = _gone(stores, room)
    told = {agent: _lessons(settings, seen, agent, room) for agent in AGENTS}
    left = {agent: room - sum(bound_of(x.line()) for x in lessons) for agent, lessons in told.items()}
    views = Views(
        replace(_search_view(settings, seen, stores, journal, left["search"]), lessons=told["search"]),
        replace(_cargo_view(settings, seen, stores, journal, left["cargo"], gone), lessons=told["cargo"]),
        replace(_preference_view(seen, stores, left["preference"]), lessons=told["preference"]),
        replace(_decision_view(settings, seen, stores, journal, left["decision"], gone), lessons=told["decision"]),
    )
    if settings.mode != "full":
        return views
    past = History(journal.blocks, len(journal.blocks))  # what overflows is its beginning, and counted there
    return Views(
        replace(views.search, history=past),
        replace(views.cargo, history=past),
        replace(views.preference, history=past),
        replace(views.decision, history=past),
    )


def _lessons(settings: MemorySettings, seen: Observation, agent: AgentName, room: int) -> tuple[Lesson, ...]:
    """The lessons that an agent is shown, in a quarter of the room at most."""
    if not settings.lessons:
        return ()
    lessons = lessons_for(settings.lessons, agent, bucket_of(seen.minute, settings.bucket_min))
    left = room // 4
    kept = 0
    for lesson in lessons:
        left -= bound_of(lesson.line())
        kept += left >= 0
    return lessons[:kept]


def _gone(stores: Stores, room: int) -> frozenset[int]:
    """Loads known to be gone, those that went last first: the driver's own in half the room, missing ones in an eighth.

    A list may still show a load that was refused or missed; one that went missing from a list is off the board.
    """
    own, missing = stores.cargo.unavailable_by_need()
    shown = _newest(own, [_number_tokens(load) for load in own], room // 2)
    left = room // 8 - sum(map(_number_tokens, shown))
    return frozenset([*shown, *_newest(missing, [_number_tokens(load) for load in missing], left)])


def _number_tokens(number: int) -> int:
    """A space and the digits."""
    return 1 + len(str(number))


def _newest(rows: Sequence[Row], costs: Sequence[int], budget: int) -> Sequence[Row]:
    """As many rows from the end as a budget holds, in their order."""
    first = len(rows)
    while first > 0 and costs[first - 1] <= budget:
        first -= 1
        budget -= costs[first]
    return rows[first:]


def _with_bullets(bullets: Sequence[Bullet], room: int, all_rows: int) -> tuple[tuple[Bullet, ...], int, int]:
    """Bullets to show, how many were left out, and the tokens left for rows.

    Both together never take more than all rows would, which are `all_rows` tokens. Bullets have half the room at
    most, the first ones first. Where there is none, the rows themselves are shown, so nothing is left out by it.
    """
    most = min(room, all_rows)
    left = most // 2 - CLOSING_TOKENS
    kept: list[Bullet] = []
    for bullet in bullets:
        if bound_of(bullet.text) > left:
            break
        left -= bound_of(bullet.text)
        kept.append(bullet)
    return (tuple(kept), len(bullets) - len(kept), most - most // 2 + left) if kept else ((), 0, room)


def _search_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int
) -> SearchView:
    minute, market, me = seen.minute, stores.market, stores.driver
    read_until = reading_limit(me.wishes, me.progress, seen)
    look_at = places_to_look(me.wishes, me.progress, minute)
    room -= sum(map(bound_of, looking_texts(read_until, look_at)))
    bucket = bucket_of(minute, settings.bucket_min)
    stats, places, values = market.stats(), market.places(), market.values()
    tried = np.flatnonzero((stats.bucket == bucket) & (stats.searches > 0))
    stats_of = np.full(len(places), -1, dtype=np.intp)
    stats_of[stats.place[tried]] = tried
    value = np.full(len(places), float(values[tried].mean()) if len(tried) else 0.0)
    value[stats.place[tried]] = values[tried]
    digest, costs = journal.market.digest, place_tokens(places, value, stats_of, stats)
    bullets, cut, room = _with_bullets(digest.bullets, room, int(costs.sum()))
    recent = places.last_search_min > minute - settings.barren_min
    eligible = np.ones(len(places), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cells), dtype=np.int64)
        eligible = recent | (places.fact > digest.through) | np.isin(places.cell, cited)
    rows = places_worth_showing(places, value, costs, eligible, recent, room)
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
        read_until_min=read_until,
        look_at=look_at,
        bullets=bullets,
        omitted=len(places) - len(rows) + cut,
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
    digest = journal.cargo.digest
    view = CargoView(
        minute=seen.minute,
        unavailable=gone,
        usual={region: usual[region] for region in busiest},
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        omitted=len(usual) - len(busiest) + len(stores.cargo.unavailable_cargo_ids()) - len(gone),
    )
    active = stores.cargo.active(seen.minute)
    if active is None:
        return view
    offers, fact_ids, last_seen = active
    costs = load_tokens(offers, last_seen)
    room -= sum(map(_number_tokens, gone)) + len(busiest) * region_tokens
    bullets, cut, room = _with_bullets(digest.bullets, room, int(costs.sum()))
    eligible = np.ones(len(offers), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cargo_ids), dtype=np.int32)
        eligible = (fact_ids > digest.through) | np.isin(offers.load, cited)
    rows = loads_worth_showing(offers, costs, seen, eligible, room)
    return replace(
        view,
        bullets=bullets,
        offers=offers.take(rows),
        fact_ids=fact_ids[rows],
        last_seen_min=last_seen[rows],
        omitted=view.omitted + len(offers) - len(rows) + cut,
    )


def _preference_view(seen: Observation, stores: Stores, room: int) -> PreferenceView:
    me = stores.driver
    last_fact = tuple(a.fact for a in list(me.recent)[-1:])
    pairs = [(s, p) for s, p in zip(me.wishes, me.progress, strict=True) if s.in_force(seen.minute)]
    room -= sum(bound_of(wish_text(standing)) for standing, _ in pairs)
    lines = min(len(pairs), max(0, room // PROGRESS_TOKENS))
    return PreferenceView(
        minute=seen.minute,
        wishes=tuple(standing for standing, _ in pairs),
        progress=tuple(progress for _, progress in pairs),
        progress_lines=lines,
        today=me.today,
        orders_done=me.orders_done,
        days_without_order=me.days_without_order,
        deadhead_km=me.deadhead_km,
        fact_ids=last_fact,
        omitted=len(pairs) - lines,
    )


def _decision_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int, gone: frozenset[int]
) -> DecisionView:
    me = stores.driver
    plan = me.plan if bound_of(me.plan) <= room // 3 else ""
    room -= bound_of(plan)
    places, usual, tokens = places_to_go(settings, seen, stores, room)
    room -= tokens
    digest, recent = journal.actions.digest, tuple(me.recent)
    costs = [_action_tokens(action) for action in recent]
    bullets, cut, room = _with_bullets(digest.bullets, room, sum(costs))
    shown = _newest(recent, costs, room)
    if bullets:
        shown = [action for action in shown if action.fact > digest.through]
    return DecisionView(
        minute=seen.minute,
        plan=plan,
        plan_facts=(me.plan_fact,) if plan else (),
        recent=tuple(shown),
        waits_in_row=me.waits_in_row,
        earned_fen=me.earned_fen,
        elapsed_min=me.busy_min,
        unavailable=gone,
        today=me.today,
        places=places,
        usual=usual,
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        bullets=bullets,
        omitted=len(recent) - len(shown) + cut + (plan != me.plan),
    )


def _action_tokens(action: RecentAction) -> int:
    numbers = len(str(action.minute)) + len(str(action.minutes))
    return ACTION_TOKENS + numbers + (len(str(action.load)) if action.load >= 0 else 0)


def best_loads(stores: Stores, seen: Observation, most: int) -> list[int]:
    """Loads still to be had, best first; a digest carries them over."""
    active = stores.cargo.active(seen.minute)
    if active is None:
        return []
    offers = active[0]
    everything = np.ones(len(offers), dtype=np.bool_)
    rows = loads_worth_showing(offers, np.zeros(len(offers), dtype=np.int64), seen, everything, 0)
    best: list[int] = offers.load[rows[:most]].tolist()
    return best
