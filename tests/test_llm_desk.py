"""A question and its answer: every trouble is counted by kind, told to the model once, and then the rule decides."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from llm_desk import Script, make_desk, words

from agents.llm.answers import AnalystAnswer, DecisionAnswer, DigestAnswer, PreferenceAnswer, SearchAnswer, schema_of
from agents.llm.desk import Asker, Desk, Posed, prompts_in
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage
from agents.llm.read import UnusableError, check_language, read_reply
from agents.llm.scripted import ScriptedModel
from agents.llm.shown import Shown
from scenarios.records import Language

GOOD: dict[str, Any] = {"why": "paid best", "look": [0, 2], "facts": []}
ASKER = Asker("search", "You look.", "search", "D1", 7)


def ask(desk: Desk, shown: str = "") -> str | None:
    """The `why` of an answer about three places; the memory shown is cut to the budget, a token a word."""

    def pose(budget: int) -> Posed:
        text = " ".join(shown.split()[:budget])
        return Posed(("memory", text, "offers 0 1 2"), Shown(text))

    def read(answer: SearchAnswer, shown: Shown) -> str:
        if max(answer.look) > 2:
            raise UnusableError(Trouble.INVENTED_ID, f"look={max(answer.look)} (0-2)")
        check_language(answer.why, desk.prompts.language)
        return answer.why

    return desk.ask(ASKER, SearchAnswer, pose, read)


def test_a_good_answer_is_used_and_counted() -> None:
    script = Script(Reply(json.dumps(GOOD), Usage(100, 60, 20), seconds=0.5))
    desk = make_desk(script)
    assert ask(desk) == "paid best"
    counts = desk.snapshot()["search"]
    assert (counts.ok, counts.failed, counts.fallback) == (1, {}, 0)
    assert (counts.prompt, counts.cached, counts.completion, counts.seconds) == (100, 60, 20, 0.5)
    request = script.requests[0]
    assert (request.agent, request.system, request.driver, request.step) == ("search", "You look.", "D1", 7)
    assert request.schema == schema_of(SearchAnswer)


BAD: dict[str, tuple[str | Reply, Trouble, str]] = {
    "nothing": ("", Trouble.EMPTY, "it was empty"),
    "blank": (" \n", Trouble.EMPTY, "it was empty"),
    "one token": (Reply("{", finish="length"), Trouble.TRUNCATED, "it was cut off"),
    "cut before a word": (Reply("", finish="length"), Trouble.TRUNCATED, "it was cut off"),
    "half an object": ('{"why": "pa', Trouble.BROKEN_JSON, "not one JSON object"),
    "two objects": ("{} {}", Trouble.BROKEN_JSON, "not one JSON object"),
    "no number": (json.dumps(GOOD).replace("[0, 2]", "[NaN]"), Trouble.BROKEN_JSON, "not one JSON object"),
    "prose": ("Look at 0 and 2.", Trouble.BROKEN_JSON, "not one JSON object"),
    "refusal": ("I'm sorry, but I can't help with that.", Trouble.REFUSAL, "no answer was given"),
    "refusal in Chinese": ("抱歉，我无法回答。", Trouble.REFUSAL, "no answer was given"),
    "filtered": (Reply(json.dumps(GOOD), finish="content_filter"), Trouble.REFUSAL, "no answer was given"),
    "refusal field": (Reply("No.", finish="refusal"), Trouble.REFUSAL, "no answer was given"),
    "an error's text": ('{"error": {"message": "overloaded"}}', Trouble.WRONG_SHAPE, "why missing"),
    "a list": ("[0, 2]", Trouble.WRONG_SHAPE, "model_type"),
    "text for a number": (json.dumps(GOOD | {"look": ["0"]}), Trouble.WRONG_SHAPE, "look.0 int_type"),
    "truth for a number": (json.dumps(GOOD | {"look": [True]}), Trouble.WRONG_SHAPE, "look.0 int_type"),
    "one field more": (json.dumps(GOOD | {"take me": 1}), Trouble.WRONG_SHAPE, "(extra_forbidden)"),
    "too long a reason": (json.dumps(GOOD | {"why": "a" * 161}), Trouble.WRONG_SHAPE, "why string_too_long"),
    "too many places": (json.dumps(GOOD | {"look": [0] * 6}), Trouble.WRONG_SHAPE, "look too_long"),
    "an invented place": (json.dumps(GOOD | {"look": [3]}), Trouble.INVENTED_ID, "not offered (look=3 (0-2))"),
    "the other language": (json.dumps(GOOD | {"why": "这里最好"}), Trouble.WRONG_LANGUAGE, "it was not in English"),
}


@pytest.mark.parametrize(("text", "trouble", "reason"), BAD.values(), ids=BAD)
def test_an_answer_that_cannot_stand_is_asked_for_once_more_with_the_reason(
    text: str | Reply, trouble: Trouble, reason: str
) -> None:
    script = Script(text, json.dumps(GOOD))
    desk = make_desk(script)
    assert ask(desk) == "paid best"
    counts = desk.snapshot()["search"]
    assert (counts.ok, counts.failed, counts.fallback) == (1, {trouble: 1}, 0)
    first, second = script.requests
    assert second.parts[:-1] == first.parts
    assert reason in second.parts[-1]
    assert "take me" not in second.parts[-1]


@pytest.mark.parametrize(("text", "trouble"), [(text, trouble) for text, trouble, _ in BAD.values()], ids=BAD)
def test_after_two_such_answers_the_rule_decides(text: str | Reply, trouble: Trouble) -> None:
    script = Script(text)
    desk = make_desk(script)
    assert ask(desk) is None
    counts = desk.snapshot()["search"]
    assert (counts.ok, counts.failed, counts.fallback, len(script.requests)) == (0, {trouble: 2}, 1, 2)


@pytest.mark.parametrize(
    "trouble",
    [Trouble.TIMEOUT, Trouble.RATE_LIMITED, Trouble.SERVER_ERROR, Trouble.CONNECTION, Trouble.REJECTED],
)
def test_a_call_without_a_reply_is_repeated_once_and_the_model_is_told_nothing(trouble: Trouble) -> None:
    script = Script(ModelError(trouble, "key sk-secret refused"), json.dumps(GOOD))
    desk = make_desk(script)
    assert ask(desk) == "paid best"
    assert desk.snapshot()["search"].failed == {trouble: 1}
    assert script.requests[0] == script.requests[1]
    desk = make_desk(Script(ModelError(trouble, "down")))
    assert ask(desk) is None
    assert desk.snapshot()["search"].failed == {trouble: 2}


def test_a_spent_budget_is_not_tried_again() -> None:
    script = Script(ModelError(Trouble.BUDGET_SPENT, "1,000 tokens are spent"))
    desk = make_desk(script)
    assert ask(desk) is None
    counts = desk.snapshot()["search"]
    assert (counts.failed, counts.fallback, len(script.requests)) == ({Trouble.BUDGET_SPENT: 1}, 1, 1)


class ShortContext:
    """A server that finds a message of more than so many words too long."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lengths: list[int] = []

    def complete(self, request: Request) -> Reply:
        self.lengths.append(words(" ".join(request.parts)))
        if self.lengths[-1] > self.most:
            raise ModelError(Trouble.CONTEXT_TOO_LONG, "too long")
        return Reply(json.dumps(GOOD))


