"""The frozen records at the edge: what a scenario is made of. No behaviour beyond checks of their own form."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

from scenarios.clock import MINUTES_PER_DAY
from scenarios.hours_of_service import NO_HOURS, HoursOfService
from scenarios.loads import LoadTable
from scenarios.rules import WorldRules

Language = Literal["zh", "en"]
"""Chinese, English."""


COST_YUAN_MAX = 1e6
"""Yuan a kilometre: a month's kilometres at it still make whole fen that a double holds."""


class Record(BaseModel):
    """Frozen, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Preference(Record):
    """A driver's wish in plain words, with its price. What it means is compiled from the text elsewhere."""

    text: str = Field(min_length=1)
    start_min: int | None = None
    end_min: int | None = None
    """In force, and shown to the driver's agents, from start_min to end_min inclusive; None: always."""
    penalty_fen: int = Field(0, ge=0)
    cap_fen: int | None = Field(None, ge=0)
    """Largest total penalty; None or 0: no cap (contest section H)."""


class Driver(Record):
    """A truck and its driver at the start of a scenario."""

    driver_id: str = Field(min_length=1)
    name: str = ""
    vehicle_no: str = ""
    truck_length: str = ""
    cost_per_km: float = Field(1.5, ge=0, allow_inf_nan=False)
    """Yuan a kilometre."""
    lat: float
    lng: float
    preferences: tuple[Preference, ...] = ()


class Scenario(Record):
    """A world to simulate: who drives, which loads appear, under which rules, for how long."""

    name: str
    start: datetime
    """Local midnight of the first day, without a zone; `timezone` names the zone."""
    timezone: str = "Asia/Shanghai"
    days: int = Field(ge=1)
    rules: WorldRules
    hours_of_service: HoursOfService = NO_HOURS
    """The law that the drivers are under."""
    drivers: tuple[Driver, ...]
    loads: InstanceOf[LoadTable]
    language: Language = "en"
    """In which agents by model are spoken to."""
    fingerprint: str = ""
    """SHA-256 of what the scenario was read or generated from: same text, same world."""

    @property
    def horizon_min(self) -> int:
        """First minute after the last day."""
        return self.days * MINUTES_PER_DAY
