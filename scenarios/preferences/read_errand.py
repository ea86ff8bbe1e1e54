"""Errands: one or several places to be at on a day, in their order, with deadlines and stays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import lexicon
from scenarios.preferences.clock import Time
from scenarios.preferences.dates import Dates
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import Constraint, Errand, ErrandStep, Unknown
from scenarios.preferences.parts import Place

_HOME = re.compile(r"(?:回到?|返回|进|到)(?:老家|家里|家门|家)|老家|在家|回家", re.IGNORECASE)
_STAY = re.compile(
    r"待|停留|停|驻|逗留|等|留|不少于|至少|守|呆|花|用|办|歇|坐|玩|看|陪|聊|忙|交接|谈|装|卸|[才再后](?:走|离)",
    re.IGNORECASE,
)
_VAGUE_TIME = re.compile("(?:具体)?(?:时间|几点|钟点)(?:还)?(?:不定|没定|未定|待定|再定|另说|没说|没约)")
_VAGUE_STAY = re.compile(
    r"(?:个把|几个?|若干)(?:小时|钟头?|分钟?)|(?<![\d零一二两三四五六七八九十百])个半(?:小时|钟头)"
)
_LATE = re.compile(
    r"每(?:迟到|晚到|超时|不在|晚|迟|耽误|缺席).{0,10}?(?:1|一|□)?\s*(?:个)?分钟?",
    re.IGNORECASE,
)
_ON_TIME = re.compile(r"已经?到|已在|准时|准点|按时", re.IGNORECASE)
_MEETS = re.compile(
    r"接(?:上|到|回|一下|我)?(?:老婆|老公|媳妇|爱人|孩子|小孩|儿子|女儿|闺女|娃|爸|妈|爹|娘|父|母|爷|奶|家人|家里人|亲戚|朋友|老人|人|她|他|丈母|岳)"
    r"|送(?:我)?(?:老婆|老公|媳妇|孩子|小孩|儿子|女儿|闺女|娃|爸|妈|爹|娘|父|母|爷|奶|家人|亲戚|朋友|老人|人|她|他|丈母|岳)",
    re.IGNORECASE,
)
"""Somebody is met or brought; where has to be said."""
_GOES = re.compile(
    r"[去到]医院|去(?:看|办|取|参加|赴|复查|检查|体检|年检|年审)|看病|赴约",
    re.IGNORECASE,
)
_OR = re.compile(r"或者?|要么|还是", re.IGNORECASE)
_BRINGS_HOME = re.compile(r"送[^，。]{1,6}(?:回家|到家)", re.IGNORECASE)
_STAYS = re.compile(r"待|留|住|陪|守|歇|休|在家|停", re.IGNORECASE)
_TO = re.compile(r"\s*(?:在|到|是|位于)?\s*[(\[]?\s*", re.IGNORECASE)
"""Between "home" and the point where it is."""
_UNTIL = re.compile(
    r"(?:到|至|待到|等到|留到|守到|停到|直到|不早于)\s*(?:at least\s*)?(?:当天|当晚)?\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Stop:
    start: int
    place: Place


def read_errand(e: Evidence) -> Constraint | None:
    """3月12号8点前到(23.1,113.5)停60分钟; 先到增城，再在12点前赶到四会待到下午两点.

    A step whose words give no time of day is to be done on its day: from its first minute to its last. 待到13号 asks
    for the time until the 13th begins, the least that it can mean.
    """
    dates = [named for named in e.dates if len(named.days) == 1]
    if len(dates) > 1 and any(_OR.search(e.text, a.end, b.start) for a, b in pairwise(dates)):
        return Unknown(why="which of the days is not said")
    if (
        dates
        and not e.refuses
        and not _where(e)
        and (e.has(_MEETS) or (e.has(_GOES) and e.times and not _HOME.search(e.main)))
    ):
        return Unknown(why="where is not said")
    if (
        not dates
        or len(dates) != len(e.dates)
        or not e.has(lexicon.BE_AT)
        or e.boxes
        or any(n.first or (n.last and not _until_date(e, n)) for n in dates)
    ):
        return None
    stops = _stops(e)
    if stops and _VAGUE_TIME.search(e.main):
        return Unknown(why="when is not said")
    if stops and _VAGUE_STAY.search(e.main):
        return Unknown(why="how long to stay is not said")
    if not stops or (e.refuses and not e.points and not re.search(r"待到|停留|赶到|到达|前到|抵达|回家|到家", e.main)):
        return None
    if e.windows and not _dated_windows(e) and not _whole_stay(e):
        return None
    money = [amount for amount in e.money if amount.value > 0]
    late = _LATE.search(e.text)
    late_fen = 0
    if late:
        clause = _clause_start(e.text, late.start())  # "5 yuan for each minute", 每迟到1分钟5元
        near = [amount for amount in money if amount.start >= late.start()] or [m for m in money if m.start >= clause]
        late_fen = round(near[0].value * 100) if near else 0
    steps = []
    known = any(
        _HOME.search(e.text[stop.start : stop.start + 3]) or stop.place.lat is not None or stop.place.name
        for stop in stops
    )
    if not known:
        return None
    day: date = dates[0].days[0]
    for i, stop in enumerate(stops):
        begin = 0 if i == 0 else _clause_start(e.text, stop.start)
        end = _clause_start(e.text, stops[i + 1].start) if i + 1 < len(stops) else len(e.text)
        if late and late.start() < end:
            end = _clause_start(e.text, late.start())
        step, day = _step(e, stop.place, begin, end, day)
        steps.append(step)
    for i in range(len(steps) - 1, 0, -1):  # what comes before has to be done before
        step, following = steps[i - 1], steps[i].deadline_min
        if (
            following is not None
            and (step.deadline_min is None or step.deadline_min > following)
            and not _has_own(step)
        ):
            steps[i - 1] = step.model_copy(update={"deadline_min": following})
    if not any(step.stay_min or step.stay_until_min is not None or step.deadline_min is not None for step in steps):
        return None
    certain = e.times or e.lengths or e.points or any(step.stay_until_min is not None for step in steps)
    if not certain and not re.search(r"得|要|须|必|务必", e.main, re.IGNORECASE):
        return None
    return Errand(steps=tuple(steps), late_fen_per_min=late_fen)


def _has_own(step: ErrandStep) -> bool:
    """Whether the words set the step's own beginning: it may then have to wait until there."""
    return step.deadline_min is None and step.earliest_min is not None


