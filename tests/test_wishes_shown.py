"""What views show of wishes: pinned lines whatever memory hides, progress where there is room, and true budgets."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from agent_world import CELLS
from wish_world import HOME, at, clock, stood

from agents.records import LookAt
from agents.rule.rule_set import RULE
from memory.agent import MemoryAgent
from memory.settings import MemorySettings
from memory.tokens import token_counter
from memory.views.records import render
from memory.wishes.progress import Progress
from memory.wishes.text import PROGRESS_TOKENS, progress_text, wish_text
from scenarios.preferences.kinds import Category, DailyRest, DaysOff, Errand, ErrandStep, Home, MustTake, Unknown
from scenarios.preferences.parts import Days

counter = cache(token_counter)

REST = DailyRest(rest_min=480, penalty_fen=30_000, cap_fen=300_000)


def test_a_wish_says_all_its_numbers_and_nothing_that_goes_without_saying() -> None:
    (rest,) = stood(REST)
    assert wish_text(rest) == "wish 0, must: daily_rest rest_min 480; 300 yuan a day, 3000 at most"
    dated = Category(names=("煤炭矿产",), hard=False, days=Days(first=date(2026, 3, 10)))
    (category,) = stood(dated)
    assert wish_text(category) == "wish 0, if possible: category names 煤炭矿产 days (first 2026-03-10)"
    (unknown,) = stood(Unknown(text="the route\nwill be told later"))
    assert wish_text(unknown) == "wish 0, not understood: the route will be told later"


def test_progress_says_how_far_a_wish_is_kept() -> None:
    rest, off, errand = stood(REST, DaysOff(at_least=2), Errand(steps=(ErrandStep(place=HOME), ErrandStep(place=HOME))))
    resting = Progress(by_day={0: 90.0}, rest_from=510, rest_to=600, last_min=510)
    assert progress_text(rest, resting, 600) == (
        "wish 0 so far: longest rest today 90 min, resting since 510; last at minute 510"
    )
    worked = Progress(by_day=dict.fromkeys(range(9), 1.0))
    # The tenth day: none of nine was off, and 22 of 31 are left.
    assert progress_text(off, worked, clock(9, 0)) == "wish 1 so far: 0 of 2 days off, 22 days left that can be"
    lost = Progress(step=1, broken=1.0, used_fen=900_000.0, lost={0: 267}, last_min=267)
    assert progress_text(errand, lost, 600) == (
        "wish 2 so far: 1 of 2 steps; broken 1, 9000 yuan; lost since minute 267; last at minute 267"
    )


def test_the_longest_line_of_progress_is_within_its_bound() -> None:
    (off,) = stood(DaysOff(at_least=28))
    much = Progress(broken=123_456.75, used_fen=123_456_789.5, lost={0: 1_234_567}, last_min=1_234_567)
    assert counter().count(progress_text(off, much, clock(30, 0)) + "\n") <= PROGRESS_TOKENS


@pytest.mark.parametrize("mode", ["none", "rule", "digest", "full"])
def test_wishes_are_pinned_whatever_memory_shows(mode: str) -> None:
    wishes = stood(REST, Home(place=HOME, by=1380, start_min=clock(9, 10)))
    memory = MemoryAgent(MemorySettings.model_validate({"mode": mode}), 1, CELLS, None, [wishes])
    early, late = memory.views(at(0)).preference, memory.views(at(clock(9, 10))).preference
    assert [line.text.split(",")[0] for line in early.lines() if line.pinned] == ["wish 0"]
    assert [line.text.split(",")[0] for line in late.lines() if line.pinned] == ["wish 0", "wish 1"]
    assert (late.progress is None) == (mode == "none")


def test_progress_gives_way_to_a_small_budget_and_is_counted() -> None:
    wishes = stood(*[REST] * 4)
    memory = MemoryAgent(MemorySettings(budget_tokens=400), 1, CELLS, None, [wishes])
    view = memory.views(at(0)).preference
    # 352 tokens of room less four wishes of 70 bytes at the most leave no room for a line of 160.
    assert (view.progress_lines, view.omitted) == (0, 4)
    assert len([line for line in view.lines() if line.pinned]) == 4
    assert counter().count(render(view)) <= 400


def test_a_promised_load_of_an_unknown_place_is_looked_for_around_the_truck_once_a_step() -> None:
    memory = MemoryAgent(MemorySettings(), 1, CELLS, None, [stood(MustTake(load_id="L0"))])
    view = memory.views(at(600)).search
    assert view.look_at == ((23.0, 113.0),)
    assert RULE.search.search(at(600), view).points == (LookAt(23.0, 113.0),)


def test_the_search_is_told_where_a_promised_load_is_and_until_when_to_read() -> None:
    promised = MustTake(load_id="L0", place=HOME, listed_min=600, end_min=700)
    home = Home(place=HOME, by=23 * 60, stay_until=8 * 60)
    memory = MemoryAgent(MemorySettings(), 1, CELLS, None, [stood(promised, home)])
    assert memory.views(at(590)).search.look_at == ()
    assert memory.views(at(600)).search.look_at == ((23.0, 113.0),)
    # 40.03 km from home are 41 minutes: by 22:10 with five in hand, so in steps of five from 21:50 until 22:10.
    away = memory.views(at(clock(0, 21, 50), 23.36)).search
    assert away.read_until_min == clock(0, 22, 10)
    assert [line.text for line in away.lines() if line.pinned] == [f"read no lists after minute {clock(0, 22, 10)}"]
    assert counter().count(render(away)) <= 48
