"""Wishes about rest: daily rest, quiet windows, being home, days off. Each reader gives a constraint or None."""

from __future__ import annotations

import re
from dataclasses import replace

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import lexicon, remarks
from scenarios.preferences.clock import Time
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.goods import known_goods
from scenarios.preferences.kinds import Constraint, DailyRest, DaysOff, Home, QuietWindow, Unknown
from scenarios.preferences.measures import Amount
from scenarios.preferences.parts import EVERY_DAY, Place

_DRIVES = re.compile(
    r"(?:连续|连着|一次)?(?:开车|驾驶|行驶|开|驾车|跑车|赶路)(?:时间)?(?:不(?!了|动|起|来)|别|最多|超)",
    re.I,
)
_DRIVEN_FOR = re.compile("(?<![不别没])(?:开|跑|驾驶|行驶|赶路|驾)(?:车|了|满|够|上|着)*$")
_AT_MOST = re.compile(
    r"(?<!不)(?<!不能)(?<!不得)(?:最多|至多|顶多)|不(?:得|能|可|要|许|准)?(?:超过|多于)",
    re.IGNORECASE,
)
_RADIUS = re.compile(r"以内|之内|内|范围|附近|周边", re.IGNORECASE)
_RADIUS_BEFORE = re.compile(r"(?:半径|方圆|周围|附近)\s*$", re.IGNORECASE)
_ALL_DAY = re.compile(r"整天|全天|一天|一整天|休|歇|放假|不|别|勿|莫|停", re.IGNORECASE)
_KNOCKS_OFF = re.compile(
    r"收工|收车|收摊|下班|打烊|放工|停工|歇业",
    re.IGNORECASE,
)
_CALLS = re.compile(r"[叫喊找烦吵催]|打扰|打电话|来电|联系|响", re.IGNORECASE)
_LEAST_BEFORE = re.compile(r"(?:至少|最少|起码|不少于)[^，。\d]{0,6}$", re.IGNORECASE)
_EVENING = re.compile(r"日落|太阳下山|太阳落山|天黑|傍晚|晚饭|晚上|每晚|夜里|夜晚|晚间|每夜")


def read_daily_rest(e: Evidence) -> Constraint | None:
    """每天至少连续休息8小时."""
    lengths = e.outside(e.lengths)
    rest_words = e.has(lexicon.REST) or (e.has(lexicon.PER_DAY) and "停" in e.main)
    if not lengths or not rest_words or e.points or e.any_of(e.windows) or _one_date(e):
        return None
    if any(_DRIVEN_FOR.search(e.text[: n.start]) for n in lengths):
        return None  # 开四个小时就要歇一下
    if e.has(_DRIVES) or (e.has(remarks.BACK) and not e.has(lexicon.PER_DAY)):
        return None
    daily = [n for n in lengths if not re.search(r"(?:每|任意|任何)\s*$", e.text[: n.start])
             or len(lengths) == 1]  # fmt: skip
    shorter = [n for n in daily or lengths if n.minutes != MINUTES_PER_DAY]  # 24小时内……6小时
    length = (shorter or daily or lengths)[0]
    rolling = any(n.minutes == MINUTES_PER_DAY and n is not length for n in lengths)
    if len(daily) > 1 and not rolling and len({n.minutes for n in daily}) > 1:
        return None
    if e.has(_AT_MOST) and not e.has(lexicon.LEAST):
        return Unknown(why="a longest rest is no kind of constraint")
    if length.minutes > MINUTES_PER_DAY or (length.minutes == MINUTES_PER_DAY and e.has(lexicon.PER_DAY)):
        return None
    if (e.has(lexicon.PER_WEEK) or e.has(lexicon.PER_MONTH)) and not e.has(lexicon.PER_DAY):
        return Unknown(why="hours of rest in a week or month are no kind of constraint")
    counted = "rolling_24h" if rolling else "start_of_rest"
    return DailyRest(rest_min=length.minutes, days=e.applies, counted=counted)