def _stops(e: Evidence) -> list[_Stop]:
    """Places to be at: points, else names of places, and home; a name beside its point is that point's."""
    stops = [
        _Stop(point.start, Place(lat=point.lat, lng=point.lng, name=_beside(e, point.start))) for point in e.points
    ]
    for named in e.names:
        near = any(0 <= stop.start - named.end <= 4 for stop in stops)
        after = any(
            named.start - (stop.start + 4) >= 0
            and named.start - stop.start < 24
            and named.start <= _point_end(e, stop.start) + 1
            for stop in stops
        )
        if not near and not after and not any(stop.place.name == named.name for stop in stops):
            stops.append(_Stop(named.start, Place(name=named.name)))
    for match in _HOME.finditer(e.text):
        beside = any(_TO.fullmatch(e.text, match.end(), stop.start) for stop in stops)
        if (
            not beside
            and not any(abs(stop.start - match.end()) <= 3 for stop in stops)
            and not any(not s.place.name and s.place.lat is None for s in stops)
        ):
            later = any(
                stop.start < match.start() and re.search("家", e.text[max(0, stop.start - 4) : stop.start])
                for stop in stops
            )
            if not later and not re.match(r"家(?:里|中)?(?:急事|有事)", e.text[match.start() :]):
                stops.append(_Stop(match.start(), Place()))
    return sorted(stops, key=lambda stop: stop.start)


def _point_end(e: Evidence, start: int) -> int:
    return next((point.end for point in e.points if point.start == start), start)


def _beside(e: Evidence, start: int) -> str:
    return next((named.name for named in e.names if 0 <= start - named.end <= 4), "")


