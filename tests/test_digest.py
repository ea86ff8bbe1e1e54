"""Digests: when they are made, what they cover, that they neither grow nor wander, and what views make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from agent_world import CELLS, Load, listing, refused, seen, took, waited
from hypothesis import given, settings
from hypothesis import strategies as st
from small_world import busy_scenario
from test_budget import AGENTS, stories, tokens

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent
from memory.digests.bullets import action_bullets, cargo_bullets, market_bullets
from memory.digests.digest import MOST_BULLETS, MOST_CARRIED, MOST_CITED, NO_DIGEST, Bullet, Digest, digest_of
from memory.digests.gate import accept, gate
from memory.fact_text import place_text
from memory.facts import IMPORTANCE, Fact, FactBlock, FactKind
from memory.journal import ACTION_KINDS, CARGO_KINDS, MARKET_KINDS, Journal
from memory.observed import Result
from memory.settings import MemorySettings
from memory.views.records import render

UNHURRIED = settings(deadline=None, max_examples=40)
LOW_FEN = 10_000
CELL = [CELLS.cell_of(22.6 + 0.09 * i, 113.0) for i in range(60)]


def fact(kind: FactKind, minute: int = 0, *, cell: int = 0, load: int = -1, count: int = 0, value: float = 0.0) -> Fact:
    return Fact(kind, minute, cell, load, count, value, IMPORTANCE[kind])


def numbered(*facts: Fact, first: int = 0) -> dict[int, Fact]:
    return dict(enumerate(facts, start=first))


def market_digest(shown: Mapping[int, Fact], minute: int, through: int, best: Sequence[int] = tuple(CELL)) -> Digest:
    return digest_of(accept(market_bullets(shown, best, LOW_FEN), (), shown)[0], shown, minute, through)


def cargo_digest(shown: Mapping[int, Fact], minute: int, through: int, best: Sequence[int]) -> Digest:
    return digest_of(accept(cargo_bullets(shown, best), (), shown)[0], shown, minute, through)


def action_digest(shown: Mapping[int, Fact], minute: int, through: int) -> Digest:
    return digest_of(accept(action_bullets(shown), (), shown)[0], shown, minute, through)


def texts(digest: Digest) -> list[tuple[str, str]]:
    return [(bullet.kind, bullet.text) for bullet in digest.bullets]


# what they say


def test_a_market_digest_names_the_best_list_and_the_last_vain_one() -> None:
    """Lists of 300, 80 and 500 yuan and an empty one; 100 yuan is worth reading. Cells 0, 2 and those of loads stay."""
    facts = numbered(
        fact(FactKind.SEARCH_DONE, 5, cell=CELL[0], count=9, value=30_000.0),
        fact(FactKind.CARGO_SEEN, 5, cell=CELL[3], load=7, value=42_000.0),
        fact(FactKind.SEARCH_DONE, 65, cell=CELL[1], count=4, value=8_000.0),
        fact(FactKind.SEARCH_DONE, 125, cell=CELL[2], count=3, value=50_000.0),
        fact(FactKind.SEARCH_DONE, 185, cell=CELL[1]),
    )
    digest = market_digest(facts, 200, 4)
    assert texts(digest) == [
        ("seek", f"best list at {place_text(CELL[2])}: net 500 yuan"),
        ("avoid", f"nothing worth taking at {place_text(CELL[1])} at minute 185"),
    ]
    # Kept are the cells that the store ranks highest, each with the latest fact that names it.
    assert [bullet.fact_ids for bullet in digest.bullets] == [(0, 1, 3, 4), (4,)]
    assert digest.cells == {CELL[0], CELL[1], CELL[2], CELL[3]}
    assert market_digest(facts, 200, 4, [CELL[3], CELL[9]]).bullets[0].cells == (CELL[3],)
    assert (digest.minute, digest.through, dict(digest.facts)) == (200, 4, {i: facts[i] for i in (0, 1, 3, 4)})


def test_a_list_read_at_no_place_on_earth_is_no_place_to_seek() -> None:
    facts = numbered(*[fact(FactKind.SEARCH_DONE, i, count=3, value=90_000.0) for i in range(5)])
    assert market_digest(facts, 9, 4).bullets == ()


def test_a_cargo_digest_names_the_best_load_and_counts_the_gone() -> None:
    """Loads 1, 2, 3 seen, 9 found gone twice; 3 is the best, 1 next, 2 no longer to be had; 8 was never told of."""
    facts = numbered(
        *[fact(FactKind.CARGO_SEEN, 1, cell=CELL[0], load=i, value=10_000.0 * i) for i in (1, 2, 3)],
        fact(FactKind.CARGO_GONE, 60, load=9),
        fact(FactKind.CARGO_GONE, 90, load=10),
    )
    digest = cargo_digest(facts, 100, 4, [3, 8, 1])
    assert texts(digest) == [
        ("seek", "load 3 pays 300 yuan"),
        ("risk", "2 loads gone early since minute 60"),
    ]
    assert [bullet.fact_ids for bullet in digest.bullets] == [(0, 2), (3, 4)]
    assert digest.cargo_ids == {1, 3}


def test_an_action_digest_adds_up_orders_and_keeps_the_worst() -> None:
    """300 yuan in 60 minutes, -20 in 100 and 100 in 50: 380 together, the second the worst a minute; two takes refused.

    A refused move, and a refused take of a load that never was, tell of no load.
    """
    facts = numbered(
        fact(FactKind.ORDER_COMPLETED, 60, load=1, count=60, value=30_000.0),
        fact(FactKind.ORDER_COMPLETED, 200, load=2, count=100, value=-2_000.0),
        fact(FactKind.ORDER_REFUSED, 210, load=4, count=Result.CLAIMED_BY_OTHER, value=1.0),
        fact(FactKind.ORDER_REFUSED, 211, count=Result.BAD_TARGET, value=1.0),
        fact(FactKind.ORDER_REFUSED, 212, load=6, count=Result.EXPIRED, value=1.0),
        fact(FactKind.WAITED, 213, count=30),
        fact(FactKind.ORDER_COMPLETED, 300, load=5, count=50, value=10_000.0),
    )
    assert texts(action_digest(facts, 301, 6)) == [
        ("progress", "3 orders delivered since minute 60, net 380 yuan"),
        ("lesson", "order 2 netted -20 yuan in 100 min"),
        ("risk", "2 takes refused since minute 210"),
    ]


def test_one_order_and_one_refusal_make_no_lesson_and_no_pattern() -> None:
    facts = numbered(
        fact(FactKind.ORDER_COMPLETED, 60, load=1, count=60, value=30_000.0),
        fact(FactKind.ORDER_REFUSED, 70, load=2, count=Result.EXPIRED, value=1.0),
    )
    assert texts(action_digest(facts, 71, 1)) == [("progress", "1 order delivered since minute 60, net 300 yuan")]


def test_facts_that_come_to_nothing_make_a_digest_of_no_bullets() -> None:
    waits = numbered(*[fact(FactKind.WAITED, i, count=1) for i in range(80)])
    for digest in (action_digest(waits, 80, 79), cargo_digest({}, 80, 79, []), market_digest({}, 80, 79)):
        assert digest == Digest(80, 79)


# when they are made


def digested(memory: MemoryAgent) -> tuple[int, int, int]:
    """`through` of the three digests."""
    journal = memory.journals[0]
    return journal.market.digest.through, journal.cargo.digest.through, journal.actions.digest.through


def test_a_threshold_counts_the_facts_of_its_own_store() -> None:
    """Three searches, five loads, four facts of actions. A wait makes two of the last, its rest included.

    Step 1 reads two loads (facts 0-2) and waits (3, 4). Step 2 reads them again, and waits (5; 6, 7): four facts of
    actions. Step 3 reads four loads, two new (8-10; 11, 12): the third search. Step 4 one more load (13, 14; 15, 16):
    the fifth load, and again four facts of actions. What is due at the end of a step is in force after the next one.
    """
    memory = MemoryAgent(MemorySettings(mode="digest", digest_searches=3, digest_loads=5, digest_actions=4), 1, CELLS)
    loads = [Load(i, 23.0, 23.1, yuan=300) for i in range(5)]
    said = []
    for step, there in enumerate([loads[:2], loads[:2], loads[:4], loads]):
        minute = 60 * step
        memory.observe(seen(minute + 1), [listing(minute, there)], waited(minute + 1), "", minute)
        said.append(digested(memory))
    assert said == [(-1, -1, -1), (-1, -1, -1), (-1, -1, 7), (12, -1, 7)]
    assert memory.finish().made == 4
    assert digested(memory) == (12, 16, 16)


def test_a_step_that_passes_a_threshold_and_the_next_are_served_from_what_exists() -> None:
    """The threshold is met by the second list; the views of that step and of the third have no bullet."""
    memory = MemoryAgent(MemorySettings(mode="digest", digest_searches=2), 1, CELLS)
    there = [Load(i, 23.0 + 0.05 * i, 23.1 + 0.05 * i, yuan=300) for i in range(20)]
    kinds = []
    for minute in (0, 60, 120, 180):
        kinds.append([bullet.kind for bullet in memory.views(seen(minute)).search.bullets])
        memory.observe(seen(minute + 1), [listing(minute, there)], waited(minute + 1), "", minute)
    assert kinds == [[], [], [], ["seek"]]


@pytest.mark.parametrize("mode", ["rule", "full", "none"])
def test_other_modes_make_no_digests(mode: str) -> None:
    memory = MemoryAgent(
        MemorySettings.model_validate({"mode": mode, "digest_searches": 1, "digest_loads": 1, "digest_actions": 1}),
        1,
        CELLS,
    )
    stories(memory, 20, "")
    journal = memory.journals[0]
    assert (journal.market.digest, memory.finish().made) == (NO_DIGEST, 0)
    assert all(
        bullet == () for bullet in (memory.views(seen(900)).search.bullets, memory.views(seen(900)).cargo.bullets)
    )


# conservation


class Keeps:
    """Checks after every step that no fact has left a store's short-term part before its digest covers it."""

    def __init__(self, memory: MemoryAgent) -> None:
        self.memory = memory
        self.told: list[dict[int, Fact]] = [{} for _ in memory.stores]
        self.checked = self.covered = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        journal, told = self.memory.journals[driver], self.told[driver]
        for store, kinds in (
            (journal.market, MARKET_KINDS),
            (journal.cargo, CARGO_KINDS),
            (journal.actions, ACTION_KINDS),
        ):
            mine = {fact_id: f for fact_id, f in told.items() if f.kind in kinds}
            assert store.since == {fact_id: f for fact_id, f in mine.items() if fact_id > store.digest.through}
            assert dict(store.digest.facts).items() <= mine.items()
            self.checked += len(mine)
            self.covered += len(mine) - len(store.since)

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        assert facts is not None
        self.told[driver] |= {facts.first_id + i: facts.fact(i) for i in range(len(facts))}


