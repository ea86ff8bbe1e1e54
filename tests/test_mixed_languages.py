"""English words in Chinese sentences, and English sentences beside Chinese ones."""

from __future__ import annotations

import pytest
from in_short import in_short
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Preference


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("每天停车休息9小时。No glass.", "rest 9:00; no 玻璃制品"),
        ("I never go to Zhuhai. 单程别超过130公里。", "out 珠海; haul 130"),
        ("每单 max 170公里", "haul 170"),
        ("no 水泥，其他 all fine", "no 水泥"),
        ("深圳 no，珠海 no", "out 深圳; out 珠海"),
        ("Home by 21:30，第二天早上7点再走", "home 21:30-07:00"),
        ("我每天 need 7 小时连续 rest", "rest 7:00"),
    ],
)
def test_what_is_asked(text: str, asked: str) -> None:
    assert in_short(GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints) == asked
