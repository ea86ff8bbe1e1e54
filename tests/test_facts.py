"""Facts: what one step observed as rows with run-wide ids, and nothing that is ever changed again."""

from __future__ import annotations

import numpy as np
import pytest
from agent_world import CELLS, Load, listing, moved, near, refused, seen, took, waited
from small_world import LNG

from memory.agent import MemoryAgent
from memory.facts import FACT_DTYPE, IMPORTANCE, Fact, FactBlock, FactKind, FactWriter
from memory.observed import Act, Action, Listing, Outcome, Result
from memory.settings import MemorySettings

HERE = CELLS.cell_of(23.0, LNG)
A, B, C = Load(7, yuan=300), Load(3, yuan=200), Load(9, 23.09, yuan=100)


def observe(memory: MemoryAgent, outcome: Outcome, *lists: Listing, driver: int = 0, plan: str = "") -> FactBlock:
    """The facts of one step that began when its action did."""
    block = memory.observe(seen(outcome.start_min, driver=driver), lists, outcome, plan, outcome.start_min)
    assert block is not None
    return block


def told(block: FactBlock) -> list[tuple[str, int, int]]:
    """Each fact's kind, minute and load."""
    facts = [block.fact(i) for i in range(len(block))]
    return [(FactKind(f.kind).name, f.minute, f.load) for f in facts]


def memory_of(drivers: int = 1) -> MemoryAgent:
    return MemoryAgent(MemorySettings(), drivers, CELLS)


def test_ids_run_on_through_all_drivers_steps() -> None:
    """Each wait makes two facts, the wait and the rest; a list of two new loads adds three."""
    memory = memory_of(drivers=2)
    blocks = [
        observe(memory, waited(0)),
        observe(memory, waited(0), listing(0, [A, B]), driver=1),
        observe(memory, waited(30)),
    ]
    assert [(b.driver, b.first_id, len(b)) for b in blocks] == [(0, 0, 2), (1, 2, 5), (0, 7, 2)]


def test_a_search_with_two_new_loads_and_a_known_one() -> None:
    """The first list shows B alone, the second A and C beside it: B is no news, and nothing is missing."""
    memory = memory_of()
    observe(memory, waited(10), listing(10, [B]))
    block = observe(memory, waited(41), listing(40, [B, A, C]))
    assert told(block) == [
        ("SEARCH_DONE", 40, -1),
        ("CARGO_SEEN", 40, 7),  # A and B are both at the point, B's row is lower; C is 10 km off
        ("CARGO_SEEN", 40, 9),
        ("WAITED", 41, -1),
        ("RESTED", 41, -1),
    ]
    # A nets 300 yuan there; the list has three loads, of which B comes first.
    search = block.fact(0)
    assert (search.cell, search.count, search.value) == (HERE, 3, 30_000.0)
    assert [(fact, loads.tolist()) for fact, loads in block.listed] == [(block.first_id, [3, 7, 9])]
    assert block.fact(1) == Fact(FactKind.CARGO_SEEN, 40, HERE, 7, 0, 30_000.0, near(0.2))


def test_a_load_that_should_be_listed_and_is_not_is_a_fact() -> None:
    memory = memory_of()
    observe(memory, waited(10), listing(10, [A, B]))
    block = observe(memory, waited(40), listing(40, [A]))
    assert told(block)[:2] == [("SEARCH_DONE", 40, -1), ("CARGO_GONE", 40, 3)]


def test_an_order_is_taken_visited_and_completed() -> None:
    """200 yuan less 10.0075 + 20 km at 1.5 yuan: 20,000 - 4,501.125 = 15,498.875 fen, in 100 minutes."""
    order = took(3, 50, 100, yuan=200, pickup_km=10.0075, pickup_min=11, haul_km=20.0, lat=23.09)
    block = observe(memory_of(), order)
    assert [block.fact(i) for i in range(3)] == [
        Fact(FactKind.ORDER_TAKEN, 50, 0, 3, Result.DONE, 20_000.0, near(0.6)),
        Fact(FactKind.VISITED, 61, 0, 3, 11, 10.0075, near(0.5)),
        Fact(FactKind.ORDER_COMPLETED, 150, CELLS.cell_of(23.09, LNG), 3, 100, near(15_498.875), near(0.8)),
    ]
    assert len(block) == 3


