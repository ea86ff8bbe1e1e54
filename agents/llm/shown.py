"""A view as it stands in a prompt: numbered lines within a token budget, and the facts behind each number.

A cited number maps back to the facts of its line, so a model sees no fact id and can invent none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agents.llm.model import Trouble
from agents.llm.read import UnusableError
from memory.views.lines import Line, fact_line
from memory.views.records import View

NUMBER_TOKENS = 6
"""Most tokens of a line's number: its sign, up to four digits, and a space."""
CLOSING_TOKENS = 12
"""Most tokens of the line that counts what was left out."""

Count = Callable[[str], int]
"""Tokens of a text."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a model sees of a view."""

    text: str
    facts: tuple[tuple[int, ...], ...] = ()
    """The facts behind line n at place n - 1."""

    def cited(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Fact ids behind lines, in the order cited, each once. Raises UnusableError for a number that no line has."""
        ids: dict[int, None] = {}
        for number in numbers:
            if not 1 <= number <= len(self.facts):
                raise UnusableError(Trouble.INVENTED_ID, f"facts={number} (1-{len(self.facts)})")
            ids |= dict.fromkeys(self.facts[number - 1])
        return tuple(ids)


def show(view: View, budget: int, count: Count) -> Shown:
    """The lines of a view that fit a budget in tokens, those with facts numbered.

    Pinned lines stay. Of the view's own lines the first are kept, since they count most; of a history, which takes the
    room that they leave, the last. What is left out is counted in a closing line.
    """
    own = view.lines()
    if view.history is None:
        shown = _numbered([], own, view.omitted)
        if count(shown.text) <= budget:
            return shown
    room = budget - CLOSING_TOKENS
    costs = [count(line.text + "\n") + (NUMBER_TOKENS if line.fact_ids else 0) for line in own]
    room -= sum(cost for cost, line in zip(costs, own, strict=True) if line.pinned)
    kept: list[Line] = []
    cut = 0
    for cost, line in zip(costs, own, strict=True):
        if not line.pinned:
            cut += cut > 0 or cost > room
            if cut:
                continue
            room -= cost
        kept.append(line)
    told, skipped = ([], 0) if cut else _newest(view, room, count)
    return _numbered(told, kept, view.omitted + cut + skipped)


def _newest(view: View, room: int, count: Count) -> tuple[list[Line], int]:
    """The last lines of a view's history that fit, oldest first, and how many facts are left out."""
    history = view.history
    if history is None:
        return [], 0
    told: list[Line] = []
    for at in range(history.length - 1, -1, -1):
        block = history.blocks[at]
        for place in range(len(block) - 1, -1, -1):
            line = fact_line(block, place)
            room -= count(line.text + "\n") + NUMBER_TOKENS
            if room < 0:
                skipped = place + 1 + sum(len(earlier) for earlier in history.blocks[:at])
                return told[::-1], skipped
            told.append(line)
    return told[::-1], 0


def _numbered(told: list[Line], own: list[Line], omitted: int) -> Shown:
    lines: list[str] = []
    facts: list[tuple[int, ...]] = []
    for line in [*told, *own]:
        if line.fact_ids:
            facts.append(line.fact_ids)
            lines.append(f"#{len(facts)} {line.text}")
        else:
            lines.append(line.text)
    if omitted:
        lines.append(f"{omitted} more left out")
    return Shown("\n".join(lines), tuple(facts))
