"""Daily rest and days off in English. Each reader gives a constraint or None."""

from __future__ import annotations

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.quiet import NO_MOVES
from scenarios.preferences.english.tokens import Dates, DayCount, Length, OrderCount, Weekdays, idea
from scenarios.preferences.kinds import Constraint, DailyRest, DaysOff, Unknown

_REST = idea(
    r"\bbunk\b",
    r"\brest(?:s|ed|ing)?\b|\bsle?ep(?:s|ing|t)?\b|\bshut-?eye\b|\bkip\b|\bpark\w*|\bbreaks?\b|\boff\b|\bengine\b|"
    r"\bstill\b|\bstandstill\b|"
    r"\bidle\b|\bstop(?:s|ped)?\b|\bstationary\b|\bnaps?\b|\blie down\b|\blying down\b|\bdowntime\b|\bhalt\w*|"
    r"\bfree\b|\bshut (?:down|off)\b|"
    r"\bundisturbed\b|\bin bed\b|\bstand(?:s|ing)? still\b|\bmotionless\b|\bput my feet up\b|\brecover\w*|"
    r"\bnot mov\w+|\bstanding\b|\blie down\b|\bunmoved\b|\bstood down\b",
)
_ONE_PIECE = idea(
    r"\b(?:uninterrupted|continuous|consecutive|straight|unbroken|one piece|one go|in a row|at a stretch|"
    r"one stretch|one block|on end|one piece|in one)\b"
)
_AT_MOST = idea(
    r"\b(?:at most|no more than|not more than|no longer than|not longer than|maximum|max|up to|longer than|"
    r"more than|under|over)\b"
)
_AT_LEAST = idea(
    r"\b(?:at least|minimum|no less than|not less than|no fewer than|not fewer than|or more|less than|fewer than|"
    r"under|at minimum)\b"
)
_DRIVES = idea(r"\b(?:driv\w+|behind the wheel|wheel)\b")
_DAYS_OFF = idea(r"\b(?:days? off|(?:rest|free|full) days?)\b")
_OFF = idea(
    r"\boff\b|\brest\w*|\bzero\b|\bno (?:\w+ )?(?:movement|driving|orders?|loads?|work|jobs?|trips?|moving)\b|"
    r"\bmotionless\b|\bfree\b|\bwithout\b|"
    r"\b(?:not|never) (?:\w+ ){0,2}?(?:driv\w+|work\w*|move\w*|take|touch|run|roll|turn|start|leave|go|do|"
    r"be moved)\b|\bholidays?\b|"
    r"\bpark\w*|\bbreaks?\b|\bidle\b|\bstationary\b|\bstand(?:ing|s)? still\b|\bvacation\b|\bto (?:myself|"
    r"ourselves)\b|\bfor (?:myself|my family|my kids|the family)\b|"
    r"\bleave\b|\bstays? (?:put|at home|home)\b|\bat home\b|\bnothing\b|\bwith (?:my|the) (?:family|kids|wife)\b|"
    r"\bunavailable\b|\bday-?off\b|\bnot a (?:single )?(?:load|order|metre|km)\b|\bno-work\b|\bworkless\b|"
    r"\bwork-free\b|\bdowntime\b|\bmy own\b"
)


def read_daily_rest(c: Clause) -> Constraint | None:
    """Eight hours of rest in one piece a day."""
    lengths = c.all(Length)
    if not lengths or (not c.has(_REST) and not (c.has(_ONE_PIECE) and c.daily)):
        return None
    if not c.only(Length, Weekdays, Dates) or any(named.role == "on" for named in c.all(Dates)):
        return None
    whole = [length for length in lengths if length.minutes == MINUTES_PER_DAY]
    rests = [length for length in lengths if length not in whole] if len(lengths) > len(whole) else lengths
    if len({length.minutes for length in rests}) != 1 or rests[0].minutes > MINUTES_PER_DAY:
        return None
    least = c.has(_AT_LEAST)
    if (c.has(_DRIVES) and not c.refuses) or (c.has(_AT_MOST) and not least):
        return Unknown(why="a longest rest, or driving time, is no kind of constraint")
    if c.refuses and least and not c.has(idea(r"\b(?:less|fewer|under)\b")):
        return None
    if (c.weekly or c.monthly) and not c.daily:
        return Unknown(why="hours of rest in a week or month are no kind of constraint")
    counted = "rolling_24h" if whole else "start_of_rest"
    return DailyRest(rest_min=rests[0].minutes, days=c.applies, counted=counted)


def read_days_off(c: Clause) -> Constraint | None:
    """At least three full days off a month."""
    counts = c.all(DayCount)
    times = c.all(OrderCount)
    if times and ((counts and counts[0].value == 1) or (not counts and c.has(_DAYS_OFF))):
        counts = [DayCount(times[0].value, free=not counts)]  # "days off: 3 a month", "a day of rest twice a month"
    if (
        not counts
        or not (c.has(_OFF) or any(count.free for count in counts))
        or not c.only(DayCount, OrderCount, Weekdays)
        or len(times) > 1
        or len({count.value for count in counts}) > 1
    ):
        return None
    if c.has(idea(r"\b(?:at most|no more than|not more than|maximum|max)\b.{0,12}«days»")):
        return Unknown(why="a greatest number of days off is no kind of constraint")
    if c.weekly:
        return Unknown(why="days off in each week are no kind of constraint")
    if c.has(idea(r"\b(?:in a row|after every|every «days»|notice|ahead|in advance)\b")) or counts[0].value < 1:
        return Unknown(why="days off in a row, or after others, are no kind of constraint")
    if c.has(idea(r"\bdo(?: not) need\b|\bno «days»")):
        return None
    orders_only = c.has(idea(r"\b(?:without|no|not|zero)\b.*\b(?:orders?|loads?|jobs?|work)\b|-free\b")) and not c.has(
        NO_MOVES
    )
    return DaysOff(at_least=counts[0].value, forbids="orders" if orders_only else "movement", days=c.applies)
