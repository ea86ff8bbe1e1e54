"""Texts written from constraints in several styles: Chinese (Cantonese among them) and English; strategies for both.

Each sentence states one constraint whole; a text joins up to three. What is written here is read back by the grammar.
"""

from __future__ import annotations

from datetime import date

from hypothesis import strategies as st
from preference_styles import CITIES, GOODS, MARCH, Style, area_name, clock, count, day, hours
from preference_writer_en import english

from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import Circle, Days, District, Place


def write(c: Constraint, style: Style) -> str:
    """One sentence for the constraint, without a full stop."""
    forms = {"zh": _zh, "yue": _yue, "en": english}[style.language](c, style)
    return forms[style.form % len(forms)]


def _zh(c: Constraint, s: Style) -> list[str]:
    match c:
        case DailyRest():
            n = hours(c.rest_min, s)
            return [f"每天至少要一口气歇{n}", f"我每天必须连续停车睡够{n}", f"日均连续休息时间不得低于{n}"]
        case QuietWindow():
            a, b = clock(c.start, s), clock(c.end, s)
            return [f"{a}到{b}车停着别动", f"每天{a}至{b}之间我要睡觉，车不动", f"{a}～{b}必须熄火停驶"]
        case Home() if c.stay_until is not None:
            a, b = clock(c.by, s), clock(c.stay_until, s)
            return [f"每天{a}之前必须到家，第二天{b}以后再出门", f"最晚{a}要回到家里，待到次日{b}"]
        case DaysOff():
            n = count(c.at_least, s)
            return [f"这个月至少给我{n}个整天不出车", f"一个月要完全歇{n}天", f"全月停驶不少于{n}个自然日"]
        case Category() if c.hard:
            return [f"{c.names[0]}这种货我一概不拉", f"别给我派{c.names[0]}", f"我拉不了{c.names[0]}"]
        case Category():
            return [f"{c.names[0]}能不拉就不拉", f"尽量别派{c.names[0]}", f"最好不要{c.names[0]}，价钱好也可以谈"]
        case AreaRule(rule="stay_in"):
            name = area_name(c)
            return [f"我只在{name}跑", f"{name}以外的单一律不接", f"不出{name}市"]
        case AreaRule() if isinstance(c.areas[0], Circle):
            circle = c.areas[0]
            return [f"车不许进入以({circle.lat},{circle.lng})为圆心、半径{circle.radius_km:g}公里的范围"]
        case AreaRule():
            name = area_name(c)
            if c.days.dates:
                on = "和".join(day(d, s) for d in c.days.dates)
                return [f"{on}我不去{name}", f"{on}别让我进{name}"]
            return [f"{name}我不去", f"不要让我跑{name}", f"避开{name}市"]
        case LongestHaul():
            n = count(int(c.km), s)
            return [f"一趟货从装到卸不要超过{n}公里", f"单程运距{n}公里封顶", f"超过{n}公里的长途单不接"]
        case LongestPickup():
            n = count(int(c.km), s)
            return [f"去装货的空驶最多{n}公里", f"空车赶去提货超过{n}公里就不接", f"每单接货空跑控制在{n}公里以内"]
        case Deadhead():
            n = count(int(c.km), s)
            per = "每天" if c.per == "day" else "一个月"
            return [f"{per}空驶总共不能超过{n}公里", f"{per}空跑里程加起来最多{n}公里"]
        case FirstOrderBy():
            return [f"首单最晚{clock(c.by, s)}开工", f"每天第一单不得晚于{clock(c.by, s)}"]
        case OrdersPerDay():
            return [f"一天最多接{count(c.at_most, s)}单", f"每天不超过{count(c.at_most, s)}单"]
        case MustTake():
            return [f"编号{c.load_id}的货必须接"]
        case Visits():
            at = f"({c.place.lat},{c.place.lng})"
            return [
                f"每月至少有{count(c.at_least, s)}天要到{at}露面",
                f"当月不少于{count(c.at_least, s)}个不同的日子去过{at}",
            ]
        case RegionDays():
            n = count(c.at_least, s)
            return [f"每月至少{n}天在{c.region}装货或卸货", f"{c.region}的单这个月起码要接够{n}个不同的日子"]
        case Errand():
            step = c.steps[0]
            assert step.deadline_min is not None
            on, at = date(2026, MARCH, 1 + step.deadline_min // 1440), clock(step.deadline_min, s)
            where, stay = f"({step.place.lat},{step.place.lng})", hours(step.stay_min, s)
            return [f"{day(on, s)}{at}前要赶到{where}，在那停{stay}", f"务必{day(on, s)}{at}之前到{where}并停留{stay}"]
    raise AssertionError(c.kind)


def _yue(c: Constraint, s: Style) -> list[str]:
    match c:
        case DailyRest():
            return [f"每日最少要連續瞓足{hours(c.rest_min, s)}", f"日日要一次過唞夠{hours(c.rest_min, s)}"]
        case QuietWindow():
            return [
                f"{clock(c.start, s)}到{clock(c.end, s)}架車唔郁",
                f"{clock(c.start, s)}至{clock(c.end, s)}唔好派單畀我，我要瞓覺",
            ]
        case Category() if c.hard:
            return [f"唔好派{c.names[0]}畀我", f"{c.names[0]}呢類貨我唔拉"]
        case Category():
            return [f"{c.names[0]}可以唔拉就唔拉", f"盡量唔好派{c.names[0]}"]
        case AreaRule(rule="keep_out") if isinstance(c.areas[0], District) and not c.days.dates:
            return [f"我唔去{area_name(c)}", f"{area_name(c)}唔好叫我去"]
        case DaysOff():
            return [f"一個月最少要有{count(c.at_least, s)}日成日唔開工"]
        case LongestHaul():
            return [f"單程超過{count(int(c.km), s)}公里嘅單唔接"]
        case LongestPickup():
            return [f"空車去裝貨唔好超過{count(int(c.km), s)}公里"]
        case OrdersPerDay():
            return [f"一日最多接{count(c.at_most, s)}單"]
    return _zh(c, s)


_HALF_HOURS = st.integers(1, 47).map(lambda n: 30 * n)
_POINTS = st.builds(
    Place, lat=st.integers(2200, 2399).map(lambda n: n / 100), lng=st.integers(11300, 11499).map(lambda n: n / 100)
)
_CITY = st.sampled_from(sorted(CITIES))
_KM = st.integers(5, 400).map(float)
_DATES = st.lists(st.integers(1, 31), min_size=1, max_size=2, unique=True).map(
    lambda days: Days(dates=tuple(date(2026, MARCH, n) for n in sorted(days)))
)


def _errand(place: Place, on: int, at: int, stay: int) -> Errand:
    start = (on - 1) * 1440
    return Errand(steps=(ErrandStep(place=place, earliest_min=start, deadline_min=start + at, stay_min=stay),))


KINDS: dict[str, st.SearchStrategy[Constraint]] = {
    "rest": st.builds(DailyRest, rest_min=st.integers(4, 22).map(lambda n: 30 * n)),
    "quiet": st.tuples(st.integers(40, 47), st.integers(8, 14)).map(
        lambda ends: QuietWindow(start=30 * ends[0], end=30 * ends[1], must_wait=True)
    ),
    "home": st.tuples(st.integers(36, 46), st.integers(10, 18)).map(
        lambda ends: Home(by=30 * ends[0], stay_until=30 * ends[1])
    ),
    "off": st.builds(DaysOff, at_least=st.integers(1, 12)),
    "goods": st.builds(Category, names=st.sampled_from(sorted(GOODS)).map(lambda name: (name,)), hard=st.booleans()),
    "stay": _CITY.map(lambda name: AreaRule(rule="stay_in", areas=(District(name=name),))),
    "out": st.builds(
        lambda name, days: AreaRule(rule="keep_out", areas=(District(name=name),), days=days),
        _CITY,
        st.one_of(st.just(Days()), _DATES),
    ),
    "circle": st.builds(
        lambda place, km: AreaRule(rule="keep_out", areas=(Circle(lat=place.lat, lng=place.lng, radius_km=km),)),
        _POINTS,
        st.integers(1, 40).map(float),
    ),
    "haul": st.builds(LongestHaul, km=_KM),
    "pickup": st.builds(LongestPickup, km=_KM),
    "deadhead": st.builds(Deadhead, km=_KM, per=st.sampled_from(["day", "month"])),
    "first": st.builds(FirstOrderBy, by=st.integers(12, 28).map(lambda n: 30 * n)),
    "orders": st.builds(OrdersPerDay, at_most=st.integers(1, 9)),
    "must": st.builds(MustTake, load_id=st.integers(100_000, 999_999).map(str)),
    "visits": st.builds(Visits, place=_POINTS, at_least=st.integers(2, 20)),
    "region": st.builds(RegionDays, region=_CITY, at_least=st.integers(2, 20)),
    "errand": st.builds(_errand, _POINTS, st.integers(1, 31), _HALF_HOURS, st.integers(1, 8).map(lambda n: 30 * n)),
}
"""One strategy for each kind that the grammar reads from one sentence."""

STYLES = st.builds(Style, language=st.sampled_from(["zh", "yue", "en"]), numerals=st.booleans(), form=st.integers(0, 5))
