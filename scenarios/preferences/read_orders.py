"""Wishes about orders by number and length: longest haul and pickup, deadhead, orders per day, one load."""

from __future__ import annotations

import re
from typing import Literal

from scenarios.preferences import lexicon
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.goods import goods_named
from scenarios.preferences.kinds import (
    CategoryQuota,
    Constraint,
    Deadhead,
    FirstOrderBy,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    Unknown,
)
from scenarios.preferences.measures import Amount
from scenarios.preferences.parts import Place

_TAKE = re.compile(
    r"必须接|必须由|一定要接|一定接|务必接|必接|指定|要接|接下|拿下|留给我|给我|不接(?:则|就)|得接|非接|拉到",
    re.I,
)
_LISTED = re.compile(r"上架|挂出|挂牌|发布|放出|上线", re.IGNORECASE)
_DRIVEN = re.compile(r"开|跑|行驶|驾", re.IGNORECASE)
_RUNS = re.compile(r"[跑拉送](?:个|到|了|趟)?(?:最[多远]|不过|顶多)?□|□(?:以内|之内|内)?的?(?:我)?[跑拉送]")
"""跑一百公里顶天了: what is driven, with a number beside the verb."""
_LONG = re.compile(r"长线|远跑|跑远|长跑|跑长|长途|远途|远程|长单|远单|long", re.IGNORECASE)
_ONLY = re.compile(r"只(?:接|跑|拉|做|能|干|准|许)", re.IGNORECASE)
_AT_MOST_ONE = re.compile(
    r"(?:最多|至多|顶多|不超过|max)[^，,]{0,8}?(?:一|1)",
    re.IGNORECASE,
)
"""Before a count: the limit is on how many, not on how far each goes."""
_SO_FAR = lexicon.any_of(
    r"(?:以上|以外|之外|开外|往上|超过|大于|多于|高于|超出|超)[^，。]{0,14}[，,]?(?:我)?(?:就|都|也|一律|一概|统统)?(?:再)?"
    r"(?:(?:别|不|莫|勿|甭|免)(?:再|要|用|给我)?(?:派|接|拉|跑|要|给|找|叫|喊|考虑|碰|安排|推|送|谈|做|干)|推掉|拒|"
    r"免谈|免了|算了|跳过|过滤|排除)",
    r"(?:接|拉|跑|去|装)不(?:了|来|动|得)[^，。]{0,8}?(?:以上|以外|之外|开外|超过|大于|超)|"
    r"(?:不|别|莫|勿|甭)(?:再|要|给我)*(?:派|接|拉|跑|要|给|找|叫|安排|推|送|去|走|装|做|干|收|碰|考虑)[^，。]{0,8}?"
    r"(?:以上|以外|之外|开外|往上|超过|大于|超)",
)
"""超过250公里的别叫我, nothing over 250 km: of the order."""
_LIMIT = re.compile(
    r"半径(?:为|是|:|定)?□|(?:接货|取货|提货|装货|空驶|空跑)(?:距离|里程)(?:容许值|标准|阈值|最大值)?(?:为|是|:|定为)?□"
)
"""A limit by its name alone: 接货半径35公里."""
_NOT_SO_FAR = re.compile(
    r"(?:不|别|莫|勿|拒绝?|禁止?|免)(?:再|要|做|接|给我|派)*(?:远跑|跑远|长跑|跑长|空跑|跑空|空驶|长途|远途|远单|长单)|(?:长途|远单|长单|远程)□*(?:一律|一概|的)?(?:谢绝|不|别|免|拒|莫|勿)"
)
_OVER = re.compile(r"超过?|大于|多于|以上|开外|>|≥")
_ENOUGH = lexicon.any_of(
    r"就(?:够|行|停|收|好|可以)|只(?:接|跑|拉|做|干)|足够|够了|[跑接拉做干满够完][了满够完]□[^。]{0,8}?(?:不|"
    r"别|停|收|莫|勿)",
)
_BEFORE = re.compile(r"之前|以前|(?<![提目])前", re.IGNORECASE)
_NO_TOTALS = "kilometres driven in a day or month are no kind of constraint"
_SHORTEST = re.compile(r"(?<!不)(?:至少|最少|起码|不低于|不少于|不短于)[^，。]{0,6}?□", re.IGNORECASE)


def read_must_take(e: Evidence) -> Constraint | None:
    """指定货源编号240646."""
    if (
        len(set(e.ids)) == 1
        and e.has(_TAKE)
        and not (e.refuses and not e.has(re.compile("不接(?:则|就)|指定|必须|一定")))
    ):
        place = Place(lat=e.points[0].lat, lng=e.points[0].lng, name=_name_before(e)) if e.points else None
        return MustTake(load_id=e.ids[0], place=place, listed_min=_listed(e))
    return None


def _name_before(e: Evidence) -> str:
    return next((named.name for named in reversed(e.names) if named.end <= e.points[0].start), "")


def _listed(e: Evidence) -> int | None:
    """The minute of 上架时间:2026-03-03 14:43:36."""
    if not _LISTED.search(e.main) or len(e.dates) != 1 or len(e.times) != 1:
        return None
    return e.minute(e.dates[0].days[0], e.times[0].minute)


