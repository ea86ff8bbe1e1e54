"""The official score: one driver's, and all drivers' in the form of the scorer's result file (contest rules 44-56).

A log that fails a check earns nothing and is charged no penalty. What a preference's breach costs is an auditor's
to say, who is handed in.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from dispatch.action_logs.row import NO_TOKENS, LogRow, Tokens
from dispatch.ledger import net_shown
from dispatch.score.check import RowError, first_error
from dispatch.score.money import money_of
from scenarios.errors import ScenarioError
from scenarios.loads import LoadTable
from scenarios.records import Driver
from scenarios.rules import WorldRules


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a driver's breached preferences cost, and the official account of each rule."""

    yuan: float = 0.0
    checks: tuple[dict[str, Any], ...] = ()


class Audit(Protocol):
    """Counts breaches in a valid log."""

    def __call__(self, driver: Driver, rows: Sequence[LogRow]) -> Penalty:
        """The driver's penalty; `rows` are as logged, rounding included."""
        ...


@dataclass(frozen=True, slots=True)
class DriverScore:
    """One driver's official score: yuan and kilometres rounded as they are shown, all 0 for a rejected log."""

    driver_id: str
    gross_yuan: float = 0.0
    distance_km: float = 0.0
    cost_yuan: float = 0.0
    penalty_yuan: float = 0.0
    net_yuan: float = 0.0
    tokens: Tokens = NO_TOKENS
    checks: tuple[dict[str, Any], ...] = ()
    error: RowError | None = None

    @property
    def aborted(self) -> bool:
        """Whether the log was rejected."""
        return self.error is not None


def score_rows(
    rows: Sequence[LogRow],
    driver: Driver,
    loads: LoadTable,
    rules: WorldRules,
    days: int,
    audit: Audit | None = None,
) -> DriverScore:
    """The official score of one driver's rows, equal to the score of the log that they are written as.

    `days` are the scenario's. Without `audit` no preference is checked. The net is rounded before the penalty is
    taken off, and once more after it (contest rule 54).
    """
    logged = [row.as_logged(rules) for row in rows]
    error = first_error(logged, loads, rules)
    if error is not None:
        return DriverScore(driver.driver_id, error=error)
    money = money_of(logged, driver.cost_per_km, loads, rules, days)
    penalty = audit(driver, logged) if audit is not None else Penalty()
    return DriverScore(
        driver_id=driver.driver_id,
        gross_yuan=round(money.gross_yuan, 2),
        distance_km=round(money.distance_km, 2),
        cost_yuan=round(money.cost_yuan, 2),
        penalty_yuan=round(penalty.yuan, 2),
        net_yuan=net_shown(money.gross_yuan, money.cost_yuan, penalty.yuan),
        tokens=sum((row.tokens for row in logged), NO_TOKENS),
        checks=penalty.checks,
    )


def unreadable(driver_id: str, error: ScenarioError) -> DriverScore:
    """The score of a log that cannot be read: the driver is rejected, the others are scored all the same."""
    return DriverScore(driver_id, error=RowError(0, "unreadable", str(error)))


def official_result(
    scores: Sequence[DriverScore], start: datetime, simulate_seconds: float | None = None
) -> dict[str, Any]:
    """All drivers' scores in the scorer's result form, keys in its order, drivers by id.

    Both releases write the same keys. `simulate_seconds` is how long the simulation took, None when unknown.
    """
    ranked = sorted(scores, key=lambda score: score.driver_id)
    failed = {score.driver_id: _sentence(score.error) for score in ranked if score.error is not None}
    return {
        "month": f"{start:%Y-%m}",
        "simulate_time_seconds": None if simulate_seconds is None else round(simulate_seconds, 2),
        "result_files_count": len(ranked),
        "drivers": [_driver(score) for score in ranked],
        "summary": {
            "total_net_income_all_drivers": round(sum(score.net_yuan for score in ranked), 2),
            "total_preference_penalty": round(sum(score.penalty_yuan for score in ranked), 2),
            "total_token_usage": sum((score.tokens for score in ranked), NO_TOKENS).to_json(),
            "failed_driver_count": len(failed),
            "failed_drivers": failed,
        },
        "cost_meaning": "kilometres times the driver's cost per kilometre",
        "cost_metric": "net_income is gross_income less cost and preference_penalty",
    }


def _driver(score: DriverScore) -> dict[str, Any]:
    return {
        "driver_id": score.driver_id,
        "income": {
            "gross_income": score.gross_yuan,
            "distance_km": score.distance_km,
            "cost": score.cost_yuan,
            "preference_penalty": score.penalty_yuan,
            "net_income": score.net_yuan,
        },
        "token_usage": score.tokens.to_json(),
        "calculation_aborted": score.aborted,
        "validation_error": None if score.error is None else _sentence(score.error),
        "preference_check": {"rules": list(score.checks)},
    }


def _sentence(error: RowError) -> str:
    return error.sentence if error.row == 0 else f"row {error.row}: {error.sentence}"


def write_official_result(path: Path, result: dict[str, Any]) -> None:
    """Write a result as the scorer does: UTF-8, indented by two."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, ensure_ascii=False, indent=2), encoding="utf-8")
