"""Judges places: areas to keep out of or to stay in, places to visit, districts to work in, and bans after a touch."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from dispatch.audit.case import Case, Finding, Found
from dispatch.audit.deeds import Deed
from dispatch.audit.orders import found_short, of_order
from dispatch.audit.path import Span, joined, outside
from dispatch.audit.surroundings import AnyArea
from dispatch.audit.windows import shortfall
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.kinds import AreaRule, BanAfterTouch, RegionDays, Visits
from scenarios.preferences.parts import Circle, District


def spans_in(area: AnyArea, case: Case) -> list[Span]:
    """When the truck was in an area."""
    return case.path.spans_in(case.places.shape(area))


def judge_area(c: AreaRule, case: Case) -> Found:
    """A finding for each order, each stay, or each step that is where it must not be."""
    if c.applies_to == "orders" and c.rule == "keep_out":
        return _orders_at_fault(c, case)
    known = tuple(area for area in c.areas if case.places.knows(area))
    if not known:
        names = ", ".join(repr(area.name) for area in c.areas if isinstance(area, District))
        return Found(unjudged=[(0, case.end_min, f"nothing says where {names} is")])
    c = c.model_copy(update={"areas": known})
    if c.applies_to == "orders":
        return _orders_at_fault(c, case)
    if case.counting.places == "row_ends":
        return _rows_at_fault(c, case)
    found = Found()
    spans = _outside_rule(c, case)
    for a, b in _on_days(spans, c, case):
        start, end = floor(a), max(ceil(b), floor(a) + 1)
        steps = tuple(d.step for d in case.deeds if d.start_min < b and d.end_min > a)
        said = f"{'in' if c.rule == 'keep_out' else 'outside'} the area from minute {a:.2f} to {b:.2f}"
        found.findings.append(
            Finding(start, end, start // MINUTES_PER_DAY, said, len(found.findings), steps, place=case.path.at(a))
        )
    found.figures["violations"] = len(found.findings)
    return found


def _outside_rule(c: AreaRule, case: Case) -> list[Span]:
    """When the truck was where it must not be, between the first and the last minute that count."""
    first, last = case.force(c)
    start, end = max(0, first), min(case.last_min, case.path.end_min, last)
    if c.along_path:
        inside = joined(span for area in c.areas for span in spans_in(area, case))
        wrong = inside if c.rule == "keep_out" else outside(inside, start, end)
    else:
        wrong = []
        for d in case.deeds:
            for minute, lat, lng in ((d.start_min, d.lat, d.lng), (d.end_min, d.end_lat, d.end_lng)):
                if _wrong_place(c, case, lat, lng):
                    wrong.append((float(minute), float(minute)))
        wrong = joined(wrong)
    return [(max(a, start), min(b, end)) for a, b in wrong if max(a, start) <= min(b, end)]


def _on_days(spans: Iterable[Span], c: AreaRule, case: Case) -> list[Span]:
    """The spans cut to the days on which the wish applies; days next to each other are not cut apart."""
    if c.days.dates is None and c.days.weekdays is None and c.days.first is None and c.days.last is None:
        return list(spans)
    days = joined(
        (float(d * MINUTES_PER_DAY), float((d + 1) * MINUTES_PER_DAY))
        for d in range(case.days)
        if c.days.has(case.date(d))
    )
    return [(max(a, x), min(b, y)) for a, b in spans for x, y in days if max(a, x) < min(b, y) or x <= a == b < y]


def _wrong_place(c: AreaRule, case: Case, lat: float, lng: float) -> bool:
    inside = any(case.places.inside(area, lat, lng) for area in c.areas)
    return inside if c.rule == "keep_out" else not inside


def _wrong_load(c: AreaRule, case: Case, deed: Deed) -> bool:
    ends = [[case.places.end_inside(area, deed.load, end) for area in c.areas] for end in ("start", "end")]
    return any(map(any, ends)) if c.rule == "keep_out" else not all(map(any, ends))


def _orders_at_fault(c: AreaRule, case: Case) -> Found:
    found = Found()
    for deed in case.orders(c):
        if _applies(c, case, deed) and _wrong_load(c, case, deed):
            names, t = case.loads.place_names, case.loads
            way = (
                f"{names[t.start_place[deed.load]]} to {names[t.end_place[deed.load]]}" if deed.load >= 0 else "unknown"
            )
            found.findings.append(of_order(deed, f"an order from {way}"))
    found.figures["violations"] = len(found.findings)
    return found


def _applies(c: AreaRule, case: Case, deed: Deed) -> bool:
    """Whether an action touches a day on which the wish applies; an order is taken on one day."""
    if case.counting.in_force == "taken":
        return c.days.has(case.date(deed.act_min // MINUTES_PER_DAY))
    last = max(deed.act_min, deed.end_min - 1) // MINUTES_PER_DAY
    return any(c.days.has(case.date(d)) for d in range(deed.act_min // MINUTES_PER_DAY, last + 1))


def _rows_at_fault(c: AreaRule, case: Case) -> Found:
    """Each step that begins or ends at a wrong place, once (contest rules 60, 61).

    On named days, and of districts, only activity counts, and an order by its own texts (rule 69).
    """
    found = Found()
    first, last = case.force(c)
    dated = c.days.dates is not None or any(isinstance(area, District) for area in c.areas)
    for d in case.deeds:
        if d.end_min < first or d.act_min >= last:
            continue
        wrong = _wrong_place(c, case, d.lat, d.lng) or _wrong_place(c, case, d.end_lat, d.end_lng)
        if dated:
            if d.act == Act.WAIT or not max(first, d.act_min) < min(last, d.end_min) or not _applies(c, case, d):
                continue
            if d.order:
                wrong = _wrong_load(c, case, d)
        if wrong:
            said = f"the step begins or ends {'in' if c.rule == 'keep_out' else 'outside'} the area"
            day = d.act_min // MINUTES_PER_DAY
            place = (d.end_lat, d.end_lng)
            found.findings.append(Finding(d.start_min, d.end_min, day, said, d.step, (d.step,), d.load_id, place))
    found.figures["violations"] = len(found.findings)
    return found


def judge_visits(c: Visits, case: Case) -> Found:
    """A finding for each day that a month lacks on which the truck was at the place, passing included."""
    point = case.locate(c.place)
    found = Found()
    if point is None:
        found.unjudged.append((0, case.end_min, f"nothing says where {c.place.name!r} is"))
        return found
    circle = Circle(lat=point[0], lng=point[1], radius_km=c.place.radius_km)
    if case.counting.places == "path":
        days = {
            day
            for a, b in case.path.spans_in(circle)
            for day in range(floor(a) // MINUTES_PER_DAY, floor(min(b, case.seen_min)) // MINUTES_PER_DAY + 1)
        }
    else:
        days = {d.end_min // MINUTES_PER_DAY for d in case.deeds if case.places.inside(circle, d.end_lat, d.end_lng)}
    _days_had(c, case, days, found, "visit_days", "visits")
    return found


def judge_region_days(c: RegionDays, case: Case) -> Found:
    """A finding for each day that a month lacks on which an order was loaded or delivered in the district."""
    area = District(name=c.region)
    days: set[int] = set()
    for deed in case.orders(c):
        start, end = (case.places.end_inside(area, deed.load, which) for which in ("start", "end"))
        if case.counting.region_day_by_taking:
            days.update([deed.act_min // MINUTES_PER_DAY] if start or end else [])
            continue
        if start:
            days.add(deed.loading_min // MINUTES_PER_DAY)
        if end:
            days.add(deed.end_min // MINUTES_PER_DAY)
    found = Found()
    _days_had(c, case, days, found, "order_days", "days with an order there")
    return found


def _days_had(c: Visits | RegionDays, case: Case, days: set[int], found: Found, figure: str, noun: str) -> None:
    had = 0
    for period in case.periods(c, "month"):
        all_days = not case.counting.clip_at_horizon  # days after the judged ones count as well (contest rule 67)
        mine = len(days if all_days else {d for d in days if period.first <= d < period.last})
        had += mine
        if mine < c.at_least:
            short, said = c.at_least - mine, f"{mine} of {c.at_least} {noun}"
            if period.whole and case.counting.days_off_fine_is_cap:
                found.findings += shortfall(period, short, said, whole_cap=True)
            else:
                found_short(found, period, short, said)
    found.figures[figure] = had


def judge_ban_after_touch(c: BanAfterTouch, case: Case) -> Found:
    """Each order with an end in a banned area, taken after the truck was in the other one, within the span."""
    found = Found()
    spans = spans_in(c.touched, case)
    for period in case.periods(c, "day" if c.until == "end_of_day" else "month"):
        start, end = period.first * MINUTES_PER_DAY, period.last * MINUTES_PER_DAY
        touched = min((max(a, start) for a, b in spans if b >= start and a < end), default=None)
        if touched is None:
            continue
        for deed in case.orders(c):
            if not touched <= deed.act_min < end:
                continue
            if any(case.places.end_inside(area, deed.load, which) for area in c.banned for which in ("start", "end")):
                found.findings.append(of_order(deed, f"an order there after the first touch at minute {touched:.2f}"))
    return found
