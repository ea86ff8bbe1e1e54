"""Times of day, windows between two of them, and lengths of time, found in normal text. No dates.

Each is found with its place in the text. A time without "morning" or "evening" is read on the 24-hour clock, unless
the words around it say otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from scenarios.preferences.numbers import NUMBER, number

Role = Literal["at", "by", "after", "until"]

_NEXT = r"(?:次日|翌日|第二天|第二日|转天|隔天|隔日|次晨|翌晨|明天|明早|隔夜)的?"
_PERIOD = (
    "大清早|清早|大早上?|一大早|凌晨|清晨|早上|早晨|上午|中午|正午|晌午|下午|午后|傍晚|黄昏|晚上|晚间|夜晚|夜里|夜间|"
    "后半夜|大半夜|半夜|深夜|午夜|子夜|当晚|每晚|今晚|每夜|(?<![最不别])晚|夜|(?<![最不])早"
)
_MORNING = {"凌晨", "清晨", "早上", "早晨", "上午", "大清早", "清早", "大早", "大早上", "一大早", "早"}
_NOON = {"中午", "正午", "晌午"}
_AFTERNOON = {"下午", "午后", "傍晚", "黄昏"}
_SMALL_HOURS = {"后半夜", "大半夜", "半夜", "深夜", "午夜", "子夜", "夜里", "夜间", "夜晚"}

_CLOCK = re.compile(
    rf"(?P<next>{_NEXT})?(?:当[天日])?(?:(?P<period>{_PERIOD})[向头]?)?的?(?:大概|大约|约)?"
    rf"(?P<hour>{NUMBER})(?:点钟|点整|点(?![儿心名评货])|时整|时(?!间|候|刻|段|"
    rf"长|不时))"
    rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<min>{NUMBER})分(?!钟)|(?P<bare>[0-5]\d|"
    rf"[二三四五]?十[一二三四五六七八九]?)(?![\d公个小分天单]))?"
)
_DIGITAL = re.compile(
    rf"(?P<next>{_NEXT})?(?P<period>{_PERIOD})?(?<![\d.:])(?P<hour>[01]?\d|2[0-4]):(?P<min>[0-5]\d)(?::\d\d)?(?!\d)"
    r"(?:\s*(?P<half_day>[ap])\.?m(?![a-z])\.?)?",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    rf"(?P<hour>{NUMBER})\s*(?:(?:o'?clock)?\s*(?:(?P<half_day>[ap])\.?m(?![a-z])\.?|in the (?P<part>morning|afternoon|"
    rf"evening)|"
    r"at (?P<night>night))|(?P<oclock>o'?clock))",
    re.IGNORECASE,
)
_PAST = re.compile(
    rf"(?P<part_of>half|a quarter|quarter|{NUMBER}\s*minutes|(?:five|ten|twenty(?:[- ]five)?)(?=\s+past))\s+"
    rf"(?P<side>past|to)\s+(?P<hour>{NUMBER})"
    r"(?:\s*(?P<half_day>[ap])\.?m(?![a-z])\.?|\s*\bin the (?P<part>morning|afternoon|evening)|"
    r"\s*\bat (?P<night>night))?",
    re.IGNORECASE,
)
"""Half past ten at night, a quarter to six."""
_NAMED = re.compile(
    rf"(?P<next>{_NEXT})?(?:(?P<midnight>子夜|午夜(?![{'零一二三四五六七八九十'}\d])|\bmidnight\b)|"
    r"(?P<noon>(?:中午|正午|晌午)(?=之?前|以前|就|之?后|以后|[，,。]|$|到|至)|\bnoon\b|\bmidday\b))",
    re.IGNORECASE,
)
_CHINESE_HOUR = r"(?<![零一二两三四五六七八九十廿])[零一二两三四五六七八九十廿]{1,3}"
_BARE_START = re.compile(
    rf"(?P<period>{_PERIOD})?(?P<hour>(?<![\d月年/.:-])(?:\d{{1,2}}|{_CHINESE_HOUR}))"
    rf"(?=\s*(?:到|至|~|-)\s*(?:{_NEXT})?(?:{_PERIOD})?(?:\d{{1,2}}|[零一二两三四五六七八九十廿]{{1,3}})(?:点|"
    rf"时(?!间|候)))"
)
"""The first hour of 22-6点, which has no unit of its own."""

_ENGLISH_BARE = re.compile(
    r"\b(?:between|from|by|before|after|until|till|and|to|at|than)\s+(?P<hour>[01]?\d|2[0-4])(?:h|hrs)?\b"
    r"(?!\s*(?:%|km|kilo|hour|hr|min|order|load|day|trip|job|yuan|\d|[:.]\d|[ap]\.?m|o'?clock|st\b|nd\b|rd\b|th\b|"
    r"days?|full|whole|different|calendar|long|mar|apr|jan|feb|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)

_EVENING_BEFORE = re.compile(r"\b(?:evening|night|nightly)s?\b[^,.;]{0,20}$", re.IGNORECASE)
_CONNECTOR = re.compile(
    r"\s*(?:以后|之后|过后|后|钟|起|开始|开工|收工|收车|停车|熄火|睡觉?|休息|就)?[，,]?\s*(?:我|车|"
    r"人)?(?:就)?(?:得)?(?:要)?"
    r"(?:睡|停|歇|一直|直)?\s*(?:到|至|~|-+|直到|to|until|till|til|through|and|\bto\b)了?\s*"
    r"(?:the\s+)?(?:next\s+(?:day|morning)(?:\s+at)?|following\s+(?:day|morning)(?:\s+at)?)?\s*",
    re.IGNORECASE,
)
_NEXT_ENGLISH = re.compile(r"(?:the )?(?:next|following) (?:day|morning)", re.IGNORECASE)

_BY_AFTER = re.compile(
    r"\s*(?:的?时候)?(?:整|钟)?(?:之前|以前|前(?!后|往|面)|前头|为限|截止)|\s*(?:at the )?(?:at )?(?:latest|"
    r"or earlier)",
    re.I,
)
_BY_BEFORE = re.compile(
    r"(?:最晚|最迟|不晚于|不迟于|晚于|迟于|不得晚过|不超过|不过|别过|赶在|截至|截止到?|\bby|\bbefore|no later than|"
    r"not later than)"
    r"\s*(?:于|在|是|到)?\s*(?:每[天晚日]|当[天日晚]|每晚)?(?:的)?\s*$",
    re.IGNORECASE,
)
_AFTER_AFTER = re.compile(
    r"\s*(?:整|钟)?(?:之后|以后|过后|后(?!半)|开外|一过|过了|起|开始|往后|onwards?|or later)", re.I
)
_AFTER_BEFORE = re.compile(
    r"(?:过了|一过|自|从|打|\bafter|\bfrom|\bpast|later than)\s*(?:每[天晚日])?\s*$", re.IGNORECASE
)
_UNTIL_BEFORE = re.compile(
    r"(?:到了?|至|待到|停到|睡到|until|till|til|\bto)\s*(?:the next (?:day|morning) at)?\s*$", re.I
)


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day at text[start:end]; `next_day` where the words put it on the following day."""

    start: int
    end: int
    minute: int
    """0 to 1440; 1440 where the words say 24:00."""
    next_day: bool = False
    has_period: bool = False
    evening: bool = False
    role: Role = "at"


