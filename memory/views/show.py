"""Makes the four views of one step from a driver's stores, within the mode's budget.

`rule` shows the most important rows that the budget holds; `digest` the same of what its digests cite and of the facts
since; `full` that of `rule` and before it the whole history, of which the budget leaves out the beginning (see
`dispatch.measures.token_meter`). Arrays are chosen and text is not made.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.costs import bound_of
from memory.journal import Journal
from memory.observed import Observation
from memory.settings import MemorySettings
from memory.stores.of_driver import Stores
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView, Views
from memory.views.show_cargo import cargo_view, gone_loads
from memory.views.show_driver import decision_view, preference_view
from memory.views.show_market import search_view
from memory.views.sources import sources_of, start_of
from scenarios.preferences.standing import Standing


def empty_views(minute: int, wishes: Sequence[Standing] = ()) -> Views:
    """What memory `none` shows: nothing but the driver's own wishes."""
    in_force = tuple(standing for standing in wishes if standing.in_force(minute))
    return Views(SearchView(minute, 0), CargoView(minute), PreferenceView(minute, in_force), DecisionView(minute))


def make_views(settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal) -> Views:
    """The views of one driver at the start of a step."""
    sources = sources_of(settings, seen, stores, journal)
    search, cargo, preference, decision = starts = (
        start_of(settings, seen, "search"),
        start_of(settings, seen, "cargo"),
        start_of(settings, seen, "preference"),
        start_of(settings, seen, "decision"),
    )
    least = min(start.room for start in starts)  # what two views show, each of them has room for
    own, missing = gone_loads(stores, least)
    plan = stores.driver.plan if bound_of(stores.driver.plan) <= least // 3 else ""
    return Views(
        search_view(sources, search, plan),
        cargo_view(sources, cargo, [*own, *missing]),
        preference_view(sources, preference),
        decision_view(sources, decision, plan, own),
    )
