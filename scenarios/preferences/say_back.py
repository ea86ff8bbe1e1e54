"""Constraints in plain words, Chinese or English: what the driver is told was understood. It decides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import kinds
from scenarios.preferences.goods import market_categories
from scenarios.preferences.goods_names import is_meant
from scenarios.preferences.overage import is_priced
from scenarios.preferences.parts import EVERY_DAY, Area, Box, Circle, Days, Place

_MIDNIGHT = re.compile(r"24|12|十二|二十四|零点|0[点:]|午夜|子夜|半夜|midnight|twelve", re.IGNORECASE)
_WEEK_ZH = "一二三四五六日"
_WEEK_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def said_back(text: str, constraints: Sequence[kinds.Constraint], start: datetime, *, repeated: int = 0) -> str:
    """One line in the language of the words, for a scenario that begins at `start`.

    `repeated` wishes were said before and count once.
    """
    chinese = re.search(r"[\u4e00-\u9fff]", text) is not None
    known = [c for c in constraints if not isinstance(c, kinds.Unknown)]
    unknown = [c for c in constraints if isinstance(c, kinds.Unknown)]
    words = (_zh if chinese else _en)(known, unknown, start)
    if repeated:
        words += "（同样的话说了不止一次，只算一次）" if chinese else " (said more than once, counted once)"
    return words


def _zh(known: Sequence[kinds.Constraint], unknown: Sequence[kinds.Unknown], start: datetime) -> str:
    parts = []
    if known:
        parts.append("我理解：" + "；".join(said(c, start, chinese=True) for c in known))
    if unknown:
        parts.append("没听明白：" + "；".join(f"“{c.text}”" for c in unknown))
    return "。".join(parts) + "。" if parts else "我理解：没有要求。"


def _en(known: Sequence[kinds.Constraint], unknown: Sequence[kinds.Unknown], start: datetime) -> str:
    parts = []
    if known:
        parts.append("I understood: " + "; ".join(said(c, start, chinese=False) for c in known))
    if unknown:
        parts.append("I did not understand: " + "; ".join(f'"{c.text}"' for c in unknown))
    return ". ".join(parts) + "." if parts else "I understood: no wish."


def said(c: kinds.Constraint, start: datetime, *, chinese: bool) -> str:
    """One constraint in words, with the days on which it applies and whether it gives way."""
    zh, en = _phrases(c, start)
    days = getattr(c, "days", EVERY_DAY)
    if not c.hard and is_priced(c, c.text):
        paid = ("，超出的按价算", ", what is over is paid for")
        return _span_zh(c, start) + zh + paid[0] if chinese else en + _span_en(c, start) + paid[1]
    if chinese:
        return ("" if c.hard else "尽量") + _span_zh(c, start) + _days_zh(days) + zh
    return ("if possible, " if not c.hard else "") + en + _days_en(days) + _span_en(c, start)


def _phrases(c: kinds.Constraint, start: datetime) -> tuple[str, str]:
    match c:
        case kinds.DailyRest():
            span = ("任意24小时内", "in any 24 hours") if c.counted == "rolling_24h" else ("每天", "a day")
            zh = f"{span[0]}连续停车休息至少{_length_zh(c.rest_min)}"
            return zh, f"at least {_length_en(c.rest_min)} of rest in one piece {span[1]}"
        case kinds.QuietWindow():
            nothing = ("不接单", "no orders") if c.forbids == "orders" else ("不接单不动车", "no orders and no driving")
            zh, en = f"{_window(c.start, c.end)}{nothing[0]}", f"{nothing[1]} from {_clock(c.start)} to {_clock(c.end)}"
            if c.start > 0 and c.end == MINUTES_PER_DAY and not _MIDNIGHT.search(c.text):
                return f"{zh}（没说到几点，算到当天半夜）", f"{en} (no end is said: until midnight of that day)"
            if c.start == 0 and c.end < MINUTES_PER_DAY and not _MIDNIGHT.search(c.text):
                return (
                    f"{zh}（没说从几点起，从当天零点算）",
                    f"{en} (no beginning is said: from the day's first minute)",
                )
            return zh, en
        case kinds.Home():
            zh = f"{_clock(c.by)}前到{_place_zh(c.place)}"
            en = f"at {_place_en(c.place)} by {_clock(c.by)}"
            if c.stay_until is not None:
                next_zh, next_en = ("次日", " the next day") if c.stay_until <= c.by else ("", "")
                zh, en = f"{zh}，待到{next_zh}{_clock(c.stay_until)}", f"{en}, until {_clock(c.stay_until)}{next_en}"
            return zh, en
        case kinds.DaysOff():
            what = (
                ("不接单", "without orders")
                if c.forbids == "orders"
                else ("不接单也不动车", "without orders or driving")
            )
            return f"每月至少{c.at_least}个整天{what[0]}", f"at least {c.at_least} whole days a month {what[1]}"
        case kinds.Category():
            named = [_goods(name, contains=c.match == "contains") for name in c.names]
            return f"不拉{'、'.join(named)}", f"no {', '.join(named)}"
        case kinds.AreaRule():
            zh, en = "、".join(_area_zh(a) for a in c.areas), ", ".join(_area_en(a) for a in c.areas)
            if c.rule == "stay_in":
                return f"只在{zh}活动", f"only in {en}"
            if c.applies_to == "orders":
                return f"不接装货或卸货在{zh}的货", f"no pickup and no delivery in {en}"
            return f"不进{zh}", f"keep out of {en}"
        case kinds.LongestHaul():
            return f"单程运距不超过{c.km:g}公里", f"no haul over {c.km:g} km"
        case kinds.LongestPickup():
            return f"去装货的空驶不超过{c.km:g}公里", f"no empty drive to a pickup over {c.km:g} km"
        case kinds.Deadhead():
            per = ("每天", "a day") if c.per == "day" else ("每月", "a month")
            return f"{per[0]}空驶合计不超过{c.km:g}公里", f"no more than {c.km:g} km of empty driving {per[1]}"
        case kinds.FirstOrderBy():
            return f"首单开工不晚于{_clock(c.by)}", f"the first order of a day by {_clock(c.by)}"
        case kinds.OrdersPerDay():
            return f"一天最多{c.at_most}单", f"at most {c.at_most} orders a day"
        case kinds.MustTake():
            return f"必须接编号{c.load_id}的货", f"load {c.load_id} must be taken"
        case kinds.Visits():
            zh = f"每月至少{c.at_least}天到过{_place_zh(c.place)}（{c.place.radius_km:g}公里内）"
            return zh, f"within {c.place.radius_km:g} km of {_place_en(c.place)} on at least {c.at_least} days a month"
        case kinds.RegionDays():
            zh = f"每月至少{c.at_least}天在{c.region}装货或卸货"
            return zh, f"a pickup or delivery in {c.region} on at least {c.at_least} days a month"
        case kinds.Errand():
            zh, en = (
                "，再".join(_step_zh(s, start) for s in c.steps),
                ", then ".join(_step_en(s, start) for s in c.steps),
            )
            if c.late_fen_per_min:
                zh, en = (
                    f"{zh}，迟到每分钟{c.late_fen_per_min / 100:g}元",
                    f"{en}, {c.late_fen_per_min / 100:g} yuan for each minute late",
                )
            return zh, en
        case kinds.CategoryQuota():
            named = [_goods(name, contains=True) for name in c.names]
            bound = ("最多", "at most", c.at_most) if c.at_most is not None else ("至少", "at least", c.at_least)
            zh = f"{_PER_ZH[c.per]}{bound[0]}{bound[2]}单{'、'.join(named)}"
            return zh, f"{bound[1]} {bound[2]} orders of {', '.join(named)} a {c.per}"
        case kinds.LongHauls():
            zh = f"{_PER_ZH[c.per]}超过{c.over_km:g}公里的单最多{c.at_most}单"
            return zh, f"at most {c.at_most} hauls over {c.over_km:g} km a {c.per}"
        case kinds.BanAfterTouch():
            zh_all, en_all = "、".join(_area_zh(a) for a in c.banned), ", ".join(_area_en(a) for a in c.banned)
            until = ("当天", "that day") if c.until == "end_of_day" else ("当月", "that month")
            zh = f"到过{_area_zh(c.touched)}后，{until[0]}不接{zh_all}的货"
            return zh, f"after {_area_en(c.touched)}, no orders in {en_all} for the rest of {until[1]}"
        case kinds.Unknown():
            return f"没听明白“{c.text}”", f'not understood: "{c.text}"'


def _goods(name: str, *, contains: bool) -> str:
    """The driver's word, with the market's categories that it means where they are called otherwise."""
    meant = [category for category in sorted(market_categories()) if is_meant(name, category, contains=contains)]
    return name if not meant or name in meant else f"{name}（{'、'.join(meant)}）"


_PER_ZH = {"day": "每天", "week": "每周", "month": "每月"}


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _window(start: int, end: int) -> str:
    if (start, end) == (0, 1440):
        return "全天"
    return f"{_clock(start)}到{'次日' if end <= start else ''}{_clock(end)}"


def _length_zh(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours}小时" * (hours > 0) + f"{rest}分钟" * (rest > 0)


def _length_en(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0)
    return " ".join(parts)


def _step_zh(step: kinds.ErrandStep, start: datetime) -> str:
    words = "" if step.earliest_min is None else f"{_moment_zh(step.earliest_min, start)}起"
    words += "" if step.deadline_min is None else f"{_moment_zh(step.deadline_min, start)}前"
    words += f"到{_place_zh(step.place)}"
    words += f"停{_length_zh(step.stay_min)}" if step.stay_min else ""
    return words + ("" if step.stay_until_min is None else f"待到{_moment_zh(step.stay_until_min, start)}")


def _step_en(step: kinds.ErrandStep, start: datetime) -> str:
    words = f"be at {_place_en(step.place)}"
    words += "" if step.earliest_min is None else f" from {_moment_en(step.earliest_min, start)}"
    words += "" if step.deadline_min is None else f" by {_moment_en(step.deadline_min, start)}"
    words += f" for {_length_en(step.stay_min)}" if step.stay_min else ""
    return words + ("" if step.stay_until_min is None else f" until {_moment_en(step.stay_until_min, start)}")


def _moment_zh(minute: int, start: datetime) -> str:
    when = start + timedelta(minutes=minute)
    return f"{when.month}月{when.day}日{when:%H:%M}"


def _moment_en(minute: int, start: datetime) -> str:
    return f"{start + timedelta(minutes=minute):%Y-%m-%d %H:%M}"


def _place_zh(place: Place) -> str:
    if place.lat is None:
        return place.name or "家"
    return f"{place.name}({place.lat:g}, {place.lng:g})"


def _place_en(place: Place) -> str:
    if place.lat is None:
        return place.name or "home"
    return f"{place.name} ({place.lat:g}, {place.lng:g})".strip()


def _area_zh(area: Area) -> str:
    match area:
        case Circle():
            return f"({area.lat:g}, {area.lng:g})周围{area.radius_km:g}公里"
        case Box():
            return f"北纬{area.south:g}至{area.north:g}、东经{area.west:g}至{area.east:g}"
        case _:
            return area.name


def _area_en(area: Area) -> str:
    match area:
        case Circle():
            return f"{area.radius_km:g} km around ({area.lat:g}, {area.lng:g})"
        case Box():
            return f"latitude {area.south:g} to {area.north:g}, longitude {area.west:g} to {area.east:g}"
        case _:
            return area.name


def _span_zh(c: kinds.Constraint, start: datetime) -> str:
    words = "" if c.start_min is None else f"从{_moment_zh(c.start_min, start)}起"
    return words + ("" if c.end_min is None else f"到{_moment_zh(c.end_min, start)}为止")


def _span_en(c: kinds.Constraint, start: datetime) -> str:
    words = "" if c.start_min is None else f" from {_moment_en(c.start_min, start)} on"
    return words + ("" if c.end_min is None else f" until {_moment_en(c.end_min, start)}")


def _days_zh(days: Days) -> str:
    words = ""
    if days.first is not None:
        words += f"从{days.first.month}月{days.first.day}日起"
    if days.last is not None:
        words += f"到{days.last.month}月{days.last.day}日为止"
    if days.dates is not None:
        words += "、".join(f"{day.month}月{day.day}日" for day in days.dates)
    if days.weekdays is not None:
        words += "、".join(f"周{_WEEK_ZH[day]}" for day in days.weekdays)
    return words


def _days_en(days: Days) -> str:
    words = ""
    if days.dates is not None:
        words += " on " + ", ".join(day.isoformat() for day in days.dates)
    if days.weekdays is not None:
        words += " on " + ", ".join(f"{_WEEK_EN[day]}s" for day in days.weekdays)
    if days.first is not None:
        words += f" from {days.first.isoformat()} on"
    if days.last is not None:
        words += f" until {days.last.isoformat()}"
    return words
