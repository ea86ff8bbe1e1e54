"""Random small months against a naive model that looks at every minute, and laws that hold for any audit."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import hypothesis.strategies as st
from audit_world import DAY, HOME, Log, audit, loads_between, verdict
from hypothesis import given, settings
from small_world import LNG

from dispatch.audit.path import Path
from memory.observed import Act
from scenarios.geo import haversine_km
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Home,
    LongestHaul,
    OrdersPerDay,
    QuietWindow,
)
from scenarios.preferences.parts import Box, Circle, Place

DAYS = 3
ENDS = ((23.0, 23.4), (23.2, 22.9), (23.3, 23.3))
LOADS = loads_between(*ENDS, categories=["fish", "steel", "fish"])
LATS = st.sampled_from([22.8, 22.9, 23.0, 23.1, 23.25, 23.4])
few = settings(max_examples=60, deadline=None)


STEPS = st.one_of(
    st.tuples(st.just("wait"), st.sampled_from([60, 1, 239, 240, 480, 1500])),
    st.tuples(st.just("drive"), st.integers(1, 200), LATS),
    st.tuples(st.just("refused")),
    st.tuples(
        st.just("order"),
        st.integers(0, len(ENDS) - 1),
        st.integers(1, 90),  # to the pickup
        st.sampled_from([0, 0, 30, 300]),  # for its window
        st.integers(1, 400),  # service
        st.integers(1, 100),  # of it, at most, driving
    ),
)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Three days: waits, drives, orders with a window to wait for and refusals, some with lists read; then a wait."""
    log = Log()
    for step in draw(st.lists(st.tuples(st.sampled_from([0, 0, 3]), STEPS), max_size=30)):
        reading, (kind, *numbers) = step
        if kind == "wait":
            log.wait(numbers[0], reading=reading)
        elif kind == "drive":
            log.drive(numbers[0], numbers[1], reading=reading)
        elif kind == "refused":
            log.refused()
        else:
            load, pickup, window, service, haul = numbers
            log.order(
                load,
                pickup + window + service,
                ENDS[load][1],
                reading=reading,
                pickup=pickup,
                window=window,
                haul=min(haul, service),
                pickup_km=pickup * 0.9,
            )
    return log.wait_until(DAYS * DAY)


# the naive model: a letter for each minute, and the truck's latitude at each whole minute


def letters(log: Log) -> str:
    """r reading, w waiting, d driving empty, p waiting for a window, o an order, x a refusal."""
    text = ""
    for d in log.deeds:
        text += "r" * (d.act_min - d.start_min)
        minutes = d.end_min - d.act_min
        if d.act == Act.WAIT:
            text += "w" * minutes
        elif d.refused:
            text += "x" * minutes
        elif d.act == Act.REPOSITION:
            text += "d" * minutes
        else:
            text += "d" * d.drive_min + "p" * d.window_wait_min + "o" * (minutes - d.drive_min - d.window_wait_min)
    return text[: DAYS * DAY]


def latitude(log: Log, minute: int) -> float:
    """Where the truck is: on its way at an even speed, an order's haul in the middle of its service."""
    for d in log.deeds:
        if not d.start_min <= minute <= d.end_min:
            continue
        if minute <= d.act_min or d.refused:
            return d.lat
        if not d.order:
            return d.lat + (d.end_lat - d.lat) * (minute - d.act_min) / (d.end_min - d.act_min)
        pickup = ENDS[d.load][0]
        if minute < d.act_min + d.drive_min:
            return d.lat + (pickup - d.lat) * (minute - d.act_min) / d.drive_min
        begun = d.loading_min + (d.end_min - d.loading_min - d.haul_min) // 2
        if minute < begun:
            return pickup
        if minute >= begun + d.haul_min:
            return d.end_lat
        return pickup + (d.end_lat - pickup) * (minute - begun) / d.haul_min
    raise AssertionError


def runs(text: str, of: str) -> list[tuple[int, int]]:
    """Stretches of those letters."""
    spans, start = [], None
    for i, letter in enumerate(text + "."):
        if letter in of and start is None:
            start = i
        elif letter not in of and start is not None:
            spans.append((start, i))
            start = None
    return spans


