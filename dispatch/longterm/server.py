"""The memory server: long-term memory as four tools for any client of the Model Context Protocol.

It imports the protocol's library and little else: the database and the embedder come in after it has answered, since
a client waits for the start. On stdout there is nothing but the protocol.
"""

from __future__ import annotations

import hmac
import threading
from asyncio import wrap_future
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from anyio.to_thread import run_sync
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import AnyHttpUrl, Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from dispatch.longterm.asked import minute, offset_of, record, told, tool_errors
from dispatch.longterm.replies import (
    MOST_ITEMS,
    ConsolidateReply,
    ForgetReply,
    SearchReply,
    WriteReply,
    search_reply,
    write_reply,
)
from memory.longterm.records import (
    ID_MAX,
    LAYERS,
    MOST_CHARACTERS,
    SCOPES,
    AgentName,
    Draft,
    Layer,
    Query,
    Reader,
    Scope,
)

if TYPE_CHECKING:
    from dispatch.longterm.service import MemoryService

Made = TypeVar("Made")

WARM_UP_AFTER_S = 0.5
INSTRUCTIONS = (
    "Long-term memory of truck dispatch runs. Times are the world's own, as YYYY-MM-DD HH:MM. Search before you write; "
    "what the store says already is refused. 3 to 5 items a search are usually enough."
)

