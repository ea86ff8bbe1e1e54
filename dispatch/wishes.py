"""What the drivers of a scenario wish, understood once: for the auditor and for the agents alike.

Words become constraints behind the `Compiler` that is handed in; nothing here reads a word itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.preferences.compiled import Compiled, Compiler
from scenarios.preferences.driver_wishes import compile_driver
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import Constraint
from scenarios.records import Scenario

Wishes = Mapping[str, tuple[Compiled, ...]]
"""Driver id -> what was understood of each of its preferences, in their order."""
NO_WISHES: Wishes = {}


def compile_wishes(scenario: Scenario, compiler: Compiler | None = None) -> dict[str, tuple[Compiled, ...]]:
    """What every driver wishes, in file order, understood by the compiler (None: the grammar).

    The same words are compiled anew for each driver, whose home they may mean.
    """
    chosen = compiler or GrammarCompiler()
    return {driver.driver_id: compile_driver(driver, scenario, chosen) for driver in scenario.drivers}


def constraints_of(wishes: Wishes, driver_id: str) -> tuple[Constraint, ...]:
    """A driver's constraints in the order of its preferences; none for a driver without wishes."""
    return tuple(c for compiled in wishes.get(driver_id, ()) for c in compiled.constraints)