def test_an_order_cut_off_by_the_horizon_nets_its_kilometres() -> None:
    """20 km at 1.5 yuan are 3,000 fen, and nothing is paid."""
    block = observe(memory_of(), took(3, 50, haul_km=20.0, result=Result.CUT_OFF))
    assert (block.fact(0).count, block.fact(0).value) == (Result.CUT_OFF, 0.0)
    assert block.fact(1).value == near(-3000.0)


@pytest.mark.parametrize(
    ("outcome", "facts"),
    [
        (waited(50, 30), [("WAITED", 50, 30, 0.0), ("RESTED", 50, 30, 0.0)]),
        (
            Outcome(Action(Act.WAIT, minutes=0), Result.BAD_TARGET, 50, 51, 23.0, LNG),
            [("WAITED", 50, 1, float(Result.BAD_TARGET)), ("RESTED", 50, 1, 0.0)],
        ),
        (moved(50, 11, 10.0075, 23.09), [("REPOSITIONED", 50, 11, 10.0075)]),
        (
            Outcome(Action(Act.REPOSITION, lat=95.0), Result.BAD_TARGET, 50, 51, 23.0, LNG),
            [("ORDER_REFUSED", 50, Result.BAD_TARGET, 1.0)],
        ),
        (refused(3, 50), [("ORDER_REFUSED", 50, Result.CLAIMED_BY_OTHER, 1.0)]),
        (
            refused(3, 50, Result.WINDOW_MISSED, minutes=11, pickup_km=10.0075),
            [("ORDER_REFUSED", 50, Result.WINDOW_MISSED, 11.0), ("VISITED", 61, 11, 10.0075)],
        ),
    ],
    ids=["wait", "wait refused", "move", "move refused", "take refused", "window missed"],
)
def test_every_other_action_is_told_in_figures(outcome: Outcome, facts: list[tuple[str, int, int, float]]) -> None:
    """Kind, minute, count and value, as the kinds' docstrings say."""
    block = observe(memory_of(), outcome)
    told = [block.fact(i) for i in range(len(block))]
    assert [(FactKind(f.kind).name, f.minute, f.count, f.value) for f in told] == facts


def test_a_plan_is_a_fact_when_it_is_new_and_when_it_is_dropped() -> None:
    memory = memory_of()
    plans = ["", "look again", "look again", "go north", ""]
    blocks = [observe(memory, waited(30 * i), plan=plan) for i, plan in enumerate(plans)]
    assert [b.fact(len(b) - 1).kind == FactKind.PLAN for b in blocks] == [False, True, False, True, True]
    assert [b.plan for b in blocks] == ["", "look again", "", "go north", ""]


def test_blocks_do_not_change_when_memory_goes_on() -> None:
    memory = memory_of()
    first = observe(memory, waited(10), listing(10, [A, B]))
    before = (first.rows.tobytes(), [loads.tolist() for _, loads in first.listed])
    observe(memory, took(7, 40), listing(40, [A]))
    assert (first.rows.tobytes(), [loads.tolist() for _, loads in first.listed]) == before


def test_a_writer_counts_from_its_first_id() -> None:
    writer = FactWriter(100, driver=4)
    assert writer.add(FactKind.WAITED, 5, count=30) == 100
    writer.add_many(FactKind.CARGO_SEEN, 5, np.array([1, 2]), np.array([HERE, HERE]), np.array([1, 2]))
    assert writer.add_plan(6, "home") == writer.next_id - 1 == 103
    assert [fact.kind for fact in writer.since(103)] == [FactKind.PLAN]
    block = writer.seal()
    assert block.rows["load"].tolist() == [-1, 1, 2, -1]
    assert (block.first_id, block.driver, len(block), block.plan) == (100, 4, 4, "home")
    assert block.rows.dtype == FACT_DTYPE


def test_every_kind_has_an_importance_from_0_to_1() -> None:
    assert set(IMPORTANCE) == set(FactKind)
    assert all(0.0 <= importance <= 1.0 for importance in IMPORTANCE.values())
