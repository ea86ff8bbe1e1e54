"""SearchAgent by model: at which of the places that memory knows to read lists. Without any there is no choice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.llm.answers import SearchAnswer
from agents.llm.desk import Desk, Posed
from agents.llm.model import Trouble
from agents.llm.quote import harmless
from agents.llm.read import UnusableError, check_language
from agents.llm.shown import Shown
from agents.llm.told import asker, posed
from agents.protocols import SearchAgent
from agents.records import LookAt, SearchPlan
from agents.rule.search import REACH_KM, SAME_LIST_KM, search_worth
from memory.observed import Observation
from memory.stores.market_columns import NEVER
from memory.views.records import SearchView
from scenarios.geo import arcs_km

MOST_OFFERED = 10


@dataclass(frozen=True, slots=True)
class _Place:
    """A place on offer: its line but for its number, and the fact behind it (-1: none)."""

    point: LookAt
    line: str
    fact: int = -1


@dataclass(frozen=True, slots=True)
class ModelSearch:
    """Asks where to look; `rule` decides where the model has not."""

    desk: Desk
    rule: SearchAgent

    def search(self, seen: Observation, view: SearchView) -> SearchPlan:
        places = _offered(seen, view)
        if len(places) == 1:
            return self.rule.search(seen, view)
        lines = [f"{n} {place.line}" for n, place in enumerate(places)]

        def pose(budget: int) -> Posed:
            return posed(self.desk, seen, view, lines, budget, wishes=False)

        def read(answer: SearchAnswer, shown: Shown) -> SearchPlan:
            for n in answer.look:
                if n >= len(places):
                    raise UnusableError(Trouble.INVENTED_ID, f"look={n} (0-{len(places) - 1})")
            chosen = [places[n] for n in dict.fromkeys(answer.look)]
            cited = shown.cited(answer.facts)
            check_language(answer.why, self.desk.prompts.language)
            facts = dict.fromkeys([*(place.fact for place in chosen if place.fact >= 0), *cited])
            return SearchPlan(tuple(place.point for place in chosen), harmless(answer.why, 160), tuple(facts))

        plan = self.desk.ask(asker(self.desk, "search", seen), SearchAnswer, pose, read)
        return self.rule.search(seen, view) if plan is None else plan


def _offered(seen: Observation, view: SearchView) -> list[_Place]:
    """The truck's own place, then those in reach that are worth most, no two of which show the same list."""
    offered = [_Place(LookAt(seen.lat, seen.lng), "km=0 here")]
    places = view.places
    if places is None or len(places) == 0:
        return offered
    km = arcs_km(places.x, places.y, places.z, seen.lat, seen.lng)
    worth = search_worth(view)
    worth[(km <= SAME_LIST_KM) | (km > REACH_KM)] = 0.0
    here = np.flatnonzero((km <= SAME_LIST_KM) & (places.last_search_min != NEVER))
    if len(here):
        offered[0] = _Place(offered[0].point, f"km=0 here read={int(places.last_search_min[here].max())}")
    while len(offered) <= MOST_OFFERED:
        row = int(np.argmax(worth))
        if worth[row] <= 0.0:
            break
        worth_here = worth[row]
        around = arcs_km(places.x, places.y, places.z, float(places.lat[row]), float(places.lng[row]))
        worth[around <= SAME_LIST_KM] = 0.0
        read = int(places.last_search_min[row])
        line = f"km={km[row]:.0f} at={places.lat[row]:.2f},{places.lng[row]:.2f} worth={worth_here:.2f}"
        line += " never read" if read == NEVER else f" read={read}"
        offered.append(_Place(LookAt(float(places.lat[row]), float(places.lng[row])), line, int(places.fact[row])))
    return offered
