"""`dispatch scenario …`: list, start, check and describe scenarios. Parses, calls and prints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dispatch.cli.errors import FAILED
from dispatch.cli.options import DaysOption, DriversOption, JsonOption, RulesOption, ScenarioArgument, SeedOption
from dispatch.errors import UsageError

app = typer.Typer(rich_markup_mode=None)


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Name the scenarios that come with the program."""
    from scenarios.files.scenario_file import SCENARIO_FILE, scenario_recipe
    from scenarios.open import LIBRARY, library_names

    rows = []
    for name in library_names():
        recipe = scenario_recipe(LIBRARY / name, None, [])
        assert recipe is not None, f"the library's {name} is faulty"
        first_line = (LIBRARY / name / SCENARIO_FILE).read_text(encoding="utf-8").splitlines()[0]
        about = first_line.removeprefix("#").strip()
        rows.append({"scenario": name, "days": recipe.days, "rules": recipe.rules.profile, "about": about})
    if as_json:
        from dispatch.report.printing import print_json

        print_json(rows)
    else:
        from dispatch.report.market import print_library

        print_library(rows)


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(help="A folder that does not hold a scenario yet; it is made if need be.")],
    name: Annotated[str | None, typer.Option(help="The scenario's name; the folder's, if none is given.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Start a small scenario that runs, for you to change."""
    from dispatch.report.printing import print_answer
    from scenarios.files.new_scenario import write_new_scenario

    write_new_scenario(folder, name or folder.resolve().name)
    value = {"scenario": str(folder), "files": sorted(path.name for path in folder.iterdir())}
    line = f"Wrote a small scenario into {folder}; change it, then: dispatch scenario check {folder}"
    print_answer(value, [line], as_json)


@app.command()
def check(scenario: ScenarioArgument, rules: RulesOption = None, as_json: JsonOption = False) -> None:
    """Tell every fault of a scenario; code 1 if there is one."""
    from dispatch.report.printing import print_answer
    from dispatch.report.progress import waiting
    from scenarios.open import check_scenario

    with waiting(f"checking {scenario}"):
        problems = check_scenario(scenario, rules)
    value = {"scenario": scenario, "ok": not problems, "problems": problems}
    print_answer(value, problems or [f"{scenario}: no fault found."], as_json)
    if problems:
        raise typer.Exit(FAILED)


@app.command()
def describe(
    scenario: ScenarioArgument,
    seed: SeedOption = 0,
    rules: RulesOption = None,
    days: DaysOption = None,
    drivers: DriversOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a market beside the real one, and how wishes are understood."""
    from dispatch.report.progress import waiting
    from scenarios.open import open_scenario

    with waiting(f"opening {scenario}"):
        from scenarios.market.describe import describe_market

        opened = open_scenario(scenario, seed=seed, rules=rules, days=days, drivers=drivers)
        if not len(opened.loads):
            raise UsageError(f"{scenario}: there is no load to describe; name a scenario with loads")
        from dispatch.report.understood import driver_wishes
        from dispatch.wishes import compile_wishes

        market = describe_market(opened.loads, opened.days)
        compiled = compile_wishes(opened)
        wishes = [driver_wishes(driver, opened, compiled[driver.driver_id]) for driver in opened.drivers]
    if as_json:
        from dispatch.report.printing import print_json

        about = {"scenario": opened.name, "seed": seed, "rules": opened.rules.profile, "drivers": len(opened.drivers)}
        said = {"wishes": [of_driver.model_dump(mode="json") for of_driver in wishes if of_driver.preferences]}
        print_json(about | market.model_dump(mode="json") | said)
    else:
        from dispatch.report.market import print_market
        from dispatch.report.wishes import print_wishes

        print_market(opened.name, market)
        print_wishes(wishes)


@app.command()
def schema(as_json: JsonOption = False) -> None:
    """Print the JSON Schema of scenario.yaml, for editors.

    It is JSON with or without --json.
    """
    from dispatch.report.printing import print_json
    from scenarios.files.scenario_file import scenario_schema

    print_json(scenario_schema())
