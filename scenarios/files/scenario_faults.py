"""What pydantic finds wrong with a scenario.yaml, in the words of somebody who writes one. It judges nothing itself.

A validator of ours that raises ValueError("RULE; REMEDY") has both taken over as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from scenarios.errors import ScenarioError
from scenarios.files.text_files import near_match

Models = Mapping[tuple[int | str, ...], Mapping[str, FieldInfo]]
"""The keys that each block of the file may have, by the keys that lead to it."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?")
_NO_BLOCK = ("model_type", "model_attributes_type", "dict_type")
_OUT_OF_RANGE = {
    "greater_than": ("is not above", "gt"),
    "greater_than_equal": ("is under", "ge"),
    "less_than": ("is not under", "lt"),
    "less_than_equal": ("is over", "le"),
}


def fault_sentence(fault: ErrorDetails, path: Path, models: Models) -> ScenarioError:
    """The fault in a sentence: file and key, what stands there, which rule it breaks, what to do."""
    place = fault["loc"]
    field = ".".join(str(part) for part in place)
    where = f"{path}, {field}" if field else str(path)
    value = fault["input"]
    if fault["type"] == "missing":
        return ScenarioError(where, "<nothing>", "stands where a value must be", f"give {field}")
    if fault["type"] == "extra_forbidden":
        known = models.get(place[:-1], {})
        remedy = near_match(str(place[-1]), known, f"leave it out, or use one of {', '.join(known)}")
        return ScenarioError(where, str(place[-1]), "is no key here", remedy)
    if fault["type"] == "value_error" and isinstance(value, dict) and value:
        value = "<the block>"
    rule, remedy = _words(fault, models, field)
    return ScenarioError(where, "<nothing>" if value is None else value, rule, remedy)


def _words(fault: ErrorDetails, models: Models, field: str) -> tuple[str, str]:
    """The rule that is broken, and the remedy."""
    kind, place, value = fault["type"], fault["loc"], fault["input"]
    context = fault.get("ctx", {})
    if kind == "value_error":
        rule, _, remedy = fault["msg"].removeprefix("Value error, ").partition("; ")
        return rule, remedy or "correct the value"
    if kind in _OUT_OF_RANGE:
        words, bound = _OUT_OF_RANGE[kind]
        return f"{words} {_figure(context[bound])}", f"give a number{_range(place, models)}"
    if kind in ("int_type", "float_type"):
        noun = "whole number" if kind == "int_type" else "number"
        if isinstance(value, int) and not isinstance(value, bool):
            return "is too large", f"give a {noun}{_range(place, models)}"
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            return f"is text, and a {noun} is wanted", "write it without quotation marks"
        return f"is no {noun}", f"give a {noun}{_range(place, models)}"
    if kind == "finite_number":
        return "is no finite number", f"give a number{_range(place, models)}"
    if kind == "bool_type":
        return "is neither true nor false", "write true or false, without quotation marks"
    if kind == "string_type":
        return "is no text", "put it between quotation marks" if _scalar(value) else "write a text"
    if kind == "string_too_short":
        return "is empty", f"give {field}"
    if kind == "string_unicode":
        return "is no text that a file can hold", "correct the text"
    if kind == "literal_error":
        return "is not known here", f"use {context['expected']}"
    if kind in ("tuple_type", "list_type"):
        return "is no list", "write [...]"
    if kind == "too_short" and not value:
        return "is empty", f"give {field}"
    if kind == "string_too_long":
        return f"is longer than {_figure(context['max_length'])} characters", "write a shorter text"
    if kind in _NO_BLOCK:
        known = " or ".join(f"{key}: ..." for key in list(models.get(place, {}))[:2])
        return "is no block of named keys", "write keys below it" + (f", such as {known}" if known else "")
    if kind == "invalid_key":
        return "is under a key that is no text", "write the key as text, or leave it out"
    return f"is refused ({fault['msg'][:1].lower()}{fault['msg'][1:]})", "correct the value"


def _scalar(value: object) -> bool:
    return value is not None and not isinstance(value, list | dict)


def _range(place: tuple[int | str, ...], models: Models) -> str:
    """The numbers that may stand at that place: " from 1 to 3,660"; empty where nothing is said."""
    low = high = ""
    for bound in _field(place, models):
        if hasattr(bound, "ge"):
            low = f" from {_figure(bound.ge)}"
        elif hasattr(bound, "gt"):
            low = f" above {_figure(bound.gt)}"
        elif hasattr(bound, "le"):
            high = f" to {_figure(bound.le)}"
    return low + (high if low.startswith(" from") else high.replace(" to", ", at most"))


def _field(place: tuple[int | str, ...], models: Models) -> list[object]:
    """The bounds of the field at that place."""
    fields = models.get(place[:-1], {})
    return fields[str(place[-1])].metadata if str(place[-1]) in fields else []


def _figure(bound: object) -> str:
    return f"{bound:,}" if isinstance(bound, int) else f"{bound:,.15g}"
