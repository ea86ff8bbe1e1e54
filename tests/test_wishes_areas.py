"""Areas that are closed on a day: who may still stand there the day before is out of them in time.

0.09 degrees of latitude are 10.0075 km, 11 minutes. March begins on a Sunday; day 3 is the 4th.
"""

from __future__ import annotations

from datetime import date

import pytest
from agent_world import Load
from small_world import LNG
from wish_world import at, clock, decided, priced, stood

from memory.observed import Act
from memory.wishes.areas import closing_min
from memory.wishes.progress import Progress
from scenarios.preferences.areas import Ground
from scenarios.preferences.kinds import AreaRule
from scenarios.preferences.parts import Box, Circle, Days

CIRCLE = Circle(lat=23.0, lng=LNG, radius_km=10.0)
BOX = Box(south=22.9, north=23.1, west=112.9, east=113.1)
FOURTH = Days(dates=(date(2026, 3, 4),))


def closed(area: Circle | Box) -> AreaRule:
    return AreaRule(rule="keep_out", areas=(area,), days=FOURTH, penalty_fen=300_000)


def test_the_way_out_is_the_short_one() -> None:
    # From 5.004 km north of the middle: 10 + 1 km are 0.0989 degrees. West of the box 1 km is 0.0098 degrees.
    assert Ground(CIRCLE).way_out(23.045, LNG) == pytest.approx((23.0989, LNG), abs=1e-4)
    assert Ground(BOX).way_out(23.0, 112.92) == pytest.approx((23.0, 112.8902), abs=1e-4)


def test_an_order_that_ends_inside_leaves_time_to_get_out() -> None:
    """The way out from the middle is 11 km, 12 minutes when rounded up: until 23:46, with two minutes in hand, and no
    later."""
    wishes = stood(closed(CIRCLE))
    now = at(clock(2, 12), 23.9)
    into = [Load(i, 23.9, 23.0, 500, minutes) for i, minutes in enumerate((11 * 60 + 46, 11 * 60 + 47))]
    assert priced(wishes, now, into).broken[0].tolist() == [0, 1]
    away = Load(0, 23.9, 23.5, 500, 11 * 60 + 47)
    assert priced(wishes, now, [away]).broken == {}


def test_the_truck_leaves_before_midnight() -> None:
    wishes = stood(closed(CIRCLE))
    early, told = decided(wishes, at(clock(2, 22)))
    assert (early.action.act, told.due) == (Act.WAIT, (f"wish 0 (area): begin by minute {clock(2, 23, 45)}",))
    late, _ = decided(wishes, at(clock(2, 23, 44)))
    assert (late.action.act, late.why) == (Act.REPOSITION, "leave the area")
    assert late.action.lat == pytest.approx(23.0989, abs=1e-3)


def test_it_is_lost_once() -> None:
    """At 23:55 nobody comes out in time any more: the day is lost, and breaks nothing a second time."""
    wishes = stood(closed(CIRCLE))
    order = Load(0, 23.0, 23.0, 500, 1)
    now = at(clock(2, 23, 55))
    assert priced(wishes, now, [order]).broken[0].tolist() == [1]
    assert priced(wishes, now, [order], [Progress(lost={3: clock(2, 23, 49)})]).broken == {}


def test_only_an_area_that_is_open_now_can_close() -> None:
    always = stood(AreaRule(rule="keep_out", areas=(CIRCLE,)))[0]
    assert closing_min(always, clock(2, 12)) is None
    dated = stood(closed(CIRCLE))[0]
    assert [closing_min(dated, clock(day, 12)) for day in (2, 3, 4)] == [clock(3, 0), None, None]
