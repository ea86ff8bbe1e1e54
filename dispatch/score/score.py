"""`dispatch score`: anyone's action logs, re-simulated in our world and scored by the official scorer's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from dispatch.action_logs.files import find_logs, read_log
from dispatch.action_logs.row import LogRow
from dispatch.action_logs.summary import RunSummary, read_summary
from dispatch.audit.records import DriverAudit
from dispatch.score.doubts import Drawn, drawn_by_seed, seed_doubt, summary_doubts
from dispatch.score.log_audit import LogAuditor
from dispatch.score.official_result import DriverScore, official_result, score_rows, unreadable
from dispatch.score.resimulate import resimulate
from dispatch.wishes import compile_wishes
from scenarios.errors import ScenarioError
from scenarios.open import open_scenario
from scenarios.preferences.compiled import Compiler
from scenarios.records import Scenario


class ScoreReport(BaseModel):
    """The official result, and what re-simulation says of the logs."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    rules: str
    result: dict[str, Any]
    """In the official form; see `dispatch.score.official_result`."""
    differences: list[dict[str, Any]]
    """driver, row, field, logged, ours: the first row of each driver that our world does otherwise."""
    missing: list[str]
    """Ids of the scenario's drivers without a log, or with an empty one that no summary accounts for."""
    foreign_orders: int
    """Accepted orders of loads that the scenario's file lacks: taken as logged, not checked."""
    rows: int
    warnings: list[str]
    """What speaks against the logs being of this world, a sentence each."""
    audit: list[DriverAudit]
    """Every driver's wishes, judged breach by breach; of a rejected log none."""

    @property
    def agrees(self) -> bool:
        """True when no row differs, no log was rejected, and no driver is without a log."""
        return not (self.differences or self.missing or self.result["summary"]["failed_driver_count"])


def score_folder(
    logs_dir: Path, source: str, *, seed: int, rules: str | None, days: int | None, drivers: int | None
) -> ScoreReport:
    """Score the logs of a folder in a scenario by its name or folder; the options are those of `open_scenario`.

    Raises ScenarioError as that and `score_logs` do.
    """
    find_logs(logs_dir)  # a scenario may be long to read, and a wrong folder is told first
    scenario = open_scenario(source, seed=seed, rules=rules, days=days, drivers=drivers)
    return score_logs(logs_dir, scenario, seed=seed, drawn=drawn_by_seed(source))


def score_logs(
    logs_dir: Path,
    scenario: Scenario,
    *,
    seed: int | None = None,
    drawn: Drawn | None = None,
    compiler: Compiler | None = None,
) -> ScoreReport:
    """Re-simulate and score every log of a folder under the scenario's rules.

    `drawn` is what of the scenario was drawn by `seed`; `compiler` understands the drivers' wishes; None: the
    grammar. A log that cannot be read rejects its driver and no other.
    Raises ScenarioError for a folder without logs, and for a log of a driver that the scenario lacks.
    """
    drivers = {d.driver_id: d for d in scenario.drivers}
    files = find_logs(logs_dir)
    summary, warnings = _summary(logs_dir, scenario, seed if drawn else None)
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
    rejected = len(scores)
    audit = LogAuditor(scenario, compile_wishes(scenario, compiler), rows)
    for driver_id, mine in rows.items():
        scores.append(score_rows(mine, drivers[driver_id], scenario.loads, scenario.rules, scenario.days, audit))
    checked = resimulate(rows, scenario)
    wrong = checked.differences or any(score.aborted for score in scores[rejected:])
    if wrong and drawn and seed is not None and summary.seed is None:
        warnings.append(seed_doubt(drawn, seed))
    return ScoreReport(
        scenario=scenario.name,
        rules=scenario.rules.profile,
        result=official_result(scores, scenario.start, summary.simulate_time_seconds),
        differences=[
            {"driver": d.driver_id, "row": d.row, "field": d.field, "logged": _plain(d.logged), "ours": _plain(d.ours)}
            for d in checked.differences
        ],
        missing=_missing(files, rows, scenario, summary),
        foreign_orders=checked.foreign_orders,
        rows=sum(len(mine) for mine in rows.values()),
        warnings=warnings,
        audit=audit.audits,
    )


def _summary(logs_dir: Path, scenario: Scenario, seed: int | None) -> tuple[RunSummary, list[str]]:
    """The run's summary, an empty one where there is none of use, and what it has against this scenario."""
    try:
        summary = read_summary(logs_dir, scenario.start) or RunSummary()
    except ScenarioError as error:
        return RunSummary(), [str(error)]
    return summary, list(summary_doubts(summary, scenario, seed))


def _missing(
    files: Mapping[str, Path], rows: Mapping[str, Sequence[LogRow]], scenario: Scenario, summary: RunSummary
) -> list[str]:
    """Drivers nothing is known of. A log that cannot be read is there; an empty one is whole if the summary says so."""
    ids = sorted(driver.driver_id for driver in scenario.drivers)
    took_no_step = {who for who, steps in summary.driver_completed_steps.items() if steps == 0}
    return [who for who in ids if who not in files or (rows.get(who) == [] and who not in took_no_step)]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
