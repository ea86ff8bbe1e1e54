"""What may follow a course of action: how free it leaves the driver for the orders of a market like the present one.

Loads of later are not known, so those weighed now stand for them: the best that wishes would allow after the course,
as if it were on offer then. A course after which only short orders are allowed is worth less than one that ends a
rest and leaves a day and a half.
"""

from __future__ import annotations

from copy import copy

import numpy as np
from numpy.typing import NDArray

from agents.rule.hours import Hours
from agents.rule.pricing import Pricing
from memory.wishes.advance import advanced, as_done
from memory.wishes.courses import COLUMNS, Courses, Floats

SAMPLE = 40
"""Orders that stand for the market."""


class Sequel:
    """Prices what follows, by a sample of the orders weighed now: each with what it is worth before its minutes."""

    def __init__(self, pricing: Pricing, courses: Courses, worth_fen: Floats, hours: Hours, rate: float) -> None:
        """`worth_fen` is net income and end worth; orders that wishes forbid whenever they are taken are left out."""
        self._pricing, self._hours, self._rate = pricing, hours, rate
        minutes = rate * (courses.end - courses.now)
        best = np.argsort(-(worth_fen - minutes), kind="stable")
        self._rows = best[np.isfinite(worth_fen[best])][:SAMPLE]
        self._courses, self._worth = courses, worth_fen

    def fen(self, course: Courses) -> float:
        """Worth of the best order that may follow a course of length 1, over what its minutes earn; 0 for none."""
        if len(self._rows) == 0:
            return 0.0
        done = as_done(course)
        progress = [advanced(s, p, done) for s, p in zip(self._pricing.wishes, self._pricing.progress, strict=True)]
        later = Pricing(self._pricing.wishes, progress)
        shift = int(course.end[0]) - self._courses.now
        orders = _shifted(self._courses, self._rows, shift)
        hard = later.price(orders).hard
        free = self._hours.free(orders.end) - self._hours.free(np.array([orders.now]))[0]
        worth = self._worth[self._rows] - self._rate * free
        worth[hard > 0] = 0.0
        return max(0.0, float(worth.max()))


def _shifted(courses: Courses, rows: NDArray[np.intp], minutes: int) -> Courses:
    """Some of the courses, so many minutes later."""
    out = copy(courses)
    for name in COLUMNS:
        setattr(out, name, getattr(courses, name)[rows])
    out.now = courses.now + minutes
    out.end, out.arrive, out.loading = out.end + minutes, out.arrive + minutes, out.loading + minutes
    out.read_from = -1
    out.forget()
    return out
