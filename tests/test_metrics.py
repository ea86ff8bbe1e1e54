"""Numbers of a run by name, means of rows and paired differences, with figures to check by hand."""

from __future__ import annotations

from typing import Any

import pytest

from dispatch.compare.metrics import METRICS, REFUSED, mean_row, metric_of, paired_differences


def row(net: float, *, tokens: float | None = None, **refused: int) -> dict[str, Any]:
    """The part of a run's figures that these tests look at."""
    return {
        "net_yuan": net,
        "km": {"pickup": 12.5},
        "orders": {"done": 4, "refused": refused},
        "tokens_per_step": tokens,
        "digest": "sha256:00",
    }


def test_a_metric_is_a_path_into_a_row() -> None:
    of = row(100.0, expired=2, claimed_by_other=3)
    assert metric_of(of, "net_yuan") == 100.0
    assert metric_of(of, "km.pickup") == 12.5
    assert metric_of(of, "orders.refused.expired") == 2
    assert metric_of(of, "orders.refused.window_missed") == 0
    assert metric_of(of, REFUSED) == 5
    assert metric_of(of, "tokens_per_step") is None
    with pytest.raises(KeyError, match="unknown metric 'wall_s'; known: net_yuan, "):
        metric_of(of, "wall_s")
    assert len(set(METRICS)) == len(METRICS)


def test_a_mean_row_is_the_mean_of_each_number() -> None:
    """Expired in the first row only: (2 + 0) / 2 = 1. Tokens are unknown in one row, so their mean is unknown."""
    assert mean_row([row(100.0, tokens=7.0, expired=2), row(110.02)]) == {
        "net_yuan": 105.01,
        "km": {"pickup": 12.5},
        "orders": {"done": 4.0, "refused": {"expired": 1.0}},
        "tokens_per_step": None,
    }
    assert mean_row([]) == {}


def test_a_difference_is_b_less_a_on_the_same_seed() -> None:
    """Nets 100 and 300 against 110 and 310: 10 on both seeds, 5 % of 200. Seed 9 ran in one arm only."""
    arms = {"none": {1: row(100.0), 2: row(300.0), 9: row(5.0)}, "rule": {2: row(310.0), 1: row(110.0)}}
    (pair,) = paired_differences(arms, ["net_yuan"])
    assert pair.model_dump() == {
        "a": "none",
        "b": "rule",
        "metric": "net_yuan",
        "mean_difference": 10.0,
        "ci95": (10.0, 10.0),
        "n": 2,
        "percent": 5.0,
        "percent_ci95": (5.0, 5.0),
        "shown": True,
    }


def test_an_interval_that_covers_zero_shows_nothing() -> None:
    """Differences -10 and 30: mean 10, interval [-10, 30]."""
    arms = {"none": {1: row(200.0), 2: row(200.0)}, "rule": {1: row(190.0), 2: row(230.0)}}
    (pair,) = paired_differences(arms, ["net_yuan"])
    assert (pair.mean_difference, pair.ci95, pair.shown) == (10.0, (-10.0, 30.0), False)
    assert (pair.percent, pair.percent_ci95) == (5.0, (-5.0, 15.0))


def test_one_that_ends_at_zero_covers_it() -> None:
    arms = {"none": {1: row(200.0), 2: row(200.0)}, "rule": {1: row(200.0), 2: row(230.0)}}
    (pair,) = paired_differences(arms, ["net_yuan"])
    assert (pair.ci95, pair.shown) == ((0.0, 30.0), False)


def test_of_a_loss_the_percent_keep_the_sign_of_the_difference() -> None:
    """From -200 to -150 is 50 more, a quarter of what was lost."""
    arms = {"none": {1: row(-200.0), 2: row(-200.0)}, "rule": {1: row(-150.0), 2: row(-150.0)}}
    (pair,) = paired_differences(arms, ["net_yuan"])
    assert (pair.mean_difference, pair.percent, pair.shown) == (50.0, 25.0, True)


def test_one_seed_has_a_difference_and_no_interval() -> None:
    (pair,) = paired_differences({"none": {1: row(0.0)}, "rule": {1: row(10.0)}}, ["net_yuan"])
    assert (pair.mean_difference, pair.ci95, pair.n, pair.shown) == (10.0, None, 1, False)
    # There is no percentage of nothing.
    assert pair.percent is None


def test_what_is_unknown_on_a_seed_is_not_paired_there() -> None:
    arms = {
        "none": {1: row(1.0, tokens=8.0), 2: row(1.0)},
        "rule": {1: row(1.0, tokens=6.0), 2: row(1.0, tokens=6.0)},
        "full": {2: row(1.0)},
    }
    pairs = {(p.a, p.b): p for p in paired_differences(arms, ["tokens_per_step"])}
    # Every pair in the order of the arms, the losers too.
    assert list(pairs) == [("none", "rule"), ("none", "full"), ("rule", "full")]
    assert (pairs["none", "rule"].mean_difference, pairs["none", "rule"].n) == (-2.0, 1)
    assert (pairs["rule", "full"].mean_difference, pairs["rule", "full"].n) == (None, 0)
