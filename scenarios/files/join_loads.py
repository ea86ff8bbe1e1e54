"""Two load tables as one: a few loads of a file beside a generated market. Judges nothing but double ids."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scenarios.errors import ScenarioError
from scenarios.loads import LoadTable

_PLAIN = (
    "create_min", "remove_min", "start_lat", "start_lng", "end_lat", "end_lng", "price_fen", "service_min",
    "window_open_min", "window_close_min",
)  # fmt: skip


def join_loads(market: LoadTable, also: LoadTable, where: str) -> LoadTable:
    """The market's loads, then the others. Raises ScenarioError naming `where` for an id that both have."""
    for load_id in also.ids:
        if load_id in market.row_of:
            rule = "is the id of a generated load, and an id names one load"
            raise ScenarioError(f"{where}, cargo_id", load_id, rule, "give the load another id")
    categories, category = _coded(market.category_names, also.category_names, also.category)
    places, start = _coded(market.place_names, also.place_names, also.start_place)
    places, end = _coded(places, also.place_names, also.end_place)
    trucks, truck = _coded(market.truck_names, also.truck_names, also.truck)
    codes = {"category": category, "start_place": start, "end_place": end, "truck": truck}
    columns = {name: np.concatenate([getattr(market, name), getattr(also, name)]) for name in _PLAIN}
    columns |= {name: np.concatenate([getattr(market, name), code]) for name, code in codes.items()}
    return LoadTable(
        ids=[*market.ids, *also.ids],
        category_names=categories,
        place_names=places,
        truck_names=trucks,
        unusable=market.unusable | {len(market) + row: why for row, why in also.unusable.items()},
        **columns,
    )


def _coded(
    names: Sequence[str], others: Sequence[str], codes: NDArray[np.integer]
) -> tuple[list[str], NDArray[np.integer]]:
    """All names, and the codes of `others` as codes of these."""
    out = [*names, *(name for name in others if name not in names)]
    place = np.array([out.index(name) for name in others], dtype=codes.dtype)
    return out, place[codes]
