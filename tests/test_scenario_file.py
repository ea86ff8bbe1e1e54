"""scenario.yaml: what it may say, how its faults are told, and the first one a user starts from."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest
import yaml
from load_files import row, write_lines

from scenarios.errors import ScenarioError
from scenarios.files.new_scenario import write_new_scenario
from scenarios.files.scenario_file import ScenarioFile, scenario_schema
from scenarios.open import check_scenario, library_names, open_scenario, scenario_fingerprint

GOOD = """\
format: 1
name: two days
start: 2026-03-01
days: 2
loads: {file: loads.jsonl}
drivers: {file: drivers.json}
"""


def scenario_folder(folder: Path, text: str = GOOD) -> Path:
    """A folder with that scenario.yaml, one load and one driver."""
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    write_lines(folder / "loads.jsonl", row())
    (folder / "drivers.json").write_text('[{"driver_id": "D1", "current_lat": 23.0, "current_lng": 113.0}]')
    return folder


def test_the_least_a_scenario_says(tmp_path: Path) -> None:
    scenario = open_scenario(scenario_folder(tmp_path))
    assert (scenario.name, scenario.start, scenario.days) == ("two days", datetime(2026, 3, 1), 2)
    assert (scenario.timezone, scenario.rules.profile) == ("Asia/Shanghai", "standard")
    assert scenario.horizon_min == 2880
    assert len(scenario.loads) == len(scenario.drivers) == 1


def test_rules_are_a_profile_with_single_fields_laid_over_it(tmp_path: Path) -> None:
    folder = scenario_folder(tmp_path, GOOD + "rules: {profile: tianchi-r0529, speed_kmh: 48}\n")
    rules = open_scenario(folder).rules
    assert (rules.profile, rules.speed_kmh, rules.pool) == ("tianchi-r0529", 48.0, "private")
    # Another profile takes the place of the whole block.
    rules = open_scenario(folder, rules="standard").rules
    assert (rules.profile, rules.speed_kmh, rules.pool) == ("standard", 60.0, "shared")
    assert open_scenario(scenario_folder(tmp_path, GOOD + "rules: tianchi-r0509\n")).rules.query_k_fixed


def test_a_generator_stands_in_for_a_file(tmp_path: Path) -> None:
    text = GOOD.replace("{file: loads.jsonl}", "{generator: {loads_per_day: 30}}")
    text = text.replace("{file: drivers.json}", "{generator: {count: 3}}")
    folder = scenario_folder(tmp_path, text)
    one, two, other = (open_scenario(folder, seed=seed) for seed in (7, 7, 8))
    assert len(one.loads) == 60
    assert one.loads.create_min.tolist() == two.loads.create_min.tolist()
    assert one.loads.create_min.tolist() != other.loads.create_min.tolist()
    assert (one.fingerprint == two.fingerprint, one.fingerprint == other.fingerprint) == (True, False)
    longer = open_scenario(folder, days=4, drivers=5)
    assert (len(longer.loads), len(longer.drivers), longer.days) == (120, 5, 4)


def test_the_fingerprint_follows_every_part_of_the_world(tmp_path: Path) -> None:
    folder = scenario_folder(tmp_path)
    prints = [
        open_scenario(folder).fingerprint,
        open_scenario(folder, seed=1).fingerprint,
        open_scenario(folder, days=1).fingerprint,
        open_scenario(folder, rules="tianchi-r0509").fingerprint,
    ]
    write_lines(folder / "loads.jsonl", row(price=1))
    prints.append(open_scenario(folder).fingerprint)
    assert len(set(prints)) == 5
    write_lines(folder / "loads.jsonl", row())
    assert open_scenario(folder).fingerprint == prints[0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("format: 1", "format: 2"), r"scenario\.yaml, format: 2 is no known format; write format: 1"),
        (("name: two days\n", ""), r"scenario\.yaml, name: <nothing> stands where a value must be; give name"),
        (("days: 2", "days: 0"), r"scenario\.yaml, days: 0 is under 1; give a number from 1 to 3,660"),
        (("days: 2", "dais: 2"), r"scenario\.yaml, days: <nothing>"),
        (("days: 2", "days: '2'"), r"days: '2' is text, and a whole number is wanted; write it without quotation"),
        (("2026-03-01", "2026-03-01 06:00:00"), r"start: 2026-03-01 06:00:00 is no midnight.*; write a date"),
        (("2026-03-01", "2026-03-01T00:00:00+08:00"), r"scenario\.yaml, start: .*midnight"),
        (("2026-03-01", "2026-03-01 06:00"), r"scenario\.yaml, start: .*midnight"),
        (("2026-03-01", "soon"), r"start: 'soon' is no date; write one of the form 2026-03-01"),
        (("2026-03-01", "20260301"), r"start: 20260301 is no date; write one of the form"),
        (("days: 2", "days: 2\ntimezone: Asia/Canton"), r"timezone: 'Asia/Canton' is no time zone; name one"),
        (("days: 2", "days: 2\nrules: tianchi"), r"rules: 'tianchi' is no rules profile; perhaps 'tianchi-r0529'"),
        (("days: 2", "days: 2\nrules: {speed: 5}"), r"rules\.speed: 'speed' is no key here; perhaps 'speed_kmh'"),
        (("days: 2", "days: 2\nrules: {speed_kmh: -5}"), r"speed_kmh: -5 is under 1; give a number from 1 to 1,000"),
        (("{file: loads.jsonl}", "{}"), r"loads: \{\} names neither file nor generator; give exactly one"),
        (("{file: loads.jsonl}", "{generator: {loads_per_days: 5}}"), r"loads\.generator\.loads_per_days: .*perhaps"),
        (("{file: loads.jsonl}", "loads.jsonl"), r"loads: 'loads\.jsonl' is no block of named keys; write keys"),
        (("{file: loads.jsonl}", "{file: none.jsonl}"), r"none\.jsonl: <no such file> was found"),
        (("{file: drivers.json}", "{generator: {count: 0}}"), r"count: 0 is under 1; give a number from 1 to 100,000"),
        (("days: 2", "days: [2"), r"scenario\.yaml:\d+: .*is not YAML as it should be"),
        (("days: 2", "days: 2\ndays: 3"), r"scenario\.yaml:5: 'days: 3' is not YAML .*key 'days' stands twice"),
    ],
)
def test_each_fault_is_one_sentence(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    folder = scenario_folder(tmp_path, GOOD.replace(*change))
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(folder)


HUGE = 10**23


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        *(
            (f"{{{key}: {HUGE}}}", rf"rules\.{key}: {HUGE} is over 1,000,000,000; give a number from 1 to 1,000,")
            for key in (
                "query_k_default", "query_k_max", "items_per_scan_minute", "max_steps", "stuck_steps", "paid_days_max",
            )
        ),
        *(
            (f"{{{key}: {HUGE}}}", rf"rules\.{key}: {HUGE} is over 536,870,912")
            for key in ("min_wait_min", "refusal_min", "failure_wait_min")
        ),
        ("{max_steps: 0x" + "f" * 5000 + "}", r"max_steps: <a number of very many digits> is over 1,000,000,000"),
        ("{max_steps: " + "9" * 5000 + "}", r"scenario\.yaml:7: .*there is no such date or number"),
        ("{speed_kmh: 1001}", r"rules\.speed_kmh: 1001 is over 1,000; give a number from 1 to 1,000"),
        ("{speed_kmh: 0x" + "f" * 400 + "}", r"rules\.speed_kmh: <a number of very many digits> is too large"),
        ("{speed_kmh: .inf}", r"rules\.speed_kmh: inf is "),
        ("{speed_kmh: .nan}", r"rules\.speed_kmh: nan is "),
        ("{query_k_max: 50}", r"rules: <the block> has query_k_default 100 above query_k_max 50; lower the one"),
        ("{max_steps: 5, max_steps_scope: run}", r"rules: <the block> has max_steps_scope run without pool private"),
        ("{profile: 7}", r"rules: <the block> names no rules profile with 7; choose one of standard"),
        ("{pool: common}", r"rules\.pool: 'common' is not known here; use 'shared' or 'private'"),
        ("7", r"rules: 7 is no block of named keys"),
    ],
)  # fmt: skip
def test_rules_beyond_any_world_are_refused(tmp_path: Path, rules: str, sentence: str) -> None:
    folder = scenario_folder(tmp_path, GOOD + f"rules: {rules}\n")
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(folder)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("format: 1", "format: true"), "format: true is no known format; write format: 1"),
        (("format: 1", "format: 1.0"), r"format: 1\.0 is no known format"),
        (("format: 1", "format: '1'"), "format: '1' is no known format"),
        (("days: 2", "days: 2.0"), r"days: 2\.0 is no whole number; give a whole number from 1 to 3,660"),
        (("days: 2", "days: true"), "days: true is no whole number"),
        (("days: 2", "days:"), "days: <nothing> is no whole number; give a whole number from 1 to 3,660"),
        (("two days", "2026-03-01"), "name: 2026-03-01 is no text; put it between quotation marks"),
        (("two days", "' '"), "name: ' ' is empty, and a scenario has a name"),
        (("two days", '"two\\ndays"'), r"name: 'two\\ndays' holds a control character"),
        (("days: 2", "days: 2\ntimezone: 8"), "timezone: 8 is no time zone; name one such as Asia/Shanghai"),
        (("days: 2", "days: 2\nrules: {charge_missed_pickup_km: 'yes'}"), "km: 'yes' is neither true nor false; write"),
        (("days: 2", "days: 2\nrules: {charge_missed_pickup_km: 1}"), "km: 1 is neither true nor false"),
        (("days: 2", "days: 2\nrules: {speed_kmh: '55'}"), "speed_kmh: '55' is text, and a number is wanted"),
        (("days: 2", "days: 2\nrules: {speed_kmh: fast}"), "speed_kmh: 'fast' is no number"),
        (("{file: loads.jsonl}", "{generator: {loads_per_day: '5'}}"), "loads_per_day: '5' is text, and a number"),
        (("{file: loads.jsonl}", "{generator: {loads_per_day: 0}}"), "0 is not above 0; .* above 0, at most 1,000,000"),
        (("{file: loads.jsonl}", "{generator: {loads: 5, weekday_weights: [1, 2]}}"), r"\[1, 2\] holds 2 numbers"),
        (
            ("{file: loads.jsonl}", "{generator: {loads: 5, weekday_weights: [1, 1, 1, 1, 1, 1, '1']}}"),
            r"weekday_weights\.6: '1' is text",
        ),
        (("{file: loads.jsonl}", f"{{generator: {{loads: 5, seed: {HUGE}}}}}"), "seed: .* is over 9,223,372"),
        (("{file: loads.jsonl}", "{generator: {loads: 5, seed: -1}}"), "seed: -1 is under 0"),
        (("{file: loads.jsonl}", "{file: l.csv, generator: {loads: 5}}"), "names both file and generator"),
        (("{file: loads.jsonl}", ""), "loads: <nothing> is no block of named keys; write keys"),
        (("{file: loads.jsonl}", "{file: ''}"), r"loads\.file: '' is empty"),
        (("{file: loads.jsonl}", '{file: "a\\0b"}'), r"loads\.file: 'a\\x00b' holds a zero byte"),
        (("{file: drivers.json}", "{generator: {count: 2, seed: 1.5}}"), r"seed: 1\.5 is no whole number"),
        (("{file: drivers.json}", f"{{generator: {{count: 2, cost_per_km: {HUGE}}}}}"), "cost_per_km: .* over 1,000,"),
        (("days: 2", "days: 2\n7: x"), "7: 7 is under a key that is no text; write the key as text"),
        (("days: 2", "days: 2\non: x"), "true is under a key that is no text"),
    ],
)
def test_a_value_is_of_the_type_it_is_written_in(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    folder = scenario_folder(tmp_path, GOOD.replace(*change))
    with pytest.raises(ScenarioError, match=sentence) as caught:
        open_scenario(folder)
    for word in ("None", "True", "datetime", "instance of", "dictionary", "input should"):
        assert word not in str(caught.value)


def test_weights_of_a_week_and_whole_numbers_for_decimal_ones_are_taken(tmp_path: Path) -> None:
    block = "{generator: {loads_per_day: 5, seed: 9223372036854775807, weekday_weights: [1, 1, 1, 1, 1, 0.5, 0]}}"
    text = GOOD.replace("{file: loads.jsonl}", block) + "rules: {speed_kmh: 55}\n"
    assert open_scenario(scenario_folder(tmp_path, text)).rules.speed_kmh == 55.0


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        ("0001-01-01", "start: 0001-01-01 is not within the years 1970 to 2200; choose a date of those"),
        ("1969-12-31", "start: 1969-12-31 is not within the years"),
        ("2201-01-01", "start: 2201-01-01 is not within the years"),
        ("9999-12-31", "start: 9999-12-31 is not within the years"),
        ("0001-01-01T00:00:00+08:00", "start: .* is no midnight in local time"),
        ("0000-01-01", r"scenario\.yaml:3: .*there is no such date"),
        ("2026-02-30", r"scenario\.yaml:3: .*there is no such date"),
        ("!!timestamp soon", r"scenario\.yaml:3: .*there is no such date"),
        ("!!bool soon", r"scenario\.yaml:3: .*there is no such date"),
    ],
)
def test_a_start_that_no_calendar_reaches_is_refused(tmp_path: Path, start: str, sentence: str) -> None:
    folder = scenario_folder(tmp_path, GOOD.replace("2026-03-01", start))
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(folder)


@pytest.mark.parametrize("start", ["1970-01-01", "2200-12-31"])
def test_a_wish_of_any_time_fits_the_first_and_the_last_start(tmp_path: Path, start: str) -> None:
    folder = scenario_folder(tmp_path, GOOD.replace("2026-03-01", start))
    wish = {"content": "rest", "start_time": "0001-01-01 00:00:00", "end_time": "9999-12-31 23:59:59"}
    driver = {"driver_id": "D1", "current_lat": 23.0, "current_lng": 113.0, "preferences": [wish]}
    (folder / "drivers.json").write_text(json.dumps([driver]))
    write_lines(folder / "loads.jsonl", row(create_time="0001-01-01 00:00:00", remove_time="9999-12-31 23:59:59"))
    scenario = open_scenario(folder)
    (found,) = scenario.drivers[0].preferences
    assert (found.start_min or 0) < 0
    # A time further than 2**29 minutes on stands at that bound.
    assert found.end_min == scenario.loads.remove_min[0] == 2**29
    assert scenario.loads.create_min[0] == found.start_min


def test_a_vast_value_of_few_letters_is_shown_short(tmp_path: Path) -> None:
    # Each alias doubles the list: written out, the last one has 2 ** 40 members.
    doubled = "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 41))
    folder = scenario_folder(tmp_path, f"a0: &a0 [1]\n{doubled}" + GOOD.replace("two days", "*a40"))
    with pytest.raises(ScenarioError, match=r"name: \[\[\[\[\.\.\.") as caught:
        open_scenario(folder)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_beyond_63_bits_is_refused(seed: int) -> None:
    with pytest.raises(ScenarioError, match=r"--seed: .* is no seed, which is a whole number from 0 to 92233"):
        open_scenario("tiny", seed=seed)
    assert open_scenario("tiny", seed=2**63 - 1).name == "tiny"


def test_check_tells_all_faults_of_the_file(tmp_path: Path) -> None:
    text = GOOD.replace("days: 2", "dais: 2").replace("name: two days", "")
    problems = check_scenario(scenario_folder(tmp_path, text))
    assert len(problems) == 3
    assert any("dais: 'dais' is no key here; perhaps 'days' is meant" in problem for problem in problems)


@pytest.mark.parametrize(("written", "meant"), [("010", "8"), ("1:30", "90"), ("1_0:00.5", "600.5")])
def test_a_number_that_yaml_takes_to_another_base_is_refused(tmp_path: Path, written: str, meant: str) -> None:
    sentence = f"{written} means {meant} in YAML: write that, or put it between quotation marks"
    with pytest.raises(ScenarioError, match=rf"scenario\.yaml:\d+: 'days: {written}' is not YAML.*{sentence}"):
        open_scenario(scenario_folder(tmp_path, GOOD.replace("days: 2", f"days: {written}")))


def test_a_file_that_is_no_yaml_text(tmp_path: Path) -> None:
    folder = scenario_folder(tmp_path)
    (folder / "scenario.yaml").write_bytes(GOOD.replace("two days", "两天").encode("gbk"))
    with pytest.raises(ScenarioError, match=r"scenario\.yaml:2: .*looks like GBK"):
        open_scenario(folder)
    (folder / "scenario.yaml").write_bytes(GOOD.replace("two days", "two\0days").encode())
    with pytest.raises(ScenarioError, match=r"scenario\.yaml:2: <the line> holds a control character"):
        open_scenario(folder)
    (folder / "scenario.yaml").write_text("[" * 3000)
    with pytest.raises(ScenarioError, match=r"scenario\.yaml: <the file> is nested too deeply"):
        open_scenario(folder)
    (folder / "scenario.yaml").write_text("")
    with pytest.raises(ScenarioError, match=r"scenario\.yaml: <an empty file> is no scenario"):
        open_scenario(folder)


def test_wrong_options_and_names_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = scenario_folder(tmp_path)
    with pytest.raises(ScenarioError, match="--days: 0 is no number of days"):
        open_scenario(folder, days=0)
    with pytest.raises(ScenarioError, match="--drivers: 5 is more than the 1 drivers of"):
        open_scenario(folder, drivers=5)
    with pytest.raises(ScenarioError, match="--drivers: 0 is no number of drivers"):
        open_scenario(folder, drivers=0)
    with pytest.raises(ScenarioError, match=r"'guandong-week' is neither a folder .*perhaps 'guangdong-week' is meant"):
        open_scenario("guandong-week")
    with pytest.raises(ScenarioError, match=r"<a file> is no scenario, which is a folder"):
        open_scenario(folder / "scenario.yaml")
    monkeypatch.chdir(folder)
    with pytest.raises(ScenarioError, match=r"scenario: '' names no scenario; name a folder \(\. for this one\)"):
        open_scenario("")
    empty = tmp_path / "empty"
    empty.mkdir()
    sentence = r"<the folder> holds neither scenario\.yaml nor cargo_dataset\.jsonl or cargo\.jsonl, plain or"
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(empty)


def test_every_scenario_of_the_library_is_good() -> None:
    assert library_names() == ["fleet", "guangdong-month", "guangdong-month-wishes", "guangdong-week", "tiny"]
    for name in library_names():
        assert check_scenario(name) == []
    assert len(open_scenario("tiny").drivers) == 2


def test_a_new_scenario_runs_and_overwrites_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    write_new_scenario(folder, "no: 7")
    assert check_scenario(folder) == []
    scenario = open_scenario(folder)
    assert scenario.name == "no: 7"
    assert (len(scenario.loads), len(scenario.drivers)) == (4, 2)
    before = (folder / "scenario.yaml").read_bytes()
    with pytest.raises(ScenarioError, match=r"'scenario\.yaml' is there already, and nothing is overwritten"):
        write_new_scenario(folder, "other")
    assert (folder / "scenario.yaml").read_bytes() == before


def test_a_new_scenario_has_a_folder_and_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("", ".", "  "):
        with pytest.raises(ScenarioError, match="names no folder, and a new scenario has one of its own; name"):
            write_new_scenario(Path(folder), "mine")
    for name in ("", " "):
        with pytest.raises(ScenarioError, match="is empty, and a scenario has a name; give one"):
            write_new_scenario(Path("mine"), name)
    with pytest.raises(ScenarioError, match=r"'two\\nlines' holds a control character, and a name is shown in one"):
        write_new_scenario(Path("mine"), "two\nlines")
    assert list(tmp_path.iterdir()) == []


def test_the_schema_knows_every_key_and_profile() -> None:
    schema = scenario_schema()
    assert set(schema["properties"]) == set(ScenarioFile.model_fields)
    name, block = schema["properties"]["rules"]["anyOf"]
    assert name["enum"] == ["standard", "tianchi-r0509", "tianchi-r0529"]
    assert block["$ref"] == "#/$defs/WorldRules"
    assert set(schema["required"]) == set(yaml.safe_load(GOOD))


@pytest.mark.parametrize("source", ["tiny", "guangdong-week"])
def test_a_fingerprint_needs_no_loads(source: str) -> None:
    """Of a scenario with files and of one that is generated."""
    asked = {"seed": 3, "rules": "tianchi-r0509", "days": 1, "drivers": 2}
    assert scenario_fingerprint(source, **asked) == open_scenario(source, **asked).fingerprint  # type: ignore[arg-type]
    assert scenario_fingerprint(source) == open_scenario(source).fingerprint
