"""What a fleet shares of the market: every driver hears what any of them saw, each load once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent_world import CELLS, Load, listing, seen, waited
from cli_calls import answer
from small_world import busy_scenario

from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.agent import MemoryAgent
from memory.settings import MemorySettings, Share
from memory.stores.market_columns import NEVER

LOADS = [Load(1, 23.0, 23.5), Load(2, 23.0, 23.9), Load(3, 23.1, 23.0)]


def two_drivers(share: Share) -> MemoryAgent:
    """Driver 0 reads a list of three loads at minute 10, then driver 1 the last two and a fourth."""
    memory = MemoryAgent(MemorySettings(share=share), 2, CELLS)
    memory.observe(seen(10, driver=0), [listing(10, LOADS)], waited(11), "", 10)
    memory.observe(seen(20, driver=1), [listing(20, [*LOADS[1:], Load(4, 23.0, 23.0)])], waited(21), "", 20)
    return memory


@pytest.mark.parametrize(("share", "counted"), [("own", [3, 3]), ("fleet", [4, 4])])
def test_each_load_is_counted_once_by_everybody_who_hears_of_it(share: Share, counted: list[int]) -> None:
    """Own: three loads each. Fleet: driver 0 hears of the fourth, driver 1 of the first; none counts twice."""
    stores = two_drivers(share).stores
    assert [int(s.market.stats().seen.sum()) for s in stores] == counted
    assert [int(s.market.stats().searches.sum()) for s in stores] == ([1, 1] if share == "own" else [2, 2])


def test_a_list_that_another_read_is_not_read_by_oneself() -> None:
    memory = MemoryAgent(MemorySettings(share="fleet"), 2, CELLS)
    memory.observe(seen(10, driver=0), [listing(10, LOADS)], waited(11), "", 10)
    own, heard = (s.market.places().last_search_min.tolist() for s in memory.stores)
    assert max(own) == 10
    assert set(heard) == {NEVER}
    # The loads themselves stay the driver's own knowledge: it has not seen them.
    offers = memory.views(replace(seen(30), driver=1)).cargo.offers
    assert offers is None or len(offers) == 0


def test_a_shared_run_is_the_same_every_time_and_another_than_an_unshared_one() -> None:
    scenario = busy_scenario(2, 4)

    def digest(share: Share) -> str:
        settings = RunSettings(scenario="busy", memory=MemorySettings(share=share))
        return simulate(scenario, settings)[1].digest

    assert digest("fleet") == digest("fleet")
    assert digest("fleet") != digest("own")


def test_compare_weighs_sharing() -> None:
    call = ["compare", "guangdong-week", "--days", "1", "--drivers", "2", "--seeds", "0-1"]
    found = answer(*call, "--memory", "none,rule", "--share", "own,fleet")
    assert [arm["name"] for arm in found["arms"]] == ["none", "rule", "rule+fleet"]
    assert found["arms"][2]["settings"]["memory_settings"]["share"] == "fleet"
