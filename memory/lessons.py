"""Lessons of earlier runs as agents are shown them: short rules, at most five an agent, that rule agents follow too.

Where lessons come from, and whether they helped, is the business of who runs the runs; here they only stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from memory.fact_text import place_text
from memory.longterm.records import AgentName, LessonRule

MOST_SHOWN = 5
"""Lessons that one agent is shown at a time."""
MOST_CHARACTERS = 90
"""Of a lesson's line in a view."""

LISTS = "lists"
"""Search: so many more lists a step at most."""
FRESH = "fresh"
"""Search: for so many minutes more memory stands in for a list that was read."""
PLACE_WORTH = "place_worth"
"""Cargo: ending in the cell is worth so many fen more."""
MINUTE_WORTH = "minute_worth"
"""Decision: a minute earns more than the driver's record tells, by this share."""
WAIT = "wait"
"""Decision: a wait lasts so many minutes more."""

ADVICE: dict[AgentName, tuple[str, ...]] = {
    "search": (LISTS, FRESH),
    "cargo": (PLACE_WORTH,),
    "preference": (),
    "decision": (MINUTE_WORTH, WAIT),
}
"""What a rule agent can follow."""


class Lesson(BaseModel):
    """A lesson as a run is given it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: int
    """The item of the long-term store; 0 for one that is in none."""
    rule: LessonRule
    score: float = 0.0
    """Mean yuan that following it brought a run so far."""

    def line(self) -> str:
        """What it says, in one line."""
        return f"lesson: {rule_text(self.rule)}"


def rule_text(rule: LessonRule) -> str:
    """A rule in words."""
    more = "more" if rule.amount > 0 else "less"
    share, size = f"{abs(rule.amount):.0%}", f"{abs(rule.amount):.0f}"
    said = {
        LISTS: f"read {size} {'more' if rule.amount > 0 else 'fewer'} lists a step",
        FRESH: f"trust a list that was read for {size} min {more}",
        PLACE_WORTH: f"ending there is worth {abs(rule.amount) / 100:.0f} yuan {more}",
        MINUTE_WORTH: f"a minute earns {share} {more} than so far",
        WAIT: f"wait {size} min {'longer' if rule.amount > 0 else 'shorter'}",
    }.get(rule.advice, f"{rule.advice} {rule.amount:g}")
    where = f" at {place_text(rule.cell)}" if rule.cell else ""
    return said + where + (f" in hour bucket {rule.bucket}" if rule.bucket >= 0 else "")


def lessons_for(lessons: Sequence[Lesson], agent: AgentName, bucket: int) -> tuple[Lesson, ...]:
    """The lessons to show an agent in an hour bucket: those that hold then, the best first, at most five.

    Best is the higher score; of equals the one in the store for longer.
    """
    holds = [x for x in lessons if x.rule.agent == agent and x.rule.bucket in (-1, bucket)]
    return tuple(sorted(holds, key=lambda x: (-x.score, x.id))[:MOST_SHOWN])


def advised(lessons: Sequence[Lesson], advice: str) -> float:
    """What the shown lessons add up to on one advice; 0 without any."""
    return sum(x.rule.amount for x in lessons if x.rule.advice == advice)
