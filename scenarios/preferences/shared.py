"""Words that several wishes share and say once: 中山四天，佛山三天，要有单; two windows before one verb;
至少佛山三天、中山两天有单. No more.
"""

from __future__ import annotations

import re
from itertools import pairwise

from scenarios.preferences import lexicon
from scenarios.preferences.compiled import Context
from scenarios.preferences.demands import bare_of, left_of
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.kinds import Constraint, QuietWindow, RegionDays
from scenarios.preferences.readers import meaning_of
from scenarios.preferences.reading import Group, Reading

_OR = re.compile("或|要么|还是")
_EACH = re.compile("各|分别")
_SHARING = (RegionDays, QuietWindow)


def shared(reading: Reading, context: Context) -> None:
    """Adds a group for each of the windows before one verb, and for each clause that lacks only the words behind it."""
    for i in reversed(range(len(reading.clauses))):
        if reading.owned(i):
            continue
        words, first = reading.span(i, i), i
        found = _windows(words, context) or _counts(words, context) or _lacking(reading, i, context)
        if not found and i > 0 and not reading.owned(i - 1) and _of_one_sentence(reading, i):
            first, both = i - 1, reading.span(i - 1, i)  # 佛山、肇庆这两个地方，每月各跑两天; two windows，这两段车不动
            found = _windows(both, context) or (
                _counts(both, context)
                if _EACH.search(words) or _only_counts(reading.span(i - 1, i - 1), context)
                else []
            )
        reading.groups += [Group(first, i, constraint) for constraint in found]
    reading.groups.sort(key=lambda group: group.first)


def _only_counts(words: str, context: Context) -> bool:
    """Whether the words hold nothing but places and counts of days: 惠州四天以上、东莞三天以上."""
    return not bare_of(lexicon.LEAST.sub("", Evidence(words, context).unnamed), ())


def _of_one_sentence(reading: Reading, i: int) -> bool:
    return reading.clauses[i].sentence == reading.clauses[i - 1].sentence


def _windows(words: str, context: Context) -> list[Constraint]:
    """The quiet times of several windows with the words around them; none, where one of them is no quiet time."""
    e = Evidence(words, context)
    windows = e.outside(e.windows)
    if e.outside(e.lengths) or any(_OR.search(words, a.end, b.start) for a, b in pairwise(windows)):
        return []
    if len(windows) < 2 or len(e.outside(e.times)) != 2 * len(windows):
        return []
    return _each(words, [(window.start, window.end) for window in windows], QuietWindow, context)


def _counts(words: str, context: Context) -> list[Constraint]:
    """The days at several places, each with its count before or behind it, with the words around them."""
    e = Evidence(words, context)
    names, counts = e.names, e.outside(e.days)
    if len(names) < 2 or _OR.search(words):
        return []
    if len(counts) == 1 and _EACH.search(words):
        return _each(words, [(name.start, name.end) for name in names], RegionDays, context)
    if len(names) != len(counts):
        return []
    spans = [
        (min(name.start, count.start), max(name.end, count.end)) for name, count in zip(names, counts, strict=True)
    ]
    if any(a[1] > b[0] for a, b in pairwise(spans)):
        return []
    return _each(words, spans, RegionDays, context)


def _each(words: str, spans: list[tuple[int, int]], kind: type[Constraint], context: Context) -> list[Constraint]:
    """What the words mean with one of the spans at a time; none, where it is not of this kind each time."""
    found: list[Constraint] = []
    for span in spans:
        alone = words
        for start, end in reversed(spans):
            if (start, end) != span:
                alone = alone[:start] + alone[end:]
        constraint = meaning_of(Evidence(alone, context))
        if not isinstance(constraint, kind):
            return []
        found.append(constraint)
    return found


def _lacking(reading: Reading, i: int, context: Context) -> list[Constraint]:
    """What clause i means with the words of the wish right behind it, where it has none of its own."""
    group = next((group for group in reading.groups if group.first == i + 1), None)
    if group is None or not isinstance(group.constraint, _SHARING):
        return []
    if reading.clauses[i].sentence != reading.clauses[group.first].sentence:
        return []
    words = reading.span(i, i)
    if left_of(lexicon.PER_MONTH.sub("", _bare(words, context)), {group.constraint.kind}):
        return []
    found = meaning_of(Evidence(words + _bare(reading.span(group.first, group.last), context), context))
    return [found] if type(found) is type(group.constraint) else []


def _bare(words: str, context: Context) -> str:
    """The words without numbers and names of places."""
    return Evidence(words, context).unnamed.replace(GONE, "").lstrip("，,、和与")
