"""Two facts that disagree: the later minute stands, whenever it was told, and what changed is not what was wrong."""

from __future__ import annotations

import numpy as np
from agent_world import (
    CELLS,
    COST_PER_KM,
    Load,
    listing,
    make_offers,
    moved,
    new_books,
    new_cargo,
    refused,
    seen,
    sight,
    took,
    waited,
)
from hypothesis import given
from hypothesis import strategies as st
from small_world import LNG

from memory.agent import MemoryAgent
from memory.facts import Fact, FactKind
from memory.observed import Act, Outcome
from memory.settings import MemorySettings
from memory.stores.cargo import CargoMemory
from memory.stores.driver import DriverMemory
from memory.stores.ends import Status
from memory.stores.market import MarketMemory
from memory.stores.of_driver import Stores
from memory.stores.revise import Revision, revision

A, B = Load(0, yuan=300), Load(1, yuan=200)
P = CELLS.cell_of(23.0, LNG)


def test_minutes_decide_and_nothing_else() -> None:
    """Believed of minute 50."""
    told = {minute: [revision(50, minute, agrees=agrees).name for agrees in (True, False)] for minute in (49, 50, 51)}
    assert told == {49: ["LATE", "LATE"], 50: ["CONFIRMED", "WRONG"], 51: ["CONFIRMED", "CHANGED"]}


# loads: whether they are on offer, and on what terms


def learn(memory: CargoMemory, minute: int, loads: list[Load], search_fact: int) -> None:
    """Fold a complete list in, as memory does: search fact, those gone, those seen."""
    shown = listing(minute, loads)
    memory.expire(minute)
    gone = memory.missing(shown)
    for i, load in enumerate(gone, start=search_fact + 1):
        memory.miss(load, minute, i)
    memory.see(shown.offers, minute, search_fact + 1 + len(gone), search_fact)


def of_load(memory: CargoMemory, load: int) -> tuple[int, int, int]:
    """Price in yuan, latest fact and last minute seen of a load on offer."""
    known = memory.active(0)
    (row,) = np.flatnonzero(known.offers.load == load).tolist()
    seen = known.sightings
    return int(known.offers.price_fen[row]) // 100, int(seen.fact[row]), int(seen.last_seen_min[row])


def test_a_list_that_is_told_late_moves_no_sighting_back() -> None:
    """A seen at minute 100 for 300 yuan; then a list of minute 40 is filled in, on which it paid 250."""
    memory = new_cargo()
    learn(memory, 100, [A], 10)
    learn(memory, 40, [A._replace(yuan=250)], 20)
    assert of_load(memory, 0) == (300, 11, 100)
    assert memory.revisions == {Revision.LATE: 1}


def test_a_later_list_has_the_terms_that_count() -> None:
    """300 yuan at minute 100, 250 at 160: it has changed. A second list of minute 160 says 240: 250 was wrong."""
    memory = new_cargo()
    learn(memory, 100, [A], 10)
    learn(memory, 160, [A._replace(yuan=250)], 20)
    assert (of_load(memory, 0), memory.revisions) == ((250, 20, 160), {Revision.CHANGED: 1})
    learn(memory, 160, [A._replace(yuan=240)], 30)
    assert of_load(memory, 0) == (240, 30, 160)
    assert (memory.revisions[Revision.CHANGED], memory.revisions[Revision.WRONG]) == (1, 1)


def test_a_load_that_comes_back_has_changed_and_one_that_was_never_gone_was_wrong() -> None:
    """B is missing at minute 50. Seen at minute 60 it is back: it was gone meanwhile, and that stays counted.

    Seen at minute 50, by another list of that minute, it never was gone, and nothing is counted.
    """
    counts = {}
    for minute in (60, 50):
        memory = new_cargo()
        learn(memory, 40, [A, B], 0)
        learn(memory, 50, [A], 10)
        assert memory.status(1) == Status.DISCARDED
        before = memory.revisions.copy()
        learn(memory, minute, [A, B], 20)
        assert memory.status(1) == Status.ACTIVE
        (found,) = (memory.revisions - before).elements()
        counts[minute] = found.name, memory.ends.counts[Status.DISCARDED]
    assert counts == {60: ("CHANGED", 1), 50: ("WRONG", 0)}


def test_an_old_sighting_does_not_bring_a_load_back_nor_an_old_absence_take_it_away() -> None:
    """A seen at 100 and gone at 160, B seen at 160: neither a list of 130 with A nor one without B changes that."""
    memory = new_cargo()
    learn(memory, 100, [A], 0)
    learn(memory, 160, [B], 10)
    learn(memory, 130, [A], 20)
    assert (memory.status(0), memory.status(1)) == (Status.DISCARDED, Status.ACTIVE)
    memory.miss(1, 130, 30)
    assert memory.status(1) == Status.ACTIVE
    assert of_load(memory, 1) == (200, 12, 160)
    assert memory.ends.facts([0]) == (11,)


def test_a_loss_that_is_told_late_is_forgotten_in_its_turn() -> None:
    """A gone at 700, B refused at 30: B is forgotten a day after 30, while A stays."""
    memory = new_cargo()
    memory.close(0, Status.REFUSED, 700, 5)
    memory.close(1, Status.REFUSED, 30, 6)
    memory.expire(30 + 1440 + 1)
    assert memory.unavailable_cargo_ids() == [0]


