"""What is made of a text: its clauses, and the groups of them that make constraints. It holds, and decides nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.preferences.kinds import Constraint
from scenarios.preferences.split import Clause


@dataclass(slots=True)
class Group:
    """Clauses first..last (inclusive) that make a constraint."""

    first: int
    last: int
    constraint: Constraint


@dataclass(slots=True)
class Reading:
    """What was made of a text: its clauses, the groups in the order of the text, and hints why others failed."""

    text: str
    clauses: list[Clause]
    groups: list[Group] = field(default_factory=list)
    why: dict[int, str] = field(default_factory=dict)
    """By clause: what a reader missed in it."""

    def owned(self, i: int) -> bool:
        """Whether clause i belongs to a group."""
        return any(group.first <= i <= group.last for group in self.groups)

    def span(self, first: int, last: int) -> str:
        """The words of clauses first..last."""
        return self.text[self.clauses[first].start : self.clauses[last].end]
