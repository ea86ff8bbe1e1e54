"""Every limit of the three laws at one minute less, at it, and one minute more; and what ends each count."""

from __future__ import annotations

import pytest
from audit_world import DAY, Log, audit, loads_between

from dispatch.audit.records import Verdict
from scenarios.hours_of_service import HoursOfService

HOUR = 60


def law(log: Log, rules: str, kind: str, days: int = 7, **settings: object) -> Verdict:
    """The verdict on one limit of a law."""
    hours = HoursOfService.model_validate({"rules": rules, **settings})
    return next(v for v in audit(log, days=days, hours=hours).verdicts if v.kind == kind)


def minutes(found: Verdict) -> list[int]:
    """How many minutes each breach has, read from what is said first: "N min of driving"."""
    return [int(breach.said.split()[0]) for breach in found.breaches]


def spans(found: Verdict) -> list[tuple[int, int]]:
    return [(breach.start_min, breach.end_min) for breach in found.breaches]


# China: no more than 240 min of driving without a stop of 20 min


@pytest.mark.parametrize(("drive", "broken"), [(239, []), (240, []), (241, [(240, 241)])])
def test_cn_four_hours_of_driving(drive: int, broken: list[tuple[int, int]]) -> None:
    found = law(Log().drive(drive).wait(DAY), "cn", "continuous_driving")
    assert spans(found) == broken
    assert found.hard
    assert "Article 62" in found.text


@pytest.mark.parametrize(("stop", "broken"), [(19, [(259, 319)]), (20, []), (21, [])])
def test_cn_a_stop_of_twenty_minutes(stop: int, broken: list[tuple[int, int]]) -> None:
    """240 min of driving, a stop, 60 min more: with 19 min of stop the 241st minute of driving begins at 259."""
    assert spans(law(Log().drive(240).wait(stop).drive(60).wait(DAY), "cn", "continuous_driving")) == broken


def test_cn_loading_is_a_stop() -> None:
    """240 min to the pickup, 20 min of loading, 60 of haul, 20 of unloading: nothing is more than 240 in one piece."""
    loads = loads_between((23.0, 23.5))
    log = Log().order(0, 340, pickup=240, haul=60).drive(180).wait(DAY)
    hours = HoursOfService(rules="cn")
    assert audit(log, days=7, loads=loads, hours=hours).verdicts[0].breaches == ()
    short = Log().order(0, 338, pickup=240, haul=60).drive(180).wait(DAY)  # 19 min of loading, 19 of unloading
    (breach,) = audit(short, days=7, loads=loads, hours=hours).verdicts[0].breaches
    # 240 + 60 + 180 = 480 min of driving; the first of them over is minute 240 + 19
    assert (breach.start_min, breach.said) == (259, "480 min of driving without a break of 20 min, 240 at most")
    assert breach.steps == (1, 2)


def test_a_price_is_charged_for_each_breach_and_without_one_it_costs_nothing() -> None:
    log = Log().drive(241).wait(20).drive(250).wait(DAY)
    free = audit(log, days=7, hours=HoursOfService(rules="cn"))
    assert (len(free.verdicts[0].breaches), free.penalty_fen) == (2, 0)
    assert audit(log, days=7, hours=HoursOfService(rules="cn", penalty_fen=20_000)).penalty_fen == 40_000
    assert audit(log, days=7).verdicts == ()


# EU: 45 min after 4.5 h of driving, or 15 and then 30


@pytest.mark.parametrize(("drive", "broken"), [(269, 0), (270, 0), (271, 1)])
def test_eu_four_and_a_half_hours_of_driving(drive: int, broken: int) -> None:
    assert len(law(Log().drive(drive).wait(DAY), "eu", "continuous_driving").breaches) == broken


@pytest.mark.parametrize(("rest", "broken"), [(44, 1), (45, 0), (46, 0)])
def test_eu_a_break_of_forty_five_minutes(rest: int, broken: int) -> None:
    assert len(law(Log().drive(270).wait(rest).drive(10).wait(DAY), "eu", "continuous_driving").breaches) == broken


@pytest.mark.parametrize(
    ("first", "second", "broken"), [(15, 30, 0), (14, 30, 1), (15, 29, 1), (30, 15, 1), (16, 31, 0)]
)
def test_eu_a_break_in_two_pieces_the_shorter_first(first: int, second: int, broken: int) -> None:
    """100 + 170 min of driving, then the second piece and 100 more."""
    log = Log().drive(100).wait(first).drive(170).wait(second).drive(100).wait(DAY)
    assert len(law(log, "eu", "continuous_driving").breaches) == broken


