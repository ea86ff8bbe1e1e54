"""What a user is told on stderr, and the error of whoever asks for what cannot be done. It knows no command."""

from __future__ import annotations

import sys


class UsageError(Exception):
    """What a user asked for cannot be done, said in one sentence."""


def say(sentence: str) -> None:
    """One line on stderr."""
    print(printable(sentence), file=sys.stderr)


def printable(text: str) -> str:
    """The text in one line without control characters: an id from a file must not steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
