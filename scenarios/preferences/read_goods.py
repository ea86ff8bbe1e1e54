"""Goods that are refused or disliked."""

from __future__ import annotations

import re

from scenarios.preferences import lexicon
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.goods import goods_named, market_categories
from scenarios.preferences.kinds import Category, Constraint


def read_category(e: Evidence) -> Constraint | None:
    """不拉煤炭矿产; X这类活儿我干不了. A wish with a number, a place or a time is about something else."""
    soft_only = e.has(
        re.compile(
            "(?<![至最])少(?:接|拉|派|给|来|碰|运|装)|不喜欢|讨厌|放到?最后|排到?最后|最后才|最后考虑|靠后|"
            "last resort|last choice|dislike|don'?t like|rather not",
            re.IGNORECASE,
        )
    )
    if not e.refuses and not soft_only:
        return None
    if e.any_of(e.km, e.times, e.lengths, e.points, e.days):
        return None
    if e.names and not goods_named(e, loose=False):
        return None
    names = goods_named(e)
    if not names or re.search(r"(?:只|仅|专)(?:接|拉|运|跑|做)(?!.*(?:不|别))", e.main):
        return None
    exact = all(name in market_categories() for name in names) or bool(re.search("「", e.main))
    return Category(names=names, match="exact" if exact else "contains", days=e.applies, hard=not is_soft(e.main))


def is_soft(text: str) -> bool:
    """Whether the words leave room: 尽量, 能不拉就不拉, if possible."""
    return lexicon.HEDGE.search(lexicon.FIRM.sub("", text)) is not None
