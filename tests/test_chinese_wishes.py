"""Chinese in many turns of phrase comes to what it asks for, and nothing that it does not say."""

from __future__ import annotations

import chinese_wishes
import chinese_wishes_formal
import chinese_wishes_short
import chinese_wishes_told
import chinese_wishes_where
import pytest
from in_short import in_short
from preference_labels import CONTEXT

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.preferences.kinds import Constraint
from scenarios.records import Preference

WISHES = (
    *chinese_wishes.WISHES,
    *chinese_wishes_where.WISHES,
    *chinese_wishes_formal.WISHES,
    *chinese_wishes_told.WISHES,
    *chinese_wishes_short.WISHES,
)


def read(text: str) -> tuple[Constraint, ...]:
    return GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints


@pytest.mark.parametrize(("text", "asked"), WISHES, ids=[text[:40] for text, _ in WISHES])
def test_what_is_asked(text: str, asked: str) -> None:
    found = read(text)
    assert in_short(found) == asked
    assert [grounded(c, text, CONTEXT) for c in found] == [()] * len(found)


def test_a_sentence_is_read_beside_another_as_it_is_alone() -> None:
    """Each wish with the seventh behind it: of a hundred pairs at most two read otherwise (17 of 982 when written)."""
    texts = [text.rstrip("。") for text, _ in WISHES]
    alone = {text: {in_short((c,)) for c in read(text)} for text in texts}
    pairs = zip(texts, [*texts[7:], *texts[:7]], strict=True)
    other = [a + b for a, b in pairs if {in_short((c,)) for c in read(f"{a}。{b}")} != alone[a] | alone[b]]
    assert len(other) <= 0.02 * len(texts), other
