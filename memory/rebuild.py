"""Stores rebuilt from facts: what a driver knew after any of its steps, from the record alone.

It observes nothing new: facts that do not fit together are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from memory.facts import WISH_KINDS, FactBlock, FactKind
from memory.offers import Offers
from memory.settings import MemorySettings
from memory.stores.books import Books
from memory.stores.of_driver import Stores
from scenarios.cells import CellIndex
from scenarios.preferences.standing import Standing


def rebuild(
    blocks: Iterable[FactBlock],
    settings: MemorySettings,
    offers_of: Callable[[NDArray[np.int32]], Offers],
    cost_per_km: float,
    wishes: tuple[Standing, ...] = (),
) -> Stores:
    """The stores that one driver's blocks, in the order in which they were made, add up to.

    `offers_of` gives the columns of loads by row, in the order asked for; `cost_per_km` is the driver's, in yuan, and
    `wishes` are its own.
    Raises ValueError where a block's lists do not lead to its facts.
    """
    stores = Stores.empty(settings, Books.empty(CellIndex(settings.resolution)), wishes)
    for block in blocks:
        _learn(stores, block, offers_of, cost_per_km)
    return stores


def _learn(
    stores: Stores, block: FactBlock, offers_of: Callable[[NDArray[np.int32]], Offers], cost_per_km: float
) -> None:
    kinds, loads = block.rows["kind"], block.rows["load"]
    at = 0
    for search_id, listed in block.listed:
        after_gone = _run_end(kinds, search_id - block.first_id + 1, FactKind.CARGO_GONE)
        at = _run_end(kinds, after_gone, FactKind.CARGO_SEEN)
        search = block.fact(search_id - block.first_id)
        gone = loads[search_id - block.first_id + 1 : after_gone].tolist()
        first_seen = block.first_id + after_gone
        new = stores.learn_search(search, search_id, offers_of(listed), gone, first_seen)
        if not np.array_equal(stores.book.column("load", new), loads[after_gone:at]):
            raise ValueError(
                f"fact {search_id} of driver {block.driver} lists {len(new)} new loads, but {at - after_gone} are told "
                "of after it; a step before it is missing, or the loads are not those of its run"
            )
    acted = [block.fact(i) for i in range(at, len(block))]
    if acted and acted[-1].kind == FactKind.PLAN:
        made = acted.pop()
        stores.driver.replan(block.plan, block.first_id + len(block) - 1, made.minute)
    wishes = [(i, fact) for i, fact in enumerate(acted) if fact.kind in WISH_KINDS]
    acted = acted[: len(acted) - len(wishes)]
    if acted:
        stores.learn_action(acted, block.first_id + at, cost_per_km)
    for i, fact in wishes:
        stores.driver.heed(fact, block.first_id + at + i)


def _run_end(kinds: NDArray[np.uint8], start: int, kind: FactKind) -> int:
    """The first place from `start` on that is not of that kind."""
    end = start
    while end < len(kinds) and kinds[end] == kind:
        end += 1
    return end
