"""A driver's minutes by what the law calls them: driving, other work, waiting for a window, rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from dispatch.audit.case import Case
from dispatch.audit.deeds import Deed
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY


class Duty(IntEnum):
    """What a minute is. Reading lists, asking for loads, loading and unloading are work; only a wait is rest."""

    DRIVE = 0
    WORK = 1
    WINDOW = 2
    REST = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """Minutes [start_min, end_min) of one duty."""

    start_min: int
    end_min: int
    duty: Duty

    @property
    def minutes(self) -> int:
        return self.end_min - self.start_min


def duties(deeds: Sequence[Deed], seen_min: int) -> list[Stretch]:
    """The driver's stretches in order, up to `seen_min`, neighbours of one duty joined."""
    out: list[Stretch] = []
    for deed in deeds:
        for start, end, duty in _of_deed(deed):
            end = min(end, seen_min)
            if end <= start:
                continue
            if out and out[-1].duty == duty and out[-1].end_min == start:
                out[-1] = Stretch(out[-1].start_min, end, duty)
            else:
                out.append(Stretch(start, end, duty))
    return out


def _of_deed(d: Deed) -> Iterator[tuple[int, int, Duty]]:
    yield d.start_min, d.act_min, Duty.WORK
    if d.act == Act.WAIT and not d.refused:
        yield d.act_min, d.end_min, Duty.REST
    elif d.refused:
        yield d.act_min, d.end_min, Duty.WORK
    elif not d.order:
        yield d.act_min, d.end_min, Duty.DRIVE
    else:
        yield d.act_min, d.act_min + d.drive_min, Duty.DRIVE
        yield d.act_min + d.drive_min, d.loading_min, Duty.WINDOW
        yield d.loading_min, d.haul_start_min, Duty.WORK
        yield d.haul_start_min, d.haul_end_min, Duty.DRIVE
        yield d.haul_end_min, d.end_min, Duty.WORK


def rests_of(stretches: Sequence[Stretch], least: int = 1) -> list[tuple[int, int]]:
    """The rests of at least so many minutes."""
    return [(s.start_min, s.end_min) for s in stretches if s.duty == Duty.REST and s.minutes >= least]


def minutes_of(stretches: Sequence[Stretch], duty: Duty, start: int, end: int) -> int:
    """Minutes of a duty in [start, end)."""
    return sum(max(0, min(s.end_min, end) - max(s.start_min, start)) for s in stretches if s.duty == duty)


def minute_of_excess(stretches: Sequence[Stretch], duty: Duty, start: int, end: int, most: int) -> int:
    """The minute in [start, end) in which the count of a duty first passes `most`; `end` if it never does."""
    left = most
    for s in stretches:
        if s.duty != duty:
            continue
        a, b = max(s.start_min, start), min(s.end_min, end)
        if b - a > left >= 0:
            return a + left
        left -= max(0, b - a)
    return end


def week_of(minute: int, case: Case) -> int:
    """Number of the calendar's week from Monday, 0 for the one in which the run starts."""
    return (minute // MINUTES_PER_DAY + case.start.weekday()) // 7


def week_start(week: int, case: Case) -> int:
    """The first minute of a week; before 0 for one that began before the run."""
    return (7 * week - case.start.weekday()) * MINUTES_PER_DAY
