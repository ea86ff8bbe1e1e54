"""The page of file forms holds: its examples open, agree with each other, and every field of the code is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from load_files import assert_equal

from scenarios.files import load_rows, read_drivers
from scenarios.files.scenario_file import ScenarioFile
from scenarios.market.driver_generator import DriverSpec
from scenarios.market.generator import MarketSpec
from scenarios.open import check_scenario, open_scenario

PAGE = (Path(__file__).resolve().parents[1] / "scenarios" / "FORMS.md").read_text(encoding="utf-8")
SCENARIO, JSON_LINES, CSV, DRIVERS, CONFIG = re.findall(r"^```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def write(folder: Path, **files: str) -> Path:
    """The files by name, with a dot for the last underscore."""
    for name, text in files.items():
        (folder / ".".join(name.rsplit("_", 1))).write_text(text, encoding="utf-8")
    return folder


def test_the_scenario_of_the_page_opens_from_json_lines_and_from_csv(tmp_path: Path) -> None:
    folder = write(tmp_path, scenario_yaml=SCENARIO, loads_jsonl=JSON_LINES, loads_csv=CSV, drivers_json=DRIVERS)
    assert check_scenario(folder) == []
    lines = open_scenario(folder)
    assert (lines.rules.speed_kmh, lines.loads.ids) == (55.0, ["L1", "L2"])
    # From 00:00 (minute 0) to 23:59 (minute 1439); 900 yuan are 90,000 fen.
    plain, priced = lines.drivers[0].preferences
    assert (plain.start_min, priced.start_min, priced.end_min, priced.cap_fen) == (None, 0, 1439, 90_000)
    write(folder, scenario_yaml=SCENARIO.replace("loads.jsonl", "loads.csv"))
    assert_equal(open_scenario(folder).loads, lines.loads)


def test_the_folder_in_the_contest_s_form_opens_with_its_config(tmp_path: Path) -> None:
    folder = write(tmp_path, cargo_jsonl=JSON_LINES, drivers_json=DRIVERS, config_json=CONFIG)
    assert check_scenario(folder) == []
    scenario = open_scenario(folder)
    rules = scenario.rules
    assert (scenario.days, rules.profile, rules.speed_kmh, rules.max_steps) == (1, "tianchi-r0529", 48.0, 500)


@pytest.mark.parametrize(
    "names",
    [
        ScenarioFile.model_fields,
        MarketSpec.model_fields,
        DriverSpec.model_fields,
        load_rows.NESTED_FIELDS,
        (*read_drivers.DRIVER_FIELDS, *read_drivers.PREFERENCE_FIELDS),
    ],
    ids=["scenario.yaml", "loads generator", "drivers generator", "loads", "drivers"],
)
def test_every_field_of_the_code_is_told(names: tuple[str, ...]) -> None:
    assert [name for name in names if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE] == []
    assert CSV.split("\n")[0].split(",") == list(load_rows.FLAT_FIELDS)
