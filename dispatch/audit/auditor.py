"""The auditor: judges a driver's constraints on what it did, and adds up what the breaches cost.

It is handed constraints and deeds. It knows no agent and no memory, and nothing in it names a driver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dispatch.audit.areas import judge_area, judge_ban_after_touch, judge_region_days, judge_visits
from dispatch.audit.avoidable import avoidable, demanded_orders
from dispatch.audit.case import Case, Found
from dispatch.audit.deeds import Deed
from dispatch.audit.errands import judge_errand
from dispatch.audit.hours import judge_limit
from dispatch.audit.orders import (
    judge_category,
    judge_category_quota,
    judge_deadhead,
    judge_first_order_by,
    judge_long_hauls,
    judge_longest_haul,
    judge_longest_pickup,
    judge_must_take,
    judge_orders_per_day,
)
from dispatch.audit.path import Path
from dispatch.audit.pricing import Charge, charges, priced
from dispatch.audit.records import Breach, DriverAudit, Unjudged, Verdict
from dispatch.audit.rests import judge_daily_rest
from dispatch.audit.surroundings import Surroundings
from dispatch.audit.windows import judge_days_off, judge_home, judge_quiet_window
from scenarios.hours_of_service import AnyLimit
from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Base,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.whereabouts import Whereabouts
from scenarios.records import Driver, Scenario


def judge(c: Constraint, case: Case) -> Found:
    """What goes against a constraint, unpriced. A wish that was not understood, or that does not concern the time that
    the run shows, is not judged."""
    if not case.concerns(c):
        return Found(unjudged=[(0, case.end_min, "it applies at no time that the run shows")])
    if isinstance(c, DaysOff | Visits | RegionDays | CategoryQuota | LongHauls | Deadhead) and not case.periods(
        c, "day"
    ):
        return Found(unjudged=[(0, case.end_min, "it counts whole days, and is in force for none that the run shows")])
    match c:
        case DailyRest():
            return judge_daily_rest(c, case)
        case QuietWindow():
            return judge_quiet_window(c, case)
        case Home():
            return judge_home(c, case)
        case DaysOff():
            return judge_days_off(c, case)
        case Category():
            return judge_category(c, case)
        case AreaRule():
            return judge_area(c, case)
        case LongestHaul():
            return judge_longest_haul(c, case)
        case LongestPickup():
            return judge_longest_pickup(c, case)
        case Deadhead():
            return judge_deadhead(c, case)
        case FirstOrderBy():
            return judge_first_order_by(c, case)
        case OrdersPerDay():
            return judge_orders_per_day(c, case)
        case MustTake():
            return judge_must_take(c, case)
        case Visits():
            return judge_visits(c, case)
        case RegionDays():
            return judge_region_days(c, case)
        case Errand():
            return judge_errand(c, case)
        case CategoryQuota():
            return judge_category_quota(c, case)
        case LongHauls():
            return judge_long_hauls(c, case)
        case BanAfterTouch():
            return judge_ban_after_touch(c, case)
        case Unknown():
            return Found(unjudged=[(0, case.end_min, c.why or "not understood")])


class Auditor:
    """Audits drivers of one scenario, each by itself."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def audit(
        self,
        driver: Driver,
        constraints: Sequence[Constraint],
        deeds: Sequence[Deed],
        claimed: Mapping[int, int] | None = None,
    ) -> DriverAudit:
        """All verdicts on one driver, in the order of its constraints.

        `claimed` are loads that other drivers took from the shared pool: row -> minute.
        """
        counting, hours, loads = self._scenario.rules.counting, self._scenario.hours_of_service, self._scenario.loads
        start = (driver.lat, driver.lng)
        case = Case(
            deeds=deeds,
            path=Path(deeds, start, loads),
            loads=loads,
            counting=counting,
            start=self._scenario.start,
            run_days=self._scenario.days,
            speed_kmh=self._scenario.rules.speed_kmh,
            claimed=claimed or {},
            places=Surroundings(loads, counting.district_boxes),
            whereabouts=Whereabouts(constraints, loads, start),
        )
        if not deeds and counting.unseen == "breach":
            return DriverAudit(driver=driver.driver_id, verdicts=(), penalty_fen=0)
        found = [judge(c, case) for c in constraints]
        breaches = _priced(constraints, found, case)
        wishes = tuple(
            Verdict(
                preference=c.preference,
                kind=c.kind,
                text=c.text,
                hard=c.hard,
                breaches=tuple(mine),
                not_evaluable=_unjudged(result),
                penalty_fen=sum(breach.penalty_fen for breach in mine),
                cap_fen=None if c.kind in counting.uncapped else c.cap_fen or None,
                figures=result.figures,
            )
            for c, result, mine in zip(constraints, found, breaches, strict=True)
        )
        verdicts = (*wishes, *(_law(limit, case, hours.penalty_fen) for limit in hours.limits))
        return DriverAudit(
            driver=driver.driver_id, verdicts=verdicts, penalty_fen=sum(verdict.penalty_fen for verdict in verdicts)
        )


def _law(limit: AnyLimit, case: Case, penalty_fen: int) -> Verdict:
    """The verdict on a limit of hours of service; whoever waits in time keeps each of them."""
    found = judge_limit(limit, case)
    price = Base(penalty_fen=penalty_fen)
    breaches = tuple(priced(charge, None, avoidable=True) for charge in charges(price, found, case))
    return Verdict(
        preference=-1,
        kind=limit.kind,
        text=limit.source,
        hard=True,
        breaches=breaches,
        not_evaluable=_unjudged(found),
        penalty_fen=sum(breach.penalty_fen for breach in breaches),
        cap_fen=None,
        figures=found.figures,
    )


def _unjudged(found: Found) -> tuple[Unjudged, ...]:
    return tuple(Unjudged(start_min=a, end_min=b, why=why) for a, b, why in found.unjudged)


def _priced(constraints: Sequence[Constraint], found: Sequence[Found], case: Case) -> list[list[Breach]]:
    """Each constraint's breaches; those of one preference use up its cap in the order of their minutes, but for kinds
    that no cap stops."""
    charged: list[tuple[int, Charge]] = [
        (i, charge) for i, c in enumerate(constraints) for charge in charges(c, found[i], case)
    ]
    demanded = demanded_orders(constraints, case)
    left: dict[int, int] = {}
    out: list[list[Breach]] = [[] for _ in constraints]
    for i, charge in sorted(charged, key=lambda item: (item[1].start_min, item[0])):
        c = constraints[i]
        capped = c.cap_fen and c.kind not in case.counting.uncapped  # a cap of 0 is none (section H)
        before = left.setdefault(c.preference, c.cap_fen or 0) if capped else None
        breach = priced(charge, before, avoidable=avoidable(c, charge, case, demanded))
        if breach.left_fen is not None:
            left[c.preference] = breach.left_fen
        out[i].append(breach)
    return out