def test_every_fact_is_newer_than_its_store_s_digest_or_covered_by_it() -> None:
    """Two days of three drivers with low thresholds; every kind of fact belongs to a store."""
    assert set(FactKind) == MARKET_KINDS | CARGO_KINDS | ACTION_KINDS
    run_settings = MemorySettings(mode="digest", digest_searches=5, digest_loads=20, digest_actions=15)
    memory = MemoryAgent(run_settings, 3, CELLS)
    keeps = Keeps(memory)
    Engine(
        busy_scenario(2, 3), AgentTeam(agent_set("rule"), memory, keeps), seed=3, memory=run_settings, cells=CELLS
    ).run()
    assert all(j.market.asked + j.cargo.asked + j.actions.asked > 6 for j in memory.journals)
    assert 0 < keeps.covered < keeps.checked


@UNHURRIED
@given(steps=st.integers(0, 60), budget=st.integers(200, 3000), thresholds=st.tuples(*[st.integers(1, 80)] * 3))
def test_a_newer_row_is_in_the_view_or_counted(steps: int, budget: int, thresholds: tuple[int, int, int]) -> None:
    """Rows that a digest does not cover are shown unless the budget ends; what is missing is in `omitted`."""
    loads, searches, actions = thresholds
    memory = MemoryAgent(
        MemorySettings(
            mode="digest", budget_tokens=budget, digest_loads=loads, digest_searches=searches, digest_actions=actions
        ),
        1,
        CELLS,
    )
    stories(memory, steps, "")
    now = seen(60 * steps)
    views, stores, journal = memory.views(now), memory.stores[0], memory.journals[0]

    newer = set((stores.market.places().fact > journal.market.digest.through).nonzero()[0].tolist())
    places = views.search.places
    assert places is not None
    shown = set(places.cell.tolist())
    hidden = [row for row in newer if int(stores.market.places().cell[row]) not in shown]
    assert len(hidden) <= views.search.omitted

    acts = [action.fact for action in stores.driver.recent if action.fact > journal.actions.digest.through]
    told = {action.fact for action in views.decision.recent}
    assert len([act for act in acts if act not in told]) <= views.decision.omitted
    assert acts[len(acts) - len(told & set(acts)) :] == sorted(told & set(acts))  # the newest stay

    active = stores.cargo.active(now.minute)
    fresh = {int(i) for i in active.sightings.fact if i > journal.cargo.digest.through}
    ids = set() if views.cargo.fact_ids is None else set(views.cargo.fact_ids.tolist())
    assert len(fresh - ids) <= views.cargo.omitted


