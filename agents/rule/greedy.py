"""The greedy baseline: best net income per minute among the nearest loads, and no memory.

It is the arm to beat. Every step it reads the list around the truck and takes the load with the best net income a
minute, counted from now to delivery, among those that are delivered before the horizon; when none pays, it waits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.protocols import AgentSet
from agents.records import Assessment, Decision, LookAt, Options, SearchPlan
from agents.rule.weigh import weigh
from memory.observed import Act, Action, Listing, Observation
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView

WAIT_MIN = 30
"""Minutes to wait when nothing pays."""


class GreedySearch:
    """Looks around the truck, always."""

    def search(self, seen: Observation, view: SearchView) -> SearchPlan:
        return SearchPlan((LookAt(seen.lat, seen.lng),), "around the truck")


class GreedyPreference:
    """Minds no wish: the baseline looks at money alone."""

    def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment:
        return Assessment(np.zeros(len(options)))


class GreedyAnalyst:
    """Weighs what was listed just now."""

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        offers = listings[-1].offers
        return weigh(seen, offers, np.full(len(offers), -1, dtype=np.int64))

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        """All is said by `analyse`."""
        return options


class GreedyDecision:
    """Takes the best net income a minute; the nearer load, then the lower id, settles ties."""

    def decide(
        self,
        seen: Observation,
        view: DecisionView,
        options: Options,
        assessment: Assessment,
    ) -> Decision:
        if len(options):
            rate = (options.net_fen - assessment.option_fen) / options.minutes
            rate[options.finish_min > seen.horizon_min] = -np.inf
            best = int(np.argmax(rate))
            if rate[best] > 0:
                load = int(options.offers.load[best])
                return Decision(Action(Act.TAKE_ORDER, load=load), "best net income a minute", score=float(rate[best]))
        return Decision(Action(Act.WAIT, minutes=WAIT_MIN), "nothing pays")


GREEDY = AgentSet("greedy", GreedySearch(), GreedyAnalyst(), GreedyPreference(), GreedyDecision())
