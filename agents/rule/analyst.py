"""CargoAnalystAgent by rule: what each new and remembered load nets, and what its destination usually offers."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from agents.records import Options
from agents.rule.weigh import weigh
from memory.lessons import PLACE_WORTH
from memory.observed import Listing, Observation
from memory.offers import NO_OFFERS, Offers
from memory.stores.cargo import due_on
from memory.views.records import CargoView
from scenarios.cells import parents, resolution_of
from scenarios.clock import MINUTES_PER_DAY

BUSY_FEN = 8_000.0
"""What ending in the busiest region rather than in one never seen is worth: about an hour less until the next order."""


class RuleAnalyst:
    """Weighs what was listed now and what memory holds, and values destinations by what they usually offer."""

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        offers, facts = pool(view, listings)
        options = weigh(seen, offers, facts)
        value = options.value_fen
        if view.usual:
            value = BUSY_FEN * _usual_offers(view, options)
        for lesson in view.lessons:
            rule = lesson.rule
            if rule.advice == PLACE_WORTH and rule.cell:
                there = parents(options.offers.drop_cell, resolution_of(rule.cell)) == rule.cell
                value = value + rule.amount * (there & (options.offers.drop_cell != 0))
        return replace(options, value_fen=value)

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        """All is said by `analyse`."""
        return options


def _usual_offers(view: CargoView, options: Options) -> NDArray[np.float64]:
    """How much each option's region of delivery usually offers at the hour of arrival, in [0, 1).

    For a region without a line of its own, what those usually offer; where there are none, it was never seen.
    """
    assert view.usual is not None
    regions = parents(options.offers.drop_cell, view.region_resolution).tolist()
    buckets = (options.finish_min % MINUTES_PER_DAY // view.bucket_min).tolist()
    usual, other = view.usual, view.elsewhere
    if other is None:
        other = np.zeros(MINUTES_PER_DAY // view.bucket_min)
    return np.array([usual.get(region, other)[b] for region, b in zip(regions, buckets, strict=True)])


def pool(view: CargoView, listings: Sequence[Listing]) -> tuple[Offers, NDArray[np.int64]]:
    """Listed and remembered loads, each once, and their facts (-1: listed in this step).

    Left out are those that memory knows are gone, and remembered ones missing from a list of this step.
    """
    parts = [listing.offers for listing in listings]
    listed = sum(map(len, parts))
    known = view.offers
    if known is not None:
        parts.append(known)
    if not parts:
        return NO_OFFERS, np.empty(0, dtype=np.int64)
    offers = Offers.concat(parts)
    facts = np.full(len(offers), -1, dtype=np.int64)
    keep = _not_repeated(offers.load, view.unavailable)
    if known is not None:
        assert view.fact_ids is not None
        facts[listed:] = view.fact_ids
        for listing in listings:
            keep[listed:] &= ~due_on(listing, known)  # one that is on the list was met before
    rows = np.flatnonzero(keep)
    return offers.take(rows), facts[rows]


def _not_repeated(loads: NDArray[np.int32], gone: Set[int]) -> NDArray[np.bool_]:
    """Which loads have not come before in their order, and are not gone; shape (n,)."""
    before = np.concatenate([np.fromiter(gone, dtype=np.int32, count=len(gone)), loads])
    order = before.argsort(kind="stable")
    ordered = before[order]
    new = np.ones(len(before), dtype=np.bool_)
    new[order[1:][ordered[1:] == ordered[:-1]]] = False
    return new[len(gone) :]
