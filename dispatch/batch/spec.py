"""What a batch is to run: a file of scenarios x seeds x settings, checked, and made into cells. It runs nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from agents.sets import NAMES, mix_of
from dispatch.settings import ModelSettings, RunSettings, default_memory
from dispatch.typed_lists import SEED_MAX, named_seeds
from memory.settings import MemorySettings
from scenarios.errors import ScenarioError
from scenarios.files.scenario_faults import fault_sentence
from scenarios.files.scenario_yaml import read_yaml
from scenarios.files.text_files import near_match

_OF_A_SETTING: Mapping[str, FieldInfo] = {
    key: field for key, field in RunSettings.model_fields.items() if key not in ("scenario", "seed")
}
"""What an entry of `settings` may hold; a batch lists its scenarios and seeds beside them."""


class BatchFile(BaseModel):
    """The content of a batch's file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(max_length=200)
    scenarios: list[str] = Field(min_length=1)
    seeds: str | int | list[str | int] = 0
    settings: list[dict[str, Any]] = Field(default=[{}], min_length=1)
    """Settings of `dispatch run` by name; `memory` is a mode, or a block of its settings, and `model` a name or such a
    block."""

    @field_validator("name")
    @classmethod
    def _name(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("is empty, and a batch has a name; give name")
        return name

    @field_validator("seeds", mode="before")
    @classmethod
    def _seeds(cls, seeds: Any) -> Any:
        """YAML's true is a number to Python."""
        if any(type(seed) not in (int, str) for seed in (seeds if isinstance(seeds, list) else [seeds])):
            raise ValueError("is no seed and no list of seeds; write 5, 0-9, or [0, 2, 5]")
        return seeds


@dataclass(frozen=True, slots=True)
class Cell:
    """One run that a batch asks for."""

    settings: RunSettings
    label: str
    """The setting as it was asked for, in words."""
    fingerprint: str

    @property
    def key(self) -> str:
        """SHA-256 of the settings and of all that the world is made from, in hexadecimal digits."""
        asked = [self.settings.model_dump(mode="json"), self.fingerprint]
        return hashlib.sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


def read_batch(path: Path) -> BatchFile:
    """The batch in a YAML file. Raises ScenarioError with the first fault."""
    values, _ = read_yaml(path, "batch", "begin with name: NAME")
    return checked_batch(values, path)


def checked_batch(values: Mapping[str, Any], where: Path) -> BatchFile:
    """The batch that these values describe. Raises ScenarioError; `where` says in it where they stand."""
    try:
        return BatchFile.model_validate(values)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise _misplaced_setting(fault, where) or _sentence(fault, where) from None


def _misplaced_setting(fault: ErrorDetails, where: Path) -> ScenarioError | None:
    """The fault of a setting that stands beside `settings` and not in it; None for any other."""
    key = str(fault["loc"][-1])
    if fault["type"] != "extra_forbidden" or key not in _OF_A_SETTING:
        return None
    remedy = f"it is a setting: write it in an entry of settings, as in settings: [{{{key}: ...}}]"
    return ScenarioError(f"{where}, {key}", key, "is no key here", remedy)


def _sentence(fault: ErrorDetails, where: Path) -> ScenarioError:
    models: dict[tuple[int | str, ...], Mapping[str, FieldInfo]] = {(): BatchFile.model_fields}
    place = fault["loc"][:2]
    if place[:1] == ("settings",):
        models |= {
            place: _OF_A_SETTING,
            (*place, "memory"): MemorySettings.model_fields,
            (*place, "model"): ModelSettings.model_fields,
        }
    return fault_sentence(fault, where, models)


def cells_of(batch: BatchFile, where: Path) -> list[Cell]:
    """Every scenario with every seed and every setting, in this order.

    Raises ScenarioError for a setting that there is not, one that stands twice, and a scenario that cannot be opened.
    """
    cells: dict[str, Cell] = {}
    for number, source in enumerate(batch.scenarios):
        if source in batch.scenarios[:number]:
            raise ScenarioError(f"{where}, scenarios.{number}", source, "stands twice in the batch", "name it once")
    for source in batch.scenarios:
        for seed in _seeds(batch.seeds, where):
            for number, asked in enumerate(batch.settings):
                settings = _settings(source, seed, asked, number, where)
                new = settings.scenario not in {cell.settings.scenario for cell in cells.values()}
                cell = Cell(settings, _label(asked), _opened(settings, f"{where}, settings.{number}", whole=new))
                if cell.key in cells:
                    place = f"{where}, settings.{number}"
                    raise ScenarioError(place, cell.label, "stands twice in the batch", "name each run once")
                cells[cell.key] = cell
    return list(cells.values())


def _seeds(seeds: str | int | list[str | int], where: Path) -> list[int]:
    text = ",".join(map(str, seeds)) if isinstance(seeds, list) else str(seeds)
    return named_seeds(text, f"{where}, seeds")


def _settings(source: str, seed: int, asked: Mapping[str, Any], number: int, where: Path) -> RunSettings:
    agents = asked.get("agents", "rule")
    place = ("settings", number)
    try:
        mix_of(str(agents))
    except ValueError as error:
        of_a_mix = str(agents).startswith("mixed:")
        remedy = str(error) if of_a_mix else near_match(str(agents), NAMES, f"name one of {', '.join(NAMES)}")
        raise ScenarioError(f"{where}, settings.{number}.agents", agents, "is no set of agents", remedy) from None
    for key, value in _flat(asked).items():
        if isinstance(value, int) and abs(value) > SEED_MAX:  # no JSON of a record holds it
            raise ScenarioError(f"{where}, settings.{number}.{key}", value, "is too large", "give a smaller number")
    memory = asked.get("memory", default_memory(agents))
    if isinstance(memory, Mapping):  # a YAML file knows lists only
        memory = {key: tuple(value) if isinstance(value, list) else value for key, value in memory.items()}
    model = asked.get("model", {})
    values = {
        **asked,
        "memory": {"mode": memory} if isinstance(memory, str) else memory,
        "model": {"name": model} if isinstance(model, str) else model,
    }
    for own in ("scenario", "seed"):
        if own in asked:
            fault = "is no setting of a batch, which lists its scenarios and seeds"
            raise ScenarioError(f"{where}, settings.{number}", own, fault, "name it there")
    try:
        return RunSettings.model_validate({**values, "scenario": source, "seed": seed}, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        first["loc"] = (*place, *first["loc"])
        raise _sentence(first, where) from None


def _label(asked: Mapping[str, Any]) -> str:
    """A setting in words, as in "memory digest, agents rule"."""
    return ", ".join(f"{key} {_words(value)}" for key, value in asked.items()) or "as usual"


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={item}" for key, item in value.items())
    return str(value)


def _opened(settings: RunSettings, place: str, *, whole: bool) -> str:
    """The scenario's fingerprint; the `whole` scenario is opened and checked, or its own file only.

    Raises ScenarioError; what is wrong with a setting is told at its `place` in the batch.
    """
    try:
        if whole:
            settings.opened()
        return settings.fingerprint()
    except ScenarioError as error:
        if not error.where.startswith("--"):
            raise
        raise ScenarioError(f"{place}.{error.where[2:]}", error.value, error.rule, error.remedy) from None


def differences(before: Sequence[tuple[Mapping[str, Any], str]], cells: Sequence[Cell]) -> list[str]:
    """What a batch lacks of the cells that it had, (settings, fingerprint) each; empty where it only grew.

    A cell that is gone is told by the fewest settings in which a new cell of its scenario and seed differs from it.
    """
    asked = {(_canonical(cell.settings.model_dump(mode="json")), cell.fingerprint): cell for cell in cells}
    had = {(_canonical(settings), fingerprint): settings for settings, fingerprint in before}
    new = [cell for key, cell in asked.items() if key not in had]
    told: dict[str, None] = {}
    for key in sorted(had.keys() - asked.keys()):
        told[_gone(had[key], key[1], new)] = None
    return list(told)


def _gone(settings: Mapping[str, Any], fingerprint: str, cells: Sequence[Cell]) -> str:
    where = f"{settings['scenario']}, seed {settings['seed']}"
    before = _flat(settings)
    changes: list[list[str]] = []
    for cell in cells:
        if (cell.settings.scenario, cell.settings.seed) == (settings["scenario"], settings["seed"]):
            now = _flat(cell.settings.model_dump(mode="json"))
            changed = [f"{key} was {before.get(key)!r} and is {now.get(key)!r}" for key in {**before, **now}
                       if before.get(key) != now.get(key)]  # fmt: skip
            if cell.fingerprint != fingerprint and not changed:
                changed = [f"its files were {fingerprint[:12]} and are {cell.fingerprint[:12]}"]
            changes.append(changed)
    fewest = min(changes, key=len) if changes else ["is not asked for any more"]
    return f"{where}: {', '.join(fewest)}"


def _flat(values: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested settings by their dotted names."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        flat |= _flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return flat


def _canonical(values: Mapping[str, Any]) -> bytes:
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS)
