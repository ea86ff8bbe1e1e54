"""Where Chinese words say that something holds only under a condition: 如果下雨, 修好车之前, 除非有回程货.

Only the places are found here; whether a wish already says the condition itself is decided elsewhere. Consequences
(否则罚款), 不管怎样, and 之前 and 之后 beside a time or a date are no conditions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from scenarios.preferences.lexicon import any_of

_OPENS = any_of(
    r"如果|如(?=[有遇若逢无]|未)|倘(?=[有遇])|(?<!只)要是|假如|假使|假若|倘若|倘使|若是|若(?!干)|万一|一旦|除非|只要(?!不?是|[^，]{1,8}的$)|每当|每逢|逢|遇到|遇上|碰到|"
    r"碰上|赶上|"
    r"(?<![每])等(?=[^，]{1,8}(?:再|才|以?后))"
)
"""What begins a condition; it goes on to the end of its clause, or to what follows from it."""
_FOLLOWS = re.compile(r"(?:那么|那就|就|则|便|请)(?![是假求教])")
_CLOSES = any_of(
    r"的话|的?(?<!到)时候|"
    r"(?<![小准按及同随平有到届临计暂定超工顿当那此费省耗限用实即不何全□])时(?![间候段刻长速效常而不光装限机])|"
    r"(?<![今往然随最先前此□从])(?:之后|以后|过后|(?<![之以过])后)(?!面|边|天|日|来|续|果|悔|勤)|"
    r"(?<![提目当□以之日])(?:之前|以前|前)(?!往|面|天|日|去|提|进|方|台|边|头)|期间|情况下|前提下?|除外|例外"
)
"""What ends a condition; it began with its clause."""
_WHILE = any_of(
    r"(?:下雨|下大雨|下雪|大雨|暴雨|雨|雪|雾|台风|大热|高温|大风)天(?:气)?|天气[^，]{1,3}|天[黑亮]|[早晚]?高峰期?|"
    r"(?:法定)?节假日|节日|假期|过年|过节|春节|国庆节?|清明节?|端午节?|中秋节?|元宵节?|[春夏秋冬]天|"
    r"月[底初中末](?!□)|[上下]半月|[上中下]旬|晚上|夜里|夜间|夜晚|半夜|深夜|凌晨|傍晚|白天|早上|上午|中午|下午"
)
"""A time or a state that restricts a wish without any word for "if"."""
_LACKS = re.compile(
    r"^(?:(?:没有?|无)(?!法|办法|论)|不是(?!非)|不给|不付|不够|缺)[^，□]{1,8}?(?=(?:[就则都也]|的[^，]{0,4}|的话)?"
    r"(?:不|别|莫|勿|拒))"
)
"""没有押金就不拉, 不是老客户的不拉."""
_SUCH = re.compile(
    r"^(?:[^，]{0,6})(?:不(?!是|接|拉|派|跑|去|要|碰|装|运|送|做|干|再|能|会|想|得|超|了|动|来|起)|没|低于|少于|超过|"
    r"高于)[^，]*的$"
)
"""客户不给现金的，…"""
_ONLY_THEN = re.compile(r"只有[^，]{2,}?才(?=接|跑|做|拉|去|进|运)")
_BACK = any_of(r"除非|除外|例外")
"""Restricts what stands before it, if anything does."""
_NO_CONTENT = any_of(
    r"□|至|到|从|一直|另外|还有|同时|并且|而且|此外|之前|以前|之后|以后|每[天晚日夜]|最[晚迟早]|必须|务必|"
    r"当[天日晚]|次日|第二天|翌日|"
    r"[我从自在以的了要得]|今|此|该|这|那|几|个|大概|"
    r"期|段|时间|车|人|\s"
)
"""Before "after" and the like: with nothing else there, only a time or a word that points back is meant."""


@dataclass(frozen=True, slots=True)
class Condition:
    """text[start:end] of a clause says when something holds."""

    start: int
    end: int
    back: bool = False
    """It restricts what stands before it."""
    explicit: bool = True
    """A word for "if", "when" or the like makes it one; otherwise only what it tells of."""


def find_conditions(text: str) -> list[Condition]:
    """The conditions in a clause whose numbers, times and dates are blanked out, in their order; they may overlap."""
    found = []
    for match in _OPENS.finditer(text):
        follows = _FOLLOWS.search(text, match.end())
        found.append(_condition(text, match.start(), follows.end() if follows else len(text)))
    closed = [match for match in _CLOSES.finditer(text) if _NO_CONTENT.sub("", text[: match.start()])]
    found += [_condition(text, 0, match.end()) for match in closed]
    said = [_LACKS.search(text), _ONLY_THEN.search(text)]
    found += [_condition(text, *match.span()) for match in said if match is not None]
    told = [*_WHILE.finditer(text), *_SUCH.finditer(text)]
    found += [replace(_condition(text, *match.span()), explicit=False) for match in told]
    return sorted(found, key=lambda condition: (condition.start, condition.end))


def _condition(text: str, start: int, end: int) -> Condition:
    return Condition(start, end, back=bool(_BACK.search(text[start:end])))
