"""Views with one store left out: what a kind of memory is worth is seen by doing without it on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.settings import StoreName
from memory.views import DecisionView, PreferenceView, SearchView, Views


def leave_out(views: Views, stores: Sequence[StoreName]) -> Views:
    """The same views, without what the named stores told; what facts they hold is the same as ever."""
    for store in stores:
        views = _WITHOUT[store](views)
    return views


def _without_market(views: Views) -> Views:
    old = views.search
    search = SearchView(
        old.minute,
        old.bucket,
        lost_in_row=old.lost_in_row,
        lost_share=old.lost_share,
        plan=old.plan,
        read_until_min=old.read_until_min,
        look_at=old.look_at,
        lessons=old.lessons,
    )
    decision = replace(views.decision, places=None, usual={})
    return Views(search, replace(views.cargo, usual={}), views.preference, decision)


def _without_cargo(views: Views) -> Views:
    cargo = replace(
        views.cargo, offers=None, fact_ids=None, last_seen_min=None, unavailable=frozenset(), bullets=(), omitted=0
    )
    return replace(views, cargo=cargo, decision=replace(views.decision, unavailable=frozenset()))


def _without_driver(views: Views) -> Views:
    old = views.decision
    decision = DecisionView(
        old.minute,
        unavailable=old.unavailable,
        places=old.places,
        usual=old.usual,
        region_resolution=old.region_resolution,
        bucket_min=old.bucket_min,
        lessons=old.lessons,
    )
    search = replace(views.search, lost_in_row=0, lost_share=0.0, plan="")
    preference = PreferenceView(old.minute, views.preference.wishes, lessons=views.preference.lessons)
    return Views(search, views.cargo, preference, decision)


_WITHOUT = {"market": _without_market, "cargo": _without_cargo, "driver": _without_driver}
