"""Views: what each agent is shown, line by line, with the facts behind every line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from agent_world import CELLS, Load, listing, refused, seen, took, waited
from small_world import LNG, busy_scenario

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent
from memory.digests.digest import Bullet
from memory.fact_text import place_text
from memory.facts import FactBlock, FactKind
from memory.settings import MemorySettings, Mode
from memory.views.lines import Line
from memory.views.records import SearchView, Views, render
from scenarios.cells import parent

HERE, NORTH = CELLS.cell_of(23.0, LNG), CELLS.cell_of(23.18, LNG)
A, B = Load(0, yuan=300, remove_min=500), Load(1, 23.18, 23.0, yuan=200, service_min=90, remove_min=600)


def memory_after_two_steps(mode: Mode = "rule") -> MemoryAgent:
    """Step 1 reads A and B (facts 0-2) and takes A (3, 4) with a plan (5); step 2 looks 20 km north in vain for
    more than B (6), and waits (7, 8)."""
    memory = MemoryAgent(MemorySettings(mode=mode, low_yield_fen=19_000), 1, CELLS)
    memory.observe(seen(1), [listing(0, [A, B])], took(0, 1, yuan=300), "then north", 0)
    memory.observe(seen(62), [listing(61, [B], lat=23.18)], waited(62), "then north", 61)
    return memory


def test_the_search_view_shows_worth_and_vain_searches() -> None:
    """Best nets: 300 yuan at the point; B in the north 20,000 - 20.0151 x 150 = 16,997.7 fen. Items 2 and 1.

    Medians 23,498.9 and 1.5: s(net) 0.5607 and 0.4197, s(items) 0.5714 and 0.4; the north's streak of 1 is 1/3.
    Values 0.6 x 0.5607 + 0.2 x 0.5714 = 0.45 and 0.6 x 0.4197 + 0.2 x 0.4 - 0.2 / 3 = 0.27. A starts and ends at the
    point, where B ends: traffic 3; B starts in the north: 1.
    """
    lines = memory_after_two_steps().views(seen(100)).search.lines()
    assert lines == [
        Line("plan: then north", (5,)),
        # Half of the places have less traffic than 2; the mean of both values.
        Line("typical place: traffic 2 value 0.36", (6,)),
        Line(f"at {place_text(HERE)} traffic 3 searched 0 value 0.45 lists 1 of 2 best 300", (1, 2)),
        Line(f"at {place_text(NORTH)} traffic 1 searched 61 low value 0.27 lists 1 of 1 best 170", (6,)),
    ]


def test_the_search_view_is_of_the_present_hours() -> None:
    """Both searches were before 03:00: at 03:00 nothing is known of these hours, a day later it is again.

    Places searched in the last two hours come first: the north's search was at minute 61, the point's at 0.
    """
    memory = memory_after_two_steps()
    tried = {
        minute: [" value " in line.text for line in memory.views(seen(minute)).search.lines()[2:]]
        for minute in (179, 181)
    }
    assert tried == {179: [True, True], 181: [False, False]}
    assert memory.views(seen(181)).search.lines()[2].text == f"at {place_text(HERE)} traffic 3 searched 0"
    assert memory.views(seen(180)).search.lines()[2].text == f"at {place_text(NORTH)} traffic 1 searched 61 low"
    assert len(memory.views(seen(1440)).search.lines()) == 4


def test_a_place_that_was_only_seen_is_shown_as_never_searched() -> None:
    """A list at the point that shows B alone tells of the north, where B starts."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, [B])], waited(1), "", 0)
    assert memory.views(seen(31)).search.lines()[2] == Line(f"at {place_text(NORTH)} traffic 1 never searched", (1,))


def test_the_cargo_view_shows_remembered_loads_the_best_first() -> None:
    """A nets 300 yuan in 60 minutes; B 200 - 1.5 x (20 + 20) = 140 in 21 + 90."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, [B, A])], waited(1), "", 0)
    view = memory.views(seen(31)).cargo
    assert view.lines()[:2] == [
        Line("load 0 pays 300 haul 0 takes 60 until 500 seen 0 from 23.00,113.00 to 23.00,113.00", (1,)),
        Line("load 1 pays 200 haul 20 takes 90 until 600 seen 0 from 23.18,113.00 to 23.00,113.00", (2,)),
    ]
    # Both start in one region, in the first of eight hour buckets: s(2) with the median 2 is 2 / (2 + 2).
    how = "offers in each 180 min from midnight, 0 to 9"
    assert view.lines()[2:] == [Line(f"region {place_text(parent(HERE, 4))} {how}: 50000000", (2,))]


def test_a_window_is_told_and_a_load_out_of_reach_comes_last() -> None:
    """At minute 31 the dear load's window has closed."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    late, open_ = Load(3, yuan=900, window=(5, 20)), Load(4, yuan=100, window=(40, 200))
    memory.observe(seen(1), [listing(0, [late, open_])], waited(1), "", 0)
    texts = [line.text for line in memory.views(seen(31)).cargo.lines()[:2]]
    assert [text.split(" until")[0] for text in texts] == [
        "load 4 pays 100 haul 0 takes 60 opens 40 closes 200",
        "load 3 pays 900 haul 0 takes 60 opens 5 closes 20",
    ]


