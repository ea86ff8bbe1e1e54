"""Our agents behind the contest's api: the harness's run is the one that our own loop makes, and nothing breaks it."""

from __future__ import annotations

from typing import Any

import pytest
from agent_world import CELLS
from contest_api import FakeApi, completion
from small_world import busy_scenario

from agents.sets import agent_set
from dispatch.contest.service import ModelDecisionService
from dispatch.engine import Engine
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Act, Action, Outcome, Result
from memory.settings import MemorySettings, Mode
from scenarios.records import Preference, Scenario
from scenarios.rules import PROFILES

SCENARIO = busy_scenario(1, 2, rules=PROFILES["tianchi-r0509"])


def own_run(agents: str, memory: Mode, scenario: Scenario) -> list[Action]:
    """The actions of the first driver when our loop runs the scenario."""
    settings, actions = MemorySettings(mode=memory), list[Action]()
    one = scenario.model_copy(update={"drivers": scenario.drivers[:1]})

    class Watches(AgentTeam):
        def finish(self, seen: Any, listings: Any, decision: Any, outcome: Outcome) -> None:
            actions.append(outcome.action)
            super().finish(seen, listings, decision, outcome)

    team = Watches(agent_set(agents), MemoryAgent(settings, 1, CELLS))
    Engine(one, team, seed=0, memory=settings, cells=CELLS).run()
    return actions


def harness_run(api: FakeApi, **settings: Any) -> tuple[ModelDecisionService, list[str]]:
    """The first driver's run in the harness, and what was said."""
    said: list[str] = []
    service = ModelDecisionService(api, say=said.append, **settings)
    api.run(api.ids[0], service)
    return service, said


@pytest.mark.parametrize(("agents", "memory"), [("rule", "rule"), ("rule", "digest"), ("greedy", "none")])
def test_rule_agents_do_in_the_harness_what_they_do_in_our_loop(agents: str, memory: Mode) -> None:
    api = FakeApi(SCENARIO)
    _, said = harness_run(api, agents=agents, memory=memory)
    assert said == []
    assert len(api.actions["D000"]) > 10
    assert api.actions["D000"] == own_run(agents, memory, SCENARIO)


@pytest.mark.parametrize("memory", ["rule", "llm", "auto"])
def test_agents_by_model_work_a_day_through_the_harness_s_model(memory: Mode) -> None:
    """Wishes make the preference agent ask as well; every question goes through the harness, which counts it."""
    wish = Preference(text="晚上11点到第二天早上5点不接单。")
    drivers = tuple(d.model_copy(update={"preferences": (wish,)}) for d in SCENARIO.drivers)
    api = FakeApi(SCENARIO.model_copy(update={"drivers": drivers}))
    asked: list[str] = []
    chat = api.chat
    api.chat = lambda payload: (asked.append(payload["messages"][1]["content"]), chat(payload))[1]
    _, said = harness_run(api, agents="llm", memory=memory)
    assert said == []
    taken = [o for o in api.outcomes["D000"] if o.action.act == Act.TAKE_ORDER and not o.refused]
    assert len(taken) >= 3
    assert api.calls == len(asked) > 3 * len(taken)
    assert any("晚上11点" in text for text in asked)


def test_every_driver_has_a_memory_of_its_own() -> None:
    api = FakeApi(SCENARIO)
    service = ModelDecisionService(api, say=lambda sentence: None)
    for driver_id in api.ids:
        api.run(driver_id, service)
    alone = FakeApi(SCENARIO)
    alone.run("D001", ModelDecisionService(alone, say=lambda sentence: None))
    assert api.actions["D001"] == alone.actions["D001"]


BAD_CHATS: dict[str, Any] = {
    "raises": lambda payload: 1 / 0,
    "no choices": lambda payload: {"error": "overloaded"},
    "nothing": lambda payload: completion(""),
    "prose": lambda payload: completion("take the best one"),
    "an invented choice": lambda payload: completion(
        '{"why": "", "choice": 77, "minutes": 0, "plan": "", "facts": []}'
    ),
    "null": lambda payload: None,
}


@pytest.mark.parametrize("chat", BAD_CHATS.values(), ids=BAD_CHATS)
def test_of_a_bad_model_the_rules_are_left(chat: Any) -> None:
    api = FakeApi(SCENARIO, chat)
    _, said = harness_run(api, agents="llm")
    assert said == []
    assert api.actions["D000"] == own_run("rule", "rule", SCENARIO)


def test_when_a_step_s_time_is_up_the_rules_decide() -> None:
    """The clock goes on by a minute with every look at it: 90 seconds are over before the first question."""
    ticks = iter(range(10**9))
    api = FakeApi(SCENARIO)
    harness_run(api, agents="llm", clock=lambda: 60.0 * next(ticks))
    assert api.calls == 0
    assert api.actions["D000"] == own_run("rule", "rule", SCENARIO)


def test_an_api_that_fails_makes_the_driver_wait_and_ends_nothing() -> None:
    api = FakeApi(SCENARIO)
    query, fails = api.query_cargo, [3]

    def sometimes(driver_id: str, latitude: float, longitude: float) -> dict[str, Any]:
        fails[0] -= 1
        if fails[0] == 0:
            raise RuntimeError("list not available")
        return query(driver_id, latitude, longitude)

    api.query_cargo = sometimes  # type: ignore[method-assign]
    _, said = harness_run(api)
    assert said == ["driver D000: a step failed and the driver waits: RuntimeError: list not available"]
    assert Action(Act.WAIT, minutes=60) in api.actions["D000"]
    assert len(api.actions["D000"]) > 10


def test_loads_that_cannot_be_read_are_left_out() -> None:
    api = FakeApi(SCENARIO)
    query = api.query_cargo

    def odd(driver_id: str, latitude: float, longitude: float) -> dict[str, Any]:
        answer = query(driver_id, latitude, longitude)
        more = [None, {}, {"distance_km": 0.0, "cargo": {"cargo_id": "X", "price": "much"}}]
        return {**answer, "items": [*answer["items"], *more]}

    api.query_cargo = odd  # type: ignore[method-assign]
    _, said = harness_run(api)
    assert said == []
    assert not any(o.result == Result.UNKNOWN_LOAD for o in api.outcomes["D000"])


def test_wishes_in_either_form_are_read() -> None:
    api = FakeApi(SCENARIO)
    status = api.get_driver_status("D000")
    api.get_driver_status = lambda driver_id: {  # type: ignore[method-assign]
        **status,
        "preferences": ["早上不接单", {"content": "不去惠州"}, {"content": None}, 7],
    }
    asked: list[str] = []
    chat = api.chat
    api.chat = lambda payload: (asked.append(payload["messages"][1]["content"]), chat(payload))[1]
    harness_step(api)
    wishes = [text for text in asked if "不去惠州" in text]
    assert wishes
    assert '1 "早上不接单"\n2 "不去惠州"\n记忆' in wishes[0]


def harness_step(api: FakeApi) -> None:
    """The first step of the first driver, by model."""
    api._active = "D000"
    ModelDecisionService(api, agents="llm", say=lambda sentence: None).decide("D000")


@pytest.mark.slow
def test_a_week_of_ten_drivers_by_rule_in_the_harness() -> None:
    scenario = busy_scenario(7, 10, rules=PROFILES["tianchi-r0529"])
    api = FakeApi(scenario)
    service = ModelDecisionService(api, say=lambda sentence: None)
    for driver_id in api.ids:
        api.run(driver_id, service)
    assert api.actions["D000"] == own_run("rule", "rule", scenario)
    assert all(len(actions) > 50 for actions in api.actions.values())
