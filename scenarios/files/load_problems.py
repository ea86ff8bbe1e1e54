"""A fault of a load file: where it is, what stands there, which rule it breaks. It reads nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scenarios.errors import ScenarioError

PROBLEMS_MAX = 20
"""A check stops looking after so many problems."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader must know of the file it reads, to read it and to name a place in it."""

    label: str
    """The file as the user named it."""
    start: datetime
    strict: bool
    whole_fen: bool = True
    """Refuse a fraction of a fen when strict. The contest's files hold such prices (contest rule 23)."""
    unit: str = "line"
    """What `Problem.line` counts: `line` of a text file, or `row` of a table."""
    hint: str = ""
    """Added to the remedy of a problem that tolerant reading would let pass."""

    def error(self, problem: Problem) -> ScenarioError:
        """The problem as a sentence with its place."""
        if problem.line == 0:
            place = self.label
        else:
            place = f"{self.label}:{problem.line}" if self.unit == "line" else f"{self.label}, row {problem.line}"
        where = f"{place}, {problem.field}" if problem.field else place
        remedy = problem.remedy + (self.hint if problem.strict_only else "")
        return ScenarioError(where, problem.value, problem.rule, remedy)


class Problem(NamedTuple):
    """A fault of one row. `line` counts from 1; 0 stands for the whole file."""

    line: int
    field: str
    value: object
    rule: str
    remedy: str
    strict_only: bool = False
    """Tolerant reading lets it pass."""


class RowError(Exception):
    """A row cannot be read, and why; whoever knows the line makes a Problem of it. Never leaves this package."""

    def __init__(
        self, field: str, value: object, rule: str, remedy: str = "correct the row", *, strict_only: bool = False
    ) -> None:
        super().__init__(rule)
        self.field = field
        self.value = value
        self.rule = rule
        self.remedy = remedy
        self.strict_only = strict_only

    def at(self, line: int) -> Problem:
        """The problem at its line."""
        return Problem(line, self.field, self.value, self.rule, self.remedy, self.strict_only)
