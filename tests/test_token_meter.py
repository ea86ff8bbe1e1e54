"""The token meter: what it counts is the exact text, what overflows is a history's beginning, and it only looks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from agent_world import CELLS, seen
from small_world import busy_scenario
from test_budget import AGENTS, tokens

from agents.records import Assessment, Decision, SearchPlan
from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.measures.token_meter import TokenMeter
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam, StepTrace
from memory.agent import MemoryAgent, empty_views
from memory.facts import FactBlock, FactKind, FactWriter
from memory.observed import Act, Action
from memory.settings import MemorySettings, Mode
from memory.tokens import TokenCounter, token_counter
from memory.views.lines import History
from memory.views.records import DecisionView, View, Views, render

MODES: list[Mode] = ["none", "full", "rule", "digest"]


class Letters:
    """A tokenizer for sums by hand: a token for every character."""

    def encode(self, text: str) -> list[int]:
        return [ord(c) for c in text]


LETTERS = TokenCounter("letters", Letters())


def trace_of(views: Views) -> StepTrace:
    """A step in which those views were shown, whatever was said."""
    agents = agent_set("rule")
    options = agents.analyst.analyse(seen(views.search.minute), views.cargo, [])
    wait = Decision(Action(Act.WAIT, minutes=1), "")
    return StepTrace(views, SearchPlan(), options, Assessment(np.empty(0)), wait)


def views_with(minute: int, plan: str = "", history: History | None = None) -> Views:
    """Views of nothing but a plan, whose line is "plan: " and the plan, and of a history."""
    return replace(empty_views(minute), decision=DecisionView(minute, plan=plan, history=history))


# by hand


def test_tokens_add_up_by_agent_step_and_day() -> None:
    """Decision views of 10, 20 and 60 letters on day 0, of 100 on day 1, of 30 and 50 on day 2 and of 13 on day 4.

    283 letters in seven steps: 40.4 a step. Sorted 10 13 20 30 50 60 100; the place int(0.95 x 6) = 5 has 60.
    Days' means: 30, 100, 40, 13.
    """
    meter = TokenMeter(MemorySettings(), LETTERS)
    for minute, letters in ((0, 10), (60, 20), (120, 60), (1500, 100), (2900, 30), (3000, 50), (5800, 13)):
        meter.trace(0, trace_of(views_with(minute, "x" * (letters - len("plan: \n")))))
    summary = meter.summary()
    assert summary["view"] == {"search": 0, "cargo": 0, "preference": 0, "decision": 283}
    assert summary["per_step"] == {"mean": 40.4, "p95": 60.0, "first_day": 30.0, "third_day": 40.0, "last_day": 13.0}
    assert summary["overflows"] == 0


def test_a_run_without_a_third_day_has_no_mean_of_it() -> None:
    meter = TokenMeter(MemorySettings(), LETTERS)
    for minute, letters in ((0, 10), (1500, 100), (5800, 13)):  # days 0, 1 and 4
        meter.trace(0, trace_of(views_with(minute, "x" * (letters - len("plan: \n")))))
    per_step = meter.summary()["per_step"]
    assert (per_step["first_day"], per_step["third_day"], per_step["last_day"]) == (10.0, None, 13.0)


def test_a_meter_that_saw_nothing_has_no_means() -> None:
    meter = TokenMeter(MemorySettings(), LETTERS)
    assert meter.summary() == {"view": dict.fromkeys(AGENTS, 0), "per_step": None, "overflows": 0}


def waits(first_id: int, minutes: list[int]) -> FactBlock:
    """Facts whose lines are "M waited N min" with one-digit numbers: 15 letters with the line end."""
    facts = FactWriter(first_id, 0)
    for minute in minutes:
        facts.add(FactKind.WAITED, minute, count=5)
    return facts.seal()


def test_a_history_is_cut_at_its_beginning_to_what_the_window_holds() -> None:
    """Lines of 15 letters and a plan's line of 150 in a window of 200: three lines of history fit, and not a fourth."""
    meter = TokenMeter(MemorySettings(mode="full", budget_tokens=200), LETTERS)
    blocks = [waits(0, [0, 1]), waits(2, [2]), waits(3, [3, 4, 5])]
    assert {len(line.text) + 1 for line in History(blocks, 3).lines()} == {15}
    plan = "x" * (150 - len("plan: \n"))
    for length, tokens_shown, overflows in ((1, 180, 0), (2, 195, 0), (3, 195, 1)):
        meter.trace(0, trace_of(views_with(0, plan, History(blocks, length))))
        assert meter._counts["decision"][-1] == tokens_shown
        assert meter.overflows == overflows


