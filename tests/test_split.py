"""Preferences are cut at stops, never inside brackets, numbers or pairs."""

from __future__ import annotations

import pytest

from scenarios.preferences.normalise import normalise
from scenarios.preferences.split import clauses


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("不拉煤。不去佛山", ["不拉煤|", "不去佛山|"]),
        ("不拉煤，不去佛山", ["不拉煤|不去佛山|"]),
        ("不拉煤 不去佛山", ["不拉煤|", "不去佛山|"]),
        ("歇8小时（停车；熄火。）才行", ["歇8小时(停车；熄火。)才行|"]),
        ("到23.15，113.67停一下", ["到23.15，113.67停一下|"]),
        ("到22.80,113.50 报到", ["到22.80,113.50 报到|"]),
        ("No coal. Rest 8.5 hours; home by 10 p.m. please", ["No coal|", "Rest 8.5 hours|", "home by 10 p.m. please|"]),
        ("21:00前到家\n\n1,200公里", ["21:00前到家|", "1,200公里|"]),
        ("", []),
        ("。。\n", []),
    ],
)
def test_sentences_and_clauses(text: str, pieces: list[str]) -> None:
    plain = normalise(text)
    found: dict[int, str] = {}
    for clause in clauses(plain):
        found[clause.sentence] = found.get(clause.sentence, "") + plain[clause.start : clause.end] + "|"
    assert list(found.values()) == pieces


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("唔好再派海鮮畀我", "不要再派海鲜给我"),
        ("夜晚11點後唔接單", "夜晚11点后不接单"),
        ("勿要拉玻璃", "不要拉玻璃"),
        ("返屋企瞓覺", "回家里睡觉"),
        ("（２３．１５，１１３．６７）", "(23.15，113.67)"),
        ("莫喊我", "别喊我"),
        ("路不好走", "路不好走"),
    ],
)
def test_one_form_of_writing_of_the_same_length(text: str, plain: str) -> None:
    assert normalise(text) == plain
    assert len(normalise(text)) == len(text)
