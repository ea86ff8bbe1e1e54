"""Words that point back are resolved to what was named, and a number that is taken back to the one said last."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import Category, Constraint, DailyRest, Home, LongestHaul, Unknown
from scenarios.records import Preference


def constraints(text: str, **record: int) -> tuple[Constraint, ...]:
    return GrammarCompiler().compile(Preference(text=text, **record), 0, CONTEXT).constraints


def test_both_are_the_goods_named_before() -> None:
    (c,) = constraints("煤炭矿产脏，数码家电怕赔，两种都推掉。")
    assert isinstance(c, Category)
    assert c.names == ("煤炭矿产", "数码家电")


def test_the_number_said_last_counts() -> None:
    (rest,) = constraints("每天连续休息八小时，不对，说错了，是六小时")
    assert isinstance(rest, DailyRest)
    assert rest.rest_min == 360
    (home,) = constraints("晚上10点前回家，说错了，11点前")
    assert isinstance(home, Home)
    assert home.by == 23 * 60
    (haul,) = constraints("No hauls over 300 km, sorry, 250 km")
    assert isinstance(haul, LongestHaul)
    assert haul.km == 250


def test_a_correction_that_cannot_be_put_in_leaves_nothing_known() -> None:
    (c,) = constraints("每天连续休息八小时，不对，看情况吧")
    assert isinstance(c, Unknown)
    assert c.why == "what it was corrected to is not understood"


@pytest.mark.parametrize("text", ["从3月15号起，单程不超过120公里", "Starting on the 15th, no trips above 120 km"])
def test_a_kind_without_days_is_in_force_from_the_day_that_is_named(text: str) -> None:
    """The 15th begins at minute 14 x 1440 = 20160."""
    (c,) = constraints(text)
    assert isinstance(c, LongestHaul)
    assert (c.km, c.start_min, c.end_min) == (120, 20_160, None)
    (both,) = constraints(text, start_min=30_000, end_min=40_000)
    assert (both.start_min, both.end_min) == (30_000, 40_000)


def test_the_span_is_said_back() -> None:
    answer = GrammarCompiler().compile(Preference(text="从3月15号起，单程不超过120公里"), 0, CONTEXT)
    assert "从3月15日00:00起" in answer.said_back


def test_single_days_are_no_span() -> None:
    (c,) = constraints("3月8号单程不超过120公里")
    assert isinstance(c, Unknown)
