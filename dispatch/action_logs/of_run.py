"""The official action logs of a run of ours and their summary, made from its step log when the run is over.

What a row means is `dispatch.action_logs.outcome`'s business, and the files' form that of `dispatch.action_logs.files`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dispatch.action_logs.files import write_logs
from dispatch.action_logs.outcome import row_of_outcome
from dispatch.action_logs.row import LogRow
from dispatch.action_logs.summary import RunSummary, write_summary
from dispatch.engine import Engine
from memory.observed import Act, Action, Outcome, Result
from scenarios.errors import ScenarioError
from scenarios.records import Scenario
from scenarios.words import counted

_EXACT_DEG = 1e-9
"""Less than a tenth of a millimetre: what binary numbers make of two decimals."""


def write_run_logs(
    folder: Path, engine: Engine, stamp: str, *, seed: int | None = None, wall_s: float | None = None
) -> list[Path]:
    """Write one official log a driver, a driver without a step included, and a summary; return the logs' paths.

    `stamp` is the YYYYmmdd_HHMMSS of the file names, `seed` the run's, `wall_s` how long it took. Raises ScenarioError
    for a driver id that no file name holds.
    """
    scenario = engine.scenario
    rows = {driver_id: _rows(engine, driver) for driver, driver_id in enumerate(engine.driver_ids)}
    paths = write_logs(folder, rows, scenario.start, scenario.rules, stamp)
    summary = RunSummary(
        month=f"{scenario.start:%Y-%m}",
        simulate_time_seconds=None if wall_s is None else round(wall_s, 2),
        simulation_duration_days=scenario.days,
        completed_steps=len(engine.log),
        driver_completed_steps={who: len(rows[who]) for who in sorted(rows)},
        scenario=scenario.name,
        rules=scenario.rules.profile,
        seed=seed,
    )
    write_summary(folder, summary, scenario.start)
    return paths


def check_log_folder(folder: Path) -> None:
    """Raise ScenarioError for a folder with logs of another run: a scorer would take the two for one."""
    for path in sorted(folder.glob("actions_*.jsonl*")):
        remedy = "name another folder, or take the logs away first"
        raise ScenarioError(f"--write-logs: {folder}", path.name, "is there already, a log of another run", remedy)


def rounding_warning(scenario: Scenario) -> str | None:
    """What to say before a run whose logs round places that have more than two decimals (contest rule 42).

    The scorer of that release compares the rounded places with the files' own, to a ten-thousandth of a degree.
    """
    if not scenario.rules.log_positions_rounded:
        return None
    loads = scenario.loads
    ends = np.column_stack([loads.start_lat, loads.start_lng, loads.end_lat, loads.end_lng])
    starts = np.array([(driver.lat, driver.lng) for driver in scenario.drivers]).reshape(-1, 2)
    fine = [counted(n, noun) for noun, places in (("load", ends), ("driver", starts)) if (n := _finer(places))]
    if not fine:
        return None
    return (
        f"Logs under rules {scenario.rules.profile} hold places in two decimals, and those of {' and '.join(fine)} "
        "have more: the official scorer would reject such logs."
    )


def _finer(places: NDArray[np.float64]) -> int:
    """How many rows of coordinates have one of more than two decimals; what is no number has none."""
    with np.errstate(invalid="ignore"):
        return int((np.abs(np.round(places, 2) - places) > _EXACT_DEG).any(axis=1).sum())


def _rows(engine: Engine, driver: int) -> list[LogRow]:
    """One driver's rows in order."""
    log, loads = engine.log, engine.scenario.loads
    names = log.rows.dtype.names or ()
    rows = []
    for at in (log.rows["driver"] == driver).nonzero()[0].tolist():
        step = dict(zip(names, log.rows[at].item(), strict=True))
        outcome = _outcome(step, log.foreign_ids.get(at, ""))
        place = step["lat"], step["lng"]
        rows.append(row_of_outcome(step["step"], engine.driver_ids[driver], step["start_min"], place, outcome, loads))
    return rows


def _outcome(step: dict[str, int | float], foreign_id: str) -> Outcome:
    """The outcome that a row of the step log was made of.

    Of a reposition that was refused (never in the contest) the step log keeps no target: the truck's own place stands
    for it.
    """
    starts = int(step["start_min"]) + int(step["scan_min"])
    moved = step["act"] == Act.REPOSITION
    action = Action(
        Act(int(step["act"])),
        load=int(step["load"]),
        minutes=int(step["wait_arg_min"]),
        lat=step["end_lat"] if moved else 0.0,
        lng=step["end_lng"] if moved else 0.0,
        load_id=foreign_id,
    )
    return Outcome(
        action,
        Result(int(step["result"])),
        starts,
        starts + int(step["exec_min"]),
        step["end_lat"],
        step["end_lng"],
        pickup_km=step["pickup_km"],
        haul_km=step["haul_km"],
        reposition_km=step["reposition_km"],
        drive_min=int(step["drive_min"]),
        window_wait_min=int(step["window_wait_min"]),
        service_min=int(step["service_min"]),
    )
