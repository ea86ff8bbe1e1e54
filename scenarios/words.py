"""Numbers with their nouns, for whatever is told to people or models."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """A number with its noun, in the plural where it belongs: "1 load", "2,000 loads"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
