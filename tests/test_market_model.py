"""The fitted model: margins come out as they were put in, on numbers that fit on paper and on the real ones."""

import numpy as np
import pytest

from scenarios.market.data import load_aggregates
from scenarios.market.model import fit_factors, fit_flows, fit_market, pair_km
from scenarios.places import Places, load_places


def test_flows_get_the_asked_margins() -> None:
    # With equal weights the only table with these margins is the product of them.
    flows = fit_flows(np.ones((2, 2)), np.array([0.25, 0.75]), np.array([0.4, 0.6]))

    assert flows == pytest.approx(np.array([[0.10, 0.15], [0.30, 0.45]]))


def test_factors_get_the_asked_totals() -> None:
    # A base of ones, rows that shall add up to 3 and 6, columns to 6 and 3: factors 1.5, 3 and 4/3, 2/3 up to scale.
    origin, destination = fit_factors(np.ones((2, 2)), np.array([3.0, 6.0]), np.array([6.0, 3.0]))

    fitted = origin[:, None] * destination[None, :]
    assert fitted == pytest.approx(np.array([[2.0, 1.0], [4.0, 2.0]]))


def test_a_pair_is_as_far_as_centres_and_reach_say() -> None:
    # Two places on one meridian, 0.09 degrees apart: 10.0075 km. Reach 3 and 6 km: the mean square distance is
    # 10.0075 ** 2 + (9 + 36) / 3 = 115.151, its root 10.731; within the first place sqrt((9 + 9) / 3) = 2.449.
    places = Places(
        names=("a", "b"),
        lat=np.array([23.0, 23.09]),
        lng=np.array([113.0, 113.0]),
        radius_km=np.array([3.0, 6.0]),
        sources=("", ""),
    )
    rows = places.rows(("a", "b"))

    km = pair_km(places, rows, rows)

    assert km[0, 1] == km[1, 0] == pytest.approx(10.731, abs=1e-3)
    assert km[0, 0] == pytest.approx(2.449, abs=1e-3)


def test_the_real_margins_are_met() -> None:
    aggregates, places = load_aggregates(), load_places()
    model = fit_market(aggregates, places)
    shape = len(aggregates.origins.keys), len(aggregates.destinations.keys)
    flows = model.flows.reshape(shape) / model.flows.sum()

    assert flows.sum(axis=1) == pytest.approx(aggregates.origins.share, abs=1e-6)
    assert flows.sum(axis=0) == pytest.approx(aggregates.destinations.share, abs=1e-4)
    km = pair_km(places, model.origin_rows, model.destination_rows)
    assert 85 < float((flows * km).sum()) < 100  # mean haul, km
    for margins, known in (
        (model.price_yuan, aggregates.origins.mean_price_yuan),
        (model.service_min, aggregates.origins.mean_duration_min),
    ):
        line = (margins.at_zero + margins.per_km * km) * margins.origin[:, None] * margins.destination[None, :]
        fitted = (flows * line).sum(axis=1) / flows.sum(axis=1)
        common = aggregates.origins.share > 1e-4
        assert fitted[common] == pytest.approx(known[common], rel=0.01)
    # A price follows the haul, so the factors that remain are modest: most lie within a third of 1.
    typical = np.abs(np.log(model.price_yuan.origin)) < np.log(4 / 3)
    assert float(aggregates.origins.share[typical].sum()) > 0.9
