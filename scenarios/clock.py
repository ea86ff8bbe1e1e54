"""World minutes and wall-clock text. Nothing here reads the machine's clock.

A world minute is an integer count of minutes since the scenario's start, in the scenario's local time.
Text with seconds is floored to its minute (contest rule 1: 12:00:45 is minute 720).
"""

from __future__ import annotations

from datetime import datetime, timedelta

MINUTES_PER_DAY = 1440
LONGEST_MIN = 2**29
"""No wait, window, service or refusal lasts longer (1,020 years): a step that has one of each fits 32 bits, and its
end has a date."""


def parse_wall(text: str) -> datetime:
    """Naive local time from "YYYY-MM-DD HH:MM[:SS]" (a "T" may stand for the space).

    Raises ValueError for a date without a time, for a UTC offset, and for anything else.
    """
    if len(text) < 16:
        raise ValueError("a date needs a time of day")
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:
        raise ValueError("a time carries no zone of its own")
    return moment


def minute_of(moment: datetime, start: datetime) -> int:
    """World minute of a wall time, floored; negative before the start."""
    return int((moment - start).total_seconds() // 60)


def wall_of(minute: int, start: datetime) -> datetime:
    """Wall time of a world minute."""
    return start + timedelta(minutes=minute)


def wall_text(minute: int, start: datetime) -> str:
    """The text "YYYY-MM-DD HH:MM" of a world minute."""
    return wall_of(minute, start).strftime("%Y-%m-%d %H:%M")


def day_of(minute: int) -> int:
    """Calendar day index since the start (scenarios start at midnight), 0 for the first."""
    return minute // MINUTES_PER_DAY
