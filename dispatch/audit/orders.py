"""Judges orders, one by one or counted: categories, kilometres, the day's first, how many, and one that must be had."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from dispatch.audit.case import FOREVER, Case, Finding, Found, Period
from dispatch.audit.deeds import Deed
from dispatch.audit.windows import shortfall
from memory.observed import Act
from scenarios.clock import MINUTES_PER_DAY
from scenarios.geo import haversine_km
from scenarios.preferences.goods_names import is_meant
from scenarios.preferences.kinds import (
    Category,
    CategoryQuota,
    Deadhead,
    FirstOrderBy,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
)
from scenarios.words import counted


def _day(deed: Deed) -> int:
    return deed.act_min // MINUTES_PER_DAY


def of_order(deed: Deed, said: str, km: float = 0.0) -> Finding:
    """An order at fault."""
    return Finding(
        deed.act_min, deed.end_min, _day(deed), said, deed.step, (deed.step,), deed.load_id, (deed.lat, deed.lng), km
    )


def _each(orders: Iterator[Deed], fault: Callable[[Deed], tuple[str, float] | None]) -> Found:
    """A finding for each order with a fault."""
    found = Found()
    for deed in orders:
        said = fault(deed)
        if said is not None:
            found.findings.append(of_order(deed, *said))
    found.figures["violations"] = len(found.findings)
    return found


def category_of(deed: Deed, case: Case) -> str:
    """What an order carries; empty for a load that the scenario lacks."""
    return case.loads.category_names[case.loads.category[deed.load]] if deed.load >= 0 else ""


def is_of(c: Category | CategoryQuota, name: str) -> bool:
    """Whether loads of a category are among the goods that a wish names."""
    contains = isinstance(c, CategoryQuota) or c.match == "contains"
    return any(is_meant(wanted, name, contains=contains) for wanted in c.names)


def judge_category(c: Category, case: Case) -> Found:
    """Each order of the categories, on the days that the wish names."""

    def fault(deed: Deed) -> tuple[str, float] | None:
        name = category_of(deed, case)
        wrong = is_of(c, name) and c.days.has(case.date(_day(deed)))
        return (f"an order of {name}", 0.0) if wrong else None

    return _each(case.orders(c), fault)


def haul_km(deed: Deed, case: Case) -> float:
    """Kilometres from pickup to drop, by the load's own points; 0 for a load that the scenario lacks."""
    if deed.load < 0:
        return 0.0
    t = case.loads
    ends = (t.start_lat[deed.load], t.start_lng[deed.load], t.end_lat[deed.load], t.end_lng[deed.load])
    return haversine_km(*(float(x) for x in ends))


def _pickup_km(deed: Deed, case: Case) -> float:
    """Kilometres from where the order was taken to its pickup."""
    if deed.load < 0:
        return deed.pickup_km
    t = case.loads
    return haversine_km(deed.lat, deed.lng, float(t.start_lat[deed.load]), float(t.start_lng[deed.load]))


def judge_longest_haul(c: LongestHaul, case: Case) -> Found:
    """Each order whose haul is longer."""
    return _each(case.orders(c), lambda deed: _too_far("haul", haul_km(deed, case), c.km))


def judge_longest_pickup(c: LongestPickup, case: Case) -> Found:
    """Each order whose empty way to the pickup is longer."""
    return _each(case.orders(c), lambda deed: _too_far("way to the pickup", _pickup_km(deed, case), c.km))


def _too_far(what: str, km: float, most: float) -> tuple[str, float] | None:
    return (f"{what} of {km:.2f} km, {km - most:.2f} km over", km - most) if km > most else None


def judge_deadhead(c: Deadhead, case: Case) -> Found:
    """Each empty drive beyond the limit, with the kilometres that it adds to what is over. It counts for the day on
    which it begins."""
    found = Found()
    first, last = case.force(c)
    total = over = 0.0
    for period in case.periods(c, c.per):
        driven = 0.0
        for deed in case.deeds:
            km = _empty_km(deed, case)
            whole_run = c.per == "month" and not case.counting.clip_at_horizon
            inside = whole_run or period.first <= _day(deed) < period.last
            if not km or not inside or not first <= deed.act_min < last or deed.act_min >= case.last_min:
                continue
            before, driven = driven, driven + km
            if driven > c.km:
                more = driven - max(before, c.km)
                said = f"{driven:.2f} km empty, {driven - c.km:.2f} km over"
                where = (deed.lat, deed.lng)
                end = deed.act_min + deed.drive_min
                steps = (deed.step,)
                found.findings.append(
                    Finding(deed.act_min, end, _day(deed), said, deed.step, steps, deed.load_id, where, more)
                )
        total += driven
        over += max(0.0, driven - c.km)
        if driven <= c.km:
            not_whole(found, period, f"{driven:.2f} of {c.km:g} km empty")
    found.figures |= {"deadhead_km": round(total, 2), "over_km": round(over, 2)}
    return found


