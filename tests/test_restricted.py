"""A wish that holds only under a condition which its kind has no field for is told as not understood, whole."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.conditions import find_conditions
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import Constraint, Unknown
from scenarios.records import Preference


def constraints(text: str) -> tuple[Constraint, ...]:
    return GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints


@pytest.mark.parametrize(
    "text",
    [
        "如果下雨，就不去深圳",
        "下雨天不跑200公里以上的单",
        "除非回程有货，否则不去珠海",
        "台风天不去汕头",
        "车修好之前别派超过100公里的单",
        "晚上不去珠海",
        "要是货主不在，水果就不拉",
        "没有押金的水泥不拉",
        "只有老客户的货才去佛山",
        "不去珠海，除非有回头货",
        "周末单程别超200公里",
        "去深圳的单别超300公里",
        "If it rains, no trips to Shenzhen",
        "No deliveries to Huizhou unless there is a load back",
        "no fruit when it is hot",
        "Don't go to Zhuhai without a return load",
    ],
)
def test_a_condition_is_never_dropped(text: str) -> None:
    (c,) = constraints(text)
    assert isinstance(c, Unknown)
    assert c.text == text


CONDITIONS = (
    "如果下雨",
    "要是路况不好",
    "万一堵车",
    "只要老板不在",
    "除非有回头货",
    "孩子放假的时候",
    "等车修好以后",
    "车况不好时",
    "一旦封路",
)
WISHES = (
    "每天连续休息8小时",
    "晚上11点到早上6点不接单",
    "晚上10点前回家",
    "每月休4个整天",
    "单程不超过200公里",
    "不拉水果",
    "不去深圳",
    "一天最多接3单",
)
IFS = (
    "if it rains",
    "unless I get a return load",
    "as long as the boss is away",
    "once the brakes are fixed",
    "if the pay is late",
)
ASKS = (
    "eight hours of rest every day",
    "be home by 10 pm",
    "no hauls over 200 km",
    "no fruit",
    "I only work in Guangzhou",
)


@pytest.mark.parametrize("join", ["，", "就", "，就"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_kind_drops_a_condition(condition: str, join: str) -> None:
    assert [c.kind for wish in WISHES for c in constraints(condition + join + wish)] == ["unknown_hard"] * len(WISHES)


@pytest.mark.parametrize("condition", IFS)
def test_no_kind_drops_a_condition_in_english(condition: str) -> None:
    texts = [text for wish in ASKS for text in (f"{condition}, {wish}", f"{wish} {condition}", f"{wish}, {condition}")]
    assert [text for text in texts if not all(isinstance(c, Unknown) for c in constraints(text))] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("如果有别的选择就不拉水泥", "category"),
        ("除非运费特别高，否则不拉水果", "category"),
        ("晚上睡觉的时候，23点到6点别派单", "quiet_window"),
        ("早高峰7点到9点不跑车", "quiet_window"),
        ("月底前歇4个整天", "days_off"),
        ("到家以后不动，每晚10点前到家", "home"),
        ("回程空车去装货别超40公里", "longest_pickup"),
        ("3月9日上午10点前到(23.1,113.3)停20分钟", "errand"),
        ("No glass unless it pays well", "category"),
        ("at most two orders a day when I work", "orders_per_day"),
    ],
)
def test_what_only_says_the_kind_again_or_that_it_gives_way_is_no_condition(text: str, kind: str) -> None:
    assert [c.kind for c in constraints(text)] == [kind]


def test_a_condition_takes_its_own_wish_and_leaves_the_others() -> None:
    found = constraints("每天连续休息8小时。如果下雨，就不去深圳。不拉水果。")
    assert [c.kind for c in found] == ["daily_rest", "unknown_hard", "category"]
    assert found[1].text == "如果下雨，就不去深圳"


@pytest.mark.parametrize("clause", ["不拉水果", "不管下不下雨都不去", "以后不去"])
def test_what_restricts_nothing_is_no_condition(clause: str) -> None:
    assert find_conditions(clause) == []


def test_a_condition_goes_to_what_follows_from_it() -> None:
    (condition,) = find_conditions("如果下雨就不去")
    assert (condition.start, condition.end) == (0, 5)
