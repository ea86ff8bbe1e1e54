"""What speaks against logs being of the world that they are scored in: their run's summary, and a market drawn anew.

It compares names and numbers, and looks at no row.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from dispatch.action_logs.summary import RunSummary
from scenarios.files.scenario_file import SCENARIO_FILE, scenario_recipe
from scenarios.market.driver_generator import DriverSpec
from scenarios.market.generator import MarketSpec
from scenarios.open import LIBRARY, library_names
from scenarios.records import Scenario
from scenarios.words import counted

Drawn = Literal["market", "fleet"]


def drawn_by_seed(source: str) -> Drawn | None:
    """What of a scenario, by its name or folder, is another one under another seed; None if nothing is.

    The scenario must be one that opens.
    """
    folder = LIBRARY / source if source in library_names() else Path(source)
    if not (folder / SCENARIO_FILE).is_file():
        return None  # a contest's folder holds files only
    recipe = scenario_recipe(folder, None, [])
    if recipe is None:
        return None
    if isinstance(recipe.loads, MarketSpec) and recipe.loads.seed is None:
        return "market"
    return "fleet" if isinstance(recipe.drivers, DriverSpec) and recipe.drivers.seed is None else None


def summary_doubts(summary: RunSummary, scenario: Scenario, seed: int | None) -> Iterator[str]:
    """One sentence that names whatever the logs were made with and are not scored in; none where all agrees.

    `seed` is None where the world is the same under every seed.
    """
    there = (
        ("scenario", summary.scenario, scenario.name),
        ("rules", summary.rules, scenario.rules.profile),
        ("seed", summary.seed if seed is not None else None, seed),
        ("days", summary.simulation_duration_days, scenario.days),
        ("drivers", len(summary.driver_completed_steps) or None, len(scenario.drivers)),
    )
    other = [(name, made, scored) for name, made, scored in there if made is not None and made != scored]
    if other:
        made_with = ", ".join(f"{name} {made}" for name, made, _ in other)
        scored_in = ", ".join(f"{name} {scored}" for name, _, scored in other)
        yield (
            f"The run's summary says that the logs were made with {made_with}, and they are scored with {scored_in}; "
            "name what they were made with."
        )


def seed_doubt(drawn: Drawn, seed: int) -> str:
    """What to ask when logs differ and nothing says which seed they were made with."""
    return f"The {drawn} is generated: was this seed {seed}?"


def missing_logs(missing: list[str], shown: int = 10) -> str:
    """One sentence that names the drivers without a log, the first of many."""
    more = f" and {counted(len(missing) - shown, 'other')}" if len(missing) > shown else ""
    return f"No log, or an empty one: {counted(len(missing), 'driver')}, {', '.join(missing[:shown])}{more}."
