"""What was understood of drivers' wishes, line by line. The words are made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dispatch.report.printing import print_lines
from scenarios.words import counted

if TYPE_CHECKING:
    from dispatch.report.understood import DriverWishes

_DRIVERS_MAX = 40


def print_wishes(wishes: Sequence[DriverWishes]) -> None:
    """For each driver with wishes: each one's words, what was understood, and what cannot be kept."""
    with_wishes = [one for one in wishes if one.preferences]
    if not with_wishes:
        return
    print_lines(["", "Wishes, and what is understood of them:"])
    for of_driver in with_wishes[:_DRIVERS_MAX]:
        for preference in of_driver.preferences:
            words = " ".join(preference.text.split())
            print_lines([f"{of_driver.driver}: {words}", f"    {preference.said_back}"])
        print_lines([f"    contradiction: {sentence}" for sentence in of_driver.contradictions])
        print_lines([f"    impossible: {sentence}" for sentence in of_driver.impossible])
    if len(with_wishes) > _DRIVERS_MAX:
        print_lines([f"... and {counted(len(with_wishes) - _DRIVERS_MAX, 'driver')} more; --json gives them all"])
