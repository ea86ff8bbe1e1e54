"""Points, boxes, distances, amounts of money, and counts of days, orders and times, found in normal text."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from scenarios.preferences.numbers import NUMBER, is_range_end, number

LAT_RANGE, LNG_RANGE = (18.0, 54.0), (73.0, 135.0)
"""Of China, in degrees; they do not overlap, which tells the order in which a pair is written."""

_DEGREES = r"\d{1,3}(?:\.\d+)?"
_UNIT = r"\s*(?:度|°)?\s*"
_NORTH, _EAST = (
    r"(?:北纬|纬度|纬|latitude|lat\.?|N)(?:为|是|:|=|在)?\s*",
    r"(?:东经|经度|经|longitude|long\.?|lng\.?|lon\.?|E)(?:为|是|:|=|在)?\s*",
)
_SIDE = r"(?:北纬|东经|N\b|E\b)?"
_AND = r"\s*(?:,|，|、|/|;|；|和|与|and)?\s*"
_RUN = r"\s*(?:到|至|~|-+|to|and|与|和)\s*"
_BOX = re.compile(
    rf"{_NORTH}(?P<s>{_DEGREES}){_UNIT}{_RUN}{_SIDE}(?P<n>{_DEGREES}){_UNIT}{_SIDE}{_AND}"
    rf"{_EAST}(?P<w>{_DEGREES}){_UNIT}{_RUN}{_SIDE}(?P<e>{_DEGREES}){_UNIT}{_SIDE}"
    rf"|{_EAST}(?P<w2>{_DEGREES}){_UNIT}{_RUN}{_SIDE}(?P<e2>{_DEGREES}){_UNIT}{_SIDE}{_AND}"
    rf"{_NORTH}(?P<s2>{_DEGREES}){_UNIT}{_RUN}{_SIDE}(?P<n2>{_DEGREES}){_UNIT}{_SIDE}",
    re.IGNORECASE,
)
_POINT = re.compile(
    rf"[(\[]?\s*(?:{_NORTH}|{_EAST})?(?<![\d.:])(?P<a>{_DEGREES}){_UNIT}(?:[NE](?![a-z])|北纬|东经)?(?:{_AND})"
    rf"(?:{_NORTH}|{_EAST})?(?P<b>{_DEGREES})(?![\d:])\s*(?:度|°)?\s*(?:[NE](?![a-z]))?\s*[)\]]?",
    re.IGNORECASE,
)
_DISTANCE = re.compile(
    rf"(?P<n>{NUMBER})\s*-?\s*(?P<unit>公里|千米|华里|里地|里路|里(?!程|面|厢)|kms?(?![a-z])|k(?![a-z])|"
    r"kilomet(?:er|re)s?(?![a-z])|英里|miles?(?![a-z])|"
    r"米(?!的?车)|met(?:er|re)s?(?![a-z])|m(?![a-z]))",
    re.IGNORECASE,
)
_VAGUE_HUNDRED = tuple("上成近好几数过")
"""百公里 is 100 km, but not behind these."""
_KM = {"华里": 0.5, "里地": 0.5, "里路": 0.5, "里": 0.5, "英里": 1.609344, "mile": 1.609344, "miles": 1.609344}
_BARE_DISTANCE = re.compile(
    rf"(?:单程|运距|运程|车程|送货|载货|装货|接货|取货|提货|距离|里程|路程|行程|空驶|空跑|空车|公里数|单子|每[单趟票]跑)[^，。；\d]{{0,8}}?[，,]?"
    rf"(?:(?:不(?:要|能|得|可)?|别|莫|勿)(?:超过?|过|多于|大于|高于)|大于|高于|多于|超出|超过?|最多|最远|最长|"
    rf"顶多|至多|控制在|上限|封顶|不逾|"
    rf"卡在|压在)(?:为|是|:)?(?:[给帮]我)?[派接跑拉到去]?\s*"
    rf"(?P<a>{NUMBER})(?=\s*(?:$|[，。；,;.]|就|的|为止|以内|封顶))"
    rf"|(?:单程|运距|运程|送货|载货|装货|接货|取货|提货|距离|里程|路程|行程|空驶|空跑|空车|公里数)(?P<b>{NUMBER})(?=\s*(?:封顶|以内|之内|到顶|"
    rf"为限|打止|打住|顶天))"
    rf"|超过?(?P<d>{NUMBER})(?=以?上?的(?:长途|远途|长线|远路|远单|长单))"
    rf"|(?:每|一|单)[单趟票]货?(?:最远|最长)(?:为|是|到|跑)?(?P<f>{NUMBER})(?=\s*(?:$|[，。；]|就|的))"
    rf"|(?:长途|远途|长线|远路|远单|长单|跑)[^，。；\d]{{0,3}}?(?:超过?|大于|多于)(?P<e>{NUMBER})(?=\s*(?:$|[，。；]|的|就|也|都|不|别))"
    rf"|\b(?:km|kilomet\w+|deadhead)\s+(?:over|above|beyond|below|under|max\w*|up to|at "
    rf"most)\s+(?P<c>{NUMBER})(?![\d:]|\s*km)",
    re.IGNORECASE,
)
"""A limit beside a word for a distance, without its unit: 单程不超过一百八."""
_MONEY = re.compile(
    rf"(?:扣|罚|赔|罚款|¥|￥|rmb|fined?|penalty of)\s*(?:款|我|掉)?\s*(?P<a>{NUMBER})(?!\s*(?:公里|天|次|单|小时|"
    rf"分|个))"
    rf"|(?P<b>{NUMBER})\s*(?:元|块钱|块|蚊|yuan(?![a-z])|rmb(?![a-z]))",
    re.IGNORECASE,
)
_DAYS = re.compile(
    rf"(?P<n>{NUMBER})\s*(?P<kind>个?(?:不同|不一样|完整|完全|整整|整|自然|全|足|独立|单独|各不相同)*的?(?:自然|"
    rf"停运|休息|停驶|歇|休|假)*"
    r"(?:日子|工作天|工作日|天|日(?!常|夜|均|用[品百]|化))"
    r"|(?:\s*-?(?:full|whole|complete|entire|different|distinct|separate|calendar|order|work|working|rest|off|free|"
    r"order-free|"
    r"or more)[\s-]+)*days?(?![a-z]))"
    rf"|(?P<whole>{NUMBER})个?(?:全|整|完整)?(?:停|休|停运|停驶|休息)日"
    rf"|(?:停运|休息|休整|整休|停驶|停工|停车|休车|歇车|不出车|歇|休|假)的?(?:日|天)数?(?:每月|一个?月|本月|全月|月内)?(?:数量?|为|是|:|设|定|要有|不少于|不低于|至少|最少|≥|>=)*\s*(?P<after>{NUMBER})(?:个|天|日)?(?=$|[，。；,;以])",
    re.IGNORECASE,
)
_MARKER_BEFORE = re.compile(
    r"(?:每|同|当|哪|某|这|那|头|前|后|第|隔|过|工作|□[这那]|any|each|per|every|next)\s*$", re.IGNORECASE
)
_COUNTED_BEFORE = re.compile(
    r"(?:休息?|歇|停|抽|留|放|出|空|有|够|满|少|多|足|off|the|least|least a|单|工|放假|车|家|于|要|得|上|个|我)\s*$",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:个|张)?(?:□+(?:以上|开外)的?)?(?:长途|远程|远|长)?(?:单子|单(?!位|程|独|价|号|笔)|"
    rf"订单|票(?!价)|趟|车(?!子|辆|位|"
    rf"次|厢|程|货|里)|笔(?!货|订)|"
    r"(?:[a-z]+\s){0,2}?(?:orders?|loads?|jobs?|trips?|runs?|hauls?)(?![a-z]))",
    re.IGNORECASE,
)


_TURNS = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:次(?!性|日|要)|回(?!头|程|家|来)|个(?=$|[，。；,;]))|(?P<word>\b(?:once|twice))(?! "
    rf"(?:i|you|we|it|"
    rf"they|the|my)\b)|"
    rf"(?P<times>{NUMBER})(?:\s*times(?![a-z])|(?=\s*(?:an?|per|each|every) (?:day|week|month)))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Point:
    """A point at text[start:end], degrees."""

    start: int
    end: int
    lat: float
    lng: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """A box at text[start:end], degrees."""

    start: int
    end: int
    south: float
    north: float
    west: float
    east: float


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit at text[start:end]; what it counts is known from where it is kept."""

    start: int
    end: int
    value: float


