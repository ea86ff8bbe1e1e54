"""Whether a constraint says only what the words say: no number, date, place or name may come from anywhere else.

It is a gate for every compiler. The defaults of a kind are no claims of the words, nor
is the midnight that ends a day, where a quiet time goes to the end of it; prices and spans come from the
preference's record; neither is tested.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import kinds
from scenarios.preferences.compiled import Context
from scenarios.preferences.dates import find_dates, find_weekdays
from scenarios.preferences.english.scan import scan
from scenarios.preferences.english.tokens import Clock, Dates, DayCount, Km, Length, OrderCount, Span, Weekdays
from scenarios.preferences.goods import english_goods
from scenarios.preferences.lengths import find_lengths
from scenarios.preferences.measures import find_distances, find_turns
from scenarios.preferences.normalise import normalise
from scenarios.preferences.numbers import NUMBER, number
from scenarios.preferences.parts import Area, Box, Circle, Days, Place
from scenarios.preferences.place_names import find_names
from scenarios.preferences.times import find_times

_WHOLE_DAY = re.compile(
    r"全天|整天|一天|成日|放假|休|歇|当天|日|号|不|别|礼拜|周|星期|day|off|rest|no\b|not|don'?t|never|leave|free|away|"
    r"vacation|holiday",
    re.IGNORECASE,
)
_NUMERAL = re.compile(rf"{NUMBER}|\d+(?:\.\d+)?|[零一二两三四五六七八九十百千]+")


def grounded(constraint: kinds.Constraint, text: str, context: Context) -> tuple[str, ...]:
    """What of the constraint the text does not say, one phrase each; empty when all is in the words.

    `text` is the driver's words; where a wish names a place whose point stands in another wish of the same driver,
    the words of both, joined.
    """
    return tuple(_Words(text, context).missing(constraint))


class _Words:
    """What a text holds, in every way it may be read."""

    def __init__(self, text: str, context: Context) -> None:
        self.text = normalise(text)
        self.context = context
        self.numbers = {value for match in _NUMERAL.finditer(self.text) if (value := number(match.group())) is not None}
        self.numbers |= {float(digits) for digits in re.findall(r"\d+(?:\.\d+)?", self.text)}
        self.numbers |= {amount.value for amount in find_turns(self.text)}
        self.km = {amount.value for amount in find_distances(self.text)} | self.numbers
        self.lengths = {length.minutes for length in find_lengths(self.text)}
        self.lengths |= {int(value * unit) for value in self.numbers for unit in (1, 60)}
        times, _ = find_times(self.text)
        read = {time.minute % MINUTES_PER_DAY for time in times}
        self.clock = read | {(minute + 720) % MINUTES_PER_DAY for minute in read}
        if _WHOLE_DAY.search(self.text):
            self.clock.add(0)
        named = find_dates(self.text, context.start.date())
        self.dates = {day for dates in named for day in dates.days}
        self.weekdays = {day for weekdays in find_weekdays(self.text) for day in weekdays.days}
        self.names = {named_place.name for named_place in find_names(self.text)}
        self.goods = set(english_goods(self.text).values())
        self._add_english()

    def _add_english(self) -> None:
        """What the text holds as English."""
        for token in scan(self.text, self.context):
            match token.value:
                case Km(value=km):
                    self.km.add(km)
                case Length(minutes=minutes):
                    self.lengths.add(minutes)
                case Clock(minute=minute):
                    self.clock |= {minute % MINUTES_PER_DAY, (minute + 720) % MINUTES_PER_DAY}
                case Span(first=first, last=last):
                    read = {first.minute % MINUTES_PER_DAY, last.minute % MINUTES_PER_DAY}
                    self.clock |= read | {(minute + 720) % MINUTES_PER_DAY for minute in read}
                case Dates(days=days):
                    self.dates |= set(days)
                case Weekdays(days=weekdays):
                    self.weekdays |= set(weekdays)
                case DayCount(value=count) | OrderCount(value=count):
                    self.numbers.add(float(count))

    def missing(self, c: kinds.Constraint) -> list[str]:
        faults = self._days(getattr(c, "days", None))
        match c:
            case kinds.DailyRest():
                faults += self._among(c.rest_min, self.lengths, "minutes of rest")
            case kinds.QuietWindow():
                faults += self._clock(c.start) + ([] if c.end == MINUTES_PER_DAY else self._clock(c.end))
            case kinds.Home():
                faults += self._clock(c.by) + self._place(c.place)
                faults += [] if c.stay_until is None else self._clock(c.stay_until)
            case kinds.DaysOff():
                faults += self._among(c.at_least, self.numbers, "days off")
            case kinds.Category() | kinds.CategoryQuota():
                faults += [f"goods {name}" for name in c.names if not self._said(name, self.goods)]
                if isinstance(c, kinds.CategoryQuota):
                    bounds = [bound for bound in (c.at_most, c.at_least) if bound is not None]
                    faults += [fault for bound in bounds for fault in self._among(bound, self.numbers, "orders")]
            case kinds.AreaRule():
                faults += [fault for area in c.areas for fault in self._area(area)]
            case kinds.BanAfterTouch():
                faults += [fault for area in (c.touched, *c.banned) for fault in self._area(area)]
            case kinds.LongestHaul() | kinds.LongestPickup() | kinds.Deadhead():
                faults += self._among(c.km, self.km, "km")
            case kinds.LongHauls():
                faults += self._among(c.over_km, self.km, "km") + self._among(c.at_most, self.numbers, "orders")
            case kinds.FirstOrderBy():
                faults += self._clock(c.by)
            case kinds.OrdersPerDay():
                faults += self._among(c.at_most, self.numbers, "orders")
            case kinds.MustTake():
                faults += [] if normalise(c.load_id) in self.text else [f"load {c.load_id}"]
                faults += [] if c.place is None else self._place(c.place)
                faults += [] if c.listed_min is None else self._moment(c.listed_min)
            case kinds.Visits():
                faults += self._among(c.at_least, self.numbers, "days") + self._place(c.place)
            case kinds.RegionDays():
                faults += self._among(c.at_least, self.numbers, "days")
                faults += [] if self._said(c.region, self.names) else [f"region {c.region}"]
                faults += [] if c.place is None else self._place(c.place)
            case kinds.Errand():
                faults += [fault for step in c.steps for fault in self._step(step)]
                if c.late_fen_per_min:
                    faults += self._among(c.late_fen_per_min / 100, self.numbers, "yuan a minute")
            case kinds.Unknown():
                faults += [] if normalise(c.text) in self.text else ["words that nobody said"]
        return faults

    def _among(self, value: float, known: set[float] | set[int], what: str) -> list[str]:
        return [] if value in known else [f"{value:g} {what}"]

    def _clock(self, minute: int) -> list[str]:
        fault = f"the time {minute // 60:02d}:{minute % 60:02d}"
        return [] if minute % MINUTES_PER_DAY in self.clock else [fault]

    def _said(self, name: str, translated: set[str]) -> bool:
        return normalise(name).lower() in self.text.lower() or name in translated

    def _place(self, place: Place) -> list[str]:
        faults = [f"the place {place.name}"] if place.name and not self._said(place.name, self.names) else []
        for degrees in (place.lat, place.lng):
            faults += [] if degrees is None else self._among(degrees, self.numbers, "degrees")
        if place.radius_km != Place().radius_km:
            faults += self._among(place.radius_km, self.km, "km")
        return faults

    def _area(self, area: Area) -> list[str]:
        degrees: tuple[float, ...]
        match area:
            case Circle():
                degrees = (area.lat, area.lng)
                faults = self._among(area.radius_km, self.km, "km")
            case Box():
                degrees = (area.south, area.north, area.west, area.east)
                faults = []
            case _:
                return [] if self._said(area.name, self.names) else [f"the place {area.name}"]
        return faults + [fault for value in degrees for fault in self._among(value, self.numbers, "degrees")]

    def _days(self, days: Days | None) -> list[str]:
        if days is None:
            return []
        wanted = [*(days.dates or ()), *(day for day in (days.first, days.last) if day is not None)]
        faults = [f"the date {day.isoformat()}" for day in wanted if day not in self.dates]
        return faults + [f"weekday {day}" for day in days.weekdays or () if day not in self.weekdays]

    def _step(self, step: kinds.ErrandStep) -> list[str]:
        faults = self._place(step.place)
        faults += self._among(step.stay_min, self.lengths, "minutes of stay") if step.stay_min else []
        moments = [m for m in (step.earliest_min, step.deadline_min, step.stay_until_min) if m is not None]
        return faults + [fault for moment in moments for fault in self._moment(moment)]

    def _moment(self, minute: int) -> list[str]:
        """A minute since the start: of a day that is named, at its beginning, its end, or a time that is said."""
        when = self.context.start + timedelta(minutes=minute)
        of_day = when.hour * 60 + when.minute
        days: set[date] = {when.date(), when.date() - timedelta(days=1)}  # 24:00, or "the next morning"
        faults = [] if days & self.dates else [f"the day {when.date().isoformat()}"]
        return faults + ([] if of_day == 0 else self._clock(of_day))
