"""An answer to a question by code: similarity finds what it is about, exact keys and world time say what is so.

Which of two values stands is never decided by likeness; where nothing known is named in the question, it abstains.
"""

from __future__ import annotations

import re

from memory.longterm.records import Item, Query, Reader
from memory.longterm.search import search, value
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.text import key_text

_CANDIDATES = 50
_BY_LIKENESS = LongTermSettings(weight_semantic=1, weight_recency=0, weight_importance=0, duplicate_jaccard=1)


def answer(
    store: LongTermStore, question: str, *, as_of_min: int | None = None, reader: Reader | None = None
) -> Item | None:
    """The item that answers a question about one attribute of one subject, now or at a time; None: not known.

    Asked are the attributes of the subject that the question names: the one that it names too, else the nearest, if
    that is twice as near as an answer must be at all.
    """
    query = Query(text=question, reader=reader, archived=True, layers=("semantic",), limit=_CANDIDATES)
    found = search(store, query, _BY_LIKENESS)
    asked = key_text(question)
    about = [hit for hit in found.page.hits if hit.item.attribute and _names(asked, key_text(hit.item.subject))]
    named = [hit for hit in about if _names(asked, key_text(hit.item.attribute))]
    nearest = [hit for hit in about if hit.similarity >= 2 * store.embedder.unknown_below]
    best = max(named or nearest, key=lambda hit: (hit.similarity, -hit.item.id), default=None)
    if best is None:
        return None
    return value(store, best.item.subject, best.item.attribute, as_of_min=as_of_min, reader=reader)


def _names(text: str, name: str) -> bool:
    """Whether a text has a name in it: D3 is not in D30, and 白云 is in 白云区."""
    return bool(name) and re.search(rf"(?<![0-9a-z]){re.escape(name)}(?![0-9a-z])", text) is not None