def test_eu_reading_and_loading_are_no_break() -> None:
    assert len(law(Log().drive(200).drive(71, reading=60).wait(DAY), "eu", "continuous_driving").breaches) == 1


# EU: 9 h of driving a day, twice a week 10 h


def day_of_driving(log: Log, minutes_driven: int, rest: int) -> Log:
    """A working day without a fault but its length: breaks of 45 min after 270."""
    left = minutes_driven
    while left > 0:
        log.drive(min(left, 270))
        left -= 270
        if left > 0:
            log.wait(45)
    return log.wait(rest)


@pytest.mark.parametrize(("driven", "broken"), [(539, 0), (540, 0), (541, 1)])
def test_eu_nine_hours_a_day_once_the_longer_days_are_used_up(driven: int, broken: int) -> None:
    """Monday and Tuesday 10 h each, Wednesday as given."""
    log = Log().wait(DAY)
    for length in (600, 600, driven):
        day_of_driving(log, length, 660)
    assert len(law(log, "eu", "daily_driving").breaches) == broken


@pytest.mark.parametrize(("driven", "broken"), [(599, 0), (600, 0), (601, 1)])
def test_eu_ten_hours_on_a_longer_day(driven: int, broken: int) -> None:
    found = law(day_of_driving(Log(), driven, 660), "eu", "daily_driving")
    assert len(found.breaches) == broken
    if broken:  # 601 min of driving and two breaks of 45: minute 690 is the 601st of driving
        assert spans(found) == [(690, 691)]


def test_eu_longer_days_are_counted_from_monday() -> None:
    """The run starts on a Sunday: one longer day then, two more from Monday on."""
    log = Log()
    for _ in range(3):
        day_of_driving(log, 600, DAY - 690)
    assert law(log, "eu", "daily_driving").breaches == ()


@pytest.mark.parametrize(("rest", "broken"), [(539, 1), (540, 0), (541, 0)])
def test_eu_a_day_ends_with_nine_hours_of_rest(rest: int, broken: int) -> None:
    log = day_of_driving(day_of_driving(Log(), 400, rest), 400, 660)
    assert len(law(log, "eu", "daily_driving").breaches) == broken


# EU: 11 h of rest within 24 h, three times 9 h


@pytest.mark.parametrize(("work", "broken"), [(899, 0), (900, 0), (901, 1)])
def test_eu_nine_hours_of_rest_within_the_day(work: int, broken: int) -> None:
    """The rest has to begin 540 min before the 24 hours end, at minute 900."""
    found = law(Log().wait(5, reading=work).wait(700).drive(1).wait(DAY), "eu", "daily_rest_hours")
    assert len(found.breaches) == broken


@pytest.mark.parametrize(("last_rest", "broken"), [(659, 1), (660, 0), (661, 0)])
def test_eu_the_fourth_reduced_rest(last_rest: int, broken: int) -> None:
    """Three days with 9 h of rest, then one with the rest given, each in 24 hours."""
    log = Log()
    for rest in (540, 540, 540, last_rest):
        log.drive(5, reading=DAY - rest - 5).wait(rest)
    found = law(log.drive(1).wait(3 * DAY), "eu", "daily_rest_hours")
    assert len(found.breaches) == broken


@pytest.mark.parametrize(("first", "broken"), [(179, 1), (180, 0), (181, 0)])
def test_eu_three_hours_and_nine_are_a_whole_rest(first: int, broken: int) -> None:
    log = Log()
    for _ in range(3):
        log.drive(5, reading=DAY - 545).wait(540)
    log.drive(5, reading=300).wait(first).drive(5, reading=DAY - 540 - 310 - first).wait(540)
    assert len(law(log.drive(1).wait(3 * DAY), "eu", "daily_rest_hours").breaches) == broken


def test_eu_a_weekly_rest_gives_three_reduced_ones_back() -> None:
    log = Log()
    for rest in (540, 540, 540, 1440, 540):
        log.drive(5, reading=890).wait(rest)
    assert law(log.drive(1).wait(2 * DAY), "eu", "daily_rest_hours", days=9).breaches == ()


