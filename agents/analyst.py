"""CargoAnalystAgent by rule: what each new and remembered load nets, and what its destination usually offers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from agents.weigh import weigh
from memory.observed import Listing, Observation, Offers
from memory.views import CargoView


class RuleAnalyst:
    """Weighs what was listed now and what memory holds, and values destinations from the market's statistics."""

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        offers, facts = pool(view, listings)
        return weigh(seen, offers, facts)


def pool(view: CargoView, listings: Sequence[Listing]) -> tuple[Offers, NDArray[np.int64]]:
    """Listed and remembered loads, each once, without those that memory knows are gone; and their facts (-1: new)."""
    parts = [listing.offers for listing in listings]
    facts = [np.full(len(p), -1, dtype=np.int64) for p in parts]
    if view.offers is not None and view.fact_ids is not None:
        parts.append(view.offers)
        facts.append(view.fact_ids)
    if not parts:
        raise ValueError("nothing was listed and nothing is remembered")
    offers = Offers.concat(parts)
    _, first = np.unique(offers.load, return_index=True)
    first.sort()
    if view.unavailable:
        gone = np.fromiter(view.unavailable, dtype=np.int32, count=len(view.unavailable))
        first = first[~np.isin(offers.load[first], gone)]
    return offers.take(first), np.concatenate(facts)[first]