def test_a_digest_replaces_what_it_covers_in_the_view_but_not_in_the_store() -> None:
    """60 steps of stories: with digests made, views hide covered rows that the same store shows without them."""
    low = {"digest_searches": 10, "digest_loads": 40, "digest_actions": 30, "budget_tokens": 5000}
    digest, rule = (
        MemoryAgent(MemorySettings.model_validate({"mode": mode, **low}), 1, CELLS) for mode in ("digest", "rule")
    )
    for memory in (digest, rule):
        stories(memory, 60, "")
    folded, whole = digest.views(seen(3600)), rule.views(seen(3600))
    assert folded.search.places is not None
    assert whole.search.places is not None
    assert whole.search.omitted == 0
    assert len(folded.search.places) < len(whole.search.places)
    assert len(folded.search.places) + folded.search.omitted == len(whole.search.places)
    assert len(digest.stores[0].market.places()) == len(rule.stores[0].market.places())


# digests of digests

Maker = Callable[[Mapping[int, Fact], int], Digest]
MAKERS: dict[str, Maker] = {
    "market": lambda shown, through: market_digest(shown, 10_000, through),
    "cargo": lambda shown, through: cargo_digest(shown, 10_000, through, list(range(400))),
    "actions": lambda shown, through: action_digest(shown, 10_000, through),
}


