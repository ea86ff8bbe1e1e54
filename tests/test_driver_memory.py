"""DriverMemory: what a driver has done, counted by day and as a whole, from the facts of its actions."""

from __future__ import annotations

import pytest
from agent_world import CELLS, moved, near, refused, seen, took, waited
from small_world import LNG

from memory.agent import MemoryAgent
from memory.observed import Act, Action, Outcome, Result
from memory.settings import MemorySettings
from memory.stores.driver import DriverMemory, RecentAction

DAY = 1440


class Diary:
    """One driver's memory, fed action by action; a step's lists take the minutes from `since` on."""

    def __init__(self, recent_actions: int = 20) -> None:
        self.agent = MemoryAgent(MemorySettings(recent_actions=recent_actions), 1, CELLS)

    def then(self, outcome: Outcome, since: int | None = None, plan: str = "") -> DriverMemory:
        start = outcome.start_min if since is None else since
        self.agent.observe(seen(outcome.start_min), (), outcome, plan, start)
        return self.agent.stores[0].driver


def test_a_day_s_actions_are_counted_and_a_new_day_starts_at_nothing() -> None:
    """Two waits, a move of 10 km and two orders on day 0; the wait at minute 1,440 is day 1's."""
    diary = Diary()
    for outcome in (waited(0), waited(30), took(1, 60), moved(120, 10, 10.0, 23.09), took(2, 130, 1310)):
        me = diary.then(outcome)
    assert (me.day, me.today.waits, me.today.repositions, me.today.takes) == (0, 2, 1, 2)
    assert me.today.deadhead_km == 10.0
    me = diary.then(waited(DAY))
    assert (me.day, me.today.waits, me.today.repositions, me.today.takes) == (1, 1, 0, 0)
    assert (me.orders_done, me.deadhead_km) == (2, 10.0)


# rest


def test_waits_that_touch_are_one_rest() -> None:
    """0-30 and 30-90 are 90 minutes; an order ends it; 150-190 is a rest of 40, not the longest."""
    diary = Diary()
    rests = [
        diary.then(outcome).today.longest_rest_min
        for outcome in (waited(0), waited(30, 60), took(1, 90), waited(150, 40))
    ]
    assert rests == [30, 90, 90, 90]


def test_reading_lists_before_a_wait_is_rest_too() -> None:
    """Contest rule 57: the rest begins with the waiting step, 3 minutes of reading and 477 of waiting are 480."""
    assert Diary().then(waited(3, 477), since=0).today.longest_rest_min == 480


@pytest.mark.parametrize(
    "interruption",
    [took(1, 60, 10), refused(1, 60, minutes=10), moved(60, 10, 10.0, 23.09)],
    ids=["order", "refused take", "move"],
)
def test_any_other_action_ends_a_rest(interruption: Outcome) -> None:
    diary = Diary()
    diary.then(waited(0, 60))
    diary.then(interruption)
    assert diary.then(waited(70, 50)).today.longest_rest_min == 60


def test_a_rest_across_midnight_counts_on_each_day_for_itself() -> None:
    """20:00 to 04:00 in one wait: 240 minutes before midnight, and the new day starts with 240 of its own."""
    diary = Diary()
    me = diary.then(waited(20 * 60, 480))
    assert (me.day, me.today.longest_rest_min) == (1, 240)
    # Half an hour more, still the same rest: 270 today.
    assert diary.then(waited(DAY + 240, 30)).today.longest_rest_min == 270


def test_a_rest_that_ends_at_midnight_is_the_old_day_s() -> None:
    diary = Diary()
    me = diary.then(waited(DAY - 60, 60))
    assert (me.day, me.today.longest_rest_min) == (0, 60)
    me = diary.then(waited(DAY, 20))
    assert (me.day, me.today.longest_rest_min) == (1, 20)


def test_a_rest_of_days_fills_each_of_them() -> None:
    """From 12:00 for 48 hours: half of day 0, all of day 1, and 720 minutes of day 2."""
    me = Diary().then(waited(720, 2 * DAY))
    assert (me.day, me.today.longest_rest_min) == (2, 720)


# days without an order


