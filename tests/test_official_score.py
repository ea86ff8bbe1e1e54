"""The official score: equal to the official scorer's on every case, and each of its checks on a log of a row or two."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contest_cases import CASES, NO_CASES, START, Case, load_table

from dispatch.action_logs.files import read_logs
from dispatch.action_logs.row import LogRow, Tokens
from dispatch.score.official_result import (
    DriverScore,
    Penalty,
    official_result,
    score_rows,
    unreadable,
    write_official_result,
)
from scenarios.errors import ScenarioError
from scenarios.records import Driver
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529, WorldRules

# the official cases

REJECTED = {
    ("edges", "E003"): "order_end",
    ("edges", "E004"): "unknown_load",
    ("edges", "E005"): "not_listed",
    ("edges", "E006"): "move_end",
    ("edges-0529", "E004"): "unknown_load",
    ("edges-0529", "E005"): "not_listed",
}
"""The logs that the official scorer rejects, with our code for its reason."""

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
needs_cases = pytest.mark.skipif(not CASES, reason=NO_CASES)


def scored(case: Case) -> list[DriverScore]:
    """Our scores of a case, with the official penalties in place of an audit of ours."""
    official = {item["driver_id"]: item for item in case.official["drivers"]}

    def audit(driver: Driver, rows: Sequence[LogRow]) -> Penalty:
        item = official[driver.driver_id]
        return Penalty(item["income"]["preference_penalty"], tuple(item["preference_check"]["rules"]))

    return [
        score_rows(rows, case.drivers[driver_id], case.loads, case.rules, case.days, audit)
        for driver_id, rows in read_logs(case.folder, START).items()
    ]


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """A result without its prose."""
    drivers = [{**item, "validation_error": item["validation_error"] is not None} for item in result["drivers"]]
    summary = {**result["summary"], "failed_drivers": sorted(result["summary"]["failed_drivers"])}
    rest = {key: value for key, value in result.items() if not key.startswith("cost_")}
    return {**rest, "drivers": drivers, "summary": summary}


@needs_cases
@cases
def test_the_result_is_the_official_one_to_the_last_digit(case: Case) -> None:
    result = official_result(scored(case), START, case.official["simulate_time_seconds"])
    assert comparable(result) == comparable(case.official)


@needs_cases
@cases
def test_the_result_file_has_the_official_keys_in_their_order(case: Case, tmp_path: Path) -> None:
    write_official_result(tmp_path / "out" / "result.json", official_result(scored(case), START, 0.02))
    written = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    official = case.official
    assert list(written) == list(official)
    assert list(written["summary"]) == list(official["summary"])
    for ours, theirs in zip(written["drivers"], official["drivers"], strict=True):
        assert list(ours) == list(theirs)
        assert list(ours["income"]) == list(theirs["income"])
        assert list(ours["token_usage"]) == list(theirs["token_usage"])


@needs_cases
@cases
def test_the_same_row_is_rejected_for_the_same_reason(case: Case) -> None:
    found = {}
    for score, item in zip(scored(case), case.official["drivers"], strict=True):
        assert score.aborted == item["calculation_aborted"]
        if score.error is not None:
            row = re.search(r"\.jsonl \D*(\d+)", item["validation_error"])
            assert row is not None
            assert score.error.row == int(row[1])
            found[case.name, score.driver_id] = score.error.code
    assert found == {key: code for key, code in REJECTED.items() if key[0] == case.name}


@needs_cases
@cases
def test_without_an_audit_the_net_is_before_penalties(case: Case) -> None:
    for driver_id, rows in read_logs(case.folder, START).items():
        score = score_rows(rows, case.drivers[driver_id], case.loads, case.rules, case.days)
        item = next(i for i in case.official["drivers"] if i["driver_id"] == driver_id)
        assert score.penalty_yuan == 0.0
        assert score.checks == ()
        assert round(score.net_yuan - item["income"]["preference_penalty"], 2) == item["income"]["net_income"]


# hand-made logs: two loads near (23.00, 113.00), where 0.09 degrees of latitude are 10.0075 km and 11 min


def load(load_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "cargo_id": load_id,
        "create_time": "2026-03-01 01:00:00",
        "remove_time": "2026-03-01 03:00:00",
        "start": {"lat": 23.09, "lng": 113.0},
        "end": {"lat": 23.0, "lng": 113.0},
        "load_time": None,
        "cost_time_minutes": 90,
        "price": 30000,
        **changes,
    }


LOADS = load_table(
    [
        load("PLAIN"),
        load("WINDOW", load_time=["2026-03-01 01:20:00", "2026-03-01 01:31:00"]),
        load("LATE", create_time="2026-03-01 00:00:00", remove_time="2026-03-31 23:59:00"),
        load("REVERSED", load_time=["2026-03-01 01:31:00", "2026-03-01 01:20:00"]),
        load("BACKWARDS", create_time="2026-03-01 01:40:00", remove_time="2026-03-01 01:30:00"),
        load("NEXT-DOOR", end={"lat": 23.09, "lng": 113.0}),
    ]
)
DRIVER = Driver(driver_id="D1", cost_per_km=1.5, lat=23.0, lng=113.0)
HOME, PICKUP = (23.0, 113.0), (23.09, 113.0)


def row(
    name: str,
    start_min: int,
    exec_min: int,
    params: dict[str, Any],
    *,
    scan_min: int = 0,
    before: tuple[float, float] = HOME,
    after: tuple[float, float] = HOME,
    **results: Any,
) -> LogRow:
    return LogRow(
        step=1,
        driver_id="D1",
        elapsed_min=scan_min + exec_min,
        scan_min=scan_min,
        exec_min=exec_min,
        before_lat=before[0],
        before_lng=before[1],
        after_lat=after[0],
        after_lng=after[1],
        end_min=start_min + scan_min + exec_min,
        action={"action": name, "params": params},
        **results,
    )


def wait(minutes: int, start_min: int = 0, **changes: Any) -> LogRow:
    return row("wait", start_min, minutes, {"duration_minutes": minutes}, **changes)


def order(load_id: str, start_min: int, exec_min: int = 101, **changes: Any) -> LogRow:
    """An accepted order: 11 min to the pickup and 90 min of service, unless told otherwise."""
    done = {"accepted": True, "reason": "done", "pickup_km": 10.01, "haul_km": 10.01, "eligible": True}
    return row("take_order", start_min, exec_min, {"cargo_id": load_id}, **{**done, **changes})


def refused(load_id: str, start_min: int) -> LogRow:
    return row("take_order", start_min, 1, {"cargo_id": load_id}, accepted=False, reason=f"gone: {load_id}")


def move(start_min: int, exec_min: int = 11, **changes: Any) -> LogRow:
    target = {"latitude": 23.09, "longitude": 113.0}
    return row("reposition", start_min, exec_min, target, **{"after": PICKUP, "distance_km": 10.01, **changes})


def score(*rows: LogRow, rules: WorldRules = TIANCHI_R0509, days: int = 31) -> DriverScore:
    return score_rows(rows, DRIVER, LOADS, rules, days)


def why(*rows: LogRow, rules: WorldRules = TIANCHI_R0509) -> tuple[int, str] | None:
    """Row and code of the first failure, None for a valid log."""
    error = score(*rows, rules=rules).error
    return None if error is None else (error.row, error.code)


both = pytest.mark.parametrize("rules", [TIANCHI_R0509, TIANCHI_R0529], ids=lambda rules: rules.profile)


@both
def test_an_order_is_paid_its_price_and_charged_its_kilometres(rules: WorldRules) -> None:
    # 20.02 km * 1.5 = 30.03; 300 - 30.03 = 269.97
    paid = score(wait(60), order("PLAIN", 60), rules=rules)
    assert (paid.gross_yuan, paid.distance_km, paid.cost_yuan, paid.net_yuan) == (300.0, 20.02, 30.03, 269.97)


def test_an_empty_log_is_valid_and_worth_nothing() -> None:
    assert score() == DriverScore("D1")


# the clock (rule 45)


@both
def test_the_clock_moves_by_the_step(rules: WorldRules) -> None:
    assert why(wait(60), wait(10, start_min=61), rules=rules) == (2, "clock_gap")
    assert why(wait(10, start_min=1), rules=rules) == (1, "clock_gap")


def test_reading_and_acting_make_the_step_in_the_older_release_only() -> None:
    longer = replace(wait(10), elapsed_min=12, end_min=12)
    assert why(longer) == (1, "step_sum")
    assert why(longer, rules=TIANCHI_R0529) is None


def test_minutes_below_zero_are_seen_by_the_older_release() -> None:
    less = replace(wait(10), scan_min=-2, elapsed_min=8, end_min=8)
    assert why(less) == (1, "negative_minutes")
    assert why(less, rules=TIANCHI_R0529) is None


@both
def test_an_action_of_another_name_rejects_the_log(rules: WorldRules) -> None:
    assert why(replace(wait(5), action={"action": "fly", "params": {}}), rules=rules) == (1, "unknown_action")


def test_a_row_that_was_read_is_named_by_its_line() -> None:
    # Blank lines count: the second row stands in line 4.
    assert why(replace(wait(60), line=1), replace(wait(10), line=4)) == (4, "clock_gap")


# waits and moves (rule 46)


@both
@pytest.mark.parametrize("params", [{"duration_minutes": 7.9}, {"duration_minutes": "7"}, {"duration_minutes": 7}])
def test_a_wait_lasts_the_whole_part_of_what_was_asked(params: dict[str, Any], rules: WorldRules) -> None:
    assert why(row("wait", 0, 7, params), rules=rules) is None
    assert why(row("wait", 0, 8, params), rules=rules) == (1, "wait_minutes")


@both
def test_a_wait_without_a_duration_is_one_minute_and_none_is_no_minute(rules: WorldRules) -> None:
    assert why(row("wait", 0, 1, {}), rules=rules) is None
    assert why(replace(row("wait", 0, 1, {}), action={"action": " WAIT "}), rules=rules) is None
    assert why(wait(0), rules=rules) is None
    for asked in ("15.5", "soon", None, float("nan")):
        assert why(row("wait", 0, 15, {"duration_minutes": asked}), rules=rules) == (1, "bad_params")


def test_a_truck_may_drift_by_a_ten_thousandth_of_a_degree_while_it_waits() -> None:
    # The newer release compares unrounded places; the older rounds both to 23.00 first.
    assert why(wait(5, after=(23.00009, 113.0)), rules=TIANCHI_R0529) is None
    assert why(wait(5, after=(23.0002, 113.0)), rules=TIANCHI_R0529) == (1, "wait_moved")
    assert why(wait(5, after=(23.0002, 113.0))) is None
    assert why(wait(5, after=(23.01, 113.0))) == (1, "wait_moved")


@both
def test_a_wait_at_no_place_at_all_counts_as_moved(rules: WorldRules) -> None:
    nowhere = (float("nan"), float("nan"))
    assert why(wait(5, before=nowhere, after=nowhere), rules=rules) == (1, "wait_moved")


@both
def test_a_move_takes_the_minutes_of_its_distance(rules: WorldRules) -> None:
    assert why(move(0), rules=rules) is None
    assert why(move(0, exec_min=10), rules=rules) == (1, "move_minutes")
    half = rules.model_copy(update={"speed_kmh": 30.0})
    # 10.0075 km at 30 km/h: 20.015 min, so 21
    assert why(move(0, exec_min=21), rules=half) is None


def test_a_move_ends_at_its_target_in_the_older_release_only() -> None:
    short = move(0, after=(23.08, 113.0))
    assert why(short) == (1, "move_end")
    assert why(short, rules=TIANCHI_R0529) is None


@both
@pytest.mark.parametrize(
    "params",
    [{}, {"latitude": 23.0}, {"latitude": 23.0, "longitude": "east"}, {"latitude": 23.0, "longitude": "1e999"}],
)
def test_a_move_needs_a_target(params: dict[str, Any], rules: WorldRules) -> None:
    assert why(row("reposition", 0, 1, params, distance_km=0.0), rules=rules) == (1, "bad_params")


@both
def test_the_kilometres_of_a_move_are_believed(rules: WorldRules) -> None:
    assert score(move(0, distance_km=1.0), rules=rules).cost_yuan == 1.5
    assert score(move(0, distance_km=None), rules=rules).cost_yuan == 0.0


# orders (rules 47 to 49)


@both
def test_an_id_that_the_file_lacks_rejects_the_log_even_when_refused(rules: WorldRules) -> None:
    assert why(wait(60), refused("NOPE", 60), rules=rules) == (2, "unknown_load")
    assert why(wait(60), refused("", 60), rules=rules) == (2, "bad_params")
    assert why(wait(60), refused("PLAIN", 60), rules=rules) is None


@both
def test_a_refused_order_is_not_looked_at(rules: WorldRules) -> None:
    assert why(refused("PLAIN", 0), rules=rules) is None  # not on the board yet, one minute, at home
    lost = row("take_order", 0, 3, {"cargo_id": "WINDOW"}, after=PICKUP, accepted=False, pickup_km=10.01, haul_km=0)
    assert score(lost, rules=rules) == DriverScore("D1")  # a lost window's kilometres are free (rule 52)


@both
def test_an_order_starts_within_the_load_s_life_both_ends_in(rules: WorldRules) -> None:
    for start_min, valid in ((59, False), (60, True), (180, True), (181, False)):
        expected = None if valid else (2, "not_listed")
        assert why(wait(start_min), order("PLAIN", start_min), rules=rules) == expected
    # Reading comes before the order: 58 + 2 = 60.
    assert why(wait(58), order("PLAIN", 58, scan_min=2), rules=rules) is None


@both
def test_a_life_that_ends_before_it_starts_is_taken_as_the_file_has_it(rules: WorldRules) -> None:
    # The simulator keeps such a load for its minute 100 (rule 3); the scorer has no minute for it.
    assert why(wait(100), order("BACKWARDS", 100), rules=rules) == (2, "not_listed")


def test_an_order_ends_at_the_drop_in_the_older_release_only() -> None:
    elsewhere = order("PLAIN", 60, after=(23.01, 113.0))
    assert why(wait(60), elsewhere) == (2, "order_end")
    assert why(wait(60), elsewhere, rules=TIANCHI_R0529) is None


@both
def test_an_order_takes_pickup_and_window_and_service(rules: WorldRules) -> None:
    assert why(wait(60), order("PLAIN", 60, exec_min=100), rules=rules) == (2, "order_minutes")
    # Arrival at 71, the window opens at 80: 11 + 9 + 90 = 110.
    assert why(wait(60), order("WINDOW", 60, exec_min=110), rules=rules) is None
    assert why(wait(60), order("WINDOW", 60, exec_min=101), rules=rules) == (2, "order_minutes")
    # At the pickup already: no minute of driving.
    there = {"before": PICKUP}
    assert why(move(0), wait(69, 11, before=PICKUP, after=PICKUP), order("PLAIN", 80, 90, **there), rules=rules) is None


@both
def test_an_arrival_at_the_window_s_last_minute_is_in_time(rules: WorldRules) -> None:
    # The window closes at 91: 80 + 11 is in time, 81 + 11 is not.
    assert why(wait(80), order("WINDOW", 80), rules=rules) is None
    assert why(wait(81), order("WINDOW", 81), rules=rules) == (2, "window_missed")


@both
def test_a_reversed_window_counts_as_none(rules: WorldRules) -> None:
    assert why(wait(100), order("REVERSED", 100), rules=rules) is None
    # The same when a reader hands the window over as the file has it, from 91 back to 80.
    table = replace(LOADS, window_open_min=LOADS.window_open_min.copy(), window_close_min=LOADS.window_close_min.copy())
    reversed_row = LOADS.row_of["REVERSED"]
    table.window_open_min[reversed_row], table.window_close_min[reversed_row] = 91, 80
    assert score_rows([wait(100), order("REVERSED", 100)], DRIVER, table, rules, 31).error is None


@both
def test_a_load_taken_twice_and_one_never_listed_pass(rules: WorldRules) -> None:
    # Rule 50: only a re-simulation sees it. 60 + 101 = 161, still on the board at 161.
    twice = score(wait(60), order("PLAIN", 60), order("PLAIN", 161), rules=rules)
    assert (twice.error, twice.gross_yuan) == (None, 600.0)


# money (rules 44, 51 to 54)


def test_the_last_day_of_a_31_day_month_is_not_paid_in_the_older_release() -> None:
    # 30 days are 43,200 min. 43,099 + 101 = 43,200 is paid, one minute later is not; the kilometres are charged.
    on_time = (wait(43_099), order("LATE", 43_099))
    late = (wait(43_100), order("LATE", 43_100))
    assert score(*on_time).gross_yuan == 300.0
    assert (score(*late).gross_yuan, score(*late).cost_yuan) == (0.0, 30.03)
    assert score(*late, rules=TIANCHI_R0529).gross_yuan == 300.0


@both
def test_a_shorter_run_pays_to_its_own_end_whatever_the_row_says(rules: WorldRules) -> None:
    # Three days are 4,320 min.
    assert score(wait(4219), order("LATE", 4219, eligible=False), rules=rules, days=3).gross_yuan == 300.0
    assert score(wait(4220), order("LATE", 4220, eligible=True), rules=rules, days=3).gross_yuan == 0.0


def test_the_order_of_additions_shows_in_the_last_fen() -> None:
    # 2.96 + 1.81 + 2.36 + 1.38 = 8.51 km, at 1.5 yuan 12.765: a double below 8.51 gives 12.76, 8.51 itself 12.77.
    rows = (
        order("LATE", 0, pickup_km=2.96, haul_km=1.81),
        order("LATE", 101, pickup_km=2.36, haul_km=1.38),
    )
    one_by_one, in_pairs = score(*rows), score(*rows, rules=TIANCHI_R0529)
    assert (one_by_one.distance_km, in_pairs.distance_km) == (8.51, 8.51)
    assert (one_by_one.cost_yuan, in_pairs.cost_yuan) == (12.76, 12.77)


@both
def test_a_haul_logged_as_nothing_is_the_file_s_unrounded(rules: WorldRules) -> None:
    # 10.007543398... km from pickup to drop, 10.01 to the pickup as logged.
    no_haul = score(wait(60), order("PLAIN", 60, haul_km=0.0), rules=rules)
    assert (no_haul.distance_km, no_haul.cost_yuan) == (20.02, 30.03)
    same_place = order("NEXT-DOOR", 60, after=PICKUP, haul_km=0.0)
    assert score(wait(60), same_place, rules=rules).distance_km == 10.01


def test_the_net_is_rounded_by_itself_and_again_after_the_penalty() -> None:
    # (9.15 + 10.00) km * 1.5 = 28.725 less a rounding, shown as 28.72; 300 - 28.725 = 271.275 is shown as 271.27,
    # not as 300 - 28.72; less 80 that is 191.27.
    rows = (wait(60), order("PLAIN", 60, pickup_km=9.15, haul_km=10.0))
    check = {"rule": "rest", "violations": 1, "penalty": 80.0}

    def audit(driver: Driver, logged: Sequence[LogRow]) -> Penalty:
        assert (driver, len(logged)) == (DRIVER, 2)
        return Penalty(80.0, (check,))

    charged = score_rows(rows, DRIVER, LOADS, TIANCHI_R0509, 31, audit)
    assert (charged.cost_yuan, charged.penalty_yuan, charged.net_yuan) == (28.72, 80.0, 191.27)
    assert charged.checks == (check,)


def test_a_rejected_log_earns_nothing_and_is_not_audited() -> None:
    def audit(driver: Driver, logged: Sequence[LogRow]) -> Penalty:
        raise AssertionError("a rejected log is not audited")

    bad = (replace(wait(60), tokens=Tokens(1, 2, 3, 6)), order("PLAIN", 60), wait(5, start_min=0))
    rejected = score_rows(bad, DRIVER, LOADS, TIANCHI_R0509, 31, audit)
    assert rejected.aborted
    assert replace(rejected, error=None) == DriverScore("D1")


def test_rows_score_as_the_log_that_they_are_written_as() -> None:
    # The drop of C is at 23.0045, logged as 23.0 by the older release: 0.0045 degrees off, more than 0.0001.
    loads = load_table([load("C", end={"lat": 23.0045, "lng": 113.0})])
    rows = (wait(60), order("C", 60, after=(23.0045, 113.0)))
    for rules, code in ((TIANCHI_R0509, "order_end"), (TIANCHI_R0529, None)):
        fresh = score_rows(rows, DRIVER, loads, rules, 31)
        logged = [LogRow.from_json(r.to_json(START, rules), START, "row") for r in rows]
        assert score_rows(logged, DRIVER, loads, rules, 31) == fresh
        assert (fresh.error.code if fresh.error else None) == code


# the repaired rules


def test_the_standard_rules_charge_every_kilometre_driven_from_its_places() -> None:
    # Logged distances are not believed: the move, the lost window's drive and both legs are 10.0075 km each.
    back = {"latitude": 23.0, "longitude": 113.0}
    lost = row("take_order", 0, 11, {"cargo_id": "WINDOW"}, after=PICKUP, accepted=False, pickup_km=0.0, haul_km=0)
    home = row("reposition", 11, 11, back, before=PICKUP, distance_km=0.0)
    driven = score(lost, home, wait(38, 22), order("PLAIN", 60, pickup_km=0.0, haul_km=0.0), rules=STANDARD)
    assert driven.distance_km == round(4 * 10.007543398010371, 2)
    # The contest leaves the lost window's drive free, believes the move, and replaces a haul of nothing.
    assert score(lost, home, wait(38, 22), order("PLAIN", 60, pickup_km=0.0, haul_km=0.0)).distance_km == 10.01


def test_the_standard_rules_forgive_a_refused_id_and_know_refused_moves() -> None:
    astray = row("reposition", 1, 1, {"latitude": 95.0, "longitude": 500.0}, accepted=False, reason="bad_target")
    no_time = row("wait", 2, 1, {"duration_minutes": 0}, accepted=False, reason="bad_target")
    assert score(refused("NOPE", 0), astray, no_time, rules=STANDARD) == DriverScore("D1")
    # In the contest neither can be refused, so the flag excuses nothing.
    assert why(row("reposition", 0, 1, {"latitude": 95.0, "longitude": 500.0}, accepted=False)) == (1, "move_end")
    assert why(row("wait", 0, 1, {"duration_minutes": 0}, accepted=False)) == (1, "wait_minutes")
    assert why(order("NOPE", 0), rules=STANDARD) == (1, "unknown_load")


# the result file


def test_the_result_adds_up_and_keeps_rejected_logs_apart() -> None:
    broken = ScenarioError("actions_202603_D3.jsonl, line 4", "<nothing>", "is no JSON", "check that the line is whole")
    scores = [
        unreadable("D3", broken),
        replace(score(wait(60), order("PLAIN", 60)), driver_id="D2", tokens=Tokens(10, 5, 1, 15), penalty_yuan=100.1),
        replace(score(wait(10, start_min=1)), driver_id="D1"),
    ]
    result = official_result(scores, START)
    assert [item["driver_id"] for item in result["drivers"]] == ["D1", "D2", "D3"]
    assert [item["calculation_aborted"] for item in result["drivers"]] == [True, False, True]
    assert result["simulate_time_seconds"] is None
    assert result["month"] == "2026-03"
    assert result["summary"] == {
        "total_net_income_all_drivers": 269.97,
        "total_preference_penalty": 100.1,
        "total_token_usage": Tokens(10, 5, 1, 15).to_json(),
        "failed_driver_count": 2,
        "failed_drivers": {
            "D1": "row 1: the clock moves 11 min in a step of 10 min",
            "D3": "actions_202603_D3.jsonl, line 4: <nothing> is no JSON; check that the line is whole.",
        },
    }
    assert result["drivers"][0]["validation_error"] == "row 1: the clock moves 11 min in a step of 10 min"
    assert result["drivers"][1]["preference_check"] == {"rules": []}
