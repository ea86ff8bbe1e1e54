"""Makes the four views of one step from a driver's stores, within the mode's budget.

`rule` shows the most important rows that the budget holds; `digest` the same of what its digests cite and of the facts
since; `full` that of `rule` and before it the whole history, of which the budget leaves out the beginning (see
`dispatch.measures.token_meter`). Arrays are chosen here and text is not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.digests.digest import Bullet
from memory.digests.named import named
from memory.journal import Journal
from memory.lessons import Lesson, lessons_for
from memory.longterm.records import AgentName
from memory.observed import Observation
from memory.settings import MemorySettings
from memory.stores.cargo import CargoMemory, Status
from memory.stores.driver import RecentAction
from memory.stores.market import bucket_of, mean_value, typical_traffic, worth_of_searching
from memory.stores.market_columns import CellStats, first_rows
from memory.stores.of_driver import Stores
from memory.views.costs import ACTION_TOKENS, OVERHEAD_TOKENS, bound_of
from memory.views.lines import History
from memory.views.moves import places_to_go
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView, Views
from memory.views.select import (
    load_tokens,
    loads_worth_showing,
    place_tokens,
    places_worth_showing,
    region_tokens,
    regions_worth_showing,
)
from memory.wishes.looking import looking_texts, places_to_look, reading_limit
from memory.wishes.text import PROGRESS_TOKENS, wish_text
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
    told = {agent: _lessons(settings, seen, agent, room) for agent in AGENTS}
    left = {agent: room - sum(bound_of(x.line()) for x in lessons) for agent, lessons in told.items()}
    least = min(left.values())
    own, missing = _gone(stores, least)
    plan = stores.driver.plan if bound_of(stores.driver.plan) <= least // 3 else ""
    search = _search_view(settings, seen, stores, journal, left["search"], plan)
    cargo = _cargo_view(settings, seen, stores, journal, left["cargo"], [*own, *missing])
    decision = _decision_view(settings, seen, stores, journal, left["decision"], plan, own)
    views = Views(
        replace(search, lessons=told["search"]),
        replace(cargo, lessons=told["cargo"]),
        replace(_preference_view(seen, stores, left["preference"]), lessons=told["preference"]),
        replace(decision, lessons=told["decision"]),
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


def _gone(stores: Stores, room: int) -> tuple[Sequence[int], Sequence[int]]:
    """Loads known to be gone, of which those that went last are kept: the driver's own in half the room, and those that
    went missing from a list, with the others in an eighth.

    A list may still show a load that was refused or missed; one that went missing from a list is off the board.
    """
    own, missing = stores.cargo.unavailable_by_need()
    shown = _newest(own, [_number_tokens(load) for load in own], room // 2)
    left = room // 8 - sum(map(_number_tokens, shown))
    return shown, _newest(missing, [_number_tokens(load) for load in missing], left)


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


def _seeks_what_is_gone(bullet: Bullet, cargo: CargoMemory) -> bool:
    """Whether a bullet sends for a load that facts since have shown to be gone: the later minute wins."""
    return bullet.kind == "seek" and any(cargo.status(load) != Status.ACTIVE for load in named(bullet.text).loads)


def _search_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int, plan: str
) -> SearchView:
    room -= bound_of(plan)
    minute, market, me = seen.minute, stores.market, stores.driver
    read_until = reading_limit(me.wishes, me.progress, seen)
    look_at = places_to_look(me.wishes, me.progress, minute)
    room -= sum(map(bound_of, looking_texts(read_until, look_at)))
    bucket = bucket_of(minute, settings.bucket_min)
    stats, places, values = market.stats(), market.places(), market.values()
    tried = np.flatnonzero((stats.bucket == bucket) & (stats.searches > 0))
    stats_of = np.full(len(places), -1, dtype=np.intp)
    stats_of[stats.place[tried]] = tried
    typical_value, usual_traffic = mean_value(values[tried]), typical_traffic(places)
    value = np.full(len(places), typical_value)
    value[stats.place[tried]] = values[tried]
    digest, costs = journal.market.digest, place_tokens(places, value, stats_of, stats)
    bullets, cut, room = _with_bullets(digest.bullets, room, int(costs.sum()))
    recent = places.last_search_min > minute - settings.barren_min
    eligible = np.ones(len(places), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cells), dtype=np.int64)
        eligible = recent | (places.fact > digest.through) | np.isin(places.cell, cited)
    barren = places.last_low & recent
    worth = worth_of_searching(places, value, usual_traffic, barren)
    rows = places_worth_showing(places, worth, costs, eligible, recent, seen, room)
    return SearchView(
        minute=minute,
        bucket=bucket,
        places=first_rows(places, rows),
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
        bullets=bullets,
        omitted=len(places) - len(rows) + cut + (plan != me.plan),
    )


def _renumbered(stats: CellStats, stats_of: NDArray[np.intp]) -> CellStats:
    """The statistics of the shown places, `place` counting within them."""
    here = np.flatnonzero(stats_of >= 0)
    return replace(first_rows(stats, stats_of[here]), place=here.astype(np.int32))


def _cargo_view(
    settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal, room: int, gone: Sequence[int]
) -> CargoView:
    room -= sum(map(_number_tokens, gone))
    regions = regions_worth_showing(settings, stores.market, room // 2)
    told = len(regions["usual"])
    digest = journal.cargo.digest
    view = CargoView(
        minute=seen.minute,
        unavailable=frozenset(gone),
        unavailable_facts=stores.cargo.facts_of_end(gone),
        **regions,
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        omitted=len(stores.market.usual_offers()) - told + len(stores.cargo.unavailable_cargo_ids()) - len(gone),
    )
    known = stores.cargo.active(seen.minute)
    if known is None:
        return view
    offers = known.offers
    costs = load_tokens(offers, known.last_seen_min)
    room -= region_tokens(told + (view.elsewhere is not None), settings)
    true = [bullet for bullet in digest.bullets if not _seeks_what_is_gone(bullet, stores.cargo)]
    bullets, cut, room = _with_bullets(true, room, int(costs.sum()))
    cut += len(digest.bullets) - len(true) if bullets else 0
    eligible = np.ones(len(offers), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cargo_ids), dtype=np.int32)
        eligible = (known.fact > digest.through) | np.isin(offers.load, cited)
    rows = loads_worth_showing(offers, costs, seen, eligible, room)
    return replace(
        view,
        bullets=bullets,
        offers=offers.take(rows),
        fact_ids=known.fact[rows],
        first_fact_ids=known.first_fact[rows],
        last_seen_min=known.last_seen_min[rows],
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
        today=replace(me.today),  # what was shown stays as it was
        orders_done=me.orders_done,
        days_without_order=me.days_without_order,
        deadhead_km=me.deadhead_km,
        fact_ids=last_fact,
        omitted=len(pairs) - lines,
    )


def _decision_view(
    settings: MemorySettings,
    seen: Observation,
    stores: Stores,
    journal: Journal,
    room: int,
    plan: str,
    own_gone: Sequence[int],
) -> DecisionView:
    me, usual_facts = stores.driver, stores.market.usual_facts()
    room -= bound_of(plan) + sum(map(_number_tokens, own_gone))
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
        unavailable=frozenset(own_gone),
        unavailable_facts=stores.cargo.facts_of_end(own_gone),
        today=replace(me.today),
        places=places,
        usual=usual,
        usual_facts={region: usual_facts[region] for region in usual},
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        bullets=bullets,
        omitted=len(recent)
        - len(shown)
        + cut
        + (plan != me.plan)
        + len(stores.cargo.unavailable_by_need()[0])
        - len(own_gone),
    )


def _action_tokens(action: RecentAction) -> int:
    numbers = len(str(action.minute)) + len(str(action.minutes))
    return ACTION_TOKENS + numbers + (len(str(action.load)) if action.load >= 0 else 0)
