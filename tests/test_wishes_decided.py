"""What the rule agents do about wishes: wait as long as is needed, go home in time, choose the cheaper breach."""

from __future__ import annotations

import pytest
from agent_world import Load
from small_world import LNG
from wish_world import HOME, at, clock, decided, stood

from memory.observed import Act
from memory.wishes.progress import Progress
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    Home,
    LongestHaul,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import Circle, Place

RICH = Load(0, 23.0, 23.0, 5_000, 120)
"""An order that nobody would leave: 5,000 yuan for two hours at the truck's feet."""


def test_to_be_home_by_eleven_one_leaves_in_time() -> None:
    # 0.36 degrees are 40.03 km, 41 minutes. At 22:10 there is time to wait until 22:15, and not until 22:20 (23:01).
    wish = stood(Home(place=HOME, by=23 * 60, stay_until=8 * 60))
    early, told = decided(wish, at(clock(0, 22, 10), 23.36))
    assert (early.action.act, early.action.minutes) == (Act.WAIT, 5)
    assert told.due == (f"wish 0 (home): begin by minute {clock(0, 22, 15)}",)
    last, _ = decided(wish, at(clock(0, 22, 17), 23.36))
    assert (last.action.act, last.action.lat, last.why) == (Act.REPOSITION, 23.0, "go home")


def test_at_home_the_night_is_one_wait() -> None:
    decision, _ = decided(stood(Home(place=HOME, by=23 * 60, stay_until=8 * 60)), at(clock(0, 22, 40)), [RICH])
    # 22:40 to 8:00 are 560 minutes, the last 50 of them for reading five lists; the rich order would run until 0:40.
    assert (decision.action.act, decision.action.minutes) == (Act.WAIT, 510)


def test_eight_hours_are_rested_in_one_piece_when_they_are_all_that_is_left() -> None:
    wish = stood(DailyRest(rest_min=480, counted="calendar_day"))
    decision, _ = decided(wish, at(clock(0, 15, 57)), [RICH])
    assert (decision.action.act, decision.action.minutes) == (Act.WAIT, 480)


def test_lists_that_were_read_before_are_rest_where_reading_is() -> None:
    wish = stood(DailyRest(rest_min=480, counted="calendar_day", reading_is_rest=True))
    # It is 16:20 and the step began at 15:50: the stretch goes on until 23:50 at the least.
    decision, _ = decided(wish, at(clock(0, 16, 20)), [RICH], read_min=30)
    assert (decision.action.act, decision.action.minutes) == (Act.WAIT, 450)


def test_an_order_after_lists_that_were_read_over_midnight_breaks_the_rest_of_the_day_before() -> None:
    """At rest since 20:00, the driver read from 23:50 to 0:10: four hours of day 0 if it waits now, or 3:50 if it takes
    an order."""
    wish = stood(DailyRest(rest_min=240, counted="calendar_day", reading_is_rest=True))
    resting = Progress(by_day={0: 230.0}, rest_from=clock(0, 20), rest_to=clock(0, 23, 50))
    decision, _ = decided(wish, at(clock(1, 0, 10)), [RICH], [resting], read_min=20)
    assert decision.action.act == Act.WAIT


def test_no_rest_is_broken_to_keep_days_in_hand_for_visits() -> None:
    """It is 18:21 of the last day but one, with the truck at rest since 16:47. The place of the last visit is 333.6 km,
    334 minutes away: reached today if it leaves by 18:25. Three hours of rest are over at 19:47: it goes tomorrow."""
    visit = Visits(place=HOME, at_least=1, penalty_fen=300_000, preference=1)
    wishes = stood(DailyRest(rest_min=180, counted="calendar_day", penalty_fen=30_000), visit)
    now = clock(29, 18, 21)
    rests = Progress(by_day={29: 94}, rest_from=clock(29, 16, 47), rest_to=now)
    decision, told = decided(wishes, at(now, 26.0), progress=[rests, Progress()])
    assert (decision.action.act, told.due) == (Act.WAIT, ())


