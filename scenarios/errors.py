"""The one error a reader of scenario files raises. It never carries a traceback to a user."""

from __future__ import annotations

from datetime import date, datetime

SHOWN_CHARS = 80
_DEEPEST = 4
_DIGITS_BITS = 256


class ScenarioError(ValueError):
    """Bad input, said in one sentence: where it is, what stands there, which rule it breaks, what to do.

    `where` names a file and, where there is one, a line and a field; `value` is shown as a file would have it
    (true, null, 2026-03-01), shortened. A text that begins with "<" stands for a value that has no form of its own.
    """

    def __init__(self, where: str, value: object, rule: str, remedy: str) -> None:
        self.where = where
        self.value = value
        self.rule = rule
        self.remedy = remedy
        shown = value if isinstance(value, str) and value.startswith("<") else value_text(value)
        if len(shown) > SHOWN_CHARS:
            shown = shown[: SHOWN_CHARS - 3] + "..."
        super().__init__(f"{where}: {shown} {rule}; {remedy}.")


def value_text(value: object, depth: int = 0) -> str:
    """The value as a JSON or YAML file would have it, texts between single quotes.

    Always short work: what lies deep, or far along, is left out, since YAML aliases make small files of vast values.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > _DIGITS_BITS:
        return "<a number of very many digits>"  # Python refuses to write it out
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return repr(value[:SHOWN_CHARS])
    if isinstance(value, dict | list | tuple) and depth == _DEEPEST:
        return "..."
    if isinstance(value, dict):
        pairs = [f"{value_text(k, depth + 1)}: {value_text(value[k], depth + 1)}" for k in _first(value)]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        items = ", ".join(value_text(item, depth + 1) for item in _first(value))
        return f"({items})" if isinstance(value, tuple) else f"[{items}]"
    return repr(value)


def _first(items: dict[object, object] | list[object] | tuple[object, ...]) -> list[object]:
    """Enough members to fill what is shown."""
    return [item for item, _ in zip(items, range(10), strict=False)]
