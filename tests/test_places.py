"""Places: every district of the aggregates has a centre, a reach and a source, and points stay within it."""

import numpy as np
import pytest

from scenarios.geo import haversine_km
from scenarios.market.data import load_aggregates
from scenarios.places import GUANGDONG_BOX, KM_PER_DEGREE, city_of, distances_km, load_places, points_in


def test_every_district_of_the_aggregates_has_a_place() -> None:
    aggregates, places = load_aggregates(), load_places()
    named = set(aggregates.origins.keys) | set(aggregates.destinations.keys)

    assert set(places.names) == named
    assert len(places) == 190
    assert all(places.sources)
    south, north, west, east = GUANGDONG_BOX
    assert ((places.lat > south) & (places.lat < north)).all()
    assert ((places.lng > west) & (places.lng < east)).all()
    assert ((places.radius_km >= 1.5) & (places.radius_km <= 12)).all()


def test_places_are_where_the_map_has_them() -> None:
    places = load_places()

    def at(name: str) -> tuple[float, float]:
        row = places.rows((name,))[0]
        return float(places.lat[row]), float(places.lng[row])

    # Railway stations as any map has them, to two decimals; a district's centre is within a few kilometres.
    assert haversine_km(*at("广东省东莞市常平镇"), 22.97, 113.99) < 3
    assert haversine_km(*at("广东省深圳市罗湖区"), 22.53, 114.12) < 3
    assert haversine_km(*at("广东省湛江市霞山区"), 21.20, 110.40) < 3
    # From Guangzhou, near either end of the province: Zhanjiang in the west, Chaozhou in the east.
    assert haversine_km(*at("广东省广州市越秀区"), *at("广东省湛江市霞山区")) == pytest.approx(365, abs=10)
    assert haversine_km(*at("广东省广州市越秀区"), *at("广东省潮州市湘桥区")) == pytest.approx(348, abs=10)


def test_towns_belong_to_their_city() -> None:
    assert city_of("广东省东莞市大朗镇") == "广东省东莞市"
    assert city_of("广东省肇庆市四会市") == "广东省肇庆市"
    assert city_of("广东省中山市") == "广东省中山市"
    assert city_of("Hamburg") == "Hamburg"
    assert len({city_of(name) for name in load_places().names}) == 21  # the cities of Guangdong


def test_a_point_reaches_the_edge_and_no_further() -> None:
    places = load_places()
    row = places.rows(("广东省广州市从化区",)).repeat(3)
    radius = float(places.radius_km[row[0]])

    lat, lng = points_in(places, row, np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, -1.0]))

    north_km = (lat[1] - lat[0]) * KM_PER_DEGREE
    west_km = haversine_km(float(lat[0]), float(lng[0]), float(lat[2]), float(lng[2]))
    # Both points are rounded to 0.01 degrees, so a distance may be off by that much, 1.1 km.
    assert north_km == pytest.approx(radius, abs=1.12)
    assert west_km == pytest.approx(radius, abs=1.12)
    assert (np.round(lat, 2) == lat).all()
    assert (np.round(lng, 2) == lng).all()


def test_points_never_leave_the_province() -> None:
    places = load_places()
    rows = np.arange(len(places))
    south, north, west, east = GUANGDONG_BOX
    for up in (-1.0, 1.0):
        for right in (-1.0, 1.0):
            lat, lng = points_in(places, rows, np.full(len(rows), up), np.full(len(rows), right))
            assert ((lat >= south) & (lat <= north)).all()
            assert ((lng >= west) & (lng <= east)).all()


def test_distances_agree_with_the_charged_ones() -> None:
    lat = np.array([23.0, 23.09, 21.2])
    lng = np.array([113.0, 113.0, 110.4])

    matrix = distances_km(lat[:, None], lng[:, None], lat[None, :], lng[None, :])

    assert matrix.shape == (3, 3)
    assert matrix[0, 1] == pytest.approx(10.007543398010371, abs=1e-9)  # contest rule 12's example
    for i in range(3):
        for j in range(3):
            charged = haversine_km(float(lat[i]), float(lng[i]), float(lat[j]), float(lng[j]))
            assert matrix[i, j] == pytest.approx(charged, abs=1e-6)


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(KeyError, match="Hamburg"):
        load_places().rows(("Hamburg",))
