"""What the preference agent and the decision are shown: the driver's own record, its wishes, and where it could go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.costs import ACTION_TOKENS, bound_of
from memory.stores.driver import RecentAction
from memory.views.moves import places_to_go
from memory.views.records import DecisionView, PreferenceView
from memory.views.select import usual_of
from memory.views.sources import Sources, Start, newest, number_tokens, with_bullets
from memory.wishes.text import PROGRESS_TOKENS, wish_text


def preference_view(sources: Sources, start: Start) -> PreferenceView:
    """The wishes in force, whatever the room, and of as many as fit how far each is kept."""
    seen, me = sources.seen, sources.stores.driver
    pairs = [(s, p) for s, p in zip(me.wishes, me.progress, strict=True) if s.in_force(seen.minute)]
    room = start.room - sum(bound_of(wish_text(standing)) for standing, _ in pairs)
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
        fact_ids=tuple(a.fact for a in list(me.recent)[-1:]),
        lessons=start.lessons,
        omitted=len(pairs) - lines,
        history=sources.history,
    )


def decision_view(sources: Sources, start: Start, plan: str, gone: Sequence[int]) -> DecisionView:
    """The view of a driver whose plan is shown as `plan`, and which is told that these loads of its own are gone."""
    settings, seen, stores, regions = sources.settings, sources.seen, sources.stores, sources.regions
    me = stores.driver
    room = start.room - bound_of(plan) - sum(number_tokens(gone))
    places, near, tokens = places_to_go(settings, seen, sources.places, sources.km, regions, room)
    room -= tokens
    digest, recent = sources.journal.actions.digest, tuple(me.recent)
    costs = [_action_tokens(action) for action in recent]
    bullets, cut, room = with_bullets(digest.bullets, room, sum(costs))
    shown = newest(recent, costs, room)
    if bullets:
        shown = [action for action in shown if action.fact > digest.through]
    own, _ = stores.cargo.ends.by_need()
    return DecisionView(
        minute=seen.minute,
        plan=plan,
        plan_facts=(me.plan_fact,) if plan else (),
        recent=tuple(shown),
        waits_in_row=me.waits_in_row,
        earned_fen=me.earned_fen,
        elapsed_min=me.busy_min,
        unavailable=frozenset(gone),
        unavailable_facts=stores.cargo.ends.facts(gone),
        today=replace(me.today),
        places=places,
        **usual_of(regions, near),
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        bullets=bullets,
        lessons=start.lessons,
        omitted=len(recent) - len(shown) + cut + (plan != me.plan) + len(own) - len(gone),
        history=sources.history,
    )


def _action_tokens(action: RecentAction) -> int:
    numbers = len(str(action.minute)) + len(str(action.minutes))
    return ACTION_TOKENS + numbers + (len(str(action.load)) if action.load >= 0 else 0)
