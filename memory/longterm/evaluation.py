"""How well retrieval answers the labelled questions, under several weightings, and by the code path.

For each kind of question and each weighting: recall@5, the share of the items that the answer rests on that are among
the first five, and the share of questions whose first five contain the answer. Conflict questions (the latest value, a
value at a time) are also answered by code (`memory.longterm.answering`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from memory.longterm.answering import answer
from memory.longterm.judging import RuleWriter
from memory.longterm.labelled import KINDS, Kind, Language, Question, history, questions
from memory.longterm.records import Query
from memory.longterm.search import search, value
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.text import key_text
from memory.longterm.writing import Offer, write

FIRST = 5
WEIGHTINGS: dict[str, LongTermSettings] = {
    "default": LongTermSettings(),
    "semantic only": LongTermSettings(weight_semantic=1, weight_recency=0, weight_importance=0),
    "without recency": LongTermSettings(weight_semantic=0.7, weight_recency=0, weight_importance=0.3),
    "recency first": LongTermSettings(weight_semantic=0.3, weight_recency=0.5, weight_importance=0.2),
}


class Retrieval(BaseModel):
    """One weighting on one kind of question in one language."""

    model_config = ConfigDict(frozen=True)

    weighting: str
    language: Language
    kind: Kind
    questions: int
    recall_at_5: float
    answer_containing: float


class ByCode(BaseModel):
    """The code path on one kind of question in one language."""

    model_config = ConfigDict(frozen=True)

    language: Language
    kind: Kind
    questions: int
    right: float


class Evaluation(BaseModel):
    """What `dispatch memory stats --retrieval` gives."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    items: int
    retrieval: list[Retrieval]
    by_code: list[ByCode]
    conflicts_right: float
    """Of the questions for the latest value and for a value at a time, in all languages, by code."""


def fill(store: LongTermStore, languages: Sequence[Language] = ("en", "zh")) -> int:
    """Write the labelled history into an empty store; how many items there are."""
    drafts = [draft for language in languages for draft in history(language)]
    receipts = write(store, RuleWriter(), [Offer(draft) for draft in drafts])
    return sum(receipt.status == "stored" for receipt in receipts)


def evaluate(store: LongTermStore, languages: Sequence[Language] = ("en", "zh")) -> Evaluation:
    """Ask a store that `fill` filled with these languages."""
    asked = {(lang, kind): [q for q in questions(lang) if q.kind == kind] for lang in languages for kind in KINDS}
    retrieval: list[Retrieval] = []
    for name, settings in WEIGHTINGS.items():
        for (language, kind), of_kind in asked.items():
            if kind == "unknown":  # there is nothing to find
                continue
            scores = [_retrieved(store, question, settings) for question in of_kind]
            retrieval.append(
                Retrieval(
                    weighting=name,
                    language=language,
                    kind=kind,
                    questions=len(of_kind),
                    recall_at_5=_mean([recall for recall, _ in scores]),
                    answer_containing=_mean([contains for _, contains in scores]),
                )
            )
    right = {key: [_right(store, question) for question in of_kind] for key, of_kind in asked.items()}
    conflicts = [r for (_, kind), found in right.items() if kind in ("latest", "at a time") for r in found]
    items = sum(1 for language in languages for _ in history(language))
    return Evaluation(
        embedder=store.embedder.name,
        items=items,
        retrieval=retrieval,
        by_code=[
            ByCode(language=language, kind=kind, questions=len(found), right=_mean(found))
            for (language, kind), found in right.items()
        ],
        conflicts_right=_mean(conflicts),
    )


def _retrieved(store: LongTermStore, question: Question, settings: LongTermSettings) -> tuple[float, float]:
    query = Query(text=question.text, as_of_min=question.as_of_min, limit=FIRST)
    texts = [hit.item.text for hit in search(store, query, settings).page.hits]
    recall = sum(need in texts for need in question.needs) / len(question.needs)
    contains = any(question.answer is not None and question.answer in text for text in texts)
    return recall, float(contains)


def _right(store: LongTermStore, question: Question) -> float:
    if question.hops:
        (subject, attribute), (_, then) = question.hops
        first = value(store, subject, attribute)
        item = None if first is None else value(store, first.value, then)
    else:
        item = answer(store, question.text, as_of_min=question.as_of_min)
    said = None if item is None else key_text(item.value)
    return float(said == (None if question.answer is None else key_text(question.answer)))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
