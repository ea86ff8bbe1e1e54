"""A folder in the contest's form is a scenario as it is; its config.json counts unless an option says otherwise."""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from load_files import row, write_lines

from scenarios.errors import ScenarioError
from scenarios.open import check_scenario, open_scenario

CASES = Path(__file__).resolve().parents[2] / "shared" / "contest" / "cases"


def contest_folder(folder: Path, *rows: dict[str, Any] | str, config: Any = None) -> Path:
    """A folder with those loads, two drivers and, where given, a config.json."""
    write_lines(folder / "cargo.jsonl", *(rows or (row(),)))
    drivers = [{"driver_id": name, "current_lat": 23.0, "current_lng": 113.0} for name in ("D1", "D2")]
    (folder / "drivers.json").write_text(json.dumps(drivers))
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config))
    return folder


def test_without_a_config_it_is_march_2026_under_the_standard_rules(tmp_path: Path) -> None:
    folder = tmp_path / "my-data"
    folder.mkdir()
    scenario = open_scenario(contest_folder(folder))
    assert (scenario.name, scenario.start, scenario.timezone) == ("my-data", datetime(2026, 3, 1), "Asia/Shanghai")
    assert (scenario.days, scenario.rules.profile, scenario.rules.speed_kmh) == (31, "standard", 60.0)
    assert [driver.driver_id for driver in scenario.drivers] == ["D1", "D2"]
    assert scenario.loads.ids == ["A1"]


def test_the_config_counts_and_its_other_keys_do_not(tmp_path: Path) -> None:
    config = {
        "simulation_duration_days": 3,
        "reposition_speed_km_per_hour": 48,
        "simulation_max_steps": 500,
        "release": "r0529",
        "model_api": {"timeout": 3},
    }
    folder = contest_folder(tmp_path, config=config)
    scenario = open_scenario(folder)
    assert (scenario.days, scenario.rules.profile) == (3, "tianchi-r0529")
    assert (scenario.rules.speed_kmh, scenario.rules.max_steps) == (48.0, 500)
    # Options win over release and days; the speed is a fact of this world under any profile.
    scenario = open_scenario(folder, rules="tianchi-r0509", days=2, drivers=1)
    assert (scenario.days, scenario.rules.profile, scenario.rules.speed_kmh) == (2, "tianchi-r0509", 48.0)
    assert len(scenario.drivers) == 1


