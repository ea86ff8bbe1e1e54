"""Whatever the words are, compiling ends well, is the same each time, and makes nothing up."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.records import Preference

PIECES = [
    "每天",
    "晚上",
    "11点",
    "半",
    "到",
    "次日",
    "6点",
    "8小时",
    "两",
    "三个整天",
    "一个月",
    "至少",
    "不",
    "别",
    "接",
    "拉",
    "去",
    "佛山",
    "增城区",
    "海鲜",
    "单",
    "货",
    "空驶",
    "超过",
    "50公里",
    "(23.1，113.2)",
    "3月9号",
    "四号五号",
    "周末",
    "回家",
    "休息",
    "停",
    "待",
    "编号123456",
    "必须",
    "首单",
    "一天",
    "最多",
    "3单",
    "尽量",
    "能不拉就不拉",
    "以外",
    "只",
    "跑",
    "，",
    "。",
    "；",
    "(",
    ")",
    "\n",
    "零",
    "廿",
    "百",
    "：no",
    "never",
    "home",
    "by",
    "10",
    "pm",
    "and",
    "at",
    "least",
    "days",
    "off",
    "km",
    "if",
    "possible",
    "Foshan",
    "25:61",
    "3月40号",
    "(200,300)",
    "～",
    "-",
    "罚",
    "120",
    "元",
]
WORDS = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join), st.text(min_size=1, max_size=80)
)


@settings(max_examples=1500, deadline=None)
@given(words=WORDS)
def test_any_words(words: str) -> None:
    wish = Preference(text=words)
    compiled = GrammarCompiler().compile(wish, 0, CONTEXT)
    assert compiled == GrammarCompiler().compile(wish, 0, CONTEXT)
    assert [grounded(c, words, CONTEXT) for c in compiled.constraints] == [()] * len(compiled.constraints), words
