"""A preference cut into sentences and clauses, with their places. Nothing is cut inside brackets or quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SENTENCE_END = "。；;!?\n\r"
_CLAUSE_END = "，,:"
_ASKED = re.compile(r"(?:多远|多少(?:公里)?|多久|多长时间?|几点|几天|几个?小时|呢|哪里?|什么|吗)$")
"""Before a question mark: what follows is the answer."""
_REFUSED = re.compile(r"(?<=[\u4e00-\u9fff])\?\s*(?:不|别|免|没门|一律|坚决|算了|想都)")
"""水果?不拉: the same."""
_OPEN, _CLOSE = "([「{", ")]」}"
_ITEM = re.compile(
    r"[①②③④⑤⑥⑦⑧⑨⑩]|"
    r"(?:^|(?<=[\s。；;，,]))\d{1,2}[.、)](?=\s*[\u4e00-\u9fff])|(?:^|(?<=\n)|(?<=[.;] ))\d{1,2}[.)](?=\s*[A-Za-z])"
)
"""The number of a wish in a list."""
_ENGLISH_STOP = re.compile(r"\.(?=\s|$)(?<!\b[a-z]\.)(?<!a\.m\.)(?<!p\.m\.)(?!(?<=\bno\.)\s*\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """text[start:end] of a preference, the `sentence`-th of it."""

    start: int
    end: int
    sentence: int


def clauses(text: str) -> list[Clause]:
    """The clauses of a normal text in their order; none is empty."""
    cuts: list[tuple[int, int, bool]] = []
    depth = 0
    stops = {match.start() for match in _ENGLISH_STOP.finditer(text)}
    items = {match.start(): match.end() for match in _ITEM.finditer(text)}
    for i, char in enumerate(text):
        if i in items:
            cuts.append((i, items[i], True))
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif depth and char not in "\n\r":
            continue
        elif char == "?" and (_ASKED.search(text, 0, i) or _REFUSED.match(text, i)):
            cuts.append((i, i + 1, False))
        elif char in _SENTENCE_END or i in stops:
            cuts.append((i, i + 1, True))
            depth = 0
        elif char in _CLAUSE_END and not _in_number(text, i):
            cuts.append((i, i + 1, False))
        elif char == " " and _parts(text, i):
            cuts.append((i, i + 1, True))
    found: list[Clause] = []
    start, sentence = 0, 0
    for cut, after, ends in [*cuts, (len(text), len(text), True)]:
        piece = text[start:cut]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            found.append(Clause(start + lead, start + len(piece.rstrip()), sentence))
        if ends and found and found[-1].sentence == sentence:
            sentence += 1
        start = max(start, after)
    return found


def _in_number(text: str, i: int) -> bool:
    """A comma or colon between digits: 1,200 or 23:00 or 23.1，113.2."""
    before, after = text[i - 1 : i], text[i + 1 : i + 2]
    if text[i] == ":":
        return before.isdigit() and after.isdigit()
    pair = re.search(r"\d+\.\d+\s*°?[NE]?$", text[:i]) and re.match(r"\s*[NE]?\d+\.\d+", text[i + 1 :])
    return bool(pair) or (
        text[i] == "," and bool(re.search(r"\d$", text[:i]) and re.match(r"\d{3}(?!\d)", text[i + 1 :]))
    )


def _parts(text: str, i: int) -> bool:
    """A space between two Chinese words ends a sentence; one beside a number or a Latin letter does not."""
    before, after = text[:i].rstrip(), text[i:].lstrip()
    if not before or not after:
        return False
    if not _chinese(before[-1]):
        return False
    return _chinese(after[0]) or (len(before) > 5 and bool(re.match(r"\d+\s*[月号点:年]", after)))


def _chinese(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff" or char in "」)"
