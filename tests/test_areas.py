"""Areas as geometry: a district is what lies nearest to its places, and a way enters or leaves it exactly so."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scenarios.geo import haversine_km
from scenarios.known_places import KnownPlaces
from scenarios.preferences.areas import Ground
from scenarios.preferences.districts import Cells, Floats, Ways
from scenarios.preferences.parts import Box, Circle

Points = list[tuple[float, float, bool]]


def cells(places: Points) -> Cells:
    """Places of a latitude, a longitude and whether they are the district's."""
    lat, lng, own = (np.array(column) for column in zip(*places, strict=True))
    return Cells(KnownPlaces(("",) * len(own), lat, lng), own)


# Three places on one parallel, 0.2 degrees apart: the middle one's ground is a strip from 113.1 to 113.3.
STRIP = Ground(None, frozenset({1}), cells([(23.0, 113.0, False), (23.0, 113.2, True), (23.0, 113.4, False)]))


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
PLACES = st.lists(
    st.tuples(DEGREES.map(lambda d: 21.0 + d), DEGREES.map(lambda d: 111.0 + d), st.booleans()),
    min_size=2,
    max_size=12,
    unique_by=lambda place: place[:2],
)
WAYS = st.tuples(DEGREES, DEGREES, DEGREES, DEGREES).map(
    lambda way: Ways(*(np.array([way[i] + (21.0, 111.0, 21.0, 111.0)[i]]) for i in range(4)))
)


@given(PLACES, WAYS)
def test_a_way_meets_a_district_where_some_point_of_it_is_nearest_to_its_places(places: Points, way: Ways) -> None:
    ground = Ground(None, frozenset(), cells(places))
    share = np.linspace(0.0, 1.0, 201)
    inside = ground.inside(*way.at(np.zeros(201, dtype=np.intp), share))
    ends = way.lat, way.lng, way.to_lat, way.to_lng
    own = [mine for *_, mine in places]
    # A point on a border is inside for one and outside for the other: what is met is never missed.
    assert bool(ground.touched(*ends, margin_km=0.001)[0]) >= bool(inside.any())
    assert bool(ground.left(*ends, margin_km=0.001)[0]) >= bool((~inside).any())
    assert not (all(own) and ground.left(*ends)[0])
    assert any(own) or not ground.touched(*ends)[0]


@given(PLACES, st.tuples(DEGREES, DEGREES))
def test_nearest_is_by_the_great_circle_and_no_border_is_nearer_than_told(
    places: Points, point: tuple[float, float]
) -> None:
    lat, lng = 21.0 + point[0], 111.0 + point[1]
    inside, rim_km = cells(places).inside(np.array([lat]), np.array([lng]))
    of_it, of_others = (
        min((haversine_km(lat, lng, a, b) for a, b, mine in places if mine is own), default=np.inf)
        for own in (True, False)
    )
    assert bool(inside[0]) is bool(of_it < of_others) or abs(of_it - of_others) < 1e-6
    # Going a kilometre changes both distances by one at most; sine and arc differ by less than a thousandth.
    assert rim_km[0] >= 0.0
    if np.isfinite(of_it) and np.isfinite(of_others):
        assert rim_km[0] >= abs(of_it - of_others) / 2 * 0.999 - 1e-6


@given(PLACES, WAYS)
def test_along_a_way_every_change_of_side_is_between_two_points(places: Points, way: Ways) -> None:
    """What is looked at densely is never on another side than both of its neighbours, but within a metre."""
    ground = cells(places)
    rows, shares, sides = ground.along(way)
    assert (rows == 0).all()
    dense = np.linspace(0.0, 1.0, 997)
    inside, rim_km = ground.inside(*way.at(np.zeros(997, dtype=np.intp), dense))
    after = np.searchsorted(shares, dense)
    before = np.maximum(after - 1, 0)
    alike = (inside == sides[before]) | (inside == sides[np.minimum(after, len(shares) - 1)])
    assert (alike | (rim_km < 0.002)).all()


@given(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1))
def test_the_way_out_of_an_area_ends_outside(north: float, east: float) -> None:
    lat, lng = 23.0 + north, 113.2 + east
    shapes = [
        Ground(Circle(lat=23.0, lng=113.2, radius_km=30.0)),
        Ground(Box(south=22.8, north=23.2, west=113.0, east=113.5)),
        STRIP,
    ]
    for ground in shapes:
        out = ground.way_out(lat, lng)
        assert out is not None
        assert not ground.inside(np.array([out[0]]), np.array([out[1]]))[0]
