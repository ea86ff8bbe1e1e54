"""An English text cut into sentences and, as finely as a wish may be said, into pieces; never inside a token.

A piece need not be a wish: what belongs together is found later.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.preferences.english.tokens import GONE, Token

_END = re.compile(
    r"[!\n\r]+|\.(?=\s|$|[A-Z])(?<!\b[a-z]\.)(?<!\bapprox\.)(?<!\bmin\.)(?<!\bmax\.)(?<![ap]\.m\.)(?<!\be\.g\.)"
    r"(?<!\bincl\.)(?<!\bdept\.)|\.(?<=[ap]\.m\.)(?=\s+(?-i:[A-Z]))|。",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"[,;:()?]|\s-+\s|\s/\s|"
    r"(?<!\btry)(?<!\band)(?<!\bbut)(?<!\bor)\s+(?=(?:and|but|also|plus|yet|so|because|since|unless|if|when|"
    r"whenever|provided|"
    r"otherwise|then|except|while|"
    r"nor)\b)|"
    r"(?<=[a-z\ue000])(?<!far)(?<!much)(?<!little)(?<!often)(?<!soon)(?<!long)\s+(?=(?:as|where|before|after|until|"
    r"once) (?:i|it|it's|the|my|there|they|someone|you)\b)",
    re.IGNORECASE,
)
_BULLET = re.compile(
    r"(?:^|(?<=[.;,:!?\n]))\s*(?:\(?(?:\d{1,2}|[a-h])[.)]\s+(?=[A-Za-z\ue000])|(?:^|(?<=\n))\s*[-*•]\s+)", re.IGNORECASE
)
"""Marks of a list: "1. ", "b) ", "- "."""


_NUMBER = re.compile(r"(?:^|(?<=\s))\(?(?P<n>\d)[.)]\s+(?=[A-Za-z])")


@dataclass(frozen=True, slots=True)
class Piece:
    """text[start:end] with the tokens that lie in it, of the `sentence`-th sentence."""

    start: int
    end: int
    sentence: int
    tokens: tuple[Token, ...]


def pieces(text: str, tokens: Sequence[Token]) -> list[Piece]:
    """The pieces in their order; none is empty."""
    hidden = _BULLET.sub(lambda match: "\n" + " " * (len(match.group()) - 1), _hidden(text, tokens))
    for start, end in _numbered(hidden, text):
        hidden = hidden[:start] + "\n" + " " * (end - start - 1) + hidden[end:]
    found: list[Piece] = []
    sentence, start = 0, 0
    ends = [*((m.start(), m.end()) for m in _END.finditer(hidden)), (len(text), len(text))]
    for end, following in ends:
        begin = start
        cuts = [*((m.start(), m.end()) for m in _CUT.finditer(hidden, begin, end)), (end, end)]
        before = len(found)
        for cut, after in cuts:
            words = hidden[begin:cut]
            if re.search(r"[\w\ue000]", words):
                lead = len(words) - len(words.lstrip())
                here = tuple(token for token in tokens if begin <= token.start and token.end <= cut)
                found.append(Piece(begin + lead, begin + len(words.rstrip()), sentence, here))
            begin = after
        sentence += len(found) > before
        start = following
    return found


def _numbered(hidden: str, text: str) -> list[tuple[int, int]]:
    """The numbers 1), 2), 3) ... of wishes on one line, in this order; none where there is no second."""
    found: list[tuple[int, int]] = []
    for match in _NUMBER.finditer(text):
        if int(match["n"]) == len(found) + 1 and GONE not in hidden[match.start("n") : match.end("n")]:
            found.append(match.span())
    return found if len(found) > 1 else []


def _hidden(text: str, tokens: Sequence[Token]) -> str:
    """The text with tokens as marks; a capital at the head of one and the end of "p.m." stay: they tell where sentences
    end.
    """
    hidden = text
    for token in tokens:
        words = text[token.start : token.end]
        head = words[0] if words[0].isupper() else GONE
        tail = words[-3:] if words[-3:].lower() in ("a.m", "p.m") else GONE * min(3, len(words) - 1)
        marks = (head + GONE * (len(words) - 1 - len(tail)) + tail)[: len(words)]
        hidden = hidden[: token.start] + marks + hidden[token.end :]
    return hidden
