"""Dates in English words end where their line ends."""

from __future__ import annotations

from datetime import date

from preference_labels import CONTEXT

from scenarios.preferences.english.scan import scan
from scenarios.preferences.english.tokens import Dates


def test_on_at_the_head_of_the_next_line_is_not_from_then_on() -> None:
    text = "I will not go to Foshan on March 1\nOn two different days a month I visit my stall"
    dates = [token.value for token in scan(text, CONTEXT) if isinstance(token.value, Dates)]
    assert dates == [Dates((date(2026, 3, 1),), role="on")]


def test_on_behind_a_date_is_from_then_on() -> None:
    dates = [t.value for t in scan("No Foshan from March 4 on\nNo fish", CONTEXT) if isinstance(t.value, Dates)]
    assert dates == [Dates((date(2026, 3, 4),), role="from")]
