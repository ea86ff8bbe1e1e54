"""A recorded run as Arrow tables, from a store and, where it is at hand, the scenario. Computes next to nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import pyarrow as pa
import sqlalchemy
from sqlmodel import col, select

from dispatch.export.columns import TABLES
from dispatch.ledger import paid_until_min
from dispatch.record.store import Store
from dispatch.record.tables import MemoryDigest, ModelCall, Prompt, Run, Table
from dispatch.record.verdict_store import read_audits
from memory.observed import Act, Result
from scenarios.records import Scenario

_STEP = Table.metadata.tables["step"]
_ONE_TO_ONE = (
    "step", "seq", "start_min", "scan_min", "exec_min", "searches", "listed", "dead_proposal", "barren_again",
    "wait_arg_min", "lat", "lng", "end_lat", "end_lng", "pickup_km", "haul_km", "reposition_km", "drive_min",
    "window_wait_min", "service_min", "why", "plan", "failure", "first_fact", "fact_count",
)  # fmt: skip


def tables_of(store: Store, run_id: str, scenario: Scenario | None) -> dict[str, pa.Table]:
    """Every table of `dispatch.export.columns` for a run; without its `scenario` prices are null. Raises StoreError."""
    run = store.run(run_id)
    steps = _steps(store, run)
    return {
        "steps": _table("steps", steps),
        "orders": _table("orders", (_order(step, run, scenario) for step in steps if step["act"] == "take_order")),
        "breaches": _table("breaches", _breaches(store, run)),
        **_calls(store, run_id),
        "digests": _table("digests", _digests(store, run_id)),
    }


def _table(name: str, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    kept = list(rows)
    return pa.table({column.name: pa.array([row[column.name] for row in kept], column.type) for column in TABLES[name]})


def _steps(store: Store, run: Run) -> list[dict[str, Any]]:
    names = [*_ONE_TO_ONE, "driver_id", "act", "result", "load", "load_id"]
    mine = sqlalchemy.select(*(_STEP.c[name] for name in names)).where(_STEP.c.run_id == run.run_id)
    start = datetime.fromisoformat(run.scenario_start)
    with store.reading() as session:
        found = session.connection().execute(mine.order_by(_STEP.c.seq)).mappings().all()
    return [
        {
            **row,
            "run": run.run_id,
            "driver": row["driver_id"],
            "start_at": start + timedelta(minutes=row["start_min"]),
            "act": Act(row["act"]).name.lower(),
            "result": Result(row["result"]).name.lower(),
            "load": row["load_id"],
            "row": row["load"],
        }
        for row in found
    ]


def _order(step: Mapping[str, Any], run: Run, scenario: Scenario | None) -> dict[str, Any]:
    claimed = step["start_min"] + step["scan_min"]
    end = claimed + step["exec_min"]
    price = paid = None
    if scenario is not None and step["row"] >= 0:
        price = float(scenario.loads.price_fen[step["row"]]) / 100
        taken = step["result"] in ("done", "cut_off")
        paid = price if taken and end <= paid_until_min(scenario.days, scenario.rules) else 0.0
    return {
        **step,
        "claimed_at": datetime.fromisoformat(run.scenario_start) + timedelta(minutes=claimed),
        "claimed_min": claimed,
        "end_min": end,
        "price_yuan": price,
        "paid_yuan": paid,
    }


def _breaches(store: Store, run: Run) -> Iterable[dict[str, Any]]:
    start = datetime.fromisoformat(run.scenario_start)
    for audit in read_audits(store, run.run_id):
        for verdict in audit.verdicts:
            for breach in verdict.breaches:
                yield {
                    **verdict.model_dump(include={"preference", "kind", "hard"}),
                    **breach.model_dump(),
                    "run": run.run_id,
                    "driver": audit.driver,
                    "start_at": start + timedelta(minutes=breach.start_min),
                    "steps": " ".join(map(str, breach.steps)),
                    "penalty_yuan": breach.penalty_fen / 100,
                    "left_yuan": None if breach.left_fen is None else breach.left_fen / 100,
                }


def _calls(store: Store, run_id: str) -> dict[str, pa.Table]:
    order = (col(ModelCall.driver_id), col(ModelCall.step), col(ModelCall.agent), col(ModelCall.request))
    with store.reading() as session:
        mine = select(ModelCall).where(ModelCall.run_id == run_id).order_by(*order, col(ModelCall.repeat))
        calls = [call.model_dump() for call in session.exec(mine)]
        sent = {name for call in calls for name in call["prompt"]}
        texts = [p.model_dump() for p in session.exec(select(Prompt).order_by(Prompt.sha256)) if p.sha256 in sent]
    rows = [
        {
            **call,
            "run": run_id,
            "driver": call["driver_id"],
            "schema": call["schema_name"],
            "prompt": " ".join(call["prompt"]),
        }
        for call in calls
    ]
    return {"calls": _table("calls", rows), "prompts": _table("prompts", texts)}


def _digests(store: Store, run_id: str) -> Iterable[dict[str, Any]]:
    order = (col(MemoryDigest.driver_id), col(MemoryDigest.store), col(MemoryDigest.number))
    with store.reading() as session:
        mine = select(MemoryDigest).where(MemoryDigest.run_id == run_id).order_by(*order)
        digests = [digest.model_dump() for digest in session.exec(mine)]
    nothing: dict[str, Any] = {"kind": None, "text": None, "fact_ids": [], "cells": [], "loads": []}
    for digest in digests:
        own = {**digest, "run": run_id, "driver": digest["driver_id"], "dropped": sum(digest["dropped"].values())}
        for place, bullet in enumerate(digest["bullets"] or [nothing]):
            yield {
                **own,
                **bullet,
                "bullet": place if bullet is not nothing else None,
                "fact_ids": " ".join(map(str, bullet["fact_ids"])),
                "cells": " ".join(bullet["cells"]),
                "loads": json.dumps(bullet["loads"], ensure_ascii=False),
            }
