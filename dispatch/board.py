"""The board: which loads are live at a minute, kept in compact columns for nearest-first lists.

It only moves forward in time. It knows no driver and decides nothing: who may see or take a load is the world's.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from math import cos, isfinite, isnan, nan, radians, sin

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import Points, unit_vectors
from scenarios.loads import LoadTable

_MARGIN = 1e-14
"""Slack on a cosine, far above the rounding of three products: the selection never loses a tied load."""
_SAMPLE = 1024
_HIDDEN = -2.0
NEVER = -(2**31)


class Board:
    """Live loads of a table. A load is live when create <= minute <= max(create, remove) (contest rules 2, 3)."""

    def __init__(self, loads: LoadTable) -> None:
        n = len(loads)
        self._ids = loads.ids
        self.last_min = np.maximum(loads.create_min, loads.remove_min)
        self._arrivals = np.argsort(loads.create_min, kind="stable")
        self._arrival_min = loads.create_min[self._arrivals]
        self._arrived = 0
        self._minute = NEVER
        self._points = Points(loads.start_lat, loads.start_lng)
        self._unit = unit_vectors(loads.start_lat, loads.start_lng)
        self._slot_of = np.full(n, -1, dtype=np.int32)
        self._size = 0
        self._rows = np.empty(64, dtype=np.int32)
        self._last = np.empty(64, dtype=np.int32)
        self._xyz = np.empty((3, 64))
        self._cosines = np.empty(64)
        self._scratch = np.empty(64)

    @property
    def live(self) -> int:
        """Number of loads on the board now."""
        return self._size

    @property
    def pending(self) -> int:
        """Number of loads not yet created."""
        return len(self._arrivals) - self._arrived

    def is_live(self, row: int) -> bool:
        return bool(self._slot_of[row] >= 0)

    def units(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Pickups on the unit sphere, shape (3, n)."""
        return self._unit[:, rows]

    def advance(self, minute: int) -> None:
        """Bring the board to a minute: loads expire, then loads appear. Earlier minutes change nothing."""
        if minute <= self._minute:
            return
        self._minute = minute
        self._drop(self._rows[: self._size][self._last[: self._size] < minute])
        arrived = int(self._arrival_min.searchsorted(np.int32(minute), side="right"))
        if arrived > self._arrived:
            coming = self._arrivals[self._arrived : arrived]
            self._arrived = arrived
            self._add(coming[self.last_min[coming] >= minute])

    def remove(self, row: int) -> None:
        """Take one live load off the board; a load that is not live is left alone."""
        if self._slot_of[row] >= 0:
            self._drop(np.array([row], dtype=np.int32))

    def _add(self, rows: NDArray[np.intp]) -> None:
        new = self._size + len(rows)
        if new > len(self._rows):
            room = max(new, 2 * len(self._rows))
            self._rows = np.concatenate([self._rows, np.empty(room - len(self._rows), dtype=np.int32)])
            self._last = np.concatenate([self._last, np.empty(room - len(self._last), dtype=np.int32)])
            self._xyz = np.concatenate([self._xyz, np.empty((3, room - self._xyz.shape[1]))], axis=1)
            self._cosines = np.empty(room)
            self._scratch = np.empty(room)
        self._rows[self._size : new] = rows
        self._last[self._size : new] = self.last_min[rows]
        self._xyz[:, self._size : new] = self._unit[:, rows]
        self._slot_of[rows] = np.arange(self._size, new, dtype=np.int32)
        self._size = new

    def _drop(self, rows: NDArray[np.integer]) -> None:
        """Fill the holes of live rows with the loads at the end."""
        if len(rows) == 0:
            return
        holes = self._slot_of[rows]
        self._slot_of[rows] = -1
        kept = self._size - len(rows)
        tail = self._rows[kept : self._size]
        movers = tail[self._slot_of[tail] >= 0]
        targets = holes[holes < kept]
        if len(movers):
            self._xyz[:, targets] = self._xyz[:, self._slot_of[movers]]
            self._last[targets] = self.last_min[movers]
            self._rows[targets] = movers
            self._slot_of[movers] = targets
        self._size = kept

    def nearest(
        self, lat: float, lng: float, k: int, hidden: AbstractSet[int] = frozenset()
    ) -> tuple[NDArray[np.intp], list[float]]:
        """Rows and kilometres of the k live loads with the nearest pickups, by (distance, load id).

        `hidden` are rows that the asker does not see. Distances are scalar haversine; the vector pass only
        selects. A point that is not finite is at distance 0 from everything (contest rule 17).
        """
        if not (isfinite(lat) and isfinite(lng)):
            lat = lng = nan  # sines of the infinite raise
        candidates = self._select(lat, lng, k, hidden)
        distances = self._points.distances_km(lat, lng, candidates)
        rows = candidates.tolist()
        ranked = sorted(zip(distances, map(self._ids.__getitem__, rows), rows, strict=True))[:k]
        return np.array([row for _, _, row in ranked], dtype=np.intp), [km for km, _, _ in ranked]

    def _select(self, lat: float, lng: float, k: int, hidden: AbstractSet[int]) -> NDArray[np.intp]:
        """A superset of the k nearest visible rows, in no order."""
        n = self._size
        cosines = self._cosines[:n]
        if not isnan(lat):
            phi, lam = radians(lat), radians(lng)
            scratch = self._scratch[:n]
            np.multiply(self._xyz[0, :n], cos(phi) * cos(lam), out=cosines)
            np.multiply(self._xyz[1, :n], cos(phi) * sin(lam), out=scratch)
            cosines += scratch
            np.multiply(self._xyz[2, :n], sin(phi), out=scratch)
            cosines += scratch
        else:
            cosines[:] = 1.0
        unseen = 0
        for row in hidden:
            slot = self._slot_of[row]
            if slot >= 0:
                cosines[slot] = _HIDDEN
                unseen += 1
        slots = np.flatnonzero(cosines > _HIDDEN) if n - unseen <= k else _largest(cosines, k)
        chosen: NDArray[np.intp] = self._rows[slots].astype(np.intp)
        return chosen


def _largest(values: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    """Indices of the k largest of more than k values, and of all within _MARGIN of these.

    A strided sample of a long array guesses what the k-th largest is at least; a wrong guess costs another pass.
    """
    n = len(values)
    if n > 8 * _SAMPLE:
        sample = values[:: n // _SAMPLE]
        rank = min(len(sample) - 1, 2 * (k * len(sample) // n) + 8)
        guess = np.partition(sample, len(sample) - 1 - rank)[len(sample) - 1 - rank]
        found = np.flatnonzero(values >= guess)
        few = values[found]
        if len(few) >= k and (cut := _kth_largest(few, k) - _MARGIN) >= guess:
            return found[few >= cut]
    return np.flatnonzero(values >= _kth_largest(values, k) - _MARGIN)


def _kth_largest(values: NDArray[np.float64], k: int) -> float:
    """The k-th largest of k or more values."""
    return float(np.partition(values, len(values) - k)[len(values) - k])
