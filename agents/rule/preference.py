"""PreferenceAgent by rule: the price of each option by the driver's wishes, and what is due now.

Words became constraints elsewhere; memory says how far each is kept. Without wishes nothing is weighed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.records import Assessment, Options
from agents.rule.courses import courses_of
from agents.rule.obligations import Weighed, dues, proposals
from agents.rule.pricing import Pricing
from memory.observed import Observation
from memory.views.records import PreferenceView
from memory.wishes.busy import OnOffer
from memory.wishes.progress import Progress
from scenarios.loads import NO_WINDOW
from scenarios.preferences.kinds import MustTake
from scenarios.preferences.standing import Standing, is_judged


class RulePreference:
    """Prices each option's breaches of the constraints in force, and proposes what keeps them."""

    def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment:
        remembered = view.progress if view.progress is not None else [Progress() for _ in view.wishes]
        pairs = [(s, p) for s, p in zip(view.wishes, remembered, strict=True) if is_judged(s)]
        if not pairs:
            return Assessment(np.zeros(len(options)))
        wishes = [s for s, _ in pairs]
        pricing = Pricing(wishes, [p for _, p in pairs], promised(wishes, options))
        prices = pricing.price(courses_of(seen, options, view.minute))
        due = dues(pricing, seen, view.minute)
        return Assessment(
            option_fen=prices.fen,
            due=tuple(d.text for d in due),
            fact_ids=tuple(sorted({fact for _, p in pairs for fact in p.fact_ids})),
            wishes=Weighed(pricing, prices, due, tuple(proposals(pricing, seen, view.minute)), view.minute),
        )


def promised(wishes: Sequence[Standing], options: Options) -> dict[int, OnOffer]:
    """The loads among the options that have to be taken."""
    offers = options.offers
    wanted = [s.load for s in wishes if isinstance(s.constraint, MustTake) and s.in_force(options.minute)]
    found = {}
    for row in np.flatnonzero(np.isin(offers.load, wanted)).tolist():
        close = int(offers.window_close_min[row])
        found[int(offers.load[row])] = OnOffer(
            last_min=int(offers.remove_min[row]),
            close_min=None if close == NO_WINDOW else close,
            lat=float(offers.pickup_lat[row]),
            lng=float(offers.pickup_lng[row]),
        )
    return found
