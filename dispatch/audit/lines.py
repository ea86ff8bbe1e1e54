"""An audit in lines for a person: each wish, each breach with its evidence, and what could not be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from dispatch.audit.records import Breach, DriverAudit, Verdict
from scenarios.clock import wall_text


def audit_lines(audits: Sequence[DriverAudit], start: datetime) -> list[str]:
    """All audits, driver by driver; `start` is the wall time of minute 0."""
    return [line for audit in audits for line in _of_driver(audit, start)] or ["no wish was audited"]


def _of_driver(audit: DriverAudit, start: datetime) -> Iterator[str]:
    yield f"driver {audit.driver}: {audit.penalty_yuan:,.2f} yuan of penalties"
    for verdict in audit.verdicts:
        yield f"  {_head(verdict)}"
        for breach in verdict.breaches:
            yield f"    {_breach(breach, start)}"
        for span in verdict.not_evaluable:
            yield f"    not evaluable: {_span(span.start_min, span.end_min, start)}, {span.why}"


def _head(verdict: Verdict) -> str:
    n = len(verdict.breaches)
    money = f", {verdict.penalty_fen / 100:,.2f} yuan" if verdict.penalty_fen else ""
    cap = f" (cap {verdict.cap_fen / 100:,.2f})" if verdict.cap_fen else ""
    count = f"{n} breach{'es' * (n > 1)}" if n else "not broken" if verdict.not_evaluable else "kept"
    if verdict.kind.startswith("unknown"):
        count = "not judged"
    soft = "" if verdict.hard else ", if possible"
    words = f": {verdict.text}" if verdict.text else ""
    return f"{verdict.kind}{soft}, {count}{money}{cap}{words}"


def _breach(breach: Breach, start: datetime) -> str:
    where = "" if breach.lat is None or breach.lng is None else f" at ({breach.lat:.4f}, {breach.lng:.4f})"
    load = f", load {breach.load}" if breach.load else ""
    steps = (
        "" if not breach.steps else f", step {breach.steps[0]}" + (f"-{breach.steps[-1]}" if breach.steps[1:] else "")
    )
    left = "" if breach.left_fen is None else f", {breach.left_fen / 100:,.2f} left of the cap"
    lost = "" if breach.lost_min is None else f", impossible from {_clock(breach.lost_min, start)} on"
    could = {None: "", True: ", avoidable", False: ", not avoidable when it was decided"}[breach.avoidable]
    return (
        f"{_span(breach.start_min, breach.end_min, start)}{where}{load}{steps}: {breach.said}; "
        f"{breach.amount:g} {breach.unit}, {breach.penalty_fen / 100:,.2f} yuan{left}{lost}{could}"
    )


def _span(start_min: int, end_min: int, start: datetime) -> str:
    return f"{_clock(start_min, start)} to {_clock(end_min, start)}"


def _clock(minute: int, start: datetime) -> str:
    try:
        return wall_text(minute, start)
    except OverflowError:  # a wish that is in force for ever
        return "the end"
