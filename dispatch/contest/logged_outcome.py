"""What the contest's log says of a step, as the outcome that memory learns from."""

from __future__ import annotations

from dispatch.action_logs.row import LogRow
from dispatch.contest.listed import ListedLoads
from memory.observed import Act, Action, Outcome, Result
from scenarios.geo import pickup_minutes


def outcome_of(row: LogRow, loads: ListedLoads, speed_kmh: float) -> Outcome:
    """The outcome of a logged step; kilometres as precise as the log.

    Why a load was not on the board the log does not tell: such a refusal stands as EXPIRED (contest rule 30).
    """
    start = row.end_min - row.exec_min
    here = (start, row.end_min, row.after_lat, row.after_lng)
    if row.name == "wait":
        return Outcome(Action(Act.WAIT, minutes=row.exec_min), Result.DONE, *here)
    if row.name == "reposition":
        to = Action(Act.REPOSITION, lat=row.after_lat, lng=row.after_lng)
        return Outcome(to, Result.DONE, *here, reposition_km=row.distance_km or 0.0, drive_min=row.exec_min)
    load = loads.row_of(row.load_id)
    take = Action(Act.TAKE_ORDER, load=load, load_id=row.load_id if load < 0 else "")
    if row.window_missed:
        return Outcome(take, Result.WINDOW_MISSED, *here, pickup_km=row.pickup_km or 0.0, drive_min=row.exec_min)
    if row.accepted is not True or load < 0:
        return Outcome(take, Result.EXPIRED, *here)
    pickup_km = row.pickup_km or 0.0
    drive = min(row.exec_min, pickup_minutes(pickup_km, speed_kmh))
    service = min(row.exec_min - drive, loads.service_min(load))
    paid = row.eligible is not False
    return Outcome(
        take,
        Result.DONE if paid else Result.CUT_OFF,
        *here,
        pickup_km=pickup_km,
        haul_km=row.haul_km or 0.0,
        drive_min=drive,
        window_wait_min=row.exec_min - drive - service,
        service_min=service,
        price_fen=loads.price_fen(load) if paid else 0,
    )