def find_boxes(text: str) -> list[Bounds]:
    """All boxes given by two latitudes and two longitudes, in either order."""
    boxes = []
    for match in _BOX.finditer(text):
        end = "2" if match["s2"] else ""
        south, north, west, east = (float(match[key + end]) for key in "snwe")
        if _in(south, LAT_RANGE) and _in(north, LAT_RANGE) and _in(west, LNG_RANGE) and _in(east, LNG_RANGE):
            boxes.append(Bounds(*match.span(), *sorted((south, north)), *sorted((west, east))))
    return boxes


def find_points(text: str) -> list[Point]:
    """All points: two numbers side by side of which one can be a latitude of China and the other a longitude."""
    points = []
    for match in _POINT.finditer(text):
        a, b = float(match["a"]), float(match["b"])
        if "." not in match["a"] and "." not in match["b"] and not re.search("[纬经(°]|lat|lng|lon", match.group()):
            continue
        if _in(a, LAT_RANGE) and _in(b, LNG_RANGE):
            points.append(Point(*match.span(), a, b))
        elif _in(b, LAT_RANGE) and _in(a, LNG_RANGE):
            points.append(Point(*match.span(), b, a))
    return points


def find_distances(text: str) -> list[Amount]:
    """All distances in kilometres; 里 is half a kilometre."""
    amounts = []
    for match in _DISTANCE.finditer(text):
        value = 100.0 if match["n"] == "百" and text[match.start() - 1 : match.start()] not in _VAGUE_HUNDRED else None
        value = number(match["n"]) if value is None else value
        if value is not None and not is_range_end(text, match.start()):
            unit = match["unit"].lower()
            factor = 0.001 if unit in ("米", "m") or unit.startswith("met") else _KM.get(unit, 1.0)
            amounts.append(Amount(*match.span(), round(value * factor, 6)))
    for match in _BARE_DISTANCE.finditer(text):
        group = next(name for name in "abcdef" if match[name])
        value = number(match[group])
        start, end = match.span(group)
        if value is not None and not any(start < other.end and other.start < end for other in amounts):
            amounts.append(Amount(start, end, value))
    return sorted(amounts, key=lambda amount: amount.start)


