"""Numbers with units: exact ones are found, vague ones are not; points in either order; places by name."""

from __future__ import annotations

import pytest

from scenarios.preferences.measures import (
    find_boxes,
    find_days,
    find_distances,
    find_money,
    find_orders,
    find_points,
)
from scenarios.preferences.normalise import normalise
from scenarios.preferences.numbers import number
from scenarios.preferences.place_names import bare_name, find_names


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("两", 2), ("廿三", 23), ("卅", 30), ("一百二", 120), ("一百零五", 105), ("三千五", 3500), ("1,200", 1200),
        ("55.5", 55.5), ("二零二六", 2026), ("twenty-five", 25), ("one hundred and twenty", 120),
        ("七八", None), ("三五", None), ("百", None), ("许多", None), ("", None), ("five six", None),
    ],
)  # fmt: skip
def test_numbers(text: str, value: float | None) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "km"),
    [("五十五公里", 55), ("100里路", 50), ("90km以内", 90), ("1,200千米", 1200), ("500米", 0.5), ("30 kilometres", 30)],
)
def test_distances(text: str, km: float) -> None:
    assert [amount.value for amount in find_distances(text)] == [km]


@pytest.mark.parametrize("text", ["几十公里", "七八十公里", "家里", "上百公里"])
def test_no_distances(text: str) -> None:
    assert find_distances(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "(23.15，113.67)",
        "23.15,113.67",
        "（113.67，23.15）",
        "北纬23.15度、东经113.67度",
        "东经113.67，北纬23.15",
        "23.15°N, 113.67°E",
        "lat 23.15 lng 113.67",
    ],
)
def test_points_in_both_orders(text: str) -> None:
    (point,) = find_points(normalise(text))
    assert (point.lat, point.lng) == (23.15, 113.67)


@pytest.mark.parametrize("text", ["3.5,4.2", "23.15", "23点15分", "12,13号", "60.5,20.1"])
def test_no_points(text: str) -> None:
    assert find_points(text) == []


def test_a_box_in_both_orders() -> None:
    for text in ("北纬22.4至22.9，东经113.7至114.6", "东经113.7~114.6，北纬22.9~22.4"):
        (box,) = find_boxes(text)
        assert (box.south, box.north, box.west, box.east) == (22.4, 22.9, 113.7, 114.6)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("三个整天", [3]),
        ("四个不同的日子", [4]),
        ("两天", [2]),
        ("休息一天", [1]),
        ("two full days", [2]),
        ("每天", []),
        ("同一天", []),
        ("一天最多", []),
        ("几天", []),
    ],
)
def test_counts_of_days(text: str, days: list[float]) -> None:
    assert [amount.value for amount in find_days(text)] == days


def test_orders_and_money() -> None:
    assert [amount.value for amount in find_orders("一天最多3单")] == [3]
    assert [amount.value for amount in find_orders("每单")] == []
    assert [amount.value for amount in find_money("超一次扣120，每分钟罚5元")] == [120, 5]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("广州市增城区", ["增城"]),
        ("四会县城", ["四会"]),
        ("婺源县", ["婺源"]),
        ("不去佛山和惠州", ["佛山", "惠州"]),
        ("go to Foshan", ["佛山"]),
        ("超市在市区", []),
    ],
)
def test_names_of_places(text: str, names: list[str]) -> None:
    assert [named.name for named in find_names(text)] == names


def test_the_ending_of_a_name_is_taken_off() -> None:
    assert [bare_name(name) for name in ("增城区", "佛山市", "广东省深圳市", "梅县", "连南瑶族自治县")] == [
        "增城", "佛山", "深圳", "梅县", "连南",
    ]  # fmt: skip
