"""Errands in a driver's own words: people met, several places, stays until a day; a place that is not said is told."""

from __future__ import annotations

import pytest
from preference_labels import CONTEXT

from scenarios.preferences.compiled import Compiled
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.preferences.kinds import Errand, ErrandStep, Unknown
from scenarios.preferences.parts import Place
from scenarios.records import Preference

EIGHTH, NINTH, TENTH, ELEVENTH, THIRTEENTH = (day * 1440 for day in (7, 8, 9, 10, 12))
"""Their first minutes, from the first of March."""


def compiled(text: str) -> Compiled:
    return GrammarCompiler().compile(Preference(text=text), 0, CONTEXT)


def steps(text: str) -> tuple[ErrandStep, ...]:
    (c,) = compiled(text).constraints
    assert isinstance(c, Errand)
    assert grounded(c, text, CONTEXT) == ()
    return c.steps


@pytest.mark.parametrize(
    "text",
    [
        "collect my wife on the 10th at (23.21,113.37), then we go home together and stay till the 13th",
        "3月10日接上老婆（23.21，113.37），然后一起回家待到13号",
    ],
)
def test_somebody_is_met_and_both_stay_at_home(text: str) -> None:
    """On the 10th: within that day. Till the 13th: until that day begins."""
    assert steps(text) == (
        ErrandStep(place=Place(lat=23.21, lng=113.37), earliest_min=TENTH, deadline_min=ELEVENTH),
        ErrandStep(place=Place(), earliest_min=TENTH, stay_until_min=THIRTEENTH),
    )


@pytest.mark.parametrize(
    "text",
    [
        "collect my wife on the 10th, then we go home together and stay till the 13th",
        "3月10日接上老婆，然后一起回家待到13号",
        "10号去接老婆",
        "送老婆去车站，3月9号早上9点前",
    ],
)
def test_where_somebody_is_met_has_to_be_said(text: str) -> None:
    (c,) = compiled(text).constraints
    assert isinstance(c, Unknown)
    assert (c.kind, c.text, c.why) == ("unknown_hard", text, "where is not said")


def test_first_here_then_there() -> None:
    one, other = steps("3月8号先到(23.1,113.3)再到(23.3,113.5)，在那里等30分钟")
    assert (one.place, other.place) == (Place(lat=23.1, lng=113.3), Place(lat=23.3, lng=113.5))
    assert (one.stay_min, other.stay_min) == (0, 30)
    assert (one.earliest_min, other.deadline_min) == (EIGHTH, NINTH)


@pytest.mark.parametrize(
    ("text", "deadline", "stay"),
    [
        ("3月9号送孩子去学校（23.05，113.2），早上8点前到", 480, 0),
        ("On March 9 drop my son off at (23.05, 113.2) by 8 am", 480, 0),
        ("9号顺路去(23.05,113.2)取个药", 1440, 0),
        ("3月9号去机场（23.05，113.2）接我妈，中午12点前到，等她半小时", 720, 30),
        ("On the 9th wait at (23.05,113.2) for 40 minutes", 1440, 40),
    ],
)
def test_one_place_on_one_day(text: str, deadline: int, stay: int) -> None:
    wanted = Place(lat=23.05, lng=113.2)
    assert steps(text) == (ErrandStep(place=wanted, earliest_min=NINTH, deadline_min=NINTH + deadline, stay_min=stay),)


@pytest.mark.parametrize(
    "text",
    [
        "3月9日中午12点前到（23.05，113.2），每迟到1分钟罚5元",
        "3月9日中午12点前到（23.05，113.2）。每迟到1分钟罚5元",
        "On March 9 be at (23.05, 113.2) by 12:00, 5 yuan for each minute late",
    ],
)
def test_a_price_for_each_minute_late_leaves_the_hour_before_it(text: str) -> None:
    (errand,) = compiled(text).constraints
    assert isinstance(errand, Errand)
    assert (errand.steps[0].deadline_min, errand.late_fen_per_min) == (NINTH + 720, 500)


def test_a_demand_beside_an_errand_is_not_taken_into_it() -> None:
    errand, other = compiled("3月9日10点前到(23.2,113.3)停30分钟，运费必须现结").constraints
    assert errand.kind == "errand"
    assert (other.kind, other.text) == ("unknown_hard", "运费必须现结")
