"""Hand-made months for the auditor's tests: steps said in minutes, loads on the meridian of 113 degrees east.

The run starts on Sunday, 1 March 2026. 0.09 degrees of latitude are 10.0075 km.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from small_world import LNG, Row, make_drivers, make_loads, make_scenario

from dispatch.audit.auditor import Auditor
from dispatch.audit.deeds import Deed
from dispatch.audit.records import DriverAudit, Verdict
from memory.observed import Act
from scenarios.counting import STANDARD_COUNTING, Counting
from scenarios.hours_of_service import NO_HOURS, HoursOfService
from scenarios.loads import LoadTable
from scenarios.preferences.kinds import Constraint
from scenarios.records import Scenario
from scenarios.rules import STANDARD

DAY = 1440
HOME = 23.0


def at(day: int, hour: float) -> int:
    """The minute of a day, from 0, and an hour of it."""
    return day * DAY + round(hour * 60)


@dataclass
class Log:
    """One driver's steps, each from where the last one ended."""

    minute: int = 0
    lat: float = HOME
    lng: float = LNG
    deeds: list[Deed] = field(default_factory=list)

    def wait(self, minutes: int, *, reading: int = 0) -> Self:
        return self._do(Act.WAIT, minutes, reading=reading)

    def wait_until(self, minute: int) -> Self:
        return self.wait(minute - self.minute) if minute > self.minute else self

    def drive(self, minutes: int, lat: float | None = None, *, reading: int = 0, km: float | None = None) -> Self:
        """An empty drive, to and fro where no latitude is given."""
        to = (self.lat + 0.01 if len(self.deeds) % 2 else self.lat - 0.01) if lat is None else lat
        empty = abs(to - self.lat) * 111.195 if km is None else km
        return self._do(Act.REPOSITION, minutes, reading=reading, lat=to, drive_min=minutes, empty_km=empty)

    def order(
        self,
        load: int,
        minutes: int,
        to: float | None = None,
        *,
        reading: int = 0,
        pickup: int = 0,
        window: int = 0,
        haul: int | None = None,
        load_id: str = "",
        pickup_km: float = 0.0,
    ) -> Self:
        """An order of so many minutes in all, of them `pickup` to the load, `window` waiting, `haul` driving."""
        rest = minutes - pickup - window
        return self._do(
            Act.TAKE_ORDER,
            minutes,
            reading=reading,
            lat=self.lat if to is None else to,
            order=True,
            load=load,
            load_id=load_id or f"L{load}",
            drive_min=pickup,
            window_wait_min=window,
            haul_min=rest if haul is None else haul,
            pickup_km=pickup_km,
        )

    def refused(self) -> Self:
        return self._do(Act.TAKE_ORDER, 1, refused=True, load_id="GONE")

    def _do(self, act: Act, minutes: int, *, reading: int = 0, lat: float | None = None, **fields: Any) -> Self:
        start, end_lat = self.minute, self.lat if lat is None else lat
        values: dict[str, Any] = {
            "step": len(self.deeds) + 1,
            "start_min": start,
            "act_min": start + reading,
            "end_min": start + reading + minutes,
            "act": act,
            "order": False,
            "missed": False,
            "refused": False,
            "load": -1,
            "load_id": "",
            "lat": self.lat,
            "lng": self.lng,
            "end_lat": end_lat,
            "end_lng": self.lng,
            "pickup_km": 0.0,
            "empty_km": 0.0,
            "drive_min": 0,
            "window_wait_min": 0,
            **fields,
        }
        self.deeds.append(Deed(**values))
        self.minute, self.lat = values["end_min"], end_lat
        return self


def loads_between(*ends: tuple[float, float], categories: Sequence[str] = (), places: Sequence[str] = ()) -> LoadTable:
    """Loads L0, L1, … from a latitude to another; `categories` one each, `places` two each (pickup, drop)."""
    table = make_loads([Row(f"L{i}", 0, 10**6, start, end, 500, 60) for i, (start, end) in enumerate(ends)])
    n = len(ends)
    names = list(categories) or [""] * n
    texts = list(places) or [""] * (2 * n)
    known, known_places = sorted(set(names)), sorted(set(texts))
    table.category[:] = [known.index(name) for name in names]
    table.category_names[:] = known
    table.start_place[:] = np.array([known_places.index(text) for text in texts[::2]], dtype=np.int32)
    table.end_place[:] = np.array([known_places.index(text) for text in texts[1::2]], dtype=np.int32)
    table.place_names[:] = known_places
    return table


NO_LOADS = loads_between((HOME, HOME))


def world(
    days: int, loads: LoadTable = NO_LOADS, counting: Counting = STANDARD_COUNTING, hours: HoursOfService = NO_HOURS
) -> Scenario:
    """A scenario of one driver at home."""
    rules = STANDARD.model_copy(update={"counting": counting})
    scenario = make_scenario(loads, make_drivers([("D1", HOME)]), days=days, rules=rules)
    return scenario.model_copy(update={"hours_of_service": hours})


def audit(
    log: Log,
    *constraints: Constraint,
    days: int,
    loads: LoadTable = NO_LOADS,
    counting: Counting = STANDARD_COUNTING,
    hours: HoursOfService = NO_HOURS,
) -> DriverAudit:
    """The audit of a log in a run of so many days."""
    scenario = world(days, loads, counting, hours)
    return Auditor(scenario).audit(scenario.drivers[0], constraints, log.deeds)


def verdict(log: Log, constraint: Constraint, **settings: Any) -> Verdict:
    """The verdict on one constraint."""
    (found,) = audit(log, constraint, **settings).verdicts
    return found


def days_of(found: Verdict) -> list[int]:
    """The days of its breaches."""
    return [breach.day for breach in found.breaches]
