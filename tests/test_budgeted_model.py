"""Budgets of calls, tokens and seconds hold for a run and for each driver."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agents.llm.budgeted import Budget, BudgetedModel
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage
from agents.llm.scripted import ScriptedModel

NONE = Budget()
GOOD = Reply("{}", Usage(70, 60, 30))


def ask(driver: str) -> Request:
    return Request("search", "s", ("m",), "search", {}, driver=driver)


def ticking(seconds: float) -> Callable[[], float]:
    now = [0.0]

    def clock() -> float:
        now[0] += seconds
        return now[0]

    return clock


def asked(run: Budget, driver: Budget, drivers: str, answer: Reply | ModelError = GOOD) -> str:
    """Who got an answer, a dot where the budget was spent, a cross for another trouble."""
    model = BudgetedModel(ScriptedModel(lambda r: answer), run, driver, ticking(2.0))
    marks = ""
    for name in drivers:
        try:
            model.complete(ask(name))
            marks += name
        except ModelError as error:
            marks += "." if error.trouble == Trouble.BUDGET_SPENT else "x"
    return marks


@pytest.mark.parametrize(
    ("run", "driver", "marks"),
    [
        (NONE, NONE, "AAABBAB"),
        (Budget(calls=3), NONE, "AAA...."),
        (NONE, Budget(calls=2), "AA.BB.."),
        (Budget(calls=4), Budget(calls=2), "AA.BB.."),
        # a call is 70 + 30 tokens: at 200 the third is refused, and at 201 it still is answered
        (Budget(tokens=200), NONE, "AA....."),
        (Budget(tokens=201), NONE, "AAA...."),
        (NONE, Budget(tokens=100), "A..B..."),
        # the clock moves two seconds a call
        (NONE, Budget(seconds=4), "AA.BB.."),
    ],
)
def test_who_is_answered(run: Budget, driver: Budget, marks: str) -> None:
    assert asked(run, driver, "AAABBAB") == marks


def test_a_call_without_a_reply_counts_as_a_call_and_its_seconds() -> None:
    broken = ModelError(Trouble.TIMEOUT, "late")
    assert asked(Budget(calls=2), NONE, "AAA", broken) == "xx."
    assert asked(Budget(seconds=2), NONE, "AAA", broken) == "x.."


def test_the_sentence_names_whose_budget_and_how_large() -> None:
    model = BudgetedModel(ScriptedModel(lambda r: "{}"), NONE, Budget(calls=0), ticking(1.0))
    with pytest.raises(ModelError, match="driver D7's budget of 0 calls is spent") as caught:
        model.complete(ask("D7"))
    assert caught.value.tries == 0
