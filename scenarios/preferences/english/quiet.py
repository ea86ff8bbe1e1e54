"""Quiet times in English: windows between two times of day, ends of work, whole days off. Each reader gives a
constraint or None.
"""

from __future__ import annotations

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.clock import evening, minutes_of
from scenarios.preferences.english.home import HOME, LATER_BEGINS
from scenarios.preferences.english.tokens import Clock, Dates, DayCount, Length, Span, Weekdays, idea
from scenarios.preferences.kinds import Constraint, QuietWindow, Unknown
from scenarios.preferences.parts import EVERY_DAY

_STILL = idea(
    r"\b(?:rest\w*|sle?ep\w*|park\w*|quiet|off|free|lunch\w*|dinner|supper|breakfast|meals?|eat\w*|break|siesta|"
    r"nap\w*|bed|still|stationary|"
    r"stand\w*|stop\w*|closed|pray\w*|prayers?|church|mosque|temple|gym|class\w*|school|stays? put|disturb\w*|"
    r"unavailable|not available|"
    r"do not disturb|shut|switched|offline|out of action|idle|my own|not reachable|unreachable|leave me alone|"
    r"leave me be|in peace|"
    r"turn(?:ed)? off|downtime|curfew|tea|busy|blocked|reserved|blackout|halt\w*|asleep|hands off|peace|engine|"
    r"wheels?|none)\b"
)
_MEALS = {"lunch": "lunch", "noon": "lunch", "midday": "lunch", "dinner": "dinner", "supper": "dinner"}
_NIGHT = idea(r"\b(?:sle?ep\w*|night\w*|bed|overnight|asleep|late|evenings?|dark|next morning|next day)\b")
_NO_ORDERS = idea(
    r"\b(?:no|not|without|any|stop sending|nothing|never|can not)\b.*\b(?:orders?|loads?|jobs?|work\w*|dispatch\w*|"
    r"calls?|call|messages?|offers?|"
    r"assign\w*|send|pickups?|bookings?|book|ring|phone|contact|bother|disturb|ping|text)\b"
)
NO_MOVES = idea(
    r"\b(?:driv\w+|mov\w+|park\w*|sle?ep\w*|rest\w*|engine|wheels?|still|stationary|bed|nap|off|motion|roll\w*|road|"
    r"asleep|idle|stands?|stays?)\b"
)
_WAITS = idea(r"\b(?:park\w*|sle?ep\w*|rest\w*|engine|still|stationary|stand\w*|asleep|nap|standstill|bed)\b")
_ONLY_THEN = idea(
    r"\bonly (?:available |willing to |want to )?(?:work|drive|take|run|on the road|be on the road|accept|on duty|"
    r"operate|haul|do)\b.*«span»|"
    r"\bi(?:'m| am) only (?:available|on duty|working|on the road|driving|around).*«span»|«span» only\b|"
    r"\bonly (?:from |between )?«span»|"
    r"\bworking hours\b|\bi work (?:only )?(?:from |between )?«span»"
)
_STOPS = idea(
    r"\b(?:knock(?:ing)? off|clock(?:ing)? off|call it a day|clock out|(?:finish|done|through|stop|quit|end)(?:s|ed|"
    r"ing)?|wrap(?:ping)? up|"
    r"pack(?:ing)? (?:it )?(?:up|in)|off the road|off duty|last (?:drop|delivery) (?:is )?(?:done)?|day ends?|"
    r"parked|park up|turn in|(?:go(?:ing)? )?to bed)\b"
)
_WHOLE_DAY = idea(
    r"\b(?:on leave|away|on vacation|not working|day off)\b",
    r"\boff\b|\ball day\b|\bwhole day\b|\bfull day\b|\bentire day\b|\bholiday\b|\bfree\b|\bday of rest\b|"
    r"\brest day\b|\bpark\w*|\brest\b|\bat home\b|\bstay home\b|\bfor (?:my |the )?(?:family|kids|church|myself)\b|"
    r"\bsacred\b|\bunavailable\b|\bnot available\b",
)
_WORKS = idea(
    r"\b(?:start\w*|begin|leave|leaving|turn|turning|wheels?|set off|go out|set out)\b",
    r"\b(?:work\w*|driv\w+|orders?|loads?|jobs?|trips?|movement|moving|move|dispatch\w*|run|haul\w*|wheel|truck|"
    r"anything|nothing|road|roll\w*|on duty)\b",
)
_OF_ONE_ORDER = idea(r"\b(?:first|home)\b")
_UNTIL = idea(r"\b(?:before|until|till|earlier than|sooner than)\W*$")
_AFTER = idea(r"\b(?:after|from|past|later than|beyond|since|as of|starting(?: at)?)\W*$")


