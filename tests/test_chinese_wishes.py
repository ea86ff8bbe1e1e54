"""Chinese in many turns of phrase comes to what it asks for, and nothing that it does not say."""

from __future__ import annotations

import chinese_wishes
import chinese_wishes_where
import pytest
from in_short import in_short
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.records import Preference

WISHES = (*chinese_wishes.WISHES, *chinese_wishes_where.WISHES)


@pytest.mark.parametrize(("text", "asked"), WISHES, ids=[text[:40] for text, _ in WISHES])
def test_what_is_asked(text: str, asked: str) -> None:
    read = GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints
    assert in_short(read) == asked
    assert [grounded(c, text, CONTEXT) for c in read] == [()] * len(read)
