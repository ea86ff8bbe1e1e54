"""One driver's money, added up in the order and with the roundings that the world's rules name.

The order of floating-point additions is part of the official result (contest rules 51-54), so there is one place
where kilometres and yuan are added, whoever brings them: a finished run or an action log.
"""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.clock import MINUTES_PER_DAY
from scenarios.rules import WorldRules


def paid_until_min(days: int, rules: WorldRules) -> int:
    """Orders that end by this minute are paid (contest rule 44)."""
    return min(days, rules.paid_days_max or days) * MINUTES_PER_DAY


@dataclass(slots=True)
class Ledger:
    """Gross yuan and charged kilometres so far, unrounded."""

    rules: WorldRules
    gross_yuan: float = 0.0
    distance_km: float = 0.0

    def pay(self, price_fen: float) -> None:
        """An order's price, as its file gives it (contest rule 51)."""
        self.gross_yuan += price_fen / 100.0

    def drive_order(self, pickup_km: float, haul_km: float) -> None:
        """Kilometres of an accepted order; the profile says how they are added (contest rule 53)."""
        if self.rules.km_additions == "separate":
            self.distance_km += pickup_km
            self.distance_km += haul_km
        else:
            self.distance_km += pickup_km + haul_km

    def drive_empty(self, km: float) -> None:
        """Kilometres of a reposition, or of a pickup whose window was missed."""
        self.distance_km += km

    def cost_yuan(self, cost_per_km: float) -> float:
        """What the kilometres cost, unrounded."""
        return self.distance_km * cost_per_km


def net_shown(gross_yuan: float, cost_yuan: float, penalty_yuan: float) -> float:
    """Net income as the official result prints it: rounded before and after the penalty (contest rule 54)."""
    return round(round(gross_yuan - cost_yuan, 2) - penalty_yuan, 2)
