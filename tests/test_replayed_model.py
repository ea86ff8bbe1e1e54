"""A recorded model writes down what happened, and a replayed one makes it happen again, or says where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from agents.llm.calls import Call, CallBook
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage
from agents.llm.recorded import RecordedModel
from agents.llm.replayed import ReplayedModel, ReplayMiss
from agents.llm.scripted import ScriptedModel


def ask(message: str, driver: str = "D1", step: int = 1, agent: str = "search") -> Request:
    return Request(agent, "You look.", ("wishes", message), agent, {"type": "object"}, driver=driver, step=step)


def clock(*times: float) -> Callable[[], float]:
    left = list(times)
    return lambda: left.pop(0)


def recorded(requests: list[Request], answer: Callable[[Request], str | Reply | ModelError]) -> list[Call]:
    book = CallBook()
    model = RecordedModel(ScriptedModel(answer), book, clock(*range(2 * len(requests))))
    for request in requests:
        with suppress(ModelError):
            model.complete(request)
    return [call for driver in sorted({r.driver for r in requests}) for call in book.take(driver)]


def test_a_call_is_written_down_with_what_came_of_it() -> None:
    calls = recorded(
        [ask("a"), ask("b")],
        lambda r: Reply("{}", Usage(9, 4, 2), tries=2) if r.parts[1] == "a" else ModelError(Trouble.TIMEOUT, "late", 3),
    )
    by_message = {call.request.parts[1]: call for call in calls}
    good, bad = by_message["a"], by_message["b"]
    assert (good.reply, good.trouble, good.tries, good.seconds) == (Reply("{}", Usage(9, 4, 2), tries=2), None, 2, 1)
    assert (bad.reply, bad.trouble, bad.message, bad.tries) == (None, Trouble.TIMEOUT, "late", 3)


def test_the_same_question_again_has_its_own_answer_and_each_driver_counts_for_itself() -> None:
    answers = iter(["first", "second", "other's"])
    calls = recorded([ask("a"), ask("a"), ask("a", "D2")], lambda r: next(answers))
    assert [(call.request.driver, call.repeat) for call in calls] == [("D1", 0), ("D1", 1), ("D2", 0)]
    model = ReplayedModel(calls)
    assert [model.complete(ask("a", d)).text for d in ("D2", "D1", "D1")] == ["other's", "first", "second"]


def test_the_order_in_which_calls_ended_is_not_in_the_book() -> None:
    requests = [ask(m, step=s, agent=a) for m, s, a in (("x", 1, "search"), ("y", 1, "decision"), ("z", 2, "search"))]
    books = []
    for order in (requests, requests[::-1]):
        book = CallBook()
        for request in order:
            book.add(Call(request, request.sha256(), 0, Reply(request.parts[1])))
        books.append([call.request.parts[1] for call in book.take("D1")])
    assert books[0] == books[1] == ["y", "x", "z"]


def test_a_verdict_stands_at_the_newest_call_of_that_question() -> None:
    book = CallBook()
    for repeat in range(2):
        book.add(Call(ask("a"), ask("a").sha256(), repeat, Reply("{")))
    book.judged(ask("a"), Trouble.BROKEN_JSON)
    book.judged(ask("never asked"), Trouble.EMPTY)
    assert sorted((call.repeat, call.trouble) for call in book.take("D1")) == [(0, None), (1, Trouble.BROKEN_JSON)]
    assert book.take("D1") == []


def test_a_recorded_error_is_met_again() -> None:
    calls = recorded([ask("a")], lambda r: ModelError(Trouble.RATE_LIMITED, "too many", 4))
    with pytest.raises(ModelError, match="too many") as caught:
        ReplayedModel(calls).complete(ask("a"))
    assert (caught.value.trouble, caught.value.tries) == (Trouble.RATE_LIMITED, 4)


@pytest.mark.parametrize(
    ("asked", "difference"),
    [
        (ask("the\nnew", step=7), r"agent search: the prompt differs .* at line 4: now 'new', recorded 'old'"),
        (ask("the", step=7), r"at line 4: now '\{\"agent\".*, recorded 'old'"),
        (ask("the\nold", step=7, agent="decision"), "agent decision: the record holds no question of this agent"),
        (ask("the\nnew", step=8), "step 8 of driver D1, agent search: the record holds no question"),
    ],
)
def test_a_question_that_was_not_asked_names_step_agent_and_line(asked: Request, difference: str) -> None:
    """Lines 1 and 2 are "You look." and "wishes"; the schema and the sampling stand last."""
    replayed = ReplayedModel(recorded([ask("the\nold", step=7)], lambda r: "{}"))
    with pytest.raises(ReplayMiss, match=difference):
        replayed.complete(asked)


def test_one_question_more_is_a_miss_as_well() -> None:
    replayed = ReplayedModel(recorded([ask("a")], lambda r: "{}"))
    replayed.complete(ask("a"))
    with pytest.raises(ReplayMiss, match="step 1 of driver D1, agent search: the question was asked once more"):
        replayed.complete(ask("a"))


def test_a_miss_is_no_exception_that_a_fallback_could_catch() -> None:
    assert not issubclass(ReplayMiss, Exception)
