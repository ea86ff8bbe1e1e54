"""Numbers in an answer as what they stood for in the prompt. A number that was not offered is an invented one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from agents.llm.model import Trouble
from agents.llm.read import UnusableError

T = TypeVar("T")


def offer_of(number: int, offered: Sequence[T], name: str) -> T:
    """What stood behind a number from 1 on. Raises UnusableError for any other number."""
    if not 1 <= number <= len(offered):
        raise UnusableError(Trouble.INVENTED_ID, f"{name}={number} (1-{len(offered)})")
    return offered[number - 1]


def rows_of(numbers: Sequence[int], offered: Sequence[T], name: str) -> list[T]:
    """What stood behind each number. Raises UnusableError for one that was not offered or stands twice."""
    if len(set(numbers)) < len(numbers):
        raise UnusableError(Trouble.WRONG_SHAPE, f"{name} twice")
    return [offer_of(number, offered, name) for number in numbers]
