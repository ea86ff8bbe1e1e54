"""The memory server: long-term memory as four tools for any client of the Model Context Protocol.

It imports the protocol's library and little else: the database and the embedder come in after it has answered, since
a client waits for the start. On stdout there is nothing but the protocol.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import AnyHttpUrl, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from dispatch.longterm.asked import fault_of
from dispatch.longterm.tools import MemoryTools

if TYPE_CHECKING:
    from dispatch.longterm.service import MemoryService

WARM_UP_AFTER_S = 0.5
INSTRUCTIONS = (
    "Long-term memory of truck dispatch runs. Times are the world's own, as YYYY-MM-DD HH:MM. Search before you write; "
    "what the store says already is refused. 3 to 5 items a search are usually enough."
)


def make_server(get_service: Callable[[], MemoryService], token: str | None = None) -> MCPServer[None]:
    """The server with its four tools. `get_service` is called off the event loop and gives the same one each time.

    With a token every HTTP request must bear it.
    """

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        # Warm up after the first messages; whatever is wrong is told to whoever calls a tool.
        warming = threading.Timer(WARM_UP_AFTER_S, _warm_up, (get_service,))
        warming.daemon = True
        warming.start()
        yield
        warming.cancel()

    auth: dict[str, Any] = {}
    if token is not None:
        issuer = AnyHttpUrl("http://127.0.0.1")  # asked for by the library; a fixed token has no issuer
        auth = {
            "auth": AuthSettings(issuer_url=issuer, resource_server_url=None),
            "token_verifier": _OneToken(token),
        }
    server: MCPServer[None] = _ClosedServer(
        "freight-memory", instructions=INSTRUCTIONS, log_level="WARNING", lifespan=lifespan, **auth
    )

    tools = MemoryTools(get_service)
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    writes = ToolAnnotations(idempotent_hint=True, destructive_hint=False, open_world_hint=False)
    server.add_tool(tools.memory_write, annotations=writes)
    server.add_tool(tools.memory_search, annotations=reads)
    server.add_tool(tools.memory_forget, annotations=writes)
    server.add_tool(tools.memory_consolidate, annotations=writes)

    async def health(_: Request) -> Response:
        """For whoever watches the process: whether the store can be asked."""
        try:
            await run_sync(lambda: get_service().store())
        except Exception:
            return JSONResponse({"status": "no store"}, status_code=503)
        return JSONResponse({"status": "ok"})

    server.custom_route("/health", methods=["GET"])(health)
    return server


class _ClosedServer(MCPServer[None]):
    """A server whose tools refuse arguments that they do not have: a misspelt `scopes` must not widen a search."""

    _arguments: Mapping[str, list[str]] = {}
    """By tool; listed at the first call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        if not self._arguments:
            self._arguments = {tool.name: list(tool.input_schema["properties"]) for tool in await self.list_tools()}
        known = self._arguments.get(name)
        unknown = [argument for argument in arguments if known is not None and argument not in known]
        if known is not None and unknown:
            raise ToolError(f"{unknown[0][:80]!r} is no argument of {name}; there are {', '.join(known)}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            # The library's own words are a page on a wrong argument, and begin with the tool's name on all else.
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(fault_of(error.__cause__)) from None
            if isinstance(error.__cause__, ToolError):
                raise error.__cause__ from None
            raise


class _OneToken:
    """The one bearer token that is let in."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="bearer", scopes=[])


def _warm_up(get_service: Callable[[], MemoryService]) -> None:
    with suppress(Exception):
        get_service().store().embedder.question("warm")
