"""The stops of an errand, and whether they can still be driven to in time: from a place and a minute on, one by one.

The way to a stop leads straight to its middle; who stands within its radius is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dispatch.audit.case import FOREVER, Case, Finding
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import haversine_km, pickup_minutes
from scenarios.preferences.kinds import Errand, ErrandStep
from scenarios.preferences.parts import Circle


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of an errand with its place found."""

    step: ErrandStep
    circle: Circle
    begin_min: int
    """The earliest minute of arrival that counts."""
    due_min: int
    """The latest minute of arrival that counts."""

    def near(self, lat: float, lng: float) -> bool:
        return haversine_km(lat, lng, self.circle.lat, self.circle.lng) <= self.circle.radius_km

    @property
    def name(self) -> str:
        """Its name, or its coordinates."""
        return self.step.place.name or f"({self.circle.lat}, {self.circle.lng})"


def stops_of(c: Errand, case: Case) -> tuple[Stop, ...]:
    """The steps with their places, in order. Raises LookupError with the name of a place that nothing locates."""
    stops = []
    for number, step in enumerate(c.steps):
        point = case.locate(step.place)
        if point is None:
            raise LookupError(step.place.name)
        radius = case.counting.stop_radius_km or step.place.radius_km
        circle = Circle(lat=point[0], lng=point[1], radius_km=radius)
        stops.append(Stop(step, circle, _begin(c, step, case), _due(c, number, case)))
    return tuple(stops)


def _begin(c: Errand, step: ErrandStep, case: Case) -> int:
    """The earliest minute of arrival at a step: its own, else, where stops are of their day, that day's first."""
    if step.earliest_min is not None:
        return step.earliest_min
    of_its_day = case.counting.places == "row_ends" and not c.late_fen_per_min and step.deadline_min is not None
    return max(0, (step.deadline_min or 0) - 1) // MINUTES_PER_DAY * MINUTES_PER_DAY if of_its_day else 0


def _due(c: Errand, number: int, case: Case) -> int:
    """The latest minute of arrival at a step: its own deadline, else that of a later one, else the end of the errand.
    Where lateness has a price of its own, the last deadline binds nobody: it is late until the stay was to be over."""
    ahead = c.steps[number:]
    binding = ahead[:-1] if c.late_fen_per_min else ahead
    deadlines = [step.deadline_min for step in binding if step.deadline_min is not None]
    ends = [step.stay_until_min for step in ahead if step.stay_until_min is not None]
    return min([*deadlines, *ends], default=case.force(c)[1])


def last_arrival(stops: Sequence[Stop], minute: int, place: tuple[float, float], case: Case) -> int | None:
    """When the last stop is reached by whoever leaves a place at a minute and drives to each; None: one is too late, or
    would be left for after the run's end, when nothing is begun any more."""
    arrival: int | None = None
    for stop in stops:
        drive = 0
        if not stop.near(*place):
            if minute >= case.run_days * MINUTES_PER_DAY:
                return None
            drive = pickup_minutes(haversine_km(*place, stop.circle.lat, stop.circle.lng), case.speed_kmh)
        arrival = max(minute + drive, stop.begin_min)
        stays_after = case.counting.places == "row_ends" and stop.step.stay_min
        if arrival > stop.due_min or (stays_after and arrival >= case.run_days * MINUTES_PER_DAY):
            return None
        minute = max(arrival + stop.step.stay_min, stop.step.stay_until_min or 0)
        place = stop.circle.lat, stop.circle.lng
    return arrival


def first_lost_min(c: Errand, stops: Sequence[Stop], dones: Sequence[int], case: Case) -> int:
    """The first minute at which driving to the stops that were left would have been too late.

    It is one after the last minute at which the truck stood, or ended or began something, and leaving would have been
    in time; the first in force if there is none. `dones`: when each of the first stops was done.
    """
    first, last = case.force(c)
    for count in range(len(dones), -1, -1):
        since = max(first, dones[count - 1] if count else 0)
        until = dones[count] - 1 if count < len(dones) else min(last - 1, case.end_min)
        minute = _last_in_time(stops[count:], since, until, case)
        if minute is not None:
            return minute + 1
    return max(first, 0)


def _last_in_time(stops: Sequence[Stop], since: int, until: int, case: Case) -> int | None:
    """The last minute between two at which the truck could leave for the stops in time."""
    free = [(d.start_min, d.end_min if d.act == Act.WAIT else d.act_min, (d.lat, d.lng)) for d in case.deeds]
    free += [(d.end_min, case.end_min, (d.end_lat, d.end_lng)) for d in case.deeds[-1:]]
    for start, end, place in reversed(free):
        low, high = max(since, start), min(until, end)
        if low > high or last_arrival(stops, low, place, case) is None:
            continue
        while low < high:  # in time at low; whoever leaves a place later is there later
            middle = (low + high + 1) // 2
            in_time = last_arrival(stops, middle, place, case) is not None
            low, high = (middle, high) if in_time else (low, middle - 1)
        return low
    return None


def missed(
    why: str, start: int, end: int, place: tuple[float, float] | None = None, *, lost_min: int | None = None
) -> Finding:
    """The finding that an errand was not done as asked; `lost_min` is the first minute at which it was too late."""
    day = max(0, start) // MINUTES_PER_DAY
    return Finding(start, min(max(end, start + 1), FOREVER), day, why, key=-1, place=place, lost_min=lost_min)
