"""Agents and digests by model over real HTTP, against a server that stumbles: the run completes, all is counted.

Where one agent's answers are all bad, the run is the one in which that agent is the rule's: nothing that a broken
server says reaches the world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from agent_world import CELLS
from llm_desk import make_desk
from small_world import busy_scenario
from stub_player import answer
from stub_server import FAULTS, StubServer

from agents.llm.compressor import digest_writer
from agents.llm.desk import Desk
from agents.llm.live import LiveModel
from agents.llm.model import CallCounts, Trouble
from agents.llm.retried import RetriedModel, RetryRules
from agents.llm.server import Server
from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.digests.counts import DigestFigures
from memory.observed import Act
from memory.settings import MemorySettings
from scenarios.records import Preference

WISH = Preference(text="每天至少连续休息6小时。")
TINY = busy_scenario(1, 1)
SCENARIO = TINY.model_copy(
    update={"drivers": tuple(d.model_copy(update={"preferences": (WISH,)}) for d in TINY.drivers)}
)
SETTINGS = MemorySettings(mode="llm", digest_searches=3, digest_loads=20, digest_actions=8)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run came to."""

    digest: str
    takes: int
    counts: dict[str, CallCounts]
    digests: DigestFigures
    failures: list[str]


def run(desk: Desk, agents: str = "llm") -> Ran:
    """A day of a driver with a wish, memory by model."""
    failures: list[str] = []
    with digest_writer("llm", desk, [d.driver_id for d in SCENARIO.drivers], 2, failures.append) as writer:
        memory = MemoryAgent(SETTINGS, len(SCENARIO.drivers), CELLS, writer)
        engine = Engine(
            SCENARIO,
            AgentTeam(agent_set(agents, desk), memory),
            seed=3,
            memory=SETTINGS,
            cells=CELLS,
            report_failure=lambda driver, minute, failure: failures.append(failure),
        )
        engine.run()
        figures = memory.finish().figures()
    takes = int((engine.log.rows["act"] == Act.TAKE_ORDER).sum())
    steps = engine.log.digest(engine.driver_ids, SCENARIO.loads.ids)
    return Ran(steps, takes, desk.snapshot(), figures, failures)


@contextmanager
def stumbling(fault: str, agent: str, every: int = 1, tries: int = 2) -> Iterator[tuple[Desk, Counter[str]]]:
    """A desk over HTTP; every so many-th question of one agent meets the fault, all others a competent player."""
    asked: Counter[str] = Counter()

    def fault_of(number: int, payload: dict[str, Any]) -> str:
        name = payload["response_format"]["json_schema"]["name"]
        asked[name] += 1
        return fault if name == agent and asked[name] % every == 0 else ""

    patience_s = 0.5 if fault == "silence" else 30.0
    with (
        StubServer(answer, fault=fault_of) as server,
        LiveModel(Server("stub", server.url), timeout_s=patience_s) as live,
    ):
        yield make_desk(model=RetriedModel(live, 0, lambda seconds: None, RetryRules(tries=tries))), asked


COUNTED: dict[str, Trouble] = {
    "429 with a wait": Trouble.RATE_LIMITED,
    "429": Trouble.RATE_LIMITED,
    "500": Trouble.SERVER_ERROR,
    "context length": Trouble.CONTEXT_TOO_LONG,
    "reset mid-body": Trouble.CONNECTION,
    "no completion": Trouble.SERVER_ERROR,
    "truncated": Trouble.TRUNCATED,
    "one token": Trouble.TRUNCATED,
    "invented ids": Trouble.INVENTED_ID,
    "prompt echo": Trouble.BROKEN_JSON,
    "empty": Trouble.EMPTY,
    "refusal": Trouble.REFUSAL,
    "wrong key": Trouble.REJECTED,
    "silence": Trouble.TIMEOUT,
}


def test_every_fault_of_the_server_is_tried() -> None:
    assert set(COUNTED) == set(FAULTS)


@pytest.fixture(scope="module")
def without_decision() -> Ran:
    """The run in which a rule decides and all others ask a player."""
    return run(make_desk(), "mixed:search=llm,analyst=llm,preference=llm,main=rule")


@pytest.mark.parametrize("fault", [f for f in FAULTS if f != "silence"])
def test_a_decision_that_always_fails_is_the_rule_s(fault: str, without_decision: Ran) -> None:
    with stumbling(fault, "decision") as (desk, _):
        ran = run(desk)
    assert ran.failures == []
    counts = ran.counts.pop("decision")
    assert (counts.ok, set(counts.failed)) == (0, {COUNTED[fault]})
    assert counts.failed[COUNTED[fault]] >= 2 * counts.fallback > 0
    assert {agent: (c.failed, c.fallback) for agent, c in ran.counts.items()} == dict.fromkeys(ran.counts, ({}, 0))
    assert {"search", "analyst", "preference", "compressor.cargo"} <= set(ran.counts)
    assert ran.digest == without_decision.digest


@pytest.mark.parametrize("fault", [f for f in FAULTS if f not in ("silence", "invented ids")])
def test_a_digest_that_always_fails_is_memory_s_own(fault: str) -> None:
    with stumbling(fault, "digest") as (desk, _):
        ran = run(desk)
    assert (ran.failures, ran.takes >= 2) == ([], True)
    assert ran.digests.fallbacks == ran.digests.made > 0
    failed = Counter[str]()
    for agent, counts in ran.counts.items():
        assert agent.startswith("compressor") or not counts.failed
        failed.update(counts.failed)
    assert set(failed) == {COUNTED[fault]}


def test_invented_facts_in_a_digest_are_dropped_by_the_gate() -> None:
    with stumbling("invented ids", "digest") as (desk, _):
        ran = run(desk)
    assert (ran.failures, ran.digests.kept, ran.digests.fallbacks) == ([], 0, ran.digests.made)
    assert set(ran.digests.dropped) == {"unknown_fact"}


@pytest.mark.parametrize("fault", ["429", "500", "reset mid-body", "truncated", "empty", "invented ids"])
def test_now_and_then_a_fault_costs_a_repetition_and_changes_no_step(fault: str) -> None:
    """Every third answer fails. The server's own faults are tried again unseen, others asked again with the reason."""
    with stumbling(fault, "decision", every=3) as (desk, _):
        ran = run(desk)
    assert (ran.failures, sum(c.fallback for c in ran.counts.values())) == ([], 0)
    assert ran.digest == run(make_desk()).digest
    again = sum(ran.counts["decision"].failed.values())
    assert again == 0 if fault in ("429", "500", "reset mid-body") else again > 0


def test_a_server_that_falls_silent_stops_nothing() -> None:
    with stumbling("silence", "preference", every=5, tries=1) as (desk, _):
        ran = run(desk)
    assert ran.failures == []
    assert set(ran.counts["preference"].failed) == {Trouble.TIMEOUT}
    assert ran.takes >= 2


@pytest.mark.parametrize("supports", ["tools", "plain", "json_schema ignored"])
def test_a_server_without_schemas_serves_the_same_run(supports: str) -> None:
    with (
        StubServer(answer, supports=supports) as server,
        LiveModel(Server("stub", server.url)) as live,
    ):
        ran = run(make_desk(model=live))
    assert (ran.failures, sum(c.fallback for c in ran.counts.values())) == ([], 0)
    assert ran.digest == run(make_desk()).digest
    assert all(c.prompt > 0 and c.completion > 0 for c in ran.counts.values())
