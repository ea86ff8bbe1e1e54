"""What is shown of a recorded run: the runs, a run, a driver's steps, and one step with its facts in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from small_world import Row, make_drivers, make_loads, make_scenario

from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import Store, open_store
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.show.explain import show_driver, show_run, show_runs, show_step
from dispatch.show.records import StepView
from dispatch.show.step_text import action_text
from memory.fact_text import fact_text, result_text
from memory.facts import FACT_DTYPE, Fact, FactKind
from memory.observed import Act, Result
from scenarios.cells import cell_of, cell_text

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CELL = cell_of(23.0, 113.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A recorded day of two drivers: at minute 0 both stand where A (300 yuan, 60 min) and B (100 yuan, 60 min) start.

    A goes 10.0075 km north, B stays where it is; both are listed until minute 70.
    """
    loads = make_loads([Row("A", 0, 70, 23.0, 23.09, 300, 60), Row("B", 0, 70, 23.0, 23.0, 100, 60)])
    scenario = make_scenario(loads, make_drivers([("D1", 23.0), ("D2", 23.0)]))
    settings = RunSettings(scenario="small", agents="greedy", seed=7)
    with open_store(tmp_path / "runs.db") as opened:
        recorder = RunRecorder(opened, "run1", scenario, settings, now=lambda: NOON)
        _, result = simulate(scenario, settings, run_id="run1", recorder=recorder)
        recorder.completed(result)
        yield opened


def step_of(store: Store, driver: str, number: int) -> StepView:
    return show_step(store, "run1", driver, number)


def test_runs_are_listed_with_what_tells_them_apart(store: Store) -> None:
    (run,) = show_runs(store)
    assert (run.run, run.status, run.agents, run.memory, run.rules) == (
        "run1",
        "completed",
        "greedy",
        "rule",
        "standard",
    )
    # 300 yuan less 10.0075 km x 1.5 = 284.99, and 100 yuan for no kilometre.
    assert run.net_yuan == 384.99
    assert run.line() == (
        "run1  2026-03-01T12:00:00+00:00  completed  small, 1 day, seed 7, agents greedy, memory rule, "
        "rules standard: 384.99 yuan net"
    )


def test_a_run_is_shown_with_its_drivers(store: Store) -> None:
    run = show_run(store, "run1")
    assert sorted(driver.net_yuan for driver in run.driver_lines if driver.net_yuan is not None) == [100.0, 284.99]
    assert [driver.orders for driver in run.driver_lines] == [1, 1]
    assert run.recorded_steps == run.steps == sum(driver.steps for driver in run.driver_lines)
    assert run.failures == []
    assert run.lines()[2] == f"digest {run.digest}"


def test_a_driver_is_shown_a_line_for_each_step(store: Store) -> None:
    views = {driver: show_driver(store, "run1", driver) for driver in ("D1", "D2")}
    # Both read 2 loads in 1 minute and claim A at minute 1; one gets it, the other is refused at the cost of 1 minute.
    winner = next(driver for driver, view in views.items() if view.steps[0].result == "done")
    loser = "D2" if winner == "D1" else "D1"
    assert views[winner].lines()[0] == (
        "step 1  2026-03-01 00:00  take load A: done in 60 min, 1 min reading 2 loads, 10.0 km "
        "(best net income a minute)"
    )
    assert views[loser].lines()[:2] == [
        "step 1  2026-03-01 00:00  take load A: claimed by other in 1 min, 1 min reading 2 loads, 0.0 km "
        "(best net income a minute)",
        "step 2  2026-03-01 00:02  take load B: done in 60 min, 1 min reading 1 load, 0.0 km "
        "(best net income a minute)",
    ]
    # After B, at minute 63, nothing is left to take, and every later step waits 30 minutes.
    assert {step.action for step in views[loser].steps[2:]} == {"wait 30 min"}


