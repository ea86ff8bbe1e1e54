"""Whether a draft is worth keeping: the protocol of a writer, and the writer by rule.

A model's writer is handed in from outside; memory knows none. A writer judges one draft and sees no store.
"""

from __future__ import annotations

from typing import Protocol

from pydantic import Field

from memory.digests.gate import unfounded
from memory.digests.named import is_one_line, named
from memory.longterm.records import MOST_CHARACTERS, Draft, Layer, Record
from memory.longterm.text import plain

_BASE: dict[Layer, float] = {"episodic": 0.5, "semantic": 0.6, "lesson": 0.7}
_FEW_CHARACTERS = 4
"""Letters and digits; a text of fewer says nothing."""


class Judgement(Record):
    """A writer's answer."""

    should_remember: bool
    type: Layer
    content: str = Field(max_length=MOST_CHARACTERS)
    """The text to keep: the draft's, or a shorter one."""
    importance: float = Field(ge=0, le=1)


class Writer(Protocol):
    """Judges drafts, one at a time."""

    def judge(self, draft: Draft) -> Judgement:
        """Raises whatever went wrong; the draft's receipt then says failed."""
        ...


def content_fault(content: str, draft: Draft) -> str:
    """The first reason why a content cannot stand for a draft, or an empty string.

    It may leave out, and adds no number, cell, place or load.
    """
    if content == draft.text:
        return ""
    if len(content) > len(draft.text):
        return "too_long"
    if not is_one_line(content):
        return "not_one_line"
    theirs = named(draft.text)
    return unfounded(
        named(content),
        cells=theirs.cells,
        points=theirs.points,
        loads=theirs.loads,
        numbers=theirs.numbers,
    )


class RuleWriter:
    """Judges by what a draft brings: keys, facts, sources, places and numbers; what its author says goes before."""

    def judge(self, draft: Draft) -> Judgement:
        layer = given_layer(draft) or "episodic"
        importance = _importance(draft, layer) if draft.importance is None else draft.importance
        says_something = len(plain(draft.text)) >= _FEW_CHARACTERS and not draft.text.rstrip().endswith(("?", "？"))
        return Judgement(should_remember=says_something, type=layer, content=draft.text.strip(), importance=importance)


def given_layer(draft: Draft) -> Layer | None:
    """What its author says, else: a rule for an agent is a lesson, what has keys or sources was concluded; or None."""
    if draft.layer is not None:
        return draft.layer
    if draft.rule is not None:
        return "lesson"
    return "semantic" if (draft.subject and draft.attribute) or draft.sources else None


def _importance(draft: Draft, layer: Layer) -> float:
    """The layer's own, and a tenth each for exact keys, for evidence, and for a place or number named."""
    names = named(draft.text)
    evidence = bool(draft.fact_ids or draft.sources)
    precise = bool(names.cells or names.points or names.numbers)
    keyed = bool(draft.subject and draft.attribute)
    return round(min(1.0, _BASE[layer] + 0.1 * (keyed + evidence + precise)), 2)
