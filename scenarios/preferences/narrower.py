"""Whether a wish's words hold for less than the constraint that was read from them: then it is not that constraint."""

from __future__ import annotations

import re
from functools import cache

from scenarios.preferences import lexicon
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.goods import known_goods, known_pattern
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DaysOff,
    Errand,
    Home,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import EVERY_DAY

_SOME_ORDERS = lexicon.any_of(
    r"(?:便宜|低价|贱价|亏本|零散|零担|拼车|急|夜|回程|返程|顺风|大件|重|散)的?(?:单|货|活)(?!元|也|都)",
)
"""Only some of the orders."""
_SUCH = re.compile("[这那]一?(?:种|类|样|些)|之类|此类")
"""家具这类要搬的货: it tells of all of them."""
_SOME_WAYS = lexicon.any_of(
    r"(?:太|很|特别|偏)(?:远|重|急|晚|早|低|便宜|偏|脏|难[装卸搬走])的?(?:单|货|活|地方)(?!也|都)",
    r"(?<![不只])(?:要|需要)(?:垫|搬|上楼|排队|过夜|押|自己|人工|手搬|倒短|等)[^，。；]{0,5}的?(?:单|货|活)",
    r"(?:走|过|上|经|穿|跑)(?:高速|国道|省道|山路|隧道|大桥|跨海|小路|乡道|村道|老路|海底)",
)
"""Only some of the orders, whatever they carry, or some ways."""
_OF_ALL_ORDERS = (AreaRule, RegionDays, Category, QuietWindow, DaysOff)
_HELD_PLACES = (AreaRule, BanAfterTouch, Errand, Home, MustTake, RegionDays, Visits)
_NO_NUMBER = re.compile(
    r"^\s*[(\[]?\d{1,2}[)\].、]|\d{1,2}月份?|[A-Za-z]+\d+|\d+(?:\.\d+)?\s*(?:米|吨|t\b|岁|年|方|轴)"
)
"""The number of a wish in a list, a month, a name with digits, the size of the truck."""
_PART_OF_CITY = re.compile(
    "(?:的)?(?:港口|港区|码头|机场|老城区|城中村|[^，。的]{0,2}市场|工业[园区]|物流园|火车站|高铁站|批发)"
)
"""A part of the city only: 深圳港口."""
_UNREAD_DATE = re.compile(r"月份?[一二三四五六七八九十]+(?!月|来|多)")
"""A date in Chinese numerals that is no date in a way that is known: 三月十八那会儿."""


@cache
def _which_goods() -> re.Pattern[str]:
    """Before goods: which of them are meant, as in 去工地的水泥."""
    return re.compile(
        r"(?:散装|袋装|桶装|裸装|罐装|没有?[^，。]{1,4}|带[^，。]{1,4}|(?<![不只])(?:需?要|去|送|发往|发|运往)[^，。不]{1,6})的"
        rf"(?={known_pattern()})"
    )


def narrower(c: Constraint, e: Evidence) -> bool:
    """Whether the words name days, places, goods or a number to which the wish is restricted, and c lacks them."""
    if isinstance(c, Unknown | Errand | MustTake):
        return False
    if isinstance(c, _OF_ALL_ORDERS) and (
        (_SOME_WAYS.search(e.main) and not _SUCH.search(e.main))
        or (not isinstance(c, Category) and _SOME_ORDERS.search(e.main))
    ):
        return True
    if isinstance(c, Category) and _which_goods().search(e.main):
        return True
    if isinstance(c, AreaRule) and any(_PART_OF_CITY.match(e.main, named.end) for named in e.names):
        return True
    if _unread_number(e, c):
        return True
    dated = e.applies != EVERY_DAY and c.start_min is None and c.end_min is None
    if dated and getattr(c, "days", EVERY_DAY) == EVERY_DAY:
        return True
    if not isinstance(c, _HELD_PLACES) and e.outside(e.names):
        return True
    return not isinstance(c, Category | CategoryQuota) and known_goods(e.rest)


def _unread_number(e: Evidence, c: Constraint) -> bool:
    """Whether the words hold digits that nobody read and that c does not hold: 3.12 may be a date or a price."""
    words = e.rest
    for start, end in (*e.asides, *((turn.start, turn.end) for turn in e.turns)):
        words = words[:start] + GONE * (end - start) + words[end:]
    held = c.model_dump_json()
    if _UNREAD_DATE.search(words):
        return True
    return any(digits not in held for digits in re.findall(r"\d+(?:\.\d+)?", _NO_NUMBER.sub("", words)))
