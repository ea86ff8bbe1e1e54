"""Days that words name; those that they only hint at are not guessed."""

from __future__ import annotations

from datetime import date

import pytest

from scenarios.preferences.dates import find_dates, find_weekdays

START = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("三月四号五号", [4, 5]),
        ("3月12-14号", [12, 13, 14]),
        ("四号到六号", [4, 5, 6]),
        ("3月4日、6日和9日", [4, 6, 9]),
        ("十号那天", [10]),
        ("本月廿三号", [23]),
        ("2026年3月10日10:00", [10]),
        ("2026-03-10", [10]),
        ("March 12", [12]),
        ("the 12th and 13th", [12, 13]),
        ("on the fifth", [5]),
        ("7 March", [7]),
    ],
)
def test_dates(text: str, days: list[int]) -> None:
    (found,) = find_dates(text, START)
    assert list(found.days) == [date(2026, 3, day) for day in days]


def test_a_month_end_is_crossed_and_a_year() -> None:
    (found,) = find_dates("3月30号到4月2号", START)
    assert [day.day for day in found.days] == [30, 31, 1, 2]
    (other,) = find_dates("1月2号", date(2026, 12, 20))
    assert other.days == (date(2027, 1, 2),)
    (soon,) = find_dates("5号", date(2026, 3, 20))
    assert soon.days == (date(2026, 4, 5),)


@pytest.mark.parametrize("text", ["月底", "月初", "过几天", "休息2日", "8号线", "2月30号", "三五天", "每天3单"])
def test_no_dates(text: str) -> None:
    assert find_dates(text, START) == []


def test_from_then_and_until_then() -> None:
    (first,), (last,) = find_dates("从10号起", START), find_dates("20号之前", START)
    assert (first.first, first.last, last.first, last.last) == (True, False, False, True)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("周末", (5, 6)),
        ("礼拜天", (6,)),
        ("平日", (0, 1, 2, 3, 4)),
        ("周一到周五", (0, 1, 2, 3, 4)),
        ("每周六、周日", (5, 6)),
        ("星期三", (2,)),
        ("on Sundays", (6,)),
        ("Monday to Friday", (0, 1, 2, 3, 4)),
        ("weekends", (5, 6)),
    ],
)
def test_weekdays(text: str, days: tuple[int, ...]) -> None:
    (found,) = find_weekdays(text)
    assert found.days == days