def _empty_km(deed: Deed, case: Case) -> float:
    if deed.act == Act.REPOSITION:
        return deed.empty_km
    counts = deed.order or (deed.missed and case.counting.missed_pickup_is_deadhead)
    return deed.pickup_km if counts else 0.0


def judge_first_order_by(c: FirstOrderBy, case: Case) -> Found:
    """Each day whose first order begins late."""
    found = Found()
    seen: set[int] = set()
    for deed in case.orders(c):
        day = _day(deed)
        if day in seen or day >= case.days:
            continue
        seen.add(day)
        minute = deed.act_min % MINUTES_PER_DAY
        strict = c.strict or case.counting.first_order_at_limit_is_late
        if minute > c.by or (strict and minute == c.by):
            found.findings.append(of_order(deed, f"the first order of the day {minute - c.by} min after the limit"))
    found.figures["violations"] = len(found.findings)
    return found


def judge_orders_per_day(c: OrdersPerDay, case: Case) -> Found:
    """Each order beyond the number, in the order of the day."""
    found = Found()
    begun: defaultdict[int, int] = defaultdict(int)
    for deed in case.orders(c):
        day = _day(deed)
        if day >= case.days or not c.days.has(case.date(day)):
            continue
        begun[day] += 1
        if begun[day] > c.at_most:
            found.findings.append(of_order(deed, f"order {begun[day]} of the day, {c.at_most} at most"))
    return found


def judge_must_take(c: MustTake, case: Case) -> Found:
    """One finding where the load was not had while the wish was in force."""
    found = Found()
    first, last = case.force(c)
    taken = any(deed.load_id == c.load_id for deed in case.orders(c))
    found.figures["satisfied"] = taken
    if taken:
        return found
    never = case.loads.why_never(c.load_id)
    if case.seen_min < last and not _gone(c, case):
        why = never or "the load may still be taken after what the run shows"
        found.unjudged.append((first, min(last, max(first + 1, case.end_min)) if last == FOREVER else last, why))
        return found
    end = min(last, case.end_min)
    said = f"load {c.load_id} was not taken" + (f": {never}" if never else "")
    found.findings.append(Finding(first, end, max(0, end - 1) // MINUTES_PER_DAY, said))
    return found


def _gone(c: MustTake, case: Case) -> bool:
    """Whether the load was off the board, or another driver's, before the run's end; False where nothing tells."""
    row = case.loads.row_of.get(c.load_id, -1)
    return row >= 0 and (row in case.claimed or int(case.loads.remove_min[row]) < case.seen_min)


def judge_category_quota(c: CategoryQuota, case: Case) -> Found:
    """Each order beyond the most, and each that lacks to the least, of a period."""
    return _quota(
        c,
        case,
        c.at_most,
        c.at_least,
        lambda deed: is_of(c, category_of(deed, case)),
        ("order", " of these categories"),
    )


def judge_long_hauls(c: LongHauls, case: Case) -> Found:
    """Each long haul beyond the most of a period."""
    return _quota(c, case, c.at_most, None, lambda deed: haul_km(deed, case) > c.over_km, ("long haul", ""))


def _quota(
    c: CategoryQuota | LongHauls,
    case: Case,
    at_most: int | None,
    at_least: int | None,
    counts: Callable[[Deed], bool],
    noun: tuple[str, str],
) -> Found:
    """`noun` is what is counted, and more about it."""
    found = Found()
    had = 0
    for period in case.periods(c, c.per):
        mine = [d for d in case.orders(c) if period.first <= _day(d) < period.last and counts(d)]
        had += len(mine)
        if at_most is not None:
            found.findings += [
                of_order(d, f"{noun[0]} {i}{noun[1]} in the {c.per}, {at_most} at most")
                for i, d in enumerate(mine, 1)
                if i > at_most
            ]
            if len(mine) <= at_most:
                not_whole(found, period, f"{counted(len(mine), noun[0])}{noun[1]} in the {c.per}, {at_most} at most")
        if at_least is not None and len(mine) < at_least:
            said = f"{len(mine)} of {counted(at_least, noun[0])}{noun[1]} in the {c.per}"
            found_short(found, period, at_least - len(mine), said)
    found.figures["orders"] = had
    return found


def found_short(found: Found, period: Period, short: int, said: str) -> None:
    """Add what a period lacks, or say that it is not shown whole."""
    if period.whole:
        found.findings += shortfall(period, short, said)
    not_whole(found, period, said)


def not_whole(found: Found, period: Period, said: str) -> None:
    """Say that a period is not shown whole, if it is not."""
    if not period.whole:
        span = period.first * MINUTES_PER_DAY, period.last * MINUTES_PER_DAY
        found.unjudged.append((*span, f"{said} so far, and it is not shown whole"))
