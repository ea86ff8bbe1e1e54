"""Explains recorded runs: which there are, how one went, what a driver did, and why, step by step.

It reads a store and gives records with plain text in them. Printing, and escaping what came from files or models, is
the command line's; nothing is simulated again.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from typing import Any

import numpy as np
import orjson

from agents.llm.calls import Call
from agents.llm.model import Reply
from dispatch.record.call_store import read_calls
from dispatch.record.errors import StoreError
from dispatch.record.fact_blob import decode_facts
from dispatch.record.store import Store
from dispatch.record.tables import Run, Step
from dispatch.record.verdict_store import read_audits
from dispatch.show.records import (
    AgentPart,
    AuditView,
    CallView,
    DriverLine,
    DriverView,
    FactLine,
    FailureLine,
    RunLine,
    RunView,
    StepLine,
    StepView,
)
from dispatch.show.step_text import (
    AGENTS,
    action_text,
    relied_on,
    said_lines,
    saw_lines,
    shown_facts,
)
from memory.fact_text import fact_text, result_text
from memory.facts import Fact, FactKind
from scenarios.clock import wall_text


def show_runs(store: Store) -> list[RunLine]:
    """Every run of a store, the newest first."""
    return [RunLine(**_run_fields(run)) for run in store.runs()]


def show_run(store: Store, run_id: str) -> RunView:
    """One run with its drivers. Raises StoreError for an id that is not there."""
    run = store.run(run_id)
    counts = store.driver_counts(run_id)
    net = {figures["driver"]: figures["net_yuan"] for figures in (run.totals or {}).get("drivers", [])}
    return RunView(
        **_run_fields(run),
        fingerprint=run.fingerprint,
        program=run.program,
        recorded_steps=sum(count.steps for count in counts),
        failures=[FailureLine(driver=f.driver_id, minute=f.minute, error=f.error) for f in store.failures(run_id)],
        driver_lines=[
            DriverLine(
                driver=c.driver_id, steps=c.steps, orders=c.orders, until_min=c.until_min, net_yuan=net.get(c.driver_id)
            )
            for c in counts
        ],
    )


def show_audit(store: Store, run_id: str, driver_id: str | None = None) -> AuditView:
    """A run's verdicts, or one driver's. Raises StoreError for a run, or a driver in it, that is not there."""
    run = store.run(run_id)
    if driver_id is not None:
        show_driver(store, run_id, driver_id)
    return AuditView(run=run_id, start=run.scenario_start, audit=read_audits(store, run_id, driver_id))


def show_driver(store: Store, run_id: str, driver_id: str) -> DriverView:
    """A driver's steps, a line each. Raises StoreError for a run or a driver without steps in it."""
    start = datetime.fromisoformat(store.run(run_id).scenario_start)
    steps = store.steps(run_id, driver_id)
    if not steps:
        known = ", ".join(count.driver_id for count in store.driver_counts(run_id)[:10]) or "none"
        fault = f"run {run_id!r} has no steps of a driver {driver_id!r}"
        raise StoreError(store.where, fault, f"name one that has (the first: {known})")
    return DriverView(run=run_id, driver=driver_id, steps=[StepLine(**_step_fields(step, start)) for step in steps])


def show_step(store: Store, run_id: str, driver_id: str, number: int) -> StepView:
    """One step in full, its facts in words. Raises StoreError for a step that is not there."""
    start = datetime.fromisoformat(store.run(run_id).scenario_start)
    step = store.step(run_id, driver_id, number)
    detail: dict[str, Any] = orjson.loads(step.detail)
    agents = [
        AgentPart(
            agent=agent,
            saw=saw_lines(detail, agent),
            said=said_lines(detail, agent),
            shown_facts=shown_facts(detail, agent),
            relied_on=relied_on(detail, agent),
        )
        for agent in AGENTS
    ]
    mentioned = sorted({fact for part in agents for fact in [*part.shown_facts, *part.relied_on]})
    return StepView(
        **_step_fields(step, start),
        run=run_id,
        agents=agents,
        facts=_resolve(store, run_id, driver_id, mentioned),
        learned=list(_fact_lines(step).values()),
        calls=[_call_view(call) for call in read_calls(store, run_id, [driver_id], driver=driver_id, step=number)],
        detail=detail,
    )


def _run_fields(run: Run) -> dict[str, Any]:
    totals = run.totals or {}
    return {
        "run": run.run_id,
        "status": run.status,
        "scenario": run.scenario,
        "seed": int(run.seed),
        "rules": run.rules.get("profile", ""),
        "agents": run.settings.get("agents", ""),
        "memory": run.settings.get("memory", {}).get("mode", ""),
        "days": run.days,
        "drivers": run.drivers,
        "started_at": run.started_at,
        "ended_at": run.ended_at,
        "digest": run.digest,
        "steps": totals.get("steps"),
        "net_yuan": totals.get("total", {}).get("net_yuan"),
    }


def _step_fields(step: Step, start: datetime) -> dict[str, Any]:
    return {
        "driver": step.driver_id,
        "step": step.step,
        "minute": step.start_min,
        "time": wall_text(step.start_min, start),
        "scan_min": step.scan_min,
        "exec_min": step.exec_min,
        "action": action_text(step.act, step.load_id, step.wait_arg_min, (step.end_lat, step.end_lng)),
        "result": result_text(step.result),
        "load": step.load_id,
        "km": sum(km or 0.0 for km in (step.pickup_km, step.haul_km, step.reposition_km)),
        "searches": step.searches,
        "listed": step.listed,
        "why": step.why,
        "failure": step.failure,
    }


def _call_view(call: Call) -> CallView:
    reply = call.reply or Reply("")
    return CallView(
        agent=call.request.agent,
        prompt=[call.request.system, *call.request.parts],
        reply=None if call.reply is None else call.reply.text,
        trouble=None if call.trouble is None else call.trouble.value,
        message=call.message,
        model=reply.model,
        prompt_tokens=reply.usage.prompt,
        cached_tokens=reply.usage.cached,
        completion_tokens=reply.usage.completion,
        seconds=call.seconds,
        tries=call.tries,
    )


def _resolve(store: Store, run_id: str, driver_id: str, ids: list[int]) -> list[FactLine]:
    """The facts of those ids; each lies in the last step of the driver whose first fact is not after it."""
    ranges = store.fact_ranges(run_id, driver_id) if ids else []
    firsts = [first for _, first, _ in ranges]
    read: dict[int, dict[int, FactLine]] = {}
    lines = []
    for fact in ids:
        at = bisect_right(firsts, fact) - 1
        if at < 0 or fact >= firsts[at] + ranges[at][2]:
            lines.append(FactLine(fact=fact, minute=None, kind="", text="not in the record"))
            continue
        number = ranges[at][0]
        if number not in read:
            read[number] = _fact_lines(store.step(run_id, driver_id, number))
        lines.append(read[number][fact])
    return lines


def _fact_lines(step: Step) -> dict[int, FactLine]:
    """The facts that came of a step, by id."""
    block = decode_facts(step.facts)
    if block is None:
        return {}
    loads = orjson.loads(step.detail)["fact_loads"]
    lines = (_fact_line(block.first_id + i, row, loads[i], step.plan) for i, row in enumerate(block.rows))
    return {line.fact: line for line in lines}


def _fact_line(fact: int, row: np.void, load: str, plan: str) -> FactLine:
    known = {kind.value: kind.name.lower() for kind in FactKind}
    kind = known.get(int(row["kind"]), "unknown")
    return FactLine(fact=fact, minute=int(row["minute"]), kind=kind, text=fact_text(Fact(*row.item()), load, plan))
