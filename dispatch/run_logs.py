"""The official action logs of a run of ours, made from its step log when the run is over.

What a row means is `dispatch.log_outcome`'s business, and the files' form that of `dispatch.log_files`.
"""

from __future__ import annotations

from pathlib import Path

from dispatch.action_log import LogRow
from dispatch.engine import Engine
from dispatch.log_files import write_logs
from dispatch.log_outcome import row_of_outcome
from memory.observed import Act, Action, Outcome, Result


def write_run_logs(folder: Path, engine: Engine, stamp: str) -> list[Path]:
    """Write one official log a driver, a driver without a step included, and return the paths.

    `stamp` is the YYYYmmdd_HHMMSS of the file names. Raises ScenarioError for a driver id that no file name holds.
    """
    rows = {driver_id: _rows(engine, driver) for driver, driver_id in enumerate(engine.driver_ids)}
    return write_logs(folder, rows, engine.scenario.start, engine.scenario.rules, stamp)


def _rows(engine: Engine, driver: int) -> list[LogRow]:
    """One driver's rows in order."""
    log, loads = engine.log, engine.scenario.load_table
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
