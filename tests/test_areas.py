"""Areas as geometry: a district is what lies nearest to its places, and a way enters or leaves it exactly so."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scenarios.preferences.areas import Floats, Ground

# Three places on one parallel, 0.2 degrees apart: the middle one's ground is a strip from 113.1 to 113.3.
STRIP = Ground(
    None, frozenset({1}), np.array([[23.0, 23.0, 23.0], [113.0, 113.2, 113.4]]), np.array([False, True, False])
)


def _points(*lng: float) -> tuple[Floats, Floats]:
    return np.full(len(lng), 23.0), np.array(lng)


def test_a_way_through_a_district_meets_it_though_both_its_ends_are_outside() -> None:
    start, end = _points(113.0, 113.0, 113.15), _points(113.4, 113.05, 113.25)
    assert STRIP.touched(*start, *end).tolist() == [True, False, True]
    assert STRIP.left(*start, *end).tolist() == [True, True, False]


def test_a_margin_widens_what_is_forbidden_and_narrows_what_is_allowed() -> None:
    # 0.002 degrees east are 0.205 km here.
    outside, inside = _points(113.098), _points(113.102)
    assert [STRIP.touched(*outside, *outside, km).tolist() for km in (0.2, 0.21)] == [[False], [True]]
    assert [STRIP.left(*inside, *inside, km).tolist() for km in (0.2, 0.21)] == [[False], [True]]


DEGREES = st.integers(0, 400).map(lambda n: n / 100)


@given(
    st.lists(st.tuples(DEGREES, DEGREES, st.booleans()), min_size=2, max_size=12, unique_by=lambda p: p[:2]),
    st.tuples(DEGREES, DEGREES, DEGREES, DEGREES),
)
def test_a_way_meets_a_district_where_some_point_of_it_is_nearest_to_its_places(
    places: list[tuple[float, float, bool]], way: tuple[float, float, float, float]
) -> None:
    lat, lng, own = (np.array(column) for column in zip(*places, strict=True))
    ground = Ground(None, frozenset(), np.stack([lat + 21.0, lng + 111.0]), own)
    ends = [np.array([d]) for d in (way[0] + 21.0, way[1] + 111.0, way[2] + 21.0, way[3] + 111.0)]
    share = np.linspace(0.0, 1.0, 201)
    along = [ends[i] + share * (ends[i + 2] - ends[i]) for i in (0, 1)]
    inside = ground.inside(along[0], along[1])
    # A point on a border is inside for one and outside for the other: what is met is never missed.
    assert bool(ground.touched(*ends, margin_km=0.001)[0]) >= bool(inside.any())
    assert bool(ground.left(*ends, margin_km=0.001)[0]) >= bool((~inside).any())
    assert not (own.all() and ground.left(*ends)[0])
    assert own.any() or not ground.touched(*ends)[0]
