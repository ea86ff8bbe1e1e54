"""What a scenario is to be made of, before any load is read or generated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scenarios.errors import ScenarioError
from scenarios.files.load_problems import Reading
from scenarios.hours_of_service import NO_HOURS, HoursOfService
from scenarios.market.driver_generator import DriverSpec
from scenarios.market.generator import MarketSpec
from scenarios.records import Language
from scenarios.rules import PROFILES, WorldRules

DAYS_MAX = 3660
"""Ten years: world minutes fit 32 bits with room to spare."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """A scenario's frame, and where its loads and drivers come from."""

    name: str
    start: datetime
    timezone: str
    days: int
    rules: WorldRules
    loads: Path | MarketSpec
    drivers: Path | DriverSpec
    hours_of_service: HoursOfService = NO_HOURS
    also: Path | None = None
    """Loads beside generated ones."""
    text_hash: str = ""
    """SHA-256 of the scenario file; empty for a contest folder, whose frame is in the other fields."""
    whole_fen: bool = True
    hint: str = ""
    """See Reading."""
    language: Language | None = None
    """None: that of the drivers' wishes."""

    def reading(self, path: Path) -> Reading:
        """How a file of this scenario is read."""
        strict = self.rules.input_check == "strict"
        unit = "row" if path.suffix == ".parquet" else "line"
        return Reading(str(path), self.start, strict, self.whole_fen, unit, self.hint)


def profile(name: str, where: str) -> WorldRules:
    """The rules profile of that name. Raises ScenarioError with the known names."""
    if name in PROFILES:
        return PROFILES[name]
    raise ScenarioError(where, name, "is no rules profile", f"choose one of {', '.join(sorted(PROFILES))}")
