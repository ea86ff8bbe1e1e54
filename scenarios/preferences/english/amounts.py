"""Numbers with their units in English words: kilometres, lengths of time, counts of days and of orders, money, ids.

Miles are 1.609344 km. A number that is only roughly said ("a couple of", "two or three", "about 8 hours") is vague.
"""

from __future__ import annotations

import re

from scenarios.preferences.english.tokens import (
    GONE,
    Bounds,
    DayCount,
    Km,
    Length,
    LoadId,
    Money,
    OrderCount,
    Spot,
    Token,
    Vague,
)
from scenarios.preferences.measures import LAT_RANGE, LNG_RANGE, find_boxes, find_points
from scenarios.preferences.numbers import NUMBER, number

KM_PER_MILE = 1.609344
"""The international mile."""

_HOURS = r"(?:hours?|hrs?|h)(?![a-z])'?"
_MINUTES = r"(?:minutes?|mins?|min)(?![a-z])"
_ADJ = (
    r"(?:(?:consecutive|straight|uninterrupted|continuous|unbroken|solid|full|whole|clear|good|complete|"
    r"entire)\s+)*"
)
_LENGTH = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:and a (?P<half>half)|(?P<half1>1/2|½))?\s*-?\s*{_ADJ}{_HOURS}"
    rf"(?:\s*(?P<half2>and a half)|\s*(?:and\s+)?(?P<rest>{NUMBER})\s*-?\s*{_MINUTES}|(?P<tail>\d\d)(?!\d))?"
    rf"|(?P<quarters>three[- ]quarters of an hour)|(?P<half3>\bhalf[- ](?:an? )?hour|\b30-?min)"
    rf"|(?P<an_half>\ban? hour and a half)|(?P<an>\b(?:an?|one full|a full|a whole) hour\b)|"
    rf"(?P<quarter>\ba? ?quarter of an hour)"
    rf"|(?P<minutes>{NUMBER})\s*-?\s*{_MINUTES}",
    re.IGNORECASE,
)
_KM = re.compile(
    rf"(?P<n>{NUMBER})(?P<over>\+)?\s*-?\s*(?P<unit>kilomet(?:er|re)s?|kms?|clicks|ks?|miles?|mi|met(?:er|re)s?|"
    rf"m)(?![a-z'])",
    re.IGNORECASE,
)
_KM_BEHIND = re.compile(
    rf"(?P<n>{NUMBER})(?=\s+(?:empty|unladen|deadhead|dead|loaded|laden|more|extra|road)\s+(?:kms?|kilomet(?:er|"
    rf"re)s?)\b)",
    re.IGNORECASE,
)
"""250 empty km."""
_KM_BEFORE = re.compile(
    rf"\b(?:km|kilomet(?:er|re)s?)\b(?P<between>[^.;\d\n{GONE}]{{1,60}}?)(?P<n>\d+(?:\.\d+)?)(?!\d|[:%]|\.\d|\s*(?:km|"
    rf"kilo|[a-z]+s\b))",
    re.IGNORECASE,
)
"""Empty km over 100 a month."""
_DAY_ADJ = (
    r"(?:(?:-?(?:full|whole|complete|entire|different|distinct|separate|individual|calendar|clear|order|work|working|"
    r"rest|off|free|order-free|load-free|work-free|or more|solid|consecutive)(?:\s+|-|,\s*))*)"
)
_DAYS = re.compile(rf"(?P<n>{NUMBER}|\ba|\ban)[\s-]+{_DAY_ADJ}(?:days?|rest-?days?)(?![a-z])'?", re.IGNORECASE)
_MERE = re.compile(r"^(?:a|an|one|1)\s+days?'?$", re.IGNORECASE)
_OFF_NEXT = re.compile(r"\s*(?:off|free|each month|a month|per month|every month|of rest)\b", re.IGNORECASE)
_FREE = re.compile(r"rest|free|\boff\b", re.IGNORECASE)
_OF_ORDERS = re.compile(r"order(?!-free)|work(?!-free)", re.IGNORECASE)
_APART = re.compile(r"different|distinct|separate|individual", re.IGNORECASE)
_BEFORE_DAY = re.compile(r"(?:\bevery|\beach|\bany|\bper|\bnext|\bin|\bthat|\ball|(?<!on )\bon)\s+$", re.IGNORECASE)
ORDER = (
    r"(?:orders?|loads?|jobs?|trips?|runs?|hauls?|deliver(?:y|ies)|shipments?|consignments?|bookings?|assignments?|"
    r"gigs?|ones|longer ones|long ones|long-haulers?|times)\b"
)
_NO_ADJECTIVE = (
    r"(?!km|day|hour|min|off|metre|meter|week|month|till|until|(?:and|or|[ap]m|no|to|the|i|per|a|in|on)\b|"
    r"(?:kilomet|minute|mile))"
)
_ORDERS = re.compile(
    rf"(?<!first )(?<![:.\d])(?P<n>{NUMBER})[ \t]*(?=(?:{_NO_ADJECTIVE}[a-z\ue000-]+[ \t]+){{0,4}}?{ORDER})"
    r"|(?P<once>\bonce|\btwice|\bthrice)(?=\s+(?:an?|per|each|every|in a)\s+(?:day|week|month)|"
    r"\s+(?:daily|weekly|monthly))"
    rf"|(?P<bare>(?<![:.\d]){NUMBER})(?=\s+(?:an?|per|each|every)\s+(?:day|week|month)\b|\s+(?:daily|weekly|"
    rf"monthly)\b)",
    re.IGNORECASE,
)
_ONCE = {"once": 1, "twice": 2, "thrice": 3}
_MONEY = re.compile(
    rf"(?:¥|￥|rmb|cny)\s*(?P<a>{NUMBER})|(?P<b>{NUMBER})\s*(?:yuan|rmb|cny|kuai|元|块)(?![a-z])"
    rf"|(?P<foreign>[$€£]\s*\d[\d,.]*|{NUMBER}\s*(?:dollars?|bucks|euros?|pounds?|usd))",
    re.IGNORECASE,
)
_ID = re.compile(
    r"(?:\b(?:load|order|cargo|shipment|job|freight|consignment|booking|number|id|ref(?:erence)?)s?\b|#|\bno\.)\s*"
    r"(?P<whole>(?:(?:with|has|under|the|no\.?|number|num\.?|id|ref(?:erence)?|code|is|of|called)\s*)*[:#]?\s*\"?"
    r"(?P<id>(?!\d+(?:kms?|h|hrs?|min|kg|t)\b)(?=[A-Za-z0-9_-]*\d)[A-Za-z]{0,4}[-_]?\d{3,}[A-Za-z0-9_-]*)(?![.:]\d|\s*(?:km|kilo|yuan|rmb|m\b|kg|ton|"
    r"hours?|mile))\"?)",
    re.IGNORECASE,
)
_ROUGH = re.compile(
    rf"\b(?:a couple(?: of)?|a few|several|a handful(?: of)?|some (?=days|hours|orders|loads|km)|a number of|"
    rf"(?:around|about|roughly|approximately|approx\.?|circa|nearly|almost|some)\s+{NUMBER}(?=\s*(?:km|kilo|hours?|"
    rf"hrs?|h\b|min|days|"
    r"orders|loads|trips|o'clock|[ap]m|:|[ap]\.m))|"
    rf"{NUMBER}\s*(?:or|to|(?<=[\d\s])-+(?=[\d\s]))\s*{NUMBER}(?=[\s-]*(?:km|kilo|mile|hours?\b|hrs?\b|h\b|"
    rf"min|(?:full |whole |"
    rf"rest )?days?\b|(?:long |short )?{ORDER})))",
    re.IGNORECASE,
)
_TRAILING_BOX = re.compile(
    r"(?P<s>\d{2}(?:\.\d+)?)\s*°?\s*N?\s*(?:-+|to|and)\s*(?P<n>\d{2}(?:\.\d+)?)\s*°?\s*(?:degrees )?(?:N\b|north)"
    r"(?:\s+latitude)?\s*(?:,|and|by|;|/|x)*\s*(?:between |from )?(?P<w>\d{2,3}(?:\.\d+)?)\s*°?\s*E?\s*(?:-+|to|"
    r"and)\s*"
    r"(?P<e>\d{2,3}(?:\.\d+)?)\s*°?\s*(?:degrees )?(?:E\b|east)(?:\s+longitude)?",
    re.IGNORECASE,
)
"""22.4-22.9 N, 113.7-114.6 E."""


