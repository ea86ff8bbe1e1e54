"""What was understood of drivers' words, in the form in which commands give it. It understands nothing itself."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from scenarios.preferences.compiled import Compiled
from scenarios.preferences.driver_wishes import contradictions_of
from scenarios.preferences.impossible import impossible
from scenarios.preferences.kinds import Unknown
from scenarios.records import Driver, Scenario


class Understood(BaseModel):
    """One text: its constraints, the words of what was not understood, and all of it said back."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    constraints: tuple[dict[str, Any], ...]
    """Fields of `scenarios.preferences.kinds`, `kind` first; none of an unknown kind."""
    unknown_hard: tuple[str, ...]
    unknown_soft: tuple[str, ...]
    said_back: str


class DriverWishes(BaseModel):
    """One driver's preferences as they were understood, what of them contradicts, and what is impossible by itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    driver: str
    preferences: tuple[Understood, ...]
    contradictions: tuple[str, ...]
    impossible: tuple[str, ...]


def understood(compiled: Compiled) -> Understood:
    """A compiled preference in the form of the command line."""
    known = [c for c in compiled.constraints if not isinstance(c, Unknown)]
    unknown = [c for c in compiled.constraints if isinstance(c, Unknown)]
    return Understood(
        text=compiled.text,
        constraints=tuple({"kind": c.kind} | c.model_dump(mode="json") for c in known),
        unknown_hard=tuple(c.text for c in unknown if c.kind == "unknown_hard"),
        unknown_soft=tuple(c.text for c in unknown if c.kind == "unknown_soft"),
        said_back=compiled.said_back,
    )


def driver_wishes(driver: Driver, scenario: Scenario, compiled: tuple[Compiled, ...]) -> DriverWishes:
    """All of a driver's preferences, the pairs of which at most one can be kept, and what is impossible by itself."""
    constraints, pairs = contradictions_of(driver, scenario, compiled)
    return DriverWishes(
        driver=driver.driver_id,
        preferences=tuple(understood(one) for one in compiled),
        contradictions=tuple(pair.sentence(constraints) for pair in pairs),
        impossible=tuple(one.sentence(constraints) for one in impossible(constraints, scenario, driver)),
    )
