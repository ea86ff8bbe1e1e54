"""Which of the rules that runs taught are tried next, and in whose place. It runs and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from statistics import mean

from memory.lessons import ADVICE, Lesson
from memory.longterm.records import LessonRule

Direction = tuple[LessonRule, bool]
"""A rule whatever its amount, and whether it asks for more."""


def candidates(taught: Iterable[Iterable[LessonRule]], seen: Set[Direction]) -> list[LessonRule]:
    """What the runs taught, one rule for each advice and place with the mean amount, what most runs taught first.

    What was tried before in that direction is left out.
    """
    amounts: dict[LessonRule, list[float]] = {}
    for of_run in taught:
        for rule in of_run:
            amounts.setdefault(rule.bare, []).append(rule.amount)
    found = [
        (len(each), rule.model_copy(update={"amount": _rounded(rule, mean(each))})) for rule, each in amounts.items()
    ]
    new = [(runs, rule) for runs, rule in found if rule.amount and rule.direction not in seen]
    agents = list(ADVICE)

    def place(item: tuple[int, LessonRule]) -> tuple[int, int, int, int]:
        runs, rule = item
        return -runs, -agents.index(rule.agent), ADVICE[rule.agent].index(rule.advice), rule.cell

    return [rule for _, rule in sorted(new, key=place)]


def _rounded(rule: LessonRule, amount: float) -> float:
    """Shares to a hundredth, all else to whole minutes, lists and fen."""
    return round(amount, 2) if abs(amount) < 1 else float(round(amount))


def with_rule(kept: Sequence[Lesson], rule: LessonRule) -> list[Lesson]:
    """The kept lessons and the candidate, which takes the place of one of the same advice and place."""
    return [lesson for lesson in kept if lesson.rule.bare != rule.bare] + [Lesson(id=0, rule=rule)]
