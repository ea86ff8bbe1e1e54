"""The kinds of constraint to which a driver's words are compiled: one frozen record each, a tagged union by `kind`.

What a kind means is said here once; the auditor judges it, the agents keep it, and neither adds to it. Where the
public demo simulator leaves a choice implicit, the choice is a field, whose default is the `standard` way of counting.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.preferences.parts import EVERY_DAY, Area, Days, MinuteOfDay, Place, Unit
from scenarios.records import Record

Forbids = Literal["orders", "movement"]
"""`orders`: taking loads. `movement`: taking loads and driving empty; waiting is allowed."""


class Base(Record):
    """What every constraint carries."""

    text: str = ""
    """The words it was understood from."""
    hard: bool = True
    """False: "if possible"; a hard one is never traded for income."""
    preference: int = 0
    """Number of the driver's preference, from 0; constraints of one preference share its cap."""
    start_min: int | None = None
    end_min: int | None = None
    """In force from start_min to end_min inclusive, minutes since the scenario's start; None: always."""
    penalty_fen: int = Field(0, ge=0)
    """For each `unit`."""
    cap_fen: int | None = Field(None, ge=0)
    """Largest total; None: no cap."""
    unit: Unit = "breach"


class DailyRest(Base):
    """Each day one stop of at least so many minutes in one piece."""

    kind: Literal["daily_rest"] = "daily_rest"
    rest_min: int = Field(gt=0)
    days: Days = EVERY_DAY
    counted: Literal["calendar_day", "start_of_rest", "rolling_24h"] = "start_of_rest"
    """`calendar_day`: a rest is cut at midnight and each day has its part. `start_of_rest`: it counts whole for the day
    on which it begins, and what of it lies after a midnight counts for that day as well, so that a truck that stands
    for three days rests on each. `rolling_24h`: 24 hours after a rest ended the next one is complete; each day
    with a minute on which it is overdue is a breach."""
    reading_is_rest: bool = False
    """Minutes of reading lists at the start of a waiting step are rest too."""
    window_wait_is_rest: bool = True
    """Waiting at a pickup for its window to open is rest."""
    unit: Unit = "day"


class QuietWindow(Base):
    """Nothing is done between two times of day; the window crosses midnight where its end is not after its start."""

    kind: Literal["quiet_window"] = "quiet_window"
    start: MinuteOfDay
    end: MinuteOfDay
    days: Days = EVERY_DAY
    """Of the day on which the window begins."""
    forbids: Forbids = "movement"
    must_wait: bool = False
    """The whole window has to be spent waiting: reading lists in it, or having stopped, breaks it too."""
    unit: Unit = "day"
    """`day`: once a window. `breach`: once for each action that touches it."""


class Home(Base):
    """Each day at home by a time; then no orders and no movement until a time on the next day (or the same)."""

    kind: Literal["home"] = "home"
    place: Place = Place()
    by: MinuteOfDay
    stay_until: MinuteOfDay | None = None
    """Not after `by`: on the next day."""
    days: Days = EVERY_DAY
    unit: Unit = "day"


class DaysOff(Base):
    """In a month at least so many whole days without orders, or without any movement."""

    kind: Literal["days_off"] = "days_off"
    at_least: int = Field(gt=0)
    forbids: Forbids = "movement"
    days: Days = EVERY_DAY
    """Days that can count as off: a wish for Sundays off names them."""
    unit: Unit = "month"


class Category(Base):
    """No loads of these categories; a disliked one is not `hard`."""

    kind: Literal["category"] = "category"
    names: tuple[str, ...] = Field(min_length=1)
    """As said: 海鲜."""
    match: Literal["exact", "contains"] = "exact"
    """`contains`: categories that hold the name, or are what drivers call so (`goods_names.MEANT`)."""
    days: Days = EVERY_DAY
    unit: Unit = "order"


class AreaRule(Base):
    """Keep out of an area, or stay in it."""

    kind: Literal["area"] = "area"
    rule: Literal["keep_out", "stay_in"]
    areas: tuple[Area, ...] = Field(min_length=1)
    """Keep out of each; stay in their union."""
    applies_to: Literal["orders", "position"] = "position"
    """`orders`: no pickup and no drop there (outside, for stay_in). `position`: the truck itself as well."""
    days: Days = EVERY_DAY
    along_path: bool = True
    """The way between two places is tested too; otherwise only where an action begins and ends."""
    unit: Unit = "breach"
    """`breach`: each time it goes wrong; `order`: each order; `month`: once."""


class LongestHaul(Base):
    """No order whose way from pickup to drop is longer."""

    kind: Literal["longest_haul"] = "longest_haul"
    km: float = Field(gt=0)
    unit: Unit = "order"


