"""Wishes about orders by length and number in English: longest haul and pickup, empty kilometres, orders a day, "
"one load."""

from __future__ import annotations

from typing import Literal

from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.tokens import Clock, Dates, Goods, Km, LoadId, OrderCount, Spot, Weekdays, idea
from scenarios.preferences.kinds import (
    CategoryQuota,
    Constraint,
    Deadhead,
    FirstOrderBy,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    Unknown,
)
from scenarios.preferences.parts import Place

Bound = Literal["most", "least"]
_LEAST_BEFORE = idea(
    r"\b(?:at least|min(?:imum|\.)?(?: of| is)?|(?:no|not|never|nothing) (?:\w+ ){0,3}?(?:less|fewer|shorter|under|"
    r"below|smaller|lower)(?: than)?|"
    r"(?:refuse|skip|avoid)\b.*(?:less|fewer|shorter|under|below)(?: than)?|upwards of|no closer than|"
    r"only (?:\w+ )?(?:over|above|beyond|longer than|more than))\W*$"
)
_MOST_BEFORE = idea(
    r"\b(?:at (?:the )?(?:most|maximum|max)|max(?:imum|\.)?(?: \w+){0,4}?|up to|(?:no|not|never|nothing|"
    r"none)(?: \w+){0,5}? (?:more|longer|further|farther|greater|"
    r"over|above|beyond|past|exceed\w*|in excess of|bigger|higher|later)(?: than)?|within|inside|under|below|"
    r"(?:less|shorter|fewer|closer|lower|nearer) than|"
    r"as far as|(?:limit(?:s|ed)?|cap(?:s|ped)?|ceiling|budget|allowance|quota)\b(?: \w+){0,4}?|"
    r"restrict\w*(?: \w+){0,3}|radius(?: of)?|only|"
    r"(?:limit|cap|restrict|keep|hold)\w* (?:[^ ]+ ){1,4}to|(?:longest|furthest|farthest|greatest)(?: \w+){0,4}?|"
    r"(?:trips?|hauls?|runs?|loads?|jobs?|distances?) to|"
    r"upper limit(?: \w+){0,3}|keep \w+(?: \w+){0,4}? to|a top of|just|tops?)"
    r"\W*(?:a |an |my )?$|(?:<=|≤|<)\s*$"
)
_OVER_BEFORE = idea(
    r"(?:\b(?:over|above|(?:more|longer|further|farther|greater|bigger|larger|higher) than|beyond|past|exceed\w*|"
    r"in excess of|upwards of|outside|"
    r"any further than)|>=?|≥)\W*(?:a |an )?$"
)
_MOST_AFTER = idea(
    r"^\W*(?:(?:\S+ ){0,5}?(?:at (?:the )?(?:very )?(?:most|max|maximum|outside)|max\b|maximum|tops\b|or (?:less|"
    r"shorter|under|fewer|below|nearer|closer)|"
    r"is (?:\w+ )*(?:limit|max(?:imum)?|cap|ceiling|longest|most|furthest|farthest|plenty|top|enough|it\b)|(?:is |"
    r"are )?(?:far|long|quite|more than) enough|"
    r"(?:limit|cap)\b|and (?:no|not) (?:\w+ )?(?:more|further|longer)|no (?:more|further|longer|farther)|"
    r"not (?:a \w+ |one )?(?:more|further|longer)|(?:and )?that'?s (?:it|all|enough|plenty|my limit)|and no more)|"
    r"only$|"
    r"is as far as|"
    r"(?:\w+ ){0,5}is (?:enough|plenty|my limit|the limit|my max\w*|all i|as far|as much|the most|quite enough))"
)
_LEAST_AFTER = idea(
    r"^\W*(?:or (?:more|longer|further|above|over)|and (?:up|over|above|more)|upwards|plus|\+|at least|minimum|"
    r"at a minimum)"
)
_OUT_AFTER = idea(
    r"(?:\b(?:is|are|'s)\b(?: \w+){0,3}? (?:out|off|too \w+|not for me|forbidden|banned|a no\b|a no-go|not ok\w*|"
    r"unacceptable|refused|declined|excluded|a deal-?breaker|"
    r"no good|no use|nothing for me|impossible)|\b(?:no way|no thanks?|not for me|too (?:far|long|much)|skip|forget|"
    r"i refuse|i'?ll refuse|i decline|i (?:will not|do not|can not|will not|do not|never)|"
    r"(?:go|be given|be sent|belong) to (?:someone|somebody|another|others?)|"
    r"do not (?:send|give|offer|bother|assign)|leave (?:them|those|that|it)|pass\b|out of the question|never))"
)
_EMPTY = idea(
    r"\bfrom (?:my|the truck'?s?) (?:current )?(?:position|location|spot)\b|\bfrom where i\b|\b(?:away )?from me\b",
    r"\b(?:empt(?:y|ies)|deadhead\w*|dead[- ](?:head\w*|mile\w*|km|run\w*|leg)|unladen|unloaded|bobtail\w*|"
    r"without (?:a |any )?(?:load|cargo|freight)|no load on|with nothing (?:on|in)|"
    r"approach\w*|repositioning)\b|\b(?:to|for|until|reach|from|getting to|get to) (?:go (?:and )?)?(?:the |a |an |"
    r"my |any |each |every |the next |next |get to |reach |get |collect |fetch |pick ?up |the first )*"
    r"(?:pick-?\s?ups?|loading|shipper|cargo|freight|load(?!s? (?:over|longer))|collect(?:ion)?|fetch|goods|"
    r"it)\b(?! to)|"
    r"\bpick-?\s?ups?\b(?! to\b)(?! (?:and|or) (?:drop|deliver))(?!s? (?:or|and) drop)|\bloading (?:point|place|"
    r"site|dock)|\bcollections?\b|\bbefore loading\b|\bfetch\w*\b",
)
_FROM_PICKUP = idea(
    r"\b(?:from|between) (?:the )?(?:pick-?\s?up|loading|collection)(?: point)? (?:to|and) (?:the )?(?:drop|deliver|"
    r"unload|destination)\w*"
)
_HAUL = idea(
    r"\b(?:hauls?|hauling|trips?|deliver\w*|loaded|laden|distances?|orders?|loads?|jobs?|each|long|longer|routes?|"
    r"runs?|"
    r"far|further|farther|one[- ]way|nothing|journeys?|drives?|driv\w+|"
    r"send(?:ing)? (?:me|us|my|the)|legs?|shipments?|haulage|freight|cargo|work|anything|assignments?|"
    r"goes?|go|gigs?|consignments?|bookings?|take|"
    r"transports?|destinations?)\b"
)
_ONE_ORDER = idea(
    r"\b(?:per|each|every|any|a|one|for a|to a|the|single) (?:single |one )?(?:pick-?\s?up|order|load|job|trip|haul|"
    r"run|collection|cargo|shipment)s?\b|\bbefore (?:each |a |every |loading|pick)|\bto (?:reach|get to|fetch|"
    r"collect|pick)\b|\bpick-?ups\b"
)
_TOTAL = idea(
    r"\b(?:total|totals|totall?ing|altogether|in all|combined|sum|overall|all together|together|in sum|all told|"
    r"accumulat\w+|cumulative|budget|allowance)\b"
)
_DRIVEN = idea(r"\b(?:driv\w+|mileage|kilomet\w+|km)\b")
_CARGO = idea(r"\b(?:orders?|loads?|hauls?|trips?|jobs?|deliver\w*|runs?|shipments?|legs?|one[- ]way|freight|cargo)\b")
_FIRST = idea(
    r"\bfirst (?:\w+ )?(?:order|load|job|trip|pick-?up|run|haul|one|delivery|shipment|cargo|thing|assignment|"
    r"booking)\b|\bfirst of the day\b|\bday'?s first\b|\bstart (?:my |the )?first\b|\bopening (?:order|load|job)\b"
)
_TAKES = idea(
    r"\b(?:take|taken|get me|give me|mine|must|need|needs|want|reserve\w*|book|keep|grab|secure|has to|have to|"
    r"assign|accept\w*|without fail|whatever|make sure|promised|hold|mandatory|compulsory|save|for me|put me|be on|"
    r"do|haul|carry|insist|goes to|claim)\b"
)
_ENOUGH = idea(
    r"\b(?:enough|plenty|call it a day|i'?m done|then i stop|stop after|and (?:then )?(?:i'?m|that'?s) (?:done|it|"
    r"all)|i'?m finished|do me|will do)\b"
)
_AFTER_COUNT = idea(r"\bafter (?:the |my )?«count»")