def test_an_order_that_leaves_no_time_for_both_the_rest_and_the_visit_of_the_last_day_is_left() -> None:
    """Until 19:00 of the last day, then three hours of rest and 101 minutes to the place: 23:41. A rich order until
    19:30 would leave either to be broken."""
    visit = Visits(place=HOME, at_least=1, penalty_fen=300_000, preference=1)
    wishes = stood(DailyRest(rest_min=180, penalty_fen=30_000), visit)
    for minutes, act in ((9 * 60, Act.TAKE_ORDER), (9 * 60 + 30, Act.WAIT)):
        order = RICH._replace(end_lat=23.9, service_min=minutes)
        assert decided(wishes, at(clock(30, 10), 23.0), [order])[0].action.act == act


def test_a_hard_wish_is_not_traded_for_income_and_a_soft_one_is() -> None:
    hard = Category(names=("",), penalty_fen=100)
    assert decided(stood(hard), at(600), [RICH])[0].action.act == Act.WAIT
    soft = hard.model_copy(update={"hard": False})
    assert decided(stood(soft), at(600), [RICH])[0].action.act == Act.TAKE_ORDER
    dear = soft.model_copy(update={"penalty_fen": 600_000})
    assert decided(stood(dear), at(600), [RICH])[0].action.act == Act.WAIT


def test_of_two_wishes_that_contradict_the_cheaper_is_broken() -> None:
    # At 23:00 at home, and at 23:00 80 km (81 minutes) away for somebody: it is 22:00, 40 km from either.
    away = Place(lat=23.72, lng=LNG)
    home = Home(place=HOME, by=23 * 60, stay_until=8 * 60, preference=0, penalty_fen=90_000)
    errand = Errand(steps=(ErrandStep(place=away, deadline_min=clock(0, 23)),), preference=1, penalty_fen=900_000)
    decision, _ = decided(stood(home, errand), at(clock(0, 22, 16), 23.36))
    assert (decision.action.act, decision.action.lat) == (Act.REPOSITION, 23.72)
    assert "breaks or makes impossible wish 0 (home, 900 yuan a day)" in decision.why
    cheap = errand.model_copy(update={"penalty_fen": 10_000})
    decision, _ = decided(stood(home, cheap), at(clock(0, 22, 16), 23.36))
    assert (decision.action.act, decision.action.lat) == (Act.REPOSITION, 23.0)


@pytest.mark.parametrize(
    ("read_min", "due"), [(10, ()), (5, ()), (4, ("wish 0 (errand): cannot be kept by staying here",))]
)
def test_who_reads_lists_at_an_errand_s_place_is_there(read_min: int, due: tuple[str, ...]) -> None:
    """Reading until 10:05 from 09:55 or 10:00 is being there by 10:00, as the auditor counts; from 10:01 it is not."""
    errand = Errand(steps=(ErrandStep(place=HOME, deadline_min=clock(0, 10), stay_min=30),), penalty_fen=900_000)
    decision, told = decided(stood(errand), at(clock(0, 10, 5)), read_min=read_min)
    assert (decision.action.act, told.due) == (Act.WAIT, due)


def test_what_cannot_be_kept_is_said_and_work_goes_on() -> None:
    # 300 km in an hour: whatever is done, the errand is lost.
    lost = Errand(steps=(ErrandStep(place=Place(lat=25.7, lng=LNG), deadline_min=clock(0, 11)),), penalty_fen=900_000)
    decision, told = decided(stood(lost), at(600), [RICH])
    assert told.due == ("wish 0 (errand): cannot be kept by staying here",)
    assert decision.action.act == Act.TAKE_ORDER


def test_a_wish_that_was_not_understood_changes_nothing() -> None:
    unknown = Unknown(text="the route will be told later", why="no place")
    assert decided(stood(unknown), at(600), [RICH])[0] == decided((), at(600), [RICH])[0]


def test_the_same_wish_said_twice_is_kept_like_one() -> None:
    once, twice = QuietWindow(start=720, end=780), QuietWindow(start=720, end=780, preference=1)
    alone, both = (decided(stood(*wishes), at(660), [RICH])[0] for wishes in ((once,), (once, twice)))
    assert alone.action == both.action


def test_a_day_off_that_is_needed_is_waited_through() -> None:
    worked = Progress(by_day=dict.fromkeys(range(29), 1.0))
    decision, _ = decided(stood(DaysOff(at_least=2)), at(clock(29, 0, 0)), [RICH], [worked])
    assert (decision.action.act, decision.action.minutes) in {(Act.WAIT, 1440), (Act.WAIT, 2880), (Act.WAIT, 45)}


