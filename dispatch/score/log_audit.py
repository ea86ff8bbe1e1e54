"""The audit of an action log in the official scorer's form: a driver's penalty, and an account of each preference.

An account has the scorer's keys where it has them for such a rule; its `rule` names our kinds. Wishes that were not
understood have no account.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dispatch.action_logs.row import LogRow
from dispatch.audit.auditor import Auditor
from dispatch.audit.deeds import deeds_of_log
from dispatch.audit.records import DriverAudit, Verdict
from dispatch.score.official_result import Penalty
from dispatch.wishes import Wishes, constraints_of
from scenarios.records import Driver, Scenario


class LogAuditor:
    """Audits valid logs of a scenario's drivers: an `Audit` for `score_rows`, which keeps its verdicts in `audits`."""

    def __init__(self, scenario: Scenario, wishes: Wishes, rows: Mapping[str, Sequence[LogRow]] | None = None) -> None:
        """`rows` are all drivers' rows: who took what from a pool that is shared."""
        self.audits: list[DriverAudit] = []
        self._scenario = scenario
        self._wishes = wishes
        self._auditor = Auditor(scenario)
        self._claims: dict[int, tuple[str, int]] = {}
        if scenario.rules.pool == "shared":
            had = (
                (who, row) for who, mine in (rows or {}).items() for row in mine if row.accepted or row.window_missed
            )
            known = scenario.loads.row_of
            self._claims = {known.get(row.load_id, -1): (who, row.end_min - row.exec_min) for who, row in had}

    def __call__(self, driver: Driver, rows: Sequence[LogRow]) -> Penalty:
        deeds = deeds_of_log(rows, self._scenario.loads, self._scenario.rules)
        claimed = {load: minute for load, (who, minute) in self._claims.items() if who != driver.driver_id}
        audit = self._auditor.audit(driver, constraints_of(self._wishes, driver.driver_id), deeds, claimed)
        self.audits.append(audit)
        return penalty_of(audit, driver)


def penalty_of(audit: DriverAudit, driver: Driver) -> Penalty:
    """The audit as the official result has it."""
    groups: dict[int, list[Verdict]] = {}
    for verdict in audit.verdicts:
        if verdict.preference >= 0 and not verdict.kind.startswith("unknown"):
            groups.setdefault(verdict.preference, []).append(verdict)
    checks = tuple(_check(group, driver.preferences[number].text) for number, group in sorted(groups.items()))
    return Penalty(audit.penalty_yuan, checks)


def _check(verdicts: Sequence[Verdict], text: str) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for verdict in verdicts:
        for name, value in verdict.figures.items():
            both = name == "violations" and name in figures
            figures[name] = figures[name] + value if both else value
    return {
        "rule": " + ".join(dict.fromkeys(verdict.kind for verdict in verdicts)),
        **figures,
        "penalty": sum(verdict.penalty_fen for verdict in verdicts) / 100,
        "preference_text": text,
    }