def _step(e: Evidence, place: Place, begin: int, end: int, day: date) -> tuple[ErrandStep, date]:
    """One step from the words between two places, and the last day that they name."""
    earliest = deadline = until = None
    named_day = day
    spots: list[tuple[int, Time | date]] = []
    for named in e.dates:
        if begin <= named.start < end and _until_date(e, named) and not _timed(e, named):
            until, named_day = e.day_start(named.days[0]), named.days[0]  # 待到13号: until that day begins
        elif begin <= named.start < end:
            spots.append((named.start, named.days[0]))
    spots += [(time.start, time) for time in e.times if begin <= time.start < end]
    for _, spot in sorted(spots, key=lambda item: item[0]):
        if isinstance(spot, date):
            named_day = spot
            continue
        minute = e.minute(named_day, spot.minute + (MINUTES_PER_DAY if spot.next_day else 0))
        if spot.role == "by":
            deadline = minute
        elif spot.role == "until" or _UNTIL.search(e.text[: spot.start].replace("□", "")) or _dated_until(e, spot):
            if until is None:
                until = minute
        elif spot.role in ("after", "at") and earliest is None:
            earliest = minute
    lengths = [
        n for n in e.lengths if begin <= n.start < end and not re.search(r"每\s*$|迟到|提前", e.text[: n.start][-4:])
    ]
    stay = next((n.minutes for n in lengths if _STAY.search(e.text[max(begin, n.start - 12) : n.end + 8])), 0)
    own = [n.days[0] for n in e.dates if begin <= n.start < end and not _until_date(e, n)]
    first_day = min(own, default=day)  # 回家待到4号12点: on the day of what comes before
    if deadline is None and earliest is not None and _ON_TIME.search(e.text[begin:end]):
        earliest, deadline = None, earliest  # 9时务必已到: there by nine
    window = next((w for w in e.windows if begin <= w.start < end), None)
    if window is not None and stay and earliest is not None and until is not None:
        earliest, deadline = earliest, until
        until = None  # 16点到18点之间要去，停30分钟: there between both
    elif window is not None and earliest is not None and until is not None:
        earliest, deadline = None, earliest  # 8点到10点都得在: there by eight, and not away before ten
    if deadline is None and until is None and earliest is None:
        earliest, deadline = e.day_start(first_day), e.day_start(first_day) + MINUTES_PER_DAY
    elif (deadline is None and earliest is None and until is not None) or (
        deadline is not None and earliest is None and _of_that_day(deadline, e.day_start(first_day), until)
    ):
        earliest = e.day_start(first_day)
    return ErrandStep(
        place=place, earliest_min=earliest, deadline_min=deadline, stay_min=stay, stay_until_min=until
    ), named_day


def _of_that_day(deadline: int, day_start: int, until: int | None) -> bool:
    """A deadline of that very day, and no stay into another: the day is when it is to be done."""
    return day_start <= deadline <= day_start + MINUTES_PER_DAY and (
        until is None or until <= day_start + MINUTES_PER_DAY
    )


def _until_date(e: Evidence, named: Dates) -> bool:
    """待到13号, stay till the 13th."""
    return bool(_UNTIL.search(e.text[: named.start].replace("□", "")) and _STAYS.search(e.text[: named.start]))


def _timed(e: Evidence, named: Dates) -> bool:
    return any(0 <= time.start - named.end <= 4 for time in e.times)


def _where(e: Evidence) -> bool:
    """Whether a place is said at which somebody is met: a point, a name, or home where someone is brought."""
    return bool(e.points or e.names or _BRINGS_HOME.search(e.main))


def _dated_until(e: Evidence, time: Time) -> bool:
    """待到3月13日22:00: the date stands between "until" and the time."""
    date_before = next((n for n in e.dates if 0 <= time.start - n.end <= 1), None)
    return date_before is not None and bool(_UNTIL.search(e.text[: date_before.start]))


def _dated_windows(e: Evidence) -> bool:
    return all(any(0 <= window.start - named.end <= 1 for named in e.dates) for window in e.windows)


def _whole_stay(e: Evidence) -> bool:
    return bool(re.search(r"在|待|停留", e.main)) or (len(e.windows) == 1 and bool(e.lengths))


def _clause_start(text: str, at: int) -> int:
    return max((text.rfind(mark, 0, at) for mark in "，,。；;"), default=-1) + 1
