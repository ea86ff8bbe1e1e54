"""The audit of a finished run: its step log against every driver's wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from dispatch.audit.auditor import Auditor
from dispatch.audit.deeds import deeds_of_steps
from dispatch.audit.records import DriverAudit
from dispatch.steps import StepLog
from dispatch.wishes import Wishes, constraints_of
from memory.observed import Act, Result
from scenarios.records import Scenario


def audit_run(log: StepLog, scenario: Scenario, wishes: Wishes) -> list[DriverAudit]:
    """Every driver's audit, in the scenario's file order."""
    auditor = Auditor(scenario)
    claims = _claims(log) if scenario.rules.pool == "shared" else {}
    ranked = {driver_id: i for i, driver_id in enumerate(sorted(d.driver_id for d in scenario.drivers))}
    rows = log.rows
    order = np.argsort(rows["driver"], kind="stable")
    edges = np.searchsorted(rows["driver"][order], np.arange(len(ranked) + 1))
    audits = []
    for driver in scenario.drivers:
        i = ranked[driver.driver_id]
        constraints = constraints_of(wishes, driver.driver_id)
        if not constraints and not scenario.hours_of_service.limits:
            audits.append(DriverAudit(driver=driver.driver_id, verdicts=(), penalty_fen=0))
            continue
        mine = order[edges[i] : edges[i + 1]]
        foreign = [log.foreign_ids.get(row, "") for row in mine.tolist()]
        deeds = deeds_of_steps(rows[mine], scenario.loads, scenario.rules, foreign)
        audits.append(auditor.audit(driver, constraints, deeds, _of_others(claims, i)))
    return audits


def _claims(log: StepLog) -> dict[int, tuple[int, int]]:
    """Row of each load that was taken -> who took it, and when."""
    rows = log.rows
    had = rows[
        (rows["act"] == Act.TAKE_ORDER) & np.isin(rows["result"], (Result.DONE, Result.CUT_OFF, Result.WINDOW_MISSED))
    ]
    begun = (had["start_min"] + had["scan_min"]).tolist()
    return dict(zip(had["load"].tolist(), zip(had["driver"].tolist(), begun, strict=True), strict=True))


def _of_others(claims: dict[int, tuple[int, int]], driver: int) -> dict[int, int]:
    return {load: minute for load, (owner, minute) in claims.items() if owner != driver}


def counted_breaches(audits: Iterable[DriverAudit]) -> dict[str, int]:
    """How many breaches there are, of hard wishes, of those that could be avoided, and what could not be judged."""
    counts: Counter[str] = Counter()
    for audit in audits:
        for verdict in audit.verdicts:
            counts["all"] += len(verdict.breaches)
            counts["hard"] += len(verdict.breaches) if verdict.hard else 0
            counts["avoidable"] += sum(breach.avoidable is True for breach in verdict.breaches)
            if not verdict.kind.startswith("unknown"):  # what is not understood is told when it is compiled
                counts["not_evaluable"] += len(verdict.not_evaluable)
    return {name: counts[name] for name in ("all", "hard", "avoidable", "not_evaluable")}
