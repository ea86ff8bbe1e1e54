"""Loads as a list shows them: one row a load, moved in one piece; columns are views of the rows.

Loads are named by their row number in the scenario's load table, an opaque id here; `Offers` carries what the platform
shows of the loads that it listed, and of no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

OFFER_DTYPE = np.dtype(
    [
        ("pickup_lat", np.float64),
        ("pickup_lng", np.float64),
        ("drop_lat", np.float64),
        ("drop_lng", np.float64),
        ("haul_km", np.float64),
        ("pickup_x", np.float64),
        ("pickup_y", np.float64),
        ("pickup_z", np.float64),
        ("drop_x", np.float64),
        ("drop_y", np.float64),
        ("drop_z", np.float64),
        ("price_fen", np.int64),
        ("pickup_cell", np.int64),
        ("drop_cell", np.int64),
        ("load", np.int32),
        ("service_min", np.int32),
        ("window_open_min", np.int32),
        ("window_close_min", np.int32),
        ("remove_min", np.int32),
        ("pickup_place", np.int32),
        ("drop_place", np.int32),
        ("category", np.int16),
    ],
    align=True,
)
"""What the platform shows of one load, and plain geometry of it; the widest first, so that no column lies askew."""
OFFER_COLUMNS: tuple[str, ...] = OFFER_DTYPE.names or ()
_BYTES = np.dtype((np.void, OFFER_DTYPE.itemsize))
"""The same rows without their columns: numpy copies these as they are, and those column by column."""


@dataclass(frozen=True, slots=True, eq=False)
class Offers:
    """Loads as the platform shows them: rows of OFFER_DTYPE, shape (n,).

    Columns are views of the rows, so a row is moved in one piece however many columns it has. Whoever keeps a column
    for long keeps all of them, unless it copies it.
    """

    rows: NDArray[np.void]

    @property
    def load(self) -> NDArray[np.int32]:
        return self.rows["load"]

    @property
    def pickup_lat(self) -> NDArray[np.float64]:
        """Degrees."""
        return self.rows["pickup_lat"]

    @property
    def pickup_lng(self) -> NDArray[np.float64]:
        return self.rows["pickup_lng"]

    @property
    def drop_lat(self) -> NDArray[np.float64]:
        return self.rows["drop_lat"]

    @property
    def drop_lng(self) -> NDArray[np.float64]:
        return self.rows["drop_lng"]

    @property
    def price_fen(self) -> NDArray[np.int64]:
        return self.rows["price_fen"]

    @property
    def service_min(self) -> NDArray[np.int32]:
        return self.rows["service_min"]

    @property
    def window_open_min(self) -> NDArray[np.int32]:
        """First minute in which loading may start; NO_WINDOW when it may at any."""
        return self.rows["window_open_min"]

    @property
    def window_close_min(self) -> NDArray[np.int32]:
        """Last minute of that."""
        return self.rows["window_close_min"]

    @property
    def remove_min(self) -> NDArray[np.int32]:
        return self.rows["remove_min"]

    @property
    def category(self) -> NDArray[np.int16]:
        return self.rows["category"]

    @property
    def pickup_place(self) -> NDArray[np.int32]:
        """Code of the city or district that the load names."""
        return self.rows["pickup_place"]

    @property
    def drop_place(self) -> NDArray[np.int32]:
        return self.rows["drop_place"]

    @property
    def haul_km(self) -> NDArray[np.float64]:
        """Pickup to drop; within a metre of the scalar haversine, which is what is recorded and charged."""
        return self.rows["haul_km"]

    @property
    def pickup_x(self) -> NDArray[np.float64]:
        """Pickup on the unit sphere, for `scenarios.geo.arcs_km`."""
        return self.rows["pickup_x"]

    @property
    def pickup_y(self) -> NDArray[np.float64]:
        return self.rows["pickup_y"]

    @property
    def pickup_z(self) -> NDArray[np.float64]:
        return self.rows["pickup_z"]

    @property
    def drop_x(self) -> NDArray[np.float64]:
        """Drop on the unit sphere."""
        return self.rows["drop_x"]

    @property
    def drop_y(self) -> NDArray[np.float64]:
        return self.rows["drop_y"]

    @property
    def drop_z(self) -> NDArray[np.float64]:
        return self.rows["drop_z"]

    @property
    def pickup_cell(self) -> NDArray[np.int64]:
        """H3 cell at the memory's resolution; 0 where no memory asks for it."""
        return self.rows["pickup_cell"]

    @property
    def drop_cell(self) -> NDArray[np.int64]:
        return self.rows["drop_cell"]

    def __len__(self) -> int:
        return len(self.rows)

    @staticmethod
    def of(**columns: NDArray[np.generic]) -> Offers:
        """Rows made of columns of one length; every column of OFFER_DTYPE has to be there, and no other."""
        rows = np.empty(len(columns["load"]), dtype=OFFER_DTYPE)
        for name in OFFER_COLUMNS:
            rows[name] = columns.pop(name)
        if columns:
            raise TypeError(f"offers have no {sorted(columns)[0]}")
        return Offers(rows)

    def take(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> Offers:
        """The given rows, in the given order (or those that a mask keeps), as rows of their own."""
        at = rows.nonzero()[0] if rows.dtype == np.bool_ else rows
        return Offers(self.rows.take(at))

    @staticmethod
    def concat(parts: Sequence[Offers]) -> Offers:
        """All rows of one or more offers, in order."""
        if len(parts) == 1:
            return parts[0]
        return Offers(np.concatenate([part.rows.view(_BYTES) for part in parts]).view(OFFER_DTYPE))


NO_OFFERS = Offers(np.empty(0, dtype=OFFER_DTYPE))
"""Offers of no load."""
