"""The client against a real HTTP server that answers, refuses, stumbles, or knows no schemas."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from stub_server import StubServer, tokens

from agents.llm.live import LiveModel
from agents.llm.model import ModelError, Reply, Request, Sampling, Trouble
from agents.llm.server import Server, server_of

SCHEMA = {
    "type": "object",
    "properties": {"choice": {"type": "integer", "minimum": 3}, "why": {"type": "string", "maxLength": 40}},
    "required": ["choice", "why"],
    "additionalProperties": False,
}
ANSWER = '{"choice": 3, "why": ""}'


def ask(text: str = "which?", system: str = "You choose.") -> Request:
    return Request("decision", system, (text, "now"), "decision", SCHEMA, Sampling(), "D1", 4)


@contextmanager
def model_of(server: StubServer, **settings: object) -> Iterator[tuple[LiveModel, list[str]]]:
    said: list[str] = []
    with LiveModel(Server("stub", server.url), say=said.append, **settings) as model:  # type: ignore[arg-type]
        yield model, said


def ask_at_once(model: LiveModel, questions: int) -> list[Reply]:
    with ThreadPoolExecutor(questions) as pool:
        return list(pool.map(lambda i: model.complete(ask(str(i))), range(questions)))


def error_of(model: LiveModel) -> ModelError:
    with pytest.raises(ModelError) as caught:
        model.complete(ask())
    return caught.value


def test_an_answer_comes_back_with_its_tokens() -> None:
    """Four characters a token: "You choose.\\nwhich?\\nnow" has 22 characters, 6 tokens."""
    with StubServer() as server, model_of(server) as (model, said):
        model.check()
        reply = model.complete(ask())
        again = model.complete(ask())
    assert (reply.text, reply.finish, reply.format, reply.tries, reply.model) == (
        ANSWER,
        "stop",
        "json_schema",
        1,
        "stub",
    )
    assert (reply.usage.prompt, reply.usage.cached, reply.usage.completion) == (6, 0, tokens(ANSWER))
    assert again.usage.cached == 5  # 22 characters // 4
    assert said == []
    sent = server.requests[0]
    assert [m["content"] for m in sent["messages"]] == ["You choose.", "which?\nnow"]
    assert sent["response_format"]["json_schema"]["name"] == "decision"
    assert (sent["temperature"], sent["max_tokens"], sent["seed"]) == (0.0, 512, 0)


@pytest.mark.parametrize(
    ("supports", "format_", "sentences", "requests"),
    [("tools", "tools", 1, 3), ("plain", "plain", 2, 4), ("json_schema ignored", "tools", 1, 3)],
)
def test_a_server_without_schemas_is_found_out_once_and_said_so(
    supports: str, format_: str, sentences: int, requests: int
) -> None:
    """Two questions: the first finds out in one or two requests more, the second is asked in the form that works."""
    with StubServer(supports=supports) as server, model_of(server) as (model, said):
        replies = [model.complete(ask()), model.complete(ask("and now?"))]
    assert [(reply.text, reply.format) for reply in replies] == [(ANSWER, format_)] * 2
    assert replies[0].tries == requests - 1
    assert len(server.requests) == requests
    assert len(said) == sentences
    assert "does not support answers by json_schema" in said[0]


def test_many_that_ask_at_once_find_out_together() -> None:
    with StubServer(supports="tools", delay_s=0.02) as server, model_of(server) as (model, said):
        replies = ask_at_once(model, 8)
    assert {reply.text for reply in replies} == {ANSWER}
    assert len(said) == 1


@pytest.mark.parametrize(
    ("fault", "trouble", "message"),
    [
        ("429", Trouble.RATE_LIMITED, "status 429: "),
        ("500", Trouble.SERVER_ERROR, "status 500: .*the model fell over"),
        ("context length", Trouble.CONTEXT_TOO_LONG, "status 400: .*maximum context length is 2048"),
        ("wrong key", Trouble.REJECTED, "status 401: the server does not accept OPENAI_API_KEY"),
        ("reset mid-body", Trouble.CONNECTION, "the connection to http://127.0.0.1:"),
        ("no completion", Trouble.SERVER_ERROR, "the answer is no chat completion"),
        ("silence", Trouble.TIMEOUT, "no answer within 0.2 s"),
    ],
)
def test_each_stumble_has_its_kind(fault: str, trouble: Trouble, message: str) -> None:
    with StubServer(fault=lambda number, payload: fault) as server, model_of(server, timeout_s=0.2) as (model, said):
        error = error_of(model)
    assert re.match(message, str(error))
    assert (error.trouble, error.tries) == (trouble, 1)
    assert said == []


def test_a_server_says_how_long_to_wait() -> None:
    with StubServer(fault=lambda number, payload: "429 with a wait") as server, model_of(server) as (model, _):
        assert error_of(model).retry_after_s == 0.01


@pytest.mark.parametrize(
    ("fault", "text", "finish"),
    [
        ("truncated", ANSWER[: len(ANSWER) // 2], "length"),
        ("one token", "{", "length"),
        ("refusal", "I cannot help with that.", "refusal"),
    ],
)
def test_what_is_no_answer_still_is_a_reply_with_tokens(fault: str, text: str, finish: str) -> None:
    with StubServer(fault=lambda number, payload: fault) as server, model_of(server) as (model, _):
        reply = model.complete(ask())
    assert (reply.text, reply.finish) == (text, finish)
    assert reply.usage.prompt == 6


def test_no_more_calls_at_once_than_were_allowed() -> None:
    with StubServer(delay_s=0.02) as server, model_of(server, concurrency=3) as (model, _):
        ask_at_once(model, 9)
    assert server.most_at_once == 3


def test_nobody_at_the_address() -> None:
    with StubServer() as server:
        url = server.url
    with LiveModel(Server("m", url)) as model, pytest.raises(ModelError, match=r"connection to http://127\.") as e:
        model.check()
    assert e.value.trouble == Trouble.CONNECTION


def test_closing_ends_a_call_that_is_under_way() -> None:
    errors: list[ModelError] = []

    def call(model: LiveModel) -> None:
        try:
            model.complete(ask())
        except ModelError as error:
            errors.append(error)

    with StubServer(fault=lambda number, payload: "silence") as server:
        with model_of(server) as (model, _):
            thread = threading.Thread(target=call, args=(model,))
            thread.start()
            while not server.requests:
                thread.join(0.01)
        thread.join()
        with pytest.raises(ModelError, match="the run ended before the answer came"):
            model.complete(ask())
    assert [error.trouble for error in errors] == [Trouble.CONNECTION]


def test_the_environment_names_the_server() -> None:
    server = server_of("m", {"OPENAI_BASE_URL": "http://localhost:1/v1?token=secret", "OPENAI_API_KEY": "sk-1"})
    assert server.shown_url == "http://localhost:1/v1"
    assert not any(word in repr(server) for word in ("sk-1", "secret"))
    assert server_of("m", {"OPENAI_API_KEY": "sk-1"}).base_url == "https://api.openai.com/v1"
    with pytest.raises(ValueError, match="no model server is named"):
        server_of("m", {})
    with pytest.raises(ValueError, match="OPENAI_BASE_URL holds a user or a password"):
        server_of("m", {"OPENAI_BASE_URL": "http://user:secret@localhost:1/v1"})
    with pytest.raises(ValueError, match="OPENAI_BASE_URL is no address"):
        server_of("m", {"OPENAI_BASE_URL": "localhost:8080"})


def test_a_server_that_names_its_model_by_the_key_gives_it_away_to_nobody() -> None:
    with StubServer(model="m sk-echo-1") as server, LiveModel(Server("stub", server.url, "sk-echo-1")) as model:
        assert model.complete(ask()).model == "m [key]"