def test_eu_two_days_without_a_rest_are_two_breaches_and_the_third_is_not_shown() -> None:
    found = law(Log().drive(5, reading=2 * DAY + 600), "eu", "daily_rest_hours")
    assert spans(found) == [(0, DAY), (DAY, 2 * DAY)]
    assert [(u.start_min, u.end_min) for u in found.not_evaluable] == [(2 * DAY, 3 * DAY)]


# EU: a weekly rest after six times 24 h; 45 h, every other time 24 h


@pytest.mark.parametrize(("begins", "broken"), [(6 * DAY - 1, 0), (6 * DAY, 0), (6 * DAY + 1, 1)])
def test_eu_weekly_rest_after_six_days(begins: int, broken: int) -> None:
    log = Log().drive(5, reading=begins - 5).wait(45 * HOUR).drive(5)
    assert len(law(log, "eu", "weekly_rest", days=10).breaches) == broken


def worked(log: Log, until: int) -> Log:
    """Lists read until a minute, the last five driven."""
    return log.drive(5, reading=until - 5 - log.minute)


@pytest.mark.parametrize(("second", "broken"), [(45 * HOUR - 1, 1), (45 * HOUR, 0), (45 * HOUR + 1, 0)])
def test_eu_one_of_two_weekly_rests_is_whole(second: int, broken: int) -> None:
    """24 h on the Friday of the first week, the rest given on that of the second, which ends with day 14."""
    log = worked(worked(Log(), 5 * DAY).wait(24 * HOUR), 12 * DAY).wait(second)
    found = law(worked(log, 15 * DAY), "eu", "weekly_rest", days=15)
    assert [b.said for b in found.breaches] == ["2 weekly rests in two weeks, the longest of 2699 min"] * broken
    if broken:
        assert (spans(found), found.breaches[0].amount) == ([(DAY, 15 * DAY)], 1)


def test_eu_two_reduced_rests_of_one_week_beside_a_whole_one_are_enough() -> None:
    log = worked(worked(Log(), 2 * DAY).wait(24 * HOUR), 5 * DAY).wait(24 * HOUR)
    log = worked(worked(log, 11 * DAY).wait(45 * HOUR), 15 * DAY)
    assert law(log, "eu", "weekly_rest", days=15).breaches == ()


def test_eu_a_weekly_rest_over_two_weeks_counts_in_one_of_them() -> None:
    """60 h from day 6 on count for the first week, 48 h from the Sunday of the second for the second; the third has
    none, though none begins late: six days after minute 16.5 * 1440 are over on day 22."""
    log = worked(worked(Log(), 6 * DAY).wait(60 * HOUR), 14 * DAY + 720).wait(48 * HOUR)
    found = law(worked(log, 22 * DAY), "eu", "weekly_rest", days=22)
    assert [b.said for b in found.breaches] == ["1 weekly rest in two weeks, the longest of 2880 min"]
    assert spans(found) == [(8 * DAY, 22 * DAY)]


def test_eu_who_rests_for_weeks_rests_in_each() -> None:
    log = worked(Log().wait(30 * DAY), 33 * DAY)
    assert law(log, "eu", "weekly_rest", days=33).breaches == ()


@pytest.mark.parametrize(("rest", "broken"), [(24 * HOUR - 1, 1), (24 * HOUR, 0), (24 * HOUR + 1, 0)])
def test_eu_twenty_four_hours_are_the_least(rest: int, broken: int) -> None:
    """A rest from day 5 on; without it none begins before six days are over."""
    log = Log().drive(5, reading=5 * DAY - 5).wait(rest).drive(5, reading=DAY + 600)
    assert len(law(log, "eu", "weekly_rest", days=10).breaches) == broken


# EU: 56 h of driving a week, 90 h in two


def weeks_of_driving(*minutes_a_week: int) -> Log:
    """Sunday off, then weeks from Monday, each with so much driving in one piece and the rest waiting."""
    log = Log().wait(DAY)
    for n in minutes_a_week:
        log.drive(n).wait(7 * DAY - n)
    return log


@pytest.mark.parametrize(("driven", "broken"), [(3359, 0), (3360, 0), (3361, 1)])
def test_eu_fifty_six_hours_a_week(driven: int, broken: int) -> None:
    found = law(weeks_of_driving(driven), "eu", "weekly_driving", days=8)
    assert len(found.breaches) == broken
    if broken:
        assert spans(found) == [(DAY + 3360, DAY + 3361)]


