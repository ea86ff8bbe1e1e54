"""Views with one store left out: what a kind of memory is worth is seen by doing without it on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.settings import StoreName
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView, Views


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
        lost_facts=old.lost_facts,
        plan=old.plan,
        plan_facts=old.plan_facts,
        read_until_min=old.read_until_min,
        look_at=old.look_at,
        lessons=old.lessons,
    )
    decision = replace(views.decision, places=None, usual={}, usual_facts={})
    cargo = replace(views.cargo, usual={}, usual_facts={}, elsewhere=None, elsewhere_facts=())
    return Views(search, cargo, views.preference, decision)


def _without_cargo(views: Views) -> Views:
    old = views.cargo
    cargo = CargoView(
        old.minute,
        usual=old.usual,
        usual_facts=old.usual_facts,
        elsewhere=old.elsewhere,
        elsewhere_facts=old.elsewhere_facts,
        region_resolution=old.region_resolution,
        bucket_min=old.bucket_min,
        lessons=old.lessons,
        history=old.history,
    )
    return replace(views, cargo=cargo, decision=replace(views.decision, unavailable=frozenset(), unavailable_facts=()))


def _without_driver(views: Views) -> Views:
    old = views.decision
    decision = DecisionView(
        old.minute,
        unavailable=old.unavailable,
        unavailable_facts=old.unavailable_facts,
        places=old.places,
        usual=old.usual,
        usual_facts=old.usual_facts,
        region_resolution=old.region_resolution,
        bucket_min=old.bucket_min,
        lessons=old.lessons,
    )
    search = replace(views.search, lost_in_row=0, lost_share=0.0, lost_facts=(), plan="", plan_facts=())
    preference = PreferenceView(old.minute, views.preference.wishes, lessons=views.preference.lessons)
    return Views(search, views.cargo, preference, decision)


_WITHOUT = {"market": _without_market, "cargo": _without_cargo, "driver": _without_driver}
