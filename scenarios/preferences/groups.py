"""Clauses put together to wishes: each clause by itself first, then those that make a wish only together.

What a clause says by itself is never lost to a longer reading; a neighbour that is no wish of its own may add what is
missing: a date, the end of a window, a way to give way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import lexicon, remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.demands import asks
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    Constraint,
    DailyRest,
    Errand,
    Home,
    LongestHaul,
    LongestPickup,
    QuietWindow,
    Unknown,
)
from scenarios.preferences.parted import parted
from scenarios.preferences.pointing_back import (
    corrected,
    days_resolved,
    goods_resolved,
    of_that_day,
    spans_resolved,
    that_day_resolved,
    there_resolved,
)
from scenarios.preferences.read_errand import read_errand
from scenarios.preferences.readers import meaning_of
from scenarios.preferences.reading import Group, Reading
from scenarios.preferences.restricted import restrict
from scenarios.preferences.shared import shared
from scenarios.preferences.split import clauses
from scenarios.preferences.widened import extend, linked, together

_OF_LOADS = re.compile("(?:不|别|勿|莫|拒)(?:再|给我|要|能|想)*(?:接|拉|装(?!货|卸)|运|派|载)")
"""A refusal that is about loads, and no part of an errand."""
_EVENING_MEAL = re.compile("晚饭|晚餐|每晚|晚上|夜里")
_IN_KM = re.compile("公里|千米|km", re.IGNORECASE)
_LONGEST = 4
"""Clauses that make one wish, at most; errands apart."""


def read(text: str, context: Context) -> Reading:
    """The groups of a normal text."""
    reading = Reading(text, clauses(text))

    @cache
    def meaning(first: int, last: int) -> Constraint | None:
        return meaning_of(Evidence(reading.span(first, last), context))

    reading.clauses = [part for clause in reading.clauses for part in parted(text, clause, context)]
    n = len(reading.clauses)
    for i in range(n - 1):
        wishes = meaning(i, i), meaning(i + 1, i + 1), meaning(i, i + 1)
        if together(reading, i, i + 1) and _needs_both(reading.span(i, i), *wishes):
            _try(reading, meaning, i, i + 1)
    for i in range(n):
        if reading.owned(i) or (isinstance(meaning(i, i), DailyRest) and _may_be_a_stay(reading, i, context)):
            continue
        _try(reading, meaning, i, i + 1 if _ends_next(reading, meaning, i) else i)
    for group in reading.groups:
        if isinstance(group.constraint, Home):  # 第二天8点再走 is of being home, not of an errand behind it
            extend(reading, meaning, group, context, forward=True)
    _errands(reading, context)
    for size in range(1, _LONGEST + 1):
        for i in range(n - size + 1):
            inside = range(i, i + size)
            free = not any(reading.owned(k) for k in inside) and together(reading, i, i + size - 1)
            free = free and not _anew(reading, inside)
            if free and not _mixed(reading, meaning(i, i + size - 1), inside, context):
                _try(reading, meaning, i, i + size - 1)
    that_day_resolved(reading, context, meaning_of)
    shared(reading, context)
    there_resolved(reading, context)
    for group in reading.groups:
        if not isinstance(group.constraint, Errand):
            extend(reading, meaning, group, context)
    days_resolved(reading, context)
    goods_resolved(reading, context)
    spans_resolved(reading, context)
    corrected(reading, context, lambda words, like: _read_as(like, Evidence(words, context)))
    restrict(reading, context, lambda words, like: _read_as(like, Evidence(words, context)))
    reading.groups.sort(key=lambda group: group.first)
    return reading


def _needs_both(words: str, first: Constraint | None, second: Constraint | None, both: Constraint | None) -> bool:
    """Whether the second of two clauses alone would say too much or another thing than both say.

    `words`: of the first.
    """
    if isinstance(both, BanAfterTouch):  # 一旦去过惠州，就不接东莞的货
        return True
    if isinstance(both, LongestPickup) and first is None:  # 空车去装货，超过30公里就别叫我
        return isinstance(second, LongestHaul) and not _IN_KM.search(words)
    later = [
        one for one in (first, second) if isinstance(both, Home) and isinstance(one, Home) and both.by == one.by + 720
    ]
    if later and (later[0] is first or _EVENING_MEAL.search(words)):
        return True  # 十点半前到家，早上六点才出来: of the evening
    ends = isinstance(both, QuietWindow) and isinstance(second, QuietWindow) and second.start == 0 < second.end
    return ends and isinstance(first, Unknown)  # 晚上10点后不接活，早上5点前也不接活


def _read_as(like: Constraint, e: Evidence) -> Constraint | None:
    return read_errand(e) if isinstance(like, Errand) else meaning_of(e)


def _anew(reading: Reading, inside: range) -> bool:
    """Whether one of several clauses begins another wish, which no word for "all" joins to those before it."""
    begins = any(remarks.ANEW.search(reading.span(k, k)) for k in inside[1:])
    return begins and not re.search(r"都|全", reading.span(inside[-1], inside[-1]))


def _ends_next(reading: Reading, meaning: Callable[[int, int], Constraint | None], i: int) -> bool:
    """Whether clause i is a quiet time of which an end is not said, and the next clause says it."""
    here = meaning(i, i)
    if not isinstance(here, QuietWindow) or (here.start == 0) == (here.end == MINUTES_PER_DAY):
        return False
    if i + 1 == len(reading.clauses) or reading.owned(i + 1) or not together(reading, i, i + 1):
        return False
    both, after = meaning(i, i + 1), meaning(i + 1, i + 1)
    if after is not None and not isinstance(after, Unknown):
        return False
    if not isinstance(both, QuietWindow):
        return False
    if here.start == 0:  # 早上6点前不开工，从前一晚10点算起
        return both.end == here.end and both.start > both.end
    return both.start == here.start and both.end != here.end


def _mixed(reading: Reading, found: Constraint | None, inside: range, context: Context) -> bool:
    """Whether clauses that each ask for something make one wish only by taking a noun here and a refusal there."""
    whole_day = isinstance(found, QuietWindow) and found.end == MINUTES_PER_DAY
    if len(inside) == 1 or found is None or not (whole_day or isinstance(found, AreaRule | Category)):
        return False
    return all(asks(reading.span(i, i), context, {found.kind}) for i in inside)


def _may_be_a_stay(reading: Reading, i: int, context: Context) -> bool:
    """停一个小时, without "a day", behind a place and a date in the same sentence, belongs to the errand."""
    clause = reading.clauses[i]
    if lexicon.PER_DAY.search(reading.span(i, i)):
        return False
    return any(
        Evidence(reading.span(k, k), context).dates
        for k, other in enumerate(reading.clauses)
        if other.sentence == clause.sentence and k != i
    )


def _try(reading: Reading, meaning: Callable[[int, int], Constraint | None], first: int, last: int) -> None:
    found = meaning(first, last)
    if isinstance(found, Unknown):
        for i in range(first, last + 1):
            reading.why.setdefault(i, found.why)
    elif found is not None:
        reading.groups.append(Group(first, last, found))


def _errands(reading: Reading, context: Context) -> None:
    """An errand takes all free clauses of its sentence, and of the next where that goes on with it."""
    n = len(reading.clauses)
    first = 0
    while first < n:
        if reading.owned(first):
            first += 1
            continue
        last = first
        while last + 1 < n and not reading.owned(last + 1) and linked(reading, last + 1, errand=True):
            if remarks.ANEW.search(reading.span(last + 1, last + 1)):
                break
            last += 1
        found = read_errand(Evidence(of_that_day(reading, first, last, context), context))
        if isinstance(found, Unknown):
            for i in range(first, last + 1):
                reading.why.setdefault(i, found.why)
        elif found is not None:
            begin, end = _trimmed(reading, first, last, found, context)
            reading.groups.append(Group(begin, end, found))
        first = last + 1


def _trimmed(reading: Reading, first: int, last: int, errand: Constraint, context: Context) -> tuple[int, int]:
    """The clauses of an errand without those at either end that ask for something else: 运费必须现结，3月9日到……."""

    def same(begin: int, end: int) -> bool:
        return read_errand(Evidence(reading.span(begin, end), context)) == errand

    def other(i: int) -> bool:
        words = reading.span(i, i)
        return asks(words, context, {errand.kind}) or _OF_LOADS.search(words) is not None

    begin = next((k + 1 for k in reversed(range(first, last)) if other(k) and same(k + 1, last)), first)
    while begin < last and other(last) and same(begin, last - 1):
        last -= 1
    return begin, last
