"""scenario.yaml: its model and its schema. Values are of the type they are written in: "7" is no number.

format: 1
name: my-week
start: 2026-03-01            # midnight of the first day, local time
timezone: Asia/Shanghai
days: 7
language: en                 # of prompts: zh or en
rules: {profile: standard, speed_kmh: 55}     # or only the name of a profile
hours_of_service: eu         # none (default), cn, eu or us; or {rules: us, cycle: 60/7, penalty_fen: 20000}
loads: {file: loads.jsonl}                    # or {generator: {loads_per_day: 2000}}
drivers: {file: drivers.json}                 # or {generator: {count: 10}}
"""

from __future__ import annotations

import hashlib
from datetime import date, datetime, time
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from scenarios.errors import ScenarioError, value_text
from scenarios.files.recipe import DAYS_MAX, Recipe, profile
from scenarios.files.scenario_faults import Models, fault_sentence
from scenarios.files.scenario_yaml import read_yaml
from scenarios.files.text_files import near_match
from scenarios.hours_of_service import HOURS_OF, NO_HOURS, HoursOfService
from scenarios.market.driver_generator import DriverSpec
from scenarios.market.generator import MarketSpec
from scenarios.records import Language
from scenarios.rules import PROFILES, WorldRules

SCENARIO_FILE = "scenario.yaml"
YEAR_MIN, YEAR_MAX = 1970, 2200
"""A scenario starts within these years, so that every time of it, a thousand years on, still has a date."""


def _with_profile(value: object) -> object:
    """A rules block laid over the profile it names; a bare name stands for the profile."""
    block: object = {} if value is None else {"profile": value} if isinstance(value, str) else value
    if not isinstance(block, dict):
        return block
    name = block.get("profile", "standard")
    if not isinstance(name, str) or name not in PROFILES:
        rule = "is no rules profile" if isinstance(value, str) else f"names no rules profile with {value_text(name)}"
        known = f"choose one of {', '.join(sorted(PROFILES))}"
        close = near_match(name if isinstance(name, str) else "", PROFILES, "")
        raise ValueError(f"{rule}; {close} ({known})" if close else f"{rule}; {known}")
    return PROFILES[name].model_dump() | block


def _hours(value: object) -> object:
    """A bare name stands for the block with that name."""
    if isinstance(value, str):
        if value not in HOURS_OF:
            raise ValueError(f"names no hours of service; choose one of {', '.join(HOURS_OF)}")
        return {"rules": value}
    return value


