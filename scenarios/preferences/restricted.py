"""Wishes that the words restrict by what their kind cannot hold: each becomes unknown, never one without the rest.

A condition (如果下雨，就不去深圳) is part of the wish where the wish is another one without it (如果超过300公里就不接);
it is none where it only says that the wish gives way (如果有别的选择就不拉). So are days (周末单程别超200公里) and
places (去深圳的单别超300公里) that a wish of that kind does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scenarios.preferences import lexicon, remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.conditions import Condition, find_conditions
from scenarios.preferences.demands import left_of
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.kinds import Constraint, Unknown
from scenarios.preferences.narrower import narrower
from scenarios.preferences.parts import District
from scenarios.preferences.read_goods import is_soft
from scenarios.preferences.reading import Group, Reading

Meaning = Callable[[str, Constraint], Constraint | None]
"""What words mean by themselves, read as the given constraint was."""

_CONDITION = "it holds only under a condition, which is no part of that kind of constraint"
_NARROWER = "it holds only for some days, places or goods, which is no part of that kind of constraint"
_CHOICE = lexicon.any_of(
    r"可以|可能|方便|(?:条件|情况)?允许|有条件|[如若倘]?非必要|[可能]避免?|无必要|没必要|不必要|没有必要|有[得的][选挑]|能不[派接拉跑给]|(?:有|"
    r"没有?)(?:得|别的|"
    r"其他|其它|替代|可替代的?|"
    r"更好的?)*(?:选择?|货源?|单子?|活|办法)(?:可[选派接拉])?|万不得已|"
    r"(?:给?的?)(?:运费|价格|价钱|报酬|(?<![油货])价|钱)(?:给|出|太|特别|很|足|能|再|真|实在|不|得|确实|超过|到)*"
    r"(?:高|低|合适|好|够|足|到位|行|可以|多|少|加|理想|满意|谈|□|上去)*[^，□]{0,2}$|高价|"
    r"加[钱价]|低价",
)
"""It gives way to what else is on offer, or to the price."""
_DRIVES_HOME = r"到家|回到?家|在家|进家|收车|收工|下班|停[好稳车]|停"
_SAYS_AGAIN = (
    (
        {"daily_rest", "quiet_window", "home", "days_off"},
        lexicon.any_of(
            _DRIVES_HOME,
                r"天气(?:太|很)?[热冷]|早晚高峰期?|[早晚]?高峰期?|天[黑亮]|日[落出]|太阳(?:下山|落山|出来)|晚上|夜里|夜间|夜晚|半夜|深夜|凌晨|早上|白天|中午|上午|下午|"
                r"傍晚|[早中晚]饭|睡觉?|休息|吃饭|午休|出[车门]|起床",

        ),
    ),
    (
        {"days_off", "region_days", "visits", "long_hauls", "category_quota", "deadhead"},
        lexicon.any_of(r"月[底末中]"),
    ),
    ({"first_order_by", "orders_per_day"}, lexicon.any_of(r"接了?单|出车|开工|上班|跑车")),
    (
        {"longest_pickup", "deadhead"},
        lexicon.any_of(
            r"(?:[去到]|赶[去到]|前往|抵达)?(?:装货|接货|提货|取货|上货|接单|派单)(?:地点|地|点|处)?|空车|空载|空驶|回程|返程|卸完?货?|送完?货?"
        ),
    ),
    (
        {"errand", "must_take"},
        lexicon.any_of(r"[^，]*(?:后|前|时候?)$"),
    ),
    ({"errand"}, lexicon.any_of(r"早上|上午|中午|下午|傍晚|晚上|夜里|凌晨")),
    ({"area"}, lexicon.any_of(r"装货|卸货|派单|接单|跑车|停车|开车|出车|行驶")),
)  # fmt: skip
"""Says only what the kind means."""
_RUN = re.compile(r"跑|接|拉|做|干|满|够|完")
_REST_KINDS = {"daily_rest", "quiet_window", "home", "days_off", "first_order_by", "orders_per_day"}
_JOINS = lexicon.any_of(r"而且|并且|但是?|不过|那|就|只|也|我|\s")
_OFFERED = lexicon.any_of(r"派[单活货]|安排|[接选抢配]单|找货|排单")
_NAMED_TIME = re.compile(
    r"月[底初末中]|[上下]半月|[上中下]旬|(?:法定)?节假日|节日|假期|放假|过年|过节|春节|国庆节?|清明节?|端午节?|中秋节?|元宵节?|"
    r"妇女节|[最前后]后?|几"
)
_THAT_IS = re.compile("(?:也就是|就是|就|即|也就)?")
_PRICE = re.compile(r"扣|罚|赔|违约", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Here:
    """A condition in a clause, its words blanked of numbers."""

    clause: int
    condition: Condition
    words: str


def restrict(reading: Reading, context: Context, meaning: Meaning) -> None:
    """Makes groups unknown that stand under a condition which they do not hold, or hold for less than they say."""
    conditions = []
    for i in range(len(reading.clauses)):
        if remarks.ELSE.search(reading.span(i, i)) or remarks.MINDED.search(reading.span(i, i)):
            continue  # 其他时候随意; 派单时请注意
        e = Evidence(reading.span(i, i), context)
        conditions += [_Here(i, found, e.rest[found.start : found.end]) for found in find_conditions(e.unnamed)]
    governed: list[tuple[int, int]] = []
    for here in conditions:
        governed += [
            (min(here.clause, group.first), max(here.clause, group.last))
            for group in _governed(reading, here)
            if not _held(reading, context, meaning, group, here)
        ]
    for group in reading.groups:
        if narrower(group.constraint, Evidence(reading.span(group.first, group.last), context)):
            group.constraint = Unknown(why=_NARROWER)
    for first, last in governed:
        _unknown(reading, first, last)


def _governed(reading: Reading, here: _Here) -> list[Group]:
    """The groups for which the condition may be meant; none where it only says what a breach costs."""
    i, groups = here.clause, sorted(reading.groups, key=lambda group: group.first)
    own = [group for group in groups if group.first <= i <= group.last]
    sentence = reading.clauses[i].sentence
    before = [group for group in groups if group.last < i and reading.clauses[group.last].sentence == sentence]
    after = [group for group in groups if group.first > i and reading.clauses[group.first].sentence == sentence]
    if not own and not before and not after:  # 如果下雨 不去深圳: a space, or a stop in the wrong place
        alone = all(clause.sentence != sentence or k == i for k, clause in enumerate(reading.clauses))
        after = [g for g in groups if g.first == i + 1] if alone and not _asks_itself(reading, i) else []
    if not own and not _leads(reading.span(i, i), here.condition):
        return []  # both spoil before I get there: it tells something
    if not own:
        price_next = i + 1 < len(reading.clauses) and not reading.owned(i + 1) and _priced(reading, i + 1)
        if _priced(reading, i) or price_next:
            return []
    if own and here.condition.end == len(reading.span(i, i)) and own[0].last > i:
        return own
    if own:
        return own
    if here.condition.back and before:
        return before[-1:]
    return after or before[-1:]


def _leads(words: str, condition: Condition) -> bool:
    """Whether the condition is what its clause begins with."""
    return _JOINS.sub("", words[: condition.start].strip()) == ""


def _asks_itself(reading: Reading, i: int) -> bool:
    """Whether the clause is a wish, or a note, by itself."""
    words = reading.span(i, i)
    return lexicon.REFUSE.search(lexicon.cleaned(words)) is not None or remarks.NOTE.search(words) is not None


def _priced(reading: Reading, i: int) -> bool:
    return _PRICE.search(reading.span(i, i)) is not None


def _held(reading: Reading, context: Context, meaning: Meaning, group: Group, here: _Here) -> bool:
    """Whether the group's constraint says the condition itself, or the condition only says that it gives way."""
    kind = group.constraint.kind
    words = reading.span(group.first, group.last)
    if isinstance(group.constraint, Unknown):
        return True
    if kind == "orders_per_day" and "□" in here.words and not _content(_RUN.sub("", here.words), here, kind):
        return True
    if not here.condition.explicit and not _left(here.words, {kind}) and _REST_KINDS & {kind}:
        return True
    if (
        not here.condition.explicit
        and (group.first, group.last) == (here.clause, here.clause)
        and ((here.condition.start, here.condition.end) == (0, len(words)))
    ):
        return True  # 江门我是不踏进去的: all of the wish is no condition of it
    if _dates_tell(reading, context, group, here):
        return True
    if _OFFERED.search(here.words) and not _content(_OFFERED.sub("", here.words), here, kind):
        return True
    for kinds, again in _SAYS_AGAIN:
        if kind in kinds and again.search(here.words) and not _content(again.sub("", here.words), here, kind):
            return True
    whole = reading.span(min(here.clause, group.first), max(here.clause, group.last))
    if is_soft(whole) and _CHOICE.search(here.words) and not _content(_CHOICE.sub("", here.words), here, kind):
        return True
    if not group.first <= here.clause <= group.last:
        return False
    at = reading.clauses[here.clause].start - reading.clauses[group.first].start
    start, end = at + here.condition.start, at + here.condition.end
    without = words[:start] + GONE * (end - start) + words[end:]
    if _same(meaning(words, group.constraint), meaning(without, group.constraint)):
        return False
    return not _left(_without_own(here.words, group.constraint, context), {kind})


