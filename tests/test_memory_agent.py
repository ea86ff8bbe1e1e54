"""MemoryAgent: who remembers what, from when on, and that the facts alone are enough to remember it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, replace

import numpy as np
import pytest
from agent_world import CELLS, COST_PER_KM, Load, listing, make_offers, near, new_books, refused, seen, took, waited
from numpy.typing import NDArray
from small_world import busy_scenario

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.record.fact_blob import decode_facts, encode_facts
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent, empty_views
from memory.facts import FactBlock, FactKind
from memory.offers import Offers
from memory.rebuild import rebuild
from memory.settings import MemorySettings, Mode
from memory.stores.cargo import CargoMemory
from memory.stores.ends import Status
from memory.stores.market import MarketMemory
from memory.stores.market_columns import CellStats, Places
from memory.stores.of_driver import Stores
from memory.views.records import Views
from scenarios.records import Scenario

A, B = Load(0, yuan=300), Load(1, 23.09, yuan=200, remove_min=200)


def memory_of(drivers: int = 1, mode: Mode = "rule") -> MemoryAgent:
    return MemoryAgent(MemorySettings(mode=mode), drivers, CELLS)


# what a view sees


def test_a_view_sees_what_the_driver_has_learned_and_nothing_of_the_step_it_opens() -> None:
    """Step 1 reads A and B at minute 0 and takes A; step 2, at minute 61, waits; step 3 reads B alone."""
    memory = memory_of()
    before = memory.views(seen(0))
    assert before.cargo.offers is not None
    assert (len(before.cargo.offers), before.decision.recent, before.preference.orders_done) == (0, (), 0)
    assert before.search.places is not None
    assert len(before.search.places) == 0

    memory.observe(seen(1), [listing(0, [A, B])], took(0, 1), "", 0)
    after_one = memory.views(seen(61))
    assert after_one.cargo.offers is not None
    assert after_one.cargo.offers.load.tolist() == [1]
    assert (after_one.cargo.unavailable, after_one.preference.orders_done) == (frozenset({0}), 1)
    assert [a.minute for a in after_one.decision.recent] == [1]

    memory.observe(seen(61), [], waited(61, 39), "look again", 61)
    memory.observe(seen(101), [listing(100, [B])], waited(101), "", 100)
    after_three = memory.views(seen(131))
    assert after_three.cargo.last_seen_min is not None
    assert after_three.cargo.last_seen_min.tolist() == [100]
    assert [a.minute for a in after_three.decision.recent] == [1, 61, 101]
    # What step 2 was shown stands: records are frozen, and lists of them are copies.
    assert [a.minute for a in after_one.decision.recent] == [1]
    assert after_one.cargo.last_seen_min is not None
    assert after_one.cargo.last_seen_min.tolist() == [0]


def test_a_remembered_load_is_shown_until_its_remove_minute() -> None:
    memory = memory_of()
    memory.observe(seen(1), [listing(0, [B])], waited(1), "", 0)
    shown = []
    for minute in (200, 201):
        offers = memory.views(seen(minute)).cargo.offers
        shown.append([] if offers is None else offers.load.tolist())
    assert shown == [[1], []]


def test_looking_at_a_memory_does_not_change_it() -> None:
    """Views at minute 500, past B's remove minute, write nothing: the store is as the last step left it."""
    memory = memory_of()
    memory.observe(seen(1), [listing(0, [A, B])], waited(1), "", 0)
    memory.views(seen(500))
    cargo = memory.stores[0].cargo
    assert (len(cargo), cargo.status(1)) == (2, Status.ACTIVE)


def test_a_cell_searched_in_vain_is_barren_for_two_hours() -> None:
    memory = memory_of()
    memory.observe(seen(10), [listing(10)], waited(10), "", 10)
    views = [memory.views(seen(minute)).search for minute in (40, 129, 130)]
    barren = [view.barren is not None and bool(view.barren.any()) for view in views]
    assert barren == [True, True, False]


