"""English wishes that the words restrict: each holds the condition or the days itself, or becomes unknown.

A condition that says only what a kind means ("when I work", "when empty") is none; days that a kind has no field for
become its span, where one span holds them.
"""

from __future__ import annotations

import re
from itertools import pairwise

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.english import mood
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.echo import is_qualified
from scenarios.preferences.english.tokens import idea
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    Errand,
    Home,
    LongestHaul,
    LongestPickup,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
)
from scenarios.preferences.parts import EVERY_DAY

_CONDITION = "it holds only under a condition, which is no part of that kind of constraint"
_NARROWER = "it holds only for some days, which is no part of that kind of constraint"
_HELD = (AreaRule, Category, CategoryQuota, DailyRest, Home, LongestHaul, LongestPickup, QuietWindow, RegionDays)
_BUT = r"\b(?:except|other than|apart from|save|but for)(?: for| to)?\b"
"""Anything except coal: it says what is refused."""
_SAYS_AGAIN: tuple[tuple[set[str], re.Pattern[str]], ...] = (
    (
        {"first_order_by", "orders_per_day", "daily_rest"},
        idea(
            r"\b(?:if|when|whenever|once) (?:i'?m? )?(?:am )?(?:do |have to )?(?:work\w*|driv\w+|out|on duty|"
            r"on the road)(?: (?:on )?(?:a|any|that) day|at all)?"
        ),
    ),
    (
        {"quiet_window", "daily_rest", "home"},
        idea(
            r"\b(?:while|when|until|till|after|before|once) (?:i'?m?|i am|it'?s|the truck is|my \w+) (?:am |"
            r"is )?(?:asleep|sleep\w*|rest\w*|home|parked|eat\w*|having \w+|up|awake|wake up|light|dark|in bed|"
            r"at home|praying|pray)\b|\b(?:at|by|during the) night\b|\bafter dark\b|\bduring (?:the )?(?:rush|"
            r"peak) hours?\b|\b(?:in|during) rush hour\b"
        ),
    ),
    (
        {"longest_pickup", "deadhead"},
        idea(
            r"\b(?:when|while|if|before) (?:i'?m? )?(?:am )?(?:driving |running |travelling )?(?:empty|unladen|"
            r"unloaded|going to \w+|fetch\w*)\b|\bbefore i (?:load|pick)\w*|\bwithout (?:a |any )?(?:load|cargo)\b"
        ),
    ),
    (
        {"longest_haul", "long_hauls", "longest_pickup", "deadhead"},
        idea(
            r"\bwhen (?:i'?m )?loaded\b|\b(?:if|when|whenever|where) (?:the |a |an |any |my |it|it'?s|they|that|one|"
            r"i)\b(?:(?! (?:no|not|never|do|avoid|keep)\b)[^,«km»])*«km»|"
            r"\bwhere i (?:am|stand|happen to be|was)\b"
        ),
    ),
    (
        {"category"},
        idea(
            r"\b(?:if|when|whenever|where) (?:it|it'?s|they|the|a|there'?s|you have)\b(?:(?! (?:i|no|not|never|do|"
            r"avoid|keep)\b)[^,«goods»])*«goods»",
            _BUT,
        ),
    ),
    (
        {"area"},
        idea(
            r"\b(?:if|when|whenever|where) (?:it|they|the|a|you)\b(?:(?! (?:i|no|not|never|do|avoid|"
            r"keep)\b)[^,«city»])*«city»",
            _BUT,
        ),
    ),
    ({"days_off"}, idea(r"\b(?:where|when|on which|during which|in which|while) (?:the|my|i|we|it|nobody|nothing)\b")),
    ({"errand", "must_take"}, idea(r"\b(?:after|before|once|until|till|when|while)\b.*")),
    ({"ban_after_touch"}, idea(r"\b(?:once|after|as soon as|if|when|whenever)\b.*")),
    ({"area"}, idea(r"\bwhen (?:loading|unloading|picking up|delivering|driving)\b")),
    (
        {"days_off", "region_days", "visits"},
        idea(r"\bwhen (?:you|it)\b.*|\b(?:except|but) (?:you|i) (?:decide|choose)\b.*"),
    ),
)
"""Conditions that say only what the kind means."""


SOME = "it holds only for some of these goods, or some ways, which is no part of that kind of constraint"
_QUALIFIED = idea(
    r"«goods» (?:loads? |orders? )?(?:up|down|across) ",
    r"«goods» (?:loads? |orders? )?(?:that|which|who|whose) (?!i\b|we\b|you\b)",
    r"\b(?:cheap|heavy|loose|bulk|packed|unpacked|open|used|fresh|raw|large|big|small|oversized?|wet|hot|broken|light|long|"
    r"low[- ]paid|badly[- ]paid|urgent|overweight|foreign|expensive|bagged|boxed|stacked) «goods»",
    r"«goods» (?:loads? |orders? )?(?:with|without|in|on top of|inside) (?!(?:my|the|any|a|an|this|our|"
    r"me) |general\b|any\b|all\b|"
    r"case\b|particular\b|total\b|march\b|exception|fail|it\b|them\b|«)",
    r"\b(?:through|via|across|along) (?!(?:the |any part of )?(?:city|area|town|district|centre|"
    r"center)?(?: of)? ?«|it\b|them\b|"
    r"there\b|that\b|this\b|these\b|those\b|the night\b|the month\b|the day\b|the whole\b|the week\b)",
)
"""Which of the goods, or which way: glass that isn't packed, to Huizhou through tunnels."""


def restricted(clause: Clause, found: Constraint) -> Constraint:
    """The constraint as far as it holds what restricts it; unknown where it does not."""
    if _conditional(clause, found.kind):
        return Unknown(why=_CONDITION)
    if isinstance(found, _HELD) and (clause.has(_QUALIFIED) or is_qualified(clause, found.kind)):
        return Unknown(why=SOME)
    return _spanned(clause, found)


def _conditional(clause: Clause, kind: str) -> bool:
    """Whether the words hold only under a condition that the kind does not say itself."""
    words = mood.SOFT.sub(" ", mood.FIRM.sub(" ", clause.words))
    for kinds, pattern in _SAYS_AGAIN:
        if kind in kinds:
            words = pattern.sub(" ", words)
    return mood.CONDITION.search(words) is not None


def _spanned(clause: Clause, found: Constraint) -> Constraint:
    """Days that the words name and the kind has no field for become its span, where one span holds them."""
    applies = clause.applies
    if applies == EVERY_DAY or hasattr(found, "days") or isinstance(found, Errand | MustTake | BanAfterTouch):
        return found
    days = applies.dates or ()
    if applies.weekdays or any((b - a).days != 1 for a, b in pairwise(days)):
        return Unknown(why=_NARROWER)
    first, last = applies.first or (days[0] if days else None), applies.last or (days[-1] if days else None)
    update = {
        "start_min": None if first is None else clause.day_start(first),
        "end_min": None if last is None else clause.day_start(last) + MINUTES_PER_DAY - 1,
    }
    return found.model_copy(update=update)
