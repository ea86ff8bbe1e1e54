"""All preferences of a driver: each by itself, and what is said twice counts once."""

from __future__ import annotations

import pytest
from small_world import busy_scenario

from scenarios.market.driver_generator import WISHES
from scenarios.preferences.driver_wishes import compile_driver, context_of, contradictions_of
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Driver, Preference

SCENARIO = busy_scenario(days=3, drivers=1)
CONTEXT = context_of(SCENARIO.drivers[0], SCENARIO)


def driver(*wishes: Preference) -> Driver:
    return Driver(driver_id="D001", lat=23.0, lng=113.0, preferences=wishes)


def test_constraints_know_their_preference() -> None:
    compiled = compile_driver(
        driver(Preference(text="不拉水果。不去佛山。"), Preference(text="每天连续休息6小时")),
        SCENARIO,
        GrammarCompiler(),
    )
    assert [[(c.kind, c.preference) for c in one.constraints] for one in compiled] == [
        [("category", 0), ("area", 0)],
        [("daily_rest", 1)],
    ]


def test_of_a_wish_that_is_said_twice_the_dearest_is_kept() -> None:
    compiled = compile_driver(
        driver(
            Preference(text="不拉水果", penalty_fen=100),
            Preference(text="水果这类货一概不接", penalty_fen=300),
            Preference(text="水果我不拉", penalty_fen=300),
        ),
        SCENARIO,
        GrammarCompiler(),
    )
    assert [[c.penalty_fen for c in one.constraints] for one in compiled] == [[], [300], []]
    assert "只算一次" in compiled[0].said_back
    assert "只算一次" not in compiled[1].said_back


def kept(*wishes: Preference) -> list[list[str]]:
    """The kinds that are left of each preference."""
    compiled = compile_driver(driver(*wishes), SCENARIO, GrammarCompiler())
    return [[c.kind for c in one.constraints] for one in compiled]


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("海鲜不拉", "No seafood"),
        ("不拉蔬菜和水果", "no fruit or vegetables"),
        ("尽量不拉家具", "if possible no furniture"),
        ("不去深圳", "Don't send me to Shenzhen"),
        ("每天23:00前到家，早上8点前不要派单", "home by 23:00, and don't call me before 8"),
        ("3月10日10点前到(23.21,113.37)，停10分钟", "be at (23.21,113.37) by 10:00 on March 10 and stay 10 minutes"),
        ("晚上八点到凌晨四点车停着别动", "The truck stays parked from 20:00 to 04:00"),
    ],
)
def test_what_is_said_in_chinese_and_in_english_counts_once(chinese: str, english: str) -> None:
    one, other = kept(Preference(text=chinese), Preference(text=english))
    assert (len(one), other) == (1, [])
    one, other = kept(Preference(text=chinese), Preference(text=english, penalty_fen=100))
    assert (one, len(other)) == ([], 1)


def test_one_preference_in_both_languages_counts_once() -> None:
    both = GrammarCompiler().compile(Preference(text="海鲜不拉。No seafood."), 0, CONTEXT)
    assert [c.kind for c in both.constraints] == ["category"]
    assert "只算一次" in both.said_back


def test_of_hours_that_are_quiet_twice_what_asks_for_more_is_kept() -> None:
    """No driving includes no orders; but where fewer hours cost more, either has its own price."""
    orders, driving = "晚上八点至凌晨四点唔好派單畀我，我要瞓覺", "No driving between 20:00 and 04:00"
    assert kept(Preference(text=orders), Preference(text=driving)) == [[], ["quiet_window"]]
    dear = kept(Preference(text=orders, penalty_fen=300), Preference(text=driving, penalty_fen=100))
    assert dear == [["quiet_window"], ["quiet_window"]]
    assert len(GrammarCompiler().compile(Preference(text=f"{orders}。{driving}."), 0, CONTEXT).constraints) == 1


def test_days_without_orders_and_days_without_driving_are_one_wish_only_if_as_many() -> None:
    """Whoever stands still for two days takes no orders on two, but not on four."""
    still = Preference(text="每月至少2天完全不出车")
    assert kept(Preference(text="每月至少4天不接单"), still) == [["days_off"], ["days_off"]]
    assert kept(Preference(text="每月至少2天不接单"), still) == [[], ["days_off"]]


def test_the_same_words_for_other_days_are_two_wishes() -> None:
    early = Preference(text="不拉水果", start_min=0, end_min=99)
    late = Preference(text="不拉水果", start_min=100, end_min=199)
    compiled = compile_driver(driver(early, late), SCENARIO, GrammarCompiler())
    assert [len(one.constraints) for one in compiled] == [1, 1]


def test_contradictions_are_found_across_preferences() -> None:
    both = driver(Preference(text="只在广州市内跑"), Preference(text="这个月至少两天在佛山装货"))
    compiled = compile_driver(both, SCENARIO, GrammarCompiler())
    constraints, (pair,) = contradictions_of(both, SCENARIO, compiled)
    assert (constraints[pair.first].kind, constraints[pair.second].kind) == ("area", "region_days")
    assert context_of(both, SCENARIO).days == 3


def test_the_wishes_of_generated_drivers_are_all_understood() -> None:
    wishes = driver(*(Preference(text=text, penalty_fen=fen) for text, fen, _ in WISHES))
    compiled = compile_driver(wishes, SCENARIO, GrammarCompiler())
    assert [[c.kind for c in one.constraints] for one in compiled] == [
        ["daily_rest"],
        ["category"],
        ["quiet_window"],
        ["longest_haul"],
        ["longest_pickup"],
        ["days_off"],
    ]
