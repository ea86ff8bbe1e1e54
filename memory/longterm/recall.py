"""What a text says once the words of whoever recalls it are taken off: its words in order, without small ones.

It reads spellings, in English and Chinese. A word that it does not know counts: better one text kept twice in other
words than news refused as known.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from memory.digests.named import named

_WORD = re.compile(r"[\u3400-\u9fff]|(?:[^\W_\u3400-\u9fff]+(?:['\u2019](?=[^\W_]))?)+")
"""A Chinese character, or the letters and digits of a word; an apostrophe belongs to it."""
_CHINESE_RECALL = re.compile(
    r"^(?:我们?|还|也|据|根据|按照|之前|以前|曾经?|清楚地|记忆|回忆|中|里|是|的|如|所述?|"
    r"[^\w]|记得|想起来?|知道|已知|说过|提醒|备忘|笔记)+(?:[:：,，]|(?<=记得)|(?<=想起)|(?<=知道)|(?<=说过)|(?<=已知))"
)
_CHINESE_RECALL_AFTER = re.compile(r"[,，。(（]\s*(?:我|我们)?(?:记得|之前说过|据我所知|记忆中如此)[)）。.]?$")
_RECALL = re.compile(
    r"remember(?:s|ed)?|recall(?:s|ed|ing)?|reminder|memor(?:y|ies)|noted?|notes|know|knew|known|learned|said|says|told|"
    r"stored|recorded"
)
_BESIDE = re.compile(r"i|we|you|my|our|me|as|per|so|according|earlier|previously|already|before|to|from|in|of")
"""Words that beside those of recall tell no more than that somebody recalls."""
_SMALL = re.compile(r"an|the|that|is|are|was|were")


def said_words(text: str) -> tuple[str, ...]:
    """The words of a text in their order, folded, without small words, and without those of recall at either end."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'").strip()
    folded = _CHINESE_RECALL_AFTER.sub("", _CHINESE_RECALL.sub("", folded))
    words = [word for word in _WORD.findall(folded) if not _SMALL.fullmatch(word)]
    rest = _without_recall(_without_recall(words)[::-1])[::-1]
    return tuple(rest or words)


def said_key(text: str) -> str:
    """Equal for texts that say the same: the same words, and the same numbers and cells."""
    names = named(text)
    said = (*said_words(text), "", *names.numbers, "", *sorted(names.cells))
    return hashlib.sha256("\x1f".join(said).encode()).hexdigest()


def _without_recall(words: Sequence[str]) -> Sequence[str]:
    """The words without those that they begin with and that only recall, if they begin with any."""
    end, recalls = 0, False
    while end < len(words) and (_RECALL.fullmatch(words[end]) or _BESIDE.fullmatch(words[end])):
        recalls = recalls or _RECALL.fullmatch(words[end]) is not None
        end += 1
    return words[end:] if recalls else words
