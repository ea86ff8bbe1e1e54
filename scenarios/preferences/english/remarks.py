"""What pieces of an English text are to those around them: they go on with one, tell how things are, or only remark."""

from __future__ import annotations

import re

from scenarios.preferences.english import mood
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.tokens import Money, idea

JOIN = re.compile(r"^(?:and|but|also|or|plus),? ")
SO_TOO = idea(r"^(?:and )?(?:or|nor|so|neither)\b(?! (?:i|that|please|my)\b)")
"""Goes on with a refusal: "or pickups over 40 km", "and so is glass"."""
GOES_ON = idea(
    r"^(?:and |or |nor )?(?:«city»|«goods»|«weekday»|«date»)(?: (?:too|as well|either|for me|please|only|"
    r"exclusively|alone|at all|"
    r"thanks|whatsoever))*$",
    r"^(?:and )?(?:then|afterwards|after that)\b",
)
TELLS = idea(
    r"\b(?:is|are|was|were|have|has|had|'s|i'm|live|got|spoil|been|does|do|i|me|my|we|us|it|they|he|she|you|that's|"
    r"it's)\b"
)
"""Words of a sentence that tells how things are; a mere noun may be a wish."""
_PRICE = idea(r"\b(?:penalt\w+|fine[ds]?|charge\w*|costs?|pay|deduct\w*|«money»)\b|«money»")


def is_remark(clause: Clause) -> bool:
    """Whether the words only say how firm a wish is, or its price."""
    left = mood.SOFT.sub(" ", mood.FIRM.sub(" ", clause.words))
    if clause.all(Money) and clause.only():
        return _PRICE.search(clause.words) is not None
    return (
        left.strip() != clause.words
        and not clause.tokens
        and not re.search(
            r"[a-z]{3,}",
            mood.COURTESY.sub("", left.strip())
            and re.sub(r"\b(?:and|but|though|please|that|this|it|is|are|be|the|to|me)\b", "", left),
        )
    )


WISHES = idea(
    r"\b(?:i'd (?:like|love|prefer|appreciate)|i (?:would like|prefer|hope|wish)|"
    r"would be (?:nice|good|great|lovely))\b"
)
"""Wishes something, whatever it is."""