WorldTime = Annotated[str, Field(description='World time, as in "2026-03-01 08:20".')]
Driver = Annotated[str, Field(description="Who you are: the driver whose own items you see and write.")]
Fleet = Annotated[str, Field(description="The fleet of that driver.")]
ItemId = Annotated[int, Field(ge=1, le=ID_MAX)]
Scopes = Annotated[list[Scope], Field(min_length=1, description="own: the driver's; fleet: its fleet's; public.")]


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
    found: MemoryService | None = None

    async def service() -> MemoryService:
        """The one service, its store open: from then on it is asked without a thread's detour."""
        nonlocal found
        if found is None:
            found = await told(lambda: _opened(get_service))
        return found

    server: MCPServer[None] = _ClosedServer(
        "freight-memory", instructions=INSTRUCTIONS, log_level="WARNING", lifespan=lifespan, **auth
    )

    @server.tool(annotations=ToolAnnotations(idempotent_hint=True, destructive_hint=False, open_world_hint=False))
    async def memory_write(
        text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS, description="What to keep, one line.")],
        world_time: WorldTime,
        layer: Annotated[Layer | None, Field(description="Without it the server judges.")] = None,
        importance: Annotated[float | None, Field(ge=0, le=1, description="Kept from 0.6 on.")] = None,
        scope: Scope = "own",
        driver: Driver = "",
        fleet: Fleet = "",
        run: str = "",
        agent: AgentName | None = None,
        topic: Annotated[str, Field(description="Episodes of one topic are consolidated.")] = "",
        subject: Annotated[str, Field(description="Exact key: of whom or what something is said.")] = "",
        attribute: Annotated[str, Field(description="Exact key: what of it.")] = "",
        value: Annotated[str, Field(description="What is so; a later value supersedes it.")] = "",
        fact_ids: Annotated[list[int], Field(max_length=200, description="The run's facts behind it.")] = [],  # noqa: B006
        sources: Annotated[list[ItemId], Field(max_length=200, description="Items it was concluded from.")] = [],  # noqa: B006
        learned_time: Annotated[str | None, Field(description="When it was learned, world time.")] = None,
        key: Annotated[str | None, Field(max_length=200, description="Idempotency key: written once under it.")] = None,
        wait: Annotated[bool, Field(description="False: answer as soon as it is durable in line.")] = True,
    ) -> WriteReply:
        """Offer something to long-term memory. Judged: the unimportant and the known are refused."""
        draft = record(
            Draft,
            text=text,
            world_min=minute(world_time),
            learned_min=None if learned_time is None else minute(learned_time),
            layer=layer,
            importance=importance,
            scope=scope,
            driver=driver,
            fleet=fleet,
            run=run,
            agent=agent,
            topic=topic,
            subject=subject,
            attribute=attribute,
            value=value,
            fact_ids=tuple(fact_ids),
            sources=tuple(sources),
        )

        opened = await service()
        from memory.longterm.writing import Offer

        with tool_errors():
            return write_reply(await wrap_future(opened.write(Offer(draft, key), until_kept=wait)))

    @server.tool(annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    async def memory_search(
        text: Annotated[str, Field(max_length=MOST_CHARACTERS, description="A question; empty: the latest.")] = "",
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = list(SCOPES),  # noqa: B006
        layers: Annotated[list[Layer], Field(min_length=1)] = list(LAYERS),  # noqa: B006
        topic: str | None = None,
        run: str | None = None,
        subject: str | None = None,
        attribute: str | None = None,
        since: Annotated[str | None, Field(description="From this world time on.")] = None,
        until: Annotated[str | None, Field(description="Up to this world time.")] = None,
        as_of: Annotated[str | None, Field(description="As things stood at this world time.")] = None,
        now: Annotated[str | None, Field(description="World time from which recency counts.")] = None,
        archived: Annotated[bool, Field(description="Also what is no longer live.")] = False,
        limit: Annotated[int, Field(ge=1, le=MOST_ITEMS)] = 5,
        cursor: Annotated[str | None, Field(description="`next_cursor` of the page before.")] = None,
        explain: bool = False,
    ) -> SearchReply:
        """Find what is known: by likeness to a question, recency in the world and importance."""
        offset = offset_of(cursor)
        query = record(
            Query,
            text=text,
            reader=record(Reader, driver=driver, fleet=fleet),
            scopes=tuple(scopes),
            layers=tuple(layers),
            topic=topic,
            run=run,
            subject=subject,
            attribute=attribute,
            since_min=None if since is None else minute(since),
            until_min=None if until is None else minute(until),
            as_of_min=None if as_of is None else minute(as_of),
            now_min=None if now is None else minute(now),
            archived=archived,
            limit=limit,
            offset=offset,
        )
        opened = await service()
        answer = await told(lambda: opened.search(query))
        return search_reply(answer.page, offset, unknown=answer.unknown, explain=explain)

    @server.tool(annotations=ToolAnnotations(idempotent_hint=True, destructive_hint=False, open_world_hint=False))
    async def memory_forget(
        items: Annotated[list[ItemId], Field(max_length=1_000, description="Ids; none: all that is due.")] = [],  # noqa: B006
        restore: Annotated[bool, Field(description="Bring these items back instead.")] = False,
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = list(SCOPES),  # noqa: B006
        now: Annotated[str | None, Field(description="World time; without it the latest known.")] = None,
    ) -> ForgetReply:
        """Put items away: these, or episodes that are old and light and what is too many. Nothing is deleted."""
        reader = record(Reader, driver=driver, fleet=fleet)
        at = None if now is None else minute(now)
        if restore and not items:
            raise ToolError("items: name the items to restore, as a search with `archived` gives them")

        def forget() -> ForgetReply:
            from memory.longterm.forgetting import forget_due, forget_items, restore_items
            from memory.longterm.search import latest_min

            store = get_service().store()
            if restore:
                return ForgetReply(restored=restore_items(store, items, reader=reader, scopes=scopes))
            today = at if at is not None else latest_min(store) or 0
            if items:
                return ForgetReply(archived=forget_items(store, items, today, reader=reader, scopes=scopes))
            gone = forget_due(store, today, reader=reader, scopes=scopes)
            return ForgetReply(archived=gone.aged + gone.overflowed)

        return await told(forget)

    @server.tool(annotations=ToolAnnotations(idempotent_hint=True, destructive_hint=False, open_world_hint=False))
    async def memory_consolidate(
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = list(SCOPES),  # noqa: B006
    ) -> ConsolidateReply:
        """Make one conclusion of five or more live episodes of a topic; they are kept, and stand behind it."""
        reader = record(Reader, driver=driver, fleet=fleet)

        def consolidate_now() -> ConsolidateReply:
            from memory.longterm.consolidation import consolidate

            done = consolidate(get_service().store(), reader=reader, scopes=scopes)
            return ConsolidateReply(created=list(done.created), consolidated=done.consolidated, too_long=done.too_long)

        return await told(consolidate_now)

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
        return await super().call_tool(name, arguments, context)


class _OneToken:
    """The one bearer token that is let in."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="bearer", scopes=[])


def _opened(get_service: Callable[[], MemoryService]) -> MemoryService:
    service = get_service()
    service.store()
    return service


def _warm_up(get_service: Callable[[], MemoryService]) -> None:
    with suppress(Exception):
        get_service().store().embedder.question("warm")
