"""Asked ahead or in turn, at any speed of the answers, a run's steps are the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import pytest
from scripted_team import ScriptedTeam, move, steps_by_driver, stops, take, wait
from small_world import busy_scenario

from agents.records import Decision, SearchPlan
from agents.rule.rule_set import RULE
from dispatch.asking import Ask, AskAhead, both, in_turn
from dispatch.engine import Engine
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.observed import Listing, Observation, Outcome
from memory.settings import MemorySettings
from scenarios.cells import CellIndex
from scenarios.records import Scenario
from scenarios.rules import STANDARD, TIANCHI_R0509
from scenarios.streams import draw

SETTINGS = MemorySettings()


class Slow:
    """A team of rule agents that take their time, a different one at every question and seed."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self._team = AgentTeam(RULE, MemoryAgent(SETTINGS, len(scenario.drivers), CellIndex()))
        self._seed = seed
        self._lock = threading.Lock()
        self._now = 0
        self.most_at_once = 0

    def _dawdle(self, *keys: int | str) -> None:
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        time.sleep(draw(self._seed, "dawdle", *keys) % 8 / 1000)
        with self._lock:
            self._now -= 1

    def begin(self, seen: Observation) -> SearchPlan:
        self._dawdle("begin", seen.minute, seen.driver)
        return self._team.begin(seen)

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        self._dawdle("decide", seen.minute, seen.driver)
        return self._team.decide(seen, listings)

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        self._team.finish(seen, listings, decision, outcome)


def run(scenario: Scenario, team: object, ask: Ask) -> Engine:
    engine = Engine(scenario, team, seed=3, memory=SETTINGS, cells=CellIndex(), ask=ask)  # type: ignore[arg-type]
    engine.run()
    return engine


@pytest.mark.parametrize("rules", [STANDARD, TIANCHI_R0509], ids=lambda r: r.profile)
def test_steps_do_not_depend_on_which_answer_comes_first(rules: object) -> None:
    """Eight drivers, six hours of a busy market; the order of the log is the same too."""
    scenario = busy_scenario(1, 8, rules=rules)  # type: ignore[arg-type]
    plain = run(scenario, AgentTeam(RULE, MemoryAgent(SETTINGS, 8, CellIndex())), in_turn)
    for seed in (1, 2):
        team = Slow(scenario, seed)
        with AskAhead(5) as ask:
            ahead = run(scenario, team, ask)
        assert ahead.log.rows.tobytes() == plain.log.rows.tobytes()
        assert ahead.stops == plain.stops
        assert team.most_at_once > 1


def test_a_driver_whose_agents_fail_is_alone_with_it() -> None:
    scenario = busy_scenario(1, 3)
    scripts = {"D000": [wait(30), wait(30)], "D001": [move(23.0, 113.0), wait(9)], "D002": [take(0), wait(5)]}
    scripts["D001"][1] = type(scripts["D001"][1])(scripts["D001"][1].action, fails="decide")
    plain = run(scenario, ScriptedTeam(scenario, scripts), in_turn)
    with AskAhead(2) as ask:
        ahead = run(scenario, ScriptedTeam(scenario, scripts), ask)
    assert steps_by_driver(ahead) == steps_by_driver(plain)
    assert len(ahead.log.failed) == 1
    assert stops(ahead) == stops(plain)


class Broken(BaseException):
    """What must end a run."""


def test_what_is_no_exception_ends_the_run() -> None:
    class Breaks(ScriptedTeam):
        def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
            raise Broken("the record differs")

    scenario = busy_scenario(1, 2)
    with AskAhead(2) as ask, pytest.raises(Broken, match="the record differs"):
        run(scenario, Breaks(scenario, {}), ask)


def test_no_question_is_put_for_a_step_that_never_comes() -> None:
    """Each driver waits past the horizon at once: one question where to look, one what to do."""
    scenario = busy_scenario(1, 4)
    team = ScriptedTeam(scenario, {f"D{i:03d}": [wait(1440)] for i in range(4)})
    with AskAhead(4) as ask:
        run(scenario, team, ask)
    assert sorted(what for _, what, _ in team.calls) == ["begin"] * 4 + ["decide"] * 4 + ["finish"] * 4
    assert {seen.step for seen in team.seen} == {1}


def test_the_earliest_event_is_thought_about_first() -> None:
    """One thread is busy; of the three that wait, the one due first is next."""
    gate, order = threading.Event(), list[int]()

    def question(number: int) -> Callable[[], None]:
        def answer() -> None:
            gate.wait(5)
            order.append(number)

        return answer

    with AskAhead(1) as ask:
        first = ask((9, 0, 0), question(9))
        while ask._waiting:
            time.sleep(0.001)
        later = [ask((minute, 0, 0), question(minute)) for minute in (7, 5, 6)]
        gate.set()
        for fetch in (first, *later):
            fetch()
    assert order == [9, 5, 6, 7]


def test_two_questions_at_the_same_time() -> None:
    meet = threading.Barrier(2, timeout=5)

    def left() -> str:
        meet.wait()
        return "left"

    def right() -> int:
        meet.wait()
        return 2

    assert both(left, right) == ("left", 2)


def test_of_two_that_fail_the_first_one_is_told() -> None:
    def fails(word: str) -> Callable[[], None]:
        def question() -> None:
            raise ValueError(word)

        return question

    with pytest.raises(ValueError, match="one"):
        both(fails("one"), fails("two"))
    with pytest.raises(ValueError, match="two"):
        both(lambda: None, fails("two"))