def any_facts(random: Random, n: int, first: int = 0) -> dict[int, Fact]:
    """Facts of all kinds that digests read."""
    made = []
    for _ in range(n):
        kind = random.choice(
            [
                FactKind.SEARCH_DONE,
                FactKind.CARGO_SEEN,
                FactKind.CARGO_GONE,
                FactKind.ORDER_COMPLETED,
                FactKind.ORDER_REFUSED,
                FactKind.WAITED,
            ]
        )
        about = kind in (FactKind.SEARCH_DONE, FactKind.CARGO_SEEN, FactKind.ORDER_COMPLETED)
        made.append(
            fact(
                kind,
                random.randrange(50_000),
                cell=random.choice([0, *CELL]) if about else 0,
                load=-1 if kind in (FactKind.SEARCH_DONE, FactKind.WAITED) else random.randrange(400),
                count=random.randrange(100),
                value=float(random.randrange(-5_000, 90_000)),
            )
        )
    return numbered(*made, first=first)


@pytest.mark.parametrize("store", MAKERS)
@pytest.mark.parametrize("n", [1, 2, 3, 10, 80, 700])
def test_a_digest_of_a_digest_alone_is_the_same_digest(store: str, n: int) -> None:
    for seed in range(20):
        facts = any_facts(Random(seed), n)
        digest = MAKERS[store](facts, n - 1)
        assert MAKERS[store](dict(digest.facts), n - 1) == digest


