"""Agents by model in a whole run: a competent player earns, a bad model stops nothing, and nothing invented is done."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from agent_world import CELLS
from llm_desk import make_desk, player
from small_world import busy_scenario

from agents.llm.desk import Desk, prompts_in
from agents.llm.model import ModelError, Request, Trouble
from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Act, Result
from memory.settings import MemorySettings, Mode
from scenarios.records import Preference, Scenario

SCENARIO = busy_scenario(1, 2)


def run(desk: Desk, agents: str = "llm", mode: Mode = "rule", scenario: Scenario = SCENARIO) -> Engine:
    settings = MemorySettings(mode=mode)
    memory = MemoryAgent(settings, len(scenario.drivers), CELLS)
    failures: list[str] = []
    engine = Engine(
        scenario,
        AgentTeam(agent_set(agents, desk), memory),
        seed=3,
        memory=settings,
        cells=CELLS,
        report_failure=lambda driver, minute, failure: failures.append(failure),
    )
    engine.run()
    assert failures == []
    return engine


def digest(engine: Engine) -> str:
    return engine.log.digest(engine.driver_ids, engine.scenario.loads.ids)


@pytest.mark.parametrize("mode", ["none", "full", "rule", "digest"])
@pytest.mark.parametrize("agents", ["llm", "single", "mixed:search=rule,main=llm"])
def test_a_competent_player_works_the_day(agents: str, mode: Mode) -> None:
    desk = make_desk()
    engine = run(desk, agents, mode)
    rows = engine.log.rows
    assert (rows["act"] == Act.TAKE_ORDER).sum() >= 4
    counts = desk.snapshot()
    assert {agent: (c.failed, c.fallback) for agent, c in counts.items()} == dict.fromkeys(counts, ({}, 0))
    assert digest(run(make_desk(), agents, mode)) == digest(engine)


def test_wishes_are_asked_about_in_their_language() -> None:
    wish = Preference(text="晚上11点到第二天早上5点不接单。")
    drivers = tuple(d.model_copy(update={"preferences": (wish,)}) for d in SCENARIO.drivers)
    desk = replace(make_desk(), prompts=prompts_in("zh"))
    run(desk, scenario=SCENARIO.model_copy(update={"drivers": drivers}))
    counts = desk.snapshot()
    assert set(counts) == {"search", "analyst", "preference", "decision"}
    assert sum(c.fallback for c in counts.values()) == 0


def every(n: int, fault: Callable[[str], str | ModelError]) -> Callable[[Request], str | ModelError]:
    """The competent player, whose every n-th answer is spoilt."""
    asked = [0]

    def answer(request: Request) -> str | ModelError:
        asked[0] += 1
        good = player(request)
        return fault(good) if asked[0] % n == 0 else good

    return answer


def invented(text: str) -> str:
    """The answer with all its numbers moved far away."""

    def moved(value: object) -> object:
        if isinstance(value, dict):
            return {key: moved(part) for key, part in value.items()}
        if isinstance(value, list):
            return [moved(part) for part in value]
        return value + 700 if isinstance(value, int) else value

    spoilt = moved(json.loads(text))
    assert isinstance(spoilt, dict)
    spoilt |= {"minutes": 0} if "minutes" in spoilt else {}
    return json.dumps(spoilt)


FAULTS: dict[Trouble, Callable[[str], str | ModelError]] = {
    Trouble.EMPTY: lambda text: "",
    Trouble.BROKEN_JSON: lambda text: text[: len(text) // 2],
    Trouble.REFUSAL: lambda text: "Sorry, no.",
    Trouble.WRONG_SHAPE: lambda text: '{"error": "overloaded"}',
    Trouble.WRONG_LANGUAGE: lambda text: text.replace("by the figures", "按数字选择"),
    **{
        trouble: lambda text, trouble=trouble: ModelError(trouble, "down")  # type: ignore[misc]
        for trouble in (Trouble.TIMEOUT, Trouble.SERVER_ERROR, Trouble.CONNECTION, Trouble.CONTEXT_TOO_LONG)
    },
}


@pytest.mark.parametrize("trouble", FAULTS)
def test_every_trouble_is_counted_and_stops_nothing(trouble: Trouble) -> None:
    """Every third answer is bad and its repetition good: nobody falls back. Of a model that is always bad all do."""
    desk = make_desk(every(3, FAULTS[trouble]))
    engine = run(desk)
    counts = desk.snapshot()
    assert {kind for c in counts.values() for kind in c.failed} == {trouble}
    assert sum(c.fallback for c in counts.values()) == 0
    assert (engine.log.rows["act"] == Act.TAKE_ORDER).sum() >= 4

    desk = make_desk(every(1, FAULTS[trouble]))
    engine = run(desk)
    counts = desk.snapshot()
    assert sum(c.ok for c in counts.values()) == 0
    assert all(sum(c.failed.values()) >= 2 * c.fallback > 0 for c in counts.values())


def test_a_model_that_always_fails_leaves_the_run_to_the_rules() -> None:
    """Under `rule` memory without wishes the fallback is the rule set itself, step by step."""
    broken = run(make_desk(every(1, FAULTS[Trouble.EMPTY])))
    assert digest(broken) == digest(run(make_desk(), "rule"))


def test_invented_numbers_do_nothing_in_the_world() -> None:
    desk = make_desk(every(1, invented))
    engine = run(desk)
    assert digest(engine) == digest(run(make_desk(), "rule"))
    assert not (engine.log.rows["result"] == Result.UNKNOWN_LOAD).any()
    counts = desk.snapshot()
    assert set(counts["decision"].failed) == {Trouble.INVENTED_ID}