def test_lost_claims_are_shown_as_a_share() -> None:
    """Two of two lost, one accepted assumed: 2/3. After an order, 2 of 4."""
    memory = memory_of()
    for outcome in (refused(5, 0), refused(6, 1)):
        memory.observe(seen(outcome.start_min), [], outcome, "", outcome.start_min)
    view = memory.views(seen(2)).search
    assert (view.lost_in_row, view.lost_share) == (2, near(2 / 3))
    memory.observe(seen(2), [], took(7, 2), "", 2)
    view = memory.views(seen(62)).search
    assert (view.lost_in_row, view.lost_share) == (0, 0.5)


def test_a_list_read_at_no_place_on_earth_teaches_loads_and_no_cell() -> None:
    """Anyone may look anywhere (contest rule 18); what is shown there is a sighting like any other."""
    memory = memory_of()
    nowhere = listing(0, [A], lat=123.0)
    block = memory.observe(seen(1), [nowhere], waited(1), "", 0)
    assert block is not None
    assert (block.fact(0).kind, block.fact(0).cell) == (FactKind.SEARCH_DONE, 0)
    assert (len(memory.stores[0].cargo), memory.stores[0].market.stats().searches.sum()) == (1, 0)


# memory none, and other drivers


def test_memory_none_shows_nothing_and_keeps_nothing() -> None:
    memory = memory_of(mode="none")
    assert memory.observe(seen(1), [listing(0, [A, B])], took(0, 1), "on", 0) is None
    views, nothing = memory.views(seen(61)), empty_views(61)
    stores = memory.stores[0]
    assert (len(stores.cargo), len(stores.market), len(stores.driver.recent)) == (0, 0, 0)
    assert figures(views) == figures(nothing)
    assert views.search.lines() + views.cargo.lines() + views.preference.lines() + views.decision.lines() == []


def figures(views: Views) -> list[object]:
    """Every field of the four views."""
    v = views
    return [getattr(view, f.name) for view in (v.search, v.cargo, v.preference, v.decision) for f in fields(view)]


def test_drivers_do_not_know_what_others_learned() -> None:
    memory = memory_of(drivers=2)
    memory.observe(seen(1), [listing(0, [A, B])], took(0, 1), "home", 0)
    other = memory.views(seen(2, driver=1))
    assert other.cargo.offers is not None
    assert (len(other.cargo.offers), other.cargo.unavailable, other.cargo.usual) == (0, frozenset(), {})
    assert (other.search.plan, other.decision.plan, other.decision.recent) == ("", "", ())
    assert other.search.places is not None
    assert len(other.search.places) == 0


# stores are functions of their facts


class KeepsFacts:
    """A witness that keeps each driver's facts, and what memory answered after its step 20."""

    def __init__(self, memory: MemoryAgent) -> None:
        self.memory = memory
        self.blocks: list[list[FactBlock]] = [[] for _ in memory.stores]
        self.after_20: dict[int, object] = {}

    def trace(self, driver: int, trace: StepTrace) -> None:
        pass

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        assert facts is not None
        self.blocks[driver].append(facts)
        if len(self.blocks[driver]) == 20:
            self.after_20[driver] = answers(self.memory.stores[driver])


def run(scenario: Scenario, agents: str) -> tuple[Engine, KeepsFacts]:
    """A finished run with memory `rule`, and its witness."""
    settings = MemorySettings()
    memory = MemoryAgent(settings, len(scenario.drivers), CELLS)
    witness = KeepsFacts(memory)
    engine = Engine(
        scenario,
        AgentTeam(agent_set(agents), memory, witness),
        seed=3,
        memory=settings,
        cells=CELLS,
        report_failure=lambda driver, minute, failure: pytest.fail(f"{driver} at {minute}: {failure}"),
    )
    engine.run()
    return engine, witness


def answers(stores: Stores) -> object:
    """All that one driver's stores have to say."""
    return cargo_answers(stores.cargo), market_answers(stores.market), deepcopy(stores.driver)


def cargo_answers(cargo: CargoMemory) -> object:
    found, seen = cargo.active(0), cargo.active(0).sightings
    columns = [found.offers.rows.tolist(), *(c.tolist() for c in (seen.first_fact, seen.fact, seen.last_seen_min))]
    closed = cargo.unavailable_cargo_ids()
    ends = [(cargo.status(load), cargo.ends.facts([load])) for load in closed]
    return columns, ends, closed, cargo.failed_cargo_ids(), cargo.summary(), cargo.revisions