def find_places(text: str) -> list[Token]:
    """Boxes and points."""
    found = [Token(box.start, box.end, Bounds(box.south, box.north, box.west, box.east)) for box in find_boxes(text)]
    for match in _TRAILING_BOX.finditer(text):
        south, north, west, east = (float(match[key]) for key in "snwe")
        inside = LAT_RANGE[0] <= south < north <= LAT_RANGE[1] and LNG_RANGE[0] <= west < east <= LNG_RANGE[1]
        if inside and not any(match.start() < token.end and token.start < match.end() for token in found):
            found.append(Token(*match.span(), Bounds(south, north, west, east)))
    for point in find_points(text):
        if not any(point.start < token.end and token.start < point.end for token in found):
            words = text[point.start : point.end]
            start, end = point.start + len(words) - len(words.lstrip()), point.start + len(words.rstrip())
            found.append(Token(start, end, Spot(point.lat, point.lng)))
    return found


def find_ids(text: str) -> list[Token]:
    """Numbers of loads."""
    return [Token(*match.span("whole"), LoadId(match["id"])) for match in _ID.finditer(text)]


def find_rough(text: str) -> list[Token]:
    """Numbers that are only roughly said."""
    return [Token(*match.span(), Vague()) for match in _ROUGH.finditer(text)]