class LongestPickup(Base):
    """No order whose empty way to the pickup is longer."""

    kind: Literal["longest_pickup"] = "longest_pickup"
    km: float = Field(gt=0)
    unit: Unit = "order"


class Deadhead(Base):
    """Empty kilometres of a day or a month have a limit; kilometres over it are priced."""

    kind: Literal["deadhead"] = "deadhead"
    km: float = Field(ge=0)
    per: Literal["day", "month"] = "month"
    unit: Unit = "km"


class FirstOrderBy(Base):
    """On a day with orders, the first begins by a time of day."""

    kind: Literal["first_order_by"] = "first_order_by"
    by: MinuteOfDay
    strict: bool = False
    """True: before that minute ("before 12"). False: that minute is in time ("no later than 12")."""
    unit: Unit = "day"


class OrdersPerDay(Base):
    """No more than so many orders are begun on a day; each further one is a breach."""

    kind: Literal["orders_per_day"] = "orders_per_day"
    at_most: int = Field(ge=0)
    days: Days = EVERY_DAY
    unit: Unit = "order"


class MustTake(Base):
    """One load has to be taken."""

    kind: Literal["must_take"] = "must_take"
    load_id: str = Field(min_length=1)
    place: Place | None = None
    """Where it is picked up, if the words say so."""
    listed_min: int | None = None
    """From which minute it is on offer, if the words say so."""
    unit: Unit = "month"


class Visits(Base):
    """On at least so many different days of a month the truck is at a place."""

    kind: Literal["visits"] = "visits"
    place: Place
    at_least: int = Field(gt=0)
    unit: Unit = "month"


class RegionDays(Base):
    """On at least so many different days of a month an order is picked up or delivered in a district."""

    kind: Literal["region_days"] = "region_days"
    region: str = Field(min_length=1)
    at_least: int = Field(gt=0)
    place: Place | None = None
    """A point that the words give in passing ("my stall in ... (23.15, 113.67)"), with its name: other wishes of the
    driver may name it without coordinates. It is not judged here."""
    unit: Unit = "month"


class ErrandStep(Record):
    """Be at a place, from a minute, by a minute, for so long. Minutes since the scenario's start."""

    place: Place
    earliest_min: int | None = None
    deadline_min: int | None = None
    """Latest minute of arrival."""
    stay_min: int = Field(0, ge=0)
    """Minutes to stand there in one piece."""
    stay_until_min: int | None = None
    """Having come by the deadline, not to leave before this minute."""


class Errand(Base):
    """Steps to be done in their order: a private appointment, a pickup of a person and the way home."""

    kind: Literal["errand"] = "errand"
    steps: tuple[ErrandStep, ...] = Field(min_length=1)
    late_fen_per_min: int = Field(0, ge=0)
    """For each minute after the last step's deadline in which the driver is not standing there, until its
    `stay_until_min`, or, where that is None, until the driver comes; without a cap of its own."""
    unit: Unit = "month"
    """`penalty_fen` falls due once, if a step is missed, out of order or left early."""


class CategoryQuota(Base):
    """At most, or at least, so many orders of these goods in a day, week or month; names as of `contains` above."""

    kind: Literal["category_quota"] = "category_quota"
    names: tuple[str, ...] = Field(min_length=1)
    at_most: int | None = Field(None, ge=0)
    at_least: int | None = Field(None, gt=0)
    per: Literal["day", "week", "month"] = "month"
    unit: Unit = "order"


class LongHauls(Base):
    """At most so many orders longer than a distance in a day, week or month."""

    kind: Literal["long_hauls"] = "long_hauls"
    over_km: float = Field(gt=0)
    at_most: int = Field(ge=0)
    per: Literal["day", "week", "month"] = "month"
    unit: Unit = "order"


class BanAfterTouch(Base):
    """Once the truck has been in one area, no orders with pickup or drop in these for the rest of the span."""

    kind: Literal["ban_after_touch"] = "ban_after_touch"
    touched: Area
    banned: tuple[Area, ...] = Field(min_length=1)
    until: Literal["end_of_day", "end_of_month"] = "end_of_month"
    unit: Unit = "order"


class Unknown(Base):
    """A wish that cannot be made precise: `text` keeps its words. It is shown, never judged."""

    kind: Literal["unknown_hard", "unknown_soft"] = "unknown_hard"
    why: str = ""
    """What is missing or not understood, in a few words."""


Constraint = Annotated[
    DailyRest
    | QuietWindow
    | Home
    | DaysOff
    | Category
    | AreaRule
    | LongestHaul
    | LongestPickup
    | Deadhead
    | FirstOrderBy
    | OrdersPerDay
    | MustTake
    | Visits
    | RegionDays
    | Errand
    | CategoryQuota
    | LongHauls
    | BanAfterTouch
    | Unknown,
    Field(discriminator="kind"),
]
