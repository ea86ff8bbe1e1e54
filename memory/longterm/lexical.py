"""What turns texts into vectors: the protocol, and the embedder by spelling that needs no model.

A model's embedder is handed in from outside; memory knows none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)?")
_CJK = re.compile(r"[\u3400-\u9fff]+")
_FILLER = re.compile(
    r"an?|and|are|as|at|be|been|by|did|do|does|for|from|had|has|have|how|in|is|its?|of|on|or|that|the|their|there|"
    r"this|to|was|were|what|when|where|which|who|why|will|with|would"
)


class Embedder(Protocol):
    """Texts to unit vectors whose dot product says how alike they are."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    @property
    def floor(self) -> float:
        """The dot product of a question and a text that has nothing to do with it: similarity 0."""
        ...

    @property
    def ceiling(self) -> float:
        """The dot product of a question and a text that answers it in other words: similarity 1."""
        ...

    @property
    def unknown_below(self) -> float:
        """Similarity of the best answer (0 to 1, above the floor) under which the question has none."""
        ...

    def items(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts to be kept, shape (n, dimension)."""
        ...

    def question(self, text: str) -> Vectors:
        """The vector of a question, shape (dimension,)."""
        ...


class LexicalEmbedder:
    """Words, parts of words and pairs of Chinese characters, hashed into a vector; no meaning beyond spelling."""

    name = "lexical"
    dimension = 512
    floor = 0.05
    ceiling = 0.55
    unknown_below = 0.3

    def items(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([self.question(text) for text in texts])

    def question(self, text: str) -> Vectors:
        vector = np.zeros(self.dimension, dtype=np.float32)
        for feature, weight in _features(text).items():
            place = crc32(feature.encode("utf-8", "surrogatepass"))
            # Two features in one place cancel as often as they add up.
            vector[place % self.dimension] += weight if place & 0x80000000 else -weight
        length = float(np.linalg.norm(vector))
        return vector / np.float32(length) if length else vector


def _features(text: str) -> dict[str, float]:
    """What a text is made of, each once: words and numbers whole and in threes, Chinese in ones and twos."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    found: dict[str, float] = {}
    for word in _WORD.findall(folded):
        if _FILLER.fullmatch(word):
            continue
        found[f"w{word}"] = 1.0
        edged = f"<{word}>"
        for i in range(len(edged) - 2):
            found[f"t{edged[i : i + 3]}"] = 0.35
    for run in _CJK.findall(folded):
        for i, character in enumerate(run):
            found[f"c{character}"] = 0.35
            if i:
                found[f"p{run[i - 1 : i + 1]}"] = 1.0
    return found
