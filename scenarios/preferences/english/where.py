"""Wishes about where in English: areas to keep out of or to stay in, days in a city, visits, a ban after a first "
"touch."""

from __future__ import annotations

from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.tokens import Bounds, City, Dates, DayCount, Km, OrderCount, Spot, Weekdays, idea
from scenarios.preferences.kinds import AreaRule, BanAfterTouch, Constraint, RegionDays, Unknown, Visits
from scenarios.preferences.parts import Area, Box, Circle, District, Place

_STAY_IN = idea(
    r"\b(?:all|every|each|any|my)\b.*\b(?:must|have to|has to|should|need to|needs to) (?:all |both )?(?:be|stay|"
    r"remain|(?:start|begin) (?:and|or) (?:end|finish)|lie|take place|happen) "
    r"(?:in|inside|within)\b",
    r"\b(?:only|nowhere else|exclusively|solely|stick(?:ing)? to|restrict\w*|limit(?:ed)? (?:me )?to|confin\w+|"
    r"nothing else|just|strictly|never leave|"
    r"(?:stay|remain|keep|live and work|work|drive|operate|be kept|kept|stays|remains|keeps) (?:\w+ )?(?:in|inside|"
    r"within|to)|inside|within|local to|no other (?:city|cities|town|place|area)s?|nothing but|my patch)\b",
    r"\b(?:no|not|never|nothing|nowhere|refuse|can not|without|avoid)\b.*\b(?:leav\w+|outside|beyond|out of|"
    r"other than|except|apart from|elsewhere|"
    r"anywhere else|but)\b",
    r"\boutside\b.*\b(?:is|are|'s)\b.*\b(?:out|off|no|forbidden|not)\b|\b(?:anything|anywhere|everything|orders?|"
    r"loads?|all) (?:else )?(?:outside|beyond|elsewhere)\b|\bouts?ide (?:of )?«city»",
)
_OUTSIDE = idea(
    r"\b(?:outside|beyond|leav\w+|out of|other than|except|apart from|elsewhere|nowhere else|anywhere else|"
    r"nothing else|but|else)\b"
)
_OUT = idea(
    r"\b(?:keep|stay|get|kept|stays|keeps)\b.{0,20}\b(?:out of|away|off|clear)\b|\bsteer clear\b|\bin (?:or|and|"
    r"nor) out of\b|\bclos(?:er|e) (?:than|to)\b|\binto or out of\b|\bto or from\b|\bin and around\b"
)
_TWO_WAYS = idea(r"\b(?:in|into|to) (?:or|and|nor) (?:out of|from)\b")
_ORDERS = idea(
    r"\b(?:business|trade|customers?)\b",
    r"\b(?:orders?|loads?|pick\w*|deliver\w*|drops?|drop-offs?|cargo|work|jobs?|hauls?|hauling|freight|ship\w*|book|"
    r"runs?|trips?|unload\w*|assign\w*|offers?|start or end|starts or ends|begins? or ends?|touch\w*|bookings?|"
    r"destination)\b",
)
_MOVES = idea(
    r"\b(?:go|going|goes|enter\w*|driv\w+|travel\w*|stay|stays|leave|leaving|through|pass|passing|near|set foot|"
    r"out of|head\w*|send|sending|cross\w*|truck|wheels?|visit\w*|inside|route|routed|keep|stick|move|moving|step)\b"
)
_AROUND = idea(
    r"\b(?:circle|radius|within|around|of|from|inside|zone|closer|away|near|centred|centered|ring|perimeter|"
    r"diameter)\b"
)
_AWAY = idea(
    r"\b(?:away|clear|off|distance|closer|out|avoid|outside|no-go|forbidden|not|never|no|further|farther|more)\b"
)
_ONCE = idea(
    r"\b(?:once|after|as soon as|if|when|the moment|having|whenever)\b.*\b(?:been|touch\w*|visit\w*|deliver\w*|gone|"
    r"went|worked|loaded|unloaded|"
    r"set foot|driven|drove|been through|was|enter\w*|go|done|taken|had|picked|dropped|reached?|load|job|trip|order|"
    r"arriv\w+)\b|\bonce\b"
)
_REST_OF = idea(
    r"\b(?:that|same|the rest of (?:the|that)|until the end of (?:the|that)|for the|remainder of the|all) (?:same |"
    r"rest of the )?day\b|\brest of (?:the|that) day\b|\buntil (?:tomorrow|midnight|the next day)\b"
)
_VISIT = idea(
    r"\b(?:visit\w*|be|stop\w*|show up|go|going|get to|come|drop by|drop in|pass\w*|call (?:in|at|by)|look in|"
    r"check in|swing by|at|near|see|turn up|appear|report|park|head)\b"
)
_AT_LEAST = idea(
    r"\b(?:at least|minimum|no (?:less|fewer)|not (?:less|fewer)|must|need\w*|want\w*|should|have to|has to|or more|"
    r"would like|please|like|make sure|give me|get me|require\w*|at minimum|least|expect|gotta)\b"
)
_AT_MOST = idea(
    r"\b(?:at most|no more than|not more than|max\w*|up to|more than|over|fewer than|less than|"
    r"only)\W*(?:\w+ )?«days»|«days»\W*(?:at most|max\w*|tops)"
)
_ALL_BUT = idea(
    r"\b(?:anything|anywhere|everywhere|everything|any (?:city|place|area|town)|all cities)\b[^«city»]*\b(?:but|"
    r"except|other than|"
    r"apart from|save)(?: for| to| in)?\b[^«city»]*«city»"
)
"""Anywhere except Huizhou."""
_ONLY_IF = idea(r"«city» (?:only|just) (?:if|when|as)\b")
"""Zhuhai only if you must: rather not."""
_OFF_FROM = idea(r"\b(?:stay|keep|remain|be)\b.*«km» (?:away |clear |off )?(?:from|of)\b")


