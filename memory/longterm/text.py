"""How alike two texts are by their characters, in any language. Nothing here knows what an item is."""

from __future__ import annotations

import unicodedata

NGRAM = 3


def plain(text: str) -> str:
    """The text for comparison: compatibility forms folded, lower case, without spaces and punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LNM")


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


def covered(part: frozenset[str], whole: frozenset[str]) -> float:
    """Share of the first set that is in the second; 1 for an empty one."""
    return len(part & whole) / len(part) if part else 1.0
