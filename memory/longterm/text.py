"""How alike two texts are by their characters, in any language. Nothing here knows what an item is."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from math import ceil

NGRAM = 3
_BETWEEN = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """The text for comparison: compatibility forms folded, lower case, without spaces and punctuation."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", text).casefold())


def key_text(text: str) -> str:
    """A name as a key: compatibility forms folded, lower case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def ngrams(text: str, n: int = NGRAM) -> frozenset[str]:
    """The different character n-grams of a text; a shorter text is its own."""
    bare = plain(text)
    if len(bare) <= n:
        return frozenset([bare] if bare else [])
    return frozenset(bare[i : i + n] for i in range(len(bare) - n + 1))


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared over all, in [0, 1]; two empty sets are alike."""
    if not a and not b:
        return 1.0
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared)


def alike(a: frozenset[str], b: frozenset[str], least: float) -> bool:
    """Whether the Jaccard index is at least `least`; sizes too far apart are told without counting."""
    small, large = sorted((len(a), len(b)))
    return small >= least * large and jaccard(a, b) >= least


def repeats(texts: Iterable[str], least: float) -> list[bool]:
    """For each text whether an earlier one that repeats none itself is alike, in n-grams, to at least `least`.

    Exact, without comparing every pair: in any order of n-grams, two sets that share so much share one of their first
    n - ceil(least x n) + 1 (prefix filtering; Chaudhuri, Ganti and Kaushik, ICDE 2006). The rarest stand first, so that
    few sets share one.
    """
    sets = [ngrams(text) for text in texts]
    often = Counter(gram for grams in sets for gram in grams)
    place = {gram: i for i, gram in enumerate(sorted(often, key=lambda gram: (often[gram], gram)))}
    firsts: dict[str, list[frozenset[str]]] = {}
    found = []
    for grams in sets:
        first = sorted(grams, key=place.__getitem__)[: len(grams) - ceil(least * len(grams) - 1e-9) + 1] or [""]
        repeated = any(alike(grams, other, least) for gram in first for other in firsts.get(gram, ()))
        if not repeated:
            for gram in first:
                firsts.setdefault(gram, []).append(grams)
        found.append(repeated)
    return found
