"""Goods that are refused or disliked."""

from __future__ import annotations

import re

from scenarios.preferences import lexicon
from scenarios.preferences.evidence import Evidence
from scenarios.preferences.goods import goods_named, known_goods, market_categories
from scenarios.preferences.kinds import Category, Constraint, Unknown

_ONLY_THESE = re.compile(
    r"除(?:了|去|开)?[^。；]{1,14}?(?:别的|其他|其它|其余|什么|啥|以外|之外|外)[^。；]{0,8}?(?:不|别|免|拒|莫)",
    re.IGNORECASE,
)
"""除了蔬菜，别的都不拉: what is named is what is taken."""
_ALL_BUT = re.compile(
    r"只要不是[^。；]{1,14}?[，,]?[^。；不别]{0,6}?(?:都|就)(?:能|可以|可|行|好|成|接|拉|运|装)"
    r"|除(?:了|去|开)?[^。；]{1,14}?(?:什么|啥|别的|其他|其它|其余|以外|之外|外)[^。；不别]{0,6}?都?(?:能|可以|可|行|接|拉|运|装|要)",
    re.IGNORECASE,
)


def read_category(e: Evidence) -> Constraint | None:
    """不拉煤炭矿产; X这类活儿我干不了. A wish with a number, a place or a time is about something else."""
    soft_only = e.has(lexicon.DISLIKE)
    if _ONLY_THESE.search(e.main) and known_goods(e.rest):
        return Unknown(why="only some goods is no kind of constraint")
    all_but = _ALL_BUT.search(e.main) is not None
    if not e.refuses and not soft_only and not all_but:
        return None
    if e.any_of(e.km, e.times, e.lengths, e.points, e.days):
        return None
    if e.names and not goods_named(e, loose=False):
        return None
    names = goods_named(e, loose=not all_but)
    if not names or re.search(r"(?:只|仅|专)(?:接|拉|运|跑|做)(?!.*(?:不|别))", e.main):
        return None
    exact = all(name in market_categories() for name in names) or bool(re.search("「", e.main))
    return Category(names=names, match="exact" if exact else "contains", days=e.applies, hard=not is_soft(e.main))


def is_soft(text: str) -> bool:
    """Whether the words leave room: 尽量, 能不拉就不拉, if possible."""
    words = lexicon.FIRM.sub("", text)
    if lexicon.STRICT.search(words):
        words = lexicon.DISLIKE.sub("", words)  # 没有兴趣，一律不派
    return lexicon.HEDGE.search(words) is not None
