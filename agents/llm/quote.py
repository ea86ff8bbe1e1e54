"""Text from files or models inside a prompt: data between quotation marks, never a turn, a tag or an order.

It guards the form only. What a text asks for is kept from the world by what an answer may name.
"""

from __future__ import annotations

import unicodedata

MOST_CHARACTERS = 600
"""Of one quoted text; a driver's wish takes a sentence or two."""

_UNSEEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn"))
"""Control and format signs (directions, joiners, tags), line ends, and code points that stand for nothing."""

_LOOKALIKES = str.maketrans(
    {
        "<": "‹", ">": "›", "＜": "‹", "＞": "›", "〈": "‹", "〉": "›", "⟨": "‹", "⟩": "›",
        "[": "(", "]": ")", "［": "(", "］": ")", "【": "(", "】": ")",
        "{": "(", "}": ")", "｛": "(", "｝": ")",
        "`": "'", "#": "♯", "＃": "♯", "|": "¦", "｜": "¦",
        '"': "”", "＂": "”", "\\": "/",
    }
)  # fmt: skip
"""What opens or closes tags, turns, blocks, JSON, fences, numbered lines and quotations, as signs that do neither."""


def plain(text: str, most: int = MOST_CHARACTERS) -> str:
    """A text as one line of visible characters, at most so many; what is cut off is marked by an ellipsis."""
    seen = "".join(" " if unicodedata.category(c) in _UNSEEN else c for c in text[: 4 * most])
    line = " ".join(seen.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def harmless(text: str, most: int = MOST_CHARACTERS) -> str:
    """A text as `plain` gives it, with no sign in it that could end a quotation, begin a turn, or number a line."""
    return plain(text, most).translate(_LOOKALIKES)


def quoted(text: str, most: int = MOST_CHARACTERS) -> str:
    """A harmless text between quotation marks."""
    return f'"{harmless(text, most)}"'
