"""Actions as others write them, name and params, turned into ours (contest rules 26-29).

Whoever writes them, a log, a script or a model, is not trusted: what cannot be understood raises `ActionError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, isinf

from memory.observed import Act, Action
from scenarios.clock import LONGEST_MIN
from scenarios.rules import WorldRules


class ActionError(ValueError):
    """An action that means nothing: said in one sentence."""


def parse_action(raw: object, row_of: Mapping[str, int], rules: WorldRules) -> Action:
    """The action that {"action": name, "params": {...}} stands for.

    Names are stripped and lower-cased; missing params are empty, and null is refused. A wait's minutes go through
    `int`, default 1, and must lie in 0..LONGEST_MIN; a load id is text or a number; no coordinate is infinite.
    Raises ActionError.
    """
    if not isinstance(raw, Mapping):
        raise ActionError(f"an action is an object with 'action' and 'params', not {type(raw).__name__}")
    if "action" not in raw:
        raise ActionError("the action's name is missing: 'action' is take_order, wait or reposition")
    name = _text(raw["action"]).strip().lower()
    params = raw.get("params", {})
    if not isinstance(params, Mapping):
        raise ActionError(f"params is an object, not {type(params).__name__}")
    if name == "wait":
        return Action(Act.WAIT, minutes=_minutes(params.get("duration_minutes", 1)))
    if name == "take_order":
        load_id = _text(_needed(params, "cargo_id", name)).strip()
        return Action(Act.TAKE_ORDER, load=row_of.get(load_id, -1), load_id=load_id)
    if name == "reposition":
        lat, lng = (_degrees(_needed(params, key, name), key, rules) for key in ("latitude", "longitude"))
        return Action(Act.REPOSITION, lat=lat, lng=lng)
    raise ActionError(f"there is no action {_shown(name)}: it is take_order, wait or reposition")


def _needed(params: Mapping[str, object], key: str, name: str) -> object:
    if key not in params:
        raise ActionError(f"{name} needs params.{key}")
    return params[key]


def _text(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # Python prints no whole number of thousands of digits
        raise ActionError("a number of thousands of digits is neither a name nor an id") from None


def _shown(value: str | int | float) -> str:
    """The value for a sentence, shortened."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _minutes(value: object) -> int:
    if not isinstance(value, str | int | float):
        raise ActionError(f"duration_minutes is a whole number of minutes, not {type(value).__name__}")
    try:
        minutes = int(value)
    except (ValueError, OverflowError):
        raise ActionError(f"duration_minutes is a whole number of minutes, not {_shown(value)}") from None
    if minutes < 0:
        raise ActionError(f"duration_minutes is 0 or more, not {_shown(minutes)}")
    if minutes > LONGEST_MIN:
        raise ActionError(f"duration_minutes is at most {LONGEST_MIN}, not {_shown(minutes)}")
    return minutes


def _degrees(value: object, key: str, rules: WorldRules) -> float:
    if not isinstance(value, str | int | float):
        raise ActionError(f"{key} is a number of degrees, not {type(value).__name__}")
    try:
        degrees = float(value)
    except (ValueError, OverflowError):
        raise ActionError(f"{key} is a number of degrees, not {_shown(value)}") from None
    if isinf(degrees) or not (rules.any_coordinate or isfinite(degrees)):
        raise ActionError(f"{key} is a finite number of degrees, not {_shown(value)}")
    return degrees
