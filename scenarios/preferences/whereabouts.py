"""Where the places lie that a driver's wishes name: for who keeps them and for who judges them, the same."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.loads import LoadTable
from scenarios.preferences.kinds import Constraint, Errand, Home, MustTake, RegionDays, Visits
from scenarios.preferences.parts import Place

Point = tuple[float, float]


class Whereabouts:
    """Places as one driver means them, in one market. Lookups only."""

    def __init__(self, constraints: Sequence[Constraint], loads: LoadTable, start: Point) -> None:
        """`start` is the driver's own place."""
        self._loads = loads
        self._named = _named_points(constraints)
        self._start = start

    def point(self, place: Place) -> Point | None:
        """Its own coordinates, else those that a wish gives a place of that name, else the middle of the known places
        whose text holds it; unnamed, the driver's start. None where nothing says where it is."""
        if place.lat is not None and place.lng is not None:
            return place.lat, place.lng
        if not place.name:
            return self._start
        for name, point in self._named.items():
            if place.name in name or name in place.name:
                return point
        return self._loads.known_places.middle_of(place.name)


def places_of(constraint: Constraint) -> tuple[Place, ...]:
    """The places that a constraint names, in order: of each step of an errand."""
    if isinstance(constraint, Errand):
        return tuple(step.place for step in constraint.steps)
    if isinstance(constraint, Home | Visits):
        return (constraint.place,)
    if isinstance(constraint, MustTake) and constraint.place is not None:
        return (constraint.place,)
    return ()


def _named_points(constraints: Sequence[Constraint]) -> dict[str, Point]:
    """Places that any of the driver's wishes gives with a name and coordinates."""
    out: dict[str, Point] = {}
    for constraint in constraints:
        places = [*places_of(constraint)]
        if isinstance(constraint, RegionDays) and constraint.place is not None:
            places.append(constraint.place)
            if constraint.place.lat is not None and constraint.place.lng is not None:
                out.setdefault(constraint.region, (constraint.place.lat, constraint.place.lng))
        for place in places:
            if place.name and place.lat is not None and place.lng is not None:
                out.setdefault(place.name, (place.lat, place.lng))
    return out
