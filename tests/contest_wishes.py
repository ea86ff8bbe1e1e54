"""What the contest's drivers wish, as constraint records written by hand: by driver and number of the preference.

The texts themselves are the contest's and are not copied; a test holds these against what the grammar makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from scenarios.preferences.compiled import Compiled, Context
from scenarios.preferences.kinds import (
    AreaRule,
    Base,
    Category,
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
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import Box, Circle, Days, District, Place
from scenarios.records import Preference

WORKDAYS = Days(weekdays=(0, 1, 2, 3, 4))
TENTH, THIRTEENTH = 9 * 1440, 12 * 1440
OLD: dict[str, tuple[Base, ...]] = {
    "D001": (
        DailyRest(rest_min=480),
        Category(names=("化工塑料", "煤炭矿产")),
        AreaRule(rule="stay_in", areas=(Box(south=22.42, north=22.89, west=113.74, east=114.66),)),
    ),
    "D002": (DaysOff(at_least=4, forbids="orders"), Category(names=("蔬菜",)), DailyRest(rest_min=240)),
    "D003": (
        Deadhead(km=100, hard=False),
        AreaRule(rule="keep_out", areas=(Circle(lat=23.30, lng=113.52, radius_km=20),)),
        QuietWindow(start=120, end=300),
    ),
    "D004": (FirstOrderBy(by=720), OrdersPerDay(at_most=3, hard=False), QuietWindow(start=720, end=780)),
    "D005": (LongestHaul(km=100), LongestPickup(km=90), QuietWindow(start=1380, end=360)),
    "D006": (DailyRest(rest_min=300), Category(names=("鲜活水产品",)), LongestHaul(km=150), DaysOff(at_least=2)),
    "D007": (
        QuietWindow(start=1380, end=240),
        Category(names=("机械设备",)),
        LongestHaul(km=180),
        DaysOff(at_least=1, forbids="orders"),
    ),
    "D008": (
        DaysOff(at_least=2),
        DailyRest(rest_min=240, days=WORKDAYS),
        Category(names=("食品饮料",), hard=False),
        LongestPickup(km=50),
    ),
    "D009": (
        MustTake(load_id="240646", place=Place(lat=24.81, lng=113.58, name="浈江"), listed_min=2 * 1440 + 14 * 60 + 43),
        Home(place=Place(lat=23.12, lng=113.28, radius_km=1), by=1380, stay_until=480),
        Category(names=("快递快运搬家",)),
    ),
    "D010": (
        Errand(
            steps=(
                ErrandStep(place=Place(lat=23.21, lng=113.37), earliest_min=TENTH + 600, stay_min=10),
                ErrandStep(
                    place=Place(lat=23.19, lng=113.36), deadline_min=TENTH + 1320, stay_until_min=THIRTEENTH + 1320
                ),
            ),
            late_fen_per_min=500,
        ),
        Visits(place=Place(lat=23.13, lng=113.26, radius_km=1), at_least=5),
        DailyRest(rest_min=180),
        Category(names=("服饰纺织皮革",), hard=False),
    ),
}
"""The ten drivers of the older release."""

STALL = Place(lat=23.15, lng=113.67, name="增城")
TWELFTH, LAST = 11 * 1440, 30 * 1440
NEW: dict[str, tuple[Base, ...]] = {
    "D001": (
        DailyRest(rest_min=480),
        Category(names=("机械设备",)),
        AreaRule(rule="keep_out", areas=(District(name="惠州"),), applies_to="orders", unit="order"),
        DaysOff(at_least=3),
        AreaRule(
            rule="keep_out",
            areas=(District(name="深圳"),),
            days=Days(dates=(date(2026, 3, 4), date(2026, 3, 5))),
        ),
    ),
    "D002": (
        QuietWindow(start=0, end=360, must_wait=True),
        Category(names=("蔬菜",)),
        RegionDays(region="增城", at_least=4, place=STALL),
        LongestPickup(km=55),
        DaysOff(at_least=2),
        Errand(
            steps=(
                ErrandStep(place=Place(name="增城"), earliest_min=TWELFTH, deadline_min=TWELFTH + 1440, stay_min=120),
            )
        ),
        Errand(
            steps=(
                ErrandStep(place=Place(name="增城"), earliest_min=LAST, deadline_min=LAST + 720),
                ErrandStep(
                    place=Place(lat=23.32, lng=112.83, name="四会"),
                    earliest_min=LAST,
                    deadline_min=LAST + 720,
                    stay_until_min=LAST + 840,
                ),
            )
        ),
    ),
}
"""The two drivers of the newer release."""


def priced(wish: Base, preference: Preference, number: int) -> Constraint:
    """The constraint with the text, number, span and prices of a driver's preference."""
    fields: dict[str, Any] = {
        "text": preference.text,
        "preference": number,
        "start_min": preference.start_min,
        "end_min": preference.end_min,
        "penalty_fen": preference.penalty_fen,
        "cap_fen": preference.cap_fen,
    }
    found: Any = wish.model_copy(update=fields)
    constraint: Constraint = found
    return constraint


class ByHand:
    """A compiler that knows some texts by heart and understands no other."""

    def __init__(self, known: dict[str, Base]) -> None:
        self._known = known

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        wish = self._known.get(preference.text)
        return Compiled(text=preference.text, constraints=() if wish is None else (priced(wish, preference, number),))


def by_heart(wishes: dict[str, tuple[Base, ...]], drivers: Sequence[dict[str, Any]]) -> ByHand:
    """A compiler for the texts of a contest's drivers file, whoever says them."""
    return ByHand(
        {
            preference["content"]: wish
            for driver in drivers
            for preference, wish in zip(
                driver.get("preferences", []), wishes.get(driver["driver_id"], ()), strict=False
            )
            if isinstance(preference, dict)
        }
    )
