"""Words that point back, resolved: "there" to the place named last before it, "those days" to the dates named last.

Nothing is guessed: where nothing was named before, the words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.dates import find_dates
from scenarios.preferences.demands import asks
from scenarios.preferences.evidence import Evidence, Found
from scenarios.preferences.goods import known_goods
from scenarios.preferences.kinds import AreaRule, Category, Constraint, Errand, MustTake, Unknown
from scenarios.preferences.parts import EVERY_DAY
from scenarios.preferences.place_names import find_names
from scenarios.preferences.read_areas import read_area
from scenarios.preferences.read_goods import read_category
from scenarios.preferences.reading import Group, Reading

_DAY_WORDS = re.compile(
    r"另外|还有|并且|同时|而且|从|自|打|起|开始|以后|之后|之前|以前|为止|截至|到|的|这|那|几|天|里|内|每|逢|只|仅|在|本月",
    re.IGNORECASE,
)
_THAT_DAY = re.compile("(?:还有|另外|而且|同时)?[那当这][天日]")
_PERIOD = re.compile(r"(?:早上|上午|中午|下午|傍晚|晚上|夜里|凌晨)")


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


def of_that_day(reading: Reading, first: int, last: int, context: Context) -> str:
    """The words of clauses first..last, "that day" at their beginning as the single date that was named last before."""
    words = reading.span(first, last)
    that = _THAT_DAY.match(words)
    if that is None:
        return words
    before = reading.text[: reading.clauses[first].start]
    named = find_dates(before, context.start.date())
    if not named or len(named[-1].days) > 1:
        return words
    return before[named[-1].start : named[-1].end] + words[that.end() :]


def that_day_resolved(reading: Reading, context: Context, meaning: Callable[[Evidence], Constraint | None]) -> None:
    """女儿三月六号结婚，那天别派单: "that day" is the date named last before it, where the clause needs one."""
    for i in range(len(reading.clauses)):
        words = of_that_day(reading, i, i, context)
        if reading.owned(i) or words == reading.span(i, i):
            continue
        found = meaning(Evidence(words, context))
        if found is not None and not isinstance(found, Unknown):
            reading.groups.append(Group(i, i, found))


def goods_resolved(reading: Reading, context: Context) -> None:
    """煤炭脏，家电怕赔，两种都推掉: "both" are the goods that were named in the clauses before it."""
    for group in reading.groups:
        words = reading.span(group.first, group.last)
        if not isinstance(group.constraint, Category) or not remarks.BOTH.search(words):
            continue
        first = group.first
        while first > 0 and not reading.owned(first - 1) and known_goods(reading.span(first - 1, first - 1)):
            first -= 1
        found = read_category(Evidence(reading.span(first, group.last), context))
        if isinstance(found, Category) and set(group.constraint.names) < set(found.names):
            group.first, group.constraint = first, found


def corrected(reading: Reading, context: Context, meaning: Callable[[str, Constraint], Constraint | None]) -> None:
    """每天休息8小时，不对，是6小时: the number that is said last. Where it cannot be put in, nothing is known."""
    for group in reading.groups:
        i = group.last + 1
        if i >= len(reading.clauses) or reading.owned(i) or not remarks.CORRECTS.search(reading.span(i, i)):
            continue
        last = i
        while (
            last + 1 < len(reading.clauses)
            and not reading.owned(last + 1)
            and not _measures(reading.span(i, last), context)
        ):
            last += 1
        old, new = _measures(reading.span(group.first, group.last), context), _measures(reading.span(i, last), context)
        found: Constraint | None = None
        if len(old) == len(new) == 1:
            words, after = reading.span(group.first, group.last), reading.span(i, last)
            at, to = old[0], new[0]
            lead = _PERIOD.match(words[at.start : at.end])  # 晚上10点, 不对, 11点: in the evening as well
            later = after[to.start : to.end]
            if lead and later[0].isdigit():
                later = lead.group() + later
            found = meaning(words[: at.start] + later + words[at.end :], group.constraint)
        same = found is not None and type(found) is type(group.constraint)
        group.last = last
        group.constraint = (
            found if found is not None and same else Unknown(why="what it was corrected to is not understood")
        )


def _measures(words: str, context: Context) -> list[Found]:
    e = Evidence(words, context)
    return [*e.lengths, *e.km, *e.times, *e.days, *e.orders]


def spans_resolved(reading: Reading, context: Context) -> None:
    """从15号起，单程不超过120公里: a kind without days of its own is in force from then, or until then."""
    for group in reading.groups:
        if hasattr(group.constraint, "days") or isinstance(group.constraint, Unknown | Errand | MustTake):
            continue
        before = group.first - 1
        leads = before >= 0 and not reading.owned(before) and only_days(reading, before, group.first, context)
        first = before if leads else group.first
        e = Evidence(reading.span(first, group.last), context)
        days = e.applies
        if days == EVERY_DAY:
            continue
        group.first = first
        if days.dates or days.weekdays:
            group.constraint = Unknown(why="it holds only on some days, which is no part of that kind of constraint")
            continue
        change = {
            "start_min": None if days.first is None else e.day_start(days.first),
            "end_min": None if days.last is None else e.day_start(days.last) + MINUTES_PER_DAY - 1,
        }
        group.constraint = group.constraint.model_copy(update=change)


def only_days(reading: Reading, i: int, following: int, context: Context) -> bool:
    """Whether clause i says nothing but days, in the sentence of the following one."""
    if reading.clauses[i].sentence != reading.clauses[following].sentence:
        return False
    e = Evidence(reading.span(i, i), context)
    left = _DAY_WORDS.sub("", e.rest)
    return e.applies != EVERY_DAY and not re.search(r"[\u4e00-\u9fffA-Za-z]", left)


def _same_areas(a: AreaRule, b: Constraint) -> bool:
    return isinstance(b, AreaRule) and a.areas == b.areas
