"""Wishes about where: boxes, circles and cities to keep out of or to stay in, days with work in a city, visits."""

from __future__ import annotations

import re

from scenarios.preferences import lexicon
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import AreaRule, BanAfterTouch, Constraint, RegionDays, Unknown, Visits
from scenarios.preferences.parts import Area, Box, Circle, District, Place
from scenarios.preferences.read_rest import radius

_STAY_IN = re.compile(
    r"只(?:允许|准|许|可以|能够?)(?:我)?在|只(?:在|跑|接|做|拉|干|走|愿意?在|想在|能在|肯在|去|待在|活动|限)|仅(?:限|在|跑|接|承接|承运|做|拉)|只(?:承接|承运)"
    r"|(?:起点|终点|装卸|装货|卸货|接送货|收发货|起讫|接货|送货|订单|单子|货源).{0,10}?(?:必须|只能|都得|都要|须|一定)(?:都|全)?(?:在|位于|处于|属于)"
    r"|(?:活动|接单|运营|营运|跑车|服务|承运|作业)(?:区域|地区|城市|地盘)|限(?:定|于|制|在)|限(?=.{2,8}(?:接|跑|做|两地|内))|范围|专(?:跑|门跑|做|接|注)|锁定"
    r"|[均都全]限(?!制|行)|圈(?:定|在)|围[着绕]|绕着|守着|立足|固定在|(?:就|光|净)(?:跑|在|做|接)"
    r"|不(?:得|能|可|会|想|许|准|要|再|愿|肯|敢|让)*(?:[开跑走驶]?出(?!车|门|去?拉|现)|离开|跨出|越出|跑出|走出|驶出|超出|踏出|迈出|外出|外跑|离)"
    r"|别(?:[开跑走驶]?出(?!车|门|现)|离开|跨出|跑出)|(?:不|别|莫|勿)(?:要|能|可)?(?:让|叫|派)我(?:的车)?(?:离开|跑出|走出|开出|出(?!车|门|去拉|现))|始终在"
    r"|一直在|待在|留在|守在|窝在|就在|都在|全在|(?:以|之|(?<![另此额格编]))外(?:的|面|头|地|都|一|边)?.{0,10}(?:不|别|免|推|拒|莫|谢|勿|禁|屏蔽|过滤|恕)"
    r"|(?:离开|超出|跨出|跑出)了?.{1,6}(?:不|别|免|拒)"
    r"|出(?!来|发|货|车|去|入)了?.{1,6}(?:不|别|免谈|就不|的不|的都不)"
    r"|(?:不|别|勿|莫|拒)[^，。]{0,3}?(?:接|去|跑|做|拉|派)[^，。]{1,10}?(?:以外|之外|外的)|别处|外地|外市"
    r"|除(?:了|去|开)?[^。；]{1,24}(?:哪|其他|其它|其余|别)[^。；]{0,4}(?:都|全|一律|统统|一概)不|除(?:了|去|开)?.{1,10}(?:都|全|一律|统统|一概)?不"
    r"|(?:其他|别的|其余|其它)(?:城市|地方|地区|市|区域|都|的|单|货|活)?.{0,6}(?:不|别(?!的)|推|免)|哪(?:儿|里|都)?也?不去|才(?:接|跑|做|拉|去|派|给)",
    re.IGNORECASE,
)
_ONLY_HERE = re.compile(
    r"(?:只|就|光|净|仅|单单|专|(?<!有)限)(?:是)?(?:愿意?|想|肯|能|会|可以|准)?(?:在|跑|接|做|走|要|拉|去|送|收|到|往|认|挑)?\s*$"
)
_NOT_HERE = re.compile(
    r"(?:[、和跟与及\u4e00-\u9fff]{0,8})(?:的[^，]{0,3})?(?:我)?(?:都|也)?(?:不(?!出|离)|别|免|甭|莫|拒)"
)
"""就佛山不去: what stands behind a place refuses it."""
_ONE_OF = re.compile("有一个|其中[一之]|任选|任意一|[二三]选一|哪个都行")
_RATHER_ELSEWHERE = re.compile(r"(?:优先|尽量|尽可能|最好|首选)[^，。；不别]{0,16}?(?:以|之)外(?:的|$)")
"""优先佛山以外的单: the place is avoided, without a refusal."""
_AWAY = re.compile(r"远离|躲开|避开|绕开", re.IGNORECASE)
_KEEP_OUT = re.compile(
    r"不(?:得|能|要|可|许|准)?(?:进|去|往|到|入|靠近|跑|接|碰|经过|踏)|避|绕|别|禁|远离|躲",
    re.IGNORECASE,
)
_KEEPS_AWAY = re.compile(
    r"只要|避开|绕开|(?:不|别)(?:得|许|能|准|要|可|可以)*(?:再)?(?:去|进|往|驶入|入|靠近)|"
    r"禁止?(?:进|驶)?入"
)
_NOT_WITHIN = re.compile(r"不(?:在|属于?|列入|纳入)[^，。]{0,8}?(?:范围|之列|名单)")
"""深圳不在服务范围内: it is kept out of."""
_BOTH_WAYS = re.compile(r"从.{1,6}出", re.IGNORECASE)
"""Into a city and out of it: what is refused is the city."""
_ALL_BUT = re.compile(r"除了?.{1,8}(?:哪|其他|其它|别|其余|以外|之外|外).{0,6}都(?!.{0,3}不)")
"""除了惠州，哪里都去."""
_ORDERS = re.compile(
    r"装|卸|提货|送货|发货|收货|货|单|业务|活(?!动)|起点|终点|派|接|生意|拉",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"去|往|跑|进|入|经过|路过|车辆位置|位置|活动|避开|绕|躲|离开|出市|不出|跨出|踏|逗留|靠近",
    re.I,
)
_ONCE = re.compile(
    r"[进到去跑碰]了?(?!过)[^，。]{2,6}(?:之后|以后|后)|一旦|去过|到过|进过|跑过|碰过|只要(?:去|进|到)",
    re.IGNORECASE,
)
_AT_LEAST_SAID = re.compile(
    r"天起|每个?月[^，。]{0,4}?(?:跑|做|干|去|拉)|给我排|排[上够满]?(?=[两二三四五六七八九十\d])|安排|至少|最少|起码|不少于|不低于|不能少于|不得少于|得|要|[须需]|够|满|保证|少说|凑|≥|>=|必须|以上"
    r"|有(?:货|单|活|业务|订单)",
    re.I,
)


