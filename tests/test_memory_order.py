"""What memory shows does not hang on the order in which equals were seen, nor on how often a thing was told."""

from __future__ import annotations

import random

from agent_world import CELLS, Load, listing, seen, waited

from memory.agent import MemoryAgent
from memory.facts import FactKind
from memory.settings import MemorySettings
from memory.views import render

EQUALS = [Load(row, 23.0, 23.5, yuan=400, remove_min=900) for row in range(6)]
"""Six loads alike in everything but their row."""


def shown_after(order: list[Load]) -> tuple[list[int], str]:
    """Rows of the remembered loads as the analyst is shown them, and the view's text, after lists of one load each."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, [load], k=1) for load in order], waited(1), "", 0)
    view = memory.views(seen(31)).cargo
    assert view.offers is not None
    return view.offers.load.tolist(), render(view)


def test_fifty_shuffles_of_equals_give_the_same_view() -> None:
    """Of equals the lower row comes first."""
    draw, order = random.Random(5), list(EQUALS)
    first = shown_after(order)
    assert first[0] == [0, 1, 2, 3, 4, 5]
    for _ in range(50):
        draw.shuffle(order)
        assert shown_after(order) == first


def test_a_load_seen_twice_is_one_record_with_its_latest_source() -> None:
    """The second list makes a search fact and no second sighting; the load is then known by that search."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    once = memory.observe(seen(1), [listing(0, EQUALS[:1])], waited(1), "", 0)
    again = memory.observe(seen(61), [listing(60, EQUALS[:1])], waited(61), "", 60)
    assert once is not None
    assert again is not None
    assert FactKind.CARGO_SEEN in once.rows["kind"]
    assert FactKind.CARGO_SEEN not in again.rows["kind"]
    view = memory.views(seen(91)).cargo
    assert view.offers is not None
    assert view.fact_ids is not None
    assert (view.offers.load.tolist(), view.fact_ids.tolist()) == ([0], [again.first_id])


def test_telling_a_list_again_raises_no_count_of_live_loads() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    for minute in (1, 31, 61):
        memory.observe(seen(minute), [listing(minute - 1, EQUALS)], waited(minute), "", minute - 1)
        assert len(memory.stores[0].cargo) == 6