def find_money(text: str) -> list[Token]:
    """Amounts of money; another currency than yuan is vague."""
    found = []
    for match in _MONEY.finditer(text):
        value = None if match["foreign"] else number(match["a"] or match["b"])
        found.append(Token(*match.span(), Vague() if value is None else Money(value)))
    return found


def find_lengths(text: str) -> list[Token]:
    """Lengths of time in whole minutes."""
    found = []
    for match in _LENGTH.finditer(text):
        minutes: float | None = None
        if match["n"]:
            hours = number(match["n"])
            if hours is not None:
                minutes = 60 * hours + 30 * bool(match["half"] or match["half1"] or match["half2"])
                minutes += number(match["rest"] or match["tail"] or "0") or 0
        elif match["minutes"]:
            minutes = number(match["minutes"])
        else:
            minutes = next(
                value
                for key, value in (("quarters", 45), ("half3", 30), ("an_half", 90), ("an", 60), ("quarter", 15))
                if match[key]
            )
        if minutes and minutes == int(minutes):
            found.append(Token(*match.span(), Length(int(minutes))))
    return found


def find_distances(text: str) -> list[Token]:
    """Distances in kilometres."""
    found = []
    for match in _KM.finditer(text):
        value, unit = number(match["n"]), match["unit"].lower()
        if value is not None and not (unit == "m" and value < 100):
            factor = KM_PER_MILE if unit.startswith("mi") else 0.001 if unit == "m" or unit.startswith("met") else 1.0
            found.append(Token(*match.span(), Km(round(value * factor, 6), over=bool(match["over"]))))
    for match in _KM_BEHIND.finditer(text):
        value = number(match["n"])
        found += [] if value is None else [Token(*match.span("n"), Km(value))]
    for match in _KM_BEFORE.finditer(text):
        value = number(match["n"])
        if value is not None and not found:  # and where the same number stands again
            again = re.finditer(rf"(?<![\d.:]){re.escape(match['n'])}(?!\d|[.:]\d)", text)
            found += [Token(*other.span(), Km(value)) for other in again if other.start() >= match.start("n")]
    return found


def find_counts(text: str) -> list[Token]:
    """Counts of days and of orders. "A day" that only says "per day" is none, nor is "in one piece"."""
    found: list[Token] = []
    for match in _DAYS.finditer(text):
        words, before = match.group(), text[: match.start()]
        if _BEFORE_DAY.search(before) and _MERE.match(words):
            continue
        if _MERE.match(words) and not _OFF_NEXT.match(text, match.end()):
            continue
        value = 1.0 if match["n"].strip().lower() in ("a", "an") else number(match["n"])
        if value is not None and value == int(value):
            counted = DayCount(
                int(value),
                _FREE.search(words) is not None,
                _OF_ORDERS.search(words) is not None,
                _APART.search(words) is not None,
            )
            found.append(Token(*match.span(), counted))
    for match in _ORDERS.finditer(text):
        word = (match["once"] or "").lower()
        value = _ONCE.get(word) if word else number(match["n"] or match["bare"])
        inside = any(match.start() < token.end and token.start < match.end() for token in found)
        if value is not None and value == int(value) and not inside:
            end = match.start() + len(match.group().rstrip())
            found.append(Token(match.start(), end, OrderCount(int(value))))
    return found
