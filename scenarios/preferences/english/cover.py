"""Pieces of an English text put together to wishes: the cover of the text that leaves the least not understood.

Every run of a few pieces is read as one wish, and of all ways to cover the text with such runs the cheapest is taken: a
wish read from one piece is free, a merge costs a little, words that wish nothing cost less than a merge, and what is
not understood costs most. A run is only read where all that it holds (numbers, times, places, goods) is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scenarios.preferences.compiled import Context
from scenarios.preferences.english import mood
from scenarios.preferences.english.cargo import read_category
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.echo import only_echoes
from scenarios.preferences.english.errands import EACH_MINUTE, read_errand
from scenarios.preferences.english.home import HOME, read_home
from scenarios.preferences.english.limits import (
    read_distance,
    read_first_order,
    read_must_take,
    read_orders_per_day,
)
from scenarios.preferences.english.pieces import Piece
from scenarios.preferences.english.quiet import read_all_day, read_quiet
from scenarios.preferences.english.remarks import GOES_ON, JOIN, SO_TOO, TELLS, WISHES, is_remark
from scenarios.preferences.english.rest import read_daily_rest, read_days_off
from scenarios.preferences.english.restrict import SOME, restricted
from scenarios.preferences.english.tokens import City, Dates, Goods, Money, Spot, Token, Weekdays
from scenarios.preferences.english.where import read_area, read_ban_after_touch, read_days_at
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DaysOff,
    Errand,
    Home,
    LongestHaul,
    LongestPickup,
    MustTake,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)

READERS: tuple[Callable[[Clause], Constraint | None], ...] = (
    read_must_take,
    read_ban_after_touch,
    read_errand,
    read_days_at,
    read_distance,
    read_first_order,
    read_orders_per_day,
    read_home,
    read_quiet,
    read_daily_rest,
    read_days_off,
    read_all_day,
    read_area,
    read_category,
)
"""In this order: the more a reader wants to see, the earlier it is asked."""
_LONGEST = 6
"""Pieces that make one wish, at most."""
_MERGE, _SENTENCE, _NOTE, IDLE, _REMARK, _STORY, _NO_KIND, LOST = 0.1, 1.0, 0.04, 0.05, 2.0, 3.0, 4.0, 10.0
"""What each costs: a further piece in a run, a sentence's end in it, words that say they wish nothing, words that tell
how things are, a remark that stands alone or words torn from those they go on with, a story with numbers, a wish of no
kind, and a piece not understood."""
_OVER_SENTENCES = (Home, Errand, QuietWindow, RegionDays, Visits)
"""Kinds that may be said in two sentences."""
_BY_PARTS = (Home, Errand, QuietWindow, RegionDays, Visits, BanAfterTouch, DaysOff, MustTake)
"""Kinds whose pieces may each ask for something."""


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces first..last, read as one; no constraint: they wish nothing, or are not understood."""

    first: int
    last: int
    cost: float
    constraint: Constraint | None = None


