"""The bootstrap interval of a mean: samples whose answer is known on paper, and how often it covers the truth."""

from __future__ import annotations

import numpy as np
import pytest

from dispatch.compare.bootstrap import Interval, bootstrap_interval, most_coverage, tail_level


def test_equal_differences_leave_no_doubt() -> None:
    assert bootstrap_interval([5.0, 5.0, 5.0]) == Interval(5.0, 5.0)
    assert bootstrap_interval([0.0] * 10) == Interval(0.0, 0.0)


@pytest.mark.parametrize("differences", [[], [7.0]])
def test_one_difference_says_nothing_of_the_spread(differences: list[float]) -> None:
    assert bootstrap_interval(differences) is None


def test_of_few_differences_it_is_their_range() -> None:
    """Resamples that hold the lowest value only are 1 in 4, 27 or 256, and less is left out at each end."""
    assert bootstrap_interval([3.0, 1.0]) == Interval(1.0, 3.0)
    assert bootstrap_interval([0.0, 3.0, 6.0]) == Interval(0.0, 6.0)
    assert bootstrap_interval([0.0, 1.0, 2.0, 9.0]) == Interval(0.0, 9.0)
    assert tail_level(4) < 1 / 256


def test_of_five_the_range_s_last_step_is_left_out() -> None:
    """Only the lowest: 1 in 3,125, less than the 0.00098 to leave out. Four of it and a second lowest: 5 in 3,125 more.

    So the ends are (4 * 0 + 10) / 5 = 2 and (4 * 40 + 30) / 5 = 38.
    """
    assert tail_level(5) == pytest.approx(0.00098, abs=0.00001)
    assert bootstrap_interval([0.0, 10.0, 20.0, 30.0, 40.0]) == Interval(2.0, 38.0)


def test_of_many_regular_differences_it_is_student_s_interval() -> None:
    """1 to 30: mean 15.5, sd 8.803, so 15.5 -+ 2.045 * 8.803 / sqrt(30) = 15.5 -+ 3.287."""
    interval = bootstrap_interval([float(i) for i in range(1, 31)])
    assert interval is not None
    assert interval.low == pytest.approx(15.5 - 3.287, abs=0.1)
    assert interval.high == pytest.approx(15.5 + 3.287, abs=0.1)


def test_levels_go_to_a_fortieth() -> None:
    """Ten pairs: Phi(-2.262 * sqrt(10 / 9)) = Phi(-2.385) = 0.0085. A thousand: nearly 0.025."""
    assert tail_level(10) == pytest.approx(0.0085, abs=0.0001)
    assert tail_level(1000) == pytest.approx(0.025, abs=0.0003)


def test_it_is_a_function_of_the_differences_alone() -> None:
    differences = [4.0, -2.0, 7.5, 1.0, 0.5, 3.0, 9.0]
    interval = bootstrap_interval(differences)
    assert interval == bootstrap_interval(differences[::-1])
    moved = bootstrap_interval([d + 100 for d in differences])
    assert interval is not None
    assert moved is not None
    assert (moved.low, moved.high) == pytest.approx((interval.low + 100, interval.high + 100))


def test_no_interval_within_the_range_can_cover_more() -> None:
    """Two differences lie on both sides of their centre in half of all cases; five on one side in 2 of 32."""
    assert most_coverage(2) == 0.5
    assert most_coverage(5) == 1 - 2 / 32


@pytest.mark.slow
@pytest.mark.parametrize(("n", "least", "most"), [(2, 0.46, 0.54), (5, 0.90, 0.95), (10, 0.93, 0.97), (30, 0.93, 0.97)])
def test_it_covers_the_true_mean_as_often_as_it_says(n: int, least: float, most: float) -> None:
    """1,000 samples of normal differences of mean 0: the share whose interval holds 0, good to about 0.007.

    Plain percentile intervals cover 0.84 for five differences and 0.90 for ten.
    """
    draws = np.random.default_rng(n)
    intervals = [bootstrap_interval(draws.normal(size=n).tolist()) for _ in range(1000)]
    covered = sum(interval is not None and interval.low <= 0 <= interval.high for interval in intervals)
    assert least <= covered / 1000 <= most