def _dates_tell(reading: Reading, context: Context, group: Group, here: _Here) -> bool:
    """Whether the time that the words tell of is the dates of the constraint: 月底29、30号; 放假的时候就3月8号."""
    days = getattr(group.constraint, "days", None)
    if days is None or not days.dates:
        return False
    if not here.condition.explicit and not _content(_NAMED_TIME.sub("", here.words), here, group.constraint.kind):
        return True
    words = reading.span(here.clause, here.clause)
    that_is = _THAT_IS.match(words[here.condition.end :])
    behind = here.condition.end + (that_is.end() if that_is else 0)
    dates = Evidence(words, context).dates
    return words[: here.condition.end].endswith(("时候", "期间")) and any(named.start == behind for named in dates)


def _same(a: Constraint | None, b: Constraint | None) -> bool:
    """Whether both ask for the same, firmly or not."""
    if a is None or b is None:
        return a is b
    return a.model_copy(update={"hard": True}) == b.model_copy(update={"hard": True})


def _without_own(words: str, constraint: Constraint, context: Context) -> str:
    """The words without the places and goods that the constraint holds."""
    e = Evidence(words, context)
    held = constraint.model_dump_json()
    for named in reversed(e.names):
        if named.name in held:
            words = words[: named.start] + words[named.end :]
    names = [area.name for area in getattr(constraint, "areas", ()) if isinstance(area, District)]
    for name in (*names, *getattr(constraint, "names", ())):
        words = words.replace(name, "")
    return words


