"""Errands in English: one or several places to be at on a day, in their order, with deadlines and stays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.home import HOME
from scenarios.preferences.english.tokens import City, Clock, Dates, Length, Money, Span, Spot, Token, idea
from scenarios.preferences.kinds import Constraint, Errand, ErrandStep, Unknown
from scenarios.preferences.parts import Place

_BE_AT = idea(
    r"\b(?:be|arriv\w+|reach|get|go|going|visit|stop|stay|drop\w*|bring|fetch|take|wait\w*|show up|come|driv\w+|"
    r"park\w*|head|collect\w*|pick\w*|attend|return|remain|"
    r"appointment|meet\w*|present|there|due|expected|make it|turn up|report|swing by|stand|see|check in|home)\b",
    r"\bat «spot»",
)
_MEETS = idea(
    r"\b(?:collect\w*|fetch\w*|pick(?:ing)? up|drop(?:ping)?(?: off)?|meet(?:ing)?|bring|take|see|visit) (?:my|the|"
    r"our) (?!order|load|cargo|freight)\w+|"
    r"\bpick (?:my|the|our|him|her|them)\b.* up\b|\b(?:wedding|appointment|funeral|birthday|interview|exam|hospital|"
    r"dentist|doctor'?s|meeting|ceremony|party|inspection)\b|"
    r"\b(?:be|get|go|drive) (?:to )?(?:somewhere|some place|someplace)\b"
)
"""Somebody is met, or something takes place; where has to be said."""
_BY_AFTER = idea(r"^\W*(?:at the (?:very )?latest|or earlier|sharp|on the dot|latest|on time)")
_FROM = idea(r"\b(?:after|from|(?:no|not) (?:earlier than|before)|earliest|past|since)\W*$")
_UNTIL = idea(r"\b(?:until|till|'til|til|to|not leav\w+ before|not before|through|up to)\W*(?:at least |the )?$")
_EARLIEST_AFTER = idea(r"^\W*(?:at the earliest|or later|onwards?)")
_BRINGS_HOME = idea(r"\b(?:bring|take|drop) [a-z ]{1,20}home\b")
_SURE = idea(r"\b(?:must|have to|has to|need|want|till|until|please)\b")
EACH_MINUTE = idea(r"\b(?:each|every|per|a) minute\b")
_STAYS = idea(r"\b(?:stay\w*|remain\w*|rest|home|wait\w*|till|until|there|park\w*|keep)\b")
_JOINTS = idea(r"\b(?:and )?(?:then|afterwards|after that|next|later|from there)\b", r"[,;]", r"\band\b")
_STRONG = re.compile(r"then|after|next|later|from there")


@dataclass(slots=True)
class _Stop:
    at: int
    """Where its mark or word stands."""
    place: Place


def read_errand(c: Clause) -> Constraint | None:
    """On March 18 be at (23.05, 113.12) before 3 pm and wait there for 40 minutes.

    A step whose words give no time of day is to be done on its day: from its first minute to its last. "Till the 13th"
    asks for the time until the 13th begins, the least that it can mean.
    """
    dates = c.all(Dates)
    stops = _stops(c)
    met = dates and not c.refuses and c.has(_MEETS) and not c.has(_BRINGS_HOME)
    if met and not any(_known(stop) for stop in stops):
        return Unknown(why="where is not said")
    if not dates or not stops or not c.has(_BE_AT) or not c.only(Dates, Clock, Span, Length, Spot, City):
        return None
    if any(named.either for named in dates) and c.all(Spot):
        return Unknown(why="the day is not said exactly")
    if any(
        (len(named.days) > 1 and not _same(named, dates)) or named.either or named.role == "from" for named in dates
    ):
        return None
    if c.refuses and (not c.all(Spot) or c.all(City)):
        return None
    if not any(stop.place.lat is not None or stop.place.name or HOME.match(c.words, stop.at) for stop in stops):
        return None
    steps, day, late = [], dates[0].days[0], EACH_MINUTE.search(c.words)
    ends = [*_boundaries(c, stops), late.start() if late else len(c.words)]
    begin = 0
    for stop, end in zip(stops, ends, strict=True):
        if _says_twice(c, begin, end):
            return None
        step, day = _step(c, stop.place, begin, max(begin, end), day)
        steps.append(step)
        begin = end
    for i in range(len(steps) - 1, 0, -1):  # what comes before has to be done before
        step, following = steps[i - 1], steps[i].deadline_min
        waits = step.deadline_min is None and step.earliest_min is not None  # it may have to begin only there
        if following is not None and not waits and (step.deadline_min is None or step.deadline_min > following):
            steps[i - 1] = step.model_copy(update={"deadline_min": following})
    exact = any(isinstance(token.value, Clock | Span | Length | Spot) for token in c.tokens)
    if not exact and not c.has(_SURE):
        return None
    return Errand(steps=tuple(steps), late_fen_per_min=_late_fen(c) if late else 0)


def _known(stop: _Stop) -> bool:
    return stop.place.lat is not None or bool(stop.place.name)


def _same(named: Dates, dates: list[Dates]) -> bool:
    return named is not dates[0] and named.days == dates[0].days


def _late_fen(c: Clause) -> int:
    money = c.all(Money)
    return round(money[-1].yuan * 100) if money else 0


def _stops(c: Clause) -> list[_Stop]:
    """Points, cities and home in the order of the words; a city or "home" right before a point is that point."""
    stops: list[_Stop] = []
    for at, token in zip(c.at, c.tokens, strict=True):
        value = token.value
        if isinstance(value, Spot):
            near = (
                stops[-1]
                if stops and at - stops[-1].at <= 12 and not c.words[stops[-1].at + 1 : at].strip(" ,:-(at")
                else None
            )
            name = near.place.name if near and near.place.lat is None else ""
            if near and near.place.lat is None:
                stops.pop()
            stops.append(_Stop(at, Place(lat=value.lat, lng=value.lng, name=name)))
        elif isinstance(value, City) and not value.back and not any(stop.place.name in value.names for stop in stops):
            before = stops[-1] if stops else None
            if before and before.place.lat is not None and not c.words[before.at + 1 : at].strip(" ,(in"):
                continue
            stops.append(_Stop(at, Place(name=value.names[0])))
    for match in HOME.finditer(c.words):
        beside = any(
            0 <= stop.at - match.end() <= 12 and not _JOINTS.search(c.words[match.end() : stop.at]) for stop in stops
        )
        if not beside and not any(not _known(stop) for stop in stops):
            stops.append(_Stop(match.start(), Place()))
    return sorted(stops, key=lambda stop: stop.at)


def _boundaries(c: Clause, stops: list[_Stop]) -> list[int]:
    """Where the words of one stop end and those of the next begin: at the last "then", else the last comma."""
    ends = []
    for stop, following in pairwise(stops):
        joints = list(_JOINTS.finditer(c.words, stop.at, following.at))
        strong = [match for match in joints if _STRONG.search(match.group())]
        chosen = (strong or joints)[-1:]
        ends.append(chosen[0].start() if chosen else following.at)
    return ends


def _step(c: Clause, place: Place, begin: int, end: int, day: date) -> tuple[ErrandStep, date]:
    """One step from the words between two places, and the last day that they name."""
    earliest = deadline = until = None
    named_day, first_day, stay = day, day, 0
    dated = False
    here = [(at, token) for at, token in zip(c.at, c.tokens, strict=True) if begin <= at < end]
    until_next = False
    for i, (at, token) in enumerate(here):
        before, after, value = c.words[begin:at], c.words[at + 1 : end], token.value
        if isinstance(value, Dates):
            stays = value.role == "until" and _STAYS.search(before) is not None
            timed = _timed(c, here, i)
            if stays and not timed:
                until = c.day_start(value.days[0])
            until_next = stays and timed
            named_day = value.days[0]
            if not stays:
                first_day, dated = (min(first_day, named_day) if dated else named_day), True
        elif isinstance(value, Clock):
            if not dated and not until_next:
                named_day = _day_behind(here, i) or named_day
            minute = c.minute(named_day, _working(value))
            if until_next or _UNTIL.search(before):
                until, until_next = minute, False
            elif _EARLIEST_AFTER.search(after) or (_FROM.search(before) and not _BY_AFTER.search(after)):
                earliest = minute
            else:
                deadline = minute
        elif isinstance(value, Span):
            first, last = (
                c.minute(named_day if dated else _day_behind(here, i) or named_day, _working(t))
                for t in (value.first, value.last)
            )
            last += MINUTES_PER_DAY if last < first else 0
            if re.search(r"between\W*$", before):
                earliest, deadline = first, last
            else:
                deadline, until = first, last
        elif isinstance(value, Length) and not re.search(r"\b(?:early|late)\b", after[:8]):
            stay = stay or value.minutes
    if not dated and (behind := next((t.value.days[0] for _, t in here if isinstance(t.value, Dates)), None)):
        first_day = behind if not (until is not None) else first_day
    if deadline is None and until is None and earliest is None:
        earliest, deadline = c.day_start(first_day), c.day_start(first_day) + MINUTES_PER_DAY
    elif earliest is None and (deadline is None or _of_that_day(deadline, c.day_start(first_day), until)):
        earliest = c.day_start(first_day)
    step = ErrandStep(place=place, earliest_min=earliest, deadline_min=deadline, stay_min=stay, stay_until_min=until)
    return step, named_day


def _says_twice(c: Clause, begin: int, end: int) -> bool:
    """Whether the words of one step hold more times or lengths than a step has."""
    here = [token.value for at, token in zip(c.at, c.tokens, strict=True) if begin <= at < end]
    times = sum(2 if isinstance(value, Span) else isinstance(value, Clock) for value in here)
    return times > 2 or len({value for value in here if isinstance(value, Length)}) > 1


def _working(clock: Clock) -> int:
    """A bare hour from 1 to 5 is after noon: errands are run by day."""
    return clock.minute + 720 if clock.bare and clock.minute < 360 else clock.minute


def _timed(c: Clause, here: list[tuple[int, Token]], i: int) -> bool:
    """13 March 22:00, 13 March at 22:00."""
    if i + 1 == len(here) or not isinstance(here[i + 1][1].value, Clock):
        return False
    return re.fullmatch(r",? ?(?:at )?", c.words[here[i][0] + 1 : here[i + 1][0]]) is not None


def _day_behind(here: list[tuple[int, Token]], i: int) -> date | None:
    """ "By 22:00 on the 12th": the date that the time is of follows it."""
    following = here[i + 1][1].value if i + 1 < len(here) else None
    if isinstance(following, Dates) and following.role != "until":
        return following.days[0]
    later = next(
        (token.value for _, token in here[i + 1 :] if isinstance(token.value, Dates) and token.value.role == "on"), None
    )
    return later.days[0] if later else None


def _of_that_day(deadline: int, day_start: int, until: int | None) -> bool:
    """A deadline of that very day, and no stay into another: the day is when it is to be done."""
    return day_start <= deadline <= day_start + MINUTES_PER_DAY and (
        until is None or until <= day_start + MINUTES_PER_DAY
    )