def test_without_wishes_nothing_is_weighed() -> None:
    _, told = decided((), at(600), [RICH])
    assert told.wishes is None
    _, told = decided(stood(LongestHaul(km=50)), at(600), [RICH])
    assert told.wishes is not None


def test_a_long_wait_among_the_proposals_spoils_no_other() -> None:
    # Waiting through a day off of tomorrow is one of the things to do; resting tonight is judged by itself.
    wishes = stood(OrdersPerDay(at_most=1), DailyRest(rest_min=120), DaysOff(at_least=31))
    done = [Progress(by_day={0: 1.0}), Progress(), Progress(by_day={0: 1.0}, lost={0: 0})]
    decision, _ = decided(wishes, at(76), [RICH], done)
    assert decision.action.act == Act.WAIT


@pytest.mark.parametrize("penalty_fen", [0, 200, 1_000_000])
def test_a_limit_s_penalty_is_not_what_its_kilometres_are_worth(penalty_fen: int) -> None:
    # 0.18 degrees of empty way are 20 of a day's 50 km; 1,500 yuan are worth them, however dear the 51st.
    wishes = stood(Deadhead(km=50, per="day", penalty_fen=penalty_fen))
    taken, _ = decided(wishes, at(clock(0, 8)), [Load(0, 23.18, 23.9, 1_500, 300)])
    assert taken.action.act == Act.TAKE_ORDER


def test_a_promised_load_is_taken_as_soon_as_it_is_on_offer_whatever_else_pays() -> None:
    """The words say neither where it is nor when; whoever leaves it may come second."""
    poor, rich = Load(0, 23.0, 23.09, 50, 60), Load(1, 23.0, 23.0, 5_000, 120)
    wish = stood(MustTake(load_id="L0"))
    assert decided(wish, at(600), [poor, rich])[0].action.load == 0
    had = [Progress(by_day={0: 1.0})]
    assert decided(wish, at(600), [poor, rich], had)[0].action.load == 1


def test_a_promised_load_waits_for_a_rest_as_long_as_it_is_listed() -> None:
    """Until midnight eight hours are left for the day's rest. The load is listed for days, or a minute more."""
    poor = Load(0, 23.0, 23.09, 50, 60)
    wishes = stood(
        DailyRest(rest_min=480, counted="calendar_day", penalty_fen=20_000),
        MustTake(load_id="L0", preference=1, penalty_fen=1_000_000),
    )
    assert decided(wishes, at(clock(0, 15, 57)), [poor])[0].action.act == Act.WAIT
    soon = decided(wishes, at(clock(0, 15, 57)), [poor._replace(remove_min=clock(0, 15, 58))])[0]
    assert (soon.action.act, soon.action.load) == (Act.TAKE_ORDER, 0)
    assert "daily_rest" in soon.why


def test_a_promised_load_is_taken_though_the_run_ends_before_it_is_delivered() -> None:
    late, wish = Load(0, 23.0, 23.09, 50, 600), stood(MustTake(load_id="L0", penalty_fen=1_000_000))
    assert decided(wish, at(clock(30, 20)), [late])[0].action.act == Act.TAKE_ORDER
    assert decided(stood(), at(clock(30, 20)), [late])[0].action.act == Act.WAIT


def test_who_stands_where_it_must_not_be_goes() -> None:
    """Ten kilometres outside the area to stay in, or two inside of the one to keep out of, when the wish begins."""
    stay = stood(AreaRule(rule="stay_in", areas=(Circle(lat=23.0, lng=LNG, radius_km=5.0),)))
    back, _ = decided(stay, at(600, 23.135))
    assert (back.action.act, back.action.lat) == (Act.REPOSITION, 23.0)
    out = stood(AreaRule(rule="keep_out", areas=(Circle(lat=23.0, lng=LNG, radius_km=5.0),)))
    away, _ = decided(out, at(600, 23.027))
    assert away.action.act == Act.REPOSITION
    assert haversine_km(away.action.lat, away.action.lng, 23.0, LNG) == pytest.approx(6.0, abs=0.01)
