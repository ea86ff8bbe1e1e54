"""Where a truck was at any minute, and when it was in an area.

A way is a straight line on the map (linear in degrees), driven at one speed: a way of 300 km in Guangdong is at most
1 km off the great circle. An order's haul is driven at the world's speed; what its minutes leave beside it is spent
half at the pickup and half at the drop, since nothing says how long loading takes. While lists are read, and while a
pickup's window is waited for, the truck stands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TypeVar

import numpy as np

from dispatch.audit.deeds import Deed
from scenarios.geo import haversine_km
from scenarios.loads import LoadTable
from scenarios.preferences.districts import Cells, Ways
from scenarios.preferences.parts import Box, Circle

Span = tuple[float, float]
"""Minutes from and to, both ends included."""

_PIECE_KM = 50.0
"""A way is cut into pieces no longer than this; along one, the distance to a point falls, then rises."""
_BISECTIONS = 50
"""Halvings that find a crossing: a piece of an hour down to less than a nanosecond."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stand or a straight drive between two minutes."""

    start_min: int
    end_min: int
    start: tuple[float, float]
    end: tuple[float, float]
    deed: int
    """Index of the deed that it is part of."""

    @property
    def drives(self) -> bool:
        return self.start != self.end

    def at(self, minute: float) -> tuple[float, float]:
        """The place at a minute of this leg."""
        if self.end_min <= self.start_min:
            return self.end
        share = (minute - self.start_min) / (self.end_min - self.start_min)
        return (
            self.start[0] + share * (self.end[0] - self.start[0]),
            self.start[1] + share * (self.end[1] - self.start[1]),
        )


class Path:
    """One driver's way through the run."""

    def __init__(self, deeds: Sequence[Deed], start: tuple[float, float], loads: LoadTable) -> None:
        """`start` is the driver's place at minute 0."""
        self.legs = _legs(deeds, loads) or [Leg(0, 0, start, start, -1)]
        self._starts = [leg.start_min for leg in self.legs]

    @property
    def end_min(self) -> int:
        return self.legs[-1].end_min

    def at(self, minute: float) -> tuple[float, float]:
        """The place at a minute; after the last step the truck stands where it ended."""
        leg = self.legs[max(0, bisect_right(self._starts, minute) - 1)]
        return leg.at(min(max(minute, leg.start_min), leg.end_min))

    def spans_in(self, area: Circle | Box | Cells) -> list[Span]:
        """When the truck was in the area, its rim included: spans in order that do not touch."""
        if isinstance(area, Cells):
            return joined(_in_cells(self.legs, area))
        find = _in_box if isinstance(area, Box) else _in_circle
        return joined(span for leg in self.legs for span in find(leg, area))


def _legs(deeds: Sequence[Deed], loads: LoadTable) -> list[Leg]:
    """Stands and drives in order; a way that takes no time (contest rule 34 allows it) is a jump, and no leg."""
    return [Leg(*span, *ends, i) for i, d in enumerate(deeds) for span, ends in _ways(d, loads) if span[1] > span[0]]


Point = tuple[float, float]


def _ways(d: Deed, loads: LoadTable) -> Iterator[tuple[tuple[int, int], tuple[Point, Point]]]:
    """The minutes and the ends of each way or stand of a step."""
    before, after = (d.lat, d.lng), (d.end_lat, d.end_lng)
    yield (d.start_min, d.act_min), (before, before)
    if not d.order:
        yield (d.act_min, d.end_min), (before if d.drive_min else after, after)
        return
    pickup = (float(loads.start_lat[d.load]), float(loads.start_lng[d.load])) if d.load >= 0 else before
    arrival = d.act_min + d.drive_min
    yield (d.act_min, arrival), (before, pickup)
    yield (arrival, d.haul_start_min), (pickup, pickup)
    yield (d.haul_start_min, d.haul_end_min), (pickup, after)
    yield (d.haul_end_min, d.end_min), (after, after)


Minute = TypeVar("Minute", int, float)


def joined(spans: Iterable[tuple[Minute, Minute]]) -> list[tuple[Minute, Minute]]:
    """Spans in order, those that touch or overlap made one."""
    out: list[tuple[Minute, Minute]] = []
    for a, b in sorted(spans):
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], b))
        else:
            out.append((a, b))
    return out


