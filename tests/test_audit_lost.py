"""From which minute on an errand that was not done had become impossible.

0.09 degrees of latitude are 10.0075 km: 11 minutes at 60 km/h. From 23.0 (home) to 23.36 it is 41 minutes.
"""

from __future__ import annotations

from datetime import datetime

import pytest
from audit_world import DAY, HOME, Log, at, audit, verdict
from small_world import LNG

from dispatch.audit.lines import audit_lines
from scenarios.counting import TIANCHI_0529_COUNTING, TIANCHI_COUNTING, Counting
from scenarios.preferences.kinds import Errand, ErrandStep
from scenarios.preferences.parts import Place

AWAY, NEAR = Place(lat=23.36, lng=LNG), Place(lat=HOME, lng=LNG)
BY_NOON = Errand(steps=(ErrandStep(place=AWAY, deadline_min=720),))


def lost(log: Log, errand: Errand, counting: Counting | None = None, days: int = 3) -> list[int | None]:
    settings = {} if counting is None else {"counting": counting}
    return [breach.lost_min for breach in verdict(log, errand, days=days, **settings).breaches]


def test_who_waits_too_long_has_lost_it_a_minute_after_the_last_in_time() -> None:
    """Off at 11:19 the truck is there at 12:00."""
    assert lost(Log().wait(3 * DAY), BY_NOON) == [at(0, 11) + 20]


def test_an_order_that_leaves_no_time_is_the_moment_it_was_lost() -> None:
    """Taken at 10:00 after ten minutes of reading, it ends at 11:30 where it began: 41 minutes away."""
    log = Log().wait(590).order(0, 90, HOME, reading=10).wait(3 * DAY)
    assert lost(log, BY_NOON) == [601]


def test_an_order_that_ends_in_time_is_not() -> None:
    """It ends at 11:15 here, and the driver waits."""
    log = Log().wait(600).order(0, 75, HOME).wait(3 * DAY)
    assert lost(log, BY_NOON) == [680]


def test_where_the_run_s_last_step_is_an_order_the_driver_may_leave_after_it() -> None:
    log = Log().wait(600).order(0, 60, HOME)
    assert lost(log.wait(1), BY_NOON, TIANCHI_0529_COUNTING) == [680]
    log.deeds.pop()
    assert lost(log, BY_NOON, TIANCHI_0529_COUNTING) == [680]


def test_what_was_out_of_reach_when_it_was_told_was_lost_from_the_first() -> None:
    assert lost(Log().wait(3 * DAY), BY_NOON.model_copy(update={"start_min": 690})) == [690]


def test_stays_at_the_stops_on_the_way_take_their_time() -> None:
    """An hour at 23.36 from 10:00 at the earliest, then home by 13:00: to be there at 11:19, off at 10:38."""
    errand = Errand(
        steps=(
            ErrandStep(place=AWAY, earliest_min=600, stay_min=60),
            ErrandStep(place=NEAR, deadline_min=780),
        )
    )
    assert lost(Log().wait(3 * DAY), errand) == [at(0, 10) + 39]
    there = Log().wait(500).drive(41, 23.36).wait(160)  # done at 11:00, and stays until 11:41
    assert lost(there.wait(3 * DAY), errand) == [at(0, 12) + 20]


def test_leaving_before_the_stay_is_over_loses_it() -> None:
    """To stay until the evening cannot be made good again; an hour can, until the day's last in time."""
    until = Errand(steps=(ErrandStep(place=NEAR, deadline_min=720, stay_until_min=1200),))
    assert lost(Log().wait(900).drive(30, 23.2).drive(30, HOME).wait(3 * DAY), until) == [900]
    hour = Errand(steps=(ErrandStep(place=NEAR, deadline_min=720, stay_min=60, earliest_min=600),))
    assert lost(Log().wait(630).drive(30, 23.2).wait(3 * DAY), hour) == [at(0, 11) + 38]  # 22.24 km: 23 minutes


def test_the_lines_say_it() -> None:
    lines = audit_lines([audit(Log().wait(3 * DAY), BY_NOON, days=3)], datetime(2026, 3, 1))
    assert lines[-1].endswith("; 1 month, 0.00 yuan, impossible from 2026-03-01 11:20 on, avoidable")


HOMEWARD = Errand(
    steps=(
        ErrandStep(place=AWAY, earliest_min=600, stay_min=10),
        ErrandStep(place=NEAR, deadline_min=1320, stay_until_min=at(2, 12)),
    ),
    late_fen_per_min=500,
    penalty_fen=900_000,
)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        # home by noon of the third day at the latest: off at 10:28 for 41 + 10 + 41 minutes
        (Log(lat=23.18).wait(3 * DAY), at(2, 12) - 41 - 10 - 21 + 1),
        # picked up at 10:10, never home: off at 11:19 of the third day
        (Log(lat=23.36).wait(3 * DAY), at(2, 12) - 41 + 1),
        # the first step that ends after 10:00 ends at home
        (Log().wait(640).drive(41, 23.36).wait(10).drive(41, HOME).wait(3 * DAY), 640),
        # home at 700, off again at 800
        (Log(lat=23.36).wait(659).drive(41, HOME).wait(100).drive(30, 23.1).drive(30, HOME).wait(3 * DAY), 800),
    ],
)
def test_the_contest_s_errand_home(log: Log, expected: int) -> None:
    found = verdict(log, HOMEWARD, days=3, counting=TIANCHI_COUNTING).breaches
    assert [b.lost_min for b in found if b.unit == "month"] == [expected]
    assert [b.lost_min for b in found if b.unit == "minute"] in ([], [None])


def test_the_contest_s_stop_of_a_day() -> None:
    """Two hours at 23.36 on the first day, after coming by noon. Who comes and leaves may be back by 22:00."""
    errand = Errand(steps=(ErrandStep(place=AWAY, earliest_min=0, deadline_min=720, stay_min=120),))
    assert lost(Log().wait(3 * DAY), errand, TIANCHI_0529_COUNTING) == [at(0, 11) + 20]
    left = Log().wait(500).drive(41, 23.36).wait(100).drive(41, HOME).wait(3 * DAY)
    assert lost(left, errand, TIANCHI_0529_COUNTING) == [at(0, 22) - 41 + 1]
