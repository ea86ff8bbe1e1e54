"""CargoMemory: what becomes of a load that a driver has seen, and what it answers about that."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from agent_world import Load, listing, new_cargo
from hypothesis import given
from hypothesis import strategies as st

from memory.observed import Listing, Result
from memory.stores.cargo import CargoMemory
from memory.stores.ends import CLOSED_MIN, LEGAL, REFUSAL_STATUS, IllegalTransitionError, Status

A, B, C = Load(0), Load(1), Load(2)


def learn(memory: CargoMemory, shown: Listing, first_fact: int = 100, search_fact: int = 99) -> list[int]:
    """Fold one list as memory does, and give the loads that were new."""
    memory.expire(shown.minute)
    for load in memory.missing(shown):
        memory.miss(load, shown.minute, search_fact + 1)
    new = memory.see(shown.offers, shown.minute, first_fact, search_fact)
    return active(memory, shown.minute)[len(memory) - len(new) :]  # the last that became known


def active(memory: CargoMemory, minute: int) -> list[int]:
    loads: list[int] = memory.active(minute).offers.load.tolist()
    return loads


# transitions

WAY_TO = {
    Status.ACTIVE: [],
    Status.EXPIRED: [Status.EXPIRED],
    Status.WINDOW_MISSED: [Status.WINDOW_MISSED],
    Status.REFUSED: [Status.REFUSED],
    Status.TAKEN: [Status.TAKEN],
    Status.COMPLETED: [Status.TAKEN, Status.COMPLETED],
    Status.DISCARDED: [Status.DISCARDED],
}


def load_in(status: Status) -> CargoMemory:
    """A memory whose load A has that status at minute 10."""
    memory = new_cargo()
    learn(memory, listing(10, [A]))
    for step in WAY_TO[status]:
        memory.close(0, step, 10, 9)
    assert memory.status(0) == status
    return memory


@pytest.mark.parametrize("new", [s for s in Status if s != Status.ACTIVE], ids=lambda s: f"to {s.name}")
@pytest.mark.parametrize("old", Status, ids=lambda s: f"from {s.name}")
def test_a_load_moves_where_its_status_leads_and_nowhere_else(old: Status, new: Status) -> None:
    memory = load_in(old)
    counted = memory.ends.counts[new]
    if new in LEGAL.get(old, frozenset()):
        memory.close(0, new, 11, 9)
        assert (memory.status(0), memory.ends.counts[new]) == (new, counted + 1)
    else:
        with pytest.raises(IllegalTransitionError, match=f"load 0 cannot go from {old.name} to {new.name}"):
            memory.close(0, new, 11, 9)
        assert (memory.status(0), memory.ends.counts[new]) == (old, counted)


@pytest.mark.parametrize("old", Status, ids=lambda s: f"from {s.name}")
def test_a_load_becomes_active_by_being_listed_and_by_nothing_else(old: Status) -> None:
    """Of the loads that are gone only a discarded one comes back; a list cannot undo what the world said."""
    memory = load_in(old)
    with pytest.raises(IllegalTransitionError, match=f"load 0 cannot go from {old.name} to ACTIVE"):
        memory.close(0, Status.ACTIVE, 11, 9)
    new = learn(memory, listing(11, [A]))
    comes_back = old == Status.DISCARDED
    assert memory.status(0) == (Status.ACTIVE if comes_back else old)
    assert new == ([0] if comes_back else [])


def test_the_legal_moves_are_those_of_the_design() -> None:
    assert sorted((old.name, new.name) for old, ways in LEGAL.items() for new in ways) == [
        ("ACTIVE", "DISCARDED"),
        ("ACTIVE", "EXPIRED"),
        ("ACTIVE", "REFUSED"),
        ("ACTIVE", "TAKEN"),
        ("ACTIVE", "WINDOW_MISSED"),
        ("DISCARDED", "ACTIVE"),
        ("TAKEN", "COMPLETED"),
    ]


def test_a_load_never_listed_can_be_taken_and_refused() -> None:
    """An order may come from elsewhere than from a list: a recorded log, say."""
    memory = new_cargo()
    memory.take(5, 10, 9)
    memory.close(5, Status.COMPLETED, 10, 9)
    memory.refuse(6, Result.EXPIRED, 10, 9)
    assert [memory.status(load) for load in (5, 6, 7)] == [Status.COMPLETED, Status.EXPIRED, None]


def test_a_discarded_load_that_is_taken_was_there_after_all() -> None:
    memory = load_in(Status.DISCARDED)
    memory.take(0, 11, 9)
    assert memory.status(0) == Status.TAKEN


@pytest.mark.parametrize("result", [r for r in Result if r >= Result.UNKNOWN_LOAD], ids=lambda r: r.name)
def test_what_a_refusal_tells_of_a_load(result: Result) -> None:
    """A load not listed yet may come, and an unknown one is none: both stay as they were."""
    memory = load_in(Status.ACTIVE)
    memory.refuse(0, result, 11, 9)
    told_nothing = (Result.UNKNOWN_LOAD, Result.NOT_YET_LISTED, Result.BAD_TARGET)
    assert memory.status(0) == (Status.ACTIVE if result in told_nothing else REFUSAL_STATUS[result])


def test_a_refusal_of_a_load_known_to_be_gone_is_no_news() -> None:
    memory = load_in(Status.COMPLETED)
    memory.refuse(0, Result.ALREADY_TAKEN, 11, 9)
    assert memory.status(0) == Status.COMPLETED


# what lists show, and what they do not


def test_a_load_is_expected_inside_a_full_list_s_radius_only() -> None:
    """Loads at 10.0, 20.0 and 30.0 km north. A full list of two that ends 20.0 km away should have shown the first."""
    near, middle, far, other = Load(0, 23.09), Load(1, 23.18), Load(2, 23.27), Load(3, 23.0)
    memory = new_cargo()
    learn(memory, listing(10, [near, middle, far]))
    learn(memory, listing(20, [middle, other], k=2))
    assert {load: memory.status(load) for load in range(4)} == {
        0: Status.DISCARDED,
        1: Status.ACTIVE,
        2: Status.ACTIVE,
        3: Status.ACTIVE,
    }


def test_a_load_on_the_radius_is_not_expected() -> None:
    """A and B are equally far: a list of one may show either."""
    memory = new_cargo()
    learn(memory, listing(10, [Load(0, 23.09), Load(1, 22.91)]))
    learn(memory, listing(20, [Load(1, 22.91)], k=1))
    assert memory.status(0) == Status.ACTIVE


def test_a_list_that_ends_early_should_have_shown_everything() -> None:
    """Two of at most 100 are all there is; a load at 100 km is gone as surely as one at 10 km."""
    memory = new_cargo()
    learn(memory, listing(10, [A, Load(1, 23.09), Load(2, 23.9)]))
    learn(memory, listing(20, [A]))
    assert [memory.status(load) for load in range(3)] == [Status.ACTIVE, Status.DISCARDED, Status.DISCARDED]


def test_an_empty_list_says_that_nothing_is_left() -> None:
    memory = new_cargo()
    learn(memory, listing(10, [A, B]))
    learn(memory, listing(20, []))
    assert (active(memory, 20), memory.unavailable_cargo_ids()) == ([], [0, 1])


def test_a_load_past_its_remove_minute_is_not_missing() -> None:
    memory = new_cargo()
    learn(memory, listing(10, [Load(0, remove_min=30)]))
    assert memory.missing(listing(30, [])) == [0]
    assert memory.missing(listing(31, [])) == []


def test_a_discarded_load_that_is_listed_again_is_a_new_sighting() -> None:
    """It gets the fact of the list that shows it again, and is remembered from then on."""
    memory = new_cargo()
    learn(memory, listing(10, [A, B]))
    learn(memory, listing(20, [A]))
    assert (memory.status(1), memory.unavailable_cargo_ids()) == (Status.DISCARDED, [1])
    assert learn(memory, listing(30, [A, B]), first_fact=300, search_fact=299) == [1]
    known = memory.active(30)
    columns = (known.sightings.first_fact, known.sightings.fact, known.sightings.last_seen_min)
    facts = zip(*(column.tolist() for column in columns), strict=True)
    assert dict(zip(known.offers.load.tolist(), facts, strict=True)) == {
        0: (100, 299, 30),  # seen again, by the search
        1: (300, 300, 30),  # seen anew
    }
    assert memory.unavailable_cargo_ids() == []


def test_a_load_is_on_offer_until_its_remove_minute_and_not_after() -> None:
    memory = new_cargo()
    learn(memory, listing(10, [Load(0, remove_min=30), Load(1, remove_min=31)]))
    assert (active(memory, 30), active(memory, 31)) == ([0, 1], [1])
    memory.expire(30)
    assert (len(memory), memory.ends.counts[Status.EXPIRED]) == (2, 0)
    memory.expire(31)
    assert (len(memory), memory.ends.counts[Status.EXPIRED], memory.status(0)) == (1, 1, None)


def test_a_load_that_is_gone_is_remembered_for_a_day() -> None:
    """Closed at minute 10: known at 1,450, forgotten at 1,451, whatever happened in between."""
    memory = load_in(Status.REFUSED)
    memory.expire(10 + CLOSED_MIN)
    assert memory.status(0) == Status.REFUSED
    memory.expire(10 + CLOSED_MIN + 1)
    assert (memory.status(0), memory.unavailable_cargo_ids()) == (None, [])
    assert memory.ends.counts[Status.REFUSED] == 1


# questions


def test_what_memory_answers() -> None:
    """Eight loads: one of each fate, one stale, one fresh. Loads not seen since minute 10 are 60 minutes old at 70."""
    memory = new_cargo()
    assert (active(memory, 0), memory.stale_cargo_ids(0, 0), memory.summary()["active"]) == ([], [], 0)
    loads = [Load(i, remove_min=65 if i == 0 else 2000) for i in range(8)]
    learn(memory, listing(10, loads))
    memory.refuse(1, Result.CLAIMED_BY_OTHER, 20, 31)
    memory.refuse(2, Result.WINDOW_MISSED, 20, 32)
    memory.take(3, 20, 33)
    memory.take(4, 20, 34)
    memory.close(4, Status.COMPLETED, 20, 34)
    # A full list of one load, at the point itself, expects none inside its radius of 0 km.
    learn(memory, listing(50, [loads[5]], k=1))
    memory.miss(6, 60, 36)
    memory.expire(70)

    assert memory.failed_cargo_ids() == [1, 2]
    assert memory.unavailable_cargo_ids() == [1, 2, 3, 4, 6]
    assert memory.ends.facts([6, 1, 4]) == (31, 34, 36)
    assert active(memory, 70) == [5, 7]
    assert memory.stale_cargo_ids(70, 60) == []
    assert memory.stale_cargo_ids(70, 59) == [7]
    assert memory.summary() == {
        "active": 2,
        "expired": 1,
        "window_missed": 1,
        "refused": 1,
        "taken": 2,
        "completed": 1,
        "discarded": 1,
    }


# any history


class NaiveMemory:
    """The same rules with one dictionary a load and no columns."""

    def __init__(self) -> None:
        self.loads: dict[int, Load] = {}
        self.seen: dict[int, tuple[int, int]] = {}
        self.gone: dict[int, tuple[Status, int]] = {}

    def pass_time(self, minute: int) -> None:
        self.loads = {i: x for i, x in self.loads.items() if x.remove_min >= minute}
        self.gone = {i: (s, at) for i, (s, at) in self.gone.items() if minute - at <= CLOSED_MIN}

    def see(self, minute: int, shown: Sequence[Load], first_fact: int, search_fact: int) -> None:
        self.pass_time(minute)
        here = {x.load for x in shown}
        for load in [load for load in self.loads if load not in here]:
            self.end(load, Status.DISCARDED, minute)
        fact = first_fact
        for x in shown:
            if x.load in self.loads:
                self.seen[x.load] = (search_fact, minute)
            elif self.gone.get(x.load, (Status.DISCARDED, 0))[0] == Status.DISCARDED:
                self.gone.pop(x.load, None)
                self.loads[x.load], self.seen[x.load] = x, (fact, minute)
                fact += 1

    def end(self, load: int, status: Status, minute: int) -> None:
        self.loads.pop(load, None)
        self.gone[load] = (status, minute)


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[int, str, list[int]]]:
    """Minutes that never fall, and at each a list of some loads, or an outcome for one."""
    minute, out = 0, []
    for _ in range(draw(st.integers(1, 25))):
        minute += draw(st.sampled_from([0, 1, 7, 60, 700]))
        act = draw(st.sampled_from(["list", "list", "list", "take", "refuse"]))
        some = draw(st.lists(st.integers(0, 29), unique=True, min_size=act != "list", max_size=12))
        out.append((minute, act, some))
    return out


@given(histories())
def test_compaction_loses_nothing(history: list[tuple[int, str, list[int]]]) -> None:
    """30 loads, each on offer for another span; lists are complete, so what they lack is discarded."""
    loads = [Load(i, 23.0 + 0.01 * i, remove_min=40 + 97 * i) for i in range(30)]
    memory, naive = new_cargo(), NaiveMemory()
    for step, (minute, act, some) in enumerate(history):
        if act == "list":
            shown = listing(minute, [loads[i] for i in some if loads[i].remove_min >= minute])
            in_order = [loads[i] for i in shown.offers.load.tolist()]
            learn(memory, shown, first_fact=100 * step, search_fact=100 * step - 1)
            naive.see(minute, in_order, 100 * step, 100 * step - 1)
        elif memory.status(some[0]) in (None, Status.ACTIVE):
            status = Status.TAKEN if act == "take" else Status.REFUSED
            memory.close(some[0], status, minute, 100 * step)
            naive.end(some[0], status, minute)
        memory.expire(minute)
        naive.pass_time(minute)

        found = memory.active(minute)
        offers = found.offers
        assert len(memory) == len(offers) == len(naive.loads)
        columns = (offers.load, found.sightings.fact, found.sightings.last_seen_min)
        known = sorted(zip(*(column.tolist() for column in columns), strict=True))
        assert known == sorted((i, *naive.seen[i]) for i in naive.loads)
        assert offers.remove_min.tolist() == [loads[i].remove_min for i in offers.load.tolist()]
        assert memory.unavailable_cargo_ids() == sorted(naive.gone)
        assert [memory.status(i) for i in naive.gone] == [status for status, _ in naive.gone.values()]
