"""Views: what each agent is shown, line by line, with the facts behind every line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from agent_world import CELLS, Load, listing, refused, seen, took, waited
from small_world import LNG, busy_scenario

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent
from memory.facts import FactBlock, FactKind
from memory.settings import MemorySettings
from memory.views import Line, SearchView, Views
from scenarios.cells import cell_text, center

HERE, NORTH = CELLS.cell_of(23.0, LNG), CELLS.cell_of(23.18, LNG)
A, B = Load(0, yuan=300, remove_min=500), Load(1, 23.18, 23.0, yuan=200, service_min=90, remove_min=600)


def memory_after_two_steps() -> MemoryAgent:
    """Step 1 reads A and B (facts 0-2) and takes A (3, 4) with a plan (5); step 2 looks 20 km north in vain for
    more than B (6), and waits (7, 8)."""
    memory = MemoryAgent(MemorySettings(low_yield_fen=19_000), 1, CELLS)
    memory.observe(seen(1), [listing(0, [A, B])], took(0, 1, yuan=300), "then north", 0)
    memory.observe(seen(62), [listing(61, [B], lat=23.18)], waited(62), "then north", 61)
    return memory


def test_the_search_view_shows_worth_and_vain_searches() -> None:
    """Best nets: 300 yuan at the point; B in the north 20,000 - 20.0151 x 150 = 16,997.7 fen. Items 2 and 1.

    Medians 23,498.9 and 1.5: s(net) 0.5607 and 0.4197, s(items) 0.5714 and 0.4; the north's streak of 1 is 1/3.
    """
    lines = memory_after_two_steps().views(seen(100)).search.lines()
    assert lines == [
        Line(f"cell {cell_text(HERE)}: value 0.45, 1 searches, 2 loads a list, best net 300 yuan", (1,)),
        Line(f"cell {cell_text(NORTH)}: value 0.27, 1 searches, 1 loads a list, best net 170 yuan", (6,)),
        Line(f"cell {cell_text(NORTH)}: searched in vain a short while ago", (6,)),
    ]


def test_the_search_view_is_of_the_present_hours() -> None:
    """Both searches were before 03:00; at 03:00 nothing is known of these hours, and nothing was in vain lately."""
    memory = memory_after_two_steps()
    assert len(memory.views(seen(179)).search.lines()) == 3
    assert memory.views(seen(181)).search.lines() == []
    assert len(memory.views(seen(1440)).search.lines()) == 2


def test_the_cargo_view_shows_remembered_loads_the_dearest_first() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, [A, B])], waited(1), "", 0)
    view = memory.views(seen(31)).cargo
    assert view.lines() == [
        Line("load #0: 300.00 yuan, 0 km, 60 min, seen at minute 0, listed until 500", (1,)),
        Line("load #1: 200.00 yuan, 20 km, 90 min, seen at minute 0, listed until 600", (2,)),
    ]
    assert view.lines(most=1) == view.lines()[:1]


def test_the_preference_view_shows_today() -> None:
    memory = memory_after_two_steps()
    view = memory.views(seen(92)).preference
    assert view.lines() == [Line("today: 1 orders, longest rest 31 min, deadhead 0 km; so far 0 days off", (7,))]
    assert view.lines(most=0) == []


def test_the_decision_view_shows_plan_income_and_recent_actions() -> None:
    view = memory_after_two_steps().views(seen(92)).decision
    assert view.lines() == [
        Line("plan: then north", (5,)),
        Line("earned 300 yuan net in 92 min", (7,)),
        Line("minute 62: wait, done, 30 min", (7,)),
        Line("minute 1: take_order load #0, done, 60 min", (3,)),
        # Both loads start in one region; more begins and ends here than in its north.
        Line(f"around {middle(23.0)}: usual offer 0.50 (of 1) at this hour", (2,)),
    ]
    assert [line.text[:6] for line in view.lines(most=1)] == ["plan: ", "earned", "minute", "around"]


def test_of_each_region_the_busiest_place_is_told_the_best_regions_first() -> None:
    """Four regions 111 km apart with 1, 3, 2 and 4 loads: s(n) = n / (n + 2.5). Of the last, the place with three."""
    starts = [20.0, *[21.0] * 3, *[22.0] * 2, *[23.0] * 3, 23.045]
    loads = [Load(i, lat, lat, yuan=900) for i, lat in enumerate(starts)]
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(1), [listing(0, loads)], waited(1), "", 0)
    lines = memory.views(seen(31)).decision.lines(most=0)
    assert [line.text for line in lines[1:]] == [
        f"around {middle(lat)}: usual offer {share} (of 1) at this hour"
        for lat, share in ((23.0, "0.62"), (21.0, "0.55"), (22.0, "0.44"))
    ]
    # Of the hours from 03:00 on nothing is known.
    assert memory.views(seen(200)).decision.lines(most=0) == lines[:1]


def middle(lat: float) -> str:
    """The middle of the cell that holds a latitude, to two decimals."""
    return ", ".join(f"{degrees:.2f}" for degrees in center(CELLS.cell_of(lat, LNG)))


def test_a_refusal_is_told_with_its_reason() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    memory.observe(seen(5), [], refused(9, 5), "", 5)
    told = Line("minute 5: take_order load #9, claimed_by_other, 1 min", (0,))
    assert memory.views(seen(6)).decision.lines()[-1] == told


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
    "cell": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "load": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
    "plan": {FactKind.PLAN},
    "around": {FactKind.SEARCH_DONE, FactKind.CARGO_SEEN},
}
"""By the first word of a line, what its facts can be; other lines tell of actions."""
ACTIONS = {FactKind.WAITED, FactKind.ORDER_TAKEN, FactKind.ORDER_REFUSED, FactKind.REPOSITIONED}


@pytest.mark.parametrize("agents", ["rule", "greedy"])
def test_every_line_and_every_answer_cites_facts_the_driver_has(agents: str) -> None:
    """Two days of four drivers in one pool: each cited id is a fact of that driver, made before, of a fitting kind."""
    scenario = busy_scenario(days=2, drivers=4)
    settings, reader = MemorySettings(), ReadsEverything()
    memory = MemoryAgent(settings, 4, CELLS)
    team = AgentTeam(agent_set(agents), memory, reader)
    Engine(scenario, team, seed=3, memory=settings, cells=CELLS).run()

    assert len(reader.cited) > 500
    for driver, text, kind in reader.cited:
        assert kind is not None, f"driver {driver}: {text}"
        word = text.split()[0].rstrip(":")
        if word != "an":
            assert kind in ABOUT.get(word, ACTIONS), text