def bound(c: Clause, at: int) -> Bound | None:
    """Whether the number at this place of the words is a greatest or a least one; None where they do not tell."""
    before, after = c.words[:at], c.words[at + 1 :]
    if _LEAST_BEFORE.search(before):
        return "least"
    out = _OUT_AFTER.search(after) is not None
    value = next(token.value for i, token in zip(c.at, c.tokens, strict=True) if i == at)
    if _OVER_BEFORE.search(before) or (isinstance(value, Km) and value.over):
        return "most" if c.refuses or out or _MOST_BEFORE.search(before) else "least"
    if (
        idea(r"\b(?:under|below|(?:less|shorter|fewer) than|up to)\W*$").search(before)
        and out
        and not _HAUL_OK.search(after)
    ):
        return "least"
    if _MOST_BEFORE.search(before) or _MOST_AFTER.search(after):
        return "most"
    if _LEAST_AFTER.search(after):
        return "most" if c.refuses or out else "least"
    return "most" if c.heading and c.daily | c.weekly | c.monthly else None  # Per day: four orders


_HAUL_OK = idea(r"\bonly\b|\bno (?:further|longer|more)\b")


def per(c: Clause) -> Literal["day", "week", "month"] | None:
    """The span in which something is counted."""
    return "week" if c.weekly else "day" if c.daily else "month" if c.monthly else None


