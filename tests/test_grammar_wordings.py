"""Chinese wordings by kind, formal and colloquial: what each means, and nothing beside it."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Preference


def read(text: str) -> list[tuple[object, ...]]:
    """Kind and value of each constraint; soft ones have "soft" behind."""
    said: list[tuple[object, ...]] = []
    for c in GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints:
        fields = c.model_dump()
        names = ("rest_min", "start", "end", "by", "stay_until", "at_least", "at_most", "km", "region", "names")
        values = tuple(fields[name] for name in names if fields.get(name) is not None)
        said.append((c.kind, *values, *(() if c.hard else ("soft",))))
    return said


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("接货半径三十五公里", ("longest_pickup", 35.0)),
        ("取货空程上限:25km", ("longest_pickup", 25.0)),
        ("不空跑（去接货超过35公里的）", ("longest_pickup", 35.0)),
        ("载货运程封顶一百八", ("longest_haul", 180.0)),
        ("不跑长途（250公里以上）", ("longest_haul", 250.0)),
        ("货拉到目的地的路，一百四十公里是上限", ("longest_haul", 140.0)),
        ("单子最远给我派一百六，再远就算了", ("longest_haul", 160.0)),
        ("月度停运日数:3", ("days_off", 3)),
        ("自然月休整日≥4", ("days_off", 4)),
        ("完全停运日每月三个", ("days_off", 3)),
        ("三月里安排四天整休，老家修祖坟要回去", ("days_off", 4)),
        ("22:00—06:00时段车辆不运行", ("quiet_window", 1320, 360)),
        ("夜间11点至凌晨4点封车", ("quiet_window", 1380, 240)),
        ("晚九点到早六点车轮不转", ("quiet_window", 1260, 360)),
        ("我十一点睡，六点起，其间勿扰", ("quiet_window", 1380, 360)),
        ("晚上十点之前得停好，早上六点半起步", ("quiet_window", 1320, 390)),
        ("凌晨五点前不发车，自头天夜里十点算起", ("quiet_window", 1320, 300)),
        ("过了晚上十点我就不接单了，早上七点再开张", ("quiet_window", 1320, 420)),
        ("日落后最晚22时归家，翌日7时前不动车", ("home", 1320, 420)),
        ("太阳下山后最晚八点到家，第二天六点前不出门", ("home", 1200, 360)),
        ("家里养了狗要喂，晚上八点前回到家", ("home", 1200)),
        ("最迟八点半（晚上）回家，次日7:00方可启程", ("home", 1230, 420)),
        ("每天必须连着歇八小时，不接受分段", ("daily_rest", 480)),
        ("别让我在一天里歇不满6小时，而且这6小时得是一整段", ("daily_rest", 360)),
        ("煤炭矿产的单一律退回", ("category", ("煤炭矿产",))),
        ("凡属玻璃制品类货源，恕不承接", ("category", ("玻璃制品",))),
        ("钢材、水泥、沙石，三样都不运", ("category", ("钢材", "水泥", "沙石"))),
        ("优先考虑机械设备以外的货", ("category", ("机械设备",), "soft")),
        ("如有其他货源可选，请避免安排家具", ("category", ("家具",), "soft")),
        ("农药尽量往后排", ("category", ("农药",), "soft")),
        ("距装货点40公里开外的单子我不看", ("longest_pickup", 40.0)),
        ("长线不跑，一百八十公里以内的随便派", ("longest_haul", 180.0)),
        ("这个月至少让我躺平四天，一单都别来", ("days_off", 4)),
        ("本月需预留2个整日用于车辆检修，期间停运", ("days_off", 2)),
        ("每日0时至6时为本车静默时段", ("quiet_window", 0, 360)),
        ("夜里两点到早上七点别打我电话派活", ("quiet_window", 120, 420)),
        ("我要赶在十点半前到家睡觉，早六点才出来", ("home", 1350, 360)),
        ("每晚须于23时前将车辆停回起始地，次日6时后方可离场", ("home", 1380, 360)),
        ("归家时限:每日21:00；离家时间:次日07:30", ("home", 1260, 450)),
        ("鲜活水产品不在承运范围内", ("category", ("鲜活水产品",))),
        ("深圳不在本车服务范围内", ("area",)),
        ("易碎的、易燃的统统别往我车上装", ("category", ("易碎", "易燃"))),
        ("水果排在最后考虑", ("category", ("水果",), "soft")),
        ("若非必要，请勿派送数码家电", ("category", ("数码家电",), "soft")),
        ("单程距离上限为175公里，超出部分请勿推送", ("longest_haul", 175.0)),
        ("超远单（220公里以上）谢绝", ("longest_haul", 220.0)),
        ("每日末班须于22:15前归库，翌日6:15后出库", ("home", 1335, 375)),
        ("石材之类的重货，别的有得拉就不拉它", ("category", ("石材",), "soft")),
        ("接单仅限佛山市内，佛山以外谢绝", ("area",)),
        ("每日返场时限为21:30，次日出场时间不早于06:30", ("home", 1290, 390)),
        ("晚饭前（18:30）回到家，第二天早七点再上班", ("home", 1110, 420)),
        ("月度排班中应含3个全停日", ("days_off", 3)),
        ("超一百五的长途我不跑，给多少都不跑", ("longest_haul", 150.0)),
        ("废品、煤炭，免派", ("category", ("废品", "煤炭"))),
        ("机械设备类订单请降低优先级", ("category", ("机械设备",), "soft")),
        ("珠海线路停派", ("area",)),
        ("接货距离容许值为三十公里", ("longest_pickup", 30.0)),
        ("去装的路不得长于四十公里", ("longest_pickup", 40.0)),
        ("本月至少三个整日车辆不得移动", ("days_off", 3)),
        ("娃要早睡，晚上九点前得回，第二天送完娃七点半出车", ("home", 1260, 450)),
        ("如有可能，别安排蔬菜", ("category", ("蔬菜",), "soft")),
        ("夜里十一点半到天亮六点我不开车", ("quiet_window", 1410, 360)),
        ("20:30—06:30期间，本车退出派单池", ("quiet_window", 1230, 390)),
        ("晚十点前得回到住的地方，六点半以后才下楼开车", ("home", 1320, 390)),
        ("每月应有四个完整日不承担运输任务", ("days_off", 4)),
        ("快消医药类若可避免则避免", ("category", ("快消医药",), "soft")),
        ("订单始发与到达均限东莞", ("area",)),
        ("月内清远四天有货", ("region_days", 4, "清远")),
    ],
)
def test_one_wish(text: str, wish: tuple[object, ...]) -> None:
    assert read(text) == [wish]


def test_what_is_said_once_holds_for_all_before_it() -> None:
    lunch, dinner = ("quiet_window", 780, 840), ("quiet_window", 1140, 1200)
    assert read("每天13:00-14:00、19:00-20:00吃饭停车") == [lunch, dinner]
    assert read("这个月中山四天，佛山三天，要有单") == [("region_days", 4, "中山"), ("region_days", 3, "佛山")]


def test_a_number_without_its_unit_takes_the_one_said_behind() -> None:
    words = "单程上限150，空驶上限50，单位都是公里，前者指载货，后者指去装货"
    assert read(words) == [("longest_haul", 150.0), ("longest_pickup", 50.0)]


@pytest.mark.parametrize(
    "words", ["16点到18点之间要去(22.80,113.90)停30分钟", "16:00—18:00期间抵达(22.80,113.90)，驻留半个小时"]
)
def test_a_span_of_arrival_is_no_stay_where_the_stay_is_told(words: str) -> None:
    (errand,) = GrammarCompiler().compile(Preference(text=f"3月18日{words}"), 0, CONTEXT).constraints
    (step,) = errand.model_dump()["steps"]
    # the 18th begins at minute 17 * 1440 = 24480; 16:00 is 960 after, 18:00 1080
    assert (step["earliest_min"], step["deadline_min"], step["stay_min"]) == (25440, 25560, 30)
    assert step["stay_until_min"] is None


@pytest.mark.parametrize(
    "text",
    [
        "如遇下雨，不去深圳",
        "从头天夜里十点算起",
        "3月9日到(22.75,113.50)停个把小时",
        "一天24小时，我得躺六个",
        "每天13:00到14:00或者19:00到20:00停车",
    ],
)
def test_what_cannot_be_held_stays_unknown(text: str) -> None:
    assert read(text) == [("unknown_hard",)]
