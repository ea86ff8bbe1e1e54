"""One row of an official action log: parse it and write it (contest rules 37, 41, 42).

A row holds what was logged and no judgement of it: whether it is legal, and what it earns, is said elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from sys import float_info
from typing import Any

from scenarios.clock import wall_text
from scenarios.errors import ScenarioError
from scenarios.rules import WorldRules

_DEGREES = frozenset({"lat", "lng", "latitude", "longitude", "current_lat", "current_lng"})
"""Fields that the newer release leaves unrounded (contest rule 42)."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Language-model tokens, as a log counts them."""

    prompt: int = 0
    completion: int = 0
    reasoning: int = 0
    total: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.reasoning + other.reasoning,
            self.total + other.total,
        )

    def to_json(self) -> dict[str, int]:
        """The official four counters, in their order."""
        return {
            "prompt_tokens": self.prompt,
            "completion_tokens": self.completion,
            "reasoning_tokens": self.reasoning,
            "total_tokens": self.total,
        }


NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True)
class LogRow:
    """One step of one driver. Minutes are world minutes, coordinates degrees, distances kilometres."""

    step: int
    driver_id: str
    elapsed_min: int
    scan_min: int
    exec_min: int
    before_lat: float
    before_lng: float
    after_lat: float
    after_lng: float
    end_min: int
    action: dict[str, Any]
    """What the agent answered, verbatim: `action`, `params`, whatever else it said, `model_usage`."""
    tokens: Tokens = NO_TOKENS
    accepted: bool | None = None
    """None for actions that nobody has to accept."""
    reason: str | None = None
    """The words beside `accepted`: kept as read, codes of our own when the row is ours."""
    pickup_km: float | None = None
    """None when the truck was not sent to a pickup."""
    haul_km: float | None = None
    distance_km: float | None = None
    """Kilometres of a reposition."""
    eligible: bool | None = None
    """Whether an accepted order ended within the horizon."""
    line: int = field(default=0, compare=False)
    """Line in the file that it was read from, 0 for a row that was not read."""

    @property
    def name(self) -> str:
        """The action's name as the simulator understands it (contest rule 26)."""
        return str(self.action.get("action", "")).strip().lower()

    @property
    def params(self) -> dict[str, Any]:
        """The action's parameters; empty when there are none."""
        params: dict[str, Any] = self.action.get("params") or {}
        return params

    @property
    def load_id(self) -> str:
        """The load that was asked for, empty when none was named."""
        return str(self.params.get("cargo_id", "")).strip()

    @property
    def window_missed(self) -> bool:
        """True for a load that was driven to and lost, its window being over (contest rule 32)."""
        return self.accepted is False and self.pickup_km is not None

    @classmethod
    def from_json(cls, data: object, start: datetime, where: str, line: int = 0) -> LogRow:
        """The row that a parsed line holds.

        `start` is minute 0 of the scenario and `where` names the file and line. Raises ScenarioError for a
        missing field, a field of the wrong type, and a wall time that is not the row's minute after `start`.
        """
        row = _Fields(data, where)
        action = row.part("action")
        if not isinstance(action.data.get("params"), dict | None):
            raise action.error("params", "is no object", "give the action's parameters by name")
        result = row.part("result")
        end_min = result.whole("simulation_progress_minutes")
        clock = row.text("simulation_end_time")
        try:
            expected = wall_text(end_min, start)
        except OverflowError:
            rule = f"minutes after {start:%Y-%m-%d %H:%M} lead out of the calendar"
            raise result.error("simulation_progress_minutes", rule, "take the log as the simulator wrote it") from None
        if clock != expected:
            raise row.error(
                "simulation_end_time",
                f"is not minute {end_min} of a scenario that starts at {start:%Y-%m-%d %H:%M}",
                "score the log against the scenario that it was made in",
            )
        before, after = row.part("position_before"), row.part("position_after")
        usage = _Fields(data.get("token_usage", {}) if isinstance(data, dict) else {}, where)
        return cls(
            step=row.whole("step"),
            driver_id=row.text("driver_id"),
            elapsed_min=row.whole("step_elapsed_minutes"),
            scan_min=row.whole("query_scan_cost_minutes"),
            exec_min=row.whole("action_exec_cost_minutes"),
            before_lat=before.number("lat"),
            before_lng=before.number("lng"),
            after_lat=after.number("lat"),
            after_lng=after.number("lng"),
            end_min=end_min,
            action=action.data,
            tokens=Tokens(*(usage.whole(key, 0) for key in NO_TOKENS.to_json())),
            accepted=result.flag("accepted"),
            reason=None if result.data.get("detail") is None else result.text("detail"),
            pickup_km=result.number_if_any("pickup_deadhead_km"),
            haul_km=result.number_if_any("haul_distance_km"),
            distance_km=result.number_if_any("distance_km"),
            eligible=result.flag("income_eligible"),
            line=line,
        )

    def as_logged(self, rules: WorldRules) -> LogRow:
        """The row as a log shows it: every float in two decimals, but for places where the rules leave them."""
        exact = frozenset() if rules.log_positions_rounded else _DEGREES
        places = ("before_lat", "before_lng", "after_lat", "after_lng") if rules.log_positions_rounded else ()
        numbers = (*places, "pickup_km", "haul_km", "distance_km")
        changed = {name: _rounded(getattr(self, name), "", exact) for name in numbers}
        return replace(self, action=_rounded(self.action, "", exact), **changed)

    def to_json(self, start: datetime, rules: WorldRules) -> dict[str, Any]:
        """The official row, keys in the official order, rounded as the rules say.

        Raises ScenarioError when the step ends after the calendar does.
        """
        row = self.as_logged(rules)
        try:
            clock = wall_text(row.end_min, start)
        except OverflowError:
            where = f"driver {row.driver_id}, step {row.step}"
            rule = "minutes lead out of the calendar"
            raise ScenarioError(where, row.end_min, rule, "let the scenario start earlier") from None
        return {
            "step": row.step,
            "driver_id": row.driver_id,
            "step_elapsed_minutes": row.elapsed_min,
            "query_scan_cost_minutes": row.scan_min,
            "action_exec_cost_minutes": row.exec_min,
            "position_before": {"lat": row.before_lat, "lng": row.before_lng},
            "position_after": {"lat": row.after_lat, "lng": row.after_lng},
            "simulation_end_time": clock,
            "action": row.action,
            "token_usage": row.tokens.to_json(),
            "result": row._result(clock),
        }

    def _result(self, clock: str) -> dict[str, Any]:
        time = {"simulation_progress_minutes": self.end_min, "simulation_wall_time": f"{clock}:00"}
        if self.accepted is None:
            if self.name != "reposition":
                return time
            place = {"current_lat": self.after_lat, "current_lng": self.after_lng}
            return {**place, **time, "distance_km": self.distance_km}
        if self.accepted is False and self.pickup_km is None:
            return {"action": self.name, "accepted": False, "detail": self.reason, **time}
        result = {
            "accepted": self.accepted,
            "detail": self.reason,
            "driver_id": self.driver_id,
            "cargo_id": str(self.params.get("cargo_id", "")),
            **time,
            "pickup_deadhead_km": self.pickup_km,
            "haul_distance_km": self.haul_km,
        }
        return {**result, "income_eligible": self.eligible} if self.accepted else result