def days_of(log: Log, wish: Constraint) -> tuple[set[int], set[int]]:
    """Days of the auditor's breaches, and days that it does not judge."""
    found = verdict(log, wish, days=DAYS, loads=LOADS)
    return {b.day for b in found.breaches}, {u.start_min // DAY for u in found.not_evaluable}


@few
@given(log=logs(), rest=st.sampled_from([60, 240, 480]), counted=st.sampled_from(["calendar_day", "start_of_rest"]))
def test_rest_is_what_a_count_of_minutes_gives(
    log: Log, rest: int, counted: Literal["calendar_day", "start_of_rest"]
) -> None:
    stands = runs(letters(log), "wp")
    missing = set()
    for day in range(DAYS):
        start, end = day * DAY, (day + 1) * DAY
        own = [
            (max(a, start), min(b, end) if counted == "calendar_day" else b) for a, b in stands if a < end and b > start
        ]
        if max((b - a for a, b in own), default=0) < rest:
            missing.add(day)
    breached, unjudged = days_of(log, DailyRest(rest_min=rest, counted=counted))
    assert breached | (unjudged & missing) == missing
    assert unjudged <= {DAYS - 1}


@few
@given(log=logs(), start=st.integers(0, 1439), length=st.integers(1, 1439), orders=st.booleans())
def test_quiet_is_what_a_look_at_each_minute_gives(log: Log, start: int, length: int, orders: bool) -> None:
    text = letters(log)
    loud = set()
    for d in log.deeds:  # an order under way is an order, the wait for its window included
        if orders and d.order:
            text = text[: d.act_min] + "o" * (min(d.end_min, len(text)) - d.act_min) + text[d.end_min :]
    for day in range(-1, DAYS):
        window = text[max(0, day * DAY + start) : max(0, day * DAY + start + length)]
        if any(letter in window for letter in ("o" if orders else "do")):
            loud.add(day)
    wish = QuietWindow(start=start, end=(start + length) % DAY, forbids="orders" if orders else "movement")
    assert days_of(log, wish)[0] == loud


@few
@given(log=logs())
def test_days_off_are_days_without_a_minute_of_activity(log: Log) -> None:
    text = letters(log)
    off = sum(not set(text[day * DAY : (day + 1) * DAY]) & set("do") for day in range(DAYS))
    assert verdict(log, DaysOff(at_least=1), days=DAYS, loads=LOADS).figures["off_days"] == off


@few
@given(log=logs(), by=st.integers(0, 1439), stay=st.integers(0, 1439))
def test_home_is_where_the_naive_truck_is(log: Log, by: int, stay: int) -> None:
    text, wrong = letters(log), set()
    for day in range(DAYS):
        at = day * DAY + by
        until = day * DAY + stay + (DAY if stay <= by else 0)
        away = haversine_km(latitude(log, at), LNG, HOME, LNG) > 1
        if away or any(letter in "do" for letter in text[at:until]):
            wrong.add(day)
    assert days_of(log, Home(by=by, stay_until=stay, place=Place(lat=HOME, lng=LNG)))[0] == wrong


@few
@given(log=logs(), centre=LATS, radius=st.floats(0.5, 40), box=st.booleans())
def test_the_path_is_in_an_area_at_the_minutes_at_which_the_truck_is(
    log: Log, centre: float, radius: float, box: bool
) -> None:
    path = Path(log.deeds, (HOME, LNG), LOADS)
    high = radius / 111.195
    area: Circle | Box = (
        Box(south=centre - high, north=centre + high, west=LNG - 1, east=LNG + 1)
        if box
        else Circle(lat=centre, lng=LNG, radius_km=radius)
    )
    spans = path.spans_in(area)
    assert all(a <= b for a, b in spans)
    assert all(left[1] < right[0] for left, right in pairwise(spans))
    for minute in range(0, DAYS * DAY, 7):
        lat = latitude(log, minute)
        off = abs(lat - centre) - high if box else haversine_km(lat, LNG, centre, LNG) - radius
        if abs(off) > 1e-6:  # on the rim the last digits decide
            assert any(a <= minute <= b for a, b in spans) is (off < 0), (minute, lat)


# laws

WISHES: list[Any] = [
    DailyRest(rest_min=480),
    QuietWindow(start=1380, end=360),
    QuietWindow(start=720, end=780, unit="minute"),
    Category(names=("fish",)),
    LongestHaul(km=30),
    OrdersPerDay(at_most=1),
    Deadhead(km=20, per="day"),
    AreaRule(rule="keep_out", areas=(Circle(lat=23.25, lng=LNG, radius_km=5),)),
    Home(by=1380, stay_until=480, place=Place(lat=HOME, lng=LNG)),
]


@st.composite
def wishes(draw: st.DrawFn) -> list[Any]:
    """Some wishes with prices and caps; up to three preferences that may share a cap."""
    caps = [draw(st.sampled_from([None, 0, 7, 1_000, 33_333])) for _ in range(3)]
    chosen = draw(st.lists(st.sampled_from(WISHES), min_size=1, max_size=6))
    priced = []
    for wish in chosen:
        number = draw(st.integers(0, 2))
        price = {"penalty_fen": draw(st.integers(0, 5_000)), "preference": number, "cap_fen": caps[number]}
        priced.append(wish.model_copy(update=price))
    return priced


@few
@given(log=logs(), mine=wishes())
def test_penalties_add_up_again_and_no_preference_costs_more_than_its_cap(log: Log, mine: list[Any]) -> None:
    found = audit(log, *mine, days=DAYS, loads=LOADS)
    by_preference: dict[int, int] = {}
    for wish, verdict_ in zip(mine, found.verdicts, strict=True):
        assert verdict_.penalty_fen == sum(b.penalty_fen for b in verdict_.breaches)
        by_preference[wish.preference] = by_preference.get(wish.preference, 0) + verdict_.penalty_fen
    assert found.penalty_fen == sum(by_preference.values())
    for wish in mine:
        mine_left = [b.left_fen for v in found.verdicts if v.preference == wish.preference for b in v.breaches]
        if wish.cap_fen:
            assert by_preference[wish.preference] <= wish.cap_fen
            assert min((x for x in mine_left if x is not None), default=0) >= 0
        else:
            assert set(mine_left) <= {None}


@few
@given(log=logs(), mine=wishes(), more=st.integers(0, 3_000))
def test_a_higher_price_or_cap_never_costs_less(log: Log, mine: list[Any], more: int) -> None:
    before = audit(log, *mine, days=DAYS, loads=LOADS).penalty_fen
    dearer = [wish.model_copy(update={"penalty_fen": wish.penalty_fen + more}) for wish in mine]
    looser = [wish.model_copy(update={"cap_fen": None if not wish.cap_fen else wish.cap_fen + more}) for wish in mine]
    assert audit(log, *dearer, days=DAYS, loads=LOADS).penalty_fen >= before
    assert audit(log, *looser, days=DAYS, loads=LOADS).penalty_fen >= before


@few
@given(log=logs(), first=st.integers(0, 40), price=st.integers(1, 500), cap=st.sampled_from([None, 1_200]))
def test_more_breaches_never_cost_less(log: Log, first: int, price: int, cap: int | None) -> None:
    """A wish over more orders, or over a smaller limit, is breached at least as often."""

    def cost(wish: Any) -> int:
        return audit(
            log, wish.model_copy(update={"penalty_fen": price, "cap_fen": cap}), days=DAYS, loads=LOADS
        ).penalty_fen

    assert cost(Category(names=("fish", "steel"))) >= cost(Category(names=("fish",)))
    assert cost(LongestHaul(km=1 + first)) >= cost(LongestHaul(km=2 + first))
    assert cost(Deadhead(km=first)) >= cost(Deadhead(km=first + 1))
    assert cost(OrdersPerDay(at_most=first)) >= cost(OrdersPerDay(at_most=first + 1))
    assert cost(DailyRest(rest_min=first + 2)) >= cost(DailyRest(rest_min=first + 1))


def judged(log: Log, wish: Any, days: int) -> tuple[set[int], set[int]]:
    found = verdict(log, wish, days=days, loads=LOADS)
    return {b.day for b in found.breaches}, {u.start_min // DAY for u in found.not_evaluable}


@few
@given(log=logs(), wish=st.sampled_from([w for w in WISHES if w.kind != "area"]), days=st.integers(1, DAYS - 1))
def test_a_shorter_run_of_the_same_steps_says_the_same_of_its_days(log: Log, wish: Any, days: int) -> None:
    """What the shorter run breaches, the longer one does too; what it does not, it either keeps or does not judge."""
    long, _ = judged(log, wish, DAYS)
    short, unjudged = judged(log, wish, days)
    assert short <= long
    assert {day for day in long if day < days} <= short | unjudged
