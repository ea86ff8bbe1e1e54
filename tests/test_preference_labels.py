"""How much of labelled texts the grammar reads: the shared public set, and texts of our own in many styles."""

from __future__ import annotations

from pathlib import Path

import pytest
from preference_labels import CONTEXT, measure, read_rows

from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.records import Preference

SHARED = Path(__file__).resolve().parents[2] / "shared" / "preferences" / "labelled_zh.jsonl"
OWN = Path(__file__).with_name("preference_texts.jsonl")


def test_the_shared_labels_are_reached() -> None:
    if not SHARED.exists():
        pytest.skip("the shared labelled texts are not here")
    measured = measure(read_rows(SHARED), GrammarCompiler())
    assert measured.exact_match >= 0.90, measured.wrong
    assert {label: f1 for label, f1 in measured.f1().items() if f1 < 0.95} == {}


def test_our_own_texts_are_read() -> None:
    """Odd lines were looked at while the grammar was written, even ones were not before it was first measured."""
    rows = read_rows(OWN)
    assert measure(rows[0::2], GrammarCompiler()).exact_match >= 0.95
    assert measure(rows[1::2], GrammarCompiler()).exact_match >= 0.90


@pytest.mark.parametrize("path", [SHARED, OWN], ids=["shared", "own"])
def test_nothing_is_made_up(path: Path) -> None:
    if not path.exists():
        pytest.skip("the shared labelled texts are not here")
    for row in read_rows(path):
        for constraint in GrammarCompiler().compile(Preference(text=row["text"]), 0, CONTEXT).constraints:
            assert grounded(constraint, row["text"], CONTEXT) == (), row["text"]