def read_area(c: Clause) -> Constraint | None:
    """Keep me out of Foshan; stay within Shenzhen; no loads touching Guangzhou."""
    shapes, used = _shapes(c)
    if not shapes or not c.only(*used, Dates, Weekdays):
        return None
    rule = _rule(c)
    if rule is None:
        return None
    if rule == "keep_out" and any(named.either for named in c.all(Dates)) and not c.refuses:
        return None
    orders_only = c.has(_ORDERS) and not c.has(_MOVES) and used == (City,)
    return AreaRule(
        rule=rule,
        areas=shapes,
        applies_to="orders" if orders_only else "position",
        days=c.applies,
        unit="order" if orders_only else "breach",
    )


def _shapes(c: Clause) -> tuple[tuple[Area, ...], tuple[type[Bounds] | type[Km] | type[Spot] | type[City], ...]]:
    """The areas that the words name, and the tokens they are made of."""
    boxes, spots, km = c.all(Bounds), c.all(Spot), c.all(Km)
    if boxes:
        return tuple(Box(south=b.south, north=b.north, west=b.west, east=b.east) for b in boxes), (Bounds, City)
    if len(spots) == 2 and c.has(idea(r"\b(?:box|rectangle|corners?|square)\b")):
        (south, north), (west, east) = sorted(s.lat for s in spots), sorted(s.lng for s in spots)
        return (Box(south=south, north=north, west=west, east=east),), (Spot,)
    if len(spots) == 1 and len(km) == 1 and c.has(_AROUND) and km[0].value > 0 and not c.has(idea(r"\bdiameter\b")):
        return (Circle(lat=spots[0].lat, lng=spots[0].lng, radius_km=km[0].value),), (Spot, Km)
    return tuple(District(name=name) for name in c.cities), (City,)


def _rule(c: Clause) -> str | None:
    circle = bool(c.all(Km))
    if c.has(_ONLY_IF) and not c.refuses:
        return "keep_out"
    if c.has(_ALL_BUT):
        return None if c.refuses else "keep_out"
    if circle:
        near = c.has(idea(r"\b(?:within|inside|closer than|nearer than|circle|radius|around|in the)\b"))
        if c.has(idea(r"\b(?:outside|beyond|leave|leaving|further than|farther than)\b")) or (
            c.has(idea(r"\bmore than\b")) and not c.has(idea(r"\bat least\b"))
        ):
            return (
                "stay_in"
                if c.refuses and not c.has(idea(r"\b(?:keep|stay)\b.*\b(?:outside|beyond)\b"))
                else "keep_out"
                if not c.refuses
                else None
            )
        if c.has(idea(r"\b(?:away|clear)\b")) or (c.has(_OFF_FROM) and not c.has(idea(r"\bwithin\b"))):
            return "keep_out"
        return "keep_out" if c.refuses else "stay_in" if near and c.has(_STAY_IN) else None
    if c.has(_TWO_WAYS) or c.has(_OUT):
        return "keep_out" if c.refuses or c.has(_OUT) else None
    if c.refuses and c.has(_OUTSIDE) and c.has(_STAY_IN):
        return "stay_in"
    if c.has(idea(r"\boutside (?:of )?«city».*\b(?:is|are)\b")) and c.refuses:
        return "stay_in"
    if c.has(_STAY_IN) and not c.refuses:
        return "stay_in"
    return "keep_out" if c.refuses else None


def read_ban_after_touch(c: Clause) -> Constraint | None:
    """Once I've been in Dongguan, no more loads from or to Shenzhen for the rest of the month."""
    if not c.has(_ONCE) or len(c.cities) < 2 or not c.refuses or not c.only(City, Dates):
        return None
    first = c.all(City)[0]
    condition = idea(r"\b(?:once|after|as soon as|if|when|the moment|having|whenever)\b").search(c.words)
    behind = condition is not None and c.at[0] < condition.start()
    names = c.cities
    touched, banned = (
        (names[-1], names[:-1]) if behind else (first.names[0], tuple(n for n in names if n != first.names[0]))
    )
    until = "end_of_day" if c.has(_REST_OF) else "end_of_month"
    return BanAfterTouch(touched=District(name=touched), banned=tuple(District(name=n) for n in banned), until=until)


def read_days_at(c: Clause) -> Constraint | None:
    """At least four different days a month with a pickup or delivery in Foshan; five days to be at a point."""
    counts = c.all(DayCount) or [
        DayCount(count.value)
        for count in c.all(OrderCount)
        if c.has(idea(r"\b(?:visit|be at|stop|times|once|twice)\b"))
    ]
    if len({count.value for count in counts}) != 1 or counts[0].value < 1 or c.refuses:
        return None
    where = (City,) if c.cities else (Spot, Km)
    if not c.only(DayCount, *where) or (not c.cities and len(c.all(Spot)) != 1):
        return None
    if c.has(_AT_MOST) and not c.has(idea(r"\bat least\b|\bno (?:fewer|less) than\b")):
        return Unknown(why="a greatest number of days at a place is no kind of constraint")
    if c.weekly:
        return Unknown(why="days at a place in each week are no kind of constraint")
    if not c.has(_AT_LEAST) and not c.monthly and not counts[0].apart:
        return None
    if c.cities:
        if len(c.cities) != 1:
            return None
        return RegionDays(region=c.cities[0], at_least=counts[0].value)
    spot, km = c.all(Spot)[0], c.all(Km)
    if not c.has(_VISIT) or len(km) > 1:
        return None
    radius = km[0].value if km else 1.0
    return Visits(place=Place(lat=spot.lat, lng=spot.lng, radius_km=radius), at_least=counts[0].value)
