"""Words that point back, resolved: "there" to the place named last before it, "those days" to the dates named last.

Nothing is guessed: where nothing was named before, the words stay as they are.
"""

from __future__ import annotations

from scenarios.preferences import remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.demands import asks
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import AreaRule, Constraint
from scenarios.preferences.parts import EVERY_DAY
from scenarios.preferences.place_names import find_names
from scenarios.preferences.read_areas import read_area
from scenarios.preferences.reading import Group, Reading


def there_resolved(reading: Reading, context: Context) -> None:
    """佛山堵得厉害。那边的货别派给我: "there" is the area that was named last before it, if there is one."""
    for i in range(len(reading.clauses)):
        words = reading.span(i, i)
        there = remarks.THERE.search(words)
        if there is None or reading.owned(i) or find_names(words):
            continue
        before = find_names(reading.text[: reading.clauses[i].start])
        if not before:
            if not reading.groups and asks(words, context):
                reading.why.setdefault(i, "which place is meant is not said")
            continue
        name = reading.text[before[-1].start : before[-1].end]
        found = read_area(Evidence(words[: there.start()] + name + words[there.end() :], context))
        if not isinstance(found, AreaRule) or any(_same_areas(found, group.constraint) for group in reading.groups):
            continue
        first = next(k for k in range(i, -1, -1) if reading.clauses[k].start <= before[-1].start)
        known = first == i - 1 and not reading.owned(first) and not asks(reading.span(first, first), context)
        reading.groups.append(Group(first if known else i, i, found))


def days_resolved(reading: Reading, context: Context) -> None:
    """3月20号到22号戒严，那几天不去珠海: "those days" are the dates that were named last before them."""
    for group in reading.groups:
        if getattr(group.constraint, "days", None) != EVERY_DAY or not remarks.THOSE_DAYS.search(
            reading.span(group.first, group.last)
        ):
            continue
        for k in range(group.first - 1, -1, -1):
            days = Evidence(reading.span(k, k), context).applies
            if days.dates:
                group.constraint = group.constraint.model_copy(update={"days": days})
                if not reading.owned(k):
                    group.first = k
                break


def _same_areas(a: AreaRule, b: Constraint) -> bool:
    return isinstance(b, AreaRule) and a.areas == b.areas
