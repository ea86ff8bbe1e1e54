"""scenario.yaml: what it may say, how its faults are told, and the first one a user starts from."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
import yaml
from load_files import row, write_lines

from scenarios.errors import ScenarioError
from scenarios.new_scenario import write_new_scenario
from scenarios.open import check_scenario, library_names, open_scenario
from scenarios.scenario_file import ScenarioFile, scenario_schema

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
    assert len(scenario.load_table) == len(scenario.drivers) == 1


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
    assert len(one.load_table) == 60
    assert one.load_table.create_min.tolist() == two.load_table.create_min.tolist()
    assert one.load_table.create_min.tolist() != other.load_table.create_min.tolist()
    assert (one.fingerprint == two.fingerprint, one.fingerprint == other.fingerprint) == (True, False)
    longer = open_scenario(folder, days=4, drivers=5)
    assert (len(longer.load_table), len(longer.drivers), longer.days) == (120, 5, 4)


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
        (("format: 1", "format: 2"), r"scenario\.yaml, format: 2 is refused \(input should be 1\)"),
        (("name: two days\n", ""), r"scenario\.yaml, name: <nothing> stands where a value must be; give name"),
        (("days: 2", "days: 0"), r"scenario\.yaml, days: 0 is refused \(input should be greater than or equal to 1\)"),
        (("days: 2", "dais: 2"), r"scenario\.yaml, days: <nothing>"),
        (("days: 2", "days: '2'"), r"scenario\.yaml, days: '2' is refused"),
        (("2026-03-01", "2026-03-01 06:00:00"), r"scenario\.yaml, start: .*a scenario starts at midnight"),
        (("2026-03-01", "2026-03-01T00:00:00+08:00"), r"scenario\.yaml, start: .*midnight"),
        (("2026-03-01", "2026-03-01 06:00"), r"scenario\.yaml, start: .*midnight"),
        (("2026-03-01", "soon"), r"scenario\.yaml, start: 'soon' is refused \(a date of the form"),
        (("2026-03-01", "20260301"), r"scenario\.yaml, start: 20260301 is refused \(a date of the form"),
        (("days: 2", "days: 2\ntimezone: Asia/Canton"), r"timezone: 'Asia/Canton' is refused \(a time zone such as"),
        (("days: 2", "days: 2\nrules: tianchi"), r"rules: 'tianchi' is refused .*is no rules profile; known are"),
        (("days: 2", "days: 2\nrules: {speed: 5}"), r"rules\.speed: 'speed' is no key here; perhaps 'speed_kmh'"),
        (("days: 2", "days: 2\nrules: {speed_kmh: -5}"), r"rules\.speed_kmh: -5 is refused"),
        (("{file: loads.jsonl}", "{}"), r"loads: \{\} is refused \(exactly one of file and generator"),
        (("{file: loads.jsonl}", "{generator: {loads_per_days: 5}}"), r"loads\.generator\.loads_per_days: .*perhaps"),
        (("{file: loads.jsonl}", "loads.jsonl"), r"loads: 'loads\.jsonl' is refused"),
        (("{file: loads.jsonl}", "{file: none.jsonl}"), r"none\.jsonl: <no such file> was found"),
        (("{file: drivers.json}", "{generator: {count: 0}}"), r"drivers\.generator\.count: 0 is refused"),
        (("days: 2", "days: [2"), r"scenario\.yaml:\d+: .*is not YAML as it should be"),
        (("days: 2", "days: 2\ndays: 3"), r"scenario\.yaml:5: 'days: 3' is not YAML .*key 'days' stands twice"),
    ],
)
def test_each_fault_is_one_sentence(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    folder = scenario_folder(tmp_path, GOOD.replace(*change))
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(folder)


def test_check_tells_all_faults_of_the_file(tmp_path: Path) -> None:
    text = GOOD.replace("days: 2", "dais: 2").replace("name: two days", "")
    problems = check_scenario(scenario_folder(tmp_path, text))
    assert len(problems) == 3
    assert any("dais: 'dais' is no key here; perhaps 'days' is meant" in problem for problem in problems)


def test_a_file_that_is_no_yaml_text(tmp_path: Path) -> None:
    folder = scenario_folder(tmp_path)
    (folder / "scenario.yaml").write_bytes(GOOD.replace("two days", "两天").encode("gbk"))
    with pytest.raises(ScenarioError, match=r"scenario\.yaml:2: .*looks like GBK"):
        open_scenario(folder)
    (folder / "scenario.yaml").write_text("")
    with pytest.raises(ScenarioError, match=r"scenario\.yaml: None is no scenario"):
        open_scenario(folder)


def test_wrong_options_and_names_are_said(tmp_path: Path) -> None:
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
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ScenarioError, match=r"<the folder> holds neither scenario\.yaml nor cargo_dataset\.jsonl"):
        open_scenario(empty)


def test_every_scenario_of_the_library_is_good() -> None:
    assert library_names() == ["fleet", "guangdong-month", "guangdong-week", "tiny"]
    for name in library_names():
        assert check_scenario(name) == []
    assert len(open_scenario("tiny").drivers) == 2


def test_a_new_scenario_runs_and_overwrites_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    write_new_scenario(folder, "no: 7")
    assert check_scenario(folder) == []
    scenario = open_scenario(folder)
    assert scenario.name == "no: 7"
    assert (len(scenario.load_table), len(scenario.drivers)) == (4, 2)
    before = (folder / "scenario.yaml").read_bytes()
    with pytest.raises(ScenarioError, match=r"'scenario\.yaml' is there already, and nothing is overwritten"):
        write_new_scenario(folder, "other")
    assert (folder / "scenario.yaml").read_bytes() == before


def test_the_schema_knows_every_key_and_profile() -> None:
    schema = scenario_schema()
    assert set(schema["properties"]) == set(ScenarioFile.model_fields)
    name, block = schema["properties"]["rules"]["anyOf"]
    assert name["enum"] == ["standard", "tianchi-r0509", "tianchi-r0529"]
    assert block["$ref"] == "#/$defs/WorldRules"
    assert set(schema["required"]) == set(yaml.safe_load(GOOD))
