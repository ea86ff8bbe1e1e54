"""What a valid action log earns and costs, to the last binary digit of the official scorer (contest rules 44, 51-54).

The order of floating-point additions is part of the result. Penalties are not counted here, nor is a row judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dispatch.action_logs.row import LogRow
from dispatch.ledger import Ledger, paid_until_min
from scenarios.geo import haversine_km
from scenarios.loads import LoadTable
from scenarios.rules import WorldRules


@dataclass(frozen=True, slots=True)
class Money:
    """A driver's yuan and kilometres before penalties, unrounded."""

    gross_yuan: float
    distance_km: float
    cost_yuan: float

    @property
    def net_yuan(self) -> float:
        return self.gross_yuan - self.cost_yuan


def money_of(rows: Sequence[LogRow], cost_per_km: float, loads: LoadTable, rules: WorldRules, days: int) -> Money:
    """Add up the rows of a valid log in their order.

    An order is paid its load's price when it ends within the paid days, whatever its own flag says (rule 51). The
    rows must name loads of the table where an order was accepted.
    """
    paid_until = paid_until_min(days, rules)
    ledger = Ledger(rules)
    for row in rows:
        if row.name == "take_order" and row.accepted:
            load = loads.row_of[row.load_id]
            if row.end_min <= paid_until:
                ledger.pay(float(loads.price_fen[load]))
            ledger.drive_order(*_order_km(row, load, loads, rules))
        elif row.name == "reposition":
            ledger.drive_empty(_driven_km(row, row.distance_km, rules))
        elif row.window_missed and rules.charge_missed_pickup_km:
            ledger.drive_empty(_driven_km(row, row.pickup_km, rules))
    return Money(ledger.gross_yuan, ledger.distance_km, ledger.cost_yuan(cost_per_km))


def _order_km(row: LogRow, load: int, loads: LoadTable, rules: WorldRules) -> tuple[float, float]:
    """Pickup and haul. A logged haul that is not above zero is replaced by the file's, unrounded (rule 52)."""
    start = (float(loads.start_lat[load]), float(loads.start_lng[load]))
    if rules.money_from_log and row.haul_km is not None and row.haul_km > 0:
        haul_km = row.haul_km
    else:
        haul_km = haversine_km(*start, float(loads.end_lat[load]), float(loads.end_lng[load]))
    if rules.money_from_log:
        return row.pickup_km or 0.0, haul_km
    return haversine_km(row.before_lat, row.before_lng, *start), haul_km


def _driven_km(row: LogRow, logged_km: float | None, rules: WorldRules) -> float:
    """Kilometres of a row that only moves the truck: as logged, or between its places."""
    if rules.money_from_log:
        return logged_km or 0.0
    return haversine_km(row.before_lat, row.before_lng, row.after_lat, row.after_lng)
