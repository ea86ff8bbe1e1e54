"""Every kind of wish, with numbers a person can check: which orders break it, and which still leave it possible."""

from __future__ import annotations

import numpy as np
import pytest
from agent_world import Load
from small_world import LNG
from wish_world import HOME, MONTH, at, clock, priced, stood

from agents.rule.pricing import UNPRICED_FEN
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, Place


def units(
    constraint: Constraint,
    minute: int,
    *loads: Load,
    lat: float = 23.0,
    progress: Progress | None = None,
    days: int = 31,
    rules: str = "standard",
) -> list[float]:
    """Breaches of the one wish by each load."""
    wishes = stood(constraint, days=days, rules=rules)
    prices = priced(wishes, at(minute, lat), loads, None if progress is None else [progress])
    broken: list[float] = prices.broken.get(0, np.zeros(len(loads))).tolist()
    return broken


def order(minutes: int, *, start: float = 23.0, end: float = 23.0, load: int = 0) -> Load:
    """An order at the truck's feet that takes so many minutes."""
    return Load(load, start, end, 100, minutes)


def test_home_is_counted_backwards_through_the_chosen_order() -> None:
    # It is 21:00. 0.225 degrees are 25.02 km, 26 minutes: from 21:30 one is home at 21:56; from 22:32 at 22:58, which
    # leaves the two minutes that are kept in hand; from 22:33 at 22:59, which does not.
    wish = Home(place=HOME, by=23 * 60, stay_until=8 * 60)
    near = [order(minutes, end=23.225, load=i) for i, minutes in enumerate((30, 92, 93))]
    assert units(wish, clock(0, 21), *near) == [0, 0, 1]


def test_an_order_through_the_night_at_home_breaks_it_and_one_that_begins_after_it_does_not() -> None:
    wish = Home(place=HOME, by=23 * 60, stay_until=8 * 60)
    # Home at 23:30: an order now breaks the night; at 8:00 it is over.
    assert units(wish, clock(0, 23, 30), order(60)) == [1]
    assert units(wish, clock(1, 8), order(60)) == [0]


def test_rest_by_calendar_day_needs_what_is_left_of_the_day() -> None:
    # 8 hours by midnight have to begin at 16:00; two minutes are kept in hand.
    wish = DailyRest(rest_min=480, counted="calendar_day")
    orders = [order(58, load=0), order(59, load=1)]
    assert units(wish, clock(0, 15), *orders) == [0, 1]
    had = Progress(by_day={0: 480.0})
    assert units(wish, clock(0, 15), *orders, progress=had) == [0, 0]


def test_rest_that_may_begin_at_the_day_s_end_is_lost_by_an_order_over_midnight() -> None:
    wish = DailyRest(rest_min=480)
    assert units(wish, clock(0, 22), order(117, load=0), order(121, load=1)) == [0, 1]


def test_on_the_last_day_rest_has_to_be_over_by_its_end() -> None:
    wish = DailyRest(rest_min=480)
    assert units(wish, clock(30, 15), order(58, load=0), order(59, load=1)) == [0, 1]


def test_rolling_rest_counts_from_when_the_last_one_could_begin() -> None:
    # Rested from 0:00 to 8:00. The next eight hours have to be over by 24:00, so they begin by 16:00.
    wish = DailyRest(rest_min=480, counted="rolling_24h")
    had = Progress(rest_from=0, rest_to=480, full_to=480)
    assert units(wish, clock(0, 15), order(58, load=0), order(59, load=1), progress=had) == [0, 1]


def test_a_quiet_window_is_touched_by_the_minute() -> None:
    wish = QuietWindow(start=23 * 60, end=6 * 60)
    assert units(wish, clock(0, 22), order(60, load=0), order(61, load=1)) == [0, 1]
    assert units(wish, clock(1, 5, 59), order(1)) == [1]
    assert units(wish, clock(1, 6), order(1)) == [0]


def test_days_off_count_the_days_that_are_left() -> None:
    # March has 31 days; on 28 of them was work. Two days off of the last three: one may still be worked on.
    wish = DaysOff(at_least=2)
    worked = Progress(by_day=dict.fromkeys(range(28), 1.0))
    assert units(wish, clock(28, 8), order(60, load=0), order(20 * 60, load=1), progress=worked) == [0, 1]


