"""An English text read: what each stretch of it asks for, in the order of the words. It never guesses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.preferences.compiled import Context
from scenarios.preferences.english import mood
from scenarios.preferences.english.correct import corrected
from scenarios.preferences.english.cover import IDLE, LOST, Cover, Run
from scenarios.preferences.english.pieces import Piece, pieces
from scenarios.preferences.english.scan import scan
from scenarios.preferences.english.tokens import Clock, Span, Token
from scenarios.preferences.kinds import Constraint, QuietWindow, Unknown

_LATIN = re.compile(r"[A-Za-z]{2,}")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_WEAK = re.compile(
    r"\s+(?=(?:no|never|max|maximum|at most|at least|home by|only|keep|don't|i don't|must|and|or)\b)", re.IGNORECASE
)
"""Where a wish may begin that nothing parts from the one before it."""


_TAKEN_BACK = "what it was corrected to is not understood"


@dataclass(frozen=True, slots=True)
class Stretch:
    """What text[start:end] asks for."""

    start: int
    end: int
    constraint: Constraint


def is_english(text: str) -> bool:
    """Whether English words carry the text; Chinese names and goods may stand in it."""
    return len(_LATIN.findall(text)) > len(_CHINESE.findall(text))


def read_english(text: str, context: Context) -> list[Stretch]:
    """The wishes of a normal text, unknown ones among them."""
    found, taken_back = corrected(text, pieces(text, scan(text, context)))
    cover = Cover(text, found, context)
    runs = cover.best()
    finer = _finer(text, found, runs)
    if len(finer) > len(found):
        other = Cover(text, finer, context)
        tried = other.best()
        if sum(run.cost for run in tried) < sum(run.cost for run in runs) - 1:
            found, cover, runs = finer, other, tried
    stretches = [Stretch(start, end, Unknown(why=_TAKEN_BACK)) for start, end in taken_back]
    return _without_doubles([*_stretches(text, found, cover, runs), *stretches])


def _finer(text: str, found: list[Piece], runs: list[Run]) -> list[Piece]:
    """The pieces, those that were not understood cut wherever a wish may begin."""
    out: list[Piece] = []
    for run in runs:
        for piece in found[run.first : run.last + 1]:
            at = piece.start
            cuts = (
                _WEAK.finditer(text, piece.start, piece.end) if run.constraint is None or run.first < run.last else ()
            )
            for cut in cuts:
                if not any(token.start < cut.end() and cut.start() < token.end for token in piece.tokens):
                    out.append(_part(piece, at, cut.start()))
                    at = cut.end()
            out.append(_part(piece, at, piece.end))
    return [piece for piece in out if re.search(r"\w", text[piece.start : piece.end])]


def _part(piece: Piece, start: int, end: int) -> Piece:
    tokens = tuple(token for token in piece.tokens if start <= token.start and token.end <= end)
    return Piece(start, end, piece.sentence, tokens)


def _stretches(text: str, found: list[Piece], cover: Cover, runs: list[Run]) -> list[Stretch]:
    """Runs with a constraint, and those not understood, neighbours in a sentence as one."""
    out: list[Stretch] = []
    last_lost = -2
    wishes = any(run.constraint is not None for run in runs)
    for i, run in enumerate(runs):
        start, end = found[run.first].start, found[run.last].end
        if run.constraint is not None:
            out.append(Stretch(start, end, run.constraint))
        elif (run.cost >= LOST and not _told(cover, found, runs, run)) or (not wishes and run.cost >= IDLE):
            later = mood.LATER.search(cover.alone[run.first].words) is not None
            why = "what it depends on is not said" if later else "not understood"
            if last_lost == i - 1 and out and found[run.first].sentence == found[runs[i - 1].first].sentence:
                why = out[-1].constraint.why if later is False and isinstance(out[-1].constraint, Unknown) else why
                start = out.pop().start
            out.append(Stretch(start, end, Unknown(why=why)))
            last_lost = i
    return out


def _told(cover: Cover, found: list[Piece], runs: list[Run], lost: Run) -> bool:
    """Whether a piece that asks for nothing only holds numbers that the wishes of its sentence hold too."""
    values = _values(found[lost.first].tokens)
    if not values or cover.asks(lost.first):
        return False
    sentence = found[lost.first].sentence
    beside = [run for run in runs if run.constraint is not None and found[run.first].sentence == sentence]
    known = {value for run in beside for piece in found[run.first : run.last + 1] for value in _values(piece.tokens)}
    return values <= known


def _values(tokens: Sequence[Token]) -> set[object]:
    """What the tokens say; of a span its two times."""
    out: set[object] = set()
    for token in tokens:
        if isinstance(token.value, Span):
            out |= {token.value.first.minute, token.value.last.minute}
        else:
            out.add(token.value.minute if isinstance(token.value, Clock) else token.value)
    return out


def _without_doubles(found: list[Stretch]) -> list[Stretch]:
    """Done by ten: no driving from ten to six. The end of work is the beginning of the quiet time, and no wish of "
    "its own."""
    windows = [stretch.constraint for stretch in found if isinstance(stretch.constraint, QuietWindow)]
    return [
        stretch
        for stretch in found
        if not (
            isinstance(stretch.constraint, QuietWindow)
            and stretch.constraint.end == 1440
            and stretch.constraint.start > 0
            and any(
                w.start == stretch.constraint.start and w.end != 1440 and w.days == stretch.constraint.days
                for w in windows
            )
        )
    ]