def test_loads_known_to_be_gone_stand_first_and_are_pinned() -> None:
    """A was taken (fact 3, after the list's 0 and the sightings 1 and 2); B is missing from the list of fact 5 (6).

    A list may still show A, so the decision is told of it too.
    """
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, [A, B])], took(0, 1), "", 0)
    memory.observe(seen(62), [listing(61, [], lat=23.18)], waited(62), "", 61)
    views = memory.views(seen(92))
    assert views.cargo.lines()[0] == Line("gone 0 1", (3, 6), pinned=True)
    assert views.decision.lines()[0] == Line("gone 0", (3,), pinned=True)


def test_the_preference_view_shows_today() -> None:
    memory = memory_after_two_steps()
    view = memory.views(seen(92)).preference
    text = "today: 1 order, longest rest 31 min, deadhead 0 km; so far 1 order, 0 days off, deadhead 0 km"
    assert view.lines() == [Line(text, (7,))]


def test_the_decision_view_shows_plan_income_and_recent_actions() -> None:
    view = memory_after_two_steps().views(seen(92)).decision
    assert view.lines() == [
        Line("gone 0", (3,), pinned=True),
        Line("plan: then north", (5,)),
        Line("earned 300 yuan net in 92 min, 1 wait since the last order", (7,)),
        Line("today: 1 order, 1 wait, 0 moves", (7,)),
        Line("minute 62 wait done 30 min", (7,)),
        Line("minute 1 take_order 0 done 60 min", (3,)),
        # Both loads start in one region, which so far is all that offers anything; 1 / (1 + 1).
        Line("near 22.98,113.01", (2,)),
        Line("region 22.99,112.95 offers in each 180 min from midnight, 0 to 9: 50000000", (2,)),
    ]


def test_a_refusal_is_told_with_its_reason() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(5), [], refused(9, 5), "", 5)
    assert memory.views(seen(6)).decision.lines()[-1] == Line("minute 5 take_order 9 claimed_by_other 1 min", (0,))


# a view as text


def test_a_view_is_rendered_line_by_line_and_says_what_it_leaves_out() -> None:
    view = memory_after_two_steps().views(seen(92)).decision
    lines = (
        "gone 0\nplan: then north\nearned 300 yuan net in 92 min, 1 wait since the last order\n"
        "today: 1 order, 1 wait, 0 moves\nminute 62 wait done 30 min\n"
    )
    view = replace(view, places=None)
    whole = lines + "minute 1 take_order 0 done 60 min\n"
    assert (view.omitted, render(view)) == (0, whole)
    assert render(replace(view, recent=view.recent[1:], omitted=1)) == lines + "1 more left out\n"
    assert render(SearchView(0, 0)) == ""


def test_bullets_stand_before_rows_with_the_facts_they_cite() -> None:
    view = replace(memory_after_two_steps().views(seen(92)).decision, bullets=(Bullet("risk", "beware", (3, 4)),))
    assert view.lines()[3:5] == [Line("today: 1 order, 1 wait, 0 moves", (7,)), Line("beware", (3, 4))]


def test_places_and_plans_of_any_script_survive_byte_for_byte() -> None:
    """But for a line break, which would make two lines of one."""
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [], waited(1), "去广州市白云区装货\n再看佛山", 1)
    assert memory.views(seen(31)).decision.lines()[0].text == "plan: 去广州市白云区装货 再看佛山"