def test_single_orders() -> None:
    long_way, near = order(60, end=23.9), order(60, end=23.09, load=1)  # 100.1 km and 10.0 km
    assert units(LongestHaul(km=100), 600, long_way, near) == [1, 0]
    far, close = order(60, start=23.45), order(60, start=23.44, load=1)  # 50.04 km and 48.93 km away
    assert units(LongestPickup(km=50), 600, far, close) == [1, 0]
    assert units(Category(names=("",)), 600, order(60)) == [1]
    assert units(Category(names=("coal",)), 600, order(60)) == [0]


def test_deadhead_prices_what_is_over() -> None:
    # 95 km are driven; 10.0075 km to the pickup are 5.0075 km over.
    driven = Progress(by_day={0: 95.0})
    over = units(Deadhead(km=100), 600, order(60, start=23.09), order(60, load=1), progress=driven)
    assert over == pytest.approx([5.0075, 0], abs=1e-3)


def test_the_first_order_and_their_number() -> None:
    by_noon = FirstOrderBy(by=720)
    assert units(by_noon, clock(0, 12), order(60)) == [0]
    assert units(by_noon, clock(0, 12, 1), order(60)) == [1]
    assert units(by_noon, clock(0, 12), order(60), rules="tianchi-r0509") == [1]  # sharp is late there
    assert units(by_noon, clock(0, 13), order(60), progress=Progress(by_day={0: 1.0})) == [0]
    assert units(OrdersPerDay(at_most=2), 600, order(60), progress=Progress(by_day={0: 2.0})) == [1]
    assert units(LongHauls(over_km=50, at_most=1), 600, order(60, end=23.9), progress=Progress(by_day={3: 1.0})) == [1]
    assert units(CategoryQuota(names=("",), at_most=1, per="day"), 600, order(60), progress=Progress({0: 1.0})) == [1]


def test_areas_along_the_way() -> None:
    circle = Circle(lat=23.45, lng=LNG, radius_km=5.0)  # from 23.405 to 23.495 on the meridian
    through, before = order(60, end=23.9), order(60, end=23.36, load=1)
    assert units(AreaRule(rule="keep_out", areas=(circle,)), 600, through, before) == [1, 0]
    assert units(AreaRule(rule="keep_out", areas=(circle,), applies_to="orders"), 600, through) == [0]
    box = Box(south=22.9, north=23.5, west=112.9, east=113.1)
    assert units(AreaRule(rule="stay_in", areas=(box,)), 600, through, before) == [1, 0]
    ban = BanAfterTouch(touched=circle, banned=(box,))
    assert units(ban, 600, before) == [0]
    assert units(ban, 600, before, progress=Progress(by_day={0: 1.0})) == [1]


def test_an_area_s_rim_is_no_trap() -> None:
    circle = AreaRule(rule="keep_out", areas=(Circle(lat=23.2, lng=LNG, radius_km=22.2),))  # 40 m from the truck
    away, into, through = (order(60, start=22.8, end=end, load=i) for i, end in enumerate((22.5, 23.2, 23.9)))
    assert units(circle, 600, away, into, through) == [0, 1, 1]


def test_visits_need_a_day_each() -> None:
    """One visit is left on the last day. 0.9 degrees are 100.1 km, 101 minutes."""
    wish = Visits(place=HOME, at_least=1)
    far = [order(minutes, end=23.9, load=i) for i, minutes in enumerate((600, 750))]  # 18:00 and 20:30
    assert units(wish, clock(30, 8), *far) == [0, 0]
    assert units(wish, clock(30, 8), order(14 * 60 + 30, end=23.9)) == [1]  # until 22:30: there at 0:11


def test_two_days_are_kept_in_hand_for_hard_visits_as_long_as_there_are() -> None:
    """One visit is left on the third last day: made today it leaves two in hand, and less weighs, but breaks nothing.
    From 101 minutes away at 22:30 today is lost already, and one day in hand is what there is."""
    wishes = stood(Visits(place=HOME, at_least=1, penalty_fen=300_000))
    late = order(14 * 60 + 30, end=23.9)
    priced_late = priced(wishes, at(clock(28, 8)), [late])
    assert (priced_late.broken, priced_late.hard.tolist()) == ({}, [UNPRICED_FEN])
    assert priced(wishes, at(clock(28, 22, 30), 23.9), [order(60, start=23.9, end=23.9)]).hard.tolist() == [0]
    soft = stood(Visits(place=HOME, at_least=1, hard=False))
    assert priced(soft, at(clock(28, 8)), [late]).hard.tolist() == [0]


