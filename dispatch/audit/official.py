"""The audit of an action log in the official scorer's form: a driver's penalty, and an account of each preference.

An account has the scorer's keys where it has them for such a rule; its `rule` names our kinds. Wishes that were not
understood have no account.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dispatch.action_log import LogRow
from dispatch.audit.auditor import audit_driver
from dispatch.audit.deeds import deeds_of_log
from dispatch.audit.records import DriverAudit, Verdict
from dispatch.official_result import Penalty
from dispatch.wishes import Wishes, constraints_of
from scenarios.records import Driver, Scenario


@dataclass(frozen=True, slots=True)
class LogAuditor:
    """Audits valid logs of a scenario's drivers: an `Audit` for `score_rows`."""

    scenario: Scenario
    wishes: Wishes

    def audit(self, driver: Driver, rows: Sequence[LogRow]) -> DriverAudit:
        """All verdicts on a driver's rows."""
        deeds = deeds_of_log(rows, self.scenario.loads, self.scenario.rules)
        return audit_driver(driver, constraints_of(self.wishes, driver.driver_id), deeds, self.scenario)

    def __call__(self, driver: Driver, rows: Sequence[LogRow]) -> Penalty:
        return penalty_of(self.audit(driver, rows), driver)


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
