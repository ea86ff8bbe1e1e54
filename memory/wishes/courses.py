"""Courses of action as columns: an order, a wait, a move or some reading, from one minute and place on.

The same form holds what may be done and what was done, so that both are measured by the same wishes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import arcs_between_km, drive_minutes_many, unit_vector, unit_vectors

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

NOWHERE_KM = 1e9


@dataclass(slots=True, eq=False)
class Courses:
    """Courses that begin now and here; arrays of shape (n,)."""

    now: int
    lat: float
    lng: float
    speed_kmh: float
    end: Ints
    """First minute after it."""
    end_lat: Floats
    end_lng: Floats
    order: Bools
    active: Bools
    """Drives or carries; not so waiting and reading."""
    waits: Bools
    """Stands still and reads nothing."""
    arrive: Ints
    """At the pickup; `now` for what is no order."""
    loading: Ints
    """When loading begins: later than `arrive` where the window opens later."""
    pickup_lat: Floats
    pickup_lng: Floats
    empty_km: Floats
    haul_km: Floats
    category: Ints
    pickup_place: Ints
    drop_place: Ints
    load: Ints
    slack_min: int | Ints = 0
    """Minutes that must be left over; 0 for what was done."""
    read_from: int = -1
    """When the reading began that came before, -1 for none: where reading is rest, a wait begins with it."""
    shut: tuple[tuple[int, int], ...] = ()
    """Spans [from, to) in time's order in which other wishes let nobody drive."""
    back_to: tuple[float, float] | None = None
    """Where another wish will have the driver return, empty; None for what was done."""
    back_by: int = 0
    """By which minute."""
    _units: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.end)

    @property
    def since(self) -> int:
        """From when the driver has stood where the courses begin: reading lists is standing."""
        return self.read_from if self.read_from >= 0 else self.now

    def forget(self) -> None:
        """Drop what was reckoned from the columns, which have changed."""
        self._units = None

    def km_to(self, lat: float, lng: float) -> Floats:
        """Kilometres from where each course ends to a point."""
        if self._units is None:
            self._units = unit_vectors(self.end_lat, self.end_lng)
        return arcs_between_km(self._units, unit_vector(lat, lng))

    def minutes_to(self, lat: float, lng: float, radius_km: float) -> Ints:
        """Minutes of driving from where each course ends to a point, 0 where that is near enough."""
        km = self.km_to(lat, lng)
        minutes: Ints = drive_minutes_many(km + 1e-3, self.speed_kmh).astype(np.int64)
        minutes[km <= near_km(radius_km)] = 0
        return minutes

    def arrival(self, lat: float, lng: float, radius_km: float) -> Ints:
        """When each course could be at a point after its end. A drive that is shut begins later."""
        minutes, start = self.minutes_to(lat, lng, radius_km), self.end
        for begin, until in self.shut:
            meets = (minutes > 0) & (start < until) & (start + minutes > begin)
            start = np.where(meets, until, start)
        return start + minutes


def near_km(radius_km: float) -> float:
    """As near as this counts as within the radius, judged distances being good to some metres."""
    return radius_km * 0.98


def still(
    now: int, lat: float, lng: float, speed_kmh: float, ends: Sequence[int], *, waits: bool, slack_min: int = 0
) -> Courses:
    """Courses that stay here until each of these minutes: waiting, or reading lists."""
    n = len(ends)
    no, zero, whole = np.zeros(n, dtype=np.bool_), np.zeros(n), np.full(n, -1, dtype=np.int64)
    at = np.full(n, now, dtype=np.int64)
    here_lat, here_lng = np.full(n, lat), np.full(n, lng)
    return Courses(
        now, lat, lng, speed_kmh, np.array(ends, dtype=np.int64), here_lat, here_lng, no, no, np.full(n, waits),
        at, at, here_lat, here_lng, zero, zero, whole, whole, whole, whole, slack_min,
    )  # fmt: skip


def staying(courses: Courses) -> Courses:
    """The one course that stays where these begin, and does nothing."""
    return still(courses.now, courses.lat, courses.lng, courses.speed_kmh, [courses.now], waits=True)


def move(
    now: int, lat: float, lng: float, speed_kmh: float, to: tuple[float, float], km: float, end: int, slack_min: int = 0
) -> Courses:
    """The one course that drives empty to a point."""
    yes, no = np.array([True]), np.array([False])
    at, whole = np.array([now]), np.array([-1])
    here_lat, here_lng = np.array([lat]), np.array([lng])
    return Courses(
        now, lat, lng, speed_kmh, np.array([end]), np.array([to[0]]), np.array([to[1]]), no, yes, no,
        at, at, here_lat, here_lng, np.array([km]), np.array([0.0]), whole, whole, whole, whole, slack_min,
    )  # fmt: skip


COLUMNS = (
    "end", "end_lat", "end_lng", "order", "active", "waits", "arrive", "loading", "pickup_lat", "pickup_lng",
    "empty_km", "haul_km", "category", "pickup_place", "drop_place", "load",
)  # fmt: skip


def together(parts: Sequence[Courses]) -> Courses:
    """All courses of parts that begin at one minute and place, in order."""
    first = parts[0]
    columns: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS}
    return Courses(first.now, first.lat, first.lng, first.speed_kmh, **columns, slack_min=first.slack_min)