def read_distance(c: Clause) -> Constraint | None:
    """A limit in kilometres: of empty driving in all, to a pickup, of a haul, or of what makes a long haul."""
    limits = c.all(Km)
    if len({limit.value for limit in limits}) != 1 or limits[0].value <= 0:
        return None
    if not c.only(Km, OrderCount, Dates, Weekdays):
        return None
    counts = c.all(OrderCount)
    span, km = per(c), limits[0]
    if counts and span is not None:
        return _long_hauls(c, km, counts, span)
    if counts and counts[0].value != 1:
        return None
    sides = {bound(c, c.place(limit)) for limit in limits} - {None}
    empty = c.has(_EMPTY) and not c.has(_FROM_PICKUP)
    if len(sides) == 2 and c.has(idea(r"\b(?:cap|limit|maximum|max)\b")):
        sides = {"most"}  # km over 100 cost me, so 100 is the cap
    if sides == {"least"} and (empty or c.has(_HAUL)):
        return Unknown(why="a shortest distance is no kind of constraint")
    if sides != {"most"}:
        return None
    if empty:
        return _empty(c, km, span)
    if span is not None and not c.has(_CARGO) and c.has(_DRIVEN):
        return Unknown(why="kilometres driven in a day or month are no kind of constraint")
    return LongestHaul(km=km.value) if c.has(_HAUL) else None


def _empty(c: Clause, km: Km, span: Literal["day", "week", "month"] | None) -> Constraint:
    total = c.has(_TOTAL)
    if span in ("day", "month") and (total or not c.has(_ONE_ORDER)):
        return Deadhead(km=km.value, per="day" if span == "day" else "month")
    if span == "week":
        return Unknown(why="empty kilometres of a week are no kind of constraint")
    return LongestPickup(km=km.value)


