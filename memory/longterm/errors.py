"""The one error that the long-term store raises for what was asked of it. Databases' own errors pass through."""

from __future__ import annotations


class LongTermError(RuntimeError):
    """What cannot be done, in one sentence: where, what value, which rule, what to do."""

    def __init__(self, where: str, fault: str, remedy: str) -> None:
        super().__init__(f"{where}: {fault}; {remedy}.")