@pytest.mark.parametrize(("second", "broken"), [(2039, 0), (2040, 0), (2041, 1)])
def test_eu_ninety_hours_in_two_weeks(second: int, broken: int) -> None:
    """3360 + 2040 = 5400 min are 90 h."""
    assert len(law(weeks_of_driving(3360, second), "eu", "weekly_driving", days=15).breaches) == broken


# US: 11 h of driving, in 14 h from the start of duty, after 10 h off


@pytest.mark.parametrize(("driven", "broken"), [(659, []), (660, []), (661, [(690, 691)])])
def test_us_eleven_hours_of_driving(driven: int, broken: list[tuple[int, int]]) -> None:
    """330 min, 30 min of break, the rest: the 661st minute of driving is minute 690."""
    assert spans(law(Log().drive(330).wait(30).drive(driven - 330).wait(DAY), "us", "shift")) == broken


@pytest.mark.parametrize(("ends", "broken"), [(839, []), (840, []), (841, [(840, 841)])])
def test_us_fourteen_hours_from_the_start_of_duty(ends: int, broken: list[tuple[int, int]]) -> None:
    """Waiting in between does not stop the window."""
    assert (
        spans(
            law(Log().drive(60).wait(ends - 120).drive(60).wait(DAY), "us", "shift")
            if ends < 720
            else law(Log().drive(60).wait(300).drive(60).wait(ends - 480).drive(60).wait(DAY), "us", "shift")
        )
        == broken
    )


@pytest.mark.parametrize(("off", "broken"), [(599, 1), (600, 0), (601, 0)])
def test_us_ten_hours_off_duty(off: int, broken: int) -> None:
    log = Log().drive(330).wait(30).drive(330).wait(off).drive(60).wait(DAY)
    found = law(log, "us", "shift")
    assert bool(found.breaches) is bool(broken)


@pytest.mark.parametrize(("driven", "broken"), [(479, 0), (480, 0), (481, 1)])
def test_us_eight_hours_without_a_break(driven: int, broken: int) -> None:
    assert len(law(Log().drive(driven).wait(DAY), "us", "continuous_driving").breaches) == broken


@pytest.mark.parametrize(("stop", "broken"), [(29, 1), (30, 0), (31, 0)])
def test_us_thirty_minutes_of_not_driving_are_a_break(stop: int, broken: int) -> None:
    """Reading lists is not driving."""
    assert len(law(Log().drive(480).drive(10, reading=stop).wait(DAY), "us", "continuous_driving").breaches) == broken


def days_on_duty(days: int, minutes_a_day: int) -> Log:
    """So many minutes of work from each midnight on, the last one driven, the others lists read."""
    log = Log()
    for day in range(days):
        log.drive(1, reading=minutes_a_day - 1).wait((day + 1) * DAY - log.minute)
    return log


@pytest.mark.parametrize(("cycle", "days", "most"), [("60/7", 7, 3600), ("70/8", 8, 4200)])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_us_hours_on_duty_in_seven_or_eight_days(cycle: str, days: int, most: int, more: int) -> None:
    """The last day begins with so much duty in the days before it that one minute of driving reaches the limit, or one
    minute more or less: 600 min a day before it for 60/7, 525 for 70/8."""
    before = (days - 1) * (most // days)
    log = days_on_duty(days - 1, most // days)
    log.drive(1, reading=most - before - 1 + more).wait(DAY)
    found = law(log, "us", "cycle", days=days + 1, cycle=cycle)
    assert len(found.breaches) == (1 if more == 1 else 0)
    if more == 1:
        assert found.breaches[0].said == f"1 min of driving after {most} min on duty in {days} days"


@pytest.mark.parametrize(("rest", "broken"), [(34 * HOUR - 1, 1), (34 * HOUR, 0), (34 * HOUR + 1, 0)])
def test_us_thirty_four_hours_begin_the_count_anew(rest: int, broken: int) -> None:
    """Four days of 15 h of duty are 3600 min; the rest after the fourth, then a minute of driving."""
    log = days_on_duty(3, 900)
    log.drive(1, reading=899).wait(rest).drive(1).wait(DAY)
    assert len(law(log, "us", "cycle", cycle="60/7", days=7).breaches) == broken


def test_us_a_day_that_is_over_falls_out_of_the_seven() -> None:
    """Six days of 10 h, a day off, and on the eighth day the first day's hours are gone: 3000 + 1 of 3600."""
    log = days_on_duty(6, 600).wait(DAY).drive(1).wait(DAY - 1)
    assert law(log, "us", "cycle", cycle="60/7", days=8).breaches == ()
