"""Keeps the audits of runs in the record beside their steps, and reads them back. It judges nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection
from sqlmodel import col, delete, insert, select

from dispatch.audit.records import DriverAudit, Verdict
from dispatch.record.database import Database
from dispatch.record.plain import plain
from dispatch.record.tables import VerdictRow


def write_audits(connection: Connection, run_id: str, audits: Sequence[DriverAudit]) -> None:
    """Write a run's verdicts in the place of any that are there."""
    rows = [
        {
            "run_id": run_id,
            "driver_id": plain(audit.driver),
            "number": number,
            "preference": verdict.preference,
            "kind": verdict.kind,
            "hard": verdict.hard,
            "breaches": len(verdict.breaches),
            "penalty_fen": verdict.penalty_fen,
            "detail": json.dumps(verdict.model_dump(mode="json")).encode(),
        }
        for audit in audits
        for number, verdict in enumerate(audit.verdicts)
    ]
    connection.execute(delete(VerdictRow).where(col(VerdictRow.run_id) == run_id))
    if rows:
        connection.execute(insert(VerdictRow), rows)


def read_audits(database: Database, run_id: str, driver_id: str | None = None) -> list[DriverAudit]:
    """A run's audits, of all drivers with a verdict or of one, by driver id. Empty for a run that was not audited."""
    mine = select(VerdictRow).where(col(VerdictRow.run_id) == run_id)
    if driver_id is not None:
        mine = mine.where(col(VerdictRow.driver_id) == driver_id)
    with database.reading() as session:
        rows = list(session.exec(mine.order_by(col(VerdictRow.driver_id), col(VerdictRow.number))))
    verdicts: dict[str, list[Verdict]] = {}
    for row in rows:
        verdicts.setdefault(row.driver_id, []).append(Verdict.model_validate(json.loads(row.detail)))
    return [
        DriverAudit(driver=driver, verdicts=tuple(own), penalty_fen=sum(v.penalty_fen for v in own))
        for driver, own in verdicts.items()
    ]
