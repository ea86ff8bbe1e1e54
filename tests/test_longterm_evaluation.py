"""The labelled questions: what they ask is known, and the code path answers conflicts."""

from __future__ import annotations

from collections import Counter

import pytest
from memory_world import day, draft, keep

from memory.longterm.answering import answer
from memory.longterm.evaluation import evaluate, fill
from memory.longterm.labelled import Language, history, questions
from memory.longterm.store import LongTermStore


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_answer_was_said(language: Language) -> None:
    """12 drivers x 3 attributes: latest, three times each; a second hop and two unknown things a driver."""
    said = {item.text: item for item in history(language)}
    asked = list(questions(language))
    kinds = Counter(question.kind for question in asked)
    assert kinds == {"latest": 36, "at a time": 108, "multi-hop": 12, "unknown": 24}
    for question in asked:
        assert question.text not in said
        assert all(need in said for need in question.needs)
        if question.answer is not None:
            assert said[question.needs[-1]].value == question.answer


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_code_path_answers_conflicts_and_abstains(sqlite_store: LongTermStore, language: Language) -> None:
    assert fill(sqlite_store, [language]) == 252  # 12 drivers x (3 attributes x 3 values + 12 stories)
    found = evaluate(sqlite_store, [language])
    assert found.conflicts_right >= 0.95
    right = {row.kind: row.right for row in found.by_code}
    assert right["multi-hop"] >= 0.95
    assert right["unknown"] >= 0.9
    default = {row.kind: row for row in found.retrieval if row.weighting == "default"}
    assert default["latest"].recall_at_5 > 0.5
    assert set(default) == {"latest", "at a time", "multi-hop"}


def test_a_name_within_a_longer_one_is_not_meant(sqlite_store: LongTermStore) -> None:
    store = sqlite_store
    keys = {"attribute": "depot", "layer": "semantic"}
    keep(store, draft("the depot of D30 is Panyu", 1, subject="D30", value="Panyu", **keys))
    assert answer(store, "Which depot does D3 use?") is None
    keep(store, draft("the depot of D3 is Nansha", 2, subject="D3", value="Nansha", **keys))
    now, then = answer(store, "Which depot does D3 use?"), answer(store, "the depot of D3?", as_of_min=day(1))
    assert now is not None
    assert now.value == "Nansha"
    assert then is None
