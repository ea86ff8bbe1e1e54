"""Goods that are refused or disliked, in English: known ones, or whatever noun stands in a slot of goods.

A bare "no X" with an unknown X is no wish about goods: it may be about anything.
"""

from __future__ import annotations

import re

from scenarios.preferences.english import mood
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.mood import is_soft
from scenarios.preferences.english.tokens import MARK, Dates, Goods, Weekdays, idea
from scenarios.preferences.goods import market_categories
from scenarios.preferences.kinds import Category, Constraint, Unknown

_CARRY = (
    r"(?:haul(?:ing)?|carry(?:ing)?|transport(?:ing)?|truck(?:ing)?|ship(?:ping)?|freight(?:ing)?|cart(?:ing)?|"
    r"load(?:ing)? up with|convey(?:ing)?|lug(?:ging)?)"
)
_FILLER = (
    r"(?:any |the |a |an |some |of |that |those |these |my |more |live |anything (?:like |that is |that's |"
    r"involving |"
    r"with )?|loads? of |cargo(?:es)? of |shipments? of )*"
)
_NOUN = r"(?P<name>[a-z]{3,}(?:[- ][a-z]{3,})?)"
_SLOT = idea(
    rf"\b(?:not|never|refuse to|no longer|stop|avoid|against|rather not|to not|no|not be|hate|dislike|quit|"
    rf"decline to|loath to|unwilling to|not to)\s+(?:\w+ly |ever |want to |like to |going to |be |even |to |"
    rf"willing to |prepared to |will |i will |do )*{_CARRY} {_FILLER}{_NOUN}(?=\s*(?:$|[,.;]|\b(?:or|and|nor|ever|"
    rf"anymore|any more|again|please|at all|at any|under|for|if|on|unless|whatsoever|because|in my|loads?|cargo|"
    rf"goods|products?)\b))",
    rf"\b(?:loads?|cargo(?:es)?|shipments?|consignments?|orders?|truckloads?) (?:of|with|"
    rf"containing) {_NOUN.replace('name', 'other')}$",
)
_NO_GOODS = re.compile(
    r"^(?:it|them|that|this|those|these|more|less|anything|everything|nothing|something|freight|cargo|goods|loads?|"
    r"orders?|people|passengers?|hitch\w*|"
    r"anyone|out|over|far|long|further|on|for|from|to|in|with|at|there|here|stuff|things|work|jobs?|heavy|"
    r"overweight|overload\w*|night|nights|"
    r"(?:.* )?(?:kilomet\w+|hours?|days?|times?|nights?|trips?|runs?|tons?|tonnes?|roads?|tolls?|than|over|and|or|"
    r"at|on|for|if|by|before|after|customers?|clients?|money|payment))$"
)
_ONLY = idea(
    r"\b(?:only|exclusively|nothing but|just(?! (?:no|not|do not|keep|avoid|never)\b)|solely|except|"
    r"other than|apart from|(?<=\w )but)\b"
)
_ALL_BUT = idea(
    r"\b(?:anything|everything|whatever|all|any(?: \w+)?)\b[^«goods»]*\b(?:except|but|other than|apart from|"
    r"excluding|bar|save)(?: for)?\b[^«goods»]*«goods»"
)
"""I take everything except seafood."""
_LAST = idea(r"\b(?:last resort|last choice|only if|only when|as a fallback|only as)\b")


def read_category(c: Clause) -> Constraint | None:
    """I don't haul coal or chemicals; furniture is off the table; no loads of pianos."""
    if not c.only(Goods, Dates, Weekdays):
        return None
    but = _ALL_BUT.search(c.words)
    if but and not mood.REFUSE.search(mood.cleaned(c.words[: but.start()])) and c.goods:
        return _category(c, c.goods)
    soft = is_soft(c.words)
    disliked = c.refuses or (
        soft
        and c.has(
            idea(
                r"\b(?:fewer|less|little|few|minimum|last|easy|fan|keen|fond|only if|only when|as a fallback|"
                r"only as)\b"
            )
        )
    )
    if not disliked:
        return None
    if c.has(_ONLY) and not c.has(_LAST):
        return Unknown(why="only some goods, or all but some, are no kind of constraint") if c.goods else None
    names = _named(c)
    if not names:
        return None
    return _category(c, names)


def _category(c: Clause, names: tuple[str, ...]) -> Category:
    exact = all(name in market_categories() for name in names)
    return Category(names=names, match="exact" if exact else "contains", days=c.applies)


def _named(c: Clause) -> tuple[str, ...]:
    """Known goods; else unknown nouns behind a verb of carrying."""
    if c.goods:
        mark = MARK[Goods]
        beside = idea(
            rf"{mark}\s*(?:or|and|nor|,)\s*(?:any |the )?(?P<name>[a-z]{{4,}})(?= loads?$| orders?$|$)"
        ).search(c.words)
        return (
            (*c.goods, beside["name"])
            if beside and not _NO_GOODS.match(beside["name"]) and _is_noun(beside["name"])
            else c.goods
        )
    match = _SLOT.search(c.words)
    if match is None:
        return ()
    name = next(filter(None, match.groups()))
    return () if _NO_GOODS.match(name) else (name,)


def _is_noun(word: str) -> bool:
    """Plurals stand in lists of goods; other words behind "and" may begin anything."""
    return word.endswith("s") and not word.endswith(("ss", "ous"))