def test_loads_have_either_name_and_may_be_packed_but_are_one_file(tmp_path: Path) -> None:
    folder = contest_folder(tmp_path)
    text = json.dumps(row("official")) + "\n"
    (folder / "cargo_dataset.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    sentence = r"<the folder> holds cargo_dataset\.jsonl\.gz and cargo\.jsonl, and a scenario has one file of loads"
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(folder)
    assert len(check_scenario(folder)) == 1
    (folder / "cargo.jsonl").unlink()
    assert open_scenario(folder).loads.ids == ["official"]


def test_a_price_with_a_fraction_of_a_fen_is_the_contests_own_and_kept(tmp_path: Path) -> None:
    assert open_scenario(contest_folder(tmp_path, row(price=12345.5))).loads.price_fen[0] == 12345.5


def test_a_strict_refusal_says_how_the_contest_would_keep_the_row(tmp_path: Path) -> None:
    folder = contest_folder(tmp_path, row(price=-5))
    with pytest.raises(ScenarioError, match=r"cargo\.jsonl:1, price: -5\.0 is negative.*--rules tianchi-r0529"):
        open_scenario(folder)
    assert open_scenario(folder, rules="tianchi-r0529").loads.price_fen[0] == -5
    # What no check keeps gets no such advice.
    contest_folder(tmp_path, row(price=None))
    with pytest.raises(ScenarioError, match=r"price: null is no price, which is a number of fen; correct the row\.$"):
        open_scenario(folder)


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        ([], r"config\.json: \[\] is no object"),
        ({"release": "r0601"}, r"config\.json, release: 'r0601' is no known release; use r0509 or r0529"),
        ({"release": ["r0509"]}, r"config\.json, release: \['r0509'\] is no known release"),
        ({"simulation_duration_days": 2.5}, r"simulation_duration_days: 2\.5 is no whole number from 1"),
        ({"simulation_duration_days": 0}, r"simulation_duration_days: 0 is no number above 0"),
        ({"reposition_speed_km_per_hour": "fast"}, r"reposition_speed_km_per_hour: 'fast' is no number above 0"),
        ({"simulation_max_steps": 10**12}, r"simulation_max_steps: 1000000000000 is no whole number from 1 to 1,000,0"),
        ({"simulation_max_steps": 10**40}, r"simulation_max_steps: 1e\+40 is no whole number from 1 to 1,000,0"),
        ({"reposition_speed_km_per_hour": 5000}, r"km_per_hour: 5000\.0 is no speed from 1 to 1,000 km/h"),
        ({"reposition_speed_km_per_hour": 0.5}, r"km_per_hour: 0\.5 is no speed from 1 to 1,000 km/h"),
        ({"simulation_max_steps": True}, r"simulation_max_steps: true is no number above 0"),
    ],
)
def test_a_bad_config_is_one_sentence(tmp_path: Path, config: Any, sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        open_scenario(contest_folder(tmp_path, config=config))


def test_the_remedy_fits_the_file(tmp_path: Path) -> None:
    folder = contest_folder(tmp_path)
    (folder / "config.json").write_text("")
    with pytest.raises(ScenarioError, match=r"config\.json: <an empty file> .*; write an object such as \{\} into it"):
        open_scenario(folder)
    (folder / "config.json").write_text('{"release": "r0509", "simulation_duration_days": 3, "release": "r0529"}')
    with pytest.raises(ScenarioError, match=r"config\.json: 'release' stands twice in the object that begins with"):
        open_scenario(folder)
    (folder / "config.json").unlink()
    for name in ("config.json", "drivers.json", "cargo.jsonl"):
        (folder / name).unlink(missing_ok=True)
        (folder / name).mkdir()
        with pytest.raises(ScenarioError, match=f"{name}: <a folder> stands where a file should be; put a file there"):
            open_scenario(folder)
        (folder / name).rmdir()
        contest_folder(tmp_path)
    (folder / "scenario.yaml").mkdir()
    with pytest.raises(ScenarioError, match=r"scenario\.yaml: <a folder> stands where a file should be"):
        open_scenario(folder)


def test_missing_drivers_and_unknown_rules_are_said(tmp_path: Path) -> None:
    folder = contest_folder(tmp_path)
    with pytest.raises(ScenarioError, match="'tianchi' is no rules profile; choose one of standard, tianchi-r0509"):
        open_scenario(folder, rules="tianchi")
    (folder / "drivers.json").unlink()
    with pytest.raises(ScenarioError, match=r"<the folder> holds no drivers\.json; put the file into it"):
        open_scenario(folder)


def test_check_tells_faults_of_drivers_and_loads_together(tmp_path: Path) -> None:
    folder = contest_folder(tmp_path, row("A", price=-1), row("B", load_time="x"), "{", row("A"))
    (folder / "drivers.json").write_text('[{"driver_id": "D1"}]')
    problems = check_scenario(folder)
    assert [problem.split(": ")[0].removeprefix(f"{folder}/") for problem in problems] == [
        "drivers.json, driver 1 (D1), current_lat",
        "cargo.jsonl:1, price",
        "cargo.jsonl:2, load_time",
        "cargo.jsonl:3",
        "cargo.jsonl:4, cargo_id",
    ]
    # Under the contest's rules the price and the window stay.
    assert len(check_scenario(folder, rules="tianchi-r0529")) == 3


@pytest.mark.skipif(not CASES.exists(), reason="the contest's cases are not beside the checkout")
def test_every_case_of_the_contest_opens_under_its_release() -> None:
    opened = 0
    for config in sorted(CASES.glob("*/config.json")):
        settings = json.loads(config.read_text(encoding="utf-8"))
        scenario = open_scenario(config.parent, use_cache=False)
        assert scenario.rules.profile == f"tianchi-{settings['release']}"
        assert scenario.days == settings["simulation_duration_days"]
        assert check_scenario(config.parent) == []
        opened += 1
    assert opened >= 8