def read_quiet(e: Evidence) -> Constraint | None:
    """晚上11点到第二天早上6点不接单: a window, or a time to stop and a time to start again."""
    windows = e.outside(e.windows)
    if not windows and not e.days:
        windows = e.windows
    if not e.has(lexicon.STILL) or e.points or (e.has(lexicon.HOME) and not windows):
        return None
    if _full_date_with_times(e):
        return None
    if len(windows) == 1:
        start, end = windows[0].first.minute, windows[0].last.minute
    elif not windows and (ends := _stop_and_start(e)):
        start, end = ends
    elif not windows and (begin := _end_of_work(e)):
        start, end = begin, MINUTES_PER_DAY
    elif not windows and (stop := _not_before(e)):
        start, end = 0, stop
    elif not windows and len(e.outside(e.times)) == 1 and e.outside(e.times)[0].role in ("after", "until"):
        if (not e.has(lexicon.NO_ORDERS) and not e.has(lexicon.NO_MOVES)) or e.outside(e.times)[0].role == "until":
            return None
        return Unknown(why="the end of the quiet time is not said")
    else:
        return None
    start = 0 if start == MINUTES_PER_DAY else start
    if start == end or ((start, end) == (0, MINUTES_PER_DAY) and e.days):
        return None
    no_orders, no_moves = e.has(lexicon.NO_ORDERS), e.has(lexicon.NO_MOVES)
    return QuietWindow(
        start=start,
        end=end,
        days=e.applies,
        forbids="orders" if no_orders and not no_moves and not e.has(lexicon.REST) else "movement",
        must_wait=not no_orders and _standing(e) and not e.has(lexicon.MEAL),
    )


def read_home(e: Evidence) -> Constraint | None:
    """晚上10点前回家, 早上6点前不出门."""
    if not e.has(lexicon.HOME) or _one_date(e) or (re.search(r"老家(?:盼|的)|陪", e.main) and not e.times):
        return None
    windows, times = e.outside(e.windows), e.outside(e.times)
    if all(time.next_day for time in times):
        times = e.times  # 晚饭前（18:30）回到家
    by = stay = None
    if windows:
        first, last = windows[0].first, windows[0].last
        earlier = [time for time in times if time.end <= windows[0].start]
        by, stay = (earlier[0].minute if earlier else first.minute), last.minute
    elif times:
        deadlines = [time for time in times if time.role in ("by", "at", "after")]
        if not deadlines:
            return None
        at_home = [time for time in deadlines if not time.next_day and _beside_home(e, time)]
        said_by = [time for time in deadlines if time.role == "by" and not time.next_day]
        first = (at_home or said_by or deadlines)[0]
        by = first.minute
        evening = _EVENING.search(e.main[: first.start]) or re.search("晚饭|晚餐|夜饭", e.main)
        if by < 720 and not first.has_period and evening:
            by += 720
        later = [time for time in times if time.start > first.start]
        if later:
            stay = later[0].minute
        elif first.next_day:
            return None
        if stay is not None and 360 <= stay < by < 720 and not first.has_period:
            by += 720  # 十点半前到家，早上六点才出来
    if by is None or by == stay:
        return None
    return Home(place=home_place(e), by=by, stay_until=None if stay is None else stay % MINUTES_PER_DAY, days=e.applies)


def _beside_home(e: Evidence, time: Time) -> bool:
    """Whether the clause of the time speaks of home."""
    start = max(e.main.rfind("，", 0, time.start), e.main.rfind(",", 0, time.start)) + 1
    end = min((i for i in (e.main.find("，", time.end), e.main.find(",", time.end)) if i >= 0), default=len(e.main))
    return lexicon.HOME.search(e.main[start:end]) is not None


def home_place(e: Evidence) -> Place:
    """The point that the words give, as near as they say; else the driver's place at the start."""
    if not e.points:
        return Place()
    point = e.points[0]
    return Place(lat=point.lat, lng=point.lng, radius_km=radius(e) or 1.0)


def radius(e: Evidence) -> float | None:
    """Kilometres of 一公里内."""
    near = [
        amount
        for amount in e.km
        if _RADIUS.match(e.text[amount.end :].lstrip()) or _RADIUS_BEFORE.search(e.text[: amount.start])
    ]
    return near[0].value if near and near[0].value > 0 else None


