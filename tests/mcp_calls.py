"""The memory server as clients reach it, with the SDK's own client: in this process, over stdio, and over HTTP."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from dispatch.longterm.serve import LazyService
from dispatch.longterm.server import make_server

Story = Callable[[Client], Awaitable[None]]
SERVE = ["-m", "dispatch", "memory", "serve", "--embedder", "lexical"]


async def answer(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool gives that ends well."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


async def fault(client: Client, tool: str, **arguments: Any) -> str:
    """The words of a tool that ends in an error."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(getattr(result.content[0], "text", ""))


def in_process(where: str, story: Story) -> None:
    """Tell a story to a server in this process."""

    async def tell() -> None:
        service = LazyService(where, "lexical")
        try:
            async with Client(make_server(service)) as client:
                await story(client)
        finally:
            await asyncio.to_thread(service.close)

    asyncio.run(tell())


def over_stdio(where: str, story: Story) -> None:
    """Tell a story to a server that the client starts."""

    async def tell() -> None:
        server = StdioServerParameters(command=sys.executable, args=[*SERVE, "--db", where])
        async with Client(stdio_client(server)) as client:
            await story(client)

    asyncio.run(tell())


@contextmanager
def http_server(where: str, *options: str, **env: str) -> Iterator[str]:
    """The URL of a server of its own process, ended afterwards."""
    command = [sys.executable, *SERVE, "--transport", "http", "--port", "0", "--db", where, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **env}) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said.startswith("memory server at http"), said
        try:
            yield said.removeprefix("memory server at ").strip()
        finally:
            process.terminate()
            process.stderr.read()


@asynccontextmanager
async def http_client(url: str, token: str | None = None) -> AsyncIterator[Client]:
    import httpx2

    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as inner,
        Client(streamable_http_client(url, http_client=inner)) as client,
    ):
        yield client


def over_http(where: str, story: Story) -> None:
    """Tell a story to a server over HTTP."""

    async def tell(url: str) -> None:
        async with http_client(url) as client:
            await story(client)

    with http_server(where) as url:
        asyncio.run(tell(url))