@dataclass(frozen=True, slots=True)
class Window:
    """Two times of day with "to" between them."""

    start: int
    end: int
    first: Time
    last: Time


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time at text[start:end]."""

    start: int
    end: int
    minutes: int


def find_times(text: str) -> tuple[list[Time], list[Window]]:
    """All times of day in the order of the text, and the windows that two neighbours make."""
    found: list[Time] = []
    taken = [False] * len(text)

    def keep(time: Time | None) -> None:
        if time is not None and not any(taken[time.start : time.end]):
            taken[time.start : time.end] = [True] * (time.end - time.start)
            found.append(time)

    for pattern in (_DIGITAL, _CLOCK, _PAST, _ENGLISH, _NAMED, _BARE_START):
        for match in pattern.finditer(text):
            keep(_time(match))
    if re.search(r"[a-zA-Z]{3}", text):
        for match in _ENGLISH_BARE.finditer(text):
            hour = int(match["hour"])
            evening = hour <= 12 and _EVENING_BEFORE.search(text[: match.start()]) is not None
            minute = 60 * (hour % 12 + 12 if evening and hour != 12 else hour)
            keep(Time(match.start("hour"), match.end("hour"), minute, has_period=evening, evening=evening))
    found.sort(key=lambda time: time.start)
    windows: list[Window] = []
    i = 0
    while i < len(found):
        first = found[i]
        if i + 1 < len(found) and _CONNECTOR.fullmatch(text, first.end, found[i + 1].start):
            last = found[i + 1]
            if _NEXT_ENGLISH.search(text, first.end, last.start) or _NEXT_ENGLISH.match(text, last.end + 1):
                last = replace(last, next_day=True)
            first, last = _fitted(first, last)
            found[i], found[i + 1] = first, replace(last, role="until")
            windows.append(Window(first.start, last.end, first, last))
            i += 2
        else:
            i += 1
    in_window = {id(time) for window in windows for time in (window.first,)}
    for i, time in enumerate(found):
        if time.role == "at" and id(time) not in in_window:
            found[i] = replace(time, role=_role(text, time))
    return found, windows


def _time(match: re.Match[str]) -> Time | None:
    groups = match.groupdict()
    start, end = match.span()
    if groups.get("midnight"):
        return Time(start, end, 0, bool(groups.get("next")), has_period=True)
    if groups.get("noon"):
        return Time(start, end, 720, bool(groups.get("next")), has_period=True)
    hour = number(groups["hour"])
    if hour is None or hour != int(hour) or hour > 24:
        return None
    minute = 0.0
    if groups.get("side"):
        return _past(match, hour)
    if groups.get("half"):
        minute = 30
    elif groups.get("quarter"):
        minute = 15 if groups["quarter"] == "一" else 45
    elif groups.get("min") or groups.get("bare"):
        minute = number(groups.get("min") or groups["bare"]) or 0
    if minute >= 60:
        return None
    period = groups.get("period")
    if groups["hour"] == "一" and period is None and re.match(r"点|都|也|小|不", match.string[end:]):
        return None  # 一点都不想: not in the least
    next_text = groups.get("next") or ""
    half_day = (groups.get("half_day") or "").lower()
    if half_day or groups.get("part") or groups.get("night"):
        if hour > 12:
            return None
        afternoon = half_day == "p" or groups.get("part") in ("afternoon", "evening") or bool(groups.get("night"))
        hour = hour % 12 + (12 if afternoon and not (groups.get("night") and (hour <= 5 or hour == 12)) else 0)
        total = int(hour * 60 + minute)
        return Time(start, end, total, bool(next_text), True, evening=total >= 1080)
    hour = _hour(int(hour), period)
    morning = "晨" in next_text or "早" in next_text
    total = int(hour * 60 + minute)
    if total > 1440:
        return None
    evening = period is not None and period not in _MORNING | _NOON | _AFTERNOON
    return Time(start, end, total, bool(next_text), period is not None or morning, evening)


def _past(match: re.Match[str], hour: float) -> Time | None:
    """Half past ten, ten to six: minutes after, or before, an hour of the twelve-hour clock."""
    part = match["part_of"].lower().removesuffix("minutes").strip()
    minutes = 30.0 if part == "half" else 15.0 if "quarter" in part else number(part)
    if minutes is None or not 0 < minutes < 60 or not 1 <= hour <= 12:
        return None
    half_day, of_day = (match["half_day"] or "").lower(), (match["part"] or "").lower()
    told = bool(half_day or of_day or match["night"])
    afternoon = half_day == "p" or of_day in ("afternoon", "evening") or (bool(match["night"]) and 5 < hour < 12)
    total = 60 * (int(hour) % 12 + (12 if afternoon or (hour == 12 and not told) else 0))
    total = int(total + minutes) if match["side"].lower() == "past" else int(total - minutes) % 1440
    return Time(*match.span(), total, False, told, evening=total >= 1080)


def _hour(hour: int, period: str | None) -> int:
    """The hour on the 24-hour clock: 晚上11点 is 23, 晚上12点 24, 夜里2点 2."""
    if period is None or hour > 12:
        return hour
    if period in _MORNING:
        return 0 if period == "凌晨" and hour == 12 else hour
    if period in _NOON:
        return hour if hour >= 10 else hour + 12
    if period in _AFTERNOON:
        return hour if hour == 12 else hour + 12
    if hour == 12:
        return 24
    if hour <= (5 if period in _SMALL_HOURS else 4):
        return hour
    return hour + 12


def _fitted(first: Time, last: Time) -> tuple[Time, Time]:
    """Both ends of a window: the last takes its half of the day from the first where it has none of its own."""
    if first.minute == 1440:
        first = replace(first, minute=0)
    bare = not last.has_period and not last.next_day and last.minute <= 720
    later = first.minute >= 720 or (not first.evening and first.minute >= 540 and last.minute < first.minute)
    if bare and first.has_period and later and first.minute < 1440 and last.minute + 720 > first.minute:
        last = replace(last, minute=last.minute + 720)
    if last.minute == 0 and last.start != first.start and first.minute > 0:
        last = replace(last, minute=1440)
    return first, last


def _role(text: str, time: Time) -> Role:
    before = text[: time.start]
    if _BY_AFTER.match(text, time.end) or _BY_BEFORE.search(before):
        return "by"
    if _AFTER_AFTER.match(text, time.end) or _AFTER_BEFORE.search(before):
        return "after"
    if _UNTIL_BEFORE.search(before):
        return "until"
    return "at"


_HOURS = r"(?:小时|钟头|钟(?!意)|hours?(?![a-z])|hrs?(?![a-z])|h(?![a-z]))"
_LENGTH = re.compile(
    rf"(?P<hours>{NUMBER})\s*-?\s*(?:个)?(?P<half>半)?(?:多)?\s*(?:consecutive\s|straight\s|uninterrupted\s|"
    rf"continuous\s|unbroken\s|solid\s|full\s|whole\s|整|完整的)*\s*{_HOURS}(?P<half_after>半|\s*and a half)?"
    rf"(?:\s*(?:零|and\s+)?(?P<rest>{NUMBER})\s*(?:分钟?|min(?:ute)?s?(?![a-z])))?"
    rf"|(?P<half_hour>半个?{_HOURS}|\bhalf an? hour)"
    rf"|(?P<hour_half>\ban hour and a half|\bone and a half hours?)|(?P<an_hour>\ban hour\b)"
    rf"|(?P<quarters>{NUMBER})个?刻钟"
    rf"|(?P<minutes>{NUMBER})\s*-?\s*(?:分钟?|min(?:ute)?s?(?![a-z]))",
    re.IGNORECASE,
)


def find_lengths(text: str) -> list[Length]:
    """All lengths of time: 8个钟, 一个半小时, 两小时半, 480分钟, 三刻钟, half an hour."""
    lengths = []
    for match in _LENGTH.finditer(text):
        groups = match.groupdict()
        minutes: float | None = None
        if groups["hours"]:
            hours = number(groups["hours"])
            if hours is not None:
                minutes = 60 * hours + (30 if groups["half"] or groups["half_after"] else 0)
                minutes += (number(groups["rest"]) or 0) if groups["rest"] else 0
        elif groups["half_hour"]:
            minutes = 30
        elif groups["hour_half"]:
            minutes = 90
        elif groups["an_hour"]:
            minutes = 60
        elif groups["quarters"]:
            minutes = 15 * (number(groups["quarters"]) or 0)
        else:
            minutes = number(groups["minutes"])
        if minutes and minutes == int(minutes):
            lengths.append(Length(match.start(), match.end(), int(minutes)))
    return lengths