@given(st.permutations([(40, 250), (100, 300), (70, 280), (100, 300), (10, 990)]))
def test_in_whatever_order_lists_are_told_the_latest_stands(order: list[tuple[int, int]]) -> None:
    memory = new_cargo()
    for i, (minute, yuan) in enumerate(order):
        memory.see(make_offers([A._replace(yuan=yuan)]), minute, 2 * i + 1, 2 * i)
    price, _, last_seen = of_load(memory, 0)
    assert (price, last_seen) == (300, 100)


# the market: what the last search said


def test_a_search_that_is_told_late_counts_and_does_not_unsay_the_last_one() -> None:
    """A good list at minute 100, then a vain one of minute 40: two searches, five loads, and the place is good."""
    market = MarketMemory(MemorySettings(), new_books().cells)
    market.searched(P, 100, 5, 20_000.0, fact=7)
    market.searched(P, 40, 0, 0.0, fact=8)
    stats, places = market.stats(), market.places()
    assert (stats.searches.tolist(), stats.items.tolist(), stats.streak.tolist()) == ([2], [5], [0])
    assert (places.last_search_min.tolist(), places.last_low.tolist()) == ([100], [False])
    assert (stats.fact.tolist(), places.fact.tolist()) == ([7], [7])


def test_a_search_told_twice_is_one_search_with_two_sources() -> None:
    """A vain list of minute 40 told twice is one step of a streak; the second telling is its latest fact."""
    market = MarketMemory(MemorySettings(), new_books().cells)
    for fact in (7, 8):
        market.searched(P, 40, 0, 0.0, fact=fact)
    stats = market.stats()
    assert (stats.searches.tolist(), stats.streak.tolist(), stats.fact.tolist()) == ([1], [1], [8])


def test_a_sighting_that_is_told_late_is_no_latest_fact() -> None:
    """A load within P, seen at 100 (fact 7); another, seen at 40 (fact 9), adds its traffic and no more."""
    books = new_books()
    market = MarketMemory(MemorySettings(), books.cells)
    sight(market, books, [A], 100, 7)
    sight(market, books, [B], 40, 9)
    assert (market.places().traffic.tolist(), market.places().fact.tolist()) == ([4], [7])
    assert (market.stats().seen.tolist(), market.stats().fact.tolist()) == ([2], [7])


# the driver: what holds now


def after(*outcomes: Outcome) -> DriverMemory:
    memory = MemoryAgent(MemorySettings(recent_actions=3), 1, CELLS)
    for outcome in outcomes:
        memory.observe(seen(outcome.start_min), (), outcome, "", outcome.start_min)
    return memory.stores[0].driver


def test_an_action_that_is_told_late_adds_up_and_moves_nothing_that_holds_now() -> None:
    """Two waits, a move at 200, then an order of minute 40: 100 yuan more, and still two waits in a row."""
    me = after(waited(100), waited(140), moved(200, 10, 4.0, 23.036), took(9, 40, 30, yuan=100))
    assert (me.orders_done, me.earned_fen) == (1, 10_000.0 - 4.0 * 150)
    assert (me.waits_in_row, me.last_event_min, me.busy_min) == (2, 210, 210)
    # The ring of three holds the newest by minute.
    assert [action.minute for action in me.recent] == [100, 140, 200]


def test_a_late_action_takes_its_place_by_minute() -> None:
    me = after(waited(100), refused(5, 40))
    assert [(action.minute, action.act) for action in me.recent] == [(40, Act.TAKE_ORDER), (100, Act.WAIT)]
    assert (me.lost, me.lost_in_row, me.lost_fact) == (1, 0, -1)


def test_a_day_thought_to_be_off_was_not_when_its_order_is_told_late() -> None:
    """Day 0 seems to have none, until its order is filled in on day 1; day 1's counts stay its own."""
    me = after(waited(100), waited(1500))
    assert me.days_without_order == 1
    me = after(waited(100), waited(1500), took(9, 700))
    assert (me.days_without_order, me.today.takes, me.today.waits, me.day) == (0, 0, 1, 1)


def test_a_plan_that_is_told_late_is_not_the_plan() -> None:
    me = after(waited(100))
    me.replan("go north", 5, 100)
    me.replan("go south", 6, 60)
    assert (me.plan, me.plan_fact) == ("go north", 5)
    me.replan("go west", 7, 100)
    assert (me.plan, me.plan_fact) == ("go west", 7)


def test_stores_hold_it_for_whole_facts() -> None:
    """The same as facts: a list of minute 100, then one of minute 40 that was vain, and an order of minute 30."""
    stores = Stores.empty(MemorySettings(), new_books())

    def told(kind: FactKind, minute: int, *, cell: int = 0, load: int = -1, count: int = 0, value: float = 0.0) -> Fact:
        return Fact(kind, minute, cell, load, count, value, 0.5)

    good = told(FactKind.SEARCH_DONE, 100, cell=P, count=2, value=20_000.0)
    stores.learn_search(good, 0, make_offers([A, B]), [], 1)
    stores.learn_search(told(FactKind.SEARCH_DONE, 40, cell=P), 3, make_offers([]), [0, 1], 6)
    assert (stores.cargo.status(0), stores.cargo.status(1)) == (Status.ACTIVE, Status.ACTIVE)
    taken, done = told(FactKind.ORDER_TAKEN, 30, load=0), told(FactKind.ORDER_COMPLETED, 90, load=0, count=60)
    stores.learn_action([taken, done], 6, COST_PER_KM)
    # A load that the driver has taken is gone for it, whoever lists it: another thing than being on offer.
    assert (stores.cargo.status(0), stores.cargo.status(1)) == (Status.COMPLETED, Status.ACTIVE)
