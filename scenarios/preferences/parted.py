"""Words without stops cut into wishes: 每天睡8小时不拉化肥不去清远. Each part has to be a wish by itself."""

from __future__ import annotations

from scenarios.preferences import lexicon
from scenarios.preferences.compiled import Context
from scenarios.preferences.dates import find_dates
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import Unknown
from scenarios.preferences.readers import meaning_of
from scenarios.preferences.split import Clause


def parted(text: str, clause: Clause, context: Context) -> list[Clause]:
    """A clause without stops cut into wishes, where each part is one by itself and begins as wishes do."""
    for match in lexicon.BEGINS.finditer(text, clause.start + 1, clause.end):
        cut = match.start()
        if text[cut - 1] in "就则能可":
            continue  # 能不拉就不拉
        before = text[clause.start : cut]
        if any(named.end == len(before) for named in find_dates(before, context.start.date())):
            continue  # 3月8号不去中山: the date is of what follows
        left, right = Clause(clause.start, cut, clause.sentence), Clause(cut, clause.end, clause.sentence)
        parts = [left, *parted(text, right, context)]
        if all(_whole(text, part, context) for part in parts):
            return parts
    return [clause]


def _whole(text: str, clause: Clause, context: Context) -> bool:
    found = meaning_of(Evidence(text[clause.start : clause.end], context))
    return found is not None and not isinstance(found, Unknown)
