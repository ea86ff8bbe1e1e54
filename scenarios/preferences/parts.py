"""What constraints are made of: times of day, sets of days, places, areas and prices. Checks of their own form only."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from scenarios.records import Record

MinuteOfDay = Annotated[int, Field(ge=0, le=1440)]
"""Minutes since local midnight; 1440 is the midnight that ends the day."""

Unit = Literal["day", "breach", "order", "km", "minute", "month"]
"""What the penalty is charged for: each calendar day with a breach, each breach, each order, each kilometre over
(not rounded), each minute, or once a month (once in all on shorter runs)."""


class Days(Record):
    """The days on which something applies: all that are left where a field is None."""

    dates: tuple[date, ...] | None = None
    weekdays: tuple[Annotated[int, Field(ge=0, le=6)], ...] | None = None
    """0 is Monday."""
    first: date | None = None
    last: date | None = None
    """Inclusive."""

    def has(self, day: date) -> bool:
        """Whether it applies on that day."""
        return (
            (self.dates is None or day in self.dates)
            and (self.weekdays is None or day.weekday() in self.weekdays)
            and (self.first is None or self.first <= day)
            and (self.last is None or day <= self.last)
        )


EVERY_DAY = Days()


class Place(Record):
    """A point that a wish names: by coordinates, by name, or both. Neither: the driver's place at the start."""

    lat: float | None = None
    lng: float | None = None
    name: str = ""
    radius_km: float = Field(1.0, gt=0)
    """As near as this counts as there."""


class Circle(Record):
    """All points within a distance of a centre, the rim included."""

    shape: Literal["circle"] = "circle"
    lat: float
    lng: float
    radius_km: float = Field(gt=0)


class Box(Record):
    """All points between two latitudes and two longitudes, the rim included."""

    shape: Literal["box"] = "box"
    south: float
    north: float
    west: float
    east: float


class District(Record):
    """A city or district by the name that loads give it, without the ending 市, 区 or 县."""

    shape: Literal["district"] = "district"
    name: str = Field(min_length=1)


Area = Annotated[Circle | Box | District, Field(discriminator="shape")]
