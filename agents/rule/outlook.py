"""What a driver with wishes may still earn from a minute on: the orders of now, offered again and again for some days.

A day is not the same at every hour to a driver who has to rest in one piece, stand still at night or be at home by
eleven: an order that ends at 22:50 leaves less than one that ends at 6:00. The worth of each half hour is found
backwards from some days ahead (Bellman's equation): the best of waiting, resting and an order of those on offer now,
as if it were on offer then. It knows hours and no places, and only hard wishes that ask for something each day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memory.wishes.courses import Bools, Courses, Floats, Ints
from memory.wishes.days import home_span, quiet_span, rests_since
from memory.wishes.progress import Progress, rest_of_day
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.kinds import DailyRest, Errand, FirstOrderBy, Home, QuietWindow, Visits
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point

SLOT_MIN = 30
AHEAD_DAYS = 3
BEST_AGAIN = np.array([0.049, 0.086, 0.233, 0.632])[:, np.newaxis]
"""Of as many orders drawn from n with replacement, the best one is the best of the n with probability 1 - 1/e, the
second best with (1 - 1/e) / e, and so on: what is on offer later is as good as now, but not the same."""
LOST_FEN = 1_000_000.0
"""What a day without its rest weighs in the reckoning of later days: it is not to be."""
RESTED, ORDERED = 2, 1
"""Bits of a state: the day's rest is had, or none is asked for; an order was begun on the day."""

Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Orders that stand for those of later, at least one; shape (n,)."""

    minutes: Ints
    """From taking to delivery."""
    fen: Floats
    """What each is worth, but for its minutes."""
    home_min: Ints
    """From its end to where the driver has to be in the evening (`place_to_be`); 0 where there is no such place."""


class Outlook:
    """Worth of minutes from now on, in fen."""

    def __init__(
        self,
        wishes: Sequence[Standing],
        progress: Sequence[Progress],
        now: int,
        horizon_min: int,
        sample: Sample,
        rate: float,
        read_min: int,
    ) -> None:
        """`rate` is what a minute earns after the days that are looked at; lists are read for `read_min` minutes before
        each decision."""
        self._now, self._horizon, self._read = now, horizon_min, read_min
        self._first = now // SLOT_MIN * SLOT_MIN
        self._slots = AHEAD_DAYS * MINUTES_PER_DAY // SLOT_MIN
        pairs = [(s, p) for s, p in zip(wishes, progress, strict=True) if s.constraint.hard]  # soft ones may be broken
        wishes, progress = [s for s, _ in pairs], [p for _, p in pairs]
        self._wish, self._rest, self._rests = _longest_rest(wishes, progress)
        self._first_by = MINUTES_PER_DAY
        self._begun: Progress | None = None
        for standing, so_far in zip(wishes, progress, strict=True):
            wish = standing.constraint
            if isinstance(wish, FirstOrderBy):
                self._first_by, self._begun = min(self._first_by, wish.by - wish.strict), so_far
        self._shut, self._nights = _shut(wishes, progress, now)
        self._worth = self._backwards(sample, rate)

    # what is asked

    @property
    def per_min(self) -> float:
        """What a minute earns on average over the days looked at, at least 0."""
        today = day_of(self._now)
        begun = self._begun is not None and bool(self._begun.by_day.get(today))
        here = float(self.worth(np.array([self._now]), np.array([self._rested(today) | begun]))[0])
        end = min(self._first + self._slots * SLOT_MIN, self._horizon)
        return max(0.0, here) / max(1, end - self._now)

    def worth(self, minute: Ints, state: Ints) -> Floats:
        """Of being free to decide at each minute in each state."""
        at = np.maximum((np.minimum(minute, self._horizon) - self._first) / SLOT_MIN, 0.0)
        low = np.minimum(at.astype(np.int64), len(self._worth) - 2)
        part = np.minimum(at - low, 1.0)
        first, second = self._worth[low, state], self._worth[low + 1, state]
        found: Floats = first + part * (second - first)
        return found

    def after(self, courses: Courses, earliest: int = 0) -> Floats:
        """Worth of what each course leaves, shape (n,), nothing being begun before `earliest`. A rest that is too short
        yet may go on."""
        states = self.states(courses)
        worth = self.worth(np.maximum(courses.end, earliest) + self._read, states)
        if self._wish is None:
            return worth
        since = self._since(courses)
        for i in np.flatnonzero(courses.waits & (states & RESTED == 0)).tolist():
            end = int(courses.end[i])
            done = end + self._wish.rest_min - rest_of_day(since, end, day_of(end), cut=True)
            if done <= (day_of(end) + 1) * MINUTES_PER_DAY:
                goes_on = self.worth(np.array([done + self._read]), states[i : i + 1] | RESTED)
                worth[i] = max(worth[i], float(goes_on[0]))
        return worth

    def gain(self, free: int, state: int, end: Ints) -> Floats:
        """Worth of what orders leave that begin at `free` in a state and end then, over that of being free; -inf for
        those that the day does not allow any more."""
        day, ends = day_of(free), end // MINUTES_PER_DAY
        out = np.full(len(end), -np.inf)
        late = not state & ORDERED and free % MINUTES_PER_DAY > self._first_by
        if not late:
            new_day = np.array([self._rested(d) for d in ends.tolist()], dtype=np.int64)
            out = self.worth(end + self._read, np.where(ends == day, state | ORDERED, new_day))
            out -= self.worth(np.array([free]), np.array([state]))[0]
        if self._asks(day) and not state & RESTED:
            out[ends > day] = -np.inf
        return out

    def allowed(self, start: Ints, end: Ints, home_min: Ints) -> Bools:
        """Whether an order that is under way from start to end meets no shut span, and leads home in time."""
        ok = end <= self._horizon
        for begin, until in self._shut:
            ok = ok & ((start >= until) | (end <= begin))
        for by, until in self._nights:
            ok = ok & ((start >= until) | (end + home_min <= by))
        return ok

    def states(self, courses: Courses) -> Ints:
        """The state in which each course leaves the driver, shape (n,)."""
        today, ends = day_of(courses.now), courses.end // MINUTES_PER_DAY
        out = np.array([self._rested(day) for day in ends.tolist()], dtype=np.int64)
        begun = courses.order | (self._begun is not None and bool(self._begun.by_day.get(today)))
        out |= np.where(begun & (ends == today), ORDERED, 0)
        if self._wish is not None:
            since, cut = self._since(courses), self._wish.counted == "calendar_day"
            for i in np.flatnonzero(courses.waits).tolist():
                end = int(courses.end[i])
                if rest_of_day(since, end, day_of(end), cut=cut) >= self._wish.rest_min:
                    out[i] |= RESTED
        return out

    # how it is found

    def _backwards(self, sample: Sample, rate: float) -> Floats:
        """Worth at each slot in each state, shape (slots and some more, 4), from the last slot to the first."""
        slots, first_day = self._slots, day_of(self._first)
        more = int(np.max(sample.minutes) + self._read) // SLOT_MIN + MINUTES_PER_DAY // SLOT_MIN
        worth = np.zeros((slots + more, 4))
        worth[slots:] = -rate * SLOT_MIN * np.arange(more)[:, np.newaxis]
        starts = self._first + SLOT_MIN * np.arange(slots)[:, np.newaxis]
        ends = starts + sample.minutes
        fen = np.where(self.allowed(starts, ends, sample.home_min), sample.fen, -np.inf)
        low, within = np.divmod(ends + self._read - self._first, SLOT_MIN)
        part = within[:, :, np.newaxis] / SLOT_MIN
        nights = ends // MINUTES_PER_DAY - starts // MINUTES_PER_DAY
        days = range(first_day, first_day + (slots + more) * SLOT_MIN // MINUTES_PER_DAY + 2)
        begins = np.array([0 if self._asks(day) else RESTED for day in days])
        rows, most = np.arange(len(sample.minutes)), min(len(BEST_AGAIN), len(sample.minutes))
        chances = BEST_AGAIN[-most:]
        for k in range(slots - 1, -1, -1):
            minute = (int(starts[k, 0])) % MINUTES_PER_DAY
            row = day_of(int(starts[k, 0])) - first_day
            lost = np.array([LOST_FEN, LOST_FEN, 0.0, 0.0]) * (begins[row] == 0)
            idle = worth[k + 1]
            if minute + SLOT_MIN >= MINUTES_PER_DAY:
                idle = worth[k + 1, begins[row + 1]] - lost
            idle = self._with_rest(idle, worth, k, minute)
            then = worth[low[k]]
            then = then + part[k] * (worth[low[k] + 1] - then)
            left = then[:, (ORDERED, ORDERED, RESTED | ORDERED, RESTED | ORDERED)]
            if nights[k].any():
                over = then[rows, begins[row + nights[k]]][:, np.newaxis] - lost
                over = over - lost[0] * np.maximum(nights[k] - 1, 0)[:, np.newaxis]
                left = np.where(nights[k][:, np.newaxis] > 0, over, left)
            ordered = left + fen[k][:, np.newaxis]
            if minute > self._first_by:
                ordered[:, (0, RESTED)] = -np.inf
            best = np.sort(ordered, axis=0)[-most:]
            worth[k] = idle + np.sum(np.maximum(best - idle, 0.0) * chances, axis=0)
        return worth

    def _with_rest(self, idle: Floats, worth: Floats, k: int, minute: int) -> Floats:
        """The better of going on and of the day's rest, which ends before midnight."""
        if self._wish is None or minute + self._wish.rest_min >= MINUTES_PER_DAY:
            return idle
        whole, rest = divmod(self._wish.rest_min, SLOT_MIN)
        after = worth[k + whole] + rest / SLOT_MIN * (worth[k + whole + 1] - worth[k + whole])
        best: Floats = np.maximum(idle, after[[RESTED, RESTED | ORDERED, RESTED, RESTED | ORDERED]])
        return best

    def _since(self, courses: Courses) -> int:
        assert self._wish is not None
        assert self._rests is not None
        return rests_since(self._wish, self._rests, courses.now, courses.read_from)

    def _asks(self, day: int) -> bool:
        """Whether a day asks for a rest that may still be had."""
        rest, so_far = self._rest, self._rests
        if rest is None or so_far is None:
            return False
        return rest.applies(day) and day <= rest.last_day and day not in so_far.lost

    def _rested(self, day: int) -> int:
        if self._wish is None or self._rests is None or not self._asks(day):
            return RESTED
        return RESTED if self._rests.by_day.get(day, 0.0) >= self._wish.rest_min else 0