@pytest.mark.parametrize("store", MAKERS)
def test_digests_of_digests_do_not_grow(store: str) -> None:
    """Thirty rounds of 80 new facts: carried facts, bullets, cells and loads are bounded, and so is their text."""
    digest, sizes = NO_DIGEST, []
    for round_ in range(30):
        new = any_facts(Random(round_), 80, first=80 * round_)
        digest = MAKERS[store](dict(digest.facts) | new, 80 * round_ + 79)
        assert len(digest.bullets) <= MOST_BULLETS
        assert all(len(bullet.fact_ids) <= MOST_CITED for bullet in digest.bullets)
        assert len(digest.cells) <= 2 * MOST_CARRIED + 1  # those to seek, and the one to avoid
        assert len(digest.cargo_ids) <= MOST_CARRIED + 1
        assert {i for bullet in digest.bullets for i in bullet.fact_ids} == set(dict(digest.facts))
        sizes.append((len(digest.facts), sum(tokens(bullet.text) for bullet in digest.bullets)))
    assert max(facts for facts, _ in sizes) <= MOST_BULLETS * MOST_CITED
    assert max(text for _, text in sizes) <= 100
    assert max(facts for facts, _ in sizes[15:]) <= max(facts for facts, _ in sizes[:15]) + 5


@pytest.mark.parametrize("store", MAKERS)
def test_a_digest_s_own_bullets_pass_the_gate(store: str) -> None:
    for seed in range(50):
        facts = any_facts(Random(seed), 200)
        bullets = MAKERS[store](facts, 199).bullets
        assert gate(bullets, facts) == (bullets, {})
        assert len(bullets) >= 2, seed


@pytest.mark.parametrize("store", MAKERS)
def test_the_order_in_which_facts_are_handed_over_does_not_matter(store: str) -> None:
    """50 shuffles, among them facts of equal value and equal minute."""
    facts = any_facts(Random(1), 150)
    equal = numbered(
        *[fact(FactKind.SEARCH_DONE, 7, cell=CELL[i], count=5, value=20_000.0) for i in range(9)], first=150
    )
    equal |= numbered(*[fact(FactKind.ORDER_COMPLETED, 7, load=i, count=60, value=100.0) for i in range(9)], first=159)
    facts |= equal
    wanted = MAKERS[store](facts, 167)
    items = list(facts.items())
    for seed in range(50):
        Random(seed).shuffle(items)
        assert MAKERS[store](dict(items), 167) == wanted


def test_a_retelling_raises_no_count() -> None:
    """One load seen by three lists, twice told: still one load to seek."""
    again = fact(FactKind.CARGO_SEEN, 1, cell=CELL[0], load=5, value=10_000.0)
    digest = cargo_digest(numbered(again, again, again), 9, 2, [5])
    assert texts(digest) == [("seek", "load 5 pays 100 yuan")]
    assert digest.bullets[0].fact_ids == (2,)


# digest against rule