def _long_hauls(
    c: Clause, km: Km, counts: list[OrderCount], span: Literal["day", "week", "month"]
) -> Constraint | None:
    over = (
        km.over
        or _OVER_BEFORE.search(c.words[: c.place(km)])
        or c.has(idea(r"«km»\W*(?:or (?:more|longer)|and (?:up|over)|plus|\+)"))
        or c.has(idea(r"\blong\w*\b"))
    )
    sides = {bound(c, c.place(count)) for count in counts} - {None}
    if c.has(_EMPTY) or not over:
        return None
    if "least" in sides:
        return Unknown(why="a least number of orders is no kind of constraint")
    if not sides and c.refuses:
        return None
    return LongHauls(over_km=km.value, at_most=counts[-1].value, per=span)


def read_first_order(c: Clause) -> Constraint | None:
    """The first order of the day must start by 11 am."""
    times = c.all(Clock)
    if not c.has(_FIRST) or len(times) != 1 or not c.only(Clock, Dates, Weekdays):
        return None
    at = c.place(times[0])
    before, after = c.words[:at], c.words[at + 1 :]
    earliest = idea(
        r"\b(?:no|not|never)(?: \w+){0,4} (?:earlier than|before|sooner than|until|till)\W*(?:the )?$|"
        r"\b(?:only )?(?:after|from|at the earliest)\W*$"
    )
    late = idea(r"\b(?:no|not|never)(?: \w+){0,4} (?:later than|after|past)\W*$")
    minute = times[0].minute + (720 if times[0].bare and times[0].minute < 300 else 0)
    if late.search(before):
        return FirstOrderBy(by=minute)
    if earliest.search(before) or idea(r"^\W*(?:at the earliest|or later)").search(after):
        return Unknown(why="an earliest first order is no kind of constraint")
    return FirstOrderBy(by=minute, strict=idea(r"\bbefore\W*$").search(before) is not None)


def read_orders_per_day(c: Clause) -> Constraint | None:
    """At most three orders a day; meat at most once a week."""
    counts, span = c.all(OrderCount), per(c)
    if len({count.value for count in counts}) != 1 or not c.only(OrderCount, Goods, Weekdays, Dates):
        return None
    if span is None and c.all(Weekdays):
        span = "day"
    if span is None:
        return None
    sides = {bound(c, c.place(count)) for count in counts} - {None}
    most = sides == {"most"} or (not sides and (c.has(_ENOUGH) or c.has(_AFTER_COUNT)))
    if c.goods:
        if most:
            return CategoryQuota(names=c.goods, at_most=counts[0].value, per=span)
        if sides == {"least"} and counts[0].value >= 1:
            return CategoryQuota(names=c.goods, at_least=counts[0].value, per=span)
        return None
    if most and span != "day":
        return Unknown(why="a greatest number of orders in a week or month is no kind of constraint")
    if most:
        return OrdersPerDay(at_most=counts[0].value, days=c.applies)
    if sides == {"least"}:
        return Unknown(why="a least number of orders is no kind of constraint")
    return None


def read_must_take(c: Clause) -> Constraint | None:
    """I must take load 556201."""
    ids = c.all(LoadId)
    if len({load.value for load in ids}) != 1 or not c.only(LoadId, Spot, Dates, Clock, Goods):
        return None
    if not c.has(_TAKES) or (
        c.refuses
        and not c.has(idea(r"\b(?:not|never) (?:lose|miss|forget|give \w+ (?:to|away)|let|skip)\b|\bno matter\b"))
    ):
        return None
    spots = c.all(Spot)
    place = Place(lat=spots[0].lat, lng=spots[0].lng) if spots else None
    return MustTake(load_id=ids[0].value, place=place)
