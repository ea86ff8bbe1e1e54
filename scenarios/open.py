"""A scenario by name or folder: found, checked, and opened. The door to this package; it decides nothing in a world."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import orjson

from scenarios.errors import ScenarioError
from scenarios.files.cache import content_hash
from scenarios.files.contest_folder import LOAD_FILES_TEXT, contest_recipe, is_contest_folder
from scenarios.files.join_loads import join_loads
from scenarios.files.load_problems import PROBLEMS_MAX
from scenarios.files.read_drivers import read_drivers
from scenarios.files.read_loads import read_loads
from scenarios.files.recipe import DAYS_MAX, Recipe
from scenarios.files.scenario_file import SCENARIO_FILE, scenario_recipe
from scenarios.files.text_files import near_match, no_file
from scenarios.loads import LoadTable
from scenarios.market.driver_generator import DriverSpec, generate_drivers
from scenarios.market.generator import generate_loads
from scenarios.records import Driver, Language, Scenario
from scenarios.streams import SEED_MAX

LIBRARY = Path(__file__).parent / "library"
DRIVERS_MAX = 100_000


def library_names() -> list[str]:
    """The names of the scenarios that come with the program, sorted."""
    return sorted(path.parent.name for path in LIBRARY.glob(f"*/{SCENARIO_FILE}"))


def open_scenario(
    source: str | Path,
    *,
    seed: int = 0,
    rules: str | None = None,
    days: int | None = None,
    drivers: int | None = None,
    use_cache: bool = True,
) -> Scenario:
    """The scenario, read or generated, and checked whole.

    `source` is a name from the library, else a folder with scenario.yaml, else a folder in the contest's form; a
    folder named like a library scenario is meant by `./name` or by a Path. `rules` names a profile that takes the
    place of the scenario's own rules, single fields included (speed and step limit of a contest's config.json stay).
    `days` replaces its length. `drivers` keeps the first so many drivers of a file, or generates so many.
    `seed`, from 0 to SEED_MAX, draws whatever is generated without a seed of its own. `use_cache` keeps a large
    file's loads beside it.
    Raises ScenarioError with the first fault in file order, drivers before loads.
    """
    if not 0 <= seed <= SEED_MAX:
        rule = f"is no seed, which is a whole number from 0 to {SEED_MAX}"
        raise ScenarioError("--seed", seed, rule, "choose another")
    recipe = _asked(source, rules, days)
    problems: list[ScenarioError] = []
    fleet = _drivers(recipe, seed, drivers, problems)
    if problems:
        raise problems[0]
    loads, loads_text = _loads(recipe, seed, problems, use_cache=use_cache)
    if problems:
        raise problems[0]
    return Scenario(
        name=recipe.name,
        start=recipe.start,
        timezone=recipe.timezone,
        days=recipe.days,
        rules=recipe.rules,
        hours_of_service=recipe.hours_of_service,
        drivers=fleet,
        loads=loads,
        language=recipe.language or _spoken(fleet),
        fingerprint=_fingerprint(recipe, loads_text, seed, drivers),
    )


def scenario_fingerprint(
    source: str | Path, *, seed: int = 0, rules: str | None = None, days: int | None = None, drivers: int | None = None
) -> str:
    """The fingerprint that `open_scenario` would give, without reading or generating a load.

    Raises ScenarioError where the scenario's own file has a fault or another file is missing.
    """
    recipe = _asked(source, rules, days)
    loads = recipe.loads
    text = content_hash(loads) if isinstance(loads, Path) else loads.model_dump_json()
    if recipe.also is not None:
        text += content_hash(recipe.also)
    return _fingerprint(recipe, text, seed, drivers)


def _asked(source: str | Path, rules: str | None, days: int | None) -> Recipe:
    """The recipe of a source with the length asked for. Raises ScenarioError."""
    problems: list[ScenarioError] = []
    recipe = _recipe(source, rules, problems)
    if recipe is None:
        raise problems[0]
    if days is None:
        return recipe
    if not 1 <= days <= DAYS_MAX:
        raise ScenarioError("--days", days, f"is no number of days from 1 to {DAYS_MAX}", "choose another")
    return replace(recipe, days=days)


def _fingerprint(recipe: Recipe, loads: str, seed: int, drivers: int | None) -> str:
    """SHA-256 of all that the world is made from; `loads` is a text that is equal for equal loads."""
    if isinstance(recipe.drivers, Path):
        fleet = content_hash(recipe.drivers)
    else:
        fleet = _fleet_spec(recipe.drivers, drivers).model_dump_json()
    described = {
        "text": recipe.text_hash,
        "loads": loads,
        "drivers": [fleet, drivers],
        "start": recipe.start.isoformat(),
        "timezone": recipe.timezone,
        "days": recipe.days,
        "rules": recipe.rules.model_dump(),
        "seed": seed,
    }
    return hashlib.sha256(orjson.dumps(described, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _fleet_spec(spec: DriverSpec, count: int | None) -> DriverSpec:
    return spec if count is None else spec.model_copy(update={"count": count})


def check_scenario(source: str | Path, rules: str | None = None) -> list[str]:
    """Every fault that can be told apart, one sentence each, at most 20; an empty list for a good scenario.

    Faults of scenario.yaml are told alone: without it the files cannot be judged. Nothing is generated.
    """
    problems: list[ScenarioError] = []
    try:
        recipe = _recipe(source, rules, problems)
    except ScenarioError as error:
        return [str(error)]
    if recipe is not None:
        if isinstance(recipe.drivers, Path):
            try:
                read_drivers(recipe.drivers, recipe.reading(recipe.drivers), problems)
            except ScenarioError as error:
                problems.append(error)
        for path in (recipe.loads, recipe.also):
            if not isinstance(path, Path):
                continue
            try:
                read_loads(path, recipe.reading(path), problems)
            except ScenarioError as error:
                problems.append(error)
    return [str(problem) for problem in problems[:PROBLEMS_MAX]]


def _recipe(source: str | Path, rules: str | None, problems: list[ScenarioError]) -> Recipe | None:
    """The recipe of a source; None with its faults in `problems`. Raises ScenarioError if nothing is there."""
    if isinstance(source, str) and source in library_names():
        return scenario_recipe(LIBRARY / source, rules, problems)
    folder = Path(source)
    if isinstance(source, str) and not source.strip():  # Path takes it for the folder at hand
        raise ScenarioError(
            "scenario", source, "names no scenario", "name a folder (. for this one), or one of the library"
        )
    try:
        if (folder / SCENARIO_FILE).exists():
            return scenario_recipe(folder, rules, problems)
        if is_contest_folder(folder):
            return contest_recipe(folder, rules)
        raise _nothing_there(source, folder)
    except OSError as error:  # a name too long, a folder that may not be entered
        raise no_file(folder, error) from None


def _nothing_there(source: str | Path, folder: Path) -> ScenarioError:
    """Why the source is no scenario."""
    names = library_names()
    if folder.is_dir():
        wanted = f"holds neither {SCENARIO_FILE} nor {LOAD_FILES_TEXT}"
        return ScenarioError(str(folder), "<the folder>", wanted, "name a folder with a scenario")
    if folder.is_file():
        return ScenarioError(
            str(source), "<a file>", "is no scenario, which is a folder", "name the folder that holds it"
        )
    known = f"name a folder, or one of {', '.join(names)}"
    rule = "is neither a folder nor a scenario of the library"
    close = near_match(str(source), names, "")
    return ScenarioError("scenario", str(source), rule, f"{close} ({known})" if close else known)


def _drivers(recipe: Recipe, seed: int, count: int | None, problems: list[ScenarioError]) -> tuple[Driver, ...]:
    """The first `count` drivers, all if it is None."""
    if count is not None and not 1 <= count <= DRIVERS_MAX:
        raise ScenarioError("--drivers", count, f"is no number of drivers from 1 to {DRIVERS_MAX}", "choose another")
    if not isinstance(recipe.drivers, Path):
        return generate_drivers(_fleet_spec(recipe.drivers, count), seed=seed)
    fleet = read_drivers(recipe.drivers, recipe.reading(recipe.drivers), problems)
    if count is not None and count > len(fleet) and not problems:
        rule = f"is more than the {len(fleet)} drivers of {recipe.drivers}"
        raise ScenarioError("--drivers", count, rule, "ask for fewer")
    return fleet[:count]


def _spoken(fleet: tuple[Driver, ...]) -> Language:
    """Chinese where any wish holds a Chinese character, else English."""
    wishes = "".join(wish.text for driver in fleet for wish in driver.preferences)
    return "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in wishes) else "en"


def _loads(recipe: Recipe, seed: int, problems: list[ScenarioError], *, use_cache: bool) -> tuple[LoadTable, str]:
    """The loads, and a text that is equal for equal loads."""
    if not isinstance(recipe.loads, Path):
        table = generate_loads(recipe.loads, start=recipe.start, days=recipe.days, seed=seed)
        text = recipe.loads.model_dump_json()
        if recipe.also is None:
            return table, text
        also, also_hash = read_loads(recipe.also, recipe.reading(recipe.also), problems, use_cache=use_cache)
        if problems:
            return table, text
        return join_loads(table, also, str(recipe.also)), text + also_hash
    return read_loads(recipe.loads, recipe.reading(recipe.loads), problems, use_cache=use_cache)
