"""Runs with wishes: what the memory remembers of them, and that in a generous market they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from agent_world import CELLS
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from small_world import LNG, busy_scenario

from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.facts import FactBlock, FactKind
from memory.rebuild import rebuild
from memory.settings import MemorySettings
from scenarios.preferences.compiled import Compiled, Context
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
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
    OrdersPerDay,
    QuietWindow,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, Place
from scenarios.preferences.standing import stand
from scenarios.records import Driver, Preference, Scenario
from scenarios.rules import PROFILES

PLACE = Place(lat=22.9, lng=LNG)


class Fixed:
    """Understands any words as these constraints."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._constraints = tuple(constraints)

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        return Compiled(text=preference.text, constraints=self._constraints)


def world(days: int, rules: str = "standard") -> Scenario:
    """One driver, at 22.9, in a market with a new load every ten minutes between places up to 68 km apart."""
    scenario = busy_scenario(days, 1, rules=PROFILES[rules])
    driver = Driver(driver_id="D000", lat=22.9, lng=LNG, preferences=(Preference(text="as I said"),))
    return scenario.model_copy(update={"drivers": (driver,)})


def run(scenario: Scenario, *constraints: Constraint, mode: str = "rule") -> RunResult:
    memory = MemorySettings.model_validate({"mode": mode})
    run_settings = RunSettings(scenario="busy", memory=memory)
    return simulate(scenario, run_settings, compiler=Fixed(constraints))[1]


def hard_breaches(result: RunResult) -> list[str]:
    return [f"{v.kind}: {b.said}" for a in result.audit for v in a.verdicts if v.hard for b in v.breaches]


HOME = Home(place=PLACE, by=22 * 60, stay_until=6 * 60)
ERRAND = Errand(
    steps=(
        ErrandStep(place=Place(lat=23.1, lng=LNG), earliest_min=1440 + 600, deadline_min=1440 + 660, stay_min=30),
        ErrandStep(place=PLACE, deadline_min=1440 + 15 * 60, stay_until_min=1440 + 18 * 60),
    )
)


@pytest.mark.parametrize(
    "wish",
    [
        DailyRest(rest_min=480, counted="calendar_day"),
        DailyRest(rest_min=480),
        DailyRest(rest_min=360, counted="rolling_24h"),
        DailyRest(rest_min=300, reading_is_rest=True, counted="calendar_day"),
        QuietWindow(start=23 * 60, end=5 * 60),
        QuietWindow(start=0, end=6 * 60, must_wait=True),
        HOME,
        DaysOff(at_least=28),
        LongestHaul(km=30),
        LongestPickup(km=15),
        Deadhead(km=150),
        Deadhead(km=60, per="day", penalty_fen=50_000),
        FirstOrderBy(by=10 * 60),
        OrdersPerDay(at_most=2),
        AreaRule(rule="stay_in", areas=(Box(south=22.7, north=23.1, west=112.9, east=113.1),)),
        BanAfterTouch(
            touched=Circle(lat=22.8, lng=LNG, radius_km=2.0),
            banned=(Circle(lat=22.65, lng=LNG, radius_km=8.0),),
            until="end_of_day",
        ),
        Visits(place=PLACE, at_least=3),
        ERRAND,
    ],
    ids=lambda wish: f"{wish.kind}-{getattr(wish, 'counted', '')}",
)
@pytest.mark.parametrize("rules", ["standard", "tianchi-r0509"])
def test_each_wish_is_kept_and_work_is_done(wish: Constraint, rules: str) -> None:
    if isinstance(wish, DaysOff) and rules != "standard":
        wish = wish.model_copy(update={"at_least": 2})  # there the run is the month
    result = run(world(4, rules), wish)
    assert hard_breaches(result) == []
    assert result.total.orders["done"] >= 3


FAR_ERRAND = Errand(
    steps=(
        ErrandStep(
            place=Place(lat=23.15, lng=LNG), earliest_min=3 * 1440 + 600, deadline_min=3 * 1440 + 660, stay_min=30
        ),
        ErrandStep(place=Place(lat=22.6, lng=LNG), deadline_min=3 * 1440 + 15 * 60, stay_until_min=3 * 1440 + 18 * 60),
    ),
    preference=1,
    penalty_fen=900_000,
)
"""From stop to stop 61.2 km, and no time for an order in between."""


@pytest.mark.parametrize(
    ("limit", "wish"),
    [
        (Deadhead(km=40, penalty_fen=1_000), ERRAND.model_copy(update={"preference": 1, "penalty_fen": 900_000})),
        (Deadhead(km=80, penalty_fen=1_000), FAR_ERRAND),
        (Deadhead(km=80, per="day", penalty_fen=1_000), FAR_ERRAND),
        (Deadhead(km=20, penalty_fen=1_000), Visits(place=Place(lat=23.18, lng=LNG), at_least=3, preference=1)),
    ],
    ids=["errand", "far errand", "far errand of a day", "visits"],
)
@pytest.mark.parametrize("rules", ["standard", "tianchi-r0509"])
def test_empty_kilometres_are_kept_for_what_other_wishes_ask_for(limit: Deadhead, wish: Constraint, rules: str) -> None:
    result = run(world(4, rules), limit, wish)
    assert hard_breaches(result) == []
    assert result.total.orders["done"] >= 3


