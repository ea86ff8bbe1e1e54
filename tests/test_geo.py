"""Distances and minutes: the contest's worked figures, and vector forms that agree with the scalar one."""

from __future__ import annotations

from math import ceil, inf, nan, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_world import LNG, Row, make_loads

from dispatch.board import Board
from scenarios.geo import (
    EARTH_RADIUS_KM,
    Points,
    arcs_between_km,
    arcs_km,
    drive_minutes,
    drive_minutes_many,
    haversine_km,
    pickup_minutes,
    unit_vector,
    unit_vectors,
    valid_point,
)

UNHURRIED = settings(deadline=None)  # a busy machine fails no test

HUNDREDTHS = st.tuples(st.integers(-9000, 9000), st.integers(-18000, 18000)).map(lambda p: (p[0] / 100, p[1] / 100))
EXACT = st.tuples(st.floats(-90, 90), st.floats(-180, 180))
ANYWHERE = st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
PLACES = HUNDREDTHS | EXACT | ANYWHERE


def test_the_worked_distance() -> None:
    """Contest rule 12."""
    assert haversine_km(23.00, 113.00, 23.09, 113.00) == 10.007543398010371


def test_half_the_globe_is_as_far_as_it_gets() -> None:
    """Pi x 6371 = 20,015.09 km, between points whose haversine may round above 1."""
    assert haversine_km(0.0, 0.0, 0.0, 180.0) == EARTH_RADIUS_KM * pi
    assert haversine_km(90.0, 12.3, -90.0, 45.6) == pytest.approx(20_015.0868, abs=1e-4)


def test_a_truck_may_drive_off_the_map() -> None:
    """Contest rule 17: 95 degrees north, 500 east, from (23, 113): 7947.37 km, 7948 minutes."""
    km = haversine_km(23.0, 113.0, 95.0, 500.0)
    assert (round(km, 2), drive_minutes(km, 60.0)) == (7947.37, 7948)


@pytest.mark.parametrize("point", [(nan, 113.0), (23.0, nan), (nan, nan)])
def test_to_nowhere_it_is_no_way(point: tuple[float, float]) -> None:
    """Contest rule 17: NaN is clamped to 0 km, which is 1 minute of driving and no minute to a pickup."""
    km = haversine_km(23.0, 113.0, *point)
    assert (km, drive_minutes(km, 60.0), pickup_minutes(km, 60.0)) == (0.0, 1, 0)


def test_the_infinite_has_no_distance() -> None:
    with pytest.raises(ValueError, match=r"domain|finite"):
        haversine_km(23.0, 113.0, inf, 113.0)


@pytest.mark.parametrize(
    ("km", "minutes"),
    [
        (10.007543398010371, 11),  # 10.0075 km at 60 km/h are 10.0075 minutes
        (10.0, 10),
        (0.0011, 1),  # 1.1 m
        (0.0, 1),
        (-1.0, 1),
    ],
)
def test_minutes_of_a_drive(km: float, minutes: int) -> None:
    assert drive_minutes(km, 60.0) == minutes


def test_whole_kilometres_that_take_a_minute_more() -> None:
    """Contest rule 13: (km / 60) * 60 exceeds km in the last binary place for these, and the ceiling goes up."""
    assert [km for km in range(1, 251) if drive_minutes(km, 60.0) != km] == [31, 62, 124, 125, 248, 249, 250]
    assert drive_minutes(31.0, 60.0) == 32


def test_minutes_at_another_speed() -> None:
    """48 km/h: 12 km in 15 minutes, 12.5 km in 15.625."""
    assert [drive_minutes(12.0, 48.0), drive_minutes(12.5, 48.0)] == [15, 16]


def test_a_pickup_next_to_the_truck_takes_no_time() -> None:
    """Contest rule 14: 1e-9 degrees of latitude are 0.11 mm, 1e-5 are 1.1 m."""
    assert pickup_minutes(haversine_km(23.0, LNG, 23.0 + 1e-9, LNG), 60.0) == 0
    assert pickup_minutes(haversine_km(23.0, LNG, 23.0 + 1e-5, LNG), 60.0) == 1
    assert [pickup_minutes(1e-6, 60.0), pickup_minutes(1.1e-6, 60.0)] == [0, 1]