def test_days_without_an_order_are_finished_days_in_which_none_was_taken() -> None:
    """Day 0 has an order, day 1 none, day 2 one, days 3 and 4 pass in one wait; day 5 is not over."""
    diary = Diary()
    days_off = [
        diary.then(outcome).days_without_order
        for outcome in (
            took(1, 600),
            waited(DAY + 600),
            took(2, 2 * DAY + 60),
            waited(3 * DAY, 2 * DAY),
            waited(5 * DAY),
        )
    ]
    assert days_off == [0, 0, 1, 2, 3]


# money and kilometres


def test_income_and_empty_kilometres_add_up() -> None:
    """100 yuan less 10 + 20 km at 1.5 yuan = 5,500 fen; a move of 4 km costs 600; a missed window's 6 km 900."""
    diary = Diary()
    me = diary.then(took(1, 0, 60, yuan=100, pickup_km=10.0, pickup_min=10, haul_km=20.0))
    assert (me.earned_fen, me.deadhead_km, me.busy_min) == (near(5500.0), 10.0, 60)
    me = diary.then(moved(60, 4, 4.0, 23.036))
    assert (me.earned_fen, me.deadhead_km, me.busy_min) == (near(4900.0), 14.0, 64)
    me = diary.then(refused(2, 64, Result.WINDOW_MISSED, minutes=6, pickup_km=6.0))
    assert (me.earned_fen, me.deadhead_km, me.busy_min) == (near(4000.0), 20.0, 70)
    assert me.today.deadhead_km == 20.0
    me = diary.then(took(3, 70, yuan=100, haul_km=2.0, result=Result.CUT_OFF))
    assert (me.earned_fen, me.last_event_min) == (near(3700.0), 130)


def test_waits_and_lost_claims_in_a_row_end_with_an_order() -> None:
    diary = Diary()
    steps = [waited(0), refused(1, 30), waited(31), refused(2, 61, Result.EXPIRED), took(3, 62), refused(4, 122)]
    rows = [(me.waits_in_row, me.lost_in_row, me.lost) for me in map(diary.then, steps)]
    assert rows == [(1, 0, 0), (1, 1, 1), (2, 1, 1), (2, 2, 2), (0, 0, 2), (0, 1, 3)]


def test_a_move_that_is_refused_is_no_lost_claim_and_no_move() -> None:
    nowhere = Outcome(Action(Act.REPOSITION, lat=95.0), Result.BAD_TARGET, 0, 1, 23.0, LNG)
    me = Diary().then(nowhere)
    assert (me.lost, me.today.repositions) == (0, 0)
    assert list(me.recent) == [RecentAction(0, Act.REPOSITION, Result.BAD_TARGET, -1, 1, 0)]


# plan and recent actions


def test_a_plan_stands_until_another_one_or_none() -> None:
    """A wait makes facts 0 and 1, its plan fact 2; the same plan makes none; dropping it makes fact 7."""
    diary = Diary()
    plans = []
    for i, plan in enumerate(["rest till 6", "rest till 6", ""]):
        me = diary.then(waited(30 * i), plan=plan)
        plans.append((me.plan, me.plan_fact))
    assert plans == [("rest till 6", 2), ("rest till 6", 2), ("", 7)]


def test_recent_actions_are_the_newest_so_many() -> None:
    """Facts: wait 0-1, take 2-3, refusal 4, wait 5-6, move 7. The ring of three has forgotten the first two."""
    diary = Diary(recent_actions=3)
    nothing = Outcome(Action(Act.WAIT, minutes=0), Result.BAD_TARGET, 91, 92, 23.0, LNG)
    for outcome in (waited(0), took(8, 30), refused(9, 90), nothing, moved(92, 4, 4.0, 23.036)):
        me = diary.then(outcome)
    assert list(me.recent) == [
        RecentAction(90, Act.TAKE_ORDER, Result.CLAIMED_BY_OTHER, 9, 1, 4),
        RecentAction(91, Act.WAIT, Result.BAD_TARGET, -1, 1, 5),
        RecentAction(92, Act.REPOSITION, Result.DONE, -1, 4, 7),
    ]
