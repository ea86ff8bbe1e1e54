"""What memory shows does not hang on the order in which equals were seen, nor on how often a thing was told."""

from __future__ import annotations

import random

import pytest
from agent_world import CELLS, Load, listing, seen, waited

from memory.agent import MemoryAgent
from memory.facts import FactKind
from memory.settings import MemorySettings, Mode
from memory.views.records import render

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


AROUND = [Load(row, 22.0 + 0.5 * (row % 5), 22.25 + 0.5 * (row % 4), yuan=400, remove_min=900) for row in range(20)]
"""Twenty loads between nine places, many of them with as much traffic as others."""


def views_after(lats: list[float], mode: Mode, budget: int | None) -> dict[str, str]:
    """The texts of all views after lists of the six nearest loads at these places, told in this order, and waits."""
    memory = MemoryAgent(MemorySettings(mode=mode, budget_tokens=budget, digest_searches=3), 1, CELLS)
    shown = [listing(0, AROUND, lat=lat, k=6) for lat in lats]
    for start in (1, 61, 121):
        memory.observe(seen(start), shown if start == 1 else [], waited(start), "", start - 1)
    views = memory.views(seen(151))
    return {agent: render(getattr(views, agent)) for agent in ("search", "cargo", "preference", "decision")}


@pytest.mark.parametrize(("mode", "budget"), [("rule", None), ("rule", 300), ("digest", None)])
def test_fifty_shuffles_of_the_same_facts_give_the_same_views(mode: Mode, budget: int | None) -> None:
    """Five lists of one minute in any order: places, loads and regions of equal worth stay where they are."""
    draw = random.Random(9)
    lats = [22.0 + 0.5 * i for i in range(5)]
    first = views_after(lats, mode, budget)
    assert first["search"].count("\nat ") > 3
    assert first["cargo"].count("load ") > 1
    for _ in range(50):
        draw.shuffle(lats)
        assert views_after(lats, mode, budget) == first


def test_a_load_seen_twice_is_one_record_with_two_sources() -> None:
    """The second list makes a search fact and no second sighting: fact 1 told of the load first, that search last."""
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
    (line,) = [line for line in view.lines() if line.text.startswith("load 0 ")]
    assert line.fact_ids == (1, again.first_id)


def test_telling_a_list_again_raises_no_count_of_live_loads() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    for minute in (1, 31, 61):
        memory.observe(seen(minute), [listing(minute - 1, EQUALS)], waited(minute), "", minute - 1)
        assert len(memory.stores[0].cargo) == 6


def test_a_list_told_again_in_the_same_minute_is_no_second_search() -> None:
    """The same list of the same minute twice: one search of six loads, six loads on offer, no streak."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, EQUALS), listing(0, EQUALS)], waited(1), "", 0)
    stores = memory.stores[0]
    assert (stores.market.stats().searches.sum(), stores.market.stats().items.sum(), len(stores.cargo)) == (1, 6, 6)


def test_every_id_in_a_view_is_a_whole_number_that_leads_to_its_fact() -> None:
    """From a cited id back to what it says, by nothing but the block that it lies in."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    block = memory.observe(seen(1), [listing(0, EQUALS)], waited(1), "rest", 0)
    assert block is not None
    views = memory.views(seen(31))
    cited = [
        i
        for view in (views.search, views.cargo, views.preference, views.decision)
        for line in view.lines()
        for i in line.fact_ids
    ]
    assert {type(i) for i in cited} == {int}
    kinds = {FactKind(block.fact(i - block.first_id).kind) for i in cited}
    assert kinds == {FactKind.CARGO_SEEN, FactKind.WAITED, FactKind.PLAN}
