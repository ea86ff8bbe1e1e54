"""What a model may answer: one closed form an agent, from which the schema of the request is made.

Every string has a longest length and every list a largest size. A number names what was offered in the same prompt;
whether it was is checked by the agent. No field is optional: servers with strict schemas ask for all.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = Annotated[int, Field(ge=0, le=9999)]
"""Of an offer or of a line of memory."""
Facts = Annotated[list[Number], Field(max_length=8)]
"""Numbers of the lines of memory that counted."""
Why = Annotated[str, Field(max_length=160)]

MOST_LOOKS = 5
MOST_WAIT_MIN = 240
MOST_JUDGED = 8
"""Loads that are judged and priced in one answer."""


class Answer(BaseModel):
    """Closed, frozen, and exact about types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SearchAnswer(Answer):
    why: Why
    look: list[Number] = Field(max_length=MOST_LOOKS)
    facts: Facts


class JudgedLoad(Answer):
    n: Number
    end: int = Field(ge=-2, le=2)
    """How good a place and hour its delivery is, from -2 to 2."""
    risk: int = Field(ge=0, le=100)
    """Per cent: that it comes to nothing."""


class AnalystAnswer(Answer):
    why: Why
    judged: list[JudgedLoad] = Field(max_length=MOST_JUDGED)


class PricedLoad(Answer):
    n: Number
    penalty_yuan: int = Field(ge=0, le=100_000)


class PreferenceAnswer(Answer):
    why: Why
    priced: list[PricedLoad] = Field(max_length=MOST_JUDGED)
    wait_yuan: int = Field(ge=0, le=100_000)
    """Expected penalty of doing nothing now."""
    due: list[Annotated[str, Field(max_length=80)]] = Field(max_length=5)
    facts: Facts


class DecisionAnswer(Answer):
    why: Why
    choice: Number
    """0 waits; any other number is that of an offer."""
    minutes: Number
    """Of the wait; what is longer than MOST_WAIT_MIN is cut to it."""
    plan: str = Field(max_length=100)
    facts: Facts


class DigestBullet(Answer):
    kind: Literal["seek", "avoid", "budget", "lesson", "progress", "risk"]
    text: str = Field(max_length=240)
    facts: list[Number] = Field(max_length=16)


class DigestAnswer(Answer):
    bullets: list[DigestBullet] = Field(max_length=5)


class RememberAnswer(Answer):
    should_remember: bool
    type: Literal["episodic", "semantic", "lesson"]
    content: str = Field(max_length=2_000)
    importance: int = Field(ge=0, le=100)
    """Per cent."""


class ConcludeAnswer(Answer):
    text: str = Field(max_length=2_000)


def schema_of(answer: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer, without titles, descriptions or references."""
    schema = answer.model_json_schema()
    inlined: dict[str, Any] = _plain(schema, schema.get("$defs", {}))
    return inlined


def _plain(node: Any, defs: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_plain(part, defs) for part in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(defs[node["$ref"].rpartition("/")[2]], defs)
    kept = {key: value for key, value in node.items() if key not in ("title", "description", "$defs")}
    return {
        key: {name: _plain(part, defs) for name, part in value.items()} if key == "properties" else _plain(value, defs)
        for key, value in kept.items()
    }
