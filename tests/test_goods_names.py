"""A driver's word for goods catches the market's category that is meant, and no other."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.goods import market_categories
from scenarios.preferences.goods_names import MEANT, is_meant
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import Category, CategoryQuota
from scenarios.records import Preference


def test_all_that_is_meant_is_a_category_of_the_market_and_no_word_is_one() -> None:
    assert set(MEANT.values()) <= market_categories()
    assert not set(MEANT) & market_categories()


@pytest.mark.parametrize(
    ("name", "category", "contains", "meant"),
    [
        ("海鲜", "鲜活水产品", True, True),
        ("家具", "家具家居", True, True),
        ("煤", "煤炭矿产", True, True),
        ("水果", "水果", False, True),
        ("海鲜", "鲜活水产品", False, False),
        ("水泥", "建材", True, False),
        ("海鲜", "水果", True, False),
    ],
)
def test_what_a_word_means(name: str, category: str, contains: bool, meant: bool) -> None:
    assert is_meant(name, category, contains=contains) is meant


def test_the_names_stay_as_said_and_what_is_meant_is_shown() -> None:
    answer = GrammarCompiler().compile(Preference(text="海鲜尽量不拉。家具不拉。水果不拉。"), 0, CONTEXT)
    assert [c.names for c in answer.constraints if isinstance(c, Category)] == [("海鲜",), ("家具",), ("水果",)]
    assert "尽量不拉海鲜（鲜活水产品）；不拉家具（家具家居）；不拉水果。" in answer.said_back


def test_a_quota_is_of_what_is_meant() -> None:
    answer = GrammarCompiler().compile(Preference(text="每月最多2单海鲜"), 0, CONTEXT)
    (c,) = answer.constraints
    assert isinstance(c, CategoryQuota)
    assert c.names == ("海鲜",)
    assert answer.said_back == "我理解：每月最多2单海鲜（鲜活水产品）。"