def _longest_rest(
    wishes: Sequence[Standing], progress: Sequence[Progress]
) -> tuple[DailyRest | None, Standing | None, Progress | None]:
    """The longest rest that is wished for each day, as it stands, and how far it is had."""
    best: tuple[DailyRest | None, Standing | None, Progress | None] = None, None, None
    for standing, so_far in zip(wishes, progress, strict=True):
        wish = standing.constraint
        if not isinstance(wish, DailyRest) or wish.counted == "rolling_24h":
            continue
        if best[0] is None or wish.rest_min > best[0].rest_min:
            best = wish, standing, so_far
    return best


def place_to_be(wishes: Sequence[Standing]) -> Point | None:
    """Where a driver has to be in the evening: at home, or else where visits are wished for."""
    for kind in (Home, Visits):
        for standing in wishes:
            if isinstance(standing.constraint, kind) and standing.points:
                return standing.points[0]
    return None


def _shut(wishes: Sequence[Standing], progress: Sequence[Progress], now: int) -> tuple[Spans, Spans]:
    """Spans of the next days in which no order may be under way, and nights at home or days that need their visit."""
    shut: Spans = []
    nights: Spans = []
    at_home = any(isinstance(standing.constraint, Home) for standing in wishes)
    for standing, so_far in zip(wishes, progress, strict=True):
        wish = standing.constraint
        days = [d for d in range(day_of(now) - 1, day_of(now) + AHEAD_DAYS + 2) if standing.applies(d)]
        if isinstance(wish, QuietWindow):
            shut += [quiet_span(wish, day) for day in days]
        elif isinstance(wish, Home):
            nights += [home_span(wish, day) for day in days]
        elif isinstance(wish, Visits) and not at_home:
            first, last = standing.month_of(day_of(now))
            need = wish.at_least - so_far.days_in(first, last)
            due = [d for d in days if day_of(now) <= d <= last and d not in so_far.by_day and 0 < last - d + 1 <= need]
            nights += [((d + 1) * MINUTES_PER_DAY, (d + 1) * MINUTES_PER_DAY) for d in due]
        elif isinstance(wish, Errand):
            shut += [(step.earliest_min or now, step.stay_until_min) for step in wish.steps if step.stay_until_min]
    return [span for span in shut if span[1] > now], [span for span in nights if span[1] > now]
