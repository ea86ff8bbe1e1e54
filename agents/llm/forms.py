"""The forms of a request: for servers that know JSON schemas, those that know only tools, and those that know neither.

Nothing here opens a connection.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from agents.llm.model import Request


class Way(IntEnum):
    """How an answer's structure is asked for, the best first."""

    JSON_SCHEMA = 0
    TOOLS = 1
    PLAIN = 2


WAY_NAMES = {Way.JSON_SCHEMA: "json_schema", Way.TOOLS: "tools", Way.PLAIN: "plain"}
REFUSED_WAY = {
    Way.JSON_SCHEMA: re.compile(r"response_format|json_schema|schema|grammar|structured|guided", re.IGNORECASE),
    Way.TOOLS: re.compile(r"\btool|function", re.IGNORECASE),
}
"""What a server says of a way that it does not know."""
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)


def payload(model: str, request: Request, way: Way, renamed: Mapping[str, str | None]) -> dict[str, Any]:
    """What is sent. What seldom changes comes first, so that a server can keep its prefix.

    `renamed` are parameters that the server takes under another name, or (None) not at all.
    """
    system, sampling = request.system, request.sampling
    if way == Way.PLAIN:
        schema = json.dumps(request.schema, ensure_ascii=False)
        system += "\n\nAnswer with one JSON object and nothing else. "
        system += f"It must fit this JSON schema, {request.schema_name}: {schema}"
    sent: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": "\n".join(request.parts)},
        ],
        "temperature": sampling.temperature,
        "max_tokens": sampling.max_tokens,
    }
    if sampling.seed is not None:
        sent["seed"] = sampling.seed
    for name, other in renamed.items():
        value = sent.pop(name, None)
        if other is not None and value is not None:
            sent[other] = value
    if way == Way.JSON_SCHEMA:
        named = {"name": request.schema_name, "schema": request.schema, "strict": True}
        sent["response_format"] = {"type": "json_schema", "json_schema": named}
    elif way == Way.TOOLS:
        sent["tools"] = [{"type": "function", "function": {"name": request.schema_name, "parameters": request.schema}}]
        sent["tool_choice"] = {"type": "function", "function": {"name": request.schema_name}}
    return sent


def unfenced(text: str) -> str:
    """The JSON object of an answer that stands in a code block; the text as it is without one."""
    fenced = _FENCED.search(text)
    return fenced.group(1) if fenced else text


def is_json(text: str) -> bool:
    """True for one whole JSON value."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
