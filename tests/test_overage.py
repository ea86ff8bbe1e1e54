"""A limit of which the words price what is over it: weighed like a soft wish, and said back as a price."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.compiled import Compiled
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Preference


def compiled(text: str) -> Compiled:
    return GrammarCompiler().compile(Preference(text=text, penalty_fen=1_000, cap_fen=200_000), 0, CONTEXT)


@pytest.mark.parametrize(
    "text",
    [
        "这个月空跑总共别超过120公里，超出的部分按公里扣钱。",
        "每月空驶不超过300公里，超一公里扣5块",
        "一天最多接3单，多接的每单扣200块",
        "一天不要超过4单；每多一单按单罚款",
        "No more than 100 km of empty driving a month, each further km costs 10 yuan.",
    ],
)
def test_what_is_over_is_priced(text: str) -> None:
    found = compiled(text)
    assert [c.hard for c in found.constraints] == [False]
    assert ("超出的按价算" in found.said_back) or ("what is over is paid for" in found.said_back)


@pytest.mark.parametrize(
    "text",
    [
        "这个月空跑总共别超过120公里。",
        "一天最多接3单，每违反一次罚200元",  # the fine of a breach: every wish has one
        "海鲜不拉，每接一次都要扣钱。",
        "去装货的空驶不超过55公里，超一次扣120。",  # a single way is short enough or not
        "No more than 100 km of empty driving a month.",
        "Empty km over 120 a month cost me money, so 120 is the cap.",  # why it is a limit
    ],
)
def test_a_fine_alone_prices_no_overage(text: str) -> None:
    found = compiled(text)
    assert [c.hard for c in found.constraints] == [True]
    assert "按价" not in found.said_back


def test_if_possible_is_said_back_as_such() -> None:
    assert compiled("空驶每月尽量别超过120公里。").said_back == "我理解：尽量每月空驶合计不超过120公里。"
