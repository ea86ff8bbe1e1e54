"""Constraints that are one wish: two that complete each other are put together, and what is said twice counts once."""

from __future__ import annotations

from scenarios.preferences.kinds import AreaRule, Category, Constraint, Home, QuietWindow, Unknown
from scenarios.preferences.normalise import normalise
from scenarios.preferences.parts import EVERY_DAY, Box, District
from scenarios.preferences.times import find_times

_OF_THE_RECORD = ("text", "preference", "start_min", "end_min", "penalty_fen", "cap_fen", "unit")
"""What a constraint has from the driver's record, not from what is asked."""


def joined_wishes(constraints: list[Constraint]) -> list[Constraint]:
    """Two that are one: home by a time, then quiet from that time on; a city, then the box that makes it precise."""
    joined: list[Constraint] = []
    for constraint in constraints:
        last = joined[-1] if joined else None
        if (
            isinstance(last, Home)
            and isinstance(constraint, QuietWindow)
            and last.stay_until is None
            and last.by % 1440 == constraint.start
            and last.days in (constraint.days, EVERY_DAY)
        ):
            text = f"{last.text}；{constraint.text}"
            joined[-1] = last.model_copy(update={"stay_until": constraint.end, "text": text})
            continue
        if (
            isinstance(last, Home)
            and isinstance(constraint, QuietWindow)
            and last.stay_until is None
            and constraint.start == 0
            and constraint.end < last.by
            and last.days == constraint.days
            and not find_times(normalise(constraint.text))[1]
        ):  # home by 23:00, and don't call me before 8
            text = f"{last.text}；{constraint.text}"
            joined[-1] = last.model_copy(update={"stay_until": constraint.end, "text": text})
            continue
        if isinstance(constraint, AreaRule) and any(isinstance(area, Box) for area in constraint.areas):
            joined = [
                other
                for other in joined
                if not (
                    isinstance(other, AreaRule)
                    and other.rule == constraint.rule
                    and other.days == constraint.days
                    and all(isinstance(area, District) and area.name in constraint.text for area in other.areas)
                )
            ]
        joined.append(constraint)
    return joined


def said_once(constraints: list[Constraint]) -> tuple[Constraint, ...]:
    """The same wish said twice counts once."""
    kept: list[Constraint] = []
    for constraint in constraints:
        if not any(same_wish(constraint, other) for other in kept):
            kept.append(constraint)
    return tuple(kept)


def same_wish(a: Constraint, b: Constraint) -> bool:
    """Whether two constraints ask for the same, whatever their words, prices and spans."""
    if isinstance(a, AreaRule) and isinstance(b, AreaRule):
        return (a.rule, a.areas, a.days, a.hard) == (b.rule, b.areas, b.days, b.hard)
    if isinstance(a, Category) and isinstance(b, Category):
        return (a.names, a.days, a.hard) == (b.names, b.days, b.hard)
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return a == b
    return a.model_dump(exclude={*_OF_THE_RECORD}) == b.model_dump(exclude={*_OF_THE_RECORD})
