"""The gate: what the words do not say is named, whatever compiler said it."""

from __future__ import annotations

from datetime import date

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.grounded import grounded
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    Constraint,
    DailyRest,
    DaysOff,
    Errand,
    ErrandStep,
    Home,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
)
from scenarios.preferences.parts import Circle, Days, District, Place

MADE_UP: list[tuple[str, Constraint, str]] = [
    ("每天休息8小时", DailyRest(rest_min=540), "540 minutes of rest"),
    ("晚上11点后不跑，6点出车", QuietWindow(start=1380, end=420), "the time 07:00"),
    ("10点前到家", Home(by=600, stay_until=360), "the time 06:00"),
    ("歇三天", DaysOff(at_least=4), "4 days off"),
    ("不拉海鲜", Category(names=("水果",)), "goods 水果"),
    ("不去佛山", AreaRule(rule="keep_out", areas=(District(name="广州"),)), "the place 广州"),
    (
        "不进(23.1,113.2)周围5公里",
        AreaRule(rule="keep_out", areas=(Circle(lat=23.1, lng=113.3, radius_km=5),)),
        "113.3 degrees",
    ),
    (
        "3月4号不去佛山",
        AreaRule(rule="keep_out", areas=(District(name="佛山"),), days=Days(dates=(date(2026, 3, 5),))),
        "the date 2026-03-05",
    ),
    ("周末不接单", QuietWindow(start=0, end=1440, days=Days(weekdays=(4,))), "weekday 4"),
    ("编号123456必须接", MustTake(load_id="123457"), "load 123457"),
    ("每月四天在顺德装货", RegionDays(region="顺德", at_least=4, place=Place(lat=22.8, lng=113.3)), "22.8 degrees"),
    (
        "3月9号去(23.1,113.2)",
        Errand(steps=(ErrandStep(place=Place(lat=23.1, lng=113.2), deadline_min=8 * 1440 + 1080),)),
        "the time 18:00",
    ),
    (
        "3月9号10点前到(23.1,113.2)",
        Errand(steps=(ErrandStep(place=Place(lat=23.1, lng=113.2), deadline_min=9 * 1440 + 2 * 1440 + 600),)),
        "the day 2026-03-12",
    ),
    ("看情况", Unknown(text="别的话"), "words that nobody said"),
]


@pytest.mark.parametrize(("text", "constraint", "fault"), MADE_UP, ids=[text for text, _, _ in MADE_UP])
def test_what_is_made_up_is_named(text: str, constraint: Constraint, fault: str) -> None:
    assert fault in grounded(constraint, text, CONTEXT)


def test_the_same_in_other_words_is_no_invention() -> None:
    """Half hours, Chinese numerals, evening hours, English names and the defaults of a kind."""
    said: list[tuple[str, Constraint]] = [
        ("每天歇八个半钟", DailyRest(rest_min=510)),
        ("I rest 90 minutes", DailyRest(rest_min=90)),
        ("十一点到六点不跑", QuietWindow(start=1380, end=360)),
        ("No machinery", Category(names=("机械设备",))),
        ("never go to Foshan", AreaRule(rule="keep_out", areas=(District(name="佛山"),))),
        ("礼拜天休息", QuietWindow(start=0, end=1440, days=Days(weekdays=(6,)))),
        ("十点前到家", Home(by=1320)),
    ]
    assert [grounded(constraint, text, CONTEXT) for text, constraint in said] == [()] * len(said)


def test_a_point_of_another_wish_is_in_the_words_of_both() -> None:
    step = ErrandStep(place=Place(lat=23.15, lng=113.6, name="增城"), deadline_min=11 * 1440 + 600, stay_min=60)
    text = "12号10点前到增城停一小时"
    assert grounded(Errand(steps=(step,)), text, CONTEXT) == ("23.15 degrees", "113.6 degrees")
    assert grounded(Errand(steps=(step,)), text + "\n增城仓库(23.15,113.6)", CONTEXT) == ()
