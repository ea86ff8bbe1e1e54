"""Times of day found in normal text, each by itself: 晚上10点半, 22:30, half past ten, noon. No windows, no dates.

A time without "morning" or "evening" is read on the 24-hour clock, unless the words around it say otherwise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    rf"(?:(?P<half>半)|(?P<quarter>[一三13])刻|(?P<min>{NUMBER})分(?!钟)|(?P<bare>[0-5]\d|"
    rf"[二三四五]?十[一二三四五六七八九]?)(?![\d公个小分天单]))?(?:\((?P<aside>{_PERIOD})\))?"
    rf"(?:(?=(?:以后|之后|以前|之前|前|后)\((?P<behind>{_PERIOD})\)))?"
)
_DIGITAL = re.compile(
    rf"(?P<next>{_NEXT})?(?P<period>{_PERIOD})?(?<!\d)(?<!\d[.:])(?P<hour>[01]?\d|"
    rf"2[0-4]):(?P<min>[0-5]\d)(?::\d\d)?(?!\d)"
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
    r"(?P<noon>\b12\s*noon\b|(?:中午|正午|晌午)(?=之?前|以前|就|之?后|以后|[，,。]|$|到|至)|\bnoon\b|\bmidday\b))",
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
    r"\b(?:(?:between|from|by|before|after|until|till|and|to|at|later than|earlier than)\s+(?P<hour>[01]?\d|2[0-4])|"
    r"(?:before|after|until|till|at|to)\s+(?P<word>(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?=\s*(?:[,.;]|$|and\b|i\b|no\b|the next|in the|or later|or earlier))))(?:h|hrs)?\b"
    r"(?!\s*(?:%|km|kilo|mile|hour|hr|min|order|load|day|trip|job|haul|yuan|\d|[:.]\d|[ap]\.?m|o'?clock|st\b|nd\b|rd\b|"
    r"th\b|a (?:day|week|month)|more|or|and a|times?|per|different|hundred|thirty|forty|"
    r"days?|full|whole|calendar|long|mar|apr|jan|feb|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)

_MORNING_AFTER = re.compile(
    r"\s*(?:h|hrs)?\s*(?:the |in the |on the )?(?:next |following )?(?:morning|day\b)", re.IGNORECASE
)
_ENGLISH_RUN = re.compile(
    r"\b(?:quiet|sleep|rest|parked|off|closed|lunch|driving|orders?|work|between|from|hours)\b[^,.;\d]{0,15}"
    r"(?<![\d:.])(?P<first>[01]?\d|2[0-4])\s*-\s*(?P<last>[01]?\d|2[0-4])(?:h|hrs)?\b(?!\s*(?:[:.]?\d|km|kilo|"
    r"hour|hr\b|min|"
    r"order|load|day|trip|%|[ap]\.?m|of\b|mar|th\b|st\b|nd\b|rd\b))",
    re.IGNORECASE,
)
"""Quiet 23-06: the hours of a run without any unit."""
_EVENING_BEFORE = re.compile(r"\b(?:evening|night|nightly)s?\b[^,.;]{0,20}$", re.IGNORECASE)


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


def find_clock(text: str) -> list[Time]:
    """All times of day in the order of the text, each by itself."""
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
            hour = int(number(match["hour"] or match["word"]) or 0)
            morning = _MORNING_AFTER.match(text, match.end()) is not None
            evening = not morning and hour <= 12 and _EVENING_BEFORE.search(text[: match.start()]) is not None
            minute = 60 * (hour % 12 + 12 if evening and hour != 12 else hour)
            group = "hour" if match["hour"] else "word"
            keep(Time(match.start(group), match.end(group), minute, has_period=evening or morning, evening=evening))
        for match in _ENGLISH_RUN.finditer(text):
            for end in ("first", "last"):
                keep(Time(*match.span(end), 60 * int(match[end])))
    return sorted(found, key=lambda time: time.start)


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
        minute = 15 if groups["quarter"] in "一1" else 45
    elif groups.get("min") or groups.get("bare"):
        minute = number(groups.get("min") or groups["bare"]) or 0
    if minute >= 60:
        return None
    period = groups.get("period") or groups.get("aside") or groups.get("behind")
    slightly = re.search("[低高少多早晚近远快慢轻重松好差大小]$", match.string[:start])
    if groups["hour"] == "一" and period is None and (slightly or re.match(r"点|都|也|小|不", match.string[end:])):
        return None  # 一点都不想: not in the least; 低一点: a little
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
    if period is not None and 1440 < total < 1500:
        total -= 1440  # 晚上12点半
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
