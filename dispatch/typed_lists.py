"""Lists as people type them: words by commas, and seeds as in `0-9` or `0,2,5-7`. It looks nothing up."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dispatch.errors import UsageError

SEED_MAX = 2**63 - 1
"""What the record of a run, its JSON and its digest can keep of a seed."""
SEEDS_MAX = 1_000
_SEED = re.compile(r"([0-9]{1,19})(?:-([0-9]{1,19}))?")


def names(option: str, text: str, known: Sequence[str]) -> list[str]:
    """The words between commas, all of them known and none twice. Raises UsageError."""
    words = [word.strip() for word in text.split(",")]
    for i, word in enumerate(words):
        if word not in known:
            from scenarios.files.text_files import near_match

            remedy = near_match(word, known, f"known: {', '.join(known)}")
            raise UsageError(f"{option}: {word!r} in {_shown(text)} is not known; {remedy}")
        if word in words[:i]:
            raise UsageError(f"{option}: {word!r} stands twice in {_shown(text)}; name it once")
    return words


def agent_sets(option: str, text: str, known: Sequence[str]) -> list[str]:
    """The sets of agents between commas, none twice. A mix has commas of its own: `rule,mixed:search=rule,main=llm`.

    Raises UsageError.
    """
    sets: list[str] = []
    for word in text.split(","):
        if sets and sets[-1].startswith("mixed:") and "=" in word and ":" not in word:
            sets[-1] += f",{word.strip()}"
        else:
            sets.append(word.strip())
    plain = [name for name in sets if not name.startswith("mixed:")]
    if plain:
        names(option, ",".join(plain), known)
    for i, name in enumerate(sets):
        if name.startswith("mixed:"):
            from agents.sets import mix_of  # slow to import

            try:
                mix_of(name)
            except ValueError as error:
                raise UsageError(f"{option}: {error}") from None
        if name in sets[:i]:
            raise UsageError(f"{option}: {name!r} stands twice in {_shown(text)}; name it once")
    return sets


def named_seeds(text: str, where: str = "--seeds") -> list[int]:
    """The seeds that a list such as `0,2,5-7` names, in its order: at most 1,000, none twice.

    Raises UsageError; `where` says in it where the list stands.
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        match = _SEED.fullmatch(part.strip())
        if match is None:
            raise UsageError(f"{where}: {_shown(part)} is no seed and no range of seeds; write it as in 0-9 or 0,2,5-7")
        first, last = int(match[1]), int(match[2] or match[1])
        if max(first, last) > SEED_MAX:
            raise UsageError(f"{where}: {part.strip()} goes beyond {SEED_MAX}; choose smaller seeds")
        if last < first:
            raise UsageError(f"{where}: {part.strip()!r} runs backwards; write {last}-{first}")
        if last - first + 1 + len(seeds) > SEEDS_MAX:
            raise UsageError(f"{where}: {_shown(text)} names more than {SEEDS_MAX:,} seeds; name fewer")
        for seed in range(first, last + 1):
            if seed in seeds:
                raise UsageError(f"{where}: seed {seed} stands twice in {_shown(text)}; a seed counts once")
            seeds[seed] = None
    return list(seeds)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
