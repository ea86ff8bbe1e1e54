"""Loads as columns: one numpy array a field, one row a load, in file order.

`LoadTable` is what a world and a generator share; `Load` is one row at the edge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from scenarios.known_places import KnownPlaces, places_of_ends


class Load(BaseModel):
    """One load on the platform: what is carried, between which points, when, and for how much."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    load_id: str = Field(min_length=1)
    create_min: int
    remove_min: int
    """Last minute on the board, both ends inclusive."""
    start_lat: float
    start_lng: float
    end_lat: float
    end_lng: float
    price_fen: float
    service_min: int
    window_min: tuple[int, int] | None
    """Loading may start in [open, close], both inclusive; None: at any minute."""
    category: str
    start_place: str
    end_place: str
    truck_lengths: tuple[str, ...] = ()


NO_WINDOW = -(2**31)
"""Marks a load without a loading window in both window columns."""


@dataclass(frozen=True, eq=False)
class LoadTable:
    """Loads in file order; every array has shape (n,). Minutes are world minutes, coordinates degrees."""

    ids: list[str]
    create_min: NDArray[np.int32]
    remove_min: NDArray[np.int32]
    """As in the file: may lie before create_min when input was read tolerantly."""
    start_lat: NDArray[np.float64]
    start_lng: NDArray[np.float64]
    end_lat: NDArray[np.float64]
    end_lng: NDArray[np.float64]
    price_fen: NDArray[np.float64]
    """Exactly as in the file: whole fen, but for tolerant input, where halves occur; 0 when missing."""
    service_min: NDArray[np.int32]
    """Minutes from the start of loading to the end of unloading; the haul is part of it."""
    window_open_min: NDArray[np.int32]
    window_close_min: NDArray[np.int32]
    category: NDArray[np.int16]
    start_place: NDArray[np.int32]
    end_place: NDArray[np.int32]
    truck: NDArray[np.int16]
    category_names: list[str]
    place_names: list[str]
    truck_names: list[str]
    """Accepted truck lengths, several joined by "/"."""
    unusable: dict[int, str] = field(default_factory=dict)
    """Row -> why a take of it is always refused: `bad_service_time` or `bad_window` (tolerant input only)."""

    def __len__(self) -> int:
        return len(self.create_min)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row by load id."""
        return {load_id: row for row, load_id in enumerate(self.ids)}

    @cached_property
    def known_places(self) -> KnownPlaces:
        """The places at which some load starts or ends."""
        codes = np.concatenate([self.start_place, self.end_place])
        lat, lng = (np.concatenate(ends) for ends in ((self.start_lat, self.end_lat), (self.start_lng, self.end_lng)))
        return places_of_ends(self.place_names, codes, lat, lng)

    def why_never(self, load_id: str) -> str:
        """Why nobody can ever take a load of that id; empty where somebody may."""
        row = self.row_of.get(load_id)
        if row is None:
            return f"the market has no load {load_id!r}"
        return f"load {load_id!r} cannot be taken by anybody: {self.unusable[row]}" if row in self.unusable else ""

    @cached_property
    def shown_price_fen(self) -> NDArray[np.int64]:
        """The price that the platform shows, whole fen: round(fen / 100, 2) yuan on doubles (contest rule 23)."""
        whole = self.price_fen.astype(np.int64)
        for row in np.flatnonzero(whole != self.price_fen):
            whole[row] = round(round(float(self.price_fen[row]) / 100, 2) * 100)
        return whole

    def load(self, row: int) -> Load:
        """One load as a record. Raises IndexError outside the table."""
        windowed = self.window_open_min[row] != NO_WINDOW
        return Load(
            load_id=self.ids[row],
            create_min=int(self.create_min[row]),
            remove_min=int(self.remove_min[row]),
            start_lat=float(self.start_lat[row]),
            start_lng=float(self.start_lng[row]),
            end_lat=float(self.end_lat[row]),
            end_lng=float(self.end_lng[row]),
            price_fen=float(self.price_fen[row]),
            service_min=int(self.service_min[row]),
            window_min=(int(self.window_open_min[row]), int(self.window_close_min[row])) if windowed else None,
            category=self.category_names[self.category[row]],
            start_place=self.place_names[self.start_place[row]],
            end_place=self.place_names[self.end_place[row]],
            truck_lengths=tuple(t for t in self.truck_names[self.truck[row]].split("/") if t),
        )
