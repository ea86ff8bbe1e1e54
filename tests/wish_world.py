"""Drivers' wishes in a small world: constraints stood in a month that starts on Sunday, 1 March 2026, and courses.

Places lie on the meridian of 113 degrees east: 0.09 degrees of latitude are 10.0075 km, 11 minutes at 60 km/h.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from agent_world import LAST_MIN, Load, make_offers, seen
from small_world import LNG, Row, make_loads, make_scenario

from agents.records import Assessment, Decision
from agents.rule.courses import courses_of
from agents.rule.decision import RuleDecision
from agents.rule.preference import RulePreference
from agents.rule.pricing import Prices, Pricing
from agents.rule.weigh import weigh
from memory.observed import Observation
from memory.views.records import DecisionView, PreferenceView
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import Constraint
from scenarios.preferences.parts import Place
from scenarios.preferences.standing import Standing, stand
from scenarios.records import Driver, Scenario
from scenarios.rules import PROFILES

MONTH = 31 * 1440
HOME = Place(lat=23.0, lng=LNG)


def clock(day: int, hour: int, minute: int = 0) -> int:
    """A world minute; day 0 is the first."""
    return day * 1440 + hour * 60 + minute


def month(days: int = 31, rules: str = "standard") -> Scenario:
    """A scenario with one load, of category "" and without a place."""
    rows = [Row("L0", 0, MONTH, 23.0, 23.09, 100, 60)]
    driver = Driver(driver_id="D0", lat=23.0, lng=LNG)
    return make_scenario(make_loads(rows), [driver], days=days, rules=PROFILES[rules])


def stood(*constraints: Constraint, days: int = 31, rules: str = "standard") -> tuple[Standing, ...]:
    """Constraints as they stand in that month."""
    scenario = month(days, rules)
    return stand(constraints, scenario, scenario.drivers[0])


def at(minute: int, lat: float = 23.0) -> Observation:
    """The driver at a minute and latitude, with a month's horizon."""
    return replace(seen(minute, lat), horizon_min=MONTH)


def priced(
    wishes: Sequence[Standing], now: Observation, loads: Sequence[Load], progress: Sequence[Progress] | None = None
) -> Prices:
    """What each load costs by the wishes."""
    offers = make_offers([load._replace(remove_min=MONTH) for load in loads])
    options = weigh(now, offers, np.full(len(loads), -1, dtype=np.int64))
    assert len(options) == len(loads)
    return Pricing(wishes, progress or [Progress() for _ in wishes]).price(courses_of(now, options, now.minute))


def decided(
    wishes: Sequence[Standing],
    now: Observation,
    loads: Sequence[Load] = (),
    progress: Sequence[Progress] | None = None,
    read_min: int = 0,
) -> tuple[Decision, Assessment]:
    """What the rule agents do, having read lists for so many minutes."""
    listed = [x._replace(remove_min=MONTH) if x.remove_min == LAST_MIN else x for x in loads]
    options = weigh(now, make_offers(listed), np.full(len(loads), -1))
    view = PreferenceView(
        now.minute - read_min, tuple(wishes), None if progress is None else tuple(progress), len(wishes)
    )
    assessment = RulePreference().assess(now, view, options)
    return RuleDecision().decide(now, DecisionView(now.minute), options, assessment), assessment
