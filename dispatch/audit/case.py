"""One driver's case: what was done, where, and the way of counting; and what a judge finds in it, unpriced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, Literal

from dispatch.audit.deeds import Deed
from dispatch.audit.path import Path
from dispatch.audit.surroundings import Surroundings
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.counting import Counting
from scenarios.loads import LoadTable
from scenarios.preferences.kinds import Base
from scenarios.preferences.parts import EVERY_DAY, Place, Unit
from scenarios.preferences.whereabouts import Whereabouts

FOREVER = 2**40
"""A minute after all others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that goes against a constraint, as finely as it was found. Minutes are [start_min, end_min)."""

    start_min: int
    end_min: int
    day: int
    """Day of the run that it is counted for."""
    said: str
    key: int = 0
    """What is one breach: findings of one key, where breaches or orders are charged."""
    steps: tuple[int, ...] = ()
    load: str = ""
    place: tuple[float, float] | None = None
    km: float = 0.0
    """Kilometres over."""
    minutes: int | None = None
    """Minutes at fault, where they are not the whole span."""
    fen_per_min: int | None = None
    """A price of its own for each minute; None: priced as the constraint says."""
    whole_cap: bool = False
    """The cap is charged, where there is one."""
    lost_min: int | None = None
    """The first minute at which nothing could keep the wish any more, where that is told."""


@dataclass(slots=True)
class Found:
    """What one judge found."""

    findings: list[Finding] = field(default_factory=list)
    unjudged: list[tuple[int, int, str]] = field(default_factory=list)
    """Spans that the run does not show whole, and why that matters."""
    figures: dict[str, Any] = field(default_factory=dict)
    unit: Unit | None = None
    """What is charged for, where the way of counting says otherwise than the constraint."""


@dataclass(frozen=True, slots=True)
class Period:
    """Days of the run [first, last) that a count runs over; its own end may lie after the run's."""

    first: int
    last: int
    end: int
    whole: bool
    """The run shows all of it."""


@dataclass(frozen=True)
class Case:
    """One driver's run. Its way of counting is data; its judges ask for it by name."""

    deeds: Sequence[Deed]
    path: Path
    loads: LoadTable
    counting: Counting
    start: datetime
    run_days: int
    places: Surroundings
    whereabouts: Whereabouts
    speed_kmh: float
    claimed: Mapping[int, int]
    """Row of a load -> minute at which another driver took it."""

    @cached_property
    def days(self) -> int:
        """Days that are judged."""
        most = self.counting.days_max
        return self.run_days if most is None else min(self.run_days, most)

    @cached_property
    def end_min(self) -> int:
        """First minute after the judged days."""
        return self.days * MINUTES_PER_DAY

    @cached_property
    def seen_min(self) -> int:
        """Until when it is known what the driver did; it may stop before the run ends."""
        if self.counting.unseen == "breach":
            return FOREVER
        return min(self.end_min, self.deeds[-1].end_min) if self.deeds else 0

    @cached_property
    def last_min(self) -> int:
        """Until when what is done counts."""
        return self.seen_min if self.counting.clip_at_horizon else FOREVER

    def date(self, day: int) -> date:
        """The calendar's day of a day of the run."""
        return (self.start + timedelta(days=day)).date()

    # when a constraint is in force

    def force(self, c: Base) -> tuple[int, int]:
        """First minute in force, and the first after it."""
        return (0 if c.start_min is None else c.start_min), (FOREVER if c.end_min is None else c.end_min + 1)

    def concerns(self, c: Base) -> bool:
        """Whether a constraint is in force, and applies, at some time that the run shows."""
        if self.counting.unseen == "breach":
            return True
        first, last = self.force(c)
        days = getattr(c, "days", EVERY_DAY)
        shown = range(max(0, first) // MINUTES_PER_DAY - 1, min(self.days, last // MINUTES_PER_DAY + 1))
        return first < self.seen_min and last > 0 and any(days.has(self.date(day)) for day in shown)

    def whole_days(self, c: Base) -> Iterator[int]:
        """Judged days on which the constraint is in force from midnight to midnight."""
        first, last = self.force(c)
        for day in range(self.days):
            if first <= day * MINUTES_PER_DAY and (day + 1) * MINUTES_PER_DAY <= last:
                yield day

    def periods(self, c: Base, per: Literal["day", "week", "month"]) -> list[Period]:
        """The calendar's days, weeks (from Monday) or months that lie at least partly in run and force."""
        first, last = self.force(c)
        first_day, last_day = max(0, -(-first // MINUTES_PER_DAY)), last // MINUTES_PER_DAY
        if per == "month" and self.counting.month == "run":
            return [Period(0, self.days, self.days, whole=True)]
        periods, day = [], first_day
        while day < min(self.days, last_day):
            end = min(_end_of(per, self.date(day)) - self.start.date().toordinal(), last_day)
            begins = day > 0 or first > 0 or _begins(per, self.date(0))
            whole = begins and end <= min(self.days, self.seen_min // MINUTES_PER_DAY)
            periods.append(Period(day, min(end, self.days), end, whole=whole))
            day = end
        return periods

    def orders(self, c: Base) -> Iterator[Deed]:
        """The orders that the constraint concerns."""
        first, last = self.force(c)
        for deed in self.deeds:
            if not deed.order or deed.act_min >= self.last_min:
                continue
            if self.counting.in_force == "overlap":
                concerned = max(first, deed.act_min) < min(last, deed.end_min)
            else:
                concerned = first <= deed.act_min < last
            if concerned:
                yield deed

    # what the truck did

    def busy(self, deed: Deed, what: Literal["orders", "movement"]) -> list[tuple[int, int]]:
        """The minutes of a step that are activity, as spans: of orders alone, or of empty drives too."""
        if deed.act == Act.WAIT:
            return []
        if deed.refused:
            return [(deed.act_min, deed.end_min)] if self.counting.refused_is_active else []
        if deed.act == Act.REPOSITION or deed.missed:
            return [(deed.act_min, deed.end_min)] if what == "movement" else []
        if what == "orders" or not self.counting.window_wait_is_rest or not deed.window_wait_min:
            return [(deed.act_min, deed.end_min)]
        spans = [(deed.act_min, deed.act_min + deed.drive_min), (deed.loading_min, deed.end_min)]
        return [(a, b) for a, b in spans if b > a]

    def locate(self, place: Place) -> tuple[float, float] | None:
        """The point of a place; None when nothing says where it is."""
        return self.whereabouts.point(place)


def _end_of(per: Literal["day", "week", "month"], now: date) -> int:
    """Ordinal of the first day after the period that `now` lies in."""
    if per == "day":
        return now.toordinal() + 1
    if per == "week":
        return now.toordinal() + 7 - now.weekday()
    return date(now.year + now.month // 12, now.month % 12 + 1, 1).toordinal()


def _begins(per: Literal["day", "week", "month"], now: date) -> bool:
    """Whether a period begins on that day."""
    return per == "day" or (now.day == 1 if per == "month" else now.weekday() == 0)
