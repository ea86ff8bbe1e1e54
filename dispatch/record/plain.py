"""Text as every database can keep it."""

from __future__ import annotations


def plain(text: str) -> str:
    """The text with half characters and NUL spelled out, which a database or its driver would refuse."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