class _Fields:
    """A parsed object with typed access: each getter gives a value of its type or raises ScenarioError."""

    __slots__ = ("data", "where")

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise ScenarioError(where, data, "is no JSON object", "write one object a line, as action logs do")
        self.data: dict[str, Any] = data
        self.where = where

    def error(self, key: str, rule: str, remedy: str) -> ScenarioError:
        return ScenarioError(f"{self.where}, field {key}", self.data.get(key, "<nothing>"), rule, remedy)

    def part(self, key: str) -> _Fields:
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.error(key, "is no object", "take the log as the simulator wrote it")
        return _Fields(value, f"{self.where}, in {key}")

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.data.get(key, default)
        if type(value) is not int:
            raise self.error(key, "is no whole number", "take the log as the simulator wrote it")
        return value

    def number(self, key: str) -> float:
        value = self.data.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or abs(value) > float_info.max:
            raise self.error(key, "is no number", "take the log as the simulator wrote it")
        return value  # a whole number stays one, so that it is written back as it was read

    def number_if_any(self, key: str) -> float | None:
        return None if self.data.get(key) is None else self.number(key)

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str):
            raise self.error(key, "is no text", "take the log as the simulator wrote it")
        return value

    def flag(self, key: str) -> bool | None:
        value = self.data.get(key)
        if not isinstance(value, bool | None):
            raise self.error(key, "is neither true nor false", "take the log as the simulator wrote it")
        return value


def _rounded(value: Any, key: str, exact: frozenset[str]) -> Any:
    """A value with all floats inside in two decimals, but for those under an `exact` key."""
    if isinstance(value, float):
        return value if key in exact else round(value, 2)
    if isinstance(value, dict):
        return {k: _rounded(v, k, exact) for k, v in value.items()}
    if isinstance(value, list):
        return [_rounded(v, key, exact) for v in value]
    return value
