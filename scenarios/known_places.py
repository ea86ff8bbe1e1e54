"""The places that loads name, each in the middle of the loads' ends that name it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scenarios.geo import unit_vectors


@dataclass(frozen=True)
class KnownPlaces:
    """Places in the order of their codes; arrays of shape (n,), degrees."""

    names: tuple[str, ...]
    lat: NDArray[np.float64]
    lng: NDArray[np.float64]

    @cached_property
    def vectors(self) -> NDArray[np.float64]:
        """The same on the unit sphere, shape (3, n)."""
        return unit_vectors(self.lat, self.lng)

    def of(self, name: str) -> NDArray[np.bool_]:
        """Which of them have a name in their text, shape (n,)."""
        return np.array([name in text for text in self.names], dtype=np.bool_)

    def middle_of(self, name: str) -> tuple[float, float] | None:
        """The mean of the places whose text holds a name; None where there is none."""
        own = self.of(name)
        return (float(self.lat[own].mean()), float(self.lng[own].mean())) if own.any() else None


def places_of_ends(
    names: list[str], codes: NDArray[np.integer], lat: NDArray[np.float64], lng: NDArray[np.float64]
) -> KnownPlaces:
    """The places that some end names, from the ends' codes into `names` and their points."""
    counts = np.bincount(codes, minlength=len(names))
    used = np.flatnonzero(counts)
    middles = (np.bincount(codes, weights=of, minlength=len(names))[used] / counts[used] for of in (lat, lng))
    return KnownPlaces(tuple(names[code] for code in used.tolist()), *middles)
