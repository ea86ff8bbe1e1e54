"""Views with one store left out: what a kind of memory is worth is seen by doing without it on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from memory.settings import StoreName
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView, Views


def leave_out(views: Views, stores: Sequence[StoreName]) -> Views:
    """The same views, without what the named stores told; what facts they hold is the same as ever."""
    for store in stores:
        views = _WITHOUT[store](views)
    return views


def _without_market(views: Views) -> Views:
    search = _only(
        views.search, "bucket lost_in_row lost_share lost_facts plan plan_facts read_until_min look_at lessons"
    )
    decision = replace(views.decision, places=None, usual={}, usual_facts={})
    cargo = replace(views.cargo, usual={}, usual_facts={}, elsewhere=None, elsewhere_facts=())
    return Views(search, cargo, views.preference, decision)


def _without_cargo(views: Views) -> Views:
    cargo = _only(views.cargo, f"{_REGIONS} elsewhere elsewhere_facts lessons history")
    return replace(views, cargo=cargo, decision=replace(views.decision, unavailable=frozenset(), unavailable_facts=()))


def _without_driver(views: Views) -> Views:
    decision = _only(views.decision, f"{_REGIONS} unavailable unavailable_facts places lessons")
    search = replace(views.search, lost_in_row=0, lost_share=0.0, lost_facts=(), plan="", plan_facts=())
    return Views(search, views.cargo, _only(views.preference, "wishes lessons"), decision)


_REGIONS = "usual usual_facts region_resolution bucket_min"

View = TypeVar("View", SearchView, CargoView, PreferenceView, DecisionView)


def _only(view: View, names: str) -> View:
    """A view of the same minute that tells these fields and nothing else."""
    return type(view)(view.minute, **{name: getattr(view, name) for name in names.split()})


_WITHOUT = {"market": _without_market, "cargo": _without_cargo, "driver": _without_driver}
