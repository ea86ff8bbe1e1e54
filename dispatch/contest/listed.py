"""The contest's lists of loads as columns: each load gets a row number when it is first listed, and keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

from memory.offers import NO_OFFERS, OFFER_COLUMNS, OFFER_DTYPE, Offers
from scenarios.cells import CellIndex
from scenarios.files.listed_load import listed_load
from scenarios.files.load_rows import Row
from scenarios.geo import haversine_km, unit_vector, valid_point


class ListedLoads:
    """All loads that one harness has listed so far."""

    def __init__(self, cells: CellIndex) -> None:
        self._cells = cells
        self.ids: list[str] = []
        """Load id by row number."""
        self.category_names: list[str] = []
        self.place_names: list[str] = []
        self._rows: dict[str, int] = {}
        self._shown: list[tuple[Any, ...]] = []
        """What is shown of a load, by row number, in the order of OFFER_COLUMNS."""
        self._categories: dict[str, int] = {}
        self._places: dict[str, int] = {}

    def row_of(self, load_id: str) -> int:
        """A load's row number, -1 for one that was never listed."""
        return self._rows.get(load_id, -1)

    def service_min(self, row: int) -> int:
        """Minutes from the start of loading to the end of unloading."""
        return int(self._shown[row][OFFER_COLUMNS.index("service_min")])

    def price_fen(self, row: int) -> int:
        return int(self._shown[row][OFFER_COLUMNS.index("price_fen")])

    def offers(self, cargoes: Sequence[object], start: datetime) -> tuple[Offers, list[int]]:
        """Those loads as offers, and the places in the list of those that could be read and can be taken."""
        rows: list[int] = []
        places: list[int] = []
        for place, cargo in enumerate(cargoes):
            load_id = str(cargo.get("cargo_id", "")).strip() if isinstance(cargo, dict) else ""
            row = self._rows.get(load_id, -1)
            if row < 0:
                read = listed_load(cargo, start)
                if read is None:
                    continue
                row = self._add(read)
            rows.append(row)
            places.append(place)
        if not rows:
            return NO_OFFERS, []
        return Offers(np.array([self._shown[row] for row in rows], dtype=OFFER_DTYPE)), places

    def _add(self, load: Row) -> int:
        row = self._rows[load.load_id] = len(self.ids)
        self.ids.append(load.load_id)
        x, y, z = unit_vector(load.start_lat, load.start_lng)
        drop_x, drop_y, drop_z = unit_vector(load.end_lat, load.end_lng)
        values = {
            "load": row,
            "pickup_lat": load.start_lat,
            "pickup_lng": load.start_lng,
            "drop_lat": load.end_lat,
            "drop_lng": load.end_lng,
            "price_fen": round(load.price_fen),
            "service_min": load.service_min,
            "window_open_min": load.open_min,
            "window_close_min": load.close_min,
            "remove_min": max(load.create_min, load.remove_min),
            "category": _code(load.category, self._categories, self.category_names),
            "pickup_place": _code(load.start_place, self._places, self.place_names),
            "drop_place": _code(load.end_place, self._places, self.place_names),
            "haul_km": haversine_km(load.start_lat, load.start_lng, load.end_lat, load.end_lng),
            "pickup_x": x,
            "pickup_y": y,
            "pickup_z": z,
            "drop_x": drop_x,
            "drop_y": drop_y,
            "drop_z": drop_z,
            "pickup_cell": self._cell(load.start_lat, load.start_lng),
            "drop_cell": self._cell(load.end_lat, load.end_lng),
        }
        self._shown.append(tuple(values[name] for name in OFFER_COLUMNS))
        return row

    def _cell(self, lat: float, lng: float) -> int:
        return self._cells.cell_of(lat, lng) if valid_point(lat, lng) else 0


def _code(name: str, codes: dict[str, int], names: list[str]) -> int:
    """The number of a name, a new one for a new name."""
    if name not in codes:
        codes[name] = len(names)
        names.append(name)
    return codes[name]
