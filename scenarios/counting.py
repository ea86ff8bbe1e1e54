"""How breaches of drivers' wishes are counted: one record, as data beside the world's rules.

What a wish means is its constraint (`scenarios.preferences.kinds`). Where a scorer reads every wish of a kind in its
own way, that way is a field here; the defaults are the `standard` way. Rule numbers are the contest's (sections H, I).
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Counting(BaseModel):
    """One way of counting. Nothing in it names a driver."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # what is judged
    days_max: int | None = Field(None, ge=1)
    """Days of the run that are judged, at most (rules 44, H)."""
    clip_at_horizon: bool = True
    """What is done after the judged days counts for nothing; False: a window that begins on a judged day is judged to
    its end, and single orders and moves whenever they are (rules 65, 67)."""
    unseen: Literal["not_evaluable", "breach"] = "not_evaluable"
    """What a wish asks of days that the run does not reach: said to be not evaluable, or taken as not done
    (rules 57, 59). A driver without a single step is not judged at all then."""
    month: Literal["calendar", "run"] = "calendar"
    """A month is one of the calendar, or the whole run however short (rule 59)."""
    in_force: Literal["taken", "overlap"] = "taken"
    """An order concerns a wish that is in force when it is taken, or at any minute of it (rule 68)."""
    uncapped: tuple[str, ...] = ()
    """Kinds whose penalties no cap stops (rule 68)."""

    # rest and activity
    rest_by_calendar_day: bool = False
    """Each rest is counted by calendar day, whatever the wish says (rule 57)."""
    reading_is_rest: bool = False
    """Reading lists before a wait is part of the wait (rule 57)."""
    window_wait_is_rest: bool = True
    """Waiting at a pickup for its window can be rest, where the wish says so; it is no activity either (rule 57)."""
    refused_is_active: bool = False
    """An order that is refused on the spot is activity for the minute it takes (rule H)."""
    first_night: bool = True
    """The morning of the first day belongs to a night that began the day before, and is judged (rule 65)."""
    day_window_per_action: bool = False
    """A quiet window between morning and evening is charged for each action, one at night for each night (rule 64)."""
    first_order_at_limit_is_late: bool = False
    """A first order that begins exactly at the limit is late, whatever the wish says (rule 64)."""

    # places
    places: Literal["path", "row_ends"] = "path"
    """The truck is tested all along its way, or where each step begins and ends, each step once (rules 60, 61, 66)."""
    district_boxes: dict[str, tuple[float, float, float, float]] = {}
    """South, north, west and east end of districts, instead of the nearest known place (rule 69)."""
    stop_radius_km: float | None = Field(None, gt=0)
    """How near counts as there for an errand's stops, instead of what the place says (rule 70)."""

    # kinds
    order_free_by_end: bool = False
    """A day is free of orders when none ends on it (rule 59)."""
    days_off_fine_is_cap: bool = False
    """For want of days off the cap is charged, where there is one (rule 59)."""
    region_day_by_taking: bool = False
    """An order counts for the day on which it is taken, whichever end lies in the district (rule 68)."""
    missed_pickup_is_deadhead: bool = True
    """Kilometres to a pickup whose window was missed are empty ones (rule 62)."""
    late_minutes: Literal["after_deadline", "from_start"] = "after_deadline"
    """Minutes late for an errand begin at the deadline, or as long a time begins with the errand (rule 67)."""


STANDARD_COUNTING = Counting()

TIANCHI_COUNTING = Counting(
    days_max=30,
    clip_at_horizon=False,
    unseen="breach",
    month="run",
    in_force="overlap",
    rest_by_calendar_day=True,
    reading_is_rest=True,
    window_wait_is_rest=False,
    refused_is_active=True,
    first_night=False,
    day_window_per_action=True,
    first_order_at_limit_is_late=True,
    places="row_ends",
    district_boxes={"深圳": (22.42, 22.89, 113.74, 114.66)},
    order_free_by_end=True,
    days_off_fine_is_cap=True,
    region_day_by_taking=True,
    missed_pickup_is_deadhead=False,
    late_minutes="from_start",
)
"""The older release."""

TIANCHI_0529_COUNTING = TIANCHI_COUNTING.model_copy(
    update={"days_max": 31, "uncapped": ("category",), "days_off_fine_is_cap": False, "stop_radius_km": 2.0}
)
"""The newer release."""
