"""Doing without a store: its part of the views is gone, the rest and the facts stay."""

from __future__ import annotations

from agent_world import CELLS, LNG, Load, listing, seen, took
from cli_calls import answer

from memory.agent import MemoryAgent
from memory.settings import MemorySettings, StoreName

A, B = Load(0, yuan=300, remove_min=500), Load(1, 23.18, 23.0, yuan=200, remove_min=600)


def views_without(*stores: StoreName):  # type: ignore[no-untyped-def]  # a test's helper; Views
    memory = MemoryAgent(MemorySettings(without=stores), 1, CELLS)
    block = memory.observe(seen(1), [listing(0, [A, B])], took(0, 1), "then north", 0)
    assert block is not None
    assert len(block) > 3
    return memory.views(seen(61))


def test_without_the_market_no_place_is_known() -> None:
    views = views_without("market")
    assert (views.search.places, views.cargo.usual, views.decision.places) == (None, {}, None)
    assert views.cargo.offers.load.tolist() == [1]
    assert views.search.plan == "then north"


def test_without_cargo_no_load_is_remembered() -> None:
    views = views_without("cargo")
    assert (views.cargo.offers, views.cargo.unavailable, views.decision.unavailable) == (None, frozenset(), frozenset())
    assert len(views.search.places) == 2


def test_without_the_driver_nothing_of_its_own_is_told() -> None:
    views = views_without("driver")
    assert (views.decision.recent, views.decision.plan, views.decision.elapsed_min) == ((), "", 0)
    assert views.preference.lines() == []
    assert views.decision.unavailable == {0}


def test_everything_is_told_otherwise() -> None:
    views = views_without()
    assert views.cargo.offers.pickup_lng.tolist() == [LNG]
    assert views.decision.plan == "then north"


def test_compare_gives_each_store_left_out_an_arm() -> None:
    call = ("compare", "tiny", "--memory", "none,rule", "--without", "market,driver", "--seeds", "0")
    arms = answer(*call)["arms"]
    assert [arm["name"] for arm in arms] == ["none", "rule", "rule-market", "rule-driver"]
    assert arms[2]["settings"]["memory"] == "rule"
