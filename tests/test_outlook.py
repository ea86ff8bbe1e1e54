"""What later hours are worth to a driver with wishes, in a market of one order: ten hours for 600 yuan."""

from __future__ import annotations

import numpy as np
import pytest
from wish_world import HOME, MONTH, clock, stood

from agents.rule.outlook import BEST_AGAIN, ORDERED, RESTED, Outlook, Sample
from memory.wishes.courses import still
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import Constraint, DailyRest, FirstOrderBy, Home, QuietWindow

NIGHT = QuietWindow(start=23 * 60, end=6 * 60)


def outlook(*wishes: Constraint, now: int = 0, home_min: int = 0) -> Outlook:
    """Reading takes no time; after three days a minute earns nothing."""
    standing = stood(*wishes)
    sample = Sample(np.array([600]), np.array([60_000.0]), np.array([home_min]))
    return Outlook(standing, [Progress() for _ in standing], now, MONTH, sample, 0.0, 0)


def worth(seen: Outlook, minute: int, state: int = RESTED) -> float:
    return float(seen.worth(np.array([minute]), np.array([state]))[0])


def test_minutes_in_which_nothing_may_begin_are_worth_nothing() -> None:
    # An order takes until 23:00 at the latest where it begins by 13:00: from then until 6:00 all minutes are alike.
    seen = outlook(NIGHT)
    assert worth(seen, clock(0, 13, 30)) == worth(seen, clock(0, 23)) == worth(seen, clock(1, 6))
    assert worth(seen, clock(1, 3)) == worth(seen, clock(1, 6))
    assert worth(seen, clock(0, 12)) > worth(seen, clock(0, 14))


def test_an_order_that_leads_home_in_time_is_allowed_and_one_that_does_not_is_not() -> None:
    # Ten hours from 12:00 and an hour's way home are in time at 23:00; from 12:01 they are not.
    seen = outlook(Home(place=HOME, by=23 * 60, stay_until=8 * 60), home_min=60)
    start = np.array([clock(0, 12), clock(0, 12, 1), clock(1, 7, 59), clock(1, 8)])
    assert seen.allowed(start, start + 600, np.full(4, 60)).tolist() == [True, False, False, True]


def test_a_rest_that_is_had_is_worth_more_and_one_that_is_no_longer_possible_is_dear() -> None:
    seen = outlook(DailyRest(rest_min=480, counted="calendar_day"))
    noon = clock(0, 12)
    assert worth(seen, noon, RESTED) > worth(seen, noon, 0)
    # From 16:00 eight hours are left, from 16:30 on they are not.
    assert worth(seen, clock(0, 17), 0) < worth(seen, clock(0, 15), 0) - 500_000


def test_a_wait_that_ends_a_rest_leaves_the_day_rested() -> None:
    seen = outlook(DailyRest(rest_min=480, counted="calendar_day"))
    waits = still(0, 23.0, 113.0, 60.0, [479, 480], waits=True)
    assert seen.states(waits).tolist() == [0, RESTED]
    # Who has waited for 479 minutes waits for the last one too: no more than a minute's worth lies between the two.
    short, whole = seen.after(waits).tolist()
    assert short == pytest.approx(whole, abs=200.0)


def test_after_the_hour_of_the_first_order_only_a_day_with_an_order_goes_on() -> None:
    seen = outlook(FirstOrderBy(by=720))
    afternoon = clock(0, 13)
    assert worth(seen, afternoon, RESTED | ORDERED) > worth(seen, afternoon, RESTED)
    assert seen.gain(afternoon, RESTED, np.array([clock(0, 23)])).tolist() == [-np.inf]


def test_without_wishes_every_minute_earns_alike() -> None:
    # Eight orders of ten hours begin in three days at most: 8 x 60,000 fen in 4,320 minutes are 111 a minute; each half
    # hour the order is on offer with probability 0.632.
    seen = outlook()
    assert 60.0 < seen.per_min < 111.2
    assert float(BEST_AGAIN.sum()) == pytest.approx(1.0)
