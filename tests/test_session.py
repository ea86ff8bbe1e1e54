"""What a run says at its end about agents that failed, and about the pool that was shared."""

from __future__ import annotations

import pytest

from dispatch.errors import UsageError
from dispatch.failures import Failures
from dispatch.session import private_pools
from scenarios.open import open_scenario


def test_no_failure_no_sentence() -> None:
    assert Failures().sentence() is None


def test_failures_are_counted_by_kind_and_the_first_of_each_is_told() -> None:
    """Minute 494 is 08:14 of the first day, minute 1500 is 01:00 of the second."""
    failures = Failures()
    failures.report("D002", 494, "ValueError: no loads")
    failures.report("D001", 1500, "KeyError: 'x'")
    failures.report("D001", 1501, "ValueError: other words")
    assert failures.sentence() == (
        "The agents failed in 3 steps: 2 x ValueError: no loads (first: driver D002, day 1 08:14); "
        "1 x KeyError: 'x' (first: driver D001, day 2 01:00)."
    )


def test_of_many_kinds_three_are_told() -> None:
    failures = Failures()
    for kind in "ABCDE":
        failures.report("D001", 0, f"{kind}Error: 1")
    assert str(failures.sentence()).endswith("1 x CError: 1 (first: driver D001, day 1 00:00); and 2 other kinds.")


def test_private_pools_change_the_pool_and_nothing_else() -> None:
    shared = open_scenario("tiny")
    private = private_pools(shared)
    assert (shared.rules.pool, private.rules.pool) == ("shared", "private")
    assert private.rules.model_copy(update={"pool": "shared"}) == shared.rules
    with pytest.raises(UsageError, match="each driver has a pool of its own already"):
        private_pools(private)