def read_days_off(e: Evidence) -> Constraint | None:
    """一个月至少歇三个整天; 3月8号全天休息; 礼拜天不出车."""
    days = e.outside(e.days)
    if not e.has(lexicon.OFF) or e.points or e.km or e.any_of(e.lengths, e.windows):
        return None
    if days and not _one_date(e):
        if e.any_of(e.times, [amount for amount in e.orders if amount.value > 1]) or (
            e.names and not e.has(lexicon.HOME)
        ):
            return None
        if e.has(_AT_MOST) and not e.has(lexicon.LEAST):
            return Unknown(why="a greatest number of days off is no kind of constraint")
        if e.has(lexicon.PER_WEEK):
            return Unknown(why="days off in each week are no kind of constraint")
        if days[0].value < 1 or (days[0].value == 1 and not e.has(lexicon.PER_MONTH) and not e.has(lexicon.LEAST)):
            return None  # a single day without "a month" or "at least" is only "all day long"
        no_orders = e.has(lexicon.NO_ORDERS) and not e.has(lexicon.NO_MOVES)
        return DaysOff(at_least=int(_least(e, days).value), forbids="orders" if no_orders else "movement")
    if e.applies != EVERY_DAY and not e.names and not e.outside(e.times) and not e.outside(e.orders):
        named = e.applies.dates or e.applies.weekdays
        still = e.has(lexicon.STILL) or re.search(r"放假|休|歇|请假", e.main, re.IGNORECASE)
        if named and still and _ALL_DAY.search(e.main) and not e.has(lexicon.HOME) and not known_goods(e.rest):
            orders_only = e.has(lexicon.NO_ORDERS) and not e.has(lexicon.NO_MOVES)
            return QuietWindow(
                start=0, end=MINUTES_PER_DAY, days=e.applies, forbids="orders" if orders_only else "movement"
            )
    return None


def _least(e: Evidence, counts: list[Amount]) -> Amount:
    """The count that "at least" stands before, of 一个月30天我最少歇5天; else the first."""
    near = [n for n in counts if _LEAST_BEFORE.search(e.main[: n.start])]
    return (near or counts)[0]


def _standing(e: Evidence) -> bool:
    return bool(re.search(r"停|熄|睡|静止|不动|躺|休息|歇", e.main, re.IGNORECASE))


def _end_of_work(e: Evidence) -> int | None:
    """晚上9点前收工: from then to the end of the day, since no other end is said."""
    times: list[Time] = e.outside(e.times)
    if len(times) != 1 or times[0].role not in ("by", "at") or times[0].next_day or not e.has(_KNOCKS_OFF):
        return None
    minute = times[0].minute
    if minute < 720 and not times[0].has_period and _EVENING.search(e.main[: times[0].start]):
        minute += 720
    return minute if 720 <= minute < MINUTES_PER_DAY else None


def _not_before(e: Evidence) -> int | None:
    """早上8点前别叫我: of each day the time until then, which begins with the day."""
    times: list[Time] = e.outside(e.times)
    if len(times) != 1 or times[0].role != "by" or times[0].next_day or not 0 < times[0].minute <= 720 or not e.refuses:
        return None
    if e.any_of(e.km, e.lengths, e.orders, e.days, e.names) or known_goods(e.rest):
        return None
    return times[0].minute if e.has(lexicon.NO_ORDERS) or e.has(lexicon.NO_MOVES) or e.has(_CALLS) else None


def _stop_and_start(e: Evidence) -> tuple[int, int] | None:
    """23点以后不跑了，第二天6点再出车; 早上6点前别叫我 has no beginning and gives None."""
    times: list[Time] = e.outside(e.times)
    if len(times) != 2:
        return None
    first, last = times
    if re.search(r"睡.*起", e.main) and not first.has_period and 480 <= first.minute < 720:
        first = replace(first, minute=first.minute + 720)  # 十一点睡，六点起
    if (first.role, last.role) == ("by", "after") and first.minute > last.minute:  # 晚上10点前停好，早上6点半起步
        return first.minute, last.minute
    if (first.role, last.role) == ("by", "after"):  # 早上6点前、晚上11点后不派单
        return last.minute, first.minute
    if first.role == "after" or (first.role in ("at", "by") and last.next_day):
        return first.minute, last.minute
    if re.search(
        r"[收停睡熄歇休]|关(?:手?机|门|单)|打烊|下线",
        e.main[first.end : last.start],
        re.IGNORECASE,
    ):
        return first.minute, last.minute
    return None


def _one_date(e: Evidence) -> bool:
    return any(not (named.first or named.last) for named in e.outside(e.dates))


def _full_date_with_times(e: Evidence) -> bool:
    """3月10日22:00至3月13日22:00 is a span of days, not a window of each day."""
    return len(e.outside(e.dates)) > 1 and bool(e.windows or e.times) and not e.outside(e.windows)
