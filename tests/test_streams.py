"""Streams: named by seed and purpose, the same everywhere, and a longer one begins like a shorter one."""

import numpy as np
import pytest

from scenarios.streams import TABLE_SIZE, lognormal_table, noise_table, pick, uniforms, whole


def test_a_stream_depends_on_seed_and_purpose_alone() -> None:
    ten = uniforms(7, "price", 10)

    assert np.array_equal(ten, uniforms(7, "price", 10))
    assert np.array_equal(ten, uniforms(7, "price", 1000)[:10])
    assert not np.array_equal(ten, uniforms(8, "price", 10))
    assert not np.array_equal(ten, uniforms(7, "haul", 10))
    assert ten.min() >= 0
    assert ten.max() < 1


def test_a_stream_is_the_same_on_every_machine() -> None:
    # Philox words keyed by SHA-256("7/price"), cut to 53 bits: exact, so equality and not closeness.
    words = [int(u * 2**53) for u in uniforms(7, "price", 3)]
    assert words == [7586916186086135, 6422543285671598, 4929572716046486]


def test_weights_are_chances() -> None:
    # Edges at 1, 1 and 4: [0, 1/4) is the first, nothing is the second, the rest is the third.
    at = np.array([0.0, 0.2499, 0.25, 0.9999])

    assert pick(np.array([1, 0, 3]), at).tolist() == [0, 0, 2, 2]
    assert whole(at, 8).tolist() == [0, 1, 2, 7]
    with pytest.raises(ValueError, match="no weight is positive"):
        pick(np.array([0, 0]), at)


def test_noise_has_mean_one_and_the_asked_spread() -> None:
    noise = noise_table(0.36)

    assert noise.shape == (TABLE_SIZE,)
    assert noise.mean() == pytest.approx(1.0, abs=1e-6)
    assert np.log(noise).std() == pytest.approx(0.36, rel=0.01)
    assert (np.diff(noise) >= 0).all()
    # The median of a log-normal is its middle quantile; one standard deviation up is e**1.1 = 3.004 times more.
    stay = lognormal_table(148.0, 1.1)
    assert np.median(stay) == pytest.approx(148, rel=1e-3)
    assert stay[round(0.8413 * TABLE_SIZE)] == pytest.approx(148 * 3.004, rel=0.01)
