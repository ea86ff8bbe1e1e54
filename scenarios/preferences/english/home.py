"""Being home by a time, and until when, in English."""

from __future__ import annotations

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.clock import evening, minutes_of
from scenarios.preferences.english.tokens import Clock, Dates, Length, Span, Spot, Weekdays, idea
from scenarios.preferences.kinds import Constraint, Home, Unknown
from scenarios.preferences.parts import Place

HOME = idea(
    r"\bhome\b|\bmy (?:own )?(?:house|place|doorstep|front door|driveway|flat|apartment|family|own bed|yard)\b|"
    r"\b(?:at|to|in|back at) the house\b|"
    r"\bback (?:at|to|in) «spot»|\b(?:wants?|expects?|needs?|likes?) (?:me|us) (?:to be )?back\b|"
    r"\bback with (?:my|the) \w+\b|\bin my own bed\b|\bat my base\b"
)
LATER_BEGINS = idea(
    r"\b(?:until|till|'til|resume|restart|start\w*|back|again|not before|earlier than|before|from|out|leav\w+|"
    r"begin\w*|set off|set out|get up|"
    r"wake|off again|on the road|head out|roll\w*|next morning|reopen|depart\w*|go|going)\b[^«time»]{0,40}$"
)
"""In front of a time: something begins again then."""
_BRINGS = idea(r"\b(?:bring|take|drop|drive) (?:him|her|them|my \w+|the \w+|everyone)(?: back)? home\b")
"""A way home with somebody, of an errand."""
_LEAVES = idea(r"\b(?:until|till|not before|earlier than|leav\w+|out|after|from)\b[^,]*$")
_TOO_LATE = idea(r"\bhome (?:after|later than|past)\W*$")
"""Not home after ten: home by ten."""
_COMES = idea(r"\bhome (?:before|by)|\bback (?:before|by)")
_NOT_WHEN = idea(r"\b(?:no|not|never|nothing|without|none|nobody)\b")
_NOT_BEFORE = idea(r"\b(?:until|till|before|earlier than|sooner than|from|at|again at|after|by)\W*$")


def read_home(c: Clause) -> Constraint | None:
    """Home by 9 pm, not leaving before 7."""
    if (
        not c.has(HOME)
        or not c.only(Clock, Span, Spot, Weekdays, Dates, Length)
        or c.all(Length)
        or len(c.all(Spot)) > 1
        or (c.has(_BRINGS) and not c.daily)
    ):
        return None
    if any(named.role == "on" for named in c.all(Dates)):
        return None
    spans, times = c.all(Span), c.all(Clock)
    if len(spans) == 1 and len(times) <= 1:
        return _home_span(c, spans[0], times)
    if spans or not 1 <= len(times) <= 2:
        return None
    first = times[0]
    before = c.before(first)
    if len(times) == 1 and c.refuses and _TOO_LATE.search(before):
        return Home(place=_house(c), by=evening(first), days=c.applies)
    if len(times) == 1 and _LEAVES.search(before) and not _COMES.search(before):
        return Unknown(why="by when to be home is not said") if c.has(_NOT_WHEN) or "until" in before else None
    swapped = len(times) == 2 and idea(r"\b(?:leav\w+|out)\b").search(before) and HOME.search(c.before(times[1]))
    if swapped:
        times.reverse()
    by = evening(times[0])
    stay = None if len(times) == 1 else times[1].minute % MINUTES_PER_DAY
    if (
        len(times) == 2
        and not swapped
        and not LATER_BEGINS.search(c.before(times[1]) + " ")
        and not _NOT_BEFORE.search(c.before(times[1]))
    ):
        return None
    if stay is not None and times[1].bare and times[1].minute >= 720:
        return None
    return Home(place=_house(c), by=by, stay_until=stay, days=c.applies) if by != stay else None


def _home_span(c: Clause, span: Span, times: list[Clock]) -> Constraint | None:
    ends = minutes_of(span, night=True)
    if ends is None or ends[0] == ends[1]:
        return Unknown(why="morning or evening is not said")
    if times and evening(times[0]) != ends[0]:
        return None
    return Home(place=_house(c), by=ends[0], stay_until=ends[1] % MINUTES_PER_DAY, days=c.applies)


def _house(c: Clause) -> Place:
    spots = c.all(Spot)
    return Place(lat=spots[0].lat, lng=spots[0].lng) if spots else Place()
