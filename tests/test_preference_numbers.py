"""Numbers that cannot be taken as they are written are no numbers: none is rounded, and none is part of another."""

from __future__ import annotations

import re

import pytest

from scenarios.preferences.numbers import NUMBER, number


@pytest.mark.parametrize(
    ("text", "value"), [("8", 8.0), ("1,200", 1200.0), ("1200.5", 1200.5), ("123456789012345", 123456789012345.0)]
)
def test_a_number_is_what_is_written(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["99999999999999999999999", "0.1234567890123456", "9" * 400])
def test_a_number_that_would_be_rounded_is_none(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize("text", ["1e999公里", "1E5 km", "2e-3公里"])
def test_what_stands_behind_an_exponent_is_no_number_of_its_own(text: str) -> None:
    assert re.search(rf"{NUMBER}\s*(?:公里|km)", text) is None
