"""Action logs: what is read is what is written, to the byte, and a broken line is one sentence."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contest_cases import CASES, NO_CASES, START, Case, load_table
from hypothesis import given, settings
from hypothesis import strategies as st
from test_contest_cases import exact_action, one_driver_world

from dispatch.action_logs.files import find_logs, read_log, read_logs, write_logs
from dispatch.action_logs.outcome import row_of_outcome
from dispatch.action_logs.raw_action import parse_action
from dispatch.action_logs.row import LogRow, Tokens
from memory.observed import Act, Action, Outcome, Result
from scenarios.errors import ScenarioError
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529

NO_USE = Tokens().to_json()
WAIT_LINE: dict[str, Any] = {
    "step": 1,
    "driver_id": "D1",
    "step_elapsed_minutes": 34,
    "query_scan_cost_minutes": 4,
    "action_exec_cost_minutes": 30,
    "position_before": {"lat": 23.0, "lng": 113.0},
    "position_after": {"lat": 23.0, "lng": 113.0},
    "simulation_end_time": "2026-03-01 00:34",
    "action": {"action": "wait", "params": {"duration_minutes": 30}, "model_usage": NO_USE},
    "token_usage": NO_USE,
    "result": {"simulation_progress_minutes": 34, "simulation_wall_time": "2026-03-01 00:34:00"},
}


def dumped(row: LogRow, rules: Any) -> str:
    return json.dumps(row.to_json(START, rules), ensure_ascii=False)


# official rows


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_official_row_is_written_back_to_the_byte(case: Case) -> None:
    rows_seen = 0
    for driver_id in case.drivers:
        for number, line in enumerate(case.log_lines(driver_id), start=1):
            row = LogRow.from_json(json.loads(line), START, f"{driver_id}, line {number}", number)
            assert dumped(row, case.rules) == line
            rows_seen += 1
    assert rows_seen == sum(
        json.loads((case.folder / "run_summary.json").read_text())["driver_completed_steps"].values()
    )


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_files_are_read_and_written_back_whole(case: Case, tmp_path: Path) -> None:
    logs = read_logs(case.folder, START)
    assert list(logs) == sorted(case.drivers)
    paths = write_logs(tmp_path, logs, START, case.rules, "20260801_120000")
    assert [path.name for path in paths] == [f"actions_202603_{d}_20260801_120000.jsonl" for d in logs]
    for path, driver_id in zip(paths, logs, strict=True):
        assert path.read_text(encoding="utf-8").splitlines() == case.log_lines(driver_id)
    assert repr(read_logs(tmp_path, START)) == repr(logs)  # as text, since NaN is not equal to itself


# round trips of any row

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
minutes = st.integers(0, 200_000)
hundredths = st.integers(-9_999_999, 9_999_999).map(lambda n: n / 100)
degrees = st.floats(-180, 180)


@st.composite
def rows(draw: st.DrawFn, places: st.SearchStrategy[float]) -> LogRow:
    before_lat, before_lng, after_lat, after_lng = (draw(places) for _ in range(4))
    kind = draw(st.sampled_from(("wait", "reposition", "done", "window", "refused")))
    params: dict[str, dict[str, Any]] = {
        "wait": {"duration_minutes": draw(st.one_of(minutes, hundredths, texts, st.none()))},
        "reposition": {"latitude": draw(places), "longitude": draw(places)},
    }
    name = kind if kind in params else draw(st.sampled_from(("take_order", " Take_Order ")))
    km = kind in ("done", "window")
    return LogRow(
        step=draw(st.integers(1, 10**6)),
        driver_id=draw(texts),
        elapsed_min=draw(minutes),
        scan_min=draw(minutes),
        exec_min=draw(minutes),
        before_lat=before_lat,
        before_lng=before_lng,
        after_lat=after_lat,
        after_lng=after_lng,
        end_min=draw(minutes),
        action={"action": name, "params": params.get(kind, {"cargo_id": draw(texts)}), "why": draw(texts)},
        tokens=Tokens(*(draw(minutes) for _ in range(4))),
        accepted={"done": True, "window": False, "refused": False}.get(kind),
        reason=draw(texts) if kind in ("done", "window", "refused") else None,
        pickup_km=draw(hundredths) if km else None,
        haul_km=draw(hundredths) if km else None,
        distance_km=draw(hundredths) if kind == "reposition" else None,
        eligible=draw(st.booleans()) if kind == "done" else None,
    )


@settings(deadline=None)  # a busy machine is no failure
@given(rows(places=hundredths))
def test_a_row_in_two_decimals_survives_the_older_release(row: LogRow) -> None:
    assert LogRow.from_json(json.loads(dumped(row, TIANCHI_R0509)), START, "row") == row


@settings(deadline=None)
@given(rows(places=degrees))
def test_any_place_survives_the_newer_release(row: LogRow) -> None:
    assert LogRow.from_json(json.loads(dumped(row, TIANCHI_R0529)), START, "row") == row
    assert LogRow.from_json(json.loads(dumped(row, STANDARD)), START, "row") == row


@settings(deadline=None)
@given(rows(places=degrees))
def test_a_row_is_rounded_once_and_for_all(row: LogRow) -> None:
    once = row.as_logged(TIANCHI_R0509)
    assert once.as_logged(TIANCHI_R0509) == once


def test_the_older_release_rounds_places_and_parameters_too() -> None:
    moved = LogRow(
        step=1,
        driver_id="D1",
        elapsed_min=2,
        scan_min=0,
        exec_min=2,
        before_lat=23.1,
        before_lng=113.2,
        after_lat=23.1234,
        after_lng=113.2345,
        end_min=2,
        action={"action": "reposition", "params": {"latitude": 23.1234, "longitude": 113.2345}, "margin": 0.125},
        distance_km=1.0049,
    )
    older, newer = moved.to_json(START, TIANCHI_R0509), moved.to_json(START, TIANCHI_R0529)
    assert older["position_after"] == {"lat": 23.12, "lng": 113.23}
    assert older["action"]["params"] == {"latitude": 23.12, "longitude": 113.23}
    assert older["result"]["current_lng"] == 113.23
    assert newer["position_after"] == {"lat": 23.1234, "lng": 113.2345}
    assert newer["action"]["params"] == {"latitude": 23.1234, "longitude": 113.2345}
    assert newer["result"]["current_lat"] == 23.1234
    # 0.125 is a double exactly between 0.12 and 0.13; round() takes the even one.
    assert older["action"]["margin"] == newer["action"]["margin"] == 0.12
    assert older["result"]["distance_km"] == newer["result"]["distance_km"] == 1.0


def test_an_action_is_understood_whatever_its_case_and_spaces() -> None:
    line = {**WAIT_LINE, "action": {"action": " Take_Order ", "params": {"cargo_id": 77}}}
    row = LogRow.from_json(line, START, "row")
    assert (row.name, row.load_id, row.action) == ("take_order", "77", line["action"])


# outcomes of ours

LOADS = load_table(
    [
        {
            "cargo_id": "A",
            "create_time": "2026-03-01 00:00:00",
            "remove_time": "2026-03-02 00:00:00",
            "start": {"lat": 23.09, "lng": 113.0},
            "end": {"lat": 23.0, "lng": 113.0},
            "cost_time_minutes": 90,
            "price": 30000,
        }
    ]
)
TAKE_A = Action(Act.TAKE_ORDER, load=0)


def outcome_row(outcome: Outcome) -> LogRow:
    # The step starts at minute 60 and reads lists until the action starts at minute 64.
    return row_of_outcome(2, "D1", 60, (23.0, 113.0), outcome, LOADS, Tokens(5, 3, 0, 8))


def test_a_finished_order_becomes_an_official_row() -> None:
    # 10.0075 km at 60 km/h is 11 min, and 90 min of service: 64 + 11 + 90 = 165 = 02:45.
    row = outcome_row(Outcome(TAKE_A, Result.DONE, 64, 165, 23.0, 113.0, pickup_km=10.0075, haul_km=10.0075))
    usage = {"prompt_tokens": 5, "completion_tokens": 3, "reasoning_tokens": 0, "total_tokens": 8}
    assert row.to_json(START, TIANCHI_R0509) == {
        "step": 2,
        "driver_id": "D1",
        "step_elapsed_minutes": 105,
        "query_scan_cost_minutes": 4,
        "action_exec_cost_minutes": 101,
        "position_before": {"lat": 23.0, "lng": 113.0},
        "position_after": {"lat": 23.0, "lng": 113.0},
        "simulation_end_time": "2026-03-01 02:45",
        "action": {"action": "take_order", "params": {"cargo_id": "A"}, "model_usage": usage},
        "token_usage": usage,
        "result": {
            "accepted": True,
            "detail": "done",
            "driver_id": "D1",
            "cargo_id": "A",
            "simulation_progress_minutes": 165,
            "simulation_wall_time": "2026-03-01 02:45:00",
            "pickup_deadhead_km": 10.01,
            "haul_distance_km": 10.01,
            "income_eligible": True,
        },
    }


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (
            Outcome(TAKE_A, Result.WINDOW_MISSED, 64, 75, 23.09, 113.0, pickup_km=10.0075),
            {
                "accepted": False,
                "detail": "load_time_window_expired",
                "driver_id": "D1",
                "cargo_id": "A",
                "simulation_progress_minutes": 75,
                "simulation_wall_time": "2026-03-01 01:15:00",
                "pickup_deadhead_km": 10.01,
                "haul_distance_km": 0,
            },
        ),
        (
            Outcome(Action(Act.TAKE_ORDER, load_id="NOPE"), Result.UNKNOWN_LOAD, 64, 65, 23.0, 113.0),
            {
                "action": "take_order",
                "accepted": False,
                "detail": "load_not_on_board: NOPE",
                "simulation_progress_minutes": 65,
                "simulation_wall_time": "2026-03-01 01:05:00",
            },
        ),
        (
            Outcome(TAKE_A, Result.CLAIMED_BY_OTHER, 64, 65, 23.0, 113.0),
            {
                "action": "take_order",
                "accepted": False,
                "detail": "load_claimed_by_other: A",
                "simulation_progress_minutes": 65,
                "simulation_wall_time": "2026-03-01 01:05:00",
            },
        ),
        (
            Outcome(Action(Act.REPOSITION, lat=95.0, lng=500.0), Result.BAD_TARGET, 64, 65, 23.0, 113.0),
            {
                "action": "reposition",
                "accepted": False,
                "detail": "bad_target",
                "simulation_progress_minutes": 65,
                "simulation_wall_time": "2026-03-01 01:05:00",
            },
        ),
        (
            Outcome(Action(Act.WAIT, minutes=60), Result.FAILED_STEP, 64, 124, 23.0, 113.0),
            {"simulation_progress_minutes": 124, "simulation_wall_time": "2026-03-01 02:04:00"},
        ),
        (
            Outcome(
                Action(Act.REPOSITION, lat=23.09, lng=113.0), Result.DONE, 64, 75, 23.09, 113.0, reposition_km=10.0075
            ),
            {
                "current_lat": 23.09,
                "current_lng": 113.0,
                "simulation_progress_minutes": 75,
                "simulation_wall_time": "2026-03-01 01:15:00",
                "distance_km": 10.01,
            },
        ),
    ],
    ids=lambda value: value.result.name.lower() if isinstance(value, Outcome) else "",
)
def test_every_other_outcome_has_its_official_result(outcome: Outcome, result: dict[str, Any]) -> None:
    row = outcome_row(outcome)
    written = row.to_json(START, TIANCHI_R0529)
    assert LogRow.from_json(written, START, "row") == row.as_logged(TIANCHI_R0529)
    assert written["result"] == result
    assert list(written["result"]) == list(result)


@pytest.mark.skipif(not CASES, reason=NO_CASES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_official_rows_are_what_our_world_logs_for_the_same_actions(case: Case) -> None:
    for driver_id in case.drivers:
        world = one_driver_world(case, driver_id)
        for official in map(json.loads, case.log_lines(driver_id)):
            start_min, place = world.minute, (world.trucks[0].lat, world.trucks[0].lng)
            world.advance(start_min + official["query_scan_cost_minutes"])
            action = parse_action(exact_action(case, driver_id, official), case.loads.row_of, case.rules)
            outcome = world.apply(0, action)
            world.advance(outcome.end_min)
            row = row_of_outcome(official["step"], driver_id, start_min, place, outcome, case.loads)
            # Their words for a refusal and their spelling of an action are theirs; all else is equal to the byte.
            theirs = {"action": official["action"], "reason": official["result"].get("detail")}
            assert dumped(replace(row, **theirs), case.rules) == json.dumps(official, ensure_ascii=False)


def test_an_order_cut_off_by_the_horizon_is_accepted_and_not_eligible() -> None:
    row = outcome_row(Outcome(TAKE_A, Result.CUT_OFF, 64, 165, 23.0, 113.0, pickup_km=10.0075, haul_km=10.0075))
    assert (row.accepted, row.eligible) == (True, False)


# broken lines


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in WAIT_LINE.items() if name != key}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["wait"], r"log, line 3: \['wait'\] is no JSON object"),
        (without("step"), r"log, line 3, field step: <nothing> is no whole number"),
        ({**WAIT_LINE, "step_elapsed_minutes": "34"}, r"field step_elapsed_minutes: '34' is no whole number"),
        ({**WAIT_LINE, "query_scan_cost_minutes": True}, r"field query_scan_cost_minutes: true is no whole number"),
        (without("position_after"), r"field position_after: <nothing> is no object"),
        (
            {**WAIT_LINE, "position_before": {"lat": "23", "lng": 113.0}},
            r"in position_before, field lat: '23' is no number",
        ),
        (
            {**WAIT_LINE, "position_before": {"lat": True, "lng": 113.0}},
            r"in position_before, field lat: true is no number",
        ),
        (
            {**WAIT_LINE, "position_before": {"lat": 23.0, "lng": float("inf")}},
            r"in position_before, field lng: inf is no number",
        ),
        ({**WAIT_LINE, "action": {"action": "wait", "params": [5]}}, r"in action, field params: \[5\] is no object"),
        ({**WAIT_LINE, "token_usage": 12}, r"line 3: 12 is no JSON object"),
        (
            {**WAIT_LINE, "result": {"simulation_progress_minutes": 34, "accepted": "yes"}},
            r"in result, field accepted: 'yes' is neither true nor false",
        ),
        (
            {**WAIT_LINE, "simulation_end_time": "2026-04-01 00:34"},
            r"field simulation_end_time: '2026-04-01 00:34' is not minute 34 of a scenario that starts at 2026-03-01",
        ),
        (
            {**WAIT_LINE, "result": {"simulation_progress_minutes": 10**12}},
            r"field simulation_progress_minutes: 1000000000000 minutes after 2026-03-01 00:00 lead out of the calendar"
            "; take the log as the simulator wrote it",
        ),
    ],
)
def test_an_ill_formed_row_is_named_with_its_field(line: Any, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        LogRow.from_json(line, START, "log, line 3")


def put(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


GOOD = json.dumps(WAIT_LINE)


def test_the_newest_file_of_a_driver_counts_whatever_its_form(tmp_path: Path) -> None:
    put(tmp_path, "actions_202603_D2.jsonl")
    put(tmp_path, "actions_202603_D10_20260801_100000.jsonl")
    put(tmp_path, "actions_202603_D10.jsonl")
    (tmp_path / "actions_202603_D10_20260801_100001.jsonl.gz").write_bytes(gzip.compress(b""))
    put(tmp_path, "run_summary_202603.json")
    put(tmp_path, "actions_202603_D2.jsonl.tmp")
    assert {who: path.name for who, path in find_logs(tmp_path).items()} == {
        "D10": "actions_202603_D10_20260801_100001.jsonl.gz",
        "D2": "actions_202603_D2.jsonl",
    }


def test_blank_lines_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "actions_202603_D1.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode() + b"\n\n" + GOOD.encode())
    assert [row.line for row in read_log(path, "D1", START)] == [1, 3]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([GOOD, GOOD[:40]], r"actions_202603_D1\.jsonl, line 2: .* is no JSON; check that the line is whole"),
        ([GOOD.replace("D1", "D7")], r"line 1, field driver_id: 'D7' is not D1; give every driver a file"),
    ],
)
def test_a_broken_line_is_named(lines: list[str], sentence: str, tmp_path: Path) -> None:
    put(tmp_path, "actions_202603_D1.jsonl", *lines)
    with pytest.raises(ScenarioError, match=sentence):
        read_logs(tmp_path, START)


def test_a_file_in_another_encoding_or_cut_short_is_said_so(tmp_path: Path) -> None:
    foreign = tmp_path / "actions_202603_D1.jsonl"
    foreign.write_bytes("等待".encode("gbk"))
    short = tmp_path / "actions_202603_D2.jsonl.gz"
    short.write_bytes(gzip.compress(GOOD.encode() * 100)[:-12])
    spoilt = tmp_path / "actions_202603_D3.jsonl.gz"
    whole = bytearray(gzip.compress(GOOD.encode()))
    whole[10] = 0xFF  # the first byte of the compressed data
    spoilt.write_bytes(bytes(whole))
    with pytest.raises(ScenarioError, match="is not UTF-8; convert the file"):
        read_log(foreign, "D1", START)
    for who, path in (("D2", short), ("D3", spoilt), ("D4", tmp_path / "actions_202603_D4.jsonl")):
        with pytest.raises(ScenarioError, match="stopped the reading; check that the file is whole"):
            read_log(path, who, START)


def test_a_folder_without_a_log_and_a_log_without_a_driver_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"is there to score; name a folder"):
        find_logs(tmp_path)
    with pytest.raises(ScenarioError, match=r"nowhere: <nothing> is where a folder of logs should be; name a folder"):
        find_logs(tmp_path / "nowhere")
    (tmp_path / "a-file").touch()
    with pytest.raises(ScenarioError, match=r"a-file: <a file> stands where a folder of logs should be; name a"):
        find_logs(tmp_path / "a-file")
    put(tmp_path, "actions_202603_D_1.jsonl")
    with pytest.raises(ScenarioError, match=r"'actions_202603_D_1.jsonl' does not name a driver"):
        find_logs(tmp_path)


@pytest.mark.parametrize("who", ["D_1", "../D1", ""])
def test_a_driver_whose_id_the_scorer_would_lose_gets_no_log(who: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be part of a log's file name"):
        write_logs(tmp_path, {who: []}, START, STANDARD, "20260801_120000")
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_from_a_model_is_written_as_its_escape(tmp_path: Path) -> None:
    row = LogRow.from_json({**WAIT_LINE, "action": {"action": "wait", "params": {"why": "\ud83d"}}}, START, "row")
    (path,) = write_logs(tmp_path, {"D1": [row]}, START, STANDARD, "20260801_120000")
    assert r"\ud83d" in path.read_text(encoding="utf-8")
    assert read_log(path, "D1", START) == [row]


def test_a_stamp_has_one_form(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="YYYYmmdd_HHMMSS, not '2026-08-01'"):
        write_logs(tmp_path, {}, START, STANDARD, "2026-08-01")
