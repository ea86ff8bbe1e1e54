"""How far each wish is kept: a fold of facts, one `Progress` a constraint.

Two kinds of fact feed it. HEEDED says what an action meant for a wish (`count` its number, `value` an amount);
BREACH and WISH_LOST that it was broken, or cannot be kept any more. Nothing here judges: `memory.wishes.broken` does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from memory.facts import Fact, FactKind
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.kinds import DailyRest, Errand, ErrandStep
from scenarios.preferences.standing import Standing

FROM_START = -1


@dataclass(slots=True)
class Progress:
    """What counts for one constraint so far."""

    by_day: dict[int, float] = field(default_factory=dict)
    """By day: orders, kilometres or touches that count; for rest the longest stretch in minutes."""
    lost: dict[int, int] = field(default_factory=dict)
    """Day or month (by its first day) that can no longer be kept -> the first minute of that."""
    broken: float = 0.0
    """Breaches so far, in the constraint's unit."""
    used_fen: float = 0.0
    """What they cost, before any cap."""
    rest_from: int = 0
    rest_to: int = 0
    """The latest stretch of rest; it goes on while it ends at this very minute."""
    full_to: int = 0
    """End of the latest stretch of rest that was long enough."""
    step: int = 0
    """Steps of an errand that are done."""
    there_since: int | None = None
    """Standing at the place of the present step since then."""
    stood_min: int = 0
    """Minutes waited there, from the step's earliest on; reading lists is no stay, as not all ways of counting take it
    for one."""
    last_min: int = FROM_START
    """Minute of the last event that concerned it."""
    fact_ids: tuple[int, ...] = ()

    def between(self, first: int, last: int) -> float:
        """The sum over days, both ends included."""
        return sum(amount for day, amount in self.by_day.items() if first <= day <= last)

    def days_in(self, first: int, last: int) -> int:
        """Number of days with an entry, both ends included."""
        return sum(first <= day <= last for day in self.by_day)


def heed(standing: Standing, progress: Progress, fact: Fact, fact_id: int) -> None:
    """Take in what an action meant for the wish."""
    constraint = standing.constraint
    progress.last_min, progress.fact_ids = fact.minute, (fact_id,)
    if isinstance(constraint, DailyRest):
        _rest(standing, progress, fact.minute, fact.minute + int(fact.value))
    elif isinstance(constraint, Errand):
        _stand_there(constraint, progress, fact.minute, int(fact.value))
    else:
        day = day_of(fact.minute)
        progress.by_day[day] = progress.by_day.get(day, 0.0) + fact.value


def break_wish(standing: Standing, progress: Progress, fact: Fact, fact_id: int) -> None:
    """Take in that the wish was broken (`value` units), or lost for a day or month (`value`)."""
    progress.last_min, progress.fact_ids = fact.minute, (fact_id,)
    units = fact.value
    if fact.kind == FactKind.WISH_LOST:
        progress.lost[int(fact.value)] = fact.minute
        units = 1.0
    progress.broken += units
    progress.used_fen += units * standing.constraint.penalty_fen


def _rest(standing: Standing, progress: Progress, start: int, end: int) -> None:
    """Touching stretches are one. A day has what of it lies after its beginning, cut at its end by calendar day."""
    constraint = standing.constraint
    assert isinstance(constraint, DailyRest)
    if progress.rest_to != start:
        progress.rest_from = start
    progress.rest_to = end
    if end - progress.rest_from >= constraint.rest_min:
        progress.full_to = end
    cut = constraint.counted == "calendar_day"
    for day in range(day_of(progress.rest_from), day_of(max(end - 1, progress.rest_from)) + 1):
        minutes = rest_of_day(progress.rest_from, end, day, cut=cut)
        progress.by_day[day] = max(progress.by_day.get(day, 0.0), minutes)


def rest_of_day(start: int, end: int, day: int, *, cut: bool) -> int:
    """Minutes of a stretch that count for a day."""
    last = min(end, (day + 1) * MINUTES_PER_DAY) if cut else end
    return max(0, last - max(start, day * MINUTES_PER_DAY))


def _stand_there(errand: Errand, progress: Progress, start: int, minutes: int) -> None:
    """Waited at the place of the present step so long from `start`; -1 minutes: left it."""
    if minutes < 0:
        progress.there_since, progress.stood_min = None, 0
        return
    step, end = errand.steps[progress.step], start + minutes
    progress.stood_min += max(0, end - max(start, step.earliest_min or 0))
    if end >= leave_min(step, progress.stood_min, end):
        progress.step += 1
        progress.there_since, progress.stood_min = None, 0
    elif minutes and progress.there_since is None:  # having come is no standing yet
        progress.there_since = start


def leave_min(step: ErrandStep, stood_min: int, minute: int) -> int:
    """When a step of an errand is done by who stands there from a minute on, having stood there so long before."""
    stays = max(minute, step.earliest_min or 0) + max(0, step.stay_min - stood_min)
    return max(stays, step.stay_until_min or 0)
