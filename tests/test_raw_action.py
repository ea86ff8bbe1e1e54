"""Actions as others write them: what is understood, and the one sentence for what is not (contest rules 26-29)."""

from __future__ import annotations

from contextlib import suppress
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dispatch.action_logs.raw_action import ActionError, parse_action
from memory.observed import Act, Action
from scenarios.clock import LONGEST_MIN
from scenarios.rules import STANDARD, TIANCHI_R0509, TIANCHI_R0529, WorldRules

UNHURRIED = settings(deadline=None)  # a busy machine fails no test

ROW_OF = {"A1": 0, "77": 1}
EVERY_PROFILE = pytest.mark.parametrize("rules", [STANDARD, TIANCHI_R0509, TIANCHI_R0529], ids=lambda r: r.profile)


def wait(minutes: object) -> dict[str, object]:
    return {"action": "wait", "params": {"duration_minutes": minutes}}


def take(load_id: object) -> dict[str, object]:
    return {"action": "take_order", "params": {"cargo_id": load_id}}


def move(lat: object, lng: object = 113.0) -> dict[str, object]:
    return {"action": "reposition", "params": {"latitude": lat, "longitude": lng}}


@EVERY_PROFILE
@pytest.mark.parametrize(
    ("raw", "action"),
    [
        (wait(15), Action(Act.WAIT, minutes=15)),
        (wait("15"), Action(Act.WAIT, minutes=15)),
        (wait(7.9), Action(Act.WAIT, minutes=7)),
        (wait(0), Action(Act.WAIT, minutes=0)),
        (wait(1_000_000), Action(Act.WAIT, minutes=1_000_000)),
        (wait(LONGEST_MIN), Action(Act.WAIT, minutes=LONGEST_MIN)),
        ({"action": "wait"}, Action(Act.WAIT, minutes=1)),
        ({"action": "wait", "params": {}}, Action(Act.WAIT, minutes=1)),
        ({"action": " WAIT ", "params": {"duration_minutes": 3}}, Action(Act.WAIT, minutes=3)),
        (take("A1"), Action(Act.TAKE_ORDER, load=0, load_id="A1")),
        (take(" A1 "), Action(Act.TAKE_ORDER, load=0, load_id="A1")),
        (take(77), Action(Act.TAKE_ORDER, load=1, load_id="77")),
        (take("A9"), Action(Act.TAKE_ORDER, load=-1, load_id="A9")),
        ({**take("A1"), "action": "Take_Order", "why": "it pays"}, Action(Act.TAKE_ORDER, load=0, load_id="A1")),
        (move(23.5), Action(Act.REPOSITION, lat=23.5, lng=113.0)),
        (move("23.5", "113"), Action(Act.REPOSITION, lat=23.5, lng=113.0)),
        (move(95, 500), Action(Act.REPOSITION, lat=95.0, lng=500.0)),
    ],
)
def test_what_is_understood(raw: object, action: Action, rules: WorldRules) -> None:
    assert parse_action(raw, ROW_OF, rules) == action


@EVERY_PROFILE
@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (None, r"^an action is an object with 'action' and 'params', not NoneType$"),
        ([1], r"not list$"),
        ({}, r"^the action's name is missing: 'action' is take_order, wait or reposition$"),
        ({"params": {}}, r"^the action's name is missing"),
        ({"action": "fly", "params": {}}, r"^there is no action 'fly': it is take_order, wait or reposition$"),
        ({"action": None}, r"^there is no action 'none'"),
        ({"action": "wait", "params": None}, r"^params is an object, not NoneType$"),
        ({"action": "wait", "params": []}, r"^params is an object, not list$"),
        (wait(-5), r"^duration_minutes is 0 or more, not -5$"),
        (wait("abc"), r"^duration_minutes is a whole number of minutes, not 'abc'$"),
        (wait("15.5"), r"^duration_minutes is a whole number of minutes, not '15\.5'$"),
        (wait(None), r"^duration_minutes is a whole number of minutes, not NoneType$"),
        (wait([5]), r"^duration_minutes is a whole number of minutes, not list$"),
        (wait(float("nan")), r"^duration_minutes is a whole number of minutes, not nan$"),
        (wait(float("inf")), r"^duration_minutes is a whole number of minutes, not inf$"),
        (wait(LONGEST_MIN + 1), r"^duration_minutes is at most 536870912, not 536870913$"),
        (wait(10**12), r"^duration_minutes is at most 536870912, not 1000000000000$"),
        (wait(10**5000), r"^duration_minutes is at most 536870912, not a number of 16610 bits$"),
        (wait(-(10**5000)), r"^duration_minutes is 0 or more, not a number of 16610 bits$"),
        (wait("9" * 5000), r"^duration_minutes is a whole number of minutes, not '9{56}\.\.\.$"),
        (take(10**5000), r"^a number of thousands of digits is neither a name nor an id$"),
        ({"action": "take_order", "params": {}}, r"^take_order needs params\.cargo_id$"),
        ({"action": "reposition", "params": {"latitude": 23.0}}, r"^reposition needs params\.longitude$"),
        (move("north"), r"^latitude is a number of degrees, not 'north'$"),
        (move(23.0, None), r"^longitude is a number of degrees, not NoneType$"),
        (move(float("inf")), r"^latitude is a finite number of degrees, not inf$"),
        (move(23.0, "-Infinity"), r"^longitude is a finite number of degrees, not '-Infinity'$"),
        (move(10**400), r"^latitude is a number of degrees, not a number of 1329 bits$"),
    ],
)
def test_what_is_not_understood_is_said_in_a_sentence(raw: object, sentence: str, rules: WorldRules) -> None:
    with pytest.raises(ActionError, match=sentence):
        parse_action(raw, ROW_OF, rules)


def test_what_is_no_number_of_degrees_is_a_place_in_the_contest_alone() -> None:
    """Contest rule 17."""
    assert isnan(parse_action(move("nan"), ROW_OF, TIANCHI_R0529).lat)
    with pytest.raises(ActionError, match=r"^latitude is a finite number of degrees, not 'nan'$"):
        parse_action(move("nan"), ROW_OF, STANDARD)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
NEARLY = st.fixed_dictionaries(
    {"action": st.sampled_from(["wait", "take_order", "reposition"]) | JSON},
    optional={
        "params": st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("duration_minutes", "cargo_id", "latitude", "longitude"), JSON)
        )
    },
)


@UNHURRIED
@given(JSON | NEARLY, st.sampled_from([STANDARD, TIANCHI_R0509, TIANCHI_R0529]))
def test_whatever_is_said_becomes_an_action_or_a_sentence(raw: object, rules: WorldRules) -> None:
    with suppress(ActionError):
        action = parse_action(raw, ROW_OF, rules)
        assert 0 <= action.minutes <= LONGEST_MIN
        assert -1 <= action.load < 2