def test_a_full_memory_tells_its_history_before_the_view_as_it_happened() -> None:
    """The same two steps under memory `full`: nine facts in order, each a line with its own id."""
    memory = memory_after_two_steps("full")
    view = memory.views(seen(92)).decision
    assert view.history is not None
    told = list(view.history.lines())
    assert [line.fact_ids for line in told] == [(i,) for i in range(9)]
    assert [line.text for line in told][3:6] == [
        "1 load 0 taken, 300.00 yuan",
        "61 load 0 delivered 60 min after the decision, 300.00 yuan",
        "1 plan made: then north",
    ]
    own = render(replace(view, history=None))
    assert render(view) == "".join(line.text + "\n" for line in told) + own
    # What a budget leaves out of a history is its beginning.
    rest = replace(view.history, omitted=6)
    assert [line.fact_ids for line in rest.lines()] == [(6,), (7,), (8,)]
    assert render(replace(view, history=rest)) == "".join(line.text + "\n" for line in told[6:]) + own


def test_a_history_that_was_shown_stays_as_it_was() -> None:
    memory = memory_after_two_steps("full")
    before = memory.views(seen(92)).search.history
    memory.observe(seen(92), [], waited(92), "then north", 92)
    assert before is not None
    assert len(list(before.lines())) == 9


def test_a_view_of_nothing_has_no_lines() -> None:
    assert SearchView(0, 0).lines() == []
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    assert [line for line in all_lines(memory.views(seen(0))) if line.fact_ids] == []


def all_lines(views: Views) -> list[Line]:
    return [*views.search.lines(), *views.cargo.lines(), *views.preference.lines(), *views.decision.lines()]


# every line has its facts


class ReadsEverything:
    """A witness that reads all lines of every view, and the facts that existed then."""

    def __init__(self) -> None:
        self.facts_of: dict[int, dict[int, FactKind]] = {}
        self.cited: list[tuple[int, str, FactKind | None]] = []

    def trace(self, driver: int, trace: StepTrace) -> None:
        known = self.facts_of.setdefault(driver, {})
        for line in all_lines(trace.views):
            self.cited += [(driver, line.text, known.get(fact)) for fact in line.fact_ids]
        said: Sequence[int] = (*trace.plan.fact_ids, *trace.assessment.fact_ids, *trace.decision.fact_ids)
        self.cited += [(driver, "an agent's answer", known.get(fact)) for fact in said]

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        assert facts is not None
        known = self.facts_of.setdefault(driver, {})
        known |= {facts.first_id + i: FactKind(int(kind)) for i, kind in enumerate(facts.rows["kind"])}


ABOUT = {
    "at": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "near": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "load": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "best": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "nothing": {FactKind.SEARCH_DONE},
    "plan": {FactKind.PLAN},
    "order": {FactKind.ORDER_COMPLETED},
    "orders": {FactKind.ORDER_COMPLETED},
    "loads": {FactKind.CARGO_GONE},
    "take": {FactKind.ORDER_REFUSED},
    "takes": {FactKind.ORDER_REFUSED},
    "refused": {FactKind.ORDER_REFUSED},
    "region": {FactKind.CARGO_SEEN},
    "regions": {FactKind.CARGO_SEEN},
    "typical": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "next": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "gone": {FactKind.CARGO_GONE, FactKind.ORDER_TAKEN, FactKind.ORDER_REFUSED},
}
"""By the first word of a line, what its facts can be; other lines tell of actions."""
ACTIONS = {FactKind.WAITED, FactKind.ORDER_TAKEN, FactKind.ORDER_REFUSED, FactKind.REPOSITIONED}


@pytest.mark.parametrize(("agents", "mode"), [("rule", "rule"), ("greedy", "rule"), ("rule", "digest")])
def test_every_line_and_every_answer_cites_facts_the_driver_has(agents: str, mode: Mode) -> None:
    """Two days of four drivers in one pool: each cited id is a fact of that driver, made before, of a fitting kind."""
    scenario = busy_scenario(days=2, drivers=4)
    settings = MemorySettings(mode=mode, digest_searches=10, digest_loads=40, digest_actions=15)
    memory, reader = MemoryAgent(settings, 4, CELLS), ReadsEverything()
    team = AgentTeam(agent_set(agents), memory, reader)
    Engine(scenario, team, seed=3, memory=settings, cells=CELLS).run()

    assert len(reader.cited) > 500
    for driver, text, kind in reader.cited:
        assert kind is not None, f"driver {driver}: {text}"
        word = text.lstrip("0123456789 ").split()[0].rstrip(":")
        word = "loads" if text[0].isdigit() and word == "load" else word  # a number of loads, not a load's
        if word != "an":
            assert kind in ABOUT.get(word, ACTIONS), text
    bullets = {text.lstrip("0123456789 ").split()[0] for _, text, _ in reader.cited} & {"best", "orders", "loads"}
    assert bullets == ({"best", "orders", "loads"} if mode == "digest" else set())
