"""A stretch of English words with its tokens: what the readers of the kinds look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import TypeVar

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.compiled import Context
from scenarios.preferences.english import mood
from scenarios.preferences.english.tokens import MARK, City, Dates, Goods, Money, Token, Value, Weekdays, idea
from scenarios.preferences.parts import EVERY_DAY, Days

V = TypeVar("V", bound=Value)

_DAILY = idea(
    r"\b(?:a|per|each|every|any|one|single|in a|calendar|the same|in one|24 hours|working|same) (?:single |one |"
    r"working |calendar |given )?"
    r"(?:day|night|24 hours|24h)\b|\bdaily\b|\bnightly\b|\bnights?\b|\beveryday\b|\bdays\b(?! off)|/ ?day\b|"
    r"\bp\.?d\.?\b|\bevery evening\b|\btogether\b.*\bday\b"
)
_WEEKLY = idea(
    r"\b(?:a|per|each|every|any|one|in a|the|this|single|calendar) (?:single |one |calendar )?week\b|\bweekly\b|"
    r"/ ?week\b|\bof the week\b"
)
_MONTHLY = idea(
    r"\b(?:a|per|each|every|any|one|in a|the|this|whole|entire|calendar) (?:single |one |calendar )?month\b|"
    r"\bmonthly\b|/ ?month\b|"
    r"\bin (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\bmonth'?s\b|"
    r"\bof the month\b"
)


class Clause:
    """Words with marks for tokens, and the tokens."""

    def __init__(self, text: str, tokens: Sequence[Token], context: Context, scope: str = "") -> None:
        """`tokens` are those of the text, with their places in it; `scope`: the words of a heading above it."""
        self.context = context
        self.heading = scope
        """What a heading says that stands above these words, of lower case: "per day", "monthly"; "" for none."""
        self.tokens = tuple(tokens)
        parts, at = [], 0
        for token in tokens:
            parts += [text[at : token.start], MARK[type(token.value)]]
            at = token.end
        words = re.sub(r"[()\[\]\"]", " ", "".join([*parts, text[at:]]).lower())
        words = _NOT.sub(lambda match: _AUXILIARY.get(match["verb"], match["verb"]) + " not", words)
        self.words = re.sub(r"\s+", " ", words).strip(" ,;:-")
        self.refuses = mood.REFUSE.search(mood.cleaned(self.words)) is not None
        """Whether something is refused."""
        self.at = [i for i, char in enumerate(self.words) if char in _MARKS]
        """Where each token stands in the words."""

    def all(self, kind: type[V]) -> list[V]:
        """The values of one kind in their order."""
        return [token.value for token in self.tokens if isinstance(token.value, kind)]

    def place(self, value: Value) -> int:
        """Where a value's mark stands in the words."""
        return next(at for at, token in zip(self.at, self.tokens, strict=True) if token.value is value)

    def before(self, value: Value) -> str:
        """The words in front of a value, as far as the one before it."""
        at = self.place(value)
        earlier = [i for i in self.at if i < at]
        return self.words[(earlier[-1] + 1 if earlier else 0) : at]

    def only(self, *kinds: type[Value]) -> bool:
        """Whether all that the words hold is of these kinds, a price apart, and no number is left over."""
        allowed = (*kinds, Money)
        return all(isinstance(token.value, allowed) for token in self.tokens) and not re.search(r"\d", self.words)

    def has(self, pattern: re.Pattern[str]) -> bool:
        """Whether the words touch the idea."""
        return pattern.search(self.words) is not None

    @cached_property
    def daily(self) -> bool:
        return self._spans(_DAILY)

    @cached_property
    def weekly(self) -> bool:
        return self._spans(_WEEKLY)

    @cached_property
    def monthly(self) -> bool:
        return self._spans(_MONTHLY)

    def _spans(self, span: re.Pattern[str]) -> bool:
        """Whether the words say this span of time, or say none and stand under a heading that does."""
        if self.has(span):
            return True
        own = any(self.has(other) for other in (_DAILY, _WEEKLY, _MONTHLY))
        return not own and span.search(self.heading) is not None

    @cached_property
    def applies(self) -> Days:
        """The days that the words name; every day where they name none."""
        dates: list[date] = []
        first = last = None
        for named in self.all(Dates):
            if named.role == "from":
                first = named.days[0]
            elif named.role == "until":
                last = named.days[0]
            else:
                dates += named.days
        weekdays = sorted({day for named in self.all(Weekdays) for day in named.days})
        if not (dates or weekdays or first or last):
            return EVERY_DAY
        return Days(dates=tuple(sorted(set(dates))) or None, weekdays=tuple(weekdays) or None, first=first, last=last)

    @property
    def cities(self) -> tuple[str, ...]:
        """Names of cities in their order, each once."""
        return tuple(dict.fromkeys(name for city in self.all(City) for name in city.names))

    @property
    def goods(self) -> tuple[str, ...]:
        """Names of goods in their order, each once."""
        return tuple(dict.fromkeys(goods.name for goods in self.all(Goods)))

    def minute(self, day: date, minute_of_day: int) -> int:
        """Minutes since the scenario's start of a time on a day."""
        delta = datetime.combine(day, time()) + timedelta(minutes=minute_of_day) - self.context.start
        return int(delta.total_seconds()) // 60

    def day_start(self, day: date) -> int:
        """Minutes since the scenario's start of a day's first minute."""
        return (day - self.context.start.date()).days * MINUTES_PER_DAY


_AUXILIARY = {"wo": "will", "ca": "can", "sha": "shall"}
_NOT = re.compile(
    r"\b(?P<verb>do|does|did|wo|ca|is|are|was|were|would|could|should|must|need|have|has|had|ai|sha|can)"
    r"(?:n't|(?<=do)nt|(?<=wo)nt|(?<=ca)nt|(?<=does)nt|(?<=did)nt|(?<=is)nt|(?<=are)nt|(?<=ould)nt|(?<=must)nt|"
    r"(?<=can)not)\b"
)
"""Every "don't", "cannot" and "wont" is read as "do not", "can not" and "will not"."""
_MARKS = frozenset(MARK.values())