def test_memory_is_halved_until_the_prompt_fits() -> None:
    """80 words of memory and 5 of the rest: 85, then 40 + 5, then 20 + 5, which fit into 30."""
    model = ShortContext(30)
    desk = make_desk(model=model)
    assert ask(desk, "fact " * 80) == "paid best"
    assert model.lengths == [85, 45, 25]
    counts = desk.snapshot()["search"]
    assert (counts.ok, counts.failed, counts.fallback) == (1, {Trouble.CONTEXT_TOO_LONG: 2}, 0)


def test_memory_is_halved_three_times_at_most() -> None:
    model = ShortContext(10)
    desk = make_desk(model=model)
    assert ask(desk, "fact " * 80) is None
    assert model.lengths == [85, 45, 25, 15]
    assert desk.snapshot()["search"].failed == {Trouble.CONTEXT_TOO_LONG: 4}


def test_without_memory_there_is_nothing_to_halve() -> None:
    model = ShortContext(3)
    desk = make_desk(model=model)
    assert ask(desk) is None
    assert model.lengths == [5, 5]


def test_what_judges_is_told_of_each_answer_that_could_not_be_used() -> None:
    told: list[tuple[str, Trouble]] = []
    script = Script("", json.dumps(GOOD))
    desk = replace(make_desk(script), judged=lambda request, trouble: told.append((request.agent, trouble)))
    ask(desk)
    assert told == [("search", Trouble.EMPTY)]


