"""What may pass is tried again, with pauses that grow, are drawn, and end."""

from __future__ import annotations

from contextlib import suppress

import pytest

from agents.llm.model import ModelError, Reply, Request, Trouble
from agents.llm.retried import RetriedModel, RetryRules
from agents.llm.scripted import ScriptedModel

RULES = RetryRules(tries=4, first_pause_s=1.0, longest_pause_s=3.0, longest_wait_s=60.0)


def tried(errors: list[ModelError], driver: str = "D1", seed: int = 5) -> tuple[Reply | ModelError, list[float], int]:
    """The outcome, the pauses made, and the questions left unasked, of a server that stumbles so and then answers."""
    script: list[str | ModelError] = [*errors, "{}"]
    pauses: list[float] = []
    model = RetriedModel(ScriptedModel(lambda r: script.pop(0)), seed, pauses.append, RULES)
    outcome: Reply | ModelError
    try:
        outcome = model.complete(Request("search", "s", ("m",), "search", {}, driver=driver))
    except ModelError as error:
        outcome = error
    return outcome, pauses, len(script)


def stumbles(n: int, trouble: Trouble = Trouble.SERVER_ERROR, wait: float | None = None) -> list[ModelError]:
    return [ModelError(trouble, "oh", retry_after_s=wait) for _ in range(n)]


@pytest.mark.parametrize("trouble", [Trouble.RATE_LIMITED, Trouble.SERVER_ERROR, Trouble.CONNECTION, Trouble.TIMEOUT])
def test_what_passes_is_tried_again_and_counted(trouble: Trouble) -> None:
    outcome, pauses, left = tried(stumbles(3, trouble))
    assert isinstance(outcome, Reply)
    assert (outcome.tries, left) == (4, 0)
    # half of 1, 2 and 3 (4 is more than the longest) is certain, and the rest drawn
    assert [low <= pause <= 2 * low for low, pause in zip((0.5, 1.0, 1.5), pauses, strict=True)] == [True] * 3


def test_tries_are_bounded() -> None:
    outcome, pauses, left = tried(stumbles(5))
    assert isinstance(outcome, ModelError)
    assert (outcome.trouble, outcome.tries, len(pauses), left) == (Trouble.SERVER_ERROR, 4, 3, 2)


@pytest.mark.parametrize("trouble", [Trouble.REJECTED, Trouble.CONTEXT_TOO_LONG, Trouble.BUDGET_SPENT])
def test_what_does_not_pass_is_asked_once(trouble: Trouble) -> None:
    outcome, pauses, _ = tried(stumbles(1, trouble))
    assert isinstance(outcome, ModelError)
    assert pauses == []


def test_a_server_s_own_wait_is_kept_unless_it_is_too_long() -> None:
    assert tried(stumbles(2, Trouble.RATE_LIMITED, wait=7.0))[1] == [7.0, 7.0]
    outcome, pauses, _ = tried(stumbles(1, Trouble.RATE_LIMITED, wait=61.0))
    assert isinstance(outcome, ModelError)
    assert pauses == []


def test_pauses_are_the_same_again_and_differ_between_drivers() -> None:
    assert tried(stumbles(3))[1] == tried(stumbles(3))[1]
    assert tried(stumbles(3))[1] != tried(stumbles(3), driver="D2")[1]


def test_a_server_that_is_gone_costs_no_question_its_pauses_for_ever() -> None:
    """Three questions with four tries each, then one try a question; the first answer brings patience back."""
    up = [False]
    asked = [0]

    def server(request: Request) -> str | ModelError:
        asked[0] += 1
        return "{}" if up[0] else ModelError(Trouble.CONNECTION, "gone")

    model = RetriedModel(ScriptedModel(server), 5, lambda seconds: None, RULES)

    def tries() -> int:
        before = asked[0]
        with suppress(ModelError):
            model.complete(Request("search", "s", ("m",), "search", {}, driver="D1"))
        return asked[0] - before

    assert [tries() for _ in range(5)] == [4, 4, 4, 1, 1]
    up[0] = True
    assert tries() == 1
    up[0] = False
    assert tries() == 4


def test_a_server_that_is_busy_is_not_gone() -> None:
    model = RetriedModel(
        ScriptedModel(lambda r: ModelError(Trouble.RATE_LIMITED, "busy")), 5, lambda seconds: None, RULES
    )
    for _ in range(5):
        with pytest.raises(ModelError) as told:
            model.complete(Request("search", "s", ("m",), "search", {}, driver="D1"))
        assert told.value.tries == 4
