"""How the memory server's tools take what they are asked, and end in tool errors: each fault in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from anyio.to_thread import run_sync
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from memory.longterm.records import minute_of_text

Made = TypeVar("Made")


async def told(do: Callable[[], Made]) -> Made:
    """The answer of something done off the event loop."""
    with tool_errors():
        return await run_sync(do)


@contextmanager
def tool_errors() -> Iterator[None]:
    """Turns what was asked wrongly, and what the database refuses, into tool errors; a fault of ours stays one."""
    try:
        yield
    except Exception as error:
        from sqlalchemy.exc import DBAPIError

        from dispatch.record.errors import StoreError, refusal
        from memory.longterm.errors import LongTermError

        if isinstance(error, DBAPIError):
            raise ToolError(str(refusal("the long-term memory", error))) from error
        if isinstance(error, StoreError | LongTermError):
            raise ToolError(str(error)) from error
        raise


def minute(text: str) -> int:
    try:
        return minute_of_text(text)
    except ValueError:
        raise ToolError(f'{text!r} is no world time; write it as in "2026-03-01 08:20"') from None


def record(kind: Callable[..., Made], **fields: Any) -> Made:
    """The record, or its first fault as a tool error."""
    try:
        return kind(**fields)
    except ValidationError as error:
        raise ToolError(fault_of(error)) from None


def fault_of(error: ValidationError) -> str:
    """The first fault of what was asked, in one sentence: where, which rule, what value."""
    first = error.errors(include_url=False)[0]
    told = first["msg"].removeprefix("Value error, ")
    if not first["loc"]:  # of several fields together
        return told
    value = "" if first["type"] == "missing" else f"; it was {first['input']!r:.80}"
    return f"{'.'.join(str(part) for part in first['loc'])}: {told}{value}"


def offset_of(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 6):
        raise ToolError(f"cursor: {cursor[:40]!r} is none that a search gave; leave it out for the first page")
    return int(cursor)
