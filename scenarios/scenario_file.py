"""scenario.yaml: its model, its schema, its faults in sentences.

    format: 1
    name: my-week
    start: 2026-03-01            # midnight of the first day, local time
    timezone: Asia/Shanghai
    days: 7
    rules: {profile: standard, speed_kmh: 55}     # or only the name of a profile
    loads: {file: loads.jsonl}                    # or {generator: {loads_per_day: 2000}}
    drivers: {file: drivers.json}                 # or {generator: {count: 10}}
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from scenarios.driver_generator import DriverSpec
from scenarios.errors import ScenarioError
from scenarios.generator import MarketSpec
from scenarios.recipe import DAYS_MAX, Recipe, profile
from scenarios.rules import PROFILES, WorldRules
from scenarios.text_files import encoding_fault, near_match, read_bytes, shown

SCENARIO_FILE = "scenario.yaml"


def _with_profile(value: object) -> object:
    """A rules block laid over the profile it names; a bare name stands for the profile."""
    block: object = {} if value is None else {"profile": value} if isinstance(value, str) else value
    if not isinstance(block, dict):
        return block
    name = block.get("profile", "standard")
    if not isinstance(name, str) or name not in PROFILES:
        raise ValueError(f"{name!r} is no rules profile; known are {', '.join(sorted(PROFILES))}")
    return PROFILES[name].model_dump() | block


def _day(value: object) -> object:
    """A day from a YAML date, from text, or from a midnight; anything else is refused here or by pydantic."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if isinstance(value, datetime) and (value.time() != time() or value.tzinfo is not None):
        raise ValueError("a scenario starts at midnight, local time: write a date without a time or a zone")
    if isinstance(value, datetime):
        return value.date()
    if not isinstance(value, date):
        raise ValueError("a date of the form 2026-03-01 is wanted")
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ValueError("a time zone such as Asia/Shanghai is wanted") from None
    return value


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Source(_Closed):
    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(value is not None for value in dict(self).values()) != 1:
            raise ValueError("exactly one of file and generator is wanted")
        return self


class LoadSource(_Source):
    """Where loads come from: a file beside scenario.yaml, or the market generator."""

    file: str | None = Field(None, min_length=1)
    """.jsonl, .jsonl.gz, .csv or .parquet"""
    generator: MarketSpec | None = None


class DriverSource(_Source):
    """Where drivers come from: a JSON file beside scenario.yaml, or the driver generator."""

    file: str | None = Field(None, min_length=1)
    generator: DriverSpec | None = None


RulesBlock = Annotated[
    WorldRules,
    BeforeValidator(_with_profile, json_schema_input_type=str | WorldRules),
    Field(description="The name of a profile, or single fields over a profile (standard, if none is named)."),
]


class ScenarioFile(_Closed):
    """The content of a scenario.yaml."""

    format: Literal[1]
    name: str = Field(min_length=1)
    start: Annotated[date, BeforeValidator(_day, json_schema_input_type=date)]
    timezone: Annotated[str, BeforeValidator(lambda value: _zone(str(value)), json_schema_input_type=str)] = (
        "Asia/Shanghai"
    )
    days: int = Field(ge=1, le=DAYS_MAX, strict=True)
    rules: RulesBlock = PROFILES["standard"]
    loads: LoadSource
    drivers: DriverSource


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of scenario.yaml, for editors."""
    schema = ScenarioFile.model_json_schema(mode="validation")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["$defs"]["WorldRules"]["properties"]["profile"]["enum"] = sorted(PROFILES)
    for choice in schema["properties"]["rules"]["anyOf"]:
        if choice.get("type") == "string":
            choice["enum"] = sorted(PROFILES)
    return schema


def scenario_recipe(folder: Path, rules: str | None, problems: list[ScenarioError]) -> Recipe | None:
    """The recipe in the folder's scenario.yaml; None when it has faults, which are added to `problems`.

    A `rules` profile takes the place of the file's whole rules block, its single fields included.
    Raises ScenarioError when the file cannot be read as YAML.
    """
    path = folder / SCENARIO_FILE
    raw = read_bytes(path)
    try:
        content = ScenarioFile.model_validate(_yaml(raw, path))
    except ValidationError as error:
        problems += [_sentence(fault, path) for fault in error.errors(include_url=False, include_context=False)]
        return None
    loads, drivers = content.loads, content.drivers
    return Recipe(
        name=content.name,
        start=datetime.combine(content.start, time()),
        timezone=content.timezone,
        days=content.days,
        rules=content.rules if rules is None else profile(rules, "--rules"),
        loads=loads.generator or folder / str(loads.file),
        drivers=drivers.generator or folder / str(drivers.file),
        text_hash=hashlib.sha256(raw).hexdigest(),
    )


class _UniqueKeys(yaml.SafeLoader):
    """YAML in which a key that stands twice is a fault: the later one would silently win."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.MarkedYAMLError(problem=f"key {key.value!r} stands twice", problem_mark=key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


def _yaml(raw: bytes, path: Path) -> dict[Any, Any]:
    for number, line in enumerate(raw.split(b"\n"), start=1):
        fault = encoding_fault(line)
        if fault:
            raise ScenarioError(f"{path}:{number}", f"<{shown(line)}>", *fault)
    try:
        content = yaml.load(raw.decode("utf-8"), Loader=_UniqueKeys)  # a SafeLoader
    except yaml.MarkedYAMLError as error:
        line_number = error.problem_mark.line + 1 if error.problem_mark else 1
        text = raw.split(b"\n")[line_number - 1 : line_number]
        rule = f"is not YAML as it should be ({error.problem})"
        raise ScenarioError(f"{path}:{line_number}", shown(b"".join(text)), rule, "correct the text there") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        rule = f"is not YAML ({' '.join(str(error).split())})"
        raise ScenarioError(str(path), "<the file>", rule, "correct it") from None
    if not isinstance(content, dict):
        raise ScenarioError(str(path), content, "is no scenario, which has named keys", "begin with format: 1")
    return content


def _known_keys(place: tuple[int | str, ...]) -> Mapping[str, object]:
    """The keys that may stand at that place of a scenario.yaml."""
    models: dict[tuple[int | str, ...], type[BaseModel]] = {
        (): ScenarioFile,
        ("rules",): WorldRules,
        ("loads",): LoadSource,
        ("loads", "generator"): MarketSpec,
        ("drivers",): DriverSource,
        ("drivers", "generator"): DriverSpec,
    }
    return models[place].model_fields if place in models else {}


def _sentence(fault: ErrorDetails, path: Path) -> ScenarioError:
    """One fault that pydantic found, in our words."""
    place = fault["loc"]
    field = ".".join(str(part) for part in place)
    where = f"{path}, {field}" if field else str(path)
    if fault["type"] == "missing":
        return ScenarioError(where, "<nothing>", "stands where a value must be", f"give {field}")
    if fault["type"] == "extra_forbidden":
        known = _known_keys(place[:-1])
        remedy = near_match(str(place[-1]), known, f"leave it out, or use one of {', '.join(known)}")
        return ScenarioError(where, str(place[-1]), "is no key here", remedy)
    message = fault["msg"].removeprefix("Value error, ")
    return ScenarioError(where, fault["input"], f"is refused ({message[:1].lower()}{message[1:]})", "correct the value")