class Cover:
    """The pieces of one text, and what runs of them mean."""

    def __init__(self, text: str, pieces: list[Piece], context: Context) -> None:
        self.text, self.pieces, self.context = text, pieces, context
        self.headings = self._headings()
        self.alone = [self.clause(i, i) for i in range(len(pieces))]
        for clause, before in zip(self.alone[1:], self.alone, strict=False):
            clause.refuses = clause.refuses or (before.refuses and SO_TOO.search(clause.words) is not None)
        for i in range(len(pieces)):
            if self.is_head(i) and self.alone[i].refuses:  # what I don't want: coal, …
                for k in range(i + 1, len(pieces)):
                    self.alone[k].refuses = self.alone[k].refuses or pieces[k].sentence == pieces[i].sentence

    def clause(self, first: int, last: int) -> Clause:
        """The words of pieces first..last."""
        start, end = self.pieces[first].start, self.pieces[last].end
        tokens = [token for piece in self.pieces[first : last + 1] for token in piece.tokens]
        moved = [Token(token.start - start, token.end - start, token.value) for token in tokens]
        return Clause(self.text[start:end], moved, self.context, self.headings[first])

    def _headings(self) -> list[str]:
        """Of each piece the words of the heading above it: "Per day: four orders, seven hours of rest."."""
        headings, heading = [], ""
        for i, piece in enumerate(self.pieces):
            if i and piece.sentence != self.pieces[i - 1].sentence:
                heading = ""
            headings.append(heading)
            if self.is_head(i):
                heading = self.text[piece.start : piece.end].lower()
        return headings

    def best(self) -> list[Run]:
        """The cheapest cover, in the order of the text."""
        n = len(self.pieces)
        best: list[tuple[float, list[Run]]] = [(0.0, [])]
        for end in range(1, n + 1):
            options = []
            for first in range(max(0, end - _LONGEST), end):
                run = self.run(first, end - 1)
                if run is not None:
                    cost, runs = best[first]
                    torn = _REMARK if run.constraint is not None and self.goes_on(first) else 0.0
                    options.append((round(cost + run.cost + torn, 6), -first, [*runs, run]))
            cost, _, runs = min(options, key=lambda option: option[:2])
            best.append((cost, runs))
        return best[n][1]

    def run(self, first: int, last: int) -> Run | None:
        """What the pieces mean as one; None: nothing, for more than one."""
        clause = self.alone[first] if first == last else self.clause(first, last)
        extra = _MERGE * (last - first)
        ends = self.pieces[last].sentence - self.pieces[first].sentence
        found = self.meaning(clause)
        if first == last:
            if isinstance(found, Unknown):
                return Run(first, last, _NO_KIND, found)
            if found is not None:
                return Run(first, last, 0.0, found)
            return Run(first, last, self.idle(first))
        if found is None or not self.together(first, last, found, ends):
            return self.with_echo(first, last) if not ends else None
        cost = extra + _SENTENCE * ends + (_NO_KIND if isinstance(found, Unknown) else 0)
        return Run(first, last, cost, found)

    def with_echo(self, first: int, last: int) -> Run | None:
        """The run of all pieces but the last or the first, where that one only says the wish once more."""
        for begin, end, echo in ((first, last - 1, last), (first + 1, last, first)):
            if self.alone[echo].tokens or not self.asks(echo):
                continue
            run = self.run(begin, end)
            wish = run.constraint if run is not None and run.cost < _NO_KIND else None
            if run is not None and wish is not None and only_echoes(self.alone[echo], wish.kind):
                return Run(first, last, run.cost + _MERGE, wish)
        return None

    def together(self, first: int, last: int, found: Constraint, ends: int) -> bool:
        """Whether the pieces may make one wish of that kind."""
        added = range(first + 1, last + 1)
        remarks = all(is_remark(self.alone[i]) for i in added if self.pieces[i].sentence != self.pieces[first].sentence)
        if ends > 1 or (ends and not isinstance(found, _OVER_SENTENCES) and not remarks):
            return False
        if isinstance(found, Unknown):
            return found.why != SOME or not any(
                self.asks(i) and not self.alone[i].tokens for i in range(first, last + 1)
            )
        if isinstance(found, LongestPickup) and any(
            isinstance(self.meaning(self.alone[i]), LongestHaul) for i in range(first, last + 1)
        ):
            return False  # at most 100 km; no pickups in Zhuhai
        dated = [i for i in range(first, last + 1) if self.alone[i].tokens and self.alone[i].only(Dates, Weekdays)]
        if ends and isinstance(found, QuietWindow) and any(self.asks(i) for i in dated):
            return False  # on the 11th I need to see someone. No driving before 5
        if isinstance(found, Errand) and not (self.alone[first].has(HOME) or _sets_out(self.alone[first])):
            return False
        for i in range(first, last + 1):
            bare = all(isinstance(token.value, Money) for token in self.alone[i].tokens)
            bare = bare and not (isinstance(found, Errand) and EACH_MINUTE.search(self.alone[i].words))
            if bare and self.asks(i) and not only_echoes(self.alone[i], found.kind):
                return False
        if isinstance(found, _BY_PARTS):
            return True
        bounds = [
            i for i in range(first, last + 1) if mood.ASKS.search(self.alone[i].words) and _holds(self.alone[i], found)
        ]
        return len(bounds) <= 1

    def is_head(self, i: int) -> bool:
        """Whether a piece only announces what follows its colon."""
        piece = self.pieces[i]
        return not piece.tokens and self.text[piece.end : piece.end + 1] == ":" and i + 1 < len(self.pieces)

    def asks(self, i: int) -> bool:
        """Whether a piece asks for something."""
        words = mood.SOFT.sub(" ", mood.FIRM.sub(" ", self.alone[i].words))
        return mood.ASKS.search(mood.cleaned(words)) is not None

    def is_sentence(self, i: int) -> bool:
        """Whether a piece is all of its sentence, remarks apart."""
        others = [k for k, piece in enumerate(self.pieces) if piece.sentence == self.pieces[i].sentence and k != i]
        return all(is_remark(self.alone[k]) for k in others)

    def goes_on(self, i: int) -> bool:
        """Whether a piece only goes on with the one before it: "and Foshan", "then go home"."""
        return i > 0 and GOES_ON.search(self.alone[i].words) is not None

    def meaning(self, clause: Clause) -> Constraint | None:
        """The first reading that there is, unknown where it holds only under a condition or for fewer days."""
        hint: Constraint | None = None
        for reader in READERS:
            found = reader(clause)
            if found is None:
                continue
            if isinstance(found, Unknown):
                hint = hint or found
                continue
            return restricted(clause, found)
        return hint

    def idle(self, i: int) -> float:
        """What it costs to leave a piece unread."""
        clause = self.alone[i]
        words = mood.SOFT.sub(" ", mood.FIRM.sub(" ", clause.words))
        if mood.COURTESY.match(clause.words) or mood.NOTE.search(clause.words):
            return _NOTE
        if re.search(r"\d", clause.words) or EACH_MINUTE.search(clause.words):
            return LOST  # a price for each minute belongs to an errand
        if is_remark(clause):
            return _REMARK
        if mood.LATER.search(clause.words) and mood.ASKS.search(clause.words):
            return LOST
        story = mood.REASON.search(clause.words) is not None
        plain = all(isinstance(token.value, City | Goods | Money) for token in clause.tokens)
        if plain and clause.tokens and self.goes_on(i):
            return LOST  # only Foshan, and Guangzhou for me
        if mood.CONDITION.match(JOIN.sub("", words.strip())):
            told = i and not clause.tokens and self.alone[i - 1].tokens == () and self.idle(i - 1) <= IDLE
            return IDLE if told else LOST  # "both spoil before I get there"
        if not clause.tokens and WISHES.search(clause.words) and self.is_sentence(i):
            return LOST  # it would be nice to get some shorter trips
        if plain and i + 1 < len(self.alone) and self.alone[i + 1].words.startswith("so "):
            return IDLE
        if self.is_head(i):
            return _REMARK
        if self.asks(i) and not story:
            return LOST
        if plain:
            said = story or TELLS.search(clause.words)
            if not said and not clause.tokens:
                return _STORY if clause.words.count(" ") < 3 else LOST
            return IDLE if said else LOST
        return (
            _STORY
            if story or re.search(r"\b(?:i live|my (?:home|house)|i'?m based|is at|are at)\b", clause.words)
            else LOST
        )


def _sets_out(clause: Clause) -> bool:
    """Whether an errand may begin with these words: a place or a day."""
    return any(isinstance(token.value, City | Dates | Spot) for token in clause.tokens)


def _holds(clause: Clause, found: Constraint) -> bool:
    """Whether a piece has goods, places or numbers of its own."""
    if isinstance(found, Category | CategoryQuota | AreaRule):
        return any(isinstance(token.value, City | Goods) for token in clause.tokens)
    return any(not isinstance(token.value, Money) for token in clause.tokens)