def read_quiet(c: Clause) -> Constraint | None:
    """No driving between 10 pm and 5 am; done by 9 pm; no work before 6 am or after 10 pm."""
    if not c.only(Span, Clock, Weekdays, Dates, Length) or (c.has(HOME) and not c.all(Span)):
        return None
    spans, times = c.all(Span), c.all(Clock)
    if len(spans) > 1 or c.all(Length):
        return None
    if spans and not times:
        return _window(c, spans[0])
    if spans:  # done by ten: no driving from ten to six
        window = _window(c, spans[0])
        same = isinstance(window, QuietWindow) and all(evening(time) == window.start for time in times)
        return window if same else None
    if len(times) == 2:
        return _stop_and_start(c, *times)
    if len(times) != 1:
        return None
    return _one_end(c, times[0])


def _window(c: Clause, span: Span) -> Constraint | None:
    only = c.has(_ONLY_THEN) and not c.has(idea(r"\b(?:rest|sleep|parked|lunch|break|off|eat)\b"))
    if not only and not c.refuses and not c.has(_STILL):
        return None
    if only and c.refuses:
        return None
    meal = next((kind for word, kind in _MEALS.items() if c.has(idea(rf"\b{word}"))), "")
    ends = minutes_of(span, night=c.has(_NIGHT), meal=meal)
    if ends is None or ends[0] == ends[1]:
        return Unknown(why="morning or evening is not said")
    start, end = (ends[1] % MINUTES_PER_DAY, ends[0]) if only else ends
    return _quiet(c, start, end, meal=bool(meal), orders_only=False if only else None)


def _quiet(c: Clause, start: int, end: int, *, meal: bool = False, orders_only: bool | None = None) -> QuietWindow:
    no_orders, no_moves = c.has(_NO_ORDERS), c.has(NO_MOVES)
    if orders_only is None:
        orders_only = no_orders and not no_moves
    return QuietWindow(
        start=start,
        end=end,
        days=c.applies,
        forbids="orders" if orders_only else "movement",
        must_wait=not no_orders and c.has(_WAITS) and not meal,
    )


def _stop_and_start(c: Clause, first: Clock, last: Clock) -> Constraint | None:
    """After 10 pm no driving, not before 6 am: two times that are no span."""
    before_first, before_last = c.before(first), c.before(last)
    if not (c.refuses or c.has(_STILL) or c.has(_STOPS)):
        return None
    if _AFTER.search(before_last) and _UNTIL.search(before_first):
        start, end = evening(last), first.minute  # nothing before 6 or after 22
    elif (_AFTER.search(before_first) and _UNTIL.search(before_last)) or (
        c.has(_STOPS) and LATER_BEGINS.search(before_last)
    ):
        start, end = evening(first), last.minute
    else:
        return None
    return _quiet(c, start % MINUTES_PER_DAY, end % MINUTES_PER_DAY) if start != end else None


def _one_end(c: Clause, time: Clock) -> Constraint | None:
    """Done by 9 pm lasts until midnight; "no driving after 10 pm" does not say until when."""
    before = c.before(time)
    if (c.refuses and c.has(_WORKS)) or c.has(_NO_ORDERS):
        morning = time.minute if time.minute < 720 else 0
        if _UNTIL.search(before) and morning and not c.has(_OF_ONE_ORDER):
            return _quiet(c, 0, morning)  # don't call me before 8
        if _AFTER.search(before) or _UNTIL.search(before):
            return Unknown(why="the other end of the quiet time is not said")
        return None
    if not c.has(_STOPS) or c.refuses or _AFTER.search(before) or _UNTIL.search(before):
        return None
    start = evening(time)
    return _quiet(c, start, MINUTES_PER_DAY) if 720 <= start < MINUTES_PER_DAY else None


def read_all_day(c: Clause) -> Constraint | None:
    """Sundays off; no driving on March 8."""
    if c.applies == EVERY_DAY or not c.only(Dates, Weekdays, DayCount) or (c.has(HOME) and not c.has(_WHOLE_DAY)):
        return None
    if any(count.value != 1 for count in c.all(DayCount)):
        return None
    if not (c.applies.dates or c.applies.weekdays) or (any(named.either for named in c.all(Dates)) and not c.refuses):
        return None
    if not (c.has(_WHOLE_DAY) or (c.refuses and c.has(_WORKS))):
        return None
    if c.refuses and not c.has(_WORKS) and not c.has(idea(r"\b(?:not) available\b")):
        return None
    if c.has(
        idea(r"\b(?:nights?|mornings?|evenings?|afternoons?|long\w*|far|short|heavy|late|early|hours?|only|half)\b")
    ):
        return None
    return _quiet(c, 0, MINUTES_PER_DAY)
