"""The one error a reader of scenario files raises. It never carries a traceback to a user."""

from __future__ import annotations


class ScenarioError(ValueError):
    """Bad input, said in one sentence: where it is, what stands there, which rule it breaks, what to do.

    `where` names a file and, where there is one, a line and a field; `value` is shown shortened.
    """

    def __init__(self, where: str, value: object, rule: str, remedy: str) -> None:
        self.where = where
        self.value = value
        self.rule = rule
        self.remedy = remedy
        shown = value if isinstance(value, str) and value.startswith("<") else repr(value)
        if len(shown) > 80:
            shown = shown[:77] + "..."
        super().__init__(f"{where}: {shown} {rule}; {remedy}.")
