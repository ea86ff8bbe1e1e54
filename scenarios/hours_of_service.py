"""Hours of service as data: what the law of a country asks of a truck driver, limit by limit, with its source.

Each limit is a record; the auditor judges it. A driver comes rested, by a whole weekly rest, to the first minute of a
run. What is left out is said here. EU: compensation for reduced weekly rests (Article 8 (6b) and (7)), two reduced ones
in a row in international transport (Article 8 (6)), team driving (Article 8 (5)), ferries and trains (Article 9), the
overrun on the way home (Article 12), and working time (Directive 2002/15/EC). US: the sleeper-berth split and the other
exceptions of 49 CFR 395.1 (adverse conditions, short haul). China: what concerns coaches.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scenarios.clock import LONGEST_MIN


class Limit(BaseModel):
    """Base of these records: frozen; every number is in minutes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    """Where the law says so."""


class ContinuousDriving(Limit):
    """No more driving than this since the last break."""

    kind: Literal["continuous_driving"] = "continuous_driving"
    drive_min: int = Field(gt=0)
    break_min: int = Field(gt=0)
    """A break is at least so long, in one piece."""
    split: tuple[int, int] | None = None
    """Or in two pieces of at least so long, in this order."""
    break_is: Literal["any_stand", "rest"]
    """Any time not driving is a break, loading included; or only rest is."""


class DailyDriving(Limit):
    """No more driving than this between two daily rests."""

    kind: Literal["daily_driving"] = "daily_driving"
    drive_min: int = Field(gt=0)
    longer_min: int
    longer_a_week: int
    """So often in a week, from Monday, the longer limit applies."""
    rest_min: int
    """The shortest rest that ends a day."""


class DailyRestHours(Limit):
    """Within 24 hours after a rest ended, a new one of at least so long."""

    kind: Literal["daily_rest_hours"] = "daily_rest_hours"
    within_min: int
    rest_min: int
    reduced_min: int
    reduced_most: int
    """So often between two weekly rests a reduced rest will do."""
    split_first_min: int
    """A rest of `reduced_min` counts whole after another of at least so long in the same 24 hours."""
    weekly_min: int
    """A rest of so long is a weekly one."""


class WeeklyRest(Limit):
    """A weekly rest begins no later than so long after the last one ended. In any two weeks in a row, from Monday, are
    two, and one of them is not reduced."""

    kind: Literal["weekly_rest"] = "weekly_rest"
    within_min: int
    rest_min: int
    reduced_min: int


class WeeklyDriving(Limit):
    """No more driving than this in a week, from Monday, and in two weeks in a row."""

    kind: Literal["weekly_driving"] = "weekly_driving"
    week_min: int
    two_weeks_min: int


class Shift(Limit):
    """After so long off duty: so much driving, and no driving after so long since duty began."""

    kind: Literal["shift"] = "shift"
    off_min: int
    drive_min: int
    window_min: int


class Cycle(Limit):
    """No driving after so much time on duty in so many days; a rest of `restart_min` begins the count anew."""

    kind: Literal["cycle"] = "cycle"
    duty_min: int
    days: int
    restart_min: int


AnyLimit = Annotated[
    ContinuousDriving | DailyDriving | DailyRestHours | WeeklyRest | WeeklyDriving | Shift | Cycle,
    Field(discriminator="kind"),
]

_EU = "Regulation (EC) No 561/2006"
CN: tuple[AnyLimit, ...] = (
    ContinuousDriving(
        source="Regulation on the Implementation of the Road Traffic Safety Law (China), Article 62 (7)",
        drive_min=240,
        break_min=20,
        break_is="any_stand",
    ),
)
EU: tuple[AnyLimit, ...] = (
    DailyDriving(
        source=f"{_EU}, Article 6 (1), with Article 4 (k)", drive_min=540, longer_min=600, longer_a_week=2, rest_min=540
    ),
    WeeklyDriving(source=f"{_EU}, Article 6 (2) and (3)", week_min=56 * 60, two_weeks_min=90 * 60),
    ContinuousDriving(source=f"{_EU}, Article 7", drive_min=270, break_min=45, split=(15, 30), break_is="rest"),
    DailyRestHours(
        source=f"{_EU}, Article 8 (2) and (4), with Article 4 (g)",
        within_min=24 * 60,
        rest_min=11 * 60,
        reduced_min=9 * 60,
        reduced_most=3,
        split_first_min=3 * 60,
        weekly_min=24 * 60,
    ),
    WeeklyRest(
        source=f"{_EU}, Article 8 (6), with Article 4 (h)",
        within_min=6 * 24 * 60,
        rest_min=45 * 60,
        reduced_min=24 * 60,
    ),
)
_US: tuple[AnyLimit, ...] = (
    Shift(source="49 CFR 395.3 (a)(1), (a)(2) and (a)(3)(i)", off_min=10 * 60, drive_min=11 * 60, window_min=14 * 60),
    ContinuousDriving(source="49 CFR 395.3 (a)(3)(ii)", drive_min=8 * 60, break_min=30, break_is="any_stand"),
)
CYCLES: dict[str, Cycle] = {
    "60/7": Cycle(source="49 CFR 395.3 (b)(1) and (c)(1)", duty_min=60 * 60, days=7, restart_min=34 * 60),
    "70/8": Cycle(source="49 CFR 395.3 (b)(2) and (c)(2)", duty_min=70 * 60, days=8, restart_min=34 * 60),
}
"""For carriers that do not, and that do, run vehicles every day of the week."""


class HoursOfService(BaseModel):
    """The hours of service of a scenario: whose law, and what a breach of it costs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: Literal["none", "cn", "eu", "us"] = "none"
    cycle: Literal["60/7", "70/8"] = "70/8"
    """Of `us`: hours on duty in days."""
    penalty_fen: int = Field(0, ge=0, le=LONGEST_MIN)
    """For each breach; 0: it is reported, and costs nothing."""

    @property
    def limits(self) -> tuple[AnyLimit, ...]:
        """The limits in force."""
        if self.rules == "us":
            return (*_US, CYCLES[self.cycle])
        return {"none": (), "cn": CN, "eu": EU}[self.rules]


NO_HOURS = HoursOfService()
HOURS_OF: tuple[str, ...] = ("none", "cn", "eu", "us")
"""The laws that are known."""