def read_distance(e: Evidence) -> Constraint | None:
    """A limit in kilometres: of empty driving in all, to a pickup, of a haul, or of what makes a long haul."""
    limits = e.outside(e.km)
    if not limits and (e.has(_LONG) or e.has(_NOT_SO_FAR)):
        limits = e.km  # 最多跑5趟长途（300公里以上）
    if not limits or e.points or e.boxes or e.outside(e.times):
        return None
    empty = e.has(lexicon.EMPTY)
    fewer = e.has(lexicon.FEWER_REFUSED) or (_minimum(e, limits[0]) and not e.has(lexicon.MOST))
    if fewer and (empty or e.has(lexicon.HAUL)):
        return Unknown(why="a shortest distance is no kind of constraint")
    if len({limit.value for limit in limits}) > 1:
        return None
    limit = limits[0].value
    if limit <= 0:
        return None
    counts = e.outside(e.orders) or e.outside(e.turns)
    per = _per(e)
    if (
        counts
        and per is not None
        and not empty
        and (e.has(lexicon.MOST) or e.has(_ONLY))
        and (counts[0].value != 1 or len(counts) > 1 or e.has(_AT_MOST_ONE))
        and not (per == "day" and counts[0].value == 1)
    ):
        return LongHauls(over_km=limit, at_most=int(counts[-1].value), per=per)
    named = "".join(GONE if a == GONE else b for a, b in zip(e.rest, e.main, strict=True))
    bounded = e.has(lexicon.MOST) or e.refuses or _LIMIT.search(named) is not None
    aside = e.has(_NOT_SO_FAR) and _OVER.search(e.text) is not None  # 不远跑（超240公里）
    if not aside and (not bounded or not e.outside(e.km)):
        return None
    if empty:
        one_order = re.search(
            r"每[单趟次票]|一单|单次|单趟|一趟|每个?订单|接单后|接了单|每一[单趟]|单笔|那一?[程趟段]|装货前|[去赴到赶往奔]往?(?:去|往)?(?:装货|接货|提货|取货|装货点)",
            e.main, re.IGNORECASE)  # fmt: skip
        if e.has(lexicon.PER_MONTH) and (e.has(lexicon.TOTAL) or not one_order):
            return Deadhead(km=limit, per="month")
        if e.has(lexicon.PER_WEEK):
            return Unknown(why="empty kilometres of a week are no kind of constraint")
        if e.has(lexicon.PER_DAY) and (e.has(lexicon.TOTAL) or not one_order):
            return Deadhead(km=limit, per="day")
        return LongestPickup(km=limit)
    per_span = e.has(lexicon.PER_DAY) or e.has(lexicon.PER_MONTH) or e.has(lexicon.PER_WEEK)
    if per_span and not e.has(lexicon.HAUL) and _DRIVEN.search(e.main):
        return Unknown(why=_NO_TOTALS)
    if e.has(lexicon.HAUL) or e.has(_SO_FAR) or aside or (not per_span and _RUNS.search(named)):
        if per_span and not re.search(r"单|趟|票|笔|装|货", e.main, re.IGNORECASE):
            return Unknown(why=_NO_TOTALS)
        return LongestHaul(km=limit)
    return None


def read_first_order(e: Evidence) -> Constraint | None:
    """首单不得晚于中午12点."""
    times = e.outside(e.times)
    if not e.has(lexicon.FIRST) or len(times) != 1 or e.windows:
        return None
    if re.search(r"不(?:得|能|要|可)?早于|之后再|以后再|不早过", e.main, re.IGNORECASE) or (
        times[0].role == "after" and not (re.search(r"过了|不|别", e.main))
    ):
        return Unknown(why="an earliest first order is no kind of constraint")
    before = _BEFORE.search(e.main) is not None and not re.search(r"最[晚迟]|不[^，]{0,2}[晚迟]于", e.main)
    return FirstOrderBy(by=times[0].minute, strict=before)


def read_orders_per_day(e: Evidence) -> Constraint | None:
    """一天最多接3单; 每月最多2单海鲜."""
    per = _per(e)
    if per is None or e.km or e.names:
        return None
    most, least = e.has(lexicon.MOST), e.has(lexicon.LEAST)
    goods = goods_named(e, loose=False)
    none = re.compile(r"(?:都|也)?不")  # 一单不接
    counts = [n for n in e.outside(e.orders) if not none.match(e.main, n.end)] or (e.outside(e.turns) if goods else [])
    if not counts:
        return None
    if goods and per is not None:
        if most:
            return CategoryQuota(names=goods, at_most=int(counts[0].value), per=per)
        if least and counts[0].value >= 1:
            return CategoryQuota(names=goods, at_least=int(counts[0].value), per=per)
        return None
    if most or _ENOUGH.search(e.rest):
        if per != "day":
            return Unknown(why="a greatest number of orders in a week or month is no kind of constraint")
        return OrdersPerDay(at_most=int(counts[0].value), days=e.applies)
    if least:
        return Unknown(why="a least number of orders is no kind of constraint")
    return None


def _per(e: Evidence) -> Literal["day", "week", "month"] | None:
    if e.has(lexicon.PER_WEEK):
        return "week"
    if e.has(lexicon.PER_DAY) or e.outside(e.weekdays):
        return "day"
    return "month" if e.has(lexicon.PER_MONTH) else None


def _minimum(e: Evidence, limit: Amount) -> bool:
    before = e.main[: limit.start] + "□"
    return bool(_SHORTEST.search(before[-12:])) or bool(
        re.match(r"(?:以上|起)(?:的)?(?:才|再|我才)(?=接|跑|拉|做|干|去(?!装|提))", e.main[limit.end :])
    )