def outside(spans: Sequence[Span], start: float, end: float) -> list[Span]:
    """The gaps between spans, within start and end; none of no length."""
    gaps, at = [], start
    for a, b in spans:
        if min(a, end) > at:
            gaps.append((at, min(a, end)))
        at = max(at, b)
    if end > at:
        gaps.append((at, end))
    return gaps


def _in_box(leg: Leg, box: Box | Circle) -> list[Span]:
    """Exact: each edge is crossed where the straight line says."""
    assert isinstance(box, Box)
    low, high = 0.0, 1.0
    limits = ((leg.start[0], leg.end[0], box.south, box.north), (leg.start[1], leg.end[1], box.west, box.east))
    for a, b, least, most in limits:
        if a == b:
            if not least <= a <= most:
                return []
            continue
        first, last = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        low, high = max(low, first), min(high, last)
    return [_minutes(leg, low, high)] if low <= high else []


def _in_circle(leg: Leg, circle: Box | Circle) -> list[Span]:
    """Each piece's nearest point by golden section, and the rim on both sides of it by bisection."""
    assert isinstance(circle, Circle)

    def over(share: float) -> float:
        """Kilometres to the rim, below 0 inside."""
        lat = leg.start[0] + share * (leg.end[0] - leg.start[0])
        lng = leg.start[1] + share * (leg.end[1] - leg.start[1])
        return haversine_km(lat, lng, circle.lat, circle.lng) - circle.radius_km

    if not leg.drives:
        return [(leg.start_min, leg.end_min)] if over(1.0) <= 0 else []
    length_km = haversine_km(*leg.start, *leg.end)
    if over(0.0) > 1.01 * length_km + 1:  # too far to come near, the map's bend considered
        return []
    pieces = max(1, ceil(length_km / _PIECE_KM))
    spans = []
    for i in range(pieces):
        low, high = i / pieces, (i + 1) / pieces
        nearest = low if over(low) <= 0 else high if over(high) <= 0 else _lowest(over, low, high)
        if over(nearest) > 0:
            continue
        entry = low if over(low) <= 0 else _crossing(over, nearest, low)
        leaving = high if over(high) <= 0 else _crossing(over, nearest, high)
        spans.append(_minutes(leg, entry, leaving))
    return joined(spans)


def _in_cells(legs: Sequence[Leg], cells: Cells) -> Iterator[Span]:
    """Each border by bisection, between points of a way that are near enough for no other to lie between them."""
    ways = Ways(*np.array([(*leg.start, *leg.end) for leg in legs]).T)
    rows, shares, sides = (column.tolist() for column in cells.along(ways))
    for row, points in groupby(zip(rows, shares, sides, strict=True), key=lambda point: point[0]):

        def over(share: float, row: int = row) -> float:
            return -1.0 if cells.inside(*ways.at(np.array([row]), np.array([share])))[0][0] else 1.0

        entry, before, inside = 0.0, 0.0, False
        for number, (_, share, side) in enumerate(points):
            if side and not inside:
                entry = _crossing(over, share, before) if number else 0.0
            elif inside and not side:
                yield _minutes(legs[row], entry, _crossing(over, before, share))
            before, inside = share, side
        if inside:
            yield _minutes(legs[row], entry, 1.0)


def _minutes(leg: Leg, low: float, high: float) -> Span:
    length = leg.end_min - leg.start_min
    return leg.start_min + low * length, leg.start_min + high * length


def _crossing(over: Callable[[float], float], inside: float, beyond: float) -> float:
    """Where `over` goes from 0 or below (at `inside`) to above; the last point found that is not above."""
    for _ in range(_BISECTIONS):
        middle = (inside + beyond) / 2
        if over(middle) <= 0:
            inside = middle
        else:
            beyond = middle
    return inside


_GOLDEN = 0.6180339887498949


def _lowest(over: Callable[[float], float], low: float, high: float) -> float:
    """The lowest point of what falls, then rises."""
    a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_a, at_b = over(a), over(b)
    for _ in range(_BISECTIONS):
        if at_a <= at_b:
            high, b, at_b = b, a, at_a
            a = high - _GOLDEN * (high - low)
            at_a = over(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + _GOLDEN * (high - low)
            at_b = over(b)
    return a if at_a <= at_b else b
