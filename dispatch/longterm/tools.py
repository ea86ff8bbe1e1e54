"""The four tools of the memory server: what each takes, and what it does with the store.

Parameters are told to clients as they stand here. It imports no database: the store comes in when a tool needs it.
"""

from __future__ import annotations

from asyncio import wrap_future
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

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
    Key,
    Layer,
    Query,
    Reader,
    Scope,
)

if TYPE_CHECKING:
    from dispatch.longterm.service import MemoryService

WorldTime = Annotated[str, Field(description='World time, as in "2026-03-01 08:20".')]
Driver = Annotated[str, Field(description="Who you are: the driver whose own items you see and write.")]
Fleet = Annotated[str, Field(description="The fleet of that driver.")]
ItemId = Annotated[int, Field(ge=1, le=ID_MAX, strict=True)]
Scopes = Annotated[tuple[Scope, ...], Field(min_length=1, description="own: the driver's; fleet: its fleet's; public.")]


class MemoryTools:
    """`get_service` is called off the event loop and gives the same one each time."""

    def __init__(self, get_service: Callable[[], MemoryService]) -> None:
        self._get_service = get_service
        self._opened: MemoryService | None = None

    async def _service(self) -> MemoryService:
        """The one service, its store open: from then on it is asked without a thread's detour."""
        if self._opened is None:
            self._opened = await told(lambda: _opened(self._get_service))
        return self._opened

    async def memory_write(
        self,
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
        fact_ids: Annotated[tuple[int, ...], Field(max_length=200, description="The run's facts behind it.")] = (),
        sources: Annotated[tuple[ItemId, ...], Field(max_length=200, description="Items it was concluded from.")] = (),
        learned_time: Annotated[str | None, Field(description="When it was learned, world time.")] = None,
        key: Annotated[Key | None, Field(description="Idempotency key: written once under it.")] = None,
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
            fact_ids=fact_ids,
            sources=sources,
        )

        service = await self._service()
        from memory.longterm.writing import Offer

        with tool_errors():
            return write_reply(await wrap_future(service.write(Offer(draft, key), until_kept=wait)))

    async def memory_search(
        self,
        text: Annotated[str, Field(max_length=MOST_CHARACTERS, description="A question; empty: the latest.")] = "",
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = SCOPES,
        layers: Annotated[tuple[Layer, ...], Field(min_length=1)] = LAYERS,
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
            scopes=scopes,
            layers=layers,
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
        service = await self._service()
        answer = await told(lambda: service.search(query))
        return search_reply(answer.page, offset, unknown=answer.unknown, explain=explain)

    async def memory_forget(
        self,
        items: Annotated[tuple[ItemId, ...], Field(max_length=1_000, description="Ids; none: all that is due.")] = (),
        restore: Annotated[bool, Field(description="Bring these items back instead.")] = False,
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = SCOPES,
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

            store = self._get_service().store()
            if restore:
                return ForgetReply(restored=restore_items(store, items, reader=reader, scopes=scopes))
            today = at if at is not None else latest_min(store) or 0
            if items:
                return ForgetReply(archived=forget_items(store, items, today, reader=reader, scopes=scopes))
            gone = forget_due(store, today, reader=reader, scopes=scopes)
            return ForgetReply(archived=gone.aged + gone.overflowed)

        return await told(forget)

    async def memory_consolidate(
        self,
        driver: Driver = "",
        fleet: Fleet = "",
        scopes: Scopes = SCOPES,
    ) -> ConsolidateReply:
        """Make one conclusion of five or more live episodes of a topic; they are kept, and stand behind it."""
        reader = record(Reader, driver=driver, fleet=fleet)

        def consolidate_now() -> ConsolidateReply:
            from memory.longterm.consolidation import consolidate

            service = self._get_service()
            done = consolidate(service.store(), service.consolidator, reader=reader, scopes=scopes)
            return ConsolidateReply(created=list(done.created), consolidated=done.consolidated, too_long=done.too_long)

        return await told(consolidate_now)


def _opened(get_service: Callable[[], MemoryService]) -> MemoryService:
    service = get_service()
    service.store()
    return service