def _day(value: object) -> object:
    """A day from a YAML date, from text, or from a midnight; anything else is refused here or by pydantic."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if isinstance(value, datetime) and (value.time() != time() or value.tzinfo is not None):
        raise ValueError("is no midnight in local time, and a scenario starts at one; write a date alone: 2026-03-01")
    if isinstance(value, datetime):
        value = value.date()
    if not isinstance(value, date):
        raise ValueError("is no date; write one of the form 2026-03-01")
    if not YEAR_MIN <= value.year <= YEAR_MAX:
        raise ValueError(f"is not within the years {YEAR_MIN} to {YEAR_MAX}; choose a date of those")
    return value


def _zone(value: object) -> object:
    try:
        ZoneInfo(value if isinstance(value, str) else "")
    except (KeyError, ValueError, OSError):
        raise ValueError("is no time zone; name one such as Asia/Shanghai") from None
    return value


def _format(value: object) -> object:
    """Literal takes true and 1.0 for 1."""
    if type(value) is not int or value != 1:
        raise ValueError("is no known format; write format: 1")
    return value


def _file_name(value: str) -> str:
    if "\0" in value:
        raise ValueError("holds a zero byte, which no file name has; correct it")
    return value


def _name(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty, and a scenario has a name; give one")
    if not value.isprintable():
        raise ValueError("holds a control character, and a name is shown in one line; leave it out")
    return value


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


FileName = Annotated[str, Field(min_length=1), AfterValidator(_file_name)]


class _Source(_Closed):
    @model_validator(mode="after")
    def _one(self) -> Self:
        given = sum(dict(self)[name] is not None for name in ("file", "generator"))
        if given != 1:
            said = "both file and generator" if given else "neither file nor generator"
            raise ValueError(f"names {said}; give exactly one of the two")
        return self


class LoadSource(_Source):
    """Where loads come from: a file beside scenario.yaml, or the market generator."""

    file: FileName | None = None
    """.jsonl, .jsonl.gz, .csv or .parquet"""
    generator: MarketSpec | None = None
    also: FileName | None = None
    """A file of loads beside those generated."""

    @model_validator(mode="after")
    def _beside_a_market(self) -> Self:
        if self.also is not None and self.generator is None:
            raise ValueError("names also without generator; put those loads into the file")
        return self


class DriverSource(_Source):
    """Where drivers come from: a JSON file beside scenario.yaml, or the driver generator."""

    file: FileName | None = None
    generator: DriverSpec | None = None


RulesBlock = Annotated[
    WorldRules,
    BeforeValidator(_with_profile, json_schema_input_type=str | WorldRules),
    Field(description="The name of a profile, or single fields over a profile (standard, if none is named)."),
]


HoursBlock = Annotated[
    HoursOfService,
    BeforeValidator(_hours, json_schema_input_type=str | HoursOfService),
    Field(description="Whose law the drivers are under: none, cn, eu or us; or a block with rules, cycle and price."),
]


class ScenarioFile(_Closed):
    """The content of a scenario.yaml."""

    format: Annotated[Literal[1], BeforeValidator(_format)]
    name: Annotated[str, Field(min_length=1), AfterValidator(_name)]
    start: Annotated[date, BeforeValidator(_day, json_schema_input_type=date)]
    timezone: Annotated[str, BeforeValidator(_zone)] = "Asia/Shanghai"
    days: int = Field(ge=1, le=DAYS_MAX)
    language: Language | None = None
    """In which agents by model are spoken to; without it Chinese where a driver's wish is, else English."""
    rules: RulesBlock = PROFILES["standard"]
    hours_of_service: HoursBlock = NO_HOURS
    loads: LoadSource
    drivers: DriverSource


_MODELS: Models = {
    (): ScenarioFile.model_fields,
    ("rules",): WorldRules.model_fields,
    ("hours_of_service",): HoursOfService.model_fields,
    ("loads",): LoadSource.model_fields,
    ("loads", "generator"): MarketSpec.model_fields,
    ("drivers",): DriverSource.model_fields,
    ("drivers", "generator"): DriverSpec.model_fields,
}


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of scenario.yaml, for editors."""
    schema = ScenarioFile.model_json_schema(mode="validation")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["$defs"]["WorldRules"]["properties"]["profile"]["enum"] = sorted(PROFILES)
    for key, names in (("rules", sorted(PROFILES)), ("hours_of_service", list(HOURS_OF))):
        for choice in schema["properties"][key]["anyOf"]:
            if choice.get("type") == "string":
                choice["enum"] = names
    return schema


def scenario_recipe(folder: Path, rules: str | None, problems: list[ScenarioError]) -> Recipe | None:
    """The recipe in the folder's scenario.yaml; None when it has faults, which are added to `problems`.

    A `rules` profile takes the place of the file's whole rules block, its single fields included.
    Raises ScenarioError when the file cannot be read as YAML.
    """
    path = folder / SCENARIO_FILE
    values, raw = read_yaml(path)
    try:
        content = ScenarioFile.model_validate(values, strict=True)
    except ValidationError as error:
        problems += [fault_sentence(fault, path, _MODELS) for fault in error.errors(include_url=False)]
        return None
    loads, drivers = content.loads, content.drivers
    return Recipe(
        name=content.name,
        start=datetime.combine(content.start, time()),
        timezone=content.timezone,
        days=content.days,
        rules=content.rules if rules is None else profile(rules, "--rules"),
        hours_of_service=content.hours_of_service,
        loads=loads.generator or folder / str(loads.file),
        also=folder / loads.also if loads.also is not None else None,
        drivers=drivers.generator or folder / str(drivers.file),
        language=content.language,
        text_hash=hashlib.sha256(raw).hexdigest(),
    )
