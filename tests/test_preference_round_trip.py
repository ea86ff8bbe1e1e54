"""What is written from constraints, in any style, is read back as the same constraints."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from preference_labels import CONTEXT
from preference_writer import KINDS, STYLES, Style, write

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.preferences.kinds import Constraint
from scenarios.records import Preference

CHOICES_OF_WORDS = {"text", "match", "applies_to", "unit", "forbids", "must_wait"}
"""What follows from which of several words for the same wish is used."""


def _plain(constraint: Constraint) -> dict[str, Any]:
    return constraint.model_dump(mode="json", exclude=CHOICES_OF_WORDS)


def _read(text: str) -> tuple[Constraint, ...]:
    return GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints


@pytest.mark.parametrize("kind", sorted(KINDS))
@settings(max_examples=60, deadline=None)
@given(data=st.data(), style=STYLES)
def test_one_wish(kind: str, data: st.DataObject, style: Style) -> None:
    wish = data.draw(KINDS[kind])
    text = write(wish, style)
    read = _read(text)
    assert [_plain(c) for c in read] == [_plain(wish)], text
    assert [grounded(c, text, CONTEXT) for c in read] == [()]


@settings(max_examples=200, deadline=None)
@given(
    data=st.data(),
    kinds=st.lists(st.sampled_from(sorted(KINDS)), min_size=2, max_size=3, unique=True),
    style=STYLES,
    joint=st.sampled_from(["。", "；", "\n", "。\n"]),
)
def test_several_wishes(data: st.DataObject, kinds: list[str], style: Style, joint: str) -> None:
    wishes = [data.draw(KINDS[kind]) for kind in kinds]
    if style.language == "en":
        joint = {"。": ". ", "；": "; ", "\n": "\n", "。\n": ".\n"}[joint]
    text = joint.join(write(wish, style) for wish in wishes)
    assert [_plain(c) for c in _read(text)] == [_plain(wish) for wish in wishes], text
