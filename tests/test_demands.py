"""No demand of a text may vanish: each is a constraint of its kind or words that are told as not understood."""

from __future__ import annotations

from itertools import permutations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.compiled import Compiled
from scenarios.preferences.demands import asks
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import QuietWindow, Unknown
from scenarios.preferences.parts import Days
from scenarios.records import Preference

CHINESE = (
    ("每天连续休息8小时", "daily_rest"),
    ("平日晚上9点前收工", "quiet_window"),
    ("晚上十点前回家", "home"),
    ("一个月歇4天", "days_off"),
    ("不拉水泥", "category"),
    ("不去佛山", "area"),
    ("单程别超300公里", "longest_haul"),
    ("去装货空跑别超40公里", "longest_pickup"),
    ("每月空驶不超过500公里", "deadhead"),
    ("首单不晚于9点", "first_order_by"),
    ("一天最多3单", "orders_per_day"),
    ("一定要接编号24066的货", "must_take"),
    ("每月至少5天在番禺有单", "region_days"),
    ("每周最多2单300公里以上的长途", "long_hauls"),
    ("每月最多2单海鲜", "category_quota"),
    ("车上不准抽烟", ""),
    ("每周至少跑五单", ""),
    ("月底要去年检", ""),
    ("运费必须现结", ""),
    ("周五要早点收车", ""),
    ("装车要有人搭把手", ""),
)
ENGLISH = (
    ("nine hours of rest every day", "daily_rest"),
    ("no driving from 11 pm to 5 am", "quiet_window"),
    ("home by 9 pm", "home"),
    ("four full days off a month", "days_off"),
    ("no furniture", "category"),
    ("I don't go to Foshan", "area"),
    ("no hauls over 300 km", "longest_haul"),
    ("at most three orders a day", "orders_per_day"),
    ("I stop at 8 pm on Fridays", "quiet_window"),
    ("no smoking in the cab", ""),
    ("I must be paid in cash", ""),
    ("someone has to help me load", ""),
)
"""A demand, and the kind that it is; no kind: it cannot be made precise."""


def compiled(text: str) -> Compiled:
    return GrammarCompiler().compile(Preference(text=text), 0, CONTEXT)


@pytest.mark.parametrize(("demands", "join"), [(CHINESE, "，"), (CHINESE, "；"), (ENGLISH, ", "), (ENGLISH, " and ")])
def test_of_two_demands_none_vanishes(demands: tuple[tuple[str, str], ...], join: str) -> None:
    lost = []
    for pair in permutations(demands, 2):
        found = compiled(join.join(words for words, _ in pair)).constraints
        unknown = [c.text for c in found if isinstance(c, Unknown)]
        for words, kind in pair:
            told = any(words in text for text in unknown)
            if not told and not (kind and any(c.kind == kind for c in found)):
                lost.append((words, pair))
    assert lost == []


def test_an_end_of_work_without_a_beginning_lasts_until_midnight_and_is_said_so() -> None:
    answer = compiled("每周末不出车，平日晚上9点前收工")
    weekend, evening = answer.constraints
    assert isinstance(weekend, QuietWindow)
    assert isinstance(evening, QuietWindow)
    assert (weekend.start, weekend.end, weekend.days) == (0, 1440, Days(weekdays=(5, 6)))
    assert (evening.start, evening.end, evening.days) == (1260, 1440, Days(weekdays=(0, 1, 2, 3, 4)))
    assert "没说到几点，算到当天半夜" in answer.said_back
    assert "until midnight of that day" in compiled("I stop at 8 pm on Fridays").said_back


def test_an_end_of_work_ends_where_the_next_words_say() -> None:
    (window,) = compiled("晚上11点收车，早上6点再出车").constraints
    assert isinstance(window, QuietWindow)
    assert (window.start, window.end) == (1380, 360)


@pytest.mark.parametrize(
    ("words", "beside"),
    [
        ("中间别叫我", "daily_rest"),
        ("车必须停着", "quiet_window"),
        ("别的城市不去", "area"),
        ("少一分钟都不行", "daily_rest"),
        ("给多少钱也不碰", "category"),
    ],
)
def test_what_says_a_wish_once_more_asks_for_nothing(words: str, beside: str) -> None:
    assert not asks(words, CONTEXT, {beside})


@pytest.mark.parametrize("words", ["车上不准抽烟", "油费得平台出", "别让我等超过3小时"])
def test_what_asks_for_something_else_is_told(words: str) -> None:
    assert asks(words, CONTEXT, {"daily_rest", "area", "category"})
