"""Lessons: what an agent is shown of them, and that rule agents follow them. Load and place numbers by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agent_world import CELLS, Load, listing, seen, waited

from agents.rule.analyst import RuleAnalyst
from agents.rule.decision import WAIT_MIN, RuleDecision, rate_fen
from agents.rule.rule_set import RULE
from memory.agent import MemoryAgent
from memory.lessons import ADVICE, MOST_CHARACTERS, MOST_SHOWN, Lesson, lessons_for, rule_text
from memory.longterm.records import AgentName, LessonRule
from memory.settings import MemorySettings
from memory.tokens import token_counter
from memory.views.records import CargoView, DecisionView, Views, render
from scenarios.cells import parent

REGION = parent(CELLS.cell_of(23.0, 113.0), 4)


def lesson(
    advice: str, amount: float, number: int = 1, *, cell: int = 0, bucket: int = -1, score: float = 0.0
) -> Lesson:
    agent: AgentName = next(agent for agent, known in ADVICE.items() if advice in known)
    rule = LessonRule(agent=agent, advice=advice, amount=amount, cell=cell, bucket=bucket)
    return Lesson(id=number, rule=rule, score=score)


def views(*lessons: Lesson, minute: int = 600, **settings: object) -> Views:
    memory = MemoryAgent(MemorySettings(lessons=lessons, **settings), 1, CELLS)  # type: ignore[arg-type]
    return memory.views(seen(minute))


def test_each_agent_is_shown_its_own_best_five_that_hold_now() -> None:
    """At minute 600, hour bucket 3: seven for the decision, one of another bucket; five with the highest scores."""
    many = [lesson("minute_worth", 0.01 * i, i, score=i % 4) for i in range(1, 8)]
    shown = views(*many, lesson("minute_worth", 0.5, 9, bucket=2, score=99), lesson("lists", -1, 10))
    assert [x.id for x in shown.decision.lessons] == [3, 7, 2, 6, 1]
    assert [x.id for x in shown.search.lessons] == [10]
    assert shown.cargo.lessons == shown.preference.lessons == ()
    assert [x.id for x in lessons_for([lesson("wait", 5, 1, bucket=2)], "decision", 2)] == [1]


def test_lessons_stand_in_the_text_and_within_its_budget() -> None:
    lessons = [lesson("minute_worth", -0.1), lesson("place_worth", 12_000, 2, cell=REGION), lesson("fresh", 30, 3)]
    shown = views(*lessons)
    assert "lesson: a minute earns 10% less than so far\n" in render(shown.decision)
    assert "lesson: ending there is worth 120 yuan more at 22.99,112.95\n" in render(shown.cargo)
    assert "lesson: trust a list that was read for 30 min more\n" in render(shown.search)
    count = token_counter().count
    crowded = views(*(lesson("place_worth", 100 * i, i, cell=REGION) for i in range(1, 9)), budget_tokens=600)
    assert 0 < len(crowded.cargo.lessons) < MOST_SHOWN
    assert count(render(crowded.cargo)) <= 600


@pytest.mark.parametrize(
    ("advice", "amount"), [(a, x) for known in ADVICE.values() for a in known for x in (-0.333, 12345)]
)
def test_every_advice_is_a_short_line(advice: str, amount: float) -> None:
    line = lesson(advice, amount, cell=REGION, bucket=7).line()
    assert len(line) <= MOST_CHARACTERS
    assert line != f"lesson: {advice} {amount:g}"  # said in words
    assert rule_text(LessonRule(agent="search", advice="sing", amount=1.0)) == "sing 1"


def test_memory_none_shows_no_lesson() -> None:
    assert views(lesson("minute_worth", 0.5), mode="none").decision.lessons == ()


def test_a_minute_may_be_worth_more_or_less() -> None:
    """Before the first order a minute is taken to earn 125 fen; a fifth less is 100."""
    assert rate_fen(DecisionView(0)) == 125.0
    assert rate_fen(DecisionView(0, lessons=(lesson("minute_worth", -0.2),))) == 100.0
    assert rate_fen(DecisionView(0, lessons=(lesson("minute_worth", -3.0),))) == 0.0


@pytest.mark.parametrize(("amount", "minutes"), [(0, WAIT_MIN), (30, WAIT_MIN + 30), (-999, 5)])
def test_a_wait_may_be_longer_or_shorter(amount: float, minutes: int) -> None:
    me, view = seen(600), DecisionView(600, lessons=(lesson("wait", amount),))
    options = RuleAnalyst().analyse(me, CargoView(600), [listing(600)])
    assessment = RULE.preference.assess(me, views().preference, options)
    assert RuleDecision().decide(me, view, options, assessment).action.minutes == minutes


def test_ending_in_a_place_may_be_worth_more() -> None:
    """Two loads from 23.0: one ends there, one 100 km north, out of the region."""
    lists = [listing(600, [Load(1, 23.0, 23.0), Load(2, 23.0, 23.9)])]
    told = (lesson("place_worth", 12_000, cell=REGION),)
    options = RuleAnalyst().analyse(seen(600), CargoView(600, lessons=told), lists)
    worth = dict(zip(options.offers.load.tolist(), options.value_fen.tolist(), strict=True))
    assert worth == {1: 12_000.0, 2: 0.0}


def test_fewer_lists_are_read_and_old_ones_trusted_for_longer() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS)
    towns = [Load(i, 22.0 + 0.5 * i, 22.0 + 0.5 * i) for i in range(6)]
    for i in range(6):
        memory.observe(seen(i), [listing(i, towns, lat=22.0 + 0.5 * i)], waited(i + 1), "", i)
    me = seen(600, 23.0)
    view = memory.views(me).search
    plain = RULE.search.search(me, view)
    fewer = RULE.search.search(me, replace(view, lessons=(lesson("lists", -4),)))
    trusting = RULE.search.search(me, replace(view, lessons=(lesson("fresh", 600),)))
    assert len(plain.points) > len(fewer.points) == 1
    assert trusting.points == ()
