"""A stand-in for a model server: real HTTP on 127.0.0.1, answers by rule, and stumbles where a test says so.

It speaks as much of OpenAI's chat completions as our client uses. `play` makes the answers; it is handed the request in
the form with `response_format`, in whatever form it came. Run as a program it serves until its stdin ends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from stub_player import answer

Payload = dict[str, Any]
Play = Callable[[Payload], Payload]
FaultOf = Callable[[int, Payload], str]
"""Call number (from 0) and request -> the name of a fault, or "" for a good answer."""

FAULTS = (
    "429 with a wait",
    "429",
    "500",
    "context length",
    "reset mid-body",
    "no completion",
    "truncated",
    "one token",
    "invented ids",
    "prompt echo",
    "empty",
    "refusal",
    "wrong key",
    "silence",
)
SUPPORTS = ("json_schema", "tools", "plain", "json_schema ignored")


def minimal(payload: Payload) -> Payload:
    """The least answer that the request's schema allows: first choice, lowest number, empty text and list."""
    answer = _least(payload["response_format"]["json_schema"]["schema"])
    assert isinstance(answer, dict)
    return answer


def _least(schema: Any) -> Any:
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return _least(schema["anyOf"][0])
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object":
        return {name: _least(part) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [_least(schema["items"])] * schema.get("minItems", 0)
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    return {"boolean": False, "null": None}.get(kind, "")


class StubServer:
    """Serves in a thread of its own from `with` until its end; `url` is what OPENAI_BASE_URL is to be.

    `requests` keeps every request's payload, `headers` the last one's.
    """

    def __init__(
        self,
        play: Play = minimal,
        *,
        delay_s: float = 0.0,
        fault: FaultOf = lambda number, payload: "",
        supports: str = "json_schema",
        model: str = "stub",
        port: int = 0,
    ) -> None:
        assert supports in SUPPORTS
        self.requests: list[Payload] = []
        self.headers: dict[str, str] = {}
        self.most_at_once = 0
        self._play, self._delay_s, self._fault = play, delay_s, fault
        self._supports, self._model, self._port = supports, model, port
        self._at_once = 0
        self._answered = 0
        self._last_prompt: dict[str, str] = {}
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="stub-server", daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port, backlog=512)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # HTTP

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                self.headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:])}
                body = await reader.readexactly(int(self.headers.get("content-length", "0")))
                path = head[0].split()[1]
                if path.endswith("/chat/completions"):
                    await self._completion(json.loads(body), writer)
                elif path.endswith("/models"):
                    _send(writer, 200, {"object": "list", "data": [{"id": self._model, "object": "model"}]})
                else:
                    _send(writer, 404, {"error": {"message": f"no such path: {path}"}})
                await writer.drain()
        self._writers.discard(writer)
        writer.close()

    async def _completion(self, payload: Payload, writer: asyncio.StreamWriter) -> None:
        number = len(self.requests)
        self.requests.append(payload)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self._delay_s:
                await asyncio.sleep(self._delay_s)
            await self._answer(number, payload, writer)
        finally:
            self._at_once -= 1

    async def _answer(self, number: int, payload: Payload, writer: asyncio.StreamWriter) -> None:
        refused = self._refused_form(payload)
        if refused is not None:
            _send(writer, 400, {"error": {"message": refused, "type": "invalid_request_error", "code": 400}})
            return
        fault = self._fault(number, payload)
        assert fault in ("", *FAULTS), fault
        if fault.startswith("429"):
            header = "Retry-After: 0.01\r\n" if fault == "429 with a wait" else ""
            _send(writer, 429, {"error": {"message": "too many requests"}}, header)
        elif fault == "500":
            _send(writer, 500, {"error": {"message": "the model fell over"}})
        elif fault == "wrong key":  # some servers say back what they were sent
            said = f"Incorrect API key provided: {self.headers.get('authorization')}"
            _send(writer, 401, {"error": {"message": said, "code": "invalid_api_key"}})
        elif fault == "context length":
            said = "This model's maximum context length is 2048 tokens."
            _send(writer, 400, {"error": {"message": said, "code": "context_length_exceeded"}})
        elif fault == "silence":
            await asyncio.sleep(3600)
        elif fault == "reset mid-body":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{")
            await writer.drain()
            writer.transport.abort()
        elif fault == "no completion":
            _send(writer, 200, ["surprise"])
        else:
            _send(writer, 200, self._chat(payload, fault))

    # answers

    def _refused_form(self, payload: Payload) -> str | None:
        """Why the request's form is refused, None if it is not."""
        if self._supports in ("tools", "plain") and "response_format" in payload:
            return "response_format of type 'json_schema' is not supported"
        if self._supports == "plain" and "tools" in payload:
            return "tools are not supported"
        return None

    def _schema_form(self, payload: Payload) -> Payload:
        """The payload with its schema in `response_format`, however it came."""
        if "response_format" in payload:
            return payload
        tool = _tool(payload)
        if tool is not None:
            named = {"name": tool["name"], "schema": tool["parameters"]}
        else:
            name, _, text = payload["messages"][0]["content"].rpartition("JSON schema, ")[2].partition(": ")
            named = {"name": name, "schema": json.loads(text)}
        return payload | {"response_format": {"type": "json_schema", "json_schema": named}}

    def _chat(self, payload: Payload, fault: str) -> Payload:
        text, finish = self._text(payload, fault)
        message: Payload = {"role": "assistant", "content": text}
        if fault == "refusal":
            message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
        elif "tools" in payload:
            name = payload["tools"][0]["function"]["name"]
            call = {"id": "call_0", "type": "function", "function": {"name": name, "arguments": text}}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        self._answered += 1
        return {
            "id": f"stub-{self._answered}",
            "object": "chat.completion",
            "created": 0,
            "model": self._model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": self._usage(payload, text),
        }

    def _text(self, payload: Payload, fault: str) -> tuple[str, str]:
        """The answer and the reason for its end."""
        if fault == "empty":
            return "", "stop"
        if fault == "prompt echo" or (self._supports == "json_schema ignored" and "response_format" in payload):
            return str(payload["messages"][-1]["content"]), "stop"
        answer = self._play(self._schema_form(payload))
        if fault == "invented ids":
            answer = _invented(answer)
        text = json.dumps(answer, ensure_ascii=False)
        if fault == "truncated":
            return text[: len(text) // 2], "length"
        if fault == "one token":
            return text[:1], "length"
        if "response_format" not in payload and "tools" not in payload:
            text = f"Here you are:\n```json\n{text}\n```"
        return text, "stop"

    def _usage(self, payload: Payload, text: str) -> Payload:
        """Four characters a token; cached is what the prompt shares with the last one under the same system text."""
        system = payload["messages"][0]["content"]
        prompt = "\n".join(message["content"] for message in payload["messages"])
        before = self._last_prompt.get(system, "")
        shared = next((i for i, (a, b) in enumerate(zip(before, prompt, strict=False)) if a != b), len(before))
        self._last_prompt[system] = prompt
        prompt_tokens, completion_tokens = tokens(prompt), tokens(text)
        return {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
            "prompt_tokens_details": {"cached_tokens": min(shared, len(prompt)) // 4},
        }


def tokens(text: str) -> int:
    """As many tokens as the stub counts for a text."""
    return -(-len(text) // 4)


def _tool(payload: Payload) -> Payload | None:
    tools = payload.get("tools")
    if not tools:
        return None
    function: Payload = tools[0]["function"]
    return function


def _invented(value: Any) -> Any:
    """The answer with every whole number moved far away, and ids of loads replaced."""
    if isinstance(value, dict):
        return {key: _invented(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_invented(part) for part in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value + 9000
    return value


def _send(writer: asyncio.StreamWriter, status: int, body: Any, headers: str = "") -> None:
    data = json.dumps(body, ensure_ascii=False).encode()
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{headers}Content-Length: {len(data)}\r\n\r\n"
    writer.write(head.encode() + data)


def main() -> None:
    """Serve with a fixed delay; the address on stdout."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.0, help="Seconds before each answer.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--minimal", action="store_true", help="Answer with the least that a schema allows.")
    options = parser.parse_args()
    with StubServer(minimal if options.minimal else answer, delay_s=options.delay, port=options.port) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