_MARKS = lexicon.any_of(
    r"如果|如(?!何)|要是|假如|假使|假若|倘若|倘使|若是|若|万一|一旦|除非|只要|每当|每逢|逢|遇到|遇上|碰到|碰上|赶上|"
    r"的话|时候|时|请|"
    r"已经?|当[天日]|这天|一天|之后|以后|过后|后|之前|以前|前|期间|情况下|前提下?|除外|例外|才|就|则|那么?|便|"
    r"是|去过|到过|进[了过]|"
    r"单笔|单趟|单程",
)


_ANEW = re.compile(r"另外|而且|并且|同时|还有|此外|以及")
_FILLS = lexicon.any_of(
    r"我们?|咱们?|俺|本人|你们?|的|了|要|得|也|都|会|[这那][边里]|还|又|再|这|那|每|天|日|里|着|给|让|把|跟|"
    r"有|能|在|自己|"
    r"一|个|过|车子|或者?|和|与|"
    r"另外|而且|并且|同时|但是?|真|很|太|比较|非常|特别",
)
"""Words without any content."""


def _content(words: str, here: _Here, kind: str) -> str:
    """What a condition still says when what the kind says again is taken off; after "if", every word counts."""
    if not here.condition.explicit:
        return _left(words, {kind})
    return re.sub(r"[^\u4e00-\u9fffA-Za-z]", "", _FILLS.sub(" ", _MARKS.sub(" ", _ANEW.sub(" ", words))))


def _left(words: str, kinds: set[str]) -> str:
    return left_of(_MARKS.sub(" ", words), kinds)


def _unknown(reading: Reading, first: int, last: int) -> None:
    """One unknown wish of clauses first..last, and of all groups that touch them."""
    touched = [group for group in reading.groups if group.first <= last and first <= group.last]
    first, last = min(first, *(g.first for g in touched)), max(last, *(g.last for g in touched))
    reading.groups = [group for group in reading.groups if group not in touched]
    reading.groups.append(Group(first, last, Unknown(why=_CONDITION)))