@pytest.mark.parametrize(
    ("point", "valid"),
    [
        ((90.0, 180.0), True),
        ((-90.0, -180.0), True),
        ((90.1, 0.0), False),
        ((0.0, -180.1), False),
        ((nan, 0.0), False),
        ((0.0, inf), False),
    ],
)
def test_places_on_earth(point: tuple[float, float], valid: bool) -> None:
    assert valid_point(*point) is valid


@UNHURRIED
@given(st.lists(PLACES, min_size=1, max_size=20), PLACES)
def test_prepared_points_give_the_scalar_distance_to_the_last_bit(
    places: list[tuple[float, float]], here: tuple[float, float]
) -> None:
    lat, lng = np.array(places).T
    rows = np.arange(len(places))[::-1]
    got = Points(lat, lng).distances_km(*here, rows)
    assert got == [haversine_km(*here, *places[row]) for row in rows.tolist()]


@UNHURRIED
@given(PLACES, PLACES)
def test_there_and_back_are_one_distance(a: tuple[float, float], b: tuple[float, float]) -> None:
    assert haversine_km(*a, *b) == pytest.approx(haversine_km(*b, *a), abs=1e-9)
    assert 0.0 <= haversine_km(*a, *b) <= EARTH_RADIUS_KM * pi


@UNHURRIED
@given(st.lists(HUNDREDTHS | EXACT, min_size=1, max_size=20))
def test_columns_of_unit_vectors_are_the_scalar_ones_to_the_last_bit(places: list[tuple[float, float]]) -> None:
    lat, lng = np.array(places).T
    columns = unit_vectors(lat, lng)
    for row, place in enumerate(places):
        assert tuple(columns[:, row].tolist()) == unit_vector(*place)


@UNHURRIED
@given(EXACT, st.floats(0, 360), st.floats(0, 1900))
def test_arcs_are_within_a_metre_up_to_1900_kilometres(here: tuple[float, float], bearing: float, km: float) -> None:
    """The point km away in a direction, by spherical trigonometry."""
    phi, lam, beta, d = *np.radians(here), np.radians(bearing), km / EARTH_RADIUS_KM
    phi2 = np.arcsin(np.clip(np.sin(phi) * np.cos(d) + np.cos(phi) * np.sin(d) * np.cos(beta), -1, 1))
    lam2 = lam + np.arctan2(np.sin(beta) * np.sin(d) * np.cos(phi), np.cos(d) - np.sin(phi) * np.sin(phi2))
    there = float(np.degrees(phi2)), float(np.degrees(lam2))
    x, y, z = unit_vectors(np.array([there[0]]), np.array([there[1]]))
    assert arcs_km(x, y, z, *here)[0] == pytest.approx(haversine_km(*here, *there), abs=1e-3)
    pairs = unit_vectors(np.array([here[0]]), np.array([here[1]]))
    assert arcs_between_km((x, y, z), pairs)[0] == arcs_km(x, y, z, *here)[0]


@UNHURRIED
@given(st.lists(st.floats(0, 25_000), min_size=1), st.floats(1, 200))
def test_minutes_of_many_pickups_are_those_of_each(kms: list[float], speed: float) -> None:
    assert drive_minutes_many(np.array(kms), speed).tolist() == [pickup_minutes(km, speed) for km in kms]


@settings(UNHURRIED, max_examples=20)
@given(st.floats(0.001, 20_000))
def test_minutes_never_fall_short_of_the_way(km: float) -> None:
    assert drive_minutes(km, 60.0) in (max(1, ceil(km)), ceil(km) + 1)


def test_places_far_off_any_map_cost_no_more_memory_than_others() -> None:
    """The contest keeps a load at 1e9 degrees (rule 7); angles are not tabled up to there."""
    board = Board(make_loads([Row("far", 0, 10, 1e9, 23.0, 1, 1), Row("near", 0, 10, 23.0, 23.0, 1, 1)]))
    board.advance(0)
    rows, km = board.nearest(23.0, LNG, 10)
    assert rows.tolist()[0] == 1
    assert km == [0.0, haversine_km(23.0, LNG, 1e9, LNG)]
