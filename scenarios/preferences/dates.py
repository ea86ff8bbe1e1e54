"""Days that words name: dates, runs and lists of dates, weekdays, "from the 10th on". Vague ones are not guessed.

A date without a month is of the month in which the scenario begins, or of the next where that day comes before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from scenarios.preferences.numbers import NUMBER, number

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
]
_MONTH = "|".join(sorted(set(_MONTHS), key=len, reverse=True))
_ORDINALS = {
    word: i
    for i, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
        ],
        1,
    )
}

_DAY = rf"(?:{NUMBER})"
_UNIT = r"(?:号(?!线|车|店|仓|楼|货|门)|日(?!常|夜|均|用|化|内|式))"
_YEAR = r"(?:(?:\d{4}|[零一二三四五六七八九]{4})年)?"
_THIS_MONTH = r"(?:本月|当月|这个月|这月|该月|每月|每个月|下旬|中旬|上旬|月里)的?"
_SEP = r"\s*(?:、|和|与|跟|及|以及|,|，|还有|同|\+|/)\s*"
_RUN = r"\s*(?:到|至|-|~)\s*"
_CHINESE = re.compile(
    rf"(?P<year>{_YEAR})(?:(?P<month>{NUMBER})月(?:份的?)?|(?P<this>{_THIS_MONTH}))(?P<days>{_DAY}{_UNIT}?"
    rf"(?:(?:{_SEP}|{_RUN})(?:{NUMBER}月)?{_DAY}(?={_SEP}{_DAY}{_UNIT}|{_SEP}{_DAY}{_SEP}{_DAY}{_UNIT}))*"
    rf"(?:(?:{_SEP}|{_RUN})?(?:{NUMBER}月)?{_DAY}{_UNIT})*{_UNIT}?)"
    rf"|(?P<only>(?<![休歇停满少多足够计共出放睡有于低是得\d])(?:\d{{1,2}}|[二三]?十[一二三四五六七八九]?)日"
    rf"(?=早|上午|下午|晚|中午|凌晨|清晨|傍晚|当天|那天|之?前|以前|\s*\d{{1,2}}\s*[:点时]|"
    rf"[二两三四五六七八九十]{{1,3}}点|不(?!等|足|少)|别|[要须]|必须|去|赶|到)"
    rf"|{_DAY}号(?!线|车|店|仓|楼|货|门)(?:(?:{_SEP}|{_RUN})?(?:{NUMBER}月)?{_DAY}{_UNIT})*"
    rf"|{_DAY}(?:(?:{_SEP}|{_RUN}){_DAY})+[两三四五]?号(?!线|车|店|仓|楼))"
)
_ONE = r"(?:\d{1,2}|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_COUNTED = re.compile(
    rf"(?:(?P<month>{NUMBER})月份?|{_THIS_MONTH})?(?P<days>{_ONE}(?:{_SEP}{_ONE})+)(?=(?:[这那])?[两二三四五六七\d]天)"
    rf"|(?P<ends>{NUMBER})月份?(?P<last>{_ONE}(?:{_SEP}{_ONE})*)(?=\s*(?:[，。；]|$))"
)
"""三月十八、十九两天; 三月十九和二十，…: without 号, told to be days by their count or their end."""
_ISO = re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)")
_SHORT = re.compile(
    r"(?<![\d./-])(?P<month>1[0-2]|0?[1-9])(?P<mark>[./-])(?P<day>3[01]|[12]\d|0?[1-9])(?![\d./-])"
    r"(?=\s*(?:日|当天|那天|不|别|勿|莫|去|到|之?前|起|上午|下午|早|晚|中午|凌晨|[，,、]|\d{1,2}[:点时]))"
)
"""3.12不去…, 3/15别…; with a dash only before a time: 3-18 16:00."""
_EN_DAY = r"(?:\d{1,2}(?:st|nd|rd|th)?)(?!\d|:\d|\.\d|\s*(?:[ap]\.?m|km|hour|o'?clock|min))"
_EN_LIST = rf"{_EN_DAY}(?:\s*(?:,|and|&|or|-|to|through|until)\s*(?:the\s+)?{_EN_DAY})*"
_ENGLISH = re.compile(
    rf"\b(?P<month>{_MONTH})\.?\s+(?:the\s+)?(?P<days>{_EN_LIST})(?:,?\s*(?P<year>\d{{4}}))?"
    rf"|\b(?:the\s+)?(?P<days2>{_EN_LIST})\s+(?:of\s+)?(?P<month2>{_MONTH})\b(?:,?\s*(?P<year2>\d{{4}}))?"
    r"|\bthe\s+(?P<days3>\d{1,2}(?:st|nd|rd|th)(?:\s*(?:,|and|&|or|-|to|through|until)\s*(?:the\s+)?\d{1,2}(?:st|"
    r"nd|rd|th))*)"
    rf"|\bthe\s+(?P<word>{'|'.join(_ORDINALS)})\b(?!\s*(?:order|load|job|trip|one|stop|half|thing))",
    re.IGNORECASE,
)

_WEEK_DIGIT = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5,
               "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6}  # fmt: skip
_WEEK = r"(?:星期|礼拜|周|拜)"
_WEEKDAYS = re.compile(
    rf"(?:逢|每个?|凡是?)?(?:(?P<run>{_WEEK}(?P<a>[一二三四五六日天1-7])(?:到|至|-|"
    rf"~){_WEEK}?(?P<b>[一二三四五六日天1-7])(?!单|天|公|个|小))"
    rf"|(?P<weekend>周末|双休日?|大?礼拜(?![一二三四五六日天1-7])(?=[我不休歇停])|\bweekends?\b)"
    rf"|(?P<work>平日里?|工作日|平常日子|\bweekdays?\b|working days?)"
    rf"|(?P<list>{_WEEK}[一二三四五六日天1-7](?:(?:{_SEP})?{_WEEK}?[一二三四五六日天1-7](?![单个小公]|点))*))",
    re.IGNORECASE,
)  # fmt: skip
_EN_WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_EN_DAY_NAME = r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b"
_EN_WEEKDAY = re.compile(
    rf"\b(?P<a>{_EN_DAY_NAME})(?:\s*(?P<to>to|through|until|-)\s*(?P<b>{_EN_DAY_NAME}))?", re.IGNORECASE
)

_FROM_AFTER = re.compile(r"\s*(?:当天)?(?:起|开始|以后|之后|往后|后(?![天半])|onwards?|on(?=[\s,.]|$))", re.IGNORECASE)
_FROM_BEFORE = re.compile(r"(?:从|自|打|过了|\bfrom|\bafter|\bsince|starting)\s*(?:on\s*)?(?:the\s*)?$", re.IGNORECASE)
_TO_AFTER = re.compile(r"\s*(?:之前|以前|前(?!后)|为止)", re.IGNORECASE)
_TO_BEFORE = re.compile(r"(?:\bbefore|\buntil|\bby|截至|直到|一直到)\s*(?:the\s*)?$", re.IGNORECASE)

_TO = re.compile(r"\s*(?:起?到|起?至|起?直到|-+|~|to|through|till|until)\s*(?:the\s+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dates:
    """Dates at text[start:end], in their order; `first` or `last` where the words say "from then" or "until then"."""

    start: int
    end: int
    days: tuple[date, ...]
    first: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Weekdays:
    """Days of the week at text[start:end], 0 is Monday."""

    start: int
    end: int
    days: tuple[int, ...]


def find_dates(text: str, start: date) -> list[Dates]:
    """All dates in the order of the text, for a scenario that begins on `start`."""
    found: list[Dates] = []
    for match in _ISO.finditer(text):
        _keep(found, text, match, (_date(int(match["year"]), int(match["month"]), int(match["day"])),))
    for match in _SHORT.finditer(text):
        if match["mark"] != "-" or re.match(r"\s*\d{1,2}[:点时]", text[match.end() :]):
            _keep(found, text, match, (_resolved(start, None, float(match["month"]), int(match["day"])),))
    for match in _CHINESE.finditer(text):
        month = number(match["month"]) if match["month"] else None
        year = number(match["year"].rstrip("年")) if match["year"] else None
        days = match["days"] or match["only"]
        if month is None and not match["only"] and not re.search("[号日]", days):
            continue  # 本月3 is the beginning of a count
        if match["month"] and not re.search("[号日]", days):
            continue  # 3月12 may go on with anything
        _keep(found, text, match, _listed(days, start, month, year))
    for match in _COUNTED.finditer(text):
        if "月" in match.group():
            named = match["month"] or match["ends"]
            days = match["days"] or match["last"]
            _keep(found, text, match, _listed(days, start, number(named) if named else None, None))
    for match in _ENGLISH.finditer(text):
        groups = match.groupdict()
        name = groups["month"] or groups["month2"]
        month = float(_MONTHS.index(name.lower()) % 12 + 1) if name else None
        year = number(groups["year"] or groups["year2"] or "") if groups["year"] or groups["year2"] else None
        if groups["word"]:
            days = str(_ORDINALS[groups["word"].lower()])
        else:
            days = groups["days"] or groups["days2"] or groups["days3"]
        days = re.sub(r"\bthe\b|(?<=\d)(?:st|nd|rd|th)\b", "", days, flags=re.IGNORECASE)
        days = re.sub(r"through|until|to", "-", days)
        _keep(found, text, match, _listed(re.sub("and|or|&", ",", days), start, month, year))
    return _runs(text, sorted(found, key=lambda dates: dates.start))


def _runs(text: str, found: list[Dates]) -> list[Dates]:
    """The dates, with two single ones that "to" joins as the days from one to the other."""
    joined: list[Dates] = []
    for dates in found:
        last = joined[-1] if joined else None
        single = last is not None and len(last.days) == len(dates.days) == 1
        if last is not None and single and _TO.fullmatch(text, last.end, dates.start):
            days = (dates.days[0] - last.days[0]).days
            if 0 < days <= 366:
                all_days = tuple(last.days[0] + timedelta(days=i) for i in range(days + 1))
                joined[-1] = Dates(last.start, dates.end, all_days)
                continue
        joined.append(dates)
    return joined


def find_weekdays(text: str) -> list[Weekdays]:
    """All weekdays, weekends and working days in the order of the text."""
    found = []
    for match in _WEEKDAYS.finditer(text):
        if match["run"]:
            days = _week_run(_WEEK_DIGIT[match["a"]], _WEEK_DIGIT[match["b"]])
        elif match["weekend"]:
            days = (5, 6)
        elif match["work"]:
            days = (0, 1, 2, 3, 4)
        else:
            days = tuple(sorted({_WEEK_DIGIT[c] for c in re.sub(_WEEK, "", match["list"]) if c in _WEEK_DIGIT}))
        found.append(Weekdays(*match.span(), days))
    for match in _EN_WEEKDAY.finditer(text):
        first = _EN_WEEK.index(match["a"][:3].lower())
        days = _week_run(first, _EN_WEEK.index(match["b"][:3].lower())) if match["to"] else (first,)
        found.append(Weekdays(*match.span(), days))
    return sorted(found, key=lambda weekdays: weekdays.start)


def _week_run(first: int, last: int) -> tuple[int, ...]:
    return tuple(sorted((first + i) % 7 for i in range((last - first) % 7 + 1)))


def _keep(found: list[Dates], text: str, match: re.Match[str], days: tuple[date | None, ...]) -> None:
    begin, end = match.span()
    whole = tuple(day for day in days if day is not None)
    if not whole or len(whole) < len(days) or any(begin < other.end and other.start < end for other in found):
        return
    single = len(whole) == 1
    from_then = single and bool(_FROM_AFTER.match(text, end) or _FROM_BEFORE.search(text[:begin]))
    until_then = single and not from_then and bool(_TO_AFTER.match(text, end) or _TO_BEFORE.search(text[:begin]))
    found.append(Dates(begin, end, whole, from_then, until_then))


def _listed(text: str, start: date, month: float | None, year: float | None) -> tuple[date | None, ...]:
    """The dates of a list such as 四号五号, 12-14号, 3月30号到4月2号."""
    days: list[date | None] = []
    pattern = re.compile(rf"(?P<run>到|至|-|~)?\s*(?:(?P<month>{NUMBER})月)?(?P<day>{NUMBER})")
    for match in pattern.finditer(text):
        day = number(match["day"])
        if match["month"]:
            month = number(match["month"])
        if day is None or day != int(day):
            return (None,)
        found = _resolved(start, year, month, int(day))
        last = days[-1] if days else None
        if match["run"] and last is not None and found is not None:
            if found < last or (found - last).days > 366:
                return (None,)
            days += [last + timedelta(days=i) for i in range(1, (found - last).days)]
        days.append(found)
    return tuple(days)


def _resolved(start: date, year: float | None, month: float | None, day: int) -> date | None:
    if month is None:
        here = _date(start.year, start.month, day)
        if here is not None and here >= start:
            return here
        following = (start.replace(day=1) + timedelta(days=32)).replace(day=1)
        return _date(following.year, following.month, day)
    if year is not None:
        return _date(int(year), int(month), day)
    this_year = _date(start.year, int(month), day)
    if this_year is not None and (start - this_year).days > 180:
        return _date(start.year + 1, int(month), day)
    return this_year


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
