"""A driver's words to constraints by model: one question a preference, behind the same protocol as the grammar.

What the model says is held to the words: a constraint with a number, date, place or name that they do not hold becomes
an unknown one. Prices and spans come from the driver's record and whether a wish gives way from the words, never from
the model. Where it gives no usable answer the grammar reads the preference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from pydantic import Field

from agents.llm.answers import Answer, schema_of
from agents.llm.desk import Asker, Desk, Posed, prompts_in
from agents.llm.model import Sampling
from agents.llm.prompts_wishes import COMPILE
from agents.llm.quote import quoted
from agents.llm.read import language_of
from agents.llm.shown import Shown
from scenarios.clock import wall_text
from scenarios.preferences.compiled import Compiled, Compiler, Context
from scenarios.preferences.grounded import grounded
from scenarios.preferences.kinds import Constraint, Unknown
from scenarios.preferences.measures import find_money
from scenarios.preferences.normalise import normalise
from scenarios.preferences.one_wish import said_once
from scenarios.preferences.read_goods import is_soft
from scenarios.preferences.say_back import said_back
from scenarios.records import Preference

MOST_CONSTRAINTS = 8
MOST_ITEMS = 16
MOST_CHARACTERS = 200
ANSWER_TOKENS = 1024
NOT_ASKED = frozenset({"hard", "preference", "start_min", "end_min", "penalty_fen", "cap_fen", "why"})
"""Fields of a constraint that the driver's record and words settle."""
AS_USUAL = frozenset({"unit", "counted", "reading_is_rest", "window_wait_is_rest", "along_path"})
"""Ways of counting, which are the kind's own whatever a model would like."""


class ConstraintsAnswer(Answer):
    constraints: list[Constraint] = Field(max_length=MOST_CONSTRAINTS)


def constraints_schema() -> dict[str, Any]:
    """The schema of an answer: every kind without the fields that are not asked for, all lengths bounded."""
    schema: dict[str, Any] = _bounded(schema_of(ConstraintsAnswer))
    return schema


def _bounded(node: Any) -> Any:
    if isinstance(node, list):
        return [_bounded(part) for part in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _bounded(value) for key, value in node.items() if key not in ("default", "discriminator")}
    if "oneOf" in kept:
        kept["anyOf"] = kept.pop("oneOf")
    if kept.get("type") == "string" and not {"const", "enum"} & set(kept):
        kept["maxLength"] = MOST_CHARACTERS
    if kept.get("type") == "array":
        kept.setdefault("maxItems", MOST_ITEMS)
    if kept.get("type") == "object":
        kept["properties"] = {n: part for n, part in kept["properties"].items() if n not in NOT_ASKED | AS_USUAL}
        always = {"kind", "text", "shape"}
        named = {*kept.get("required", ()), *(always & set(kept["properties"]))}
        kept["required"] = [name for name in kept["properties"] if name in named]
    return kept


class ModelCompiler:
    """Compiles through a desk; `grammar` reads what the model could not.

    `refused` counts, by kind, constraints that said more than the words did.
    """

    def __init__(self, desk: Desk, grammar: Compiler) -> None:
        self._desk = replace(desk, sampling=Sampling(max_tokens=ANSWER_TOKENS))
        self._grammar = grammar
        self._schema = constraints_schema()
        self.refused: Counter[str] = Counter()

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        """What the model understood of a preference, held to its words."""
        desk = replace(self._desk, prompts=prompts_in(language_of(preference.text)))
        parts = (
            desk.prompts.state,
            f"start={wall_text(0, context.start)} days={context.days}",
            f"{desk.prompts.wishes} {quoted(preference.text)}",
        )

        def pose(budget: int) -> Posed:
            return Posed(parts, Shown(""))

        def read(answer: ConstraintsAnswer, shown: Shown) -> tuple[Constraint, ...]:
            return tuple(self._held(c, preference, number, context) for c in answer.constraints)

        asker = Asker(f"compiler.{number}", COMPILE[desk.prompts.language], "constraints", context.driver_id)
        found = desk.ask(asker, ConstraintsAnswer, pose, read, schema=self._schema)
        if found is None:
            return self._grammar.compile(preference, number, context)
        if not found:  # a wish of which nothing is understood is told, and not forgotten
            found = (Unknown(text=preference.text, preference=number, why="nothing was understood"),)
        once = said_once(found)
        words = said_back(preference.text, once, context.start, repeated=len(found) - len(once))
        return Compiled(text=preference.text, constraints=once, said_back=words)

    def _held(self, c: Constraint, preference: Preference, number: int, context: Context) -> Constraint:
        """The constraint with the record's price and span, or an unknown one where it says more than the words."""
        words = c.text if c.text.strip() and c.text in preference.text else preference.text
        hard = not is_soft(normalise(words))
        faults = grounded(c.model_copy(update={"text": words}), preference.text, context)
        if isinstance(c, Unknown) or faults:
            if faults:
                self.refused[c.kind] += 1
            kind = "unknown_hard" if hard else "unknown_soft"
            why = f"not in the words: {', '.join(faults)}" if faults else "not understood"
            return Unknown(kind=kind, hard=hard, text=words, preference=number, why=why)
        money = find_money(normalise(words))
        usual = {name: part.default for name, part in type(c).model_fields.items() if name in AS_USUAL}
        return c.model_copy(
            update={
                **usual,
                "text": words,
                "hard": hard,
                "preference": number,
                "start_min": preference.start_min,
                "end_min": preference.end_min,
                "penalty_fen": preference.penalty_fen or (round(money[0].value * 100) if money else 0),
                "cap_fen": preference.cap_fen or None,
            }
        )