def place_names(e: Evidence) -> list[str]:
    """Names of places in the order of the words; those in brackets where none stands outside."""
    outside = [named.name for named in e.names if not _in_aside(e, named.start)]
    return list(dict.fromkeys(outside or [named.name for named in e.names]))


def read_area(e: Evidence) -> Constraint | None:
    """车辆不得进入圆; 只在广州跑; 凡涉及中山装卸的都排除; 3月4号5号不去深圳."""
    shapes: list[Area] = [Box(south=box.south, north=box.north, west=box.west, east=box.east) for box in e.boxes]
    kilometres = radius(e) or (e.km[0].value if len(e.km) == 1 else None)
    circle = (
        len(e.points) == 1
        and kilometres
        and (re.search(r"圆|半径|方圆|周围|范围|以内|之内|内", e.text, re.I) or e.has(_AWAY))
    )
    if circle and not e.days:
        shapes.append(Circle(lat=e.points[0].lat, lng=e.points[0].lng, radius_km=kilometres))
    if not shapes:
        if e.points or e.any_of(e.km, e.times, e.lengths, e.days, e.orders):
            return None
        shapes = [District(name=name) for name in place_names(e)]
    if not shapes:
        return None
    if len(shapes) > 1 and e.has(_ONE_OF):
        return Unknown(why="which of the places is not said")
    elsewhere = e.has(_RATHER_ELSEWHERE)
    stays = not elsewhere and _stays(e)
    keeps_out = elsewhere or e.refuses or (bool(e.boxes or circle) and e.has(_KEEP_OUT)) or e.has(_ALL_BUT)
    if circle and not stays and not e.refuses and not e.has(_AWAY):
        return None
    if not stays and not keeps_out:
        return None
    rule = "stay_in" if stays else "keep_out"
    orders_only = e.has(_ORDERS) and not e.has(_MOVES) and not (e.boxes or circle)
    return AreaRule(
        rule=rule,
        areas=tuple(shapes),
        applies_to="orders" if orders_only else "position",
        days=e.applies,
        unit="order" if orders_only else "breach",
    )


