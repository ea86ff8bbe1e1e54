"""A run's result in figures: each driver's money, kilometres, minutes, orders and searches, folded from its steps.

Everything here is re-added from the step log; no agent's own count is trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from dispatch.audit.of_run import counted_breaches
from dispatch.audit.records import DriverAudit
from dispatch.ledger import Ledger, net_shown, paid_until_min
from dispatch.steps import StepLog
from memory.observed import Act, Result
from scenarios.loads import LoadTable
from scenarios.records import Driver, Scenario
from scenarios.rules import WorldRules

NO_BREACHES = counted_breaches(())


class Figures(BaseModel):
    """Totals of one driver, or of all; yuan with two decimals, kilometres with two, minutes whole."""

    model_config = ConfigDict(frozen=True)

    net_yuan: float
    gross_yuan: float
    cost_yuan: float
    penalty_yuan: float
    """What breaches of the drivers' wishes cost, taken off the net."""
    km: dict[str, float]
    """haul, pickup, reposition: kilometres driven, charged or not."""
    minutes: dict[str, int]
    """scan (reading lists), drive (pickups and repositions), wait (windows and refusals included), service."""
    orders: dict[str, Any]
    """done, cut_off (finished after the horizon, unpaid), refused by reason."""
    searches: dict[str, int]
    """all, and barren_again."""
    dead_proposals: int
    steps: int
    breaches: dict[str, int] = NO_BREACHES
    """all, hard (of wishes that are not "if possible"), avoidable (of those, at the time of the decision), and
    not_evaluable: spans that the run does not show whole."""
    failed_steps: int
    """Steps in which the driver's agents failed: it waited, or they failed to learn from what was done."""


class DriverFigures(Figures):
    """One driver's totals, and why its month ended."""

    driver: str
    stop: str


def driver_figures(
    rows: NDArray[np.void],
    driver: Driver,
    scenario: Scenario,
    stop: str,
    failed_steps: int = 0,
    audit: DriverAudit | None = None,
) -> DriverFigures:
    """Fold one driver's steps, in order; without an audit nothing was breached."""
    rules, loads = scenario.rules, scenario.loads
    ledger = Ledger(rules)
    paid_until = paid_until_min(scenario.days, rules)
    moves = rows[(rows["act"] == Act.REPOSITION) | (rows["act"] == Act.TAKE_ORDER)]
    for move in moves:
        _enter(ledger, move, loads, rules, paid_until)
    gross, cost = ledger.gross_yuan, ledger.cost_yuan(driver.cost_per_km)
    penalty = 0.0 if audit is None else audit.penalty_yuan
    return DriverFigures(
        driver=driver.driver_id,
        stop=stop,
        net_yuan=net_shown(gross, cost, penalty),
        gross_yuan=round(gross, 2),
        cost_yuan=round(cost, 2),
        penalty_yuan=round(penalty, 2),
        breaches=counted_breaches(() if audit is None else (audit,)),
        failed_steps=failed_steps,
        **_counts(rows),
    )


def _enter(ledger: Ledger, move: np.void, loads: LoadTable, rules: WorldRules, paid_until: int) -> None:
    """Enter one move or order."""
    result, row = Result(move["result"]), int(move["load"])
    pickup, haul, empty = (float(move[name]) for name in ("pickup_km", "haul_km", "reposition_km"))
    if rules.money_from_log:
        pickup, empty = round(pickup, 2), round(empty, 2)
        haul = round(haul, 2) or haul
    if move["act"] == Act.REPOSITION:
        ledger.drive_empty(empty)
    elif result in (Result.DONE, Result.CUT_OFF):
        if move["start_min"] + move["scan_min"] + move["exec_min"] <= paid_until:
            ledger.pay(float(loads.price_fen[row]))
        ledger.drive_order(pickup, haul)
    elif result == Result.WINDOW_MISSED and rules.charge_missed_pickup_km:
        ledger.drive_empty(pickup)


def _counts(rows: NDArray[np.void]) -> dict[str, Any]:
    take = rows["act"] == Act.TAKE_ORDER
    refused = Counter(Result(r).name.lower() for r in rows["result"][rows["result"] >= Result.UNKNOWN_LOAD].tolist())
    drive = int(rows["drive_min"].sum())
    service = int(rows["service_min"].sum())
    scan = int(rows["scan_min"].sum())
    return {
        "km": {name: round(float(rows[f"{name}_km"].sum()), 2) for name in ("haul", "pickup", "reposition")},
        "minutes": {
            "scan": scan,
            "drive": drive,
            "wait": int(rows["exec_min"].sum()) - drive - service,
            "service": service,
        },
        "orders": {
            "done": int(np.count_nonzero(take & (rows["result"] == Result.DONE))),
            "cut_off": int(np.count_nonzero(take & (rows["result"] == Result.CUT_OFF))),
            "refused": dict(sorted(refused.items())),
        },
        "searches": {"all": int(rows["searches"].sum()), "barren_again": int(rows["barren_again"].sum())},
        "dead_proposals": int(rows["dead_proposal"].sum()),
        "steps": len(rows),
    }


def all_figures(
    log: StepLog, scenario: Scenario, stops: dict[str, str], audits: Sequence[DriverAudit] = ()
) -> list[DriverFigures]:
    """Every driver's totals, in the scenario's file order."""
    rows = log.rows
    rows = rows[np.argsort(rows["driver"], kind="stable")]
    ranked = sorted(d.driver_id for d in scenario.drivers)
    edges = np.searchsorted(rows["driver"], np.arange(len(ranked) + 1))
    mine = {driver_id: rows[edges[i] : edges[i + 1]] for i, driver_id in enumerate(ranked)}
    failed = Counter(ranked[log.rows["driver"][row]] for row in log.failed)
    audit_of = {audit.driver: audit for audit in audits}
    return [
        driver_figures(
            mine[d.driver_id], d, scenario, stops[d.driver_id], failed[d.driver_id], audit_of.get(d.driver_id)
        )
        for d in scenario.drivers
    ]


def total_figures(drivers: list[DriverFigures]) -> Figures:
    """The sum over drivers; money is the sum of the rounded figures (contest rule 56)."""
    refused: Counter[str] = Counter()
    for d in drivers:
        refused.update(d.orders["refused"])
    return Figures(
        net_yuan=round(sum(d.net_yuan for d in drivers), 2),
        gross_yuan=round(sum(d.gross_yuan for d in drivers), 2),
        cost_yuan=round(sum(d.cost_yuan for d in drivers), 2),
        penalty_yuan=round(sum(d.penalty_yuan for d in drivers), 2),
        km={k: round(sum(d.km[k] for d in drivers), 2) for k in ("haul", "pickup", "reposition")},
        minutes={k: sum(d.minutes[k] for d in drivers) for k in ("scan", "drive", "wait", "service")},
        orders={
            "done": sum(d.orders["done"] for d in drivers),
            "cut_off": sum(d.orders["cut_off"] for d in drivers),
            "refused": dict(sorted(refused.items())),
        },
        searches={k: sum(d.searches[k] for d in drivers) for k in ("all", "barren_again")},
        dead_proposals=sum(d.dead_proposals for d in drivers),
        breaches={k: sum(d.breaches[k] for d in drivers) for k in NO_BREACHES},
        steps=sum(d.steps for d in drivers),
        failed_steps=sum(d.failed_steps for d in drivers),
    )
