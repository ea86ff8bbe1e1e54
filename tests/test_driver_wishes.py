"""All preferences of a driver: each by itself, and what is said twice counts once."""

from __future__ import annotations

from small_world import busy_scenario

from scenarios.market.driver_generator import WISHES
from scenarios.preferences.driver_wishes import compile_driver, context_of, contradictions_of
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Driver, Preference

SCENARIO = busy_scenario(days=3, drivers=1)


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
