"""What courses of action make impossible of the wishes that each day asks for: rest, quiet hours, being at home.

Each function gives pairs (day, which courses lose it), counted backwards: a day is lost when nothing that the driver
could still do after the course would keep it. Days lost before are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from memory.wishes.courses import Bools, Courses, Ints, near_km
from memory.wishes.progress import Progress
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import DailyRest, Home, QuietWindow
from scenarios.preferences.standing import Standing

HOME_KM = 1.0

Lost = Iterator[tuple[int, Bools]]


def quiet_span(wish: QuietWindow, day: int) -> tuple[int, int]:
    """The window that begins on a day, as [from, to)."""
    start = day * MINUTES_PER_DAY
    return start + wish.start, start + wish.end + (MINUTES_PER_DAY if wish.end <= wish.start else 0)


def home_span(wish: Home, day: int) -> tuple[int, int]:
    """From the minute of a day by which to be at home until the minute until which to stay."""
    by = day * MINUTES_PER_DAY + wish.by
    if wish.stay_until is None:
        return by, by
    return by, day * MINUTES_PER_DAY + wish.stay_until + (MINUTES_PER_DAY if wish.stay_until <= wish.by else 0)


def shut_spans(wishes: Sequence[Standing], now: int) -> tuple[tuple[int, int], ...]:
    """When quiet hours let nobody drive, from yesterday's to those of the day after tomorrow, in time's order."""
    spans = []
    for standing in wishes:
        wish = standing.constraint
        if isinstance(wish, QuietWindow) and wish.hard and (wish.forbids == "movement" or wish.must_wait):
            days = range(day_of(now) - 1, day_of(now) + 3)
            spans += [quiet_span(wish, day) for day in days if standing.applies(day)]
    return tuple(sorted(spans))


def days_of(standing: Standing, courses: Courses, *, before: int = 1, after: int = 1) -> Iterator[int]:
    """The judged days on which the wish applies, from the day before to the day after the courses."""
    last = day_of(int(courses.end.max(initial=courses.now))) + after
    for day in range(day_of(courses.now) - before, min(last, standing.last_day) + 1):
        if standing.applies(day):
            yield day


def quiet(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """Windows in which a course drives (or takes an order), or does not wait where all of it has to be waited."""
    wish = standing.constraint
    assert isinstance(wish, QuietWindow)
    does = courses.order if wish.forbids == "orders" else courses.active
    if wish.must_wait:
        does = ~courses.waits
    for day in days_of(standing, courses, after=0):
        start, end = quiet_span(wish, day)
        start, end = max(start, standing.from_min), min(end, standing.until_min)
        if day not in progress.lost and courses.now < end and start < end:
            yield day, does & (courses.end > start)


def home(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """Nights on which the truck cannot be at home in time any more, or leaves it too early."""
    wish = standing.constraint
    assert isinstance(wish, Home)
    if not standing.points:
        return
    point = standing.points[0]
    is_home = haversine_km(courses.lat, courses.lng, *point) <= near_km(wish.place.radius_km)
    back = courses.arrival(*point, wish.place.radius_km)
    for day in days_of(standing, courses):
        by, until = home_span(wish, day)
        if day in progress.lost or not standing.in_force(by):
            continue
        if courses.now >= by:
            if is_home and courses.now < until:
                yield day, courses.active
        else:
            late = np.where(courses.end <= by, back + courses.slack_min > by, courses.active | (not is_home))
            yield day, late.astype(np.bool_)


def rest(standing: Standing, progress: Progress, courses: Courses) -> Lost:
    """Days whose rest cannot be had any more after a course."""
    wish = standing.constraint
    assert isinstance(wish, DailyRest)
    since = rests_since(wish, progress, courses.now, courses.read_from)
    first = day_of(since)
    rests = courses.waits | (wish.reading_is_rest & ~courses.active)
    if wish.counted == "rolling_24h":
        yield from _rolling(standing, progress, courses, rests, since)
        return
    cut = wish.counted == "calendar_day"
    begins = _begins(courses, rests, since, wish.rest_min)
    last = day_of(int(courses.end.max(initial=courses.now)))
    for day in range(first, min(last, standing.last_day) + 1):
        had = progress.by_day.get(day, 0.0)
        if not standing.applies(day) or day in progress.lost or had >= wish.rest_min:
            continue
        cut_today = cut or day == standing.last_day
        midnight = (day + 1) * MINUTES_PER_DAY
        # What is left of the day from when the rest can begin has to be enough, or a minute where no midnight cuts it;
        # a rest that goes on over such a midnight is enough.
        left = midnight - np.maximum(begins, day * MINUTES_PER_DAY)
        enough = left >= (wish.rest_min if cut_today else 1)
        if not cut_today:
            enough |= rests & (begins == since)
        if wish.window_wait_is_rest:
            begin = np.maximum(courses.arrive, day * MINUTES_PER_DAY)
            close = np.minimum(courses.loading, midnight) if cut_today else courses.loading
            enough |= ~rests & (close - begin >= wish.rest_min) & (courses.arrive < midnight)
        yield day, ~enough


def rest_due(standing: Standing, progress: Progress, courses: Courses) -> Ints:
    """Minutes of rest in one piece that the day on which each course ends still asks for before its midnight."""
    wish = standing.constraint
    assert isinstance(wish, DailyRest)
    due = np.zeros(len(courses), dtype=np.int64)
    since = rests_since(wish, progress, courses.now, courses.read_from)
    rests = courses.waits | (wish.reading_is_rest & ~courses.active)
    days = courses.end // MINUTES_PER_DAY
    for day in np.unique(days).tolist():
        cut = wish.counted == "calendar_day" or (wish.counted == "start_of_rest" and day == standing.last_day)
        had = progress.by_day.get(day, 0.0) >= wish.rest_min or day in progress.lost
        if not cut or had or day > standing.last_day or not standing.applies(day):
            continue
        rested = np.where(rests, courses.end - max(since, day * MINUTES_PER_DAY), 0)
        due[days == day] = np.maximum(0, wish.rest_min - rested)[days == day]
    return due


def _begins(courses: Courses, rests: Bools, since: int, rest_min: int) -> Ints:
    """When the rest can begin that a course leaves room for: at once, or at home if there is no time before."""
    start: Ints = np.where(rests, since, courses.end + courses.slack_min)
    if courses.back_to is None:
        return start
    drive = courses.minutes_to(*courses.back_to, HOME_KM)
    in_time = (drive == 0) | (start + rest_min + drive <= courses.back_by)
    return np.where(in_time, start, courses.arrival(*courses.back_to, HOME_KM))


def rests_since(wish: DailyRest, progress: Progress, now: int, read_from: int) -> int:
    """When the stretch of rest began that waiting from now on belongs to; lists may have been read before."""
    begin = read_from if wish.reading_is_rest and read_from >= 0 else now
    return progress.rest_from if progress.rest_to == begin and begin > 0 else begin


def _rolling(standing: Standing, progress: Progress, courses: Courses, rests: Bools, since: int) -> Lost:
    """Days in which 24 hours end that hold no rest: the next one has to be over 24 hours after the last could begin."""
    wish = standing.constraint
    assert isinstance(wish, DailyRest)
    limit = max(0, progress.full_to - wish.rest_min) + MINUTES_PER_DAY
    done = _begins(courses, rests, since, wish.rest_min) + wish.rest_min
    done[rests & (since + wish.rest_min <= courses.now)] = 0  # it rests on, so 24 hours begin anew each minute
    day = day_of(limit)
    if day <= standing.last_day and standing.applies(day) and day not in progress.lost:
        yield day, done > limit
