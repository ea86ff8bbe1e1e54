"""What a model call costs the client beyond the bare `openai` client, and how busy many drivers keep a slow server.

Two parts, both against the stub server of tests/ in a process of its own on 127.0.0.1:

1. CPU a call. The same requests by the bare `openai.AsyncOpenAI` with its aiohttp backend, and by our whole stack
   (live, retried, budgeted, recorded) called from threads; CPU time of this process, in turns, medians compared.
2. Throughput. A server that answers after 200 ms and 64 calls at once can give 320 answers a second, and no more. 100
   drivers by model work a generated market; what share of that do they get while all of them drive?
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import openai

from agents.llm.budgeted import Budget, BudgetedModel
from agents.llm.calls import CallBook
from agents.llm.forms import Way, payload
from agents.llm.live import LiveModel
from agents.llm.model import Model, Request
from agents.llm.recorded import RecordedModel
from agents.llm.retried import RetriedModel
from agents.llm.server import Server

STUB = Path(__file__).resolve().parents[1] / "tests" / "stub_server.py"
SCHEMA = {
    "type": "object",
    "properties": {"choice": {"type": "integer"}, "why": {"type": "string", "maxLength": 80}},
    "required": ["choice", "why"],
    "additionalProperties": False,
}
AT_ONCE = 64


@contextmanager
def stub(*options: str) -> Iterator[str]:
    """The address of a stub server in a process of its own."""
    command = [sys.executable, str(STUB), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


def requests(calls: int) -> list[Request]:
    """Requests as agents make them: about 600 tokens of memory and options, each different."""
    line = "load 7: 455 yuan, 12.4 km away, loading from 10:30 to 15:00, 4 h 20 min, ends 31 km from here\n"
    return [
        Request(
            "decision",
            "You decide for a truck driver.",
            (line * 40, f"now {i}"),
            "decision",
            SCHEMA,
            driver=f"D{i % 100}",
        )
        for i in range(calls)
    ]


async def bare(url: str, asked: list[Request]) -> float:
    """CPU seconds of the bare client for these requests."""
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=openai.DefaultAioHttpClient())
    room = asyncio.Semaphore(AT_ONCE)

    async def one(request: Request) -> None:
        async with room:
            await client.chat.completions.create(**payload("stub", request, Way.JSON_SCHEMA, {}))

    await asyncio.gather(*(one(request) for request in asked[:AT_ONCE]))  # connections are opened
    began = time.process_time()
    await asyncio.gather(*(one(request) for request in asked))
    spent = time.process_time() - began
    await client.close()
    return spent


def whole(url: str, asked: list[Request]) -> float:
    """CPU seconds of our whole stack for these requests, asked from threads."""
    none = Budget()
    with LiveModel(Server("stub", url), concurrency=AT_ONCE) as live, ThreadPoolExecutor(AT_ONCE) as pool:
        budgeted = BudgetedModel(RetriedModel(live, 0, time.sleep), none, none, time.perf_counter)
        model: Model = RecordedModel(budgeted, CallBook(), time.perf_counter)
        list(pool.map(model.complete, asked[:AT_ONCE]))
        began = time.process_time()
        list(pool.map(model.complete, asked))
        return time.process_time() - began


def cpu_a_call(calls: int, rounds: int) -> tuple[float, float]:
    """Milliseconds of CPU a call: the bare client's, and how much more ours takes; medians over rounds."""
    asked = requests(calls)
    bares, mores = [], []
    with stub("--minimal") as url:
        for _ in range(rounds):
            plain, ours = asyncio.run(bare(url, asked)), whole(url, asked)
            bares.append(1000 * plain / calls)
            mores.append(1000 * (ours - plain) / calls)
    return statistics.median(bares), statistics.median(mores)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    plain, more = cpu_a_call(options.calls, options.rounds)
    print(f"CPU a call: bare client {plain:.2f} ms, ours {more:.2f} ms more (bar: less than 1 ms more)")


if __name__ == "__main__":
    main()
