"""Drivers from JSON: defaults, the minutes of a preference, and each fault in one sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from load_files import START

from scenarios.errors import ScenarioError
from scenarios.files.load_problems import Reading
from scenarios.files.read_drivers import read_drivers
from scenarios.records import Driver

SHARED = Path(__file__).resolve().parents[2] / "shared" / "contest" / "drivers"


def driver(driver_id: object = "D1", **changes: Any) -> dict[str, Any]:
    """A good driver; `changes` replace fields, and `...` takes one away."""
    good = {"driver_id": driver_id, "current_lat": 23.0, "current_lng": 113.0, "preferences": []}
    return {key: value for key, value in (good | changes).items() if value is not ...}


def wish(**changes: Any) -> dict[str, Any]:
    """A good preference, in force on the first day from 10:00:30 to 15:00:00."""
    good = {
        "content": "rest",
        "start_time": "2026-03-01 10:00:30",
        "end_time": "2026-03-01 15:00:00",
        "penalty_amount": 12.5,
        "penalty_cap": None,
    }
    return {key: value for key, value in (good | changes).items() if value is not ...}


def read(folder: Path, *items: Any, strict: bool = True) -> tuple[tuple[Driver, ...], list[str]]:
    path = folder / "drivers.json"
    path.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
    problems: list[ScenarioError] = []
    return read_drivers(path, Reading(path.name, START, strict), problems), [str(problem) for problem in problems]


def test_only_the_id_and_the_place_must_be_given(tmp_path: Path) -> None:
    (found,), problems = read(tmp_path, driver(preferences=...))
    assert problems == []
    assert found == Driver(driver_id="D1", lat=23.0, lng=113.0)
    assert found.cost_per_km == 1.5


def test_a_preference_is_text_or_an_object_with_its_price_in_fen(tmp_path: Path) -> None:
    (found,), problems = read(tmp_path, driver(preferences=["no vegetables", wish(penalty_cap=30)]))
    assert problems == []
    plain, priced = found.preferences
    assert (plain.text, plain.start_min, plain.end_min, plain.penalty_fen) == ("no vegetables", None, None, 0)
    # The clock shows whole minutes: at 10:00:00 (600) it is not yet 10:00:30, at 10:01 (601) it is. 15:00 is 900.
    assert (priced.start_min, priced.end_min) == (601, 900)
    # 12.5 yuan are 1,250 fen, 30 yuan are 3,000.
    assert (priced.penalty_fen, priced.cap_fen) == (1250, 3000)


def test_tolerant_reading_shows_a_wish_always_unless_both_its_times_are_good(tmp_path: Path) -> None:
    wishes = [wish(start_time="soon"), wish(end_time=None), wish(end_time="2026-03-01 09:00:00", note=1)]
    (found,), problems = read(tmp_path, driver(preferences=wishes, current_lat=123.0), strict=False)
    assert problems == []
    assert [(each.start_min, each.end_min) for each in found.preferences] == [(None, None), (None, None), (601, 540)]


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (5, "driver 1: 5 is no driver, which is an object"),
        (driver(...), "driver 1, driver_id: <nothing> is no id"),
        (driver(" "), "driver 1, driver_id: ' ' is no id"),
        (driver(current_lat=...), r"driver 1 \(D1\), current_lat: <nothing> is no finite number"),
        (driver(current_lat="23"), "current_lat: '23' is no finite number"),
        (driver(cost_per_km=1_000_001), r"cost_per_km: 1000001\.0 is over 1,000,000 yuan a kilometre; give yuan"),
        (driver(current_lat=113.0, current_lng=23.0), "latitude and longitude look swapped; exchange lat and lng"),
        (driver(current_lat=95.0, current_lng=113.0), r"\(95.0, 113.0\) is no place on earth"),
        (driver(cost_per_km=-1), "cost_per_km: -1.0 is negative"),
        (driver(cost_per_kn=1), "cost_per_kn: 'cost_per_kn' is no field here; perhaps 'cost_per_km' is meant"),
        (driver(name=7), "name: 7 is no text"),
        (driver(preferences="rest"), "preferences: 'rest' is no list"),
        (driver(preferences=[7]), "preference 1: 7 is no preference, which is text or an object with content"),
        (driver(preferences=["ok", ["rest"]]), r"preference 2: \['rest'\] is no preference"),
        (driver(preferences=[""]), "preference 1: <an empty text> is no preference"),
        (driver(preferences=[wish(content=...)]), "preference 1, content: <nothing> is no text"),
        (driver(preferences=[wish(penalty=3)]), "preference 1, penalty: 'penalty' is no field here"),
        (driver(preferences=[wish(penalty_amount=-3)]), "penalty_amount: -3.0 is no amount"),
        (driver(preferences=[wish(penalty_cap=0.001)]), "penalty_cap: 0.001 is no amount"),
        (driver(preferences=[wish(penalty_cap="3")]), "penalty_cap: '3' is no finite number"),
        (driver(preferences=[wish(start_time="2026-03-01")]), "start_time: '2026-03-01' is a date without a time"),
        (driver(preferences=[wish(end_time="2026-03-01 09:00:00")]), "is a span that ends before it starts"),
    ],
)
def test_each_fault_is_one_sentence(tmp_path: Path, item: Any, sentence: str) -> None:
    _, problems = read(tmp_path, item, driver("D2"))
    assert len(problems) == 1
    assert re.search(r"drivers\.json, " + ".*" + sentence, problems[0]), problems[0]


def test_an_id_names_one_driver(tmp_path: Path) -> None:
    _, problems = read(tmp_path, driver("77"), driver(77))
    assert len(problems) == 1
    assert "driver 2, driver_id: '77' is the id of driver 1 already" in problems[0]


def test_a_key_that_stands_twice_is_refused_where_checks_are_strict(tmp_path: Path) -> None:
    path = tmp_path / "drivers.json"
    path.write_text('[{"driver_id": "D1", "current_lat": 23, "current_lng": 113, "cost_per_km": 1, "cost_per_km": 2}]')
    sentence = "drivers.json: 'cost_per_km' stands twice in the object that begins with 'driver_id': 'D1', and only"
    with pytest.raises(ScenarioError, match=re.escape(sentence)):
        read_drivers(path, Reading(path.name, START, strict=True), [])
    # The contest's own reader lets the last one count.
    (found,) = read_drivers(path, Reading(path.name, START, strict=False), [])
    assert found.cost_per_km == 2.0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", r"drivers\.json: <an empty file> holds no JSON value; write a list of drivers into it"),
        (b"[]", r"drivers\.json: <an empty list> leaves nobody to drive"),
        (b"{}", r"drivers\.json: \{\} is no list of drivers"),
        (b'[\n{"driver_id": "D1",\n "current_lat": NaN}]', r"drivers\.json:3: .*holds NaN, which is no JSON number"),
        (b'[\n{"driver_id": "D1"', r"drivers\.json:2: .*is not JSON"),
        ('["\n王"]'.encode("gbk"), r"drivers\.json:2: .*looks like GBK"),
        ("[]".encode("utf-16"), r"drivers\.json:1: .*is UTF-16 text"),
    ],
)
def test_a_file_that_is_no_list_of_drivers(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "drivers.json"
    path.write_bytes(content)
    with pytest.raises(ScenarioError, match=sentence):
        read_drivers(path, Reading(path.name, START, strict=True), [])


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "drivers.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([driver()]).encode())
    assert len(read_drivers(path, Reading(path.name, START, strict=True), [])) == 1


@pytest.mark.skipif(not SHARED.exists(), reason="the contest's driver files are not beside the checkout")
def test_the_contests_drivers_read_without_a_fault() -> None:
    for path in sorted(SHARED.glob("*.json")):
        problems: list[ScenarioError] = []
        found = read_drivers(path, Reading(path.name, START, strict=True), problems)
        assert problems == []
        assert len(found) == len(json.loads(path.read_text(encoding="utf-8")))
