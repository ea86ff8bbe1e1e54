"""Constraints that are one wish: two that complete each other are put together, and what is said twice counts once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.preferences.goods import market_categories
from scenarios.preferences.goods_names import is_meant
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    Constraint,
    DaysOff,
    Home,
    QuietWindow,
    Unknown,
)
from scenarios.preferences.normalise import normalise
from scenarios.preferences.parts import EVERY_DAY, Box, District
from scenarios.preferences.times import find_times

_OF_THE_RECORD = ("text", "preference", "start_min", "end_min", "penalty_fen", "cap_fen", "unit")
"""What a constraint has from the driver's record, not from what is asked."""
_OF_THE_WORDS = ("match", "applies_to", "along_path", "must_wait", "forbids")
"""What follows from which of several words is used for one wish."""


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


def said_once(constraints: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The same wish said twice counts once: what asks for most, and of equals the first."""
    return tuple(
        c
        for i, c in enumerate(constraints)
        if not any(
            includes(other, c) and (k < i or not includes(c, other)) for k, other in enumerate(constraints) if k != i
        )
    )


def includes(a: Constraint, b: Constraint) -> bool:
    """Whether `a` is the wish `b`, or that wish and more of it: whoever waits through hours drives in none of them.

    Words, languages, prices and spans do not matter.
    """
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return a == b
    return _asked(a) == _asked(b) and _forbids(a) >= _forbids(b)


def _forbids(c: Constraint) -> int:
    """How much quiet hours or days off forbid: 0 orders, 1 driving as well, 2 all but waiting."""
    if isinstance(c, QuietWindow) and c.must_wait:
        return 2
    return int(isinstance(c, QuietWindow | DaysOff) and c.forbids == "movement")


def _asked(c: Constraint) -> dict[str, Any]:
    """What a constraint asks for, however it is said."""
    asked = c.model_dump(exclude={*_OF_THE_RECORD, *_OF_THE_WORDS})
    if isinstance(c, Category | CategoryQuota):
        contains = isinstance(c, CategoryQuota) or c.match == "contains"
        asked["names"] = frozenset(meaning for name in c.names for meaning in _meanings(name, contains=contains))
    for areas in ("areas", "banned"):
        if areas in asked:
            asked[areas] = frozenset(getattr(c, areas))
    for place in (asked.get("place"), *(step["place"] for step in asked.get("steps", ()))):
        if place is not None and place["lat"] is not None and place["lng"] is not None:
            place["name"] = ""  # coordinates say where, whatever it is called
    return asked


def _meanings(name: str, *, contains: bool) -> frozenset[str]:
    """The market's categories that a driver's word for goods means; the word itself where it means none."""
    meant = frozenset(category for category in market_categories() if is_meant(name, category, contains=contains))
    return meant or frozenset((name,))