def test_a_step_says_what_each_agent_saw_said_and_relied_on(store: Store) -> None:
    loser = next(d for d in ("D1", "D2") if show_driver(store, "run1", d).steps[0].result == "claimed by other")
    first, second = step_of(store, loser, 1), step_of(store, loser, 2)

    assert [part.agent for part in second.agents] == ["search", "cargo", "preference", "decision"]
    search, cargo, preference, decision = second.agents
    # Four facts came of step 1: the list, A and B seen, and the refusal.
    listed, seen_a, seen_b, refused = [fact.fact for fact in first.learned]
    assert search.saw == [
        "1 cell searched so far in hour bucket 0",
        f"cell {cell_text(CELL)}: value 0.400 [fact {seen_b}]",
    ]
    assert search.said == [
        "look around 23.0, 113.0",
        "because: around the truck",
        "list of minute 2 around 23.0, 113.0: 1 load, read by minute 3",
    ]
    assert cargo.saw == [
        "1 load remembered, 1 known to be gone",
        f"load B: 100.00 yuan, seen at minute 0, listed until minute 70 [fact {seen_b}]",
    ]
    assert cargo.said[:2] == ["1 load looked at, 1 within reach", "load B: net 100.00 yuan in 60 min"]
    assert preference.said == ["nothing due"]
    assert decision.saw == [
        "0.00 yuan net in 2 min, 0 waits in a row, 1 load known to be gone",
        f"minute 1: take_order A, claimed by other, 1 min [fact {refused}]",
    ]
    # 10,000 fen in 60 minutes are 166.7 fen a minute.
    assert decision.said == ["take load B: best net income a minute (score 166.7)"]
    assert second.learned[-1].text == "load B delivered 60 min after the decision, 100.00 yuan"

    assert {fact.fact: fact.line() for fact in second.facts} == {
        seen_b: f"fact {seen_b} (minute 0): load B seen, 100.00 yuan",
        refused: f"fact {refused} (minute 1): load A refused: claimed by other",
    }
    assert (
        first.learned[0].line()
        == f"fact {listed} (minute 0): 2 loads listed at cell {cell_text(CELL)}, best net 284.99 yuan"
    )
    assert first.learned[1].line() == f"fact {seen_a} (minute 0): load A seen, 300.00 yuan"


def test_a_step_prints_in_one_piece(store: Store) -> None:
    lines = step_of(store, "D1", 2).lines()
    assert lines[0] == show_driver(store, "run1", "D1").lines()[1]
    for verb in ("search saw:", "search said:", "cargo said:", "decision said:", "facts:"):
        assert verb in lines
    assert any(line.startswith("learned: 1 search done") for line in lines)


def test_an_unfinished_run_is_shown_as_far_as_it_came(tmp_path: Path) -> None:
    scenario = make_scenario(make_loads([]), make_drivers([("D1", 23.0)]))
    with open_store(tmp_path / "runs.db") as store:
        RunRecorder(store, "run2", scenario, RunSettings(scenario="small"), now=lambda: NOON).interrupted()
        run = show_run(store, "run2")
    assert (run.status, run.net_yuan, run.digest, run.recorded_steps, run.driver_lines) == (
        "interrupted",
        None,
        None,
        0,
        [],
    )
    assert run.lines()[0].endswith(": no result")


def test_what_was_never_recorded_is_said(store: Store) -> None:
    with pytest.raises(StoreError, match="holds no run 'run9'"):
        show_run(store, "run9")
    with pytest.raises(
        StoreError, match=r"run 'run1' has no steps of a driver 'D3'; name one that has \(the first: D1, D2\)"
    ):
        show_driver(store, "run1", "D3")
    with pytest.raises(StoreError, match="holds no step 99 of driver 'D1' in run 'run1'"):
        step_of(store, "D1", 99)


def fact(kind: int, cell: int = 0, count: int = 0, value: float = 0.0) -> np.void:
    row: np.void = np.array([(kind, 5, cell, 3, count, value, 0.5)], dtype=FACT_DTYPE)[0]
    return row


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (
            fact(FactKind.SEARCH_DONE, CELL, 94, 123456.0),
            f"94 loads listed at cell {cell_text(CELL)}, best net 1,234.56 yuan",
        ),
        (fact(FactKind.CARGO_SEEN, CELL, value=45500.0), "load 100234 seen, 455.00 yuan"),
        (fact(FactKind.CARGO_GONE), "load 100234 missing from a list that should have shown it"),
        (fact(FactKind.ORDER_TAKEN, value=45500.0), "load 100234 taken, 455.00 yuan"),
        (fact(FactKind.ORDER_REFUSED, count=Result.WINDOW_MISSED), "load 100234 refused: window missed"),
        (fact(FactKind.ORDER_REFUSED, count=77), "load 100234 refused: reason 77"),
        (fact(FactKind.ORDER_COMPLETED, count=300), "load 100234 delivered 300 min after the decision, 0.00 yuan"),
        (fact(FactKind.WAITED, count=30), "waited 30 min"),
        (fact(FactKind.REPOSITIONED, CELL, 13, 12.3), f"moved 12.3 km to cell {cell_text(CELL)} in 13 min"),
        (fact(FactKind.PLAN), "plan made: look again"),
        (fact(FactKind.PREFERENCE_DUE, CELL), f"preference due, load 100234, cell {cell_text(CELL)}"),
        (fact(200), "a fact of kind 200, which this program does not know"),
    ],
)
def test_each_kind_of_fact_has_words(row: np.void, text: str) -> None:
    assert fact_text(Fact(*row.item()), "100234", "look again") == text


def test_actions_and_answers_have_words() -> None:
    assert action_text(Act.TAKE_ORDER, "100234", 0, (0.0, 0.0)) == "take load 100234"
    assert action_text(Act.REPOSITION, "", 0, (23.1, 113.2)) == "move to 23.1, 113.2"
    assert action_text(Act.WAIT, "", 45, (0.0, 0.0)) == "wait 45 min"
    assert result_text(Result.CLAIMED_BY_OTHER) == "claimed by other"
