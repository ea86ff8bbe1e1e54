"""`dispatch score`: anyone's action logs, re-simulated in our world and scored by the official scorer's rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from dispatch.action_log import LogRow
from dispatch.log_files import find_logs, read_log
from dispatch.official_result import DriverScore, official_result, score_rows, unreadable
from dispatch.resimulate import resimulate
from scenarios.errors import ScenarioError
from scenarios.records import Scenario


class ScoreReport(BaseModel):
    """The official result, and what re-simulation says of the logs."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    rules: str
    result: dict[str, Any]
    """In the official form; see `dispatch.official_result`."""
    differences: list[dict[str, Any]]
    """driver, row, field, logged, ours: the first row of each driver that our world does otherwise."""
    foreign_orders: int
    """Accepted orders of loads that the scenario's file lacks: taken as logged, not checked."""
    rows: int

    @property
    def agrees(self) -> bool:
        """True when no row differs and no log was rejected."""
        return not self.differences and not self.result["summary"]["failed_driver_count"]


def score_logs(logs_dir: Path, scenario: Scenario) -> ScoreReport:
    """Re-simulate and score every log of a folder under the scenario's rules.

    A log that cannot be read rejects its driver and no other. Raises ScenarioError for a folder without logs, and
    for a log of a driver that the scenario lacks.
    """
    drivers = {d.driver_id: d for d in scenario.drivers}
    files = find_logs(logs_dir)
    if not files:
        raise ScenarioError(
            str(logs_dir), "<no log>", "holds no actions_*.jsonl", "name the folder with the action logs"
        )
    rows: dict[str, list[LogRow]] = {}
    scores: list[DriverScore] = []
    for driver_id, path in files.items():
        if driver_id not in drivers:
            raise ScenarioError(
                str(path), driver_id, "is no driver of the scenario", "score the logs against their own scenario"
            )
        try:
            rows[driver_id] = read_log(path, driver_id, scenario.start)
        except ScenarioError as error:
            scores.append(unreadable(driver_id, error))
    for driver_id, mine in rows.items():
        scores.append(score_rows(mine, drivers[driver_id], scenario.load_table, scenario.rules, scenario.days))
    checked = resimulate(rows, scenario)
    return ScoreReport(
        scenario=scenario.name,
        rules=scenario.rules.profile,
        result=official_result(scores, scenario.start),
        differences=[
            {"driver": d.driver_id, "row": d.row, "field": d.field, "logged": _plain(d.logged), "ours": _plain(d.ours)}
            for d in checked.differences
        ],
        foreign_orders=checked.foreign_orders,
        rows=sum(len(mine) for mine in rows.values()),
    )


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
