"""From findings to priced breaches: what one breach is follows from the unit, and a preference's cap is shared.

Amounts are in whole fen; kilometres are rounded as they add up, so that the breaches' fen are the total's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from dispatch.audit.case import Case, Finding, Found
from dispatch.audit.records import Breach
from scenarios.preferences.kinds import Base
from scenarios.preferences.parts import Unit


@dataclass(frozen=True, slots=True)
class Charge:
    """One breach before its price: findings that are charged as one."""

    findings: tuple[Finding, ...]
    amount: float
    unit: Unit
    fen: int
    """Its price without the cap."""
    whole_cap: bool

    @property
    def start_min(self) -> int:
        return self.findings[0].start_min


def charges(c: Base, found: Found, case: Case) -> list[Charge]:
    """A constraint's findings grouped by its unit, in time."""
    unit = found.unit or c.unit
    ordered = sorted(found.findings, key=lambda f: (f.start_min, f.end_min, f.key))
    out: list[Charge] = []
    own_price = [f for f in ordered if f.fen_per_min is not None]
    others = [f for f in ordered if f.fen_per_min is None]
    for group in _grouped(others, _key(unit, case)):
        out.append(_charge(c, unit, group, out))
    for f in own_price:
        minutes = f.minutes or 0
        out.append(Charge((f,), minutes, "minute", minutes * (f.fen_per_min or 0), whole_cap=False))
    return sorted(out, key=lambda charge: charge.start_min)


def _charge(c: Base, unit: Unit, group: tuple[Finding, ...], before: Sequence[Charge]) -> Charge:
    whole_cap = any(f.whole_cap for f in group)
    if unit == "km":
        amount = sum(f.km for f in group)
        so_far = sum(charge.amount for charge in before)
        fen = round((so_far + amount) * c.penalty_fen) - round(so_far * c.penalty_fen)
        return Charge(group, amount, "km", fen, whole_cap)
    if unit == "minute":
        minutes = sum(f.end_min - f.start_min if f.minutes is None else f.minutes for f in group)
        return Charge(group, minutes, "minute", minutes * c.penalty_fen, whole_cap)
    return Charge(group, 1, unit, c.penalty_fen, whole_cap)


def _key(unit: Unit, case: Case) -> Callable[[Finding], Hashable]:
    if unit == "day":
        return lambda f: f.day
    if unit == "month":
        if case.counting.month == "run":
            return lambda f: 0
        return lambda f: (case.date(f.day).year, case.date(f.day).month)
    return lambda f: f.key


def _grouped(findings: Sequence[Finding], key: Callable[[Finding], Hashable]) -> list[tuple[Finding, ...]]:
    groups: dict[Hashable, list[Finding]] = {}
    for f in findings:
        groups.setdefault(key(f), []).append(f)
    return [tuple(group) for group in groups.values()]


def priced(charge: Charge, left_fen: int | None, *, avoidable: bool | None) -> Breach:
    """The breach with its price, what is left of the cap considered."""
    fen = charge.fen
    if charge.whole_cap and left_fen is not None:
        fen = left_fen
    if left_fen is not None:
        fen = min(fen, left_fen)
    findings = charge.findings
    first = findings[0]
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return Breach(
        start_min=first.start_min,
        end_min=max(f.end_min for f in findings),
        day=first.day,
        steps=tuple(dict.fromkeys(step for f in findings for step in f.steps)),
        load=next((f.load for f in findings if f.load), ""),
        lat=None if first.place is None else first.place[0],
        lng=None if first.place is None else first.place[1],
        amount=charge.amount,
        unit=charge.unit,
        said=first.said + more,
        penalty_fen=fen,
        left_fen=None if left_fen is None else left_fen - fen,
        avoidable=avoidable,
        lost_min=next((f.lost_min for f in findings if f.lost_min is not None), None),
    )