@UNHURRIED
@given(
    steps=st.integers(0, 60),
    budget=st.none() | st.integers(200, 3000),
    thresholds=st.tuples(*[st.integers(1, 80)] * 3),
    shift=st.sampled_from([0.0, -23.4]),
)
def test_a_digest_view_is_never_longer_than_the_rule_view_of_the_same_facts(
    steps: int, budget: int | None, thresholds: tuple[int, int, int], shift: float
) -> None:
    """With each mode's own budget the rule view has all rows; with one budget both may be full to the last row."""
    loads, searches, actions = thresholds
    lengths = {}
    for mode in ("rule", "digest"):
        memory_settings = MemorySettings(
            mode=mode,  # type: ignore[arg-type]  # a name of the list above
            budget_tokens=budget,
            digest_loads=loads,
            digest_searches=searches,
            digest_actions=actions,
        )
        memory = MemoryAgent(memory_settings, 1, CELLS)
        stories(memory, steps, "look again", shift)
        views = memory.views(seen(60 * steps, 23.0 + shift))
        lengths[mode] = [tokens(render(getattr(views, agent))) for agent in AGENTS]
    for agent, rule, digest in zip(AGENTS, lengths["rule"], lengths["digest"], strict=True):
        assert digest <= (rule if budget is None else max(rule, budget)), agent


def test_bullets_that_would_lengthen_a_view_give_way_to_its_rows() -> None:
    """One poor list, folded at once: its row takes about 25 tokens, and a bullet about it as many more."""
    memory = MemoryAgent(MemorySettings(mode="digest", digest_searches=1), 1, CELLS)
    memory.observe(seen(0), [listing(0)], waited(0), "", 0)
    memory.finish()
    assert [bullet.kind for bullet in memory.journals[0].market.digest.bullets] == ["avoid"]
    view = memory.views(seen(30)).search
    assert (view.bullets, view.omitted) == ((), 0)
    assert view.places is not None
    assert len(view.places) == 1


def test_bullets_that_do_not_fit_are_left_out_whole_and_counted() -> None:
    """Five bullets of 91 bytes where orders and their loads leave little room: what stays is whole."""
    memory = MemoryAgent(MemorySettings(mode="digest", budget_tokens=700, recent_actions=60), 1, CELLS)
    for i in range(40):
        memory.observe(seen(40 * i), [], took(i, 40 * i, 30), "", 40 * i)
    journal: Journal = memory.journals[0]
    long = tuple(Bullet("lesson", "去佛山" * 10 + str(i), (0,)) for i in range(5))
    journal.actions.replace(Digest(1, journal.actions.digest.through, long))
    view = memory.views(seen(1600)).decision
    assert 0 < len(view.bullets) < 5
    assert view.bullets == long[: len(view.bullets)]
    assert view.omitted == 5 - len(view.bullets) + 40 - len(view.recent) + 40 - len(view.unavailable)
    assert tokens(render(view)) <= 700


def test_a_refused_take_stays_known_after_its_digest() -> None:
    """The digest folds the refusal; the pinned line still names the load."""
    memory = MemoryAgent(MemorySettings(mode="digest", digest_actions=1), 1, CELLS)
    memory.observe(seen(5), [listing(0, [Load(9)])], refused(9, 5), "", 0)
    memory.finish()
    views = memory.views(seen(6))
    assert memory.journals[0].actions.digest.through == 2
    assert views.cargo.unavailable == {9}
    assert render(views.cargo).startswith("gone 9\n")


def test_a_bullet_that_sends_for_a_load_which_has_gone_since_is_not_shown() -> None:
    """Twenty loads around one place, the dearest of them in a bullet; then a list without that one."""
    memory = MemoryAgent(MemorySettings(mode="digest", digest_loads=20), 1, CELLS)
    there = [Load(i, yuan=300 + (i == 4), remove_min=900) for i in range(20)]
    memory.observe(seen(1), [listing(0, there)], waited(1), "", 0)
    memory.finish()
    assert [b.text for b in memory.views(seen(31)).cargo.bullets] == ["load 4 pays 301 yuan"]
    memory.observe(seen(61), [listing(60, [load for load in there if load.load != 4])], waited(61), "", 60)
    view = memory.views(seen(91)).cargo
    assert (view.bullets, view.unavailable) == ((), {4})
    assert memory.journals[0].cargo.digest.bullets != ()
