"""How numbers, times and days are written in a style: Chinese (Cantonese among them) or English."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scenarios.preferences.kinds import (
    AreaRule,
)
from scenarios.preferences.parts import District

DIGITS = "零一二三四五六七八九"
CITIES = {"佛山": "Foshan", "惠州": "Huizhou", "增城": "Zengcheng", "珠海": "Zhuhai", "长沙": "Changsha"}
GOODS = {"蔬菜": "vegetables", "机械设备": "machinery", "建材": "building materials", "玻璃制品": "glass"}
ENGLISH = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MARCH = 3


@dataclass(frozen=True)
class Style:
    """How numbers and times are written."""

    language: str
    """zh, yue or en."""
    numerals: bool
    """Chinese numerals, or "11 pm" in English."""
    form: int
    """Which of the sentences of a kind."""


def chinese(n: int) -> str:
    """12 is 十二, 120 一百二十, 205 二百零五; up to 999."""
    if n < 10:
        return DIGITS[n]
    if n < 20:
        return "十" + (DIGITS[n % 10] if n % 10 else "")
    if n < 100:
        return DIGITS[n // 10] + chinese(10 + n % 10)
    rest = n % 100
    tail = (
        ""
        if rest == 0
        else "零" + DIGITS[rest]
        if rest < 10
        else DIGITS[rest // 10] + "十" + (DIGITS[rest % 10] if rest % 10 else "")
    )
    return DIGITS[n // 100] + "百" + tail


def count(n: int, style: Style) -> str:
    """A count; 2 of things is 两."""
    if style.language == "en":
        return ENGLISH[n] if style.numerals and n < len(ENGLISH) else str(n)
    if not style.numerals:
        return str(n)
    return "两" if n == 2 else chinese(n)


def clock(minute: int, style: Style) -> str:
    """A time of day."""
    hour, rest = divmod(minute % 1440, 60)
    if style.language == "en":
        half = "am" if hour < 12 else "pm"
        return (
            f"{(hour + 11) % 12 + 1}{f':{rest:02d}' if rest else ''} {half}"
            if style.numerals
            else f"{hour:02d}:{rest:02d}"
        )
    if not style.numerals:
        return f"{hour}:{rest:02d}"
    part = "凌晨" if hour < 6 else "早上" if hour < 12 else "中午" if hour == 12 else "下午" if hour < 18 else "晚上"
    shown = hour if hour <= 12 else hour - 12
    words = {0: "", 30: "半"}.get(rest, f"{chinese(rest)}分")
    return f"{part}{chinese(shown)}点{words}"


def hours(minutes: int, style: Style) -> str:
    """A length of time."""
    if style.language == "en":
        return f"{minutes} minutes" if minutes % 60 else f"{minutes // 60} hours"
    if minutes % 60 == 30 and style.numerals:
        return f"{count(minutes // 60, style)}个半小时"
    if minutes % 60:
        return f"{minutes}分钟"
    return f"{count(minutes // 60, style)}{'個鐘' if style.language == 'yue' else '小时'}"


def day(d: date, style: Style) -> str:
    """A day of March."""
    if style.language == "en":
        return f"March {d.day}"
    return f"三月{chinese(d.day)}号" if style.numerals else f"3月{d.day}号"


def area_name(c: AreaRule) -> str:
    """The name of the rule's first area."""
    area = c.areas[0]
    assert isinstance(area, District)
    return area.name