def test_where_a_view_fills_the_window_by_itself_all_history_overflows() -> None:
    meter = TokenMeter(MemorySettings(mode="full", budget_tokens=200), LETTERS)
    for letters in (200, 207):
        meter.trace(0, trace_of(views_with(0, "x" * (letters - 7), History([waits(0, [0, 1])], 1))))
    assert meter._counts["decision"] == [200, 207]
    assert meter.overflows == 2


def test_histories_of_drivers_are_apart() -> None:
    meter = TokenMeter(MemorySettings(mode="full"), LETTERS)
    meter.trace(0, trace_of(views_with(0, "", History([waits(0, [0, 1, 2])], 1))))
    meter.trace(1, trace_of(views_with(0, "", History([waits(3, [3])], 1))))
    assert meter._counts["decision"] == [45, 15]


# in runs


class CountsText:
    """A witness that counts the text of every view anew, cut by trying one beginning after the other."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.total = dict.fromkeys(AGENTS, 0)
        self.overflows = 0
        self.longest = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        for agent in AGENTS:
            view: View = getattr(trace.views, agent)
            count = tokens(render(view))
            omitted = 0
            while view.history is not None and count > self.budget:
                omitted += 1
                history = replace(view.history, omitted=omitted)
                count = tokens(render(replace(view, history=history)))  # type: ignore[type-var]  # all views are dataclasses
            self.total[agent] += count
            self.overflows += omitted > 0
            self.longest = max(self.longest, count)

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        pass


@pytest.mark.parametrize("budget", [None, 1500])
@pytest.mark.parametrize("mode", MODES)
def test_what_is_counted_is_the_exact_text(mode: Mode, budget: int | None) -> None:
    """Eight hours of two drivers: sums kept step by step are the counts of whole texts made anew."""
    scenario = busy_scenario(days=1, drivers=2)
    memory_settings = MemorySettings(mode=mode, budget_tokens=budget)
    texts, meter = CountsText(memory_settings.view_tokens), TokenMeter(memory_settings, token_counter())

    class Both:
        def trace(self, driver: int, trace: StepTrace) -> None:
            if trace.views.search.minute < 480:
                texts.trace(driver, trace)
                meter.trace(driver, trace)

        def facts(self, driver: int, facts: FactBlock | None) -> None:
            pass

    memory = MemoryAgent(memory_settings, 2, CELLS)
    Engine(scenario, AgentTeam(agent_set("rule"), memory, Both()), seed=3, memory=memory_settings, cells=CELLS).run()
    assert meter.summary()["view"] == texts.total
    assert meter.overflows == texts.overflows
    assert texts.longest <= memory_settings.view_tokens
    assert (meter.overflows > 0) == (mode == "full" and budget is not None)
    assert (sum(texts.total.values()) > 0) == (mode != "none")


@pytest.mark.parametrize("mode", MODES)
def test_counting_decides_nothing(mode: Mode) -> None:
    scenario = busy_scenario(days=1, drivers=3)
    on, off = (
        simulate(scenario, RunSettings(scenario="busy", memory=MemorySettings(mode=mode), count_tokens=count))[1]
        for count in (True, False)
    )
    assert on.digest == off.digest
    assert on.total == off.total
    assert off.tokens["view"] == dict.fromkeys(AGENTS)
    assert "per_step" not in off.tokens
    assert all(isinstance(count, int) for count in on.tokens["view"].values())


def test_memory_none_shows_no_token() -> None:
    settings = RunSettings(scenario="busy", memory=MemorySettings(mode="none"), count_tokens=True)
    tokens_of = simulate(busy_scenario(days=1, drivers=2), settings)[1].tokens
    assert tokens_of["view"] == dict.fromkeys(AGENTS, 0)
    assert tokens_of["per_step"]["mean"] == 0.0


def test_full_shows_more_than_rule_and_rule_more_than_digest() -> None:
    """Three days of one driver. Rows and history: full. Rows: rule. What is new, and bullets: digest."""
    means = {}
    for mode in MODES:
        settings = RunSettings(scenario="busy", memory=MemorySettings(mode=mode), count_tokens=True)
        means[mode] = simulate(busy_scenario(days=3, drivers=1), settings)[1].tokens["per_step"]["mean"]
    assert 0 == means["none"] < means["digest"] < means["rule"] < means["full"]
