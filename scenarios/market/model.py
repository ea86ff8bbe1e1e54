"""A market model fitted to the aggregates: who ships where, and what a haul costs and takes. Draws nothing.

Flows are a gravity model: a pair's weight falls with distance as exp(-km / 115), and iterative proportional fitting
brings it to the published origin and destination shares. Price and duration are lines in the haul times a factor for
the origin, one for the destination, one for the category and one for the hour, fitted in the same way to the published
means. Category and hour are independent of the pair and of each other (an assumption: only margins are published), so
their factors are plain ratios of means. Factors are rounded to four decimals: the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenarios.market.data import Aggregate, MarketAggregates
from scenarios.places import Places, distances_km

DECAY_KM = 115.0
"""How far loads go: 115 gives the reference haul quartiles. The published district means alone, which say nothing of
single hauls, would fit best near 250 (haul quartiles 46, 82, 148 km); the factors take up what is left."""
PRICE_AT_ZERO_YUAN = 120.0
PRICE_PER_KM_YUAN = 3.2
"""Price line before the factors. A truck costs 1.5 yuan a km, so a load pays for a way back empty, but little more."""
SERVICE_AT_ZERO_MIN = 300.0
SERVICE_PER_KM_MIN = 2.0
"""Duration line before the factors: five hours of waiting, loading and unloading, and 30 km an hour door to door."""

_FIT_ROUNDS = 60
_FACTOR_RANGE = (0.25, 4.0)
"""Bounds of a factor; only places with a handful of loads reach them."""
_FLOW_UNITS = 2.0**40

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margins:
    """Factors on a line in the haul, by origin, destination, category and hour; arrays of shape (keys,)."""

    at_zero: float
    per_km: float
    origin: Floats
    destination: Floats
    category: Floats
    hour: Floats


@dataclass(frozen=True, slots=True)
class MarketModel:
    """Everything a generator draws from. Origins, destinations, categories, hours in the aggregates' order."""

    flows: NDArray[np.int64]
    """Whole-number weights of the pairs, shape (origins * destinations,), destination fastest."""
    origin_rows: NDArray[np.int64]
    destination_rows: NDArray[np.int64]
    """Row in the table of places, shape (origins,) and (destinations,)."""
    price_yuan: Margins
    service_min: Margins


def fit_market(aggregates: MarketAggregates, places: Places) -> MarketModel:
    """The model of these aggregates. Raises KeyError when a district is not among the places."""
    origins, destinations = aggregates.origins, aggregates.destinations
    from_rows, to_rows = places.rows(origins.keys), places.rows(destinations.keys)
    haul_km = pair_km(places, from_rows, to_rows)
    flows = fit_flows(np.exp(-haul_km / DECAY_KM), origins.share, destinations.share)

    def margins(at_zero: float, per_km: float, mean_of: str) -> Margins:
        origin, destination = fit_factors(
            flows * (at_zero + per_km * haul_km),
            origins.share * _means(origins, mean_of),
            destinations.share * _means(destinations, mean_of),
        )
        overall = float(aggregates.categories.share @ _means(aggregates.categories, mean_of))
        return Margins(
            at_zero=at_zero,
            per_km=per_km,
            origin=np.round(origin, 4),
            destination=np.round(destination, 4),
            category=np.round(_means(aggregates.categories, mean_of) / overall, 4),
            hour=np.round(_means(aggregates.hours, mean_of) / overall, 4),
        )

    return MarketModel(
        flows=np.rint(flows.ravel() * _FLOW_UNITS).astype(np.int64),
        origin_rows=from_rows,
        destination_rows=to_rows,
        price_yuan=margins(PRICE_AT_ZERO_YUAN, PRICE_PER_KM_YUAN, "mean_price_yuan"),
        service_min=margins(SERVICE_AT_ZERO_MIN, SERVICE_PER_KM_MIN, "mean_duration_min"),
    )


def _means(aggregate: Aggregate, name: str) -> Floats:
    return aggregate.mean_price_yuan if name == "mean_price_yuan" else aggregate.mean_duration_min


def pair_km(places: Places, from_rows: NDArray[np.int64], to_rows: NDArray[np.int64]) -> Floats:
    """Typical km between points of two places, shape (origins, destinations).

    Points scatter about their centres with variance radius**2 / 6 along each axis, so the mean square distance is that
    of the centres plus a third of both squared radii.
    """
    between = distances_km(
        places.lat[from_rows][:, None],
        places.lng[from_rows][:, None],
        places.lat[to_rows][None, :],
        places.lng[to_rows][None, :],
    )
    spread = places.radius_km[from_rows][:, None] ** 2 + places.radius_km[to_rows][None, :] ** 2
    km: Floats = np.sqrt(between**2 + spread / 3)
    return km


def fit_flows(weights: Floats, origin_share: Floats, destination_share: Floats) -> Floats:
    """Weights scaled by rows and columns until they have these margins; shape (origins, destinations), sum 1."""
    flows = weights.copy()
    for _ in range(_FIT_ROUNDS):
        flows *= (destination_share / flows.sum(axis=0))[None, :]
        flows *= (origin_share / flows.sum(axis=1))[:, None]
    return flows


def fit_factors(base: Floats, origin_total: Floats, destination_total: Floats) -> tuple[Floats, Floats]:
    """Factors by origin and by destination that give `base` these row and column totals.

    `base` is share times line, shape (origins, destinations). Factors stay within 0.25 to 4.
    """
    low, high = _FACTOR_RANGE
    destination = np.ones(base.shape[1])
    origin = np.ones(base.shape[0])
    for _ in range(_FIT_ROUNDS):
        origin = np.clip(origin_total / (base @ destination), low, high)
        destination = np.clip(destination_total / (origin @ base), low, high)
    return origin, destination