def test_what_is_no_trouble_of_a_model_is_not_swallowed() -> None:
    def breaks(request: Request) -> str:
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError, match="a fault of ours"):
        ask(make_desk(model=ScriptedModel(breaks)))


@pytest.mark.parametrize("text", ["```json\n{}\n```", "```\n{}\n```"])
def test_an_answer_in_a_code_block_is_read(text: str) -> None:
    fenced = text.replace("{}", json.dumps(GOOD))
    assert read_reply(Reply(fenced), SearchAnswer).look == [0, 2]


LANGUAGES: list[tuple[str, Language, bool]] = [
    ("这里的货最多", "zh", True),
    ("load 3 pays well", "zh", False),
    ("OK", "zh", True),
    ("42", "zh", True),
    ("", "zh", True),
    ("load 3 pays well", "en", True),
    ("这里的货最多", "en", False),
    ('cargo "蔬菜" pays well', "en", True),
]


@pytest.mark.parametrize(("text", "language", "good"), LANGUAGES)
def test_an_answer_is_in_the_language_asked_for(text: str, language: Language, good: bool) -> None:
    if good:
        check_language(text, language)
    else:
        with pytest.raises(UnusableError, match="wrong_language"):
            check_language(text, language)


def _bounds(schema: Any) -> list[str]:
    """Strings without a longest length, lists without a largest size, objects that are open or have optional fields."""
    if isinstance(schema, list):
        return [fault for part in schema for fault in _bounds(part)]
    if not isinstance(schema, dict):
        return []
    faults = [fault for part in schema.values() for fault in _bounds(part)]
    if schema.get("type") == "string" and "maxLength" not in schema and "enum" not in schema:
        faults.append("string")
    if schema.get("type") == "array" and "maxItems" not in schema:
        faults.append("array")
    if schema.get("type") == "object":
        closed = schema.get("additionalProperties") is False and set(schema["required"]) == set(schema["properties"])
        faults += [] if closed else ["object"]
    return faults


@pytest.mark.parametrize("answer", [SearchAnswer, AnalystAnswer, PreferenceAnswer, DecisionAnswer, DigestAnswer])
def test_every_part_of_an_answer_is_bounded(answer: Any) -> None:
    schema = schema_of(answer)
    assert _bounds(schema) == []
    assert "$ref" not in json.dumps(schema)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_trouble_of_an_answer_has_its_words(language: Language) -> None:
    silent = {Trouble.TIMEOUT, Trouble.RATE_LIMITED, Trouble.SERVER_ERROR, Trouble.CONNECTION, Trouble.REJECTED}
    silent |= {Trouble.CONTEXT_TOO_LONG, Trouble.BUDGET_SPENT}
    assert set(prompts_in(language).reasons) == set(Trouble) - silent
