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
    """Rows marked held_out were kept unseen while the grammar was written, and first measured at 70 of 80 exact.

    Rows n-001 to n-060 were written before the grammar was changed for them: 39 of 60 exact then.
    """
    rows = read_rows(OWN)
    assert measure([row for row in rows if not row.get("held_out")], GrammarCompiler()).exact_match >= 0.98
    assert measure([row for row in rows if row.get("held_out")], GrammarCompiler()).exact_match >= 0.85


@pytest.mark.parametrize("path", [SHARED, OWN], ids=["shared", "own"])
def test_nothing_is_made_up(path: Path) -> None:
    if not path.exists():
        pytest.skip("the shared labelled texts are not here")
    for row in read_rows(path):
        for constraint in GrammarCompiler().compile(Preference(text=row["text"]), 0, CONTEXT).constraints:
            assert grounded(constraint, row["text"], CONTEXT) == (), row["text"]