def find_money(text: str) -> list[Amount]:
    """All amounts in yuan."""
    found = ((match.span(), number(match["a"] or match["b"])) for match in _MONEY.finditer(text))
    return [Amount(*span, value) for span, value in found if value is not None]


def find_days(text: str, date_ends: Collection[int] = ()) -> list[Amount]:
    """All counts of days. 每天, 同一天 and a mere 一天 that only says "a day" are no counts.

    Nor is 两天 of 3月4号、5号两天: `date_ends` are the places at which dates end.
    """
    amounts = []
    for match in _DAYS.finditer(text):
        value = number(match["n"] or match["whole"] or match["after"])
        before = text[: match.start()]
        if value is None or value != int(value) or _MARKER_BEFORE.search(before):
            continue
        if is_range_end(text, match.start()):
            continue
        if len(before.rstrip()) in date_ends:
            continue
        mere = value == 1 and (match["kind"] or "").strip() in ("天", "日", "day")
        if mere and not _COUNTED_BEFORE.search(before):
            continue
        amounts.append(Amount(*match.span(), value))
    return amounts


def find_orders(text: str) -> list[Amount]:
    """All counts of orders."""
    found = ((match, number(match["n"])) for match in _ORDERS.finditer(text))
    return [
        Amount(*match.span(), value)
        for match, value in found
        if value is not None and value == int(value) and not re.search(r"[每第首头同这那]\s*$", text[: match.start()])
    ]


def find_turns(text: str) -> list[Amount]:
    """All counts of how often: 一次, 两回, once, three times."""
    found = []
    for match in _TURNS.finditer(text):
        word = (match["word"] or "").lower()
        value = {"once": 1.0, "twice": 2.0}[word] if word else number(match["n"] or match["times"])
        if value is not None and value == int(value) and not re.search(r"[每第首头同这那]\s*$", text[: match.start()]):
            found.append(Amount(*match.span(), value))
    return found


def _in(value: float, span: tuple[float, float]) -> bool:
    return span[0] <= value <= span[1]