def a_span(start: int, length: int) -> tuple[int, int]:
    return start * 60, (start + length) % 24 * 60


COMPATIBLE = st.fixed_dictionaries(
    {},
    optional={
        "rest": st.builds(
            DailyRest,
            rest_min=st.integers(2, 6).map(lambda hours: hours * 60),
            counted=st.sampled_from(["calendar_day", "start_of_rest", "rolling_24h"]),
        ),
        "quiet": st.builds(a_span, st.integers(20, 23), st.integers(2, 6)).map(
            lambda span: QuietWindow(start=span[0], end=span[1])
        ),
        "haul": st.builds(LongestHaul, km=st.integers(15, 60)),
        "pickup": st.builds(LongestPickup, km=st.integers(10, 60)),
        "first": st.builds(FirstOrderBy, by=st.integers(9, 16).map(lambda hour: hour * 60)),
        "orders": st.builds(OrdersPerDay, at_most=st.integers(1, 4)),
        "home": st.just(HOME),
        "off": st.just(DaysOff(at_least=1, days=Days(dates=(date(2026, 3, 2),)))),
        "deadhead": st.builds(Deadhead, km=st.integers(40, 200), per=st.just("day")),
    },
)


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@example(  # lists read on the way home took the minutes of the rest there
    {
        "off": DaysOff(at_least=1, days=Days(dates=(date(2026, 3, 2),))),
        "haul": LongestHaul(km=45),
        "deadhead": Deadhead(km=63, per="day"),
        "home": HOME,
        "rest": DailyRest(rest_min=360, counted="rolling_24h"),
        "quiet": QuietWindow(start=22 * 60, end=3 * 60),
    }
)
@given(COMPATIBLE)
def test_wishes_that_go_together_are_kept_together(wishes: dict[str, Constraint]) -> None:
    result = run(world(4), *wishes.values())
    assert hard_breaches(result) == []


def test_without_memory_the_words_are_known_and_their_progress_is_not() -> None:
    # Hauls are seen in the load itself; nothing has to be remembered.
    assert hard_breaches(run(world(2), LongestHaul(km=30), mode="none")) == []


class Keeps:
    """A witness that keeps the blocks of facts."""

    def __init__(self) -> None:
        self.blocks: list[FactBlock] = []

    def trace(self, driver: int, trace: object) -> None:
        pass

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        assert facts is not None
        self.blocks.append(facts)


def test_progress_is_rebuilt_from_facts_alone() -> None:
    wishes = (
        DailyRest(rest_min=480, reading_is_rest=True),
        Deadhead(km=30, per="day"),
        OrdersPerDay(at_most=3),
        Visits(place=PLACE, at_least=2),
        ERRAND,
        DaysOff(at_least=32),
        LongestHaul(km=20, hard=False, penalty_fen=100),
    )
    scenario = world(3)
    standing = stand(wishes, scenario, scenario.drivers[0])
    memory, witness = MemoryAgent(MemorySettings(), 1, CELLS, None, [standing]), Keeps()
    team = AgentTeam(agent_set("rule"), memory, witness)
    engine = Engine(scenario, team, seed=0, memory=memory.settings, cells=CELLS)
    engine.run()
    again = rebuild(
        witness.blocks,
        memory.settings,
        lambda rows: engine.world._offers(rows.astype(np.intp)),
        scenario.drivers[0].cost_per_km,
        standing,
    )
    assert again.driver.progress == memory.stores[0].driver.progress
    kinds = {int(kind) for block in witness.blocks for kind in block.rows["kind"]}
    assert {int(FactKind.HEEDED), int(FactKind.WISH_LOST)} <= kinds  # 32 days off of 31 are not to be had
    errand = memory.stores[0].driver.progress[4]
    assert errand.step == 2


def test_an_errand_that_cannot_be_done_is_lost_from_the_first_minute_of_that() -> None:
    # 333.6 km, 334 minutes, to be there at 10:00: from minute 600 - 334 = 266 on it is too late. The driver has no
    # loads and waits; the first minute from which nothing could keep it is 267.
    far = Errand(steps=(ErrandStep(place=Place(lat=25.9, lng=LNG), deadline_min=600),), hard=False)
    scenario = world(1)
    standing = stand((far,), scenario, scenario.drivers[0])
    memory, witness = MemoryAgent(MemorySettings(), 1, CELLS, None, [standing]), Keeps()
    Engine(scenario, AgentTeam(agent_set("greedy"), memory, witness), seed=0, memory=memory.settings, cells=CELLS).run()
    lost = [
        (int(row["minute"]), int(row["count"]))
        for block in witness.blocks
        for row in block.rows
        if row["kind"] == FactKind.WISH_LOST
    ]
    assert len(lost) == 1
    assert lost[0][0] <= 267
    assert memory.stores[0].driver.progress[0].lost == {0: lost[0][0]}
