"""A step's outcome as a log row, as the contest's simulator would have logged it (contest rules 30, 32, 36, 37).

It tells no more than the platform tells a driver: why a load was not on the board stays in our own records.
"""

from __future__ import annotations

from typing import Any

from dispatch.action_logs.row import NO_TOKENS, LogRow, Tokens
from memory.observed import Act, Action, Outcome, Result
from scenarios.loads import LoadTable


def row_of_outcome(
    step: int,
    driver_id: str,
    start_min: int,
    place: tuple[float, float],
    outcome: Outcome,
    loads: LoadTable,
    tokens: Tokens = NO_TOKENS,
) -> LogRow:
    """The row of a step that began at `start_min` at `place` (lat, lng) and ended with `outcome`.

    Kilometres and places stay unrounded until the row is written. A refusal's reason is one of
    `load_not_on_board: ID`, `load_claimed_by_other: ID`, `load_time_window_expired` and `bad_target`.
    """
    action = outcome.action
    load_id = loads.ids[action.load] if action.load >= 0 else action.load_id
    judged = action.act == Act.TAKE_ORDER or outcome.refused
    missed = outcome.result == Result.WINDOW_MISSED
    driven = action.act == Act.TAKE_ORDER and (missed or not outcome.refused)
    moved = action.act == Act.REPOSITION and not outcome.refused
    return LogRow(
        step=step,
        driver_id=driver_id,
        elapsed_min=outcome.end_min - start_min,
        scan_min=outcome.start_min - start_min,
        exec_min=outcome.end_min - outcome.start_min,
        before_lat=place[0],
        before_lng=place[1],
        after_lat=outcome.lat,
        after_lng=outcome.lng,
        end_min=outcome.end_min,
        action={**_answer(action, load_id), "model_usage": tokens.to_json()},
        tokens=tokens,
        accepted=not outcome.refused if judged else None,
        reason=_reason(outcome, load_id) if judged else None,
        pickup_km=outcome.pickup_km if driven else None,
        haul_km=(0 if missed else outcome.haul_km) if driven else None,
        distance_km=outcome.reposition_km if moved else None,
        eligible=outcome.result == Result.DONE if driven and not missed else None,
    )


def _answer(action: Action, load_id: str) -> dict[str, Any]:
    """An action as an agent of the contest answers it."""
    params: dict[Act, dict[str, Any]] = {
        Act.WAIT: {"duration_minutes": action.minutes},
        Act.TAKE_ORDER: {"cargo_id": load_id},
        Act.REPOSITION: {"latitude": action.lat, "longitude": action.lng},
    }
    return {"action": action.act.name.lower(), "params": params[action.act]}


def _reason(outcome: Outcome, load_id: str) -> str:
    if not outcome.refused:
        return "done"
    if outcome.result == Result.WINDOW_MISSED:
        return "load_time_window_expired"
    if outcome.result == Result.BAD_TARGET:
        return "bad_target"
    if outcome.result == Result.CLAIMED_BY_OTHER:
        return f"load_claimed_by_other: {load_id}"
    return f"load_not_on_board: {load_id}"
