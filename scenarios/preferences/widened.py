"""A wish read from some clauses takes in free neighbours that only add to it: a date, the end of being home."""

from __future__ import annotations

from collections.abc import Callable

from scenarios.preferences import lexicon, remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.demands import asks
from scenarios.preferences.kinds import Constraint, Home
from scenarios.preferences.pointing_back import only_days
from scenarios.preferences.reading import Group, Reading

_STAYS_OR_GOES = lexicon.any_of(
    r"直到|再说|出|发车|方可|启程|走|离|待|停|留|家|过夜|歇|休|睡|开工|上班|干活|动|起|派|接|跑|开|叫|找|吵|扰|催",
)
_OWN_FIELDS = {"text", "hard", "preference", "start_min", "end_min", "penalty_fen", "cap_fen", "unit"}


def together(reading: Reading, first: int, last: int) -> bool:
    return all(linked(reading, i) for i in range(first + 1, last + 1))


def linked(reading: Reading, i: int, *, errand: bool = False) -> bool:
    """Whether clause i goes on with clause i - 1: the same sentence, or a word that says so."""
    if i <= 0 or reading.clauses[i].sentence == reading.clauses[i - 1].sentence:
        return True
    clause = reading.text[reading.clauses[i].start : reading.clauses[i].end]
    if remarks.LINK.search(clause):
        return True
    between = reading.text[reading.clauses[i - 1].end : reading.clauses[i].start]
    if between.strip(" ") == "":  # parted by a space only
        return True
    if errand and "\n" not in between and ("；" in between or ";" in between) and "。" not in between:
        same = [c for c in reading.clauses if c.sentence == reading.clauses[i].sentence]
        return bool(lexicon.HOME.search(clause)) and not lexicon.PER_DAY.search(
            reading.text, same[0].start, same[-1].end
        )
    return False


def extend(
    reading: Reading,
    meaning: Callable[[int, int], Constraint | None],
    group: Group,
    context: Context,
    *,
    forward: bool = False,
) -> None:
    """Takes in free neighbours, one or two at a time, as long as they only add; `forward`: those behind."""
    wider = True
    while wider:
        wider = False
        listed = all(k >= 0 and only_days(reading, k, group.first, context) for k in (group.first - 2, group.first - 1))
        for first, last in (
            *([(group.first - 2, group.last)] if listed else []),  # 3月4号，3月5号，不去佛山
            (group.first, group.last + 1),
            (group.first - 1, group.last),
            (group.first, group.last + 2),
            (group.first - 2, group.last),
        ):
            if (forward and first < group.first) or _leads_next(reading, last, context):
                continue
            if _free_around(reading, group, first, last):
                found = meaning(first, last)
                if (
                    found is not None
                    and _adds(group.constraint, found)
                    and not _takes(reading, group, first, last, found, context)
                ):
                    group.first, group.last, group.constraint = first, last, found
                    wider = True
                    break


def _leads_next(reading: Reading, i: int, context: Context) -> bool:
    """Whether clause i holds only days, and the wish right behind it is what they are for."""
    following = i + 1
    if following >= len(reading.clauses) or reading.owned(i) or not reading.owned(following):
        return False
    return only_days(reading, i, following, context)


def _takes(reading: Reading, group: Group, first: int, last: int, wide: Constraint, context: Context) -> bool:
    """Whether the wider reading takes days, or an end of being home, from a neighbour that asks for something else."""
    new = [i for i in range(first, last + 1) if not group.first <= i <= group.last]
    if isinstance(group.constraint, Home) and isinstance(wide, Home) and group.constraint.stay_until != wide.stay_until:
        return not any(_STAYS_OR_GOES.search(reading.span(i, i)) for i in new)
    if getattr(group.constraint, "days", None) == getattr(wide, "days", None):
        return False
    return any(asks(reading.span(i, i), context, {wide.kind}) for i in new)


def _free_around(reading: Reading, group: Group, first: int, last: int) -> bool:
    """Whether clauses first..last exist, belong together, and belong to no other wish."""
    if first < 0 or last >= len(reading.clauses) or not together(reading, first, last):
        return False
    new = [i for i in range(first, last + 1) if not group.first <= i <= group.last]
    return not any(reading.owned(i) for i in new) and not any(i in reading.why for i in new if i < group.first)


def _adds(narrow: Constraint, wide: Constraint) -> bool:
    """Whether the wider reading is of the same kind, keeps all that the narrower one says, and says more."""
    if type(narrow) is not type(wide):
        return False
    more = False
    for name, field_info in type(narrow).model_fields.items():
        if name in _OWN_FIELDS:
            continue
        old, new = getattr(narrow, name), getattr(wide, name)
        if old != new:
            if (
                old != field_info.get_default()
                or field_info.is_required()
                or name in ("must_wait", "forbids", "applies_to", "per")
            ):
                return False
            more = True
    return more