def _stays(e: Evidence) -> bool:
    """Whether the words shut the truck in, and do not only sound so."""
    if not (e.has(_STAY_IN) or _only_here(e)) or e.has(_BOTH_WAYS) or e.has(_NOT_WITHIN):
        return False
    if e.applies.dates and not re.search(r"只(?:在|跑|接|做)(?!□)|不出|范围|离开", e.rest):
        return False  # 仅在3月28号避开深圳 limits the date
    if _only_here(e):
        return True
    return not e.has(_KEEPS_AWAY) or bool(
        re.search(r"只在|只跑|不出|超出|出了|离开|仅限|外[头面边地的]|以外|之外|除|别处|其他|允许在|准在", e.main)
    )


def _only_here(e: Evidence) -> bool:
    """我就深圳一个市里转, 只要佛山的货: "only" right before the name of a place."""
    return any(_ONLY_HERE.search(e.main[: named.start]) and not _NOT_HERE.match(e.main[named.end :].split("，")[0])
               for named in e.names)  # fmt: skip


def read_ban_after_touch(e: Evidence) -> Constraint | None:
    """去过惠州以后，当月就不再接东莞的货."""
    names = place_names(e)
    if not e.has(_ONCE) or len(names) < 2 or not e.refuses:
        return None
    end_of_day = re.search(r"当天|当日|那天|同一天", e.main, re.IGNORECASE)
    return BanAfterTouch(
        touched=District(name=names[0]),
        banned=tuple(District(name=name) for name in names[1:]),
        until="end_of_day" if end_of_day else "end_of_month",
    )


def read_days_at(e: Evidence) -> Constraint | None:
    """月内至少4个自然日在佛山装卸; 至少5天到过某点一公里内."""
    days = e.outside(e.days)
    if not days or e.any_of(e.lengths, e.times) or not e.has(_AT_LEAST_SAID):
        return None
    count = int(days[0].value)
    if count < 1:
        return None
    if e.has(re.compile(r"最多|至多|顶多|不超过|不得超过", re.IGNORECASE)):
        return (
            Unknown(why="a greatest number of days at a place is no kind of constraint")
            if e.points or e.names
            else None
        )
    names = place_names(e)
    if len(names) == 1 and re.search(r"装|卸|单|货", e.main, re.IGNORECASE):
        return RegionDays(region=names[0], at_least=count, place=read_passing_place(e))
    if len(e.points) == 1 and e.has(lexicon.VISIT):
        return Visits(place=Place(lat=e.points[0].lat, lng=e.points[0].lng, radius_km=radius(e) or 1.0), at_least=count)
    if len(names) != 1 or e.points:
        return None
    if e.names and (
        e.has(_ORDERS) or re.search(r"覆盖|安排|保证|跑|开工|干|做|在|到|去|露面|待|回|转|经过|≥|>=", e.main)
    ):
        return RegionDays(region=names[0], at_least=count)
    return None


def read_passing_place(e: Evidence) -> Place | None:
    """The point right behind a name: 增城区有家老档口(23.15,113.67)."""
    for point in e.points:
        clause = max(e.text.rfind(mark, 0, point.start) for mark in "，。；;") + 1
        names = [named for named in e.names if clause <= named.start < point.start]
        if names:
            return Place(lat=point.lat, lng=point.lng, name=names[-1].name)
    return None


def _in_aside(e: Evidence, start: int) -> bool:
    return any(a <= start < b for a, b in e.asides)
