"""A folder in the contest's form as a scenario. Writes nothing into it but the cache of its loads.

Loads: cargo_dataset.jsonl or cargo.jsonl, plain or .gz, one of them alone. Drivers: drivers.json.
config.json, where present, may set simulation_duration_days, reposition_speed_km_per_hour, simulation_max_steps
and release (r0509, r0529: the rules profile of that release); its other keys are the official harness's own.
"""

from __future__ import annotations

from datetime import datetime
from math import isfinite
from pathlib import Path

from scenarios.errors import ScenarioError
from scenarios.files.recipe import DAYS_MAX, Recipe, profile
from scenarios.files.text_files import parse_json
from scenarios.rules import COUNT_MAX, SPEED_KMH_MAX, SPEED_KMH_MIN, STANDARD

LOAD_FILES = ("cargo_dataset.jsonl", "cargo_dataset.jsonl.gz", "cargo.jsonl", "cargo.jsonl.gz")
LOAD_FILES_TEXT = "cargo_dataset.jsonl or cargo.jsonl, plain or .gz"
CONTEST_START = datetime(2026, 3, 1)
"""Minute 0 of the contest (contest rule 1)."""
CONTEST_DAYS = 31
RELEASES = {"r0509": "tianchi-r0509", "r0529": "tianchi-r0529"}
TOLERANT_HINT = ", or keep it as the contest does with --rules tianchi-r0529"


def is_contest_folder(folder: Path) -> bool:
    """True if the folder holds something with a load file's name of the contest."""
    return any((folder / name).exists() for name in LOAD_FILES)


def contest_recipe(folder: Path, rules: str | None = None) -> Recipe:
    """The contest folder's scenario, under the `rules` profile or else that of its release, or `standard`.

    Speed and step limit of config.json hold under any profile. Raises ScenarioError.
    """
    found = [name for name in LOAD_FILES if (folder / name).exists()]
    drivers = folder / "drivers.json"
    if not found or not drivers.exists():
        wanted = "drivers.json" if found else LOAD_FILES_TEXT
        raise ScenarioError(str(folder), "<the folder>", f"holds no {wanted}", "put the file into it")
    if len(found) > 1:
        rule = f"holds {' and '.join(found)}, and a scenario has one file of loads"
        raise ScenarioError(str(folder), "<the folder>", rule, "move all but one elsewhere")
    loads = folder / found[0]
    config = folder / "config.json"
    settings = parse_json(config, "an object such as {}") if config.exists() else {}
    if not isinstance(settings, dict):
        raise ScenarioError(str(config), settings, "is no object with named settings", "write {...}")
    release = settings.get("release")
    if release is not None and (not isinstance(release, str) or release not in RELEASES):
        raise ScenarioError(f"{config}, release", release, "is no known release", f"use {' or '.join(RELEASES)}")
    if rules is not None:
        base = profile(rules, "--rules")
    else:
        base = profile(RELEASES[release], str(config)) if release else STANDARD
    speed = _number(settings, "reposition_speed_km_per_hour", base.speed_kmh, config)
    if not SPEED_KMH_MIN <= speed <= SPEED_KMH_MAX:
        rule = f"is no speed from {SPEED_KMH_MIN:,.0f} to {SPEED_KMH_MAX:,.0f} km/h"
        raise ScenarioError(f"{config}, reposition_speed_km_per_hour", speed, rule, "give km per hour")
    max_steps = base.max_steps
    if settings.get("simulation_max_steps") is not None:
        max_steps = _whole(settings, "simulation_max_steps", 1, config)
    return Recipe(
        name=folder.resolve().name,
        start=CONTEST_START,
        timezone="Asia/Shanghai",
        days=_whole(settings, "simulation_duration_days", CONTEST_DAYS, config, DAYS_MAX),
        rules=base.model_copy(update={"speed_kmh": speed, "max_steps": max_steps}),
        loads=loads,
        drivers=drivers,
        whole_fen=False,
        hint=TOLERANT_HINT if base.input_check == "strict" else "",
    )


def _number(settings: dict[str, object], key: str, absent: float, config: Path) -> float:
    value = settings.get(key)
    if value is None:
        return absent
    if isinstance(value, bool) or not isinstance(value, int | float) or not (isfinite(value) and value > 0):
        raise ScenarioError(f"{config}, {key}", value, "is no number above 0", "correct it, or leave it out")
    return float(value)


def _whole(settings: dict[str, object], key: str, absent: int, config: Path, most: int = COUNT_MAX) -> int:
    value = _number(settings, key, absent, config)
    if value != int(value) or value > most:
        rule = f"is no whole number from 1 to {most:,}"
        raise ScenarioError(f"{config}, {key}", settings[key], rule, "correct it, or leave it out")
    return int(value)
