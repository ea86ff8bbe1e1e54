"""English words that take a number back: "no hauls over 300 km, sorry, 250 km". The one said last counts.

Where what was corrected is not clear, nothing of both is taken as known.
"""

from __future__ import annotations

import re
from dataclasses import replace

from scenarios.preferences.english.pieces import Piece
from scenarios.preferences.english.tokens import Clock, Token

_MARK = re.compile(
    r"^(?:and |but |oh,? )*(?:sorry|no,? wait|wait,? no|scratch that|correction|i meant?|i mean to say|or rather|"
    r"on second thoughts?|make (?:it|that)|(?:actually|no),? (?:no|i meant?|make (?:it|that))|(?:no|wait|actually)$)"
    r"(?![a-z])[\s,:]*(?:it'?s |that'?s |make (?:it|that) |i meant? |rather )*",
    re.IGNORECASE,
)
_FEW = 4
"""Words beside the numbers of a correction, at most: more would say something of their own."""


def corrected(text: str, found: list[Piece]) -> tuple[list[Piece], list[tuple[int, int]]]:
    """The pieces with numbers taken back replaced, and the stretches of which nothing is known."""
    out: list[Piece] = []
    lost: list[tuple[int, int]] = []
    i = 0
    while i < len(found):
        mark = _MARK.match(text[found[i].start : found[i].end])
        if mark is None or not out:
            out.append(found[i])
            i += 1
            continue
        begin, first = found[i].start, i
        while not found[i].tokens and i + 1 < len(found) and found[i + 1].sentence == found[i].sentence:
            i += 1
        piece = found[i]
        i += 1
        whole = text[max(piece.start, begin + mark.end() if piece.start == begin else 0) : piece.end]
        changed = _replaced(out[-1], piece) if _short(whole, piece, text) else None
        if changed is not None:
            out[-1] = changed
        elif piece.tokens or re.search(r"\d", text[begin : piece.end]):
            lost.append((out.pop().start, piece.end))
        else:
            out += found[first:i]
    return out, lost


def _short(words: str, piece: Piece, text: str) -> bool:
    for token in piece.tokens:
        words = words.replace(text[token.start : token.end], " ")
    return len(re.findall(r"[a-z']+", words, re.IGNORECASE)) <= _FEW


def _replaced(before: Piece, after: Piece) -> Piece | None:
    """The piece with each token of the correction in place of its own last one of that kind; None where it has none."""
    tokens = list(before.tokens)
    for new in after.tokens:
        at = next((i for i in range(len(tokens) - 1, -1, -1) if type(tokens[i].value) is type(new.value)), None)
        if at is None:
            return None
        old, value = tokens[at], new.value
        if isinstance(value, Clock) and isinstance(old.value, Clock) and value.bare and old.value.minute >= 720:
            value = Clock(value.minute % 720 + 720)  # 10 pm, sorry, 11
        tokens[at] = Token(old.start, old.end, value)
    return replace(before, tokens=tuple(tokens)) if after.tokens else None