def test_days_on_which_an_errand_holds_the_driver_are_none_for_visits() -> None:
    """Twelve days are judged. From 10:00 of day 9 on the driver stands at 23.9, 101 minutes away: days 10 and 11 are
    taken, so of days 8 and 9 both are needed. An order until 22:15 leaves time to come by at 23:56; one until 1:00 does
    not, but where one visit is enough there is the morning of day 9."""
    stay = ErrandStep(place=Place(lat=23.9, lng=LNG), deadline_min=clock(9, 10), stay_until_min=clock(12, 22))
    for at_least, expected in ((2, [0, 1]), (1, [0, 0])):
        wishes = stood(
            Errand(steps=(stay,)), Visits(place=HOME, at_least=at_least, preference=1), days=12, rules="tianchi-r0509"
        )
        loads = [order(14 * 60 + 15, end=23.9, load=0), order(17 * 60, end=23.9, load=1)]
        broken = priced(wishes, at(clock(8, 8)), loads).broken.get(1, np.zeros(2))
        assert broken.tolist() == expected


def test_visits_that_were_all_made_ask_for_nothing_more() -> None:
    """On the last day but one, of two visits both made, an order into the day after the month is free."""
    made = Progress(by_day={3: 1.0, 4: 1.0})
    assert units(Visits(place=HOME, at_least=2), clock(29, 20), order(40 * 60, end=23.9), progress=made) == [0]
    assert units(Visits(place=HOME, at_least=3), clock(29, 20), order(40 * 60, end=23.9), progress=made) == [1]


def test_an_errand_goes_through_all_its_steps() -> None:
    # Fetch somebody at 23.45 (50.04 km, 51 minutes), wait ten minutes, be home by 22:00: from there another 51 minutes.
    away = Place(lat=23.45, lng=LNG)
    steps = (ErrandStep(place=away, stay_min=10), ErrandStep(place=HOME, deadline_min=clock(0, 22)))
    # From home at 20:06: 20:57, 21:07, 21:58 and two minutes in hand; at 20:09 it is 22:01.
    wish = Errand(steps=steps)
    assert units(wish, clock(0, 20), order(6, load=0), order(9, load=1)) == [0, 1]


def test_a_stay_until_a_minute_is_begun_before_it_where_no_deadline_is_said() -> None:
    # "Go to 23.45, then home, and stay there until 22:00": as above, home is reached in time or there is no staying.
    away = ErrandStep(place=Place(lat=23.45, lng=LNG), stay_min=10)
    wish = Errand(steps=(away, ErrandStep(place=HOME, stay_until_min=clock(0, 22))))
    assert units(wish, clock(0, 20), order(6, load=0), order(9, load=1)) == [0, 1]
    # With the first step done home alone is ahead, 51 minutes from 23.45: an order ends there at 21:07, or too late.
    there = [order(minutes, end=23.45, load=i) for i, minutes in enumerate((67, 69))]
    assert units(wish, clock(0, 20), *there, progress=Progress(step=1)) == [0, 1]


def test_a_promised_load_is_waited_for_where_it_will_be() -> None:
    wish = MustTake(load_id="L0", place=Place(lat=23.45, lng=LNG), listed_min=clock(0, 12), end_min=clock(0, 13))
    # 51 minutes away: an order that ends here at 11:06 leaves time (and two minutes), one until 11:10 does not.
    assert units(wish, clock(0, 10), order(66, load=1), order(70, load=2)) == [0, 1]
    assert units(wish, clock(0, 12, 5), order(60, load=0), order(60, load=1)) == [0, 1]  # row 0 is the load itself


def test_a_wish_that_applies_from_the_tenth_says_nothing_before() -> None:
    from_tenth = Days(first=np.datetime64("2026-03-10").astype(object))
    wish = QuietWindow(start=12 * 60, end=13 * 60, days=from_tenth)
    assert units(wish, clock(8, 12), order(30)) == [0]
    assert units(wish, clock(9, 12), order(30)) == [1]


