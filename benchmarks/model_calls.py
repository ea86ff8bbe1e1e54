"""What a model call costs the client beyond the bare `openai` client, and how busy many drivers keep a slow server.

Two parts, both against the stub server of tests/ in a process of its own on 127.0.0.1:

1. CPU a call. The same requests by the bare `openai.AsyncOpenAI` with its aiohttp backend, and by our whole stack
   (live, retried, budgeted, recorded) called from threads; CPU time of this process, in turns, medians compared.
2. Throughput. A server that answers after 200 ms and takes 64 calls at once gives 320 answers a second, and no more.
   100 drivers due at the same minutes: what share of that do they get? And 100 drivers by model in one market, where a
   driver's list waits for what others claimed before its minute, so that fewer can think at once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import openai
from _stub import stub

from agents.llm.budgeted import Budget, BudgetedModel
from agents.llm.calls import Call, CallBook
from agents.llm.forms import Way, payload
from agents.llm.live import LiveModel
from agents.llm.model import Model, Request
from agents.llm.recorded import RecordedModel
from agents.llm.retried import RetriedModel
from agents.llm.server import Server
from agents.records import Decision, SearchPlan
from dispatch.asking import AskAhead
from dispatch.engine import Engine
from dispatch.measures.memory_use import MemoryUse
from dispatch.run import simulate
from dispatch.settings import ModelSettings, RunSettings
from memory.observed import Act, Action, Listing, Observation, Outcome
from memory.settings import MemorySettings
from scenarios.cells import CellIndex
from scenarios.open import open_scenario

SCHEMA = {
    "type": "object",
    "properties": {"choice": {"type": "integer"}, "why": {"type": "string", "maxLength": 80}},
    "required": ["choice", "why"],
    "additionalProperties": False,
}
AT_ONCE = 64


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


async def bare(url: str, asked: list[Request]) -> tuple[float, float]:
    """CPU and wall seconds of the bare client for these requests."""
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=openai.DefaultAioHttpClient())
    room = asyncio.Semaphore(AT_ONCE)

    async def one(request: Request) -> None:
        async with room:
            await client.chat.completions.create(**payload("stub", request, Way.JSON_SCHEMA, {}))

    await asyncio.gather(*(one(request) for request in asked[:AT_ONCE]))  # connections are opened
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one(request) for request in asked))
    spent = time.process_time() - cpu, time.perf_counter() - wall
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
            plain, ours = asyncio.run(bare(url, asked))[0], whole(url, asked)
            bares.append(1000 * plain / calls)
            mores.append(1000 * (ours - plain) / calls)
    return statistics.median(bares), statistics.median(mores)


class Asking:
    """A team whose agents ask one question where to look and one what to do, and then wait three hours. Fits `Team`."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.calls = 0

    def _ask(self, seen: Observation) -> None:
        self._model.complete(
            Request("decision", "You wait.", (f"minute {seen.minute}",), "decision", SCHEMA, driver=seen.driver_id)
        )
        self.calls += 1

    def begin(self, seen: Observation) -> SearchPlan:
        self._ask(seen)
        return SearchPlan()

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        self._ask(seen)
        return Decision(Action(Act.WAIT, minutes=180))

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        pass


def at_the_same_minute(delay_s: float) -> tuple[int, float, float, float]:
    """Calls, wall seconds, and shares of the ideal and of the bare client's throughput.

    100 drivers are due at the same minute, every three hours of a day. The ideal is `AT_ONCE` calls under way at any
    time; the bare client puts as many requests to the same server just before. What agents compute is left out.
    """
    scenario = open_scenario("guangdong-week", seed=1, days=1, drivers=100)
    none = Budget()
    with stub("--minimal", "--delay", str(delay_s)) as url, LiveModel(Server("stub", url), concurrency=AT_ONCE) as live:
        _, bare_s = asyncio.run(bare(url, requests(1600)))
        budgeted = BudgetedModel(RetriedModel(live, 0, time.sleep), none, none, time.perf_counter)
        team = Asking(RecordedModel(budgeted, CallBook(), time.perf_counter))
        with AskAhead(AT_ONCE) as ask:
            memory = MemorySettings(mode="none")
            engine = Engine(scenario, team, seed=1, memory=memory, cells=CellIndex(), ask=ask)
            began = time.perf_counter()
            engine.run()
            wall_s = time.perf_counter() - began
    return team.calls, wall_s, team.calls * delay_s / AT_ONCE / wall_s, bare_s / 1600 * team.calls / wall_s


def throughput(days: int, delay_s: float) -> tuple[int, float, float, float]:
    """Calls, wall seconds, CPU seconds of this process, and the share of the ideal, of 100 drivers by model.

    The ideal is `AT_ONCE` calls under way at any time, or where that is longer the driver with the most calls in a row,
    each of them `delay_s`. Preference and analyst ask at the same time, and count once in a row.
    """
    settings = RunSettings(
        scenario="guangdong-week",
        seed=1,
        agents="llm",
        memory=MemorySettings(mode="digest"),
        days=days,
        drivers=100,
        model=ModelSettings(name="stub", concurrency=AT_ONCE),
    )
    scenario = open_scenario("guangdong-week", seed=1, days=days, drivers=100)
    kept = Kept()
    with stub("--delay", str(delay_s)) as url:
        os.environ["OPENAI_BASE_URL"] = url
        began, cpu = time.perf_counter(), time.process_time()
        _, result = simulate(scenario, settings, recorder=kept)
        wall_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu
    assert result.calls["failed"] == {}, result.calls
    ideal_s = max(len(kept.asked) / AT_ONCE, max(Counter(driver for driver, _, _ in kept.in_row()).values())) * delay_s
    return len(kept.asked), wall_s, cpu_s, ideal_s / wall_s


class Kept(MemoryUse):
    """Keeps who asked in which step."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int, str]] = []

    def calls(self, calls: Sequence[Call]) -> None:
        self.asked += [(call.request.driver, call.request.step, call.request.agent) for call in calls]

    def in_row(self) -> set[tuple[str, int, str]]:
        """Calls that wait for each other."""
        return {(driver, step, agent.replace("preference", "analyst")) for driver, step, agent in self.asked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--days", type=int, default=1, help="Days that 100 drivers work; 0 leaves that part out.")
    parser.add_argument("--delay", type=float, default=0.2, help="Seconds after which the server answers.")
    options = parser.parse_args()
    calls, wall_s, share, of_bare = at_the_same_minute(options.delay)
    print(
        f"100 drivers due at the same minutes, {AT_ONCE} calls at once, answers after {1000 * options.delay:.0f} ms: "
        f"{calls} calls in {wall_s:.1f} s, {100 * share:.0f} % of the ideal (bar: 85 %), {100 * of_bare:.0f} % of the "
        "bare client's throughput",
        flush=True,
    )
    if options.days:
        calls, wall_s, cpu_s, share = throughput(options.days, options.delay)
        print(
            f"100 drivers by model in one market, {AT_ONCE} calls at once: {calls} calls in "
            f"{wall_s:.1f} s, {calls / wall_s:.0f} a second, {100 * share:.0f} % of the ideal; "
            f"{1000 * cpu_s / calls:.1f} ms of CPU a call, agents and world included",
            flush=True,
        )
    plain, more = cpu_a_call(options.calls, options.rounds)
    print(f"CPU a call: bare client {plain:.2f} ms, ours {more:.2f} ms more (bar: less than 1 ms more)")


if __name__ == "__main__":
    main()
