"""The seam to a language model: one method, `complete(request) -> reply`, and the records that pass through it.

Wrappers of the same protocol record, replay, script, budget and retry. Nothing here knows a server or a prompt.
A call may come from any thread; it blocks until the reply is there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Sampling:
    """How an answer is drawn. A temperature of 0 asks for the likeliest words."""

    temperature: float = 0.0
    max_tokens: int = 512
    """Longest answer, in tokens."""
    seed: int | None = 0
    """Sent where the server takes one."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model. What makes it equal to another is all but `driver` and `step`."""

    agent: str
    """Who asks: search, analyst, preference, decision, single, compressor.search, … (compressor.*, compiler.*),
    rememberer, consolidator."""
    system: str
    """Fixed for the agent and the language: a server can keep its prefix."""
    parts: tuple[str, ...]
    """The message, in order of how seldom its parts change; joined by newlines in one user message."""
    schema_name: str
    schema: Mapping[str, Any]
    """JSON schema of the answer; every string in it has a `maxLength`."""
    sampling: Sampling = Sampling()
    driver: str = ""
    """Whose step asks: driver id; empty outside a run. Not part of the hash."""
    step: int = 0
    """The driver's step number, from 1; 0 outside a run. Not part of the hash."""

    def canonical(self) -> str:
        """The request as one line of ASCII JSON with sorted keys: equal requests, equal text."""
        told = {
            "agent": self.agent,
            "system": self.system,
            "parts": list(self.parts),
            "schema_name": self.schema_name,
            "schema": self.schema,
            "temperature": self.sampling.temperature,
            "max_tokens": self.sampling.max_tokens,
            "seed": self.sampling.seed,
        }
        return json.dumps(told, sort_keys=True, separators=(",", ":"))

    def sha256(self) -> str:
        """SHA-256 of the canonical text, hexadecimal: the name under which a reply is recorded."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    prompt: int = 0
    cached: int = 0
    """Of the prompt, those that the server had in its prefix cache, where it says."""
    completion: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: text that is data until a reader has checked it."""

    text: str
    usage: Usage = Usage()
    model: str = ""
    finish: str = "stop"
    """The server's reason for ending: stop, length, content_filter, …; refusal where it says that the model refused."""
    format: str = "json_schema"
    """How the structure was asked for: json_schema, tools or plain."""
    seconds: float = 0.0
    """Wall time of the call; for reports, never for decisions."""
    tries: int = 1
    """Requests sent until this reply came."""


class Trouble(StrEnum):
    """Why no usable answer came, as counted in a run."""

    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    CONNECTION = "connection"
    REJECTED = "rejected"
    """The server refused the request itself (4xx other than 429): a wrong key, model or parameter."""
    CONTEXT_TOO_LONG = "context_too_long"
    BUDGET_SPENT = "budget_spent"
    REFUSAL = "refusal"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    BROKEN_JSON = "broken_json"
    WRONG_SHAPE = "wrong_shape"
    """JSON that the schema does not allow."""
    INVENTED_ID = "invented_id"
    WRONG_LANGUAGE = "wrong_language"


class ModelError(Exception):
    """A call that brought no reply. `trouble` is its kind; the message holds no key, header or environment."""

    def __init__(self, trouble: Trouble, message: str, tries: int = 1, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.tries = tries
        self.retry_after_s = retry_after_s
        """How long the server asks to wait before the next try, where it says."""


class Model(Protocol):
    """Whoever answers requests. Raises ModelError when no reply came."""

    def complete(self, request: Request) -> Reply: ...


@dataclass(slots=True)
class CallCounts:
    """What calls came to. `failed` counts by kind each answer that could not be used and each call without one."""

    ok: int = 0
    failed: dict[str, int] = field(default_factory=dict)
    fallback: int = 0
    """Times a rule agent decided because the model had not."""
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    seconds: float = 0.0