def test_a_cap_that_is_used_up_leaves_nothing_to_pay_and_a_hard_wish_still_counts() -> None:
    wish = LongestHaul(km=5, penalty_fen=10_000, cap_fen=20_000)
    for used, fen in ((0.0, 10_000), (15_000.0, 5_000), (20_000.0, 0)):
        prices = priced(stood(wish), at(600), [order(60, end=23.09)], [Progress(used_fen=used)])
        assert prices.fen.tolist() == [fen]
        assert prices.hard[0] == fen + 100
    uncapped = LongestHaul(km=5, penalty_fen=10_000)
    prices = priced(stood(uncapped), at(600), [order(60, end=23.09)], [Progress(used_fen=1e9)])
    assert prices.fen.tolist() == [10_000]


def test_constraints_of_one_preference_share_its_cap() -> None:
    wishes = stood(
        LongestHaul(km=5, penalty_fen=10_000, cap_fen=15_000), LongestPickup(km=5, penalty_fen=10_000, cap_fen=15_000)
    )
    prices = priced(wishes, at(600), [order(60, start=23.09, end=23.18)])
    assert prices.fen.tolist() == [15_000]


def test_the_month_of_a_short_run_under_standard_rules_ends_with_the_calendar() -> None:
    # Days off can still be had after the week, so it may all be worked; the contest's month is the run.
    wish = DaysOff(at_least=2)
    worked = Progress(by_day=dict.fromkeys(range(6), 1.0))
    assert units(wish, clock(6, 8), order(60), progress=worked, days=7) == [0]
    free = Progress(by_day=dict.fromkeys(range(5), 1.0))
    assert units(wish, clock(5, 8), order(60), progress=free, days=7, rules="tianchi-r0509") == [1]
    assert MONTH == 44_640


def test_by_the_contest_nothing_may_end_at_home_before_the_stops_on_the_way_are_done() -> None:
    """The errand begins at 10:00: an order that ends at home at 9:59 is none of it, and one at 10:00 is taken for its
    end. By the words one may come by."""
    fetch = ErrandStep(place=Place(lat=23.45, lng=LNG), earliest_min=clock(0, 10), stay_min=10)
    wish = Errand(steps=(fetch, ErrandStep(place=HOME, deadline_min=clock(0, 22))), late_fen_per_min=500)
    by = [order(59, load=0), order(60, load=1)]
    lost = {
        rules: priced(stood(wish, rules=rules), at(clock(0, 9)), by).broken.get(0, np.zeros(2)).tolist()
        for rules in ("standard", "tianchi-r0509")
    }
    assert lost == {"standard": [0, 0], "tianchi-r0509": [0, 1]}


def test_a_duty_without_a_time_is_due_when_the_run_ends_if_that_is_judged() -> None:
    """101 minutes to the place, on the last evening: by the contest what was not done is missed."""
    wish = Errand(steps=(ErrandStep(place=Place(lat=23.9, lng=LNG)),))
    for rules, expected in (("standard", [0, 0]), ("tianchi-r0509", [0, 1])):
        late = [order(60 * 4 + 15, load=0), order(60 * 4 + 20, load=1)]  # 22:15 and 22:20, then 101 minutes and two
        broken = priced(stood(wish, rules=rules), at(clock(30, 18)), late).broken.get(0, np.zeros(2))
        assert broken.tolist() == expected


def test_days_for_visits_end_with_the_wish() -> None:
    """In force until the evening of the third day: on it the last visit has to be made."""
    wish = Visits(place=HOME, at_least=1, end_min=clock(2, 23, 59))
    assert units(wish, clock(2, 8), order(14 * 60 + 30, end=23.9)) == [1]
    assert units(wish, clock(1, 8), order(14 * 60 + 30, end=23.9)) == [0]


def test_near_the_end_of_a_period_orders_that_bring_nothing_weigh() -> None:
    """Two orders of a category in the month, and three days are left."""
    wish = CategoryQuota(names=("",), at_least=2)
    plain = order(60)
    assert priced(stood(wish), at(clock(25, 8)), [plain]).hard.tolist() == [0]
    assert priced(stood(wish), at(clock(28, 8)), [plain]).hard.tolist() == [0]  # it is of the category
    other = CategoryQuota(names=("fish",), at_least=2)
    assert priced(stood(other), at(clock(25, 8)), [plain]).hard.tolist() == [0]
    assert priced(stood(other), at(clock(28, 8)), [plain]).hard.tolist() == [UNPRICED_FEN]