def market_answers(market: MarketMemory) -> object:
    regions = market.regions()
    told = regions.cell.tolist(), regions.share.tolist(), regions.fact.tolist()
    return _columns(market.stats()), _columns(market.places()), market.values().tolist(), told


def _columns(record: CellStats | Places) -> list[list[float]]:
    return [getattr(record, f.name).tolist() for f in fields(record)]


def lookup(engine: Engine) -> Callable[[NDArray[np.int32]], Offers]:
    """Columns of loads by row, as the world lists them."""
    return lambda loads: engine.world._offers(loads.astype(np.intp))


@pytest.mark.parametrize("agents", ["rule", "greedy"])
def test_a_store_is_rebuilt_from_its_facts(agents: str) -> None:
    """Three days of four drivers who share one pool: each memory is what its facts, read back from bytes, add up to."""
    scenario = busy_scenario(days=3, drivers=4)
    engine, witness = run(scenario, agents)
    kinds = {FactKind(int(kind)) for driver in witness.blocks for block in driver for kind in block.rows["kind"]}
    assert kinds >= {FactKind.CARGO_GONE, FactKind.ORDER_REFUSED, FactKind.VISITED, FactKind.RESTED}

    for driver, stores in enumerate(witness.memory.stores):
        blocks = map(stored, witness.blocks[driver])
        again = rebuild(blocks, MemorySettings(), lookup(engine), scenario.drivers[driver].cost_per_km)
        assert answers(again) == answers(stores)


def stored(block: FactBlock) -> FactBlock:
    """The block as a record gives it back: its rows from bytes, its plan from the step."""
    back = decode_facts(encode_facts(block))
    assert back is not None
    return replace(back, plan=block.plan)


def test_a_store_is_rebuilt_as_of_any_step() -> None:
    """The first 20 blocks give what memory answered after step 20, whatever came later."""
    engine, witness = run(busy_scenario(days=3, drivers=1), "rule")
    assert len(witness.blocks[0]) > 25
    again = rebuild(witness.blocks[0][:20], MemorySettings(), lookup(engine), COST_PER_KM)
    assert answers(again) == witness.after_20[0] != answers(witness.memory.stores[0])


def test_facts_with_a_step_missing_are_refused() -> None:
    """Step 1 sees A; step 2 sees A again and B. Without step 1, step 2's list has two new loads and one fact."""
    memory = memory_of()
    blocks = [
        memory.observe(seen(1), [listing(0, [A])], waited(1), "", 0),
        memory.observe(seen(32), [listing(31, [A, B])], waited(32), "", 31),
    ]
    catalogue = make_offers([A, B])

    def offers_of(loads: NDArray[np.int32]) -> Offers:
        return catalogue.take(loads.astype(np.intp))

    both = [block for block in blocks if block is not None]
    assert answers(rebuild(both, MemorySettings(), offers_of, COST_PER_KM)) == answers(memory.stores[0])
    with pytest.raises(ValueError, match="fact 4 of driver 0 lists 2 new loads, but 1 are told of after it"):
        rebuild(both[1:], MemorySettings(), offers_of, COST_PER_KM)


def test_no_facts_make_empty_stores() -> None:
    def offers_of(loads: NDArray[np.int32]) -> Offers:
        raise AssertionError("nothing was listed")

    assert answers(rebuild([], MemorySettings(), offers_of, COST_PER_KM)) == answers(
        Stores.empty(MemorySettings(), new_books())
    )


def test_memory_does_not_grow_with_days_gone_by() -> None:
    """On the sixth day a driver remembers no more loads than on the second, though it saw three times as many."""
    sizes = []
    for days in (2, 6):
        _, witness = run(busy_scenario(days=days, drivers=1), "rule")
        cargo = witness.memory.stores[0].cargo
        sizes.append((len(cargo) + len(cargo.unavailable_cargo_ids()), sum(cargo.summary().values())))
    (small, seen_small), (large, seen_large) = sizes
    assert seen_large > 2 * seen_small
    assert large < 1.5 * small
